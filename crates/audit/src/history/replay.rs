//! From the entries of a round to its steps.

use journal::record::{EventKey, RecordRange, RoundSummary};
use journal::replay::{NextEvent, Replay, ReplayFailure};
use journal::{CheckpointRecord, ReadRecords};
use store::{LogReader, StoreError};
use table::{Event, Table, TableId, Viewer, view};

use super::{Decided, Replayed, Step};

/// Returns the log at the last checkpoint before a round.
pub(super) async fn nearest(
    store: &dyn LogReader,
    hand: &RoundSummary,
) -> Result<Option<Replay>, StoreError> {
    let table = TableId(hand.table);
    let range =
        RecordRange::<CheckpointRecord>::of_log(table).before(&EventKey { table, seq: hand.first_seq });
    let Some((_, stored)) = store.scan(&range.backwards().limit(1)).await?.pop() else { return Ok(None) };
    Ok(Some(Replay::from_checkpoint(&stored.record)?))
}

/// Collects the steps of the round whose opening has the sequence number `first_seq`, from everything that was pushed.
pub(super) fn steps(
    replay: &mut Replay,
    first_seq: u64,
    viewer: Viewer,
) -> Result<Option<Replayed>, ReplayFailure> {
    let mut start = None;
    let (mut steps, mut decisions) = (Vec::<Step>::new(), Vec::new());
    while let Some(next) = replay.next_event()? {
        let belongs = next.cause.last_seq() >= first_seq;
        if belongs && start.is_none() {
            start = replay.table().cloned();
        }
        if belongs {
            decisions.extend(decided(replay.table(), &next.event, next.cause.at_ms));
        }
        let NextEvent { seq, cause, event } = replay.apply(next)?;
        let (true, Some(table)) = (belongs, replay.table()) else { continue };
        match steps.last_mut().filter(|step| step.seq == cause.seq) {
            Some(step) => step.events.push(event),
            None => steps.push(Step {
                seq,
                at_ms: cause.at_ms,
                by: cause.by.map(|player| player.0),
                events: vec![event],
                view: view(table, viewer),
            }),
        }
        if let (true, Some(step)) = (seq == cause.last_seq(), steps.last_mut()) {
            step.view = view(table, viewer);
        }
    }
    replay.require_caught_up()?;
    let end = replay.table().cloned();
    Ok(start.zip(end).map(|(start, end)| Replayed { start, steps, decisions, end }))
}

fn decided(table: Option<&Table>, event: &Event, at_ms: u64) -> Option<Decided> {
    let Event::Decided { seat, decision, by, .. } = event else { return None };
    let stage = table?.live()?.round.stage();
    Some(Decided { at_ms, seat: *seat, stage, decision: *decision, by: *by })
}
