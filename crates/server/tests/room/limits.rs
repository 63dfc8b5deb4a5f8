//! A player's own limits, when what they count changes between asking them and deciding.

use std::sync::Arc;

use protocol::{ClientCommand, ErrorCode, Receipt};
use room::accounts::{Accounts, WagerPermit};
use room::{CommandError, CommandRequest, Room};
use table::{PlayerId, TableId};
use uth::{Book, Cents};

use crate::world::{World, solo, table};

const SIT: &str = r#"{"type":"sit","seat":1}"#;

/// A player without a connection.
struct Guest {
    room: Arc<Room>,
    accounts: Arc<Accounts>,
    player: PlayerId,
    commands: u64,
}

impl Guest {
    async fn new(room: &Arc<Room>, accounts: &Arc<Accounts>) -> Guest {
        let player = accounts.guest().await.expect("a guest").player;
        Guest { room: Arc::clone(room), accounts: Arc::clone(accounts), player, commands: 0 }
    }

    /// Sends a command as a connection does.
    async fn send(&mut self, table: TableId, command: &str) -> Result<Receipt, CommandError> {
        let permit = match serde_json::from_str(command).expect("a command") {
            ClientCommand::Wager { .. } | ClientCommand::Sit { .. } => self.permit().await,
            _ => WagerPermit::UNLIMITED,
        };
        self.send_with(permit, table, command).await
    }

    /// Sends a command with limits that were asked for earlier.
    async fn send_with(
        &mut self,
        permit: WagerPermit,
        table: TableId,
        command: &str,
    ) -> Result<Receipt, CommandError> {
        self.commands += 1;
        let id = format!("c{}", self.commands).parse().expect("an id");
        let seen = self.room.lobby_entry(table).await.expect("a table").seq;
        let command = serde_json::from_str(command).expect("a command");
        let request = CommandRequest { permit, ..CommandRequest::new(self.player, id, seen, command) };
        self.room.execute(table, request).await
    }

    async fn permit(&self) -> WagerPermit {
        self.accounts.permit(self.player).await.expect("a permit")
    }

    async fn limit(&self, cents: i64) {
        let limited = self.accounts.limit_losses(self.player, Some(Cents(cents)));
        limited.await.expect("a limit");
    }
}

fn wager(ante: i64) -> String {
    format!(r#"{{"type":"wager","seat":1,"ante":{ante},"trips":0,"bad_beat":0}}"#)
}

fn code(result: Result<Receipt, CommandError>) -> Option<ErrorCode> {
    result.err().map(|refused| refused.code)
}

#[tokio::test]
async fn a_hand_from_before_a_limit_keeps_its_raise_reserved() {
    let world = World::new();
    let room = world.room().await;
    let accounts = Arc::new(Accounts::new(Arc::clone(&room)));
    let mut guest = Guest::new(&room, &accounts).await;
    let (first, second) = (solo(&room).await, table(&room, Book::House, 0).await);
    guest.send(first, SIT).await.expect("a seat");
    guest.send(first, &wager(1_000)).await.expect("a wager");
    // The hand may cost 6,000 with its largest raise, of which 2,000 are on the table.
    guest.limit(9_000).await;
    guest.send(second, SIT).await.expect("a seat");
    assert_eq!(code(guest.send(second, &wager(600)).await), Some(ErrorCode::LossLimit));
    guest.send(second, &wager(500)).await.expect("a wager of 3,000 fits exactly");
    guest.send(first, r#"{"type":"no_more_bets"}"#).await.expect("cards");
    guest.send(first, r#"{"type":"raise","seat":1,"times":4}"#).await.expect("no limit refuses a raise");
}

#[tokio::test]
async fn a_raise_after_the_limits_were_asked_is_counted() {
    let world = World::new();
    let room = world.room().await;
    let accounts = Arc::new(Accounts::new(Arc::clone(&room)));
    for _ in 0..60 {
        let mut guest = Guest::new(&room, &accounts).await;
        let table = solo(&room).await;
        guest.send(table, SIT).await.expect("a seat");
        guest.send(table, &wager(500)).await.expect("a wager");
        guest.send(table, r#"{"type":"no_more_bets"}"#).await.expect("cards");
        // 1,000 lie on the table, 2,000 are reserved for the raise: 2,900 are left, and a hand of 500 costs 3,000.
        guest.limit(5_900).await;
        let permit = guest.permit().await;
        guest.send(table, r#"{"type":"raise","seat":1,"times":4}"#).await.expect("a raise");
        if room.wallet(guest.player).await.expect("a wallet") == Cents(97_000) {
            let refused = guest.send_with(permit, table, &wager(500)).await;
            assert_eq!(code(refused), Some(ErrorCode::LossLimit));
            return;
        }
    }
    panic!("nobody lost a raise in sixty hands");
}

#[tokio::test]
async fn a_wager_that_was_permitted_before_the_limits_changed_is_not_accepted_after() {
    let world = World::new();
    let room = world.room().await;
    let accounts = Arc::new(Accounts::new(Arc::clone(&room)));
    let mut guest = Guest::new(&room, &accounts).await;
    let table = solo(&room).await;
    guest.send(table, SIT).await.expect("a seat");
    let permit = guest.permit().await;
    guest.limit(1_000).await;
    assert_eq!(code(guest.send_with(permit, table, &wager(500)).await), Some(ErrorCode::Busy));
    assert_eq!(code(guest.send(table, &wager(500)).await), Some(ErrorCode::LossLimit));
    let permit = guest.permit().await;
    accounts.exclude(guest.player, 1).await.expect("an exclusion");
    assert_eq!(code(guest.send_with(permit, table, SIT).await), Some(ErrorCode::SeatTaken));
    assert_eq!(code(guest.send(table, &wager(500)).await), Some(ErrorCode::Excluded));
}
