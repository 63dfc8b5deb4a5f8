//! Where a card room is stored by default.

use std::env::{self, consts::OS};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use fair::receipt::Signer;
use fair::seal::SealKey;
use zeroize::Zeroizing;

/// Returns the default file of the card room: `room.db` in the user's data directory.
pub fn database() -> PathBuf {
    folder(OS, |name| env::var_os(name).filter(|value| !value.is_empty())).join("room.db")
}

/// Returns the default file of the card room's key: `room.key`, beside the card room's file.
pub fn key() -> PathBuf {
    key_beside(&database())
}

/// Returns the key file that belongs to a card room's file: the same name with another ending.
pub fn key_beside(database: &Path) -> PathBuf {
    database.with_extension("key")
}

/// Reads the key in a file, 64 hexadecimal digits; `None` if there is no such file.
pub fn read_key(path: &Path) -> io::Result<Option<RoomKey>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => Zeroizing::new(text),
        // Any other failure must not lead to a new key: the file is there and cannot be read.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, "a key has 64 hexadecimal digits");
    let bytes = Zeroizing::new(<[u8; 32] as hex::FromHex>::from_hex(text.trim_end()).map_err(|_| wrong())?);
    Ok(Some(RoomKey(bytes)))
}

/// The one secret of a card room, from which its other keys come. Its memory is wiped.
pub struct RoomKey(pub(crate) Zeroizing<[u8; 32]>);

impl RoomKey {
    /// Returns the key that seals the seeds of rounds that are not over.
    pub fn seal(&self) -> SealKey {
        SealKey::from_bytes(&self.0)
    }

    /// Returns the key that signs receipts.
    pub fn signer(&self) -> Signer {
        Signer::from_key(&self.0)
    }
}

fn folder(system: &str, named: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let within_home = |rest: &str| named("HOME").map(|home| PathBuf::from(home).join(rest));
    let base = match system {
        "windows" => named("APPDATA").map(PathBuf::from),
        "macos" => within_home("Library/Application Support"),
        // XDG: a relative path is invalid, because it would depend on where the program was started.
        _ => named("XDG_DATA_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| within_home(".local/share")),
    };
    base.unwrap_or_default().join("uth")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{folder, key_beside};

    type Variables = &'static [(&'static str, &'static str)];

    #[test]
    fn every_system_has_its_folder() {
        let rows: [(&str, Variables, &str); 6] = [
            ("linux", &[("XDG_DATA_HOME", "/data"), ("HOME", "/home/ann")], "/data/uth"),
            ("linux", &[("XDG_DATA_HOME", "data"), ("HOME", "/home/ann")], "/home/ann/.local/share/uth"),
            ("freebsd", &[("HOME", "/home/ann")], "/home/ann/.local/share/uth"),
            ("macos", &[("HOME", "/Users/ann")], "/Users/ann/Library/Application Support/uth"),
            ("windows", &[("APPDATA", "/roaming")], "/roaming/uth"),
            ("linux", &[], "uth"),
        ];
        for (system, variables, expected) in rows {
            let named = |name: &str| Some(variables.iter().find(|(known, _)| *known == name)?.1.into());
            assert_eq!(folder(system, named), Path::new(expected), "{system} {variables:?}");
        }
    }

    #[test]
    fn the_key_lies_beside_the_file() {
        assert_eq!(key_beside(Path::new("/data/uth/room.db")), Path::new("/data/uth/room.key"));
    }
}
