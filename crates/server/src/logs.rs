//! The log of the program. It never has secrets, tokens, cookies, seeds or cards: fields are written one by one, where
//! they arise.

use std::io;
use std::str::FromStr;

use tracing::Level;

/// How lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogForm {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl FromStr for LogForm {
    type Err = String;

    fn from_str(text: &str) -> Result<LogForm, String> {
        match text {
            "text" => Ok(LogForm::Text),
            "json" => Ok(LogForm::Json),
            _ => Err("logs are written as text or json".into()),
        }
    }
}

/// Writes logs to the standard error from now on. Only the first call of a program has an effect.
pub fn start(form: LogForm) {
    // The standard output belongs to what a command prints.
    let lines = tracing_subscriber::fmt().with_max_level(Level::INFO).with_writer(io::stderr);
    // In tests, an earlier one may have set a subscriber already.
    let _ = match form {
        LogForm::Text => tracing::subscriber::set_global_default(lines.finish()),
        LogForm::Json => tracing::subscriber::set_global_default(lines.json().finish()),
    };
}
