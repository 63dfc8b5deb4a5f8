//! Counts the pieces of fragmented messages below a WebSocket.
//!
//! The WebSocket library returns whole messages, so that a client could send empty fragments without end and never be
//! heard of. This follows the frames as they are read, header by header.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How many pieces are read before they are accounted for.
const MOST_UNCOUNTED: u32 = 64;

/// Pieces that were read and not yet accounted for.
#[derive(Clone, Debug, Default)]
pub(super) struct Fragments(Arc<AtomicU32>);

impl Fragments {
    /// Takes one; returns whether there was any.
    pub(super) fn take(&self) -> bool {
        // Relaxed, here and below: one task reads and counts.
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1)).is_ok()
    }
}

/// A stream whose incoming bytes are WebSocket frames.
pub(super) struct FrameCounter<Stream> {
    stream: Stream,
    frames: FrameReader,
    fragments: Fragments,
}

impl<Stream> FrameCounter<Stream> {
    pub(super) fn new(stream: Stream, fragments: Fragments) -> FrameCounter<Stream> {
        FrameCounter { stream, frames: FrameReader::default(), fragments }
    }
}

/// Where in a frame the bytes read so far end (RFC 6455, section 5.2).
#[derive(Debug, Default)]
struct FrameReader {
    header: [u8; 14],
    /// How many bytes of the header have been read.
    filled: usize,
    /// How many bytes of the payload are yet to come.
    payload: u64,
}

impl FrameReader {
    /// Follows more bytes; returns how many frames began in them that are not a whole message by themselves.
    fn fragments(&mut self, mut bytes: &[u8]) -> u32 {
        let mut count = 0;
        loop {
            let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
            self.payload -= skipped as u64;
            bytes = &bytes[skipped..];
            let [byte, rest @ ..] = bytes else { return count };
            self.header[self.filled] = *byte;
            self.filled += 1;
            bytes = rest;
            if let Some(payload) = self.payload() {
                let (is_last, opcode) = (self.header[0] & 0x80 != 0, self.header[0] & 0x0f);
                count += u32::from(!is_last || opcode == 0);
                (self.payload, self.filled) = (payload, 0);
            }
        }
    }

    /// Returns the length of the payload once the header is complete.
    fn payload(&self) -> Option<u64> {
        let header = &self.header[..self.filled];
        let second = *header.get(1)?;
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let length = match second & 0x7f {
            126 => header.get(2..4)?,
            127 => header.get(2..10)?,
            _ => &[],
        };
        let is_complete = header.len() == 2 + length.len() + mask;
        let long = length.iter().fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
        let payload = if length.is_empty() { u64::from(second & 0x7f) } else { long };
        is_complete.then_some(payload)
    }
}

impl<Stream: AsyncRead + Unpin> AsyncRead for FrameCounter<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.fragments.0.load(Ordering::Relaxed) >= MOST_UNCOUNTED {
            // The library would go on reading as long as bytes come: it is stopped here until the pieces are counted.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        let count = this.frames.fragments(&buffer.filled()[before..]);
        this.fragments.0.fetch_add(count, Ordering::Relaxed);
        read
    }
}

impl<Stream: AsyncWrite + Unpin> AsyncWrite for FrameCounter<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::FrameReader;

    /// A masked frame of a client.
    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            126..65_536 => frame.extend([0xfe].into_iter().chain((length as u16).to_be_bytes())),
            _ => frame.extend([0xff].into_iter().chain((length as u64).to_be_bytes())),
        }
        // The payload looks like the header of a fragment.
        frame.resize(frame.len() + 4 + length, 0);
        frame
    }

    #[test]
    fn pieces_are_counted_and_whole_messages_are_not() {
        // The first byte of each frame and the length of its payload; how many are pieces.
        let rows: [(&[(u8, usize)], u32); 5] = [
            (&[(0x81, 5), (0x89, 0), (0x8a, 3), (0x82, 200), (0x88, 2)], 0),
            (&[(0x01, 0), (0x00, 0), (0x00, 0), (0x80, 0)], 4),
            (&[(0x01, 125), (0x89, 0), (0x00, 126), (0x80, 1)], 3),
            (&[(0x81, 65_535), (0x81, 65_536), (0x01, 70_000), (0x80, 0)], 2),
            (&[(0x02, 0), (0x80, 0), (0x81, 1)], 2),
        ];
        for (frames, expected) in rows {
            let bytes: Vec<u8> = frames.iter().flat_map(|(first, length)| frame(*first, *length)).collect();
            for at_once in [1, 2, 3, 7, 4_096, bytes.len()] {
                let mut reader = FrameReader::default();
                let count: u32 = bytes.chunks(at_once).map(|chunk| reader.fragments(chunk)).sum();
                assert_eq!(count, expected, "{frames:?}, {at_once} bytes at once");
            }
        }
    }
}
