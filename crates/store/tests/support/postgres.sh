# A PostgreSQL of one's own in the new directory $1, with a socket in it, files of its own from the directory $2 if that
# is not empty, and the options $3. It says "ready" and then lives for as long as standard input is open: whoever holds
# the other end may end in any way, and nothing of it stays behind.
set -eu
directory=$1
files=$2
options=$3
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"

# PostgreSQL refuses to run as root.
as=
if [ "$(id -u)" = 0 ]; then
    user=postgres
    id "$user" > /dev/null 2>&1 || user=nobody
    as="setpriv --reuid=$user --regid=$(id -gn "$user") --clear-groups"
fi

finish() {
    $as pg_ctl --silent --pgdata "$directory/data" --mode immediate stop
    rm -rf "$directory"
}

exec 2>&1
trap '' HUP INT PIPE TERM
$as mkdir -m 700 "$directory"
trap finish EXIT
$as initdb --no-sync --no-locale --encoding UTF8 --auth trust --username uth "$directory/data" > /dev/null
if [ -n "$files" ]; then
    # PostgreSQL wants its key to be its own, and the directory may not be open to it.
    for file in "$files"/*; do
        $as sh -c 'umask 077; cat > "$1"' sh "$directory/data/$(basename "$file")" < "$file"
    done
fi
$as pg_ctl --silent --wait --pgdata "$directory/data" --log "$directory/log" \
    --options "-c listen_addresses='' -c unix_socket_directories='$directory' $options" start || { cat "$directory/log"; exit 1; }
echo ready
exec > /dev/null 2>&1
cat
