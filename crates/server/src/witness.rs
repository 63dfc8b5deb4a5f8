//! The witness: the signed ends of all logs, written to a place that is not the card room's.
//!
//! What a witness has is a file of receipts, one for each log that has grown since the last time. Whoever holds it can
//! compare it with the logs at any later time (`uth verify --witness`) and notices a history that was rewritten or
//! shortened, even if no player has kept a receipt.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Weak;
use std::time::Duration;

use fair::receipt::{Confirmation, Signer};
use protocol::Receipt;
use room::{Counted, Room, counted};
use store::{Head, LogId};
use tokio::time::{MissedTickBehavior, interval};

/// Where signed heads go.
pub trait WitnessSink: Send + 'static {
    /// Writes lines of JSON. It may take its time: nothing waits for it but the next lines.
    fn write(&mut self, lines: &str) -> io::Result<()>;
}

/// A witness, and how often it is told.
pub struct Witness {
    /// Where signed heads go.
    pub sink: Box<dyn WitnessSink>,
    /// The pause between two times.
    pub every: Duration,
}

/// Appends to a file.
pub struct WitnessFile(pub PathBuf);

impl WitnessSink for WitnessFile {
    fn write(&mut self, lines: &str) -> io::Result<()> {
        // Opened each time, so that a file that was rotated away or removed begins anew.
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0)?;
        file.write_all(lines.as_bytes())?;
        file.sync_data()
    }
}

/// Returns the counter of what became of the lines.
pub(crate) fn counter() -> Counted {
    counted("result", &["written", "failed"])
}

/// Tells the witness every so often of the logs that have grown, as long as the room is open.
pub(crate) async fn run(room: Weak<Room>, witness: Witness, counter: Counted) {
    let Witness { mut sink, every } = witness;
    let mut told = WitnessedHeads::default();
    let mut ticks = interval(every);
    // A sink that took longer than the pause is told again after a whole one.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(open) = room.upgrade() else { return };
        let fresh = open.archive().all_heads().await.map(|heads| told.fresh(heads));
        let lines = fresh.as_deref().map(|fresh| lines(fresh, open.signer(), open.now_ms()));
        // A slow sink must not keep a closed room.
        drop(open);
        let result = match lines {
            Ok(lines) if lines.is_empty() => continue,
            Ok(lines) => {
                // On a thread of its own: a slow disk or network must not hold up play.
                let write = move || (sink.write(&lines), sink);
                let Ok((result, same)) = tokio::task::spawn_blocking(write).await else { return };
                sink = same;
                result.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        let name = if result.is_ok() { "written" } else { "failed" };
        counter.get_or_create(&[("result", name)]).inc();
        match result {
            Ok(()) => told.note(fresh.unwrap_or_default()),
            // What was not written is fresh the next time as well.
            Err(error) => {
                tracing::error!(error, "the witness was not told; the next attempt makes up for it");
            }
        }
    }
}

/// Returns the receipts of these heads, one on each line.
fn lines(heads: &[(LogId, Head)], signer: &Signer, now_ms: u64) -> String {
    let line = |(log, head): &(LogId, Head)| {
        let confirmed = Confirmation { log: log.0, seq: head.seq, hash: head.hash, at_ms: now_ms };
        let receipt = Receipt::new(&confirmed, signer);
        serde_json::to_string(&receipt).expect("a receipt has text keys and no floats") + "\n"
    };
    heads.iter().map(line).collect()
}

/// Where each log ended when the witness was last told of it.
#[derive(Default)]
struct WitnessedHeads(BTreeMap<LogId, [u8; 32]>);

impl WitnessedHeads {
    /// Returns the heads that the witness does not know. They are compared by hash: a log that went back is told, too.
    fn fresh(&self, mut heads: Vec<(LogId, Head)>) -> Vec<(LogId, Head)> {
        heads.retain(|(log, head)| self.0.get(log) != Some(&head.hash));
        heads
    }

    fn note(&mut self, heads: Vec<(LogId, Head)>) {
        self.0.extend(heads.into_iter().map(|(log, head)| (log, head.hash)));
    }
}

#[cfg(test)]
mod tests {
    use store::{Head, LogId};

    use super::WitnessedHeads;

    fn head(log: u64, seq: u64, hash: u8) -> (LogId, Head) {
        (LogId(log), Head { seq, hash: [hash; 32], wake_ms: None })
    }

    #[test]
    fn only_logs_that_have_changed_are_told() {
        let mut told = WitnessedHeads::default();
        let all = vec![head(0, 5, 1), head(1, 9, 2)];
        assert_eq!(told.fresh(all.clone()), all);
        assert_eq!(told.fresh(all.clone()), all, "what was not written is fresh again");
        told.note(all.clone());
        assert_eq!(told.fresh(all.clone()), []);
        let grown = head(1, 10, 3);
        assert_eq!(told.fresh(vec![head(0, 5, 1), grown]), [grown]);
        let rewritten = head(0, 5, 9);
        assert_eq!(told.fresh(vec![rewritten, head(1, 9, 2)]), [rewritten]);
    }
}
