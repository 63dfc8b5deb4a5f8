//! The card room as it is run: the real program in a process of its own, played at through real sockets, on both
//! storages, stopped in order and killed at any moment; and three of them on one database.

mod accounts;
mod audit;
mod cable;
mod card_room;
mod chance;
mod crowd;
mod cuts;
mod database;
mod doors;
mod elsewhere;
mod floor;
mod history;
mod inspector;
mod kills;
mod memory;
mod nats;
mod nodes;
mod player;
mod playing;
#[path = "../../../store/tests/support/postgres.rs"]
mod postgres;
mod storage;
#[path = "../../../server/tests/support/wire.rs"]
mod wire;
