//! Splits a stream into JSON documents.
//!
//! Documents follow each other with or without line breaks, and each may span lines. After a broken document the next
//! one is looked for at the start of a line, so that one bad document does not spoil the others. A byte-order mark at
//! the start of the stream is skipped.

use std::io::{self, BufRead, Read};

/// The longest document. It bounds memory; the largest hand that a card room exports is well below it.
const LONGEST_DOCUMENT: usize = 1024 * 1024;

const NOT_AN_OBJECT: &str = "a document is a JSON object and starts with {";

/// UTF-8's byte-order mark, with which some editors and spreadsheets begin a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One document's text, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub enum Text {
    /// From its first brace to its last.
    Whole(Vec<u8>),
    /// Something that does not end, or does not begin, like a document.
    Broken(&'static str),
}

/// The documents of a stream.
pub struct Documents<R> {
    input: R,
    /// Bytes to be read again before the input, last byte first.
    again: Vec<u8>,
    is_at_start: bool,
}

impl<R: BufRead> Documents<R> {
    /// Returns the documents of that stream.
    pub fn new(input: R) -> Documents<R> {
        Documents { input, again: Vec::new(), is_at_start: true }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if let Some(byte) = self.again.pop() {
            return Ok(Some(byte));
        }
        let byte = self.input.fill_buf()?.first().copied();
        self.input.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    fn document(&mut self) -> io::Result<Option<Text>> {
        if std::mem::take(&mut self.is_at_start) {
            // What is not a mark is read again, in its order.
            self.input.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut self.again)?;
            if self.again == BYTE_ORDER_MARK {
                self.again.clear();
            }
            self.again.reverse();
        }
        let first = loop {
            match self.byte()? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                Some(byte) => break byte,
                None => return Ok(None),
            }
        };
        if first != b'{' && first != b'[' {
            while self.byte()?.is_some_and(|byte| byte != b'\n') {}
            return Ok(Some(Text::Broken(NOT_AN_OBJECT)));
        }
        let mut text = vec![first];
        if let Some(why) = self.rest_of_document(&mut text)? {
            self.go_on_inside(&text)?;
            return Ok(Some(Text::Broken(why)));
        }
        Ok(Some(if first == b'{' { Text::Whole(text) } else { Text::Broken(NOT_AN_OBJECT) }))
    }

    /// Reads up to the brace that closes the first one, or says why it is not to be found.
    fn rest_of_document(&mut self, text: &mut Vec<u8>) -> io::Result<Option<&'static str>> {
        let (mut depth, mut is_in_string, mut is_escaped) = (1, false, false);
        while depth > 0 {
            if text.len() == LONGEST_DOCUMENT {
                return Ok(Some("it is longer than 1 MiB, or a brace in it is never closed"));
            }
            let Some(byte) = self.byte()? else {
                return Ok(Some("it ends before its last brace is closed"));
            };
            match (is_in_string, byte) {
                (true, b'\n') => {
                    self.again.push(byte);
                    return Ok(Some("a text in it is never closed by a quotation mark"));
                }
                (true, _) if is_escaped => is_escaped = false,
                (true, b'\\') => is_escaped = true,
                (_, b'"') => is_in_string = !is_in_string,
                (false, b'{' | b'[') => depth += 1,
                (false, b'}' | b']') => depth -= 1,
                _ => {}
            }
            text.push(byte);
        }
        // Braces can also match up across documents, one with too few and one with too many.
        let suspicious = next_line_with_brace(text).is_some();
        let broken = suspicious && serde_json::from_slice::<serde::de::IgnoredAny>(text).is_err();
        Ok(broken.then_some("it is not valid JSON"))
    }

    /// Goes on at the first line of a broken document, after its own, that starts with a brace.
    fn go_on_inside(&mut self, broken: &[u8]) -> io::Result<()> {
        if let Some(next) = next_line_with_brace(broken) {
            self.again.extend(broken[next..].iter().rev());
            return Ok(());
        }
        let mut before = broken.last().copied();
        while let Some(byte) = self.byte()? {
            if before == Some(b'\n') && byte == b'{' {
                self.again.push(byte);
                break;
            }
            before = Some(byte);
        }
        Ok(())
    }
}

fn next_line_with_brace(text: &[u8]) -> Option<usize> {
    text.windows(2).position(|pair| pair == b"\n{").map(|line_end| line_end + 1)
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = io::Result<Text>;

    fn next(&mut self) -> Option<Self::Item> {
        self.document().transpose()
    }
}
