//! A card room that goes back in time is given away by one receipt, and by nothing that a stranger can invent.

use std::sync::Arc;

use fair::receipt::Signer;
use protocol::{ClientCommand, ErrorCode, Hex32, Hex64, LogPosition, Receipt, Seq};
use room::faults::FaultKind;
use room::{CommandError, CommandRequest, Outbox, Room};
use store::LogId;
use table::{PlayerId, TableId, Viewer};
use uth::Seat;

use crate::world::{World, join, solo};

const PLAYER: PlayerId = PlayerId(1_000);

async fn ask(room: &Room, table: TableId, name: &str, seen: u64, command: ClientCommand) -> Receipt {
    let request = CommandRequest::new(PLAYER, name.parse().expect("an id"), Seq(seen), command);
    room.execute(table, request).await.expect("a legal command")
}

fn sit() -> ClientCommand {
    ClientCommand::Sit { seat: Seat::new(1).expect("a seat").into() }
}

fn sit_out() -> ClientCommand {
    ClientCommand::SitOut { seat: Seat::new(1).expect("a seat").into() }
}

async fn watch(
    room: &Room,
    table: TableId,
    after: Option<LogPosition>,
    receipt: Option<Receipt>,
) -> Result<(), CommandError> {
    let (outbox, _frames) = Outbox::new();
    room.watch(table, Viewer::Player(PLAYER), &outbox, after, receipt).await
}

/// How often an operator was told that something was forgotten.
fn faults(room: &Room) -> u64 {
    room.faults().counted().get_or_create(&[("kind", "forgotten")]).get()
}

/// A card room whose file was copied, which went on, and which then got the copy back; the last receipt of before.
async fn rolled_back(world: &World) -> (Arc<Room>, TableId, Receipt) {
    let room = world.room().await;
    let table = solo(&room).await;
    join(&room, PLAYER).await.expect("an account");
    ask(&room, table, "a", 1, sit()).await;
    room.close().await;
    let copy = world.path().with_extension("copy");
    std::fs::copy(world.path(), &copy).expect("a copy");
    let room = world.room().await;
    let receipt = ask(&room, table, "b", 2, sit_out()).await;
    room.close().await;
    std::fs::rename(copy, world.path()).expect("the copy is back");
    (world.room().await, table, receipt)
}

#[tokio::test]
async fn a_receipt_is_signed_and_a_repeat_gets_the_same() {
    let world = World::new();
    let room = world.room().await;
    let table = solo(&room).await;
    let receipt = ask(&room, table, "a", 1, sit()).await;
    assert!(receipt.is_signed_by(&room.signer().public_key()));
    assert_eq!(ask(&room, table, "a", 1, sit()).await, receipt);
    room.close().await;
    let room = world.room().await;
    assert_eq!(
        ask(&room, table, "a", 1, sit()).await,
        receipt,
        "after a restart it is answered from the log"
    );
    watch(&room, table, None, Some(receipt)).await.expect("the log has it");
    assert_eq!(faults(&room), 0);
}

#[tokio::test]
async fn a_card_room_that_went_back_says_so_to_whoever_has_a_receipt() {
    let world = World::new();
    let (room, table, receipt) = rolled_back(&world).await;
    let refused = watch(&room, table, None, Some(receipt)).await.expect_err("it is forgotten");
    assert_eq!(refused.code, ErrorCode::Forgotten, "{refused}");
    assert_eq!(faults(&room), 1);
    // The log goes on past that event, on another history.
    let other = ask(&room, table, "c", 2, sit_out()).await;
    assert_eq!(other.seq, receipt.seq);
    let refused = watch(&room, table, None, Some(receipt)).await.expect_err("it is another event");
    assert_eq!(
        (refused.code, faults(&room)),
        (ErrorCode::Forgotten, 1),
        "one table is one line for the operator"
    );
    assert!(room.faults().has(FaultKind::Forgotten, Some(LogId(table.0))), "and the node is not ready");
    // To start over is possible, and the new history has receipts of its own.
    watch(&room, table, None, None).await.expect("a snapshot");
    watch(&room, table, None, Some(other)).await.expect("the log has it");
    assert_eq!(faults(&room), 1);
}

#[tokio::test]
async fn after_a_restore_that_the_operator_declared_only_clients_hear_of_it() {
    let world = World::new();
    let (room, table, receipt) = rolled_back(&world).await;
    room.declare_restored(receipt.at_ms.0 + 1);
    let refused = watch(&room, table, None, Some(receipt)).await.expect_err("it is forgotten");
    assert_eq!((refused.code, faults(&room)), (ErrorCode::Forgotten, 0));
    // What is confirmed from then on counts as ever.
    room.declare_restored(receipt.at_ms.0);
    let refused = watch(&room, table, None, Some(receipt)).await.expect_err("it is forgotten");
    assert_eq!((refused.code, faults(&room)), (ErrorCode::Forgotten, 1));
}

#[tokio::test]
async fn a_card_room_that_lost_a_whole_table_says_so_too() {
    let world = World::new();
    let room = world.room().await;
    let signed = |table| {
        let confirmation = fair::receipt::Confirmation { log: table, seq: 2, hash: [5; 32], at_ms: 7 };
        Receipt::new(&confirmation, &Signer::from_key(&[7; 32]))
    };
    let refused =
        watch(&room, TableId(77), None, Some(signed(77))).await.expect_err("there is no such table");
    assert_eq!((refused.code, faults(&room)), (ErrorCode::Forgotten, 1));
    let refused =
        watch(&room, TableId(77), None, Some(signed(78))).await.expect_err("there is no such table");
    assert_eq!((refused.code, faults(&room)), (ErrorCode::NoSuchTable, 1), "a receipt of another table");
}

#[tokio::test]
async fn what_a_stranger_invents_raises_no_fault() {
    let world = World::new();
    let room = world.room().await;
    let table = solo(&room).await;
    let genuine = ask(&room, table, "a", 1, sit()).await;
    let foreign = Receipt::new(&genuine.confirmation(), &Signer::from_key(&[8; 32]));
    let invented = [
        Receipt { seq: Seq(1), ..genuine },
        Receipt { seq: Seq(99), ..genuine },
        Receipt { hash: Hex32([1; 32]), ..genuine },
        Receipt { signature: Hex64([0; 64]), ..genuine },
        Receipt { seq: Seq(99), signature: Hex64([255; 64]), ..genuine },
        Receipt { seq: Seq(99), ..foreign },
    ];
    for receipt in invented {
        watch(&room, table, None, Some(receipt)).await.expect("it proves nothing, and is passed over");
    }
    let (seq, hash) = (genuine.seq, genuine.hash);
    let positions = [(seq, Hex32([1; 32])), (Seq(99), hash), (Seq(1), hash), (Seq(u64::MAX), hash)];
    for (seq, hash) in positions {
        let refused =
            watch(&room, table, Some(LogPosition { seq, hash }), None).await.expect_err("not in the log");
        assert_eq!(refused.code, ErrorCode::Forgotten, "{seq}");
    }
    assert_eq!(faults(&room), 0);
}
