//! The tables that a new card room opens with, and solo tables for players who ask for one.

use table::{PlayerId, TableId};
use uth::{Book, PayTableId, Seat};

use journal::ReadRecords;
use journal::record::SoloSeat;
use protocol::ErrorCode::{Closed, SeatState, SeatTaken};
use protocol::{ClientCommand, CollectionSchedule, ErrorCode, TableMode, TableSettings};
use room::accounts::Accounts;
use room::{CommandError, Room};

/// Time for people: twelve seconds to wager after the first wager, fifteen to accept the bank.
const CLOCK: TableMode = TableMode::Clock { betting_ms: 12_000, bank_ms: 15_000 };

/// How long a player at a solo table may take to decide. No other player waits.
const SOLO_DECISION_MS: u64 = 30 * 60 * 1_000;

/// Returns the settings of a solo table, whose player says when to deal.
pub fn solo(book: Book) -> TableSettings {
    TableSettings {
        places: Some(1),
        minimum: Some(500),
        maximum: Some(10_000),
        decision_ms: SOLO_DECISION_MS,
        ..TableSettings::new(book, TableMode::Solo {})
    }
}

/// How many solo tables players may open by themselves.
const MOST_SOLO_TABLES: usize = 500;

/// Seats a player at a solo table: the one where they sit already, a free one, or a new one.
pub async fn seat_at_solo_table(
    room: &Room,
    accounts: &Accounts,
    player: PlayerId,
) -> Result<TableId, CommandError> {
    if let Some(SoloSeat { table }) = room.store().get(&player).await? {
        return Ok(TableId(table));
    }
    let (mut free, mut tables) = (Vec::new(), 0);
    for (table, record) in room.tables().await? {
        // A table with bots is not for one player; it need not be loaded to know that.
        if record.house_players > 0 {
            continue;
        }
        let entry = room.lobby_entry(table).await?;
        if entry.settings.mode != (TableMode::Solo {}) || !entry.open {
            continue;
        }
        tables += 1;
        match entry.players.first() {
            Some(who) if who.id == player.into() => return Ok(table),
            Some(_) => {}
            None => free.push(table),
        }
    }
    // Several guests may ask at the same moment: each tries the free tables in turn, and the seat decides.
    for table in free {
        match sit(room, accounts, table, player).await {
            Ok(()) => return Ok(table),
            // Another player was faster.
            Err(refused) if matches!(refused.code, SeatTaken | SeatState | Closed) => {}
            Err(refused) => return Err(refused),
        }
    }
    // A bound, because anybody may become a guest and ask: tables stay in the store for ever.
    if tables >= MOST_SOLO_TABLES {
        let reason = "all solo tables are taken; watch another table, or come back later";
        return Err(CommandError::new(ErrorCode::TooManyTables, reason));
    }
    let opened = room.open_table(None, &format!("Solo {}", tables + 1), &solo(Book::House), 0).await?;
    let table = opened.table.into();
    sit(room, accounts, table, player).await?;
    Ok(table)
}

async fn sit(room: &Room, accounts: &Accounts, table: TableId, player: PlayerId) -> Result<(), CommandError> {
    // Sitting down does not answer cards, so that any state that the player could have seen will do.
    let (id, seen) = (room.fresh_command_id()?, room.lobby_entry(table).await?.seq);
    let seat = Seat::new(1).expect("every table has a first seat");
    accounts.execute(table, player, id, seen, ClientCommand::Sit { seat: seat.into() }).await?;
    Ok(())
}

/// Opens the tables of a new card room: four solo tables, and one table of each rule book with bots. Their numbers are
/// fixed, so that nodes which start at the same time open each of them once.
pub async fn open_tables(room: &Room) -> Result<(), CommandError> {
    let table = |name: &str, book, pay_table: PayTableId, dollars: (i64, i64), bots| {
        let settings = TableSettings {
            pay_table: Some(pay_table.into()),
            minimum: Some(dollars.0 * 100),
            maximum: Some(dollars.1 * 100),
            ..TableSettings::new(book, CLOCK)
        };
        (name.to_owned(), settings, bots)
    };
    let mut bad_beat =
        table("California with Bad Beat", Book::CaliforniaBadBeat, PayTableId::Uth04, (10, 100), 4);
    bad_beat.1.schedule = Some(CollectionSchedule::Printed(7));
    let company = [
        table("House table", Book::House, PayTableId::Uth01, (5, 100), 2),
        table("Washington", Book::Washington, PayTableId::Uth01, (5, 100), 3),
        table("California", Book::California, PayTableId::Uth01, (10, 200), 4),
        bad_beat,
    ];
    let solo_tables = (1..=4).map(|number| (format!("Solo {number}"), solo(Book::House), 0));
    for (number, (name, settings, house_players)) in (1..).zip(solo_tables.chain(company)) {
        let settings =
            settings.settings().map_err(|error| CommandError::new(ErrorCode::Settings, error.to_string()))?;
        // A number that another node has opened meanwhile is fine: its table is the same.
        room.open_numbered(number, None, &name, &settings, house_players).await?;
    }
    Ok(())
}
