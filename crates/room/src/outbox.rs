//! Outgoing messages of one connection.
//!
//! A client that reads slowly gets the newest view of a table instead of every update: once many messages wait for it,
//! the queued views of a table make way for one snapshot. It is ended only for answers that it asked for and does not
//! read, or for what no client can make up for any more.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use event_listener::Event;
use table::TableId;

/// One text message, shared by all connections that get the same.
pub type OutgoingMessage = Arc<str>;

/// How many messages may wait until the views of a table are replaced by the newest.
const MANY: usize = 32;

/// How many answers may wait for a connection.
const MOST_ANSWERS: usize = 256;

/// How many bytes may wait for a connection, answers and views of all its tables together.
const MOST_BYTES: usize = 4 << 20;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The sending side of a connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    number: u64,
    shared: Arc<Shared>,
}

/// The receiving side of an outbox. Dropping it closes the outbox.
#[derive(Debug)]
pub struct OutgoingMessages(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Notified when a message comes, and when one did not fit.
    changed: Event,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<(Subject, OutgoingMessage)>,
    bytes: usize,
    answers: usize,
    /// Whether a message did not fit.
    is_full: bool,
    is_closed: bool,
}

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    /// Something that the client asked for.
    Answer,
    /// A table, as it is after the message.
    View(TableId),
    /// The balance of the wallet.
    Wallet,
}

impl Outbox {
    /// Creates an outbox, and the receiver of its messages.
    pub fn new() -> (Outbox, OutgoingMessages) {
        // Only uniqueness matters, so that no order with other memory is needed.
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::<Shared>::default();
        (Outbox { number, shared: Arc::clone(&shared) }, OutgoingMessages(shared))
    }

    /// Returns the number that no other outbox of this process has.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether the receiver is gone.
    pub fn is_closed(&self) -> bool {
        self.shared.queue().is_closed
    }

    /// Whether a message did not fit: the connection has to end.
    pub fn is_full(&self) -> bool {
        self.shared.queue().is_full
    }

    /// Completes when a message does not fit.
    pub async fn overflow(&self) {
        loop {
            // The listener is there before the flag is read: an overflow in between wakes it.
            let listener = self.shared.changed.listen();
            if self.is_full() {
                return;
            }
            listener.await;
        }
    }

    /// Sends what the client asked for; returns whether the connection can still get messages. After the first message
    /// that does not fit nothing more is sent, because a client must not miss an answer in the middle.
    pub fn send(&self, message: OutgoingMessage) -> bool {
        self.change(|queue| queue.push(Subject::Answer, message))
    }

    /// Sends an update of a table; to a client for which many messages wait, a snapshot that replaces all views of the
    /// table that it has not read. Returns whether the connection can still get messages.
    pub fn send_view(
        &self,
        table: TableId,
        update: impl FnOnce() -> OutgoingMessage,
        snapshot: impl FnOnce() -> OutgoingMessage,
    ) -> bool {
        self.change(|queue| {
            if queue.messages.len() >= MANY && queue.has(Subject::View(table)) {
                queue.replace(Subject::View(table), snapshot());
            } else {
                queue.push(Subject::View(table), update());
            }
        })
    }

    /// Sends the balance of the wallet, in place of one that the client has not read.
    pub fn send_wallet(&self, message: OutgoingMessage) -> bool {
        self.change(|queue| {
            if queue.has(Subject::Wallet) {
                queue.replace(Subject::Wallet, message);
            } else {
                queue.push(Subject::Wallet, message);
            }
        })
    }

    fn change(&self, change: impl FnOnce(&mut Queue)) -> bool {
        let mut queue = self.shared.queue();
        if queue.is_full || queue.is_closed {
            return false;
        }
        change(&mut queue);
        queue.is_full = queue.answers > MOST_ANSWERS || queue.bytes > MOST_BYTES;
        let can_get_more = !queue.is_full;
        drop(queue);
        // One task receives, and the same task waits for an overflow while it sends.
        self.shared.changed.notify(usize::MAX);
        can_get_more
    }
}

impl Queue {
    fn has(&self, subject: Subject) -> bool {
        self.messages.iter().any(|(other, _)| *other == subject)
    }

    fn push(&mut self, subject: Subject, message: OutgoingMessage) {
        self.bytes += message.len();
        self.answers += usize::from(subject == Subject::Answer);
        self.messages.push_back((subject, message));
    }

    /// Puts a message in the place of the first one with that subject and drops the others. In the first place and not
    /// at the end, so that what a command led to is still told before its `done`.
    fn replace(&mut self, subject: Subject, message: OutgoingMessage) {
        let mut newest = Some(message);
        let mut bytes = 0;
        self.messages.retain_mut(|(other, text)| {
            let replaces = if *other == subject { newest.take() } else { None };
            let is_kept = *other != subject || replaces.is_some();
            if let Some(message) = replaces {
                *text = message;
            }
            bytes += if is_kept { text.len() } else { 0 };
            is_kept
        });
        self.bytes = bytes;
    }
}

impl OutgoingMessages {
    /// Returns the next message as soon as there is one.
    pub async fn recv(&self) -> OutgoingMessage {
        loop {
            if let Some(message) = self.try_recv() {
                return message;
            }
            // Looked at once more behind the listener: a message in between would wake nobody.
            let listener = self.0.changed.listen();
            if let Some(message) = self.try_recv() {
                return message;
            }
            listener.await;
        }
    }

    /// Returns the next message, if there is one.
    pub fn try_recv(&self) -> Option<OutgoingMessage> {
        let mut queue = self.0.queue();
        let (subject, message) = queue.messages.pop_front()?;
        queue.bytes -= message.len();
        queue.answers -= usize::from(subject == Subject::Answer);
        Some(message)
    }
}

impl Drop for OutgoingMessages {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        // What nobody will read is not kept until the last sender is gone.
        *queue = Queue { is_closed: true, ..Queue::default() };
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use table::TableId;

    use super::{MANY, MOST_ANSWERS, MOST_BYTES, Outbox, OutgoingMessage, OutgoingMessages};

    const ONE: TableId = TableId(1);
    const OTHER: TableId = TableId(2);

    fn text(text: &str) -> OutgoingMessage {
        text.into()
    }

    fn send(outbox: &Outbox, table: TableId, number: usize) -> bool {
        let update = || text(&format!("update {table} {number}"));
        outbox.send_view(table, update, || text(&format!("snapshot {table} {number}")))
    }

    fn all(messages: &OutgoingMessages) -> Vec<String> {
        std::iter::from_fn(|| messages.try_recv()).map(|message| message.to_string()).collect()
    }

    #[test]
    fn a_client_that_reads_gets_every_update() {
        let (outbox, messages) = Outbox::new();
        for number in 1..1_000 {
            assert!(send(&outbox, ONE, number));
            assert_eq!(all(&messages), [format!("update 1 {number}")]);
        }
    }

    #[test]
    fn a_slow_reader_gets_the_newest_view_and_every_answer() {
        let (outbox, messages) = Outbox::new();
        outbox.send(text("first"));
        assert!(send(&outbox, ONE, 1));
        outbox.send(text("done 1"));
        assert!(send(&outbox, OTHER, 1));
        for number in 2..100_000 {
            assert!(send(&outbox, ONE, number), "nobody is ended because of the frames of others");
            assert!(outbox.send_wallet(text(&format!("wallet {number}"))));
        }
        let told = all(&messages);
        assert!(told.len() <= MANY + 4, "{}", told.len());
        // What the command led to comes before its answer, even if it is a newer view by now.
        assert_eq!(&told[0], "first");
        assert!(told[1].starts_with("snapshot 1 "), "{told:?}");
        assert_eq!(told[2..4], ["done 1", "update 2 1"]);
        assert_eq!(
            told.iter().filter(|text| text.starts_with("wallet")).collect::<Vec<_>>(),
            ["wallet 99999"]
        );
        let last = told.iter().rfind(|text| text.contains(" 1 ")).expect("a view");
        assert!(last.ends_with(" 1 99999"), "{last}");
        send(&outbox, ONE, 100_000);
        assert_eq!(all(&messages), ["update 1 100000"], "a client that has caught up gets updates again");
    }

    #[test]
    fn only_unread_answers_and_too_many_bytes_end_a_connection() {
        let (outbox, messages) = Outbox::new();
        assert!((0..MOST_ANSWERS).all(|_| outbox.send(text("pong"))));
        assert!(send(&outbox, ONE, 1) && !outbox.is_full());
        assert!(!outbox.send(text("pong")));
        assert!(outbox.is_full());
        assert!(!send(&outbox, ONE, 2), "nothing is sent after a message that did not fit");
        drop(messages);
        assert!(outbox.is_closed());

        let (outbox, _messages) = Outbox::new();
        let large: OutgoingMessage = "x".repeat(MOST_BYTES / 4).into();
        let fits = |table| outbox.send_view(TableId(table), || large.clone(), || large.clone());
        assert!((1..=4).all(fits));
        assert!(!fits(5));
    }
}
