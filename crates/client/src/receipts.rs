//! Receipts in files: the latest of each table, which is presented when the table is watched again, and all of them if
//! the user wants.

use std::env::{self, consts::OS};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fair::receipt::PublicKey;
use protocol::{Receipt, TableId};

use super::api::Api;

/// How many tables have their latest receipt kept. Those that were played longer ago are dropped.
const MOST_TABLES: usize = 50;

/// Keeps the receipts of one card room.
///
/// The card room is known by its key: another one at the same address has other tables of the same numbers. Files have
/// one receipt on each line, as `uth verify --receipts` reads them.
#[derive(Debug)]
pub struct ReceiptKeeper {
    key: PublicKey,
    /// The file with the latest receipt of each table, the last played last; `None` if there is no folder for it.
    latest: Option<PathBuf>,
    /// The file to which every receipt is appended.
    all: Option<File>,
}

impl ReceiptKeeper {
    /// Asks the card room for its key, and keeps the latest receipts in the user's state folder. Every receipt is
    /// appended to the file `all`.
    pub fn new(api: &Api, all: Option<&Path>) -> Result<ReceiptKeeper> {
        let folder = state_folder(OS, |name| env::var_os(name).filter(|value| !value.is_empty()));
        ReceiptKeeper::in_folder(api.public_key()?, folder.as_deref(), all)
    }

    fn in_folder(key: PublicKey, folder: Option<&Path>, all: Option<&Path>) -> Result<ReceiptKeeper> {
        // A program whose user has no folder that it may write to plays all the same.
        let folder = folder.map(|folder| folder.join("receipts"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        let latest = folder.map(|folder| folder.join(format!("{key}.jsonl")));
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot write {}", path.display()))
        };
        Ok(ReceiptKeeper { key, latest, all: all.map(open).transpose()? })
    }

    /// Returns the file with the latest receipt of each table.
    pub fn place(&self) -> Option<&Path> {
        self.latest.as_deref()
    }

    /// Returns the latest receipt of a table.
    pub fn latest(&self, table: TableId) -> Result<Option<Receipt>> {
        Ok(self.read()?.into_iter().rfind(|receipt| receipt.table == table))
    }

    /// Keeps a receipt. One that the card room has not signed is an error: it would prove nothing later.
    pub fn keep(&mut self, receipt: &Receipt) -> Result<()> {
        ensure!(receipt.is_signed_by(&self.key), "the card room's receipt does not have its signature");
        if let Some(all) = &mut self.all {
            all.write_all(line(receipt)?.as_bytes()).context("cannot keep a receipt")?;
        }
        // Read again each time, because other programs of the same user keep theirs in the same file.
        let mut kept = self.read()?;
        let is_older = |other: &Receipt| other.table == receipt.table && other.seq > receipt.seq;
        if kept.iter().any(is_older) {
            return Ok(());
        }
        kept.retain(|other| other.table != receipt.table);
        kept.push(*receipt);
        self.write(&kept[kept.len().saturating_sub(MOST_TABLES)..])
    }

    /// Puts the receipt of a table aside, because the user starts over there. It stays beside the others, as proof.
    pub fn set_aside(&self, table: TableId) -> Result<()> {
        let (Some(path), Some(receipt)) = (&self.latest, self.latest(table)?) else { return Ok(()) };
        let aside = path.with_extension("forgotten.jsonl");
        let mut file = OpenOptions::new().create(true).append(true).open(&aside)?;
        file.write_all(line(&receipt)?.as_bytes())?;
        let mut kept = self.read()?;
        kept.retain(|other| other.table != table);
        self.write(&kept)
    }

    fn read(&self) -> Result<Vec<Receipt>> {
        let Some(path) = &self.latest else { return Ok(Vec::new()) };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut kept = Vec::new();
        for line in BufReader::new(file).lines() {
            let receipt = serde_json::from_str(&line?);
            kept.push(receipt.with_context(|| format!("{} has a line that is no receipt", path.display()))?);
        }
        Ok(kept)
    }

    fn write(&self, kept: &[Receipt]) -> Result<()> {
        let Some(path) = &self.latest else { return Ok(()) };
        let write = || -> Result<()> {
            // Replaced as a whole: a program that is killed meanwhile leaves the receipts of before.
            let new = path.with_extension(format!("new-{}", std::process::id()));
            let lines: Result<String> = kept.iter().map(line).collect();
            fs::write(&new, lines?)?;
            Ok(fs::rename(&new, path)?)
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}

fn line(receipt: &Receipt) -> Result<String> {
    Ok(serde_json::to_string(receipt)? + "\n")
}

/// Returns where programs keep what should outlive them and nobody has to back up.
fn state_folder(system: &str, named: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let within_home = |rest: &str| named("HOME").map(|home| PathBuf::from(home).join(rest));
    let base = match system {
        "windows" => named("LOCALAPPDATA").map(PathBuf::from),
        "macos" => within_home("Library/Application Support"),
        // XDG: a relative path is invalid, because it would depend on where the program was started.
        _ => named("XDG_STATE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| within_home(".local/state")),
    };
    Some(base?.join("uth"))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use fair::receipt::{Confirmation, Signer};
    use protocol::{Receipt, TableId};

    use super::{MOST_TABLES, ReceiptKeeper, state_folder};

    fn receipt(table: u64, seq: u64) -> Receipt {
        let confirmed = Confirmation { log: table, seq, hash: [5; 32], at_ms: 7 };
        Receipt::new(&confirmed, &Signer::from_key(&[1; 32]))
    }

    fn keeper(folder: &Path, all: Option<&Path>) -> ReceiptKeeper {
        let key = Signer::from_key(&[1; 32]).public_key();
        ReceiptKeeper::in_folder(key, Some(folder), all).expect("files")
    }

    /// An empty folder of that name.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("uth-receipts-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        path
    }

    #[test]
    fn the_latest_receipt_of_a_table_outlives_the_program() {
        let folder = folder("latest");
        let all = folder.join("all.jsonl");
        let mut first = keeper(&folder, Some(&all));
        assert_eq!(first.latest(TableId(7)).expect("a file"), None);
        for seq in [2, 4, 3] {
            first.keep(&receipt(7, seq)).expect("kept");
        }
        first.keep(&receipt(8, 1)).expect("kept");
        let again = keeper(&folder, None);
        assert_eq!(again.latest(TableId(7)).expect("a file"), Some(receipt(7, 4)));
        let other = Signer::from_key(&[2; 32]).public_key();
        let other = ReceiptKeeper::in_folder(other, Some(&folder), None).expect("files");
        assert_eq!(other.latest(TableId(7)).expect("a file"), None, "another card room has other tables");
        assert_eq!(std::fs::read_to_string(all).expect("a file").lines().count(), 4, "every receipt");
    }

    #[test]
    fn only_so_many_tables_are_kept() {
        let folder = folder("bound");
        let mut keeper = keeper(&folder, None);
        for table in 1..=MOST_TABLES as u64 + 2 {
            keeper.keep(&receipt(table, 1)).expect("kept");
        }
        let text = std::fs::read_to_string(keeper.place().expect("a place")).expect("a file");
        assert_eq!(text.lines().count(), MOST_TABLES);
        assert_eq!(keeper.latest(TableId(2)).expect("a file"), None);
    }

    #[test]
    fn a_receipt_without_the_card_rooms_signature_is_refused() {
        let folder = folder("forged");
        let mut keeper = keeper(&folder, None);
        let forged = Receipt { table: TableId(8), ..receipt(7, 1) };
        assert!(keeper.keep(&forged).is_err());
        assert_eq!(keeper.latest(TableId(8)).expect("a file"), None);
    }

    #[test]
    fn a_receipt_that_was_put_aside_is_kept_and_not_presented() {
        let folder = folder("aside");
        let mut keeper = keeper(&folder, None);
        keeper.keep(&receipt(7, 9)).expect("kept");
        keeper.set_aside(TableId(7)).expect("put aside");
        assert_eq!(keeper.latest(TableId(7)).expect("a file"), None);
        keeper.keep(&receipt(7, 3)).expect("the history that goes on has receipts of its own");
        assert_eq!(keeper.latest(TableId(7)).expect("a file"), Some(receipt(7, 3)));
        let aside = keeper.place().expect("a place").with_extension("forgotten.jsonl");
        assert_eq!(std::fs::read_to_string(aside).expect("a file").lines().count(), 1);
    }

    #[test]
    fn every_system_has_its_folder() {
        let rows: [(&str, &str, &str, Option<&str>); 5] = [
            ("linux", "XDG_STATE_HOME", "/state", Some("/state/uth")),
            ("linux", "XDG_STATE_HOME", "state", None),
            ("linux", "HOME", "/home/ann", Some("/home/ann/.local/state/uth")),
            ("macos", "HOME", "/Users/ann", Some("/Users/ann/Library/Application Support/uth")),
            ("windows", "LOCALAPPDATA", "/local", Some("/local/uth")),
        ];
        for (system, variable, value, expected) in rows {
            let found = state_folder(system, |name| (name == variable).then(|| value.into()));
            assert_eq!(found, expected.map(PathBuf::from), "{system}");
        }
    }
}
