//! The password file of libpq: a line `host:port:database:user:password` for each place, where `*` stands for any.

use std::fs;
use std::path::Path;

/// A connection that needs a password.
pub(super) struct Place<'a> {
    pub(super) host: &'a str,
    pub(super) port: String,
    pub(super) database: &'a str,
    pub(super) user: &'a str,
}

/// Returns the lines of the file, none if there is no such file; an error says why the file is passed over.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(String::new()) };
    if !metadata.is_file() {
        return Err(format!("the password file {} is not a plain file and was not read", path.display()));
    }
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0 {
        return Err(format!(
            "the password file {} is open to others and was not read; give it mode 600",
            path.display()
        ));
    }
    fs::read_to_string(path).map_err(|error| format!("the password file {}: {error}", path.display()))
}

/// Returns the password in the first line that matches.
pub(super) fn password(lines: &str, place: &Place<'_>) -> Option<String> {
    let wanted = [place.host, &place.port, place.database, place.user];
    lines.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let (fields, password) = fields(line)?;
        let matches = fields.iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
        matches.then_some(password).filter(|password| !password.is_empty())
    })
}

/// Splits a line into its first four fields and the password. A backslash takes the next character as it is; a colon in
/// the password needs none.
fn fields(line: &str) -> Option<([String; 4], String)> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ':' if fields.len() < 5 => fields.push(String::new()),
            '\\' => fields.last_mut()?.extend(characters.next()),
            _ => fields.last_mut()?.push(character),
        }
    }
    let password = fields.pop()?;
    Some((fields.try_into().ok()?, password))
}

#[cfg(test)]
mod tests {
    use super::{Place, password};

    #[test]
    fn the_first_line_that_matches_has_the_password() {
        let lines = "# db:5432:room:uth:comment\n\
            nonsense\n\
            db:5432:room:ann:of-ann\n\
            db:5432:room:uth:first\n\
            db:5432:room:uth:second\r\n\
            db:*:*:bob:with:colons\n\
            \\:\\:1:5432:room:uth:a\\:b\\\\c\n\
            *:5433:*:*:any\n";
        let rows = [
            ("db", "5432", "room", "uth", Some("first")),
            ("db", "5432", "room", "ann", Some("of-ann")),
            ("db", "9", "other", "bob", Some("with:colons")),
            ("::1", "5432", "room", "uth", Some("a:b\\c")),
            ("elsewhere", "5433", "x", "y", Some("any")),
            ("elsewhere", "5432", "room", "uth", None),
            ("db", "5432", "other", "uth", None),
        ];
        for (host, port, database, user, expected) in rows {
            let place = Place { host, port: port.into(), database, user };
            assert_eq!(password(lines, &place).as_deref(), expected, "{host} {port} {database} {user}");
        }
    }
}
