//! A world from its beginning to its end.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use audit::verify::{self, Keys};
use journal::ReadRecords;
use journal::accounts::new_account;
use journal::record::{PasswordHash, RecordRange, digest, put};
use journal::room_log::{Authority, RoomEvent};
use journal::summary::DailyTotals;
use protocol::{CollectionSchedule, PayTable, Role, TableMode, TableSettings};
use room::Room;
use room::accounts::{Accounts, Joined};
use room::faults::FaultKind;
use store::LogId;
use table::{PlayerId, TableId};
use tokio::time::{Instant, sleep};
use uth::Book;

use crate::checker::{Checker, Mutant, Violation, ensure};
use crate::faults::{FaultCounts, inject_faults};
use crate::node::{Life, Node};
use crate::player::{Player, set_limits, supervise};
use crate::storage::Link;
use crate::world::World;

/// The longest time without a command that is executed, whatever has gone wrong.
const PROGRESS_TIMEOUT: Duration = Duration::from_hours(3);

/// How long the world goes on without faults before it ends.
const CALM_TIME: Duration = Duration::from_secs(20);

/// What has happened in a world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunReport {
    /// Rounds that were settled.
    pub rounds: u64,
    /// Entries of logs.
    pub entries: u64,
    /// Messages to players that were checked.
    pub messages: u64,
    /// What went wrong on purpose.
    pub faults: FaultCounts,
    /// One number for everything that has happened, in order.
    pub trace: u64,
    /// What is wrong, if anything.
    pub violation: Option<Violation>,
}

/// Plays `rounds` rounds in the world of a seed.
///
/// # Panics
/// If there is no runtime to be had.
pub fn run(seed: u64, rounds: u64, mutant: Option<Mutant>) -> RunReport {
    listen_for_panics();
    // One thread and a paused clock: tasks take turns in an order that depends on nothing but the seed.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime without sockets and threads").block_on(async {
        let world = Arc::new(World::new(seed, mutant));
        let verdict = live(&world, rounds).await;
        // A room holds its store, which holds the world: without this, every world would leak.
        world.nodes.iter().for_each(Node::clear);
        let mut auditor = world.auditor();
        auditor.blame(verdict);
        RunReport {
            rounds: auditor.rounds,
            entries: auditor.entries,
            messages: auditor.messages,
            faults: world.counts(),
            trace: auditor.trace(),
            violation: auditor.violation.clone(),
        }
    })
}

/// Starts the nodes, opens the card room and seats its players; returns the floor and the tables.
pub(crate) async fn begin(world: &Arc<World>) -> Result<(PlayerId, Vec<TableId>), Violation> {
    for node in &world.nodes {
        node.start(world).await;
    }
    let not_started = || Violation { checker: Checker::Fault, what: "the first node did not start".into() };
    let (room, room_accounts, _) = world.nodes[0].running().ok_or_else(not_started)?;
    // Not in every world: bots play on where players are stuck.
    let has_bots = world.fork().one_in(2);
    let opened = open(&room, &room_accounts, has_bots).await;
    let Opened { tables, accounts, floor } =
        opened.map_err(|what| Violation { checker: Checker::Fault, what })?;
    // Held any longer, they would keep the first node from closing when it crashes.
    drop((room, room_accounts));
    world.set_calm(false);
    seat_players(world, &tables, &accounts);
    let limited = accounts.iter().take(LIMITED).map(|account| account.player).collect();
    tokio::spawn(set_limits(Arc::clone(world), limited));
    Ok((floor, tables))
}

async fn live(world: &Arc<World>, rounds: u64) -> Result<(), Violation> {
    let (floor, tables) = begin(world).await?;
    tokio::spawn(supervise(Arc::clone(world), floor, tables));
    tokio::spawn(inject_faults(Arc::clone(world)));
    tokio::spawn(watch_deadlines(Arc::clone(world)));
    play(world, rounds).await?;
    world.set_calm(true);
    // Commands that are under way get their answers, and every table comes to rest, before everything is read.
    sleep(CALM_TIME).await;
    world.faults().is_over = true;
    sleep(Duration::from_secs(5)).await;
    check_panics()?;
    settle_up(world).await
}

/// Waits until `rounds` rounds are settled or a promise is broken.
pub(crate) async fn play(world: &World, rounds: u64) -> Result<(), Violation> {
    let (mut last, mut since) = (0, Instant::now());
    loop {
        sleep(Duration::from_millis(500)).await;
        check_panics()?;
        check_faults(world)?;
        let auditor = world.auditor();
        if auditor.rounds >= rounds {
            return Ok(());
        }
        if let Some(violation) = &auditor.violation {
            return Err(violation.clone());
        }
        if auditor.commands() != last {
            // By the simulated clock: a night without players counts, and is shorter than the timeout.
            (last, since) = (auditor.commands(), Instant::now());
        }
        ensure(since.elapsed() < PROGRESS_TIMEOUT, Checker::Progress, || {
            format!(
                "no player's command was executed for {} hours, after {last} commands",
                PROGRESS_TIMEOUT.as_secs() / 3_600
            )
        })?;
    }
}

/// Whether no node claims that its store has another history, or something that nobody understands.
fn check_faults(world: &World) -> Result<(), Violation> {
    let unfounded =
        [FaultKind::Forked, FaultKind::Forgotten, FaultKind::ForeignWriter, FaultKind::TableUnreadable];
    for (room, ..) in world.nodes.iter().filter_map(Node::running) {
        let lasting = room.faults().lasting();
        let fault = lasting.iter().find(|fault| unfounded.contains(&fault.kind));
        ensure(fault.is_none(), Checker::Fault, || {
            fault.map_or_else(String::new, |fault| format!("{} ({})", fault.reason, fault.detail))
        })?;
    }
    Ok(())
}

/// How many players set limits or are excluded.
const LIMITED: usize = 4;

/// How many players there are.
const PLAYERS: usize = 10;

/// A table of that book with everything stated that one of the books requires, but for the limits.
fn stated(book: Book, mode: TableMode) -> TableSettings {
    let schedule = (book == Book::CaliforniaBadBeat).then_some(CollectionSchedule::Printed(7));
    let pay_table = book.rules().pay_tables.last().copied().map(PayTable);
    TableSettings { pay_table, schedule, ..TableSettings::new(book, mode) }
}

/// What a world begins with.
struct Opened {
    tables: Vec<TableId>,
    accounts: Vec<Joined>,
    floor: PlayerId,
}

/// Opens a solo table and a table of each rule book, and an account for each player and for the floor.
async fn open(room: &Room, accounts: &Accounts, has_bots: bool) -> Result<Opened, String> {
    let solo = TableSettings { places: Some(1), ..TableSettings::new(Book::House, TableMode::Solo {}) };
    let mut settings = vec![(Book::House, solo)];
    let mode = TableMode::Clock { betting_ms: 400, bank_ms: 3_000 };
    settings.extend(Book::ALL.map(|book| (book, stated(book, mode.clone()))));
    let mut tables = Vec::new();
    for (book, settings) in settings {
        let settings =
            TableSettings { minimum: Some(500), maximum: Some(10_000), decision_ms: 3_000, ..settings };
        // Bots play along where the house banks.
        let bots = u8::from(has_bots && book == Book::House && settings.places != Some(1));
        let table = room.open_table(None, book.id(), &settings, bots).await;
        tables.push(table.map_err(|refused| refused.reason)?.table.into());
    }
    let floor = join_floor(room).await?;
    let mut joined = Vec::new();
    for _ in 0..PLAYERS {
        joined.push(accounts.guest().await.map_err(|error| error.to_string())?);
    }
    Ok(Opened { tables, accounts: joined, floor })
}

/// Creates the account of the floor, to which the operator gives the role.
async fn join_floor(room: &Room) -> Result<PlayerId, String> {
    let (number, now_ms) = (AtomicU64::new(0), room.now_ms());
    // Nobody signs in with it, so that no password has to be hashed, which takes longer than some worlds.
    let hash = PasswordHash { memory_kib: 0, passes: 0, lanes: 0, salt: String::new(), hash: String::new() };
    let entry = |player: u64| {
        number.store(player, Ordering::Relaxed);
        let (role, by, reason) = (Role::Floor, Authority::Operator, "a new card room".to_owned());
        let events = vec![
            RoomEvent::Joined { player, name: format!("Guest {player}"), bot: false },
            RoomEvent::Named { player, name: "Flo".to_owned(), password: digest(&hash) },
            RoomEvent::RoleGiven { player, role, by, reason },
        ];
        let mut writes = new_account(PlayerId(player), &events, now_ms).unwrap_or_default();
        writes.push(put(&PlayerId(player), &hash));
        (events, writes)
    };
    room.journal().write(now_ms, entry).await.map_err(|error| error.to_string())?;
    Ok(PlayerId(number.into_inner()))
}

/// Starts three players at each table with more than one place. Some of them play at two tables, with the same chips.
fn seat_players(world: &Arc<World>, tables: &[TableId], accounts: &[Joined]) {
    let mut next = accounts.iter().cycle();
    for (place, table) in tables.iter().enumerate() {
        // Fewer accounts than places: wallets that two tables use at the same time are what conflicts need.
        for account in next.by_ref().take(if place == 0 { 1 } else { 3 }) {
            tokio::spawn(Player::new(world, account, *table).play());
        }
        if let Some(neighbour) = accounts.get(place) {
            tokio::spawn(Player::spectator(world, neighbour, *table).play());
        }
    }
}

/// Reads everything from the beginning.
async fn settle_up(world: &Arc<World>) -> Result<(), Violation> {
    let life = Arc::new(Life::new(0, 1));
    let link = Link::new(world, &life);
    check_reports(world, &link).await?;
    // The verification reads balances; a loan would look like a wallet that holds too much.
    world.disk().lend_no_more();
    let seal = World::key();
    let keys = Keys { seal: Some(&seal), public: Some(World::signer().public_key()) };
    let verified = verify::room(&link, keys, None, &mut |_| {}).await;
    verified.map(|_| ()).map_err(|failure| Violation { checker: Checker::Log, what: failure.to_string() })
}

/// Whether every round that was settled or declared void is in the report of a day.
async fn check_reports(world: &World, link: &Link) -> Result<(), Violation> {
    let unreadable =
        |error: &dyn std::fmt::Display| Violation { checker: Checker::Fault, what: error.to_string() };
    let days = link.scan(&RecordRange::<DailyTotals>::all()).await;
    let mut reported: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for (key, day) in days.map_err(|error| unreadable(&error))? {
        let sums = reported.entry(key.table.0).or_default();
        *sums = (sums.0 + day.record.rounds, sums.1 + day.record.void_rounds);
    }
    for (LogId(table), settled, void) in world.auditor().ended() {
        let sums = reported.get(&table).copied().unwrap_or_default();
        ensure(sums == (settled, void), Checker::Report, || {
            format!(
                "table {table} has settled {settled} rounds and voided {void}, and the reports say {sums:?}"
            )
        })?;
    }
    Ok(())
}

/// How often deadlines are checked.
const DEADLINE_INTERVAL: Duration = Duration::from_millis(100);

/// How late a node may act while one is well.
const LATEST_MS: u64 = 5_000;

/// What is due, and which nodes could act on it. A deadline is in the log, and any node may be the first to act: as
/// long as one is well, nothing stays due.
struct DeadlineWatch {
    /// Since when each node is well, and in which of its lives.
    well: Vec<Option<(u64, u64)>>,
    /// Since when each deadline is due and can be read. A slow write may come after the deadline that it sets.
    due: BTreeMap<(LogId, u64), u64>,
}

/// Checks all deadlines until the world is over.
async fn watch_deadlines(world: Arc<World>) {
    let mut watch = DeadlineWatch { well: vec![None; world.nodes.len()], due: BTreeMap::new() };
    while !world.is_over() {
        sleep(DEADLINE_INTERVAL).await;
        let verdict = watch.look(&world);
        world.blame(verdict);
    }
}

impl DeadlineWatch {
    fn look(&mut self, world: &World) -> Result<(), Violation> {
        let now_ms = world.now_ms();
        for (node, well) in world.nodes.iter().zip(&mut self.well) {
            let before = well.take();
            let life = node.well().filter(|_| !world.is_cut_off());
            // A node that crashed and came back is given its time anew.
            *well = life.map(|life| before.filter(|(last, _)| *last == life).unwrap_or((life, now_ms)));
        }
        let since = |deadline: &(LogId, u64)| self.due.get(deadline).copied().unwrap_or(now_ms);
        let due: Vec<_> = world.disk().contents.deadlines(now_ms).collect();
        self.due = due.into_iter().map(|deadline| (deadline, since(&deadline))).collect();
        let Some(well_ms) = self.well.iter().flatten().map(|(_, since_ms)| *since_ms).min() else {
            return Ok(());
        };
        self.due.iter().try_for_each(|((log, wake_ms), due_ms)| {
            ensure(now_ms - well_ms.max(*due_ms) <= LATEST_MS, Checker::Deadline, || {
                format!("table {log}: a deadline passed {} ms ago, and no node acts", now_ms - wake_ms)
            })
        })
    }
}

thread_local! {
    /// The last panic of this thread, which runs a whole world.
    static PANICKED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Remembers panics: a task that panics ends alone, and nothing else would tell.
pub(crate) fn listen_for_panics() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICKED.with_borrow_mut(|panicked| *panicked = Some(panic.to_string()));
            before(panic);
        }));
    });
    PANICKED.set(None);
}

pub(crate) fn check_panics() -> Result<(), Violation> {
    match PANICKED.take() {
        None => Ok(()),
        Some(panic) => Err(Violation { checker: Checker::Fault, what: panic }),
    }
}
