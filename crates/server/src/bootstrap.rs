//! The tables that a card room begins with.

use table::{PlayerId, TableId};
use uth::{Book, Seat};

use fair::entropy::fill;
use journal::ReadRecords;
use journal::record::SoloSeat;
use protocol::{ClientCommand, CollectionSchedule, ErrorCode, TableMode, TableSettings};
use room::{CommandError, Room};

/// A pace for people: half a minute to decide, a quarter to wager after the first wager and to take the bank.
const CLOCK: TableMode = TableMode::Clock { betting_ms: 12_000, bank_ms: 15_000 };

/// How long a person at a table of their own may think. Nobody else waits.
const ALONE_MS: u64 = 30 * 60 * 1_000;

/// A table for one person, who says when to deal.
pub fn solo(book: Book) -> TableSettings {
    TableSettings {
        places: Some(1),
        minimum: Some(500),
        maximum: Some(10_000),
        decision_ms: ALONE_MS,
        ..TableSettings::new(book, TableMode::Solo {})
    }
}

/// The most tables for one person that visitors may open by themselves.
const MOST_SOLO_TABLES: usize = 500;

/// Seats somebody at a table for one: where they sit already, at a free one, or at a new one.
pub async fn seat_alone(room: &Room, player: PlayerId) -> Result<TableId, CommandError> {
    if let Some(SoloSeat { table }) = room.store().get(&player).await? {
        return Ok(TableId(table));
    }
    let (mut free, mut tables) = (Vec::new(), 0);
    for (table, record) in room.tables().await? {
        if record.house_players > 0 {
            continue;
        }
        let summary = room.summary(table).await?;
        if summary.settings.mode != (TableMode::Solo {}) || !summary.open {
            continue;
        }
        tables += 1;
        match summary.players.first() {
            Some(who) if who.id == player.into() => return Ok(table),
            Some(_) => {}
            None => free.push(table),
        }
    }
    for table in free {
        match sit(room, table, player).await {
            Ok(()) => return Ok(table),
            // Somebody else was faster.
            Err(refused)
                if matches!(
                    refused.code,
                    ErrorCode::SeatTaken | ErrorCode::SeatState | ErrorCode::Closed
                ) => {}
            Err(refused) => return Err(refused),
        }
    }
    if tables >= MOST_SOLO_TABLES {
        return Err(CommandError::new(
            ErrorCode::TooManyTables,
            "all tables for one are taken; watch another, or come back later",
        ));
    }
    let table = room.open_table(None, &format!("Solo {}", tables + 1), &solo(Book::House), 0).await?;
    sit(room, table, player).await?;
    Ok(table)
}

async fn sit(room: &Room, table: TableId, player: PlayerId) -> Result<(), CommandError> {
    let mut name = [0; 16];
    fill(&mut name, room.entropy())?;
    let seen = room.summary(table).await?.seq;
    let Some(seat) = Seat::new(1) else { return Ok(()) };
    room.ask(table, player, hex::encode(name), seen, ClientCommand::Sit { seat }).await.map(|_| ())
}

/// Opens the tables of a new card room: some for one person who plays at once, one of each rule book for company.
/// Each has its number, so that nodes that start at once open each of them once.
pub async fn open_tables(room: &Room) -> Result<(), CommandError> {
    let table = |book, pay_table: &str, dollars: (i64, i64)| TableSettings {
        pay_table: Some(pay_table.to_owned()),
        minimum: Some(dollars.0 * 100),
        maximum: Some(dollars.1 * 100),
        ..TableSettings::new(book, CLOCK)
    };
    let company = [
        ("House table", table(Book::House, "UTH-01", (5, 100)), 2),
        ("Washington", table(Book::Washington, "UTH-01", (5, 100)), 3),
        ("California", table(Book::California, "UTH-01", (10, 200)), 4),
        (
            "California with Bad Beat",
            TableSettings {
                schedule: Some(CollectionSchedule::Printed(7)),
                ..table(Book::CaliforniaBadBeat, "UTH-04", (10, 100))
            },
            4,
        ),
    ];
    let alone = (1..=4).map(|number| (format!("Solo {number}"), solo(Book::House), 0));
    let company = company.map(|(name, settings, house_players)| (name.to_owned(), settings, house_players));
    for (number, (name, settings, house_players)) in (1..).zip(alone.chain(company)) {
        let settings =
            settings.settings().map_err(|error| CommandError::new(ErrorCode::Settings, error.to_string()))?;
        room.open_numbered(number, None, &name, &settings, house_players).await?;
    }
    Ok(())
}
