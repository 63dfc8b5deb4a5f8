//! JSON that several commands write.

use std::io::{self, Write};

use serde::Serialize;

/// Writes one document, indented.
pub(crate) fn write(output: &mut (impl Write + ?Sized), document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, document)?;
    writeln!(output)
}

/// A sum of any size. JSON numbers are safe only up to 64 bits, so larger ones are written as text.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Sum {
    Number(i64),
    Text(String),
}

impl From<i128> for Sum {
    fn from(sum: i128) -> Sum {
        i64::try_from(sum).map_or_else(|_| Sum::Text(sum.to_string()), Sum::Number)
    }
}
