//! Connection strings as libpq takes them: URLs (`postgres://uth@db/room`) and pairs (`host=db dbname=room`).

use std::collections::BTreeMap;

/// Options of a connection by libpq's names. Of an option that is named twice, the last one counts.
pub(super) type Pairs = BTreeMap<String, String>;

/// The text is no connection string.
///
/// No message quotes the text: where a mistake cuts it apart, any piece of it may be a piece of the password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ConnectionStringError {
    #[error(
        "a PostgreSQL database is written as a URL like postgres://uth@db/room, or as pairs like \
         \"host=db dbname=room user=uth\" in which a value with spaces stands in single quotes"
    )]
    Form,
    #[error("in a database URL, % is followed by two hexadecimal digits; write a % itself as %25")]
    Escape,
    #[error("the connection string has an option that is not understood; the options are {0}")]
    UnknownOption(String),
    #[error("the connection string's {0}")]
    Value(String),
}

/// Reads a connection string. Options without a value are left out, because libpq takes them for unnamed.
pub(super) fn pairs(text: &str) -> Result<Pairs, ConnectionStringError> {
    let is_url = |scheme| text.strip_prefix(scheme);
    let mut pairs = match is_url("postgres://").or_else(|| is_url("postgresql://")) {
        Some(rest) => url(rest)?,
        None => key_values(text)?,
    };
    pairs.retain(|_, value| !value.is_empty());
    Ok(pairs)
}

/// Writes pairs so that they are read back as they are.
pub(super) fn text(pairs: &Pairs) -> String {
    let quoted = |value: &str| value.replace('\\', r"\\").replace('\'', r"\'");
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}='{}'", quoted(value))).collect();
    pairs.join(" ")
}

fn key_values(text: &str) -> Result<Pairs, ConnectionStringError> {
    let mut pairs = Pairs::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or(ConnectionStringError::Form)?;
        let key = key.trim_end();
        if key.is_empty() || key.contains(char::is_whitespace) {
            return Err(ConnectionStringError::Form);
        }
        let (value, after) = value(after.trim_start())?;
        pairs.insert(key.to_owned(), value);
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// Reads a value and returns what follows it. A backslash takes the next character as it is.
fn value(text: &str) -> Result<(String, &str), ConnectionStringError> {
    let (is_quoted, text) = text.strip_prefix('\'').map_or((false, text), |rest| (true, rest));
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            '\'' if is_quoted => return Ok((value, &text[at + 1..])),
            _ if !is_quoted && character.is_whitespace() => return Ok((value, &text[at..])),
            _ => value.push(character),
        }
    }
    if is_quoted { Err(ConnectionStringError::Form) } else { Ok((value, "")) }
}

/// Reads `[user[:password]@][host[:port],…][/dbname][?key=value&…]`.
fn url(text: &str) -> Result<Pairs, ConnectionStringError> {
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let (authority, name) = place.split_once('/').unwrap_or((place, ""));
    let (credentials, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
    let places: Vec<(String, &str)> = hosts.split(',').map(host_and_port).collect::<Result<_, _>>()?;
    let (hosts, ports): (Vec<String>, Vec<&str>) = places.into_iter().unzip();
    let mut pairs = Pairs::from([
        ("user".to_owned(), decoded(user)?),
        ("password".to_owned(), decoded(password)?),
        ("host".to_owned(), hosts.join(",")),
        ("dbname".to_owned(), decoded(name)?),
    ]);
    // Only if one is named: otherwise the port may come from the environment.
    if ports.iter().any(|port| !port.is_empty()) {
        pairs.insert("port".to_owned(), ports.join(","));
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or(ConnectionStringError::Form)?;
        pairs.insert(decoded(key)?, decoded(value)?);
    }
    Ok(pairs)
}

/// Reads `host`, `host:port` or `[::1]:port`. The port is empty if it is not named.
fn host_and_port(text: &str) -> Result<(String, &str), ConnectionStringError> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, after) = rest.split_once(']').ok_or(ConnectionStringError::Form)?;
        let port = if after.is_empty() { Some("") } else { after.strip_prefix(':') };
        return Ok((host.to_owned(), port.ok_or(ConnectionStringError::Form)?));
    }
    let (host, port) = text.split_once(':').unwrap_or((text, ""));
    Ok((decoded(host)?, port))
}

fn decoded(text: &str) -> Result<String, ConnectionStringError> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or(ConnectionStringError::Escape)?);
        bytes.extend(&piece.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_err(|_| ConnectionStringError::Escape)
}

#[cfg(test)]
mod tests {
    use super::{ConnectionStringError, Pairs, pairs, text};

    #[test]
    fn urls_and_pairs_are_read_as_libpq_reads_them() {
        let rows = [
            ("postgres://", ""),
            ("postgresql://uth@db/room", "dbname='room' host='db' user='uth'"),
            (
                "postgres://uth:p%40ss@db:6432/room",
                "dbname='room' host='db' password='p@ss' port='6432' user='uth'",
            ),
            ("postgres://uth:p@ss@db", "host='db' password='p@ss' user='uth'"),
            ("postgres://one,two:5433/room", "dbname='room' host='one,two' port=',5433'"),
            (
                "postgres://[::1]:5433/room?sslmode=require",
                "dbname='room' host='::1' port='5433' sslmode='require'",
            ),
            ("postgres://%2Frun%2Fpg/room", "dbname='room' host='/run/pg'"),
            ("postgres://uth@/room?host=/run/pg&user=ann", "dbname='room' host='/run/pg' user='ann'"),
            ("host=db dbname=room user=uth", "dbname='room' host='db' user='uth'"),
            ("  host = db\tport= 5433 ", "host='db' port='5433'"),
            (r"password='it\'s \\ here' host=db", r"host='db' password='it\'s \\ here'"),
            (r"password=a\ b user=''", "password='a b'"),
            ("host=one host=two", "host='two'"),
        ];
        for (written, expected) in rows {
            let read = pairs(written).expect(written);
            assert_eq!(text(&read), expected, "{written}");
            assert_eq!(pairs(&text(&read)).expect("what was written is read"), read);
        }
        assert_eq!(pairs(""), Ok(Pairs::new()));
    }

    #[test]
    fn what_is_no_connection_string_is_refused() {
        let rows = [
            ("room", ConnectionStringError::Form),
            ("host=db room", ConnectionStringError::Form),
            ("=db", ConnectionStringError::Form),
            ("password='open", ConnectionStringError::Form),
            ("postgres://[::1/room", ConnectionStringError::Form),
            ("postgres://[::1]5432/room", ConnectionStringError::Form),
            ("postgres://db/room?sslmode", ConnectionStringError::Form),
            ("postgres://uth:50%@db/room", ConnectionStringError::Escape),
            ("postgres://uth:%zz@db/room", ConnectionStringError::Escape),
            ("postgres://uth:%+1@db/room", ConnectionStringError::Escape),
            ("postgres://uth:%é@db/room", ConnectionStringError::Escape),
            ("postgres://uth:%ff@db/room", ConnectionStringError::Escape),
        ];
        for (written, expected) in rows {
            assert_eq!(pairs(written), Err(expected), "{written}");
        }
    }
}
