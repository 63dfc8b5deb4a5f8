//! Any text as a message of the socket, in both directions: it is understood, or there is a reason.
//!
//! What a client hears may come from a card room that is none: whatever it says, a bot has an answer and a terminal a
//! picture.

use std::sync::LazyLock;

use analysis::strategies::{NamedStrategy, Shared};
use protocol::{ClientCommand, ClientMessage, PlayerId, ServerMessage, TableSettings};
use uth::{Book, Cents, Pays, Wagers};
use uth_cli::{Policy, picture};

static STRATEGY: LazyLock<Shared> = LazyLock::new(|| {
    let pays = Pays::approved(Book::House.rules().pay_tables[0]);
    let named = NamedStrategy::built_in("practical").expect("it comes with the program");
    named.shared(&pays).expect("it plays the standard game")
});

pub fn try_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(message) = serde_json::from_str::<ClientMessage>(text) {
        let again = serde_json::to_string(&message).expect("a message is text");
        assert_eq!(serde_json::from_str::<ClientMessage>(&again).ok(), Some(message));
    }
    if let Ok(ask) = serde_json::from_str::<ClientCommand>(text) {
        let floor = ask.is_for_floor();
        let command = ask.command(table::PlayerId(7));
        let of_floor = matches!(command, table::Command::Void { .. } | table::Command::Close { .. });
        assert_eq!(floor, of_floor);
    }
    if let Ok(record) = serde_json::from_str::<TableSettings>(text)
        && let Ok(settings) = record.settings()
    {
        // What is written of settings reads back the same.
        let again = TableSettings::from(&settings);
        assert_eq!(again.settings().map(|settings| TableSettings::from(&settings)), Ok(again));
    }
    if let Ok(said) = serde_json::from_str::<ServerMessage>(text) {
        hear(&said);
    }
}

fn hear(said: &ServerMessage) {
    if let ServerMessage::Snapshot { view, .. } | ServerMessage::Update { view, .. } = said {
        let wagers = Wagers::ante(Cents::dollars(5));
        for bank in [None, Some(Cents::dollars(500))] {
            let player = PlayerId(12);
            let policy = Policy { player, strategy: STRATEGY.clone(), wagers, bank, is_solo: true };
            let _ = (policy.next(view), policy.leave(view));
        }
    }
    for (width, height) in [(80, 24), (64, 18), (1, 1)] {
        let _ = picture(said, width, height);
    }
}
