//! A command is judged once: its player's wallet is asked for the chips of a raise exactly once, and what was decided
//! is the state that is committed.

use std::cell::Cell;

use fair::entropy::OperatingSystem;
use fair::seal::SealKey;
use journal::cache::NameCache;
use protocol::{ClientCommand, TableMode, TableSettings};
use room::CommandRequest;
use room::table_state::{Decided, DecisionContext, PendingCommit, TableState};
use table::{Command, Event, PlayerId, TableId, Timestamp};
use uth::{Book, Cents};

#[test]
fn a_raise_asks_the_wallet_once_and_its_settlement_is_carried() {
    let (asked, key) = (Cell::new(0), SealKey::from_bytes(&[7; 32]));
    let context = DecisionContext {
        now: Timestamp(1_000),
        available: &|_| {
            asked.set(asked.get() + 1);
            Cents::dollars(1_000_000)
        },
        names: &NameCache::default(),
        entropy: &OperatingSystem,
        key: &key,
    };
    let settings = TableSettings::new(Book::House, TableMode::Solo {}).settings().expect("settings");
    let open = Command::Open { table: TableId(1), settings: Box::new(settings), floor: PlayerId(0) };
    let mut state = TableState::open(&CommandRequest::of_the_room(open), &context).expect("a table").after;
    let mut execute = |id: &str, command: &str| -> PendingCommit {
        let command: ClientCommand = serde_json::from_str(command).expect("a command");
        let id = id.parse().expect("an id");
        let request = CommandRequest::new(PlayerId(7), id, state.table().seq(), command);
        asked.set(0);
        let Decided::Commit(pending) = state.decide(&request, &context).expect("legal") else {
            panic!("it was done before")
        };
        state = pending.after.clone();
        *pending
    };
    execute("a", r#"{"type":"sit","seat":1}"#);
    execute("b", r#"{"type":"wager","seat":1,"ante":500}"#);
    execute("c", r#"{"type":"no_more_bets"}"#);
    let raised = execute("d", r#"{"type":"raise","seat":1,"times":4}"#);
    assert_eq!(asked.get(), 1, "a second judgement would ask for the chips again");
    let round = raised.after.table().round().expect("the round");
    assert!(
        round.settlement.is_some(),
        "the record of the round is computed with the state and stays with it"
    );
    assert!(raised.events.iter().any(|event| matches!(event, Event::Settled { .. })), "{:?}", raised.events);
    assert_eq!(raised.sent.len(), raised.events.len(), "stored and sent in one form, made once");
}
