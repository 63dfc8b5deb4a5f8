//! A card room in which some people have played, the same in every run, and copies of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fair::entropy::{Entropy, NoEntropy};
use fair::receipt::{PublicKey, Signer};
use fair::seal::SealKey;
use journal::accounts::{BOT_GRANT, GRANT, new_account};
use journal::record::{FloorCode, PasswordHash, SecondFactorRecord, SecretHash, Unkeyed, digest, put};
use journal::room_log::{Authority, GrantReason, RoomEvent};
use journal::summary::DAY_MS;
use protocol::{ClientCommand, CollectionSchedule, Role, TableMode, TableSettings, TokenScope};
use room::{CommandRequest, Options, Room, Runtime, Task};
use sha2::{Digest, Sha256};
use store::LogWriter;
use store::sqlite::Sqlite;
use table::{PlayerId, TableId};
use uth::{Book, PayTableId};

pub(crate) const KEY: [u8; 32] = [7; 32];
pub(crate) const SOLO: TableId = TableId(1);
pub(crate) const CALIFORNIA: TableId = TableId(2);
/// Rounds that were settled at the solo table; one more was void, and one is on the flop.
pub(crate) const SOLO_ROUNDS: u64 = 40;
pub(crate) const CALIFORNIA_ROUNDS: u64 = 4;
pub(crate) const ALONE: PlayerId = PlayerId(1_000);
/// A person and a bot, who bank for each other.
pub(crate) const PAIR: [PlayerId; 2] = [PlayerId(1_001), PlayerId(1_002)];
pub(crate) const FLOOR: PlayerId = PlayerId(9);
/// A guest who has excluded themselves for ten years.
pub(crate) const EXCLUDED: PlayerId = PlayerId(1_003);
/// The node on which everything was played.
pub(crate) const NODE: &str = "a";
/// A recovery code of the floor.
pub(crate) const RECOVERY_CODE: &str = "a code";

/// Chance that is the same in every run.
struct Repeated(AtomicU64);

impl Entropy for Repeated {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        for chunk in bytes.chunks_mut(32) {
            let block = Sha256::digest(self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
        Ok(())
    }
}

/// The file of the card room. Its players have left; a round is under way.
pub(crate) fn played() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder")).path();
        let path = folder.join("room.db");
        let play = play(Arc::new(Sqlite::open(&path).expect("a file")));
        // A test has a runtime of its own already.
        std::thread::spawn(|| tokio::runtime::Runtime::new().expect("a runtime").block_on(play))
            .join()
            .expect("a played card room");
        path
    })
}

/// Runs a card room on the runtime of the test.
struct OnTokio(Instant);

impl Runtime for OnTokio {
    fn now_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
    }

    fn monotonic(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, duration: Duration) -> Task {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: Task) {
        tokio::spawn(task);
    }

    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        tokio::task::spawn_blocking(work);
    }
}

/// The key that signs the receipts of that card room.
pub(crate) fn public_key() -> PublicKey {
    Signer::from_key(&KEY).public_key()
}

/// Plays in a card room on that storage, and closes it.
pub(crate) async fn play(store: Arc<dyn LogWriter>) {
    let options = Options {
        key: SealKey::from_bytes(&KEY),
        signer: Arc::new(Signer::from_key(&KEY)),
        entropy: Box::new(Repeated(AtomicU64::new(0))),
        runtime: Arc::new(OnTokio(Instant::now())),
        bot_delay_ms: 0,
        is_shared: false,
    };
    let room = Room::new(store, options).await.expect("a room");
    join(&room, ALONE, "Ann", &[starting(ALONE)]).await;
    join(&room, PAIR[0], "=Bea, the 1st", &[starting(PAIR[0])]).await;
    let why = GrantReason::Bot { wallet: 0 };
    let granted = RoomEvent::Granted { player: PAIR[1].0, amount: BOT_GRANT.0, why };
    join(&room, PAIR[1], "Cy", &[granted]).await;
    let (player, role, by, reason) = (FLOOR.0, Role::Floor, Authority::Operator, "a new room".to_owned());
    let named = RoomEvent::Named { player, name: "Flo".to_owned(), password: digest(&password()) };
    let given = RoomEvent::RoleGiven { player, role, by, reason };
    let factor = RoomEvent::SecondFactorSet { player, secret: digest(&second_factor()) };
    let codes = RoomEvent::RecoveryCodesSet { player, codes: vec![SecretHash::of(RECOVERY_CODE)], by };
    join(&room, FLOOR, "Guest 9", &[starting(FLOOR), named, given, factor, codes]).await;
    join_excluded(&room).await;
    begin(&room).await;
    let settings = TableSettings::new(Book::House, TableMode::Solo {});
    assert_eq!(open(&room, None, "Solo", &settings).await, SOLO);
    let pace = TableMode::Clock { betting_ms: 600_000, bank_ms: 600_000 };
    let schedule = Some(CollectionSchedule::Printed(1));
    let pay_table = Some(PayTableId::Uth01.into());
    let settings = TableSettings { pay_table, schedule, ..TableSettings::new(Book::California, pace) };
    assert_eq!(open(&room, Some(FLOOR), "Two, or \"more\"", &settings).await, CALIFORNIA);
    play_alone(&Seated { room: &room, table: SOLO, player: ALONE, seat: 1 }).await;
    play_together(&room).await;
    room.close().await;
}

fn starting(player: PlayerId) -> RoomEvent {
    RoomEvent::Granted { player: player.0, amount: GRANT.0, why: GrantReason::Starting {} }
}

/// An account that is excluded for ten years, and has a limit and a token.
async fn join_excluded(room: &Room) {
    let (player, now_ms) = (EXCLUDED.0, room.now_ms());
    let until_ms = now_ms + 3_600 * DAY_MS;
    let (name, key, scopes) = ("bot".to_owned(), SecretHash::of("token"), vec![TokenScope::Play]);
    let events = [
        starting(EXCLUDED),
        RoomEvent::LimitSet { player, daily_loss: Some(50_000) },
        RoomEvent::Excluded { player, until_ms },
        RoomEvent::TokenCreated { player, id: 1, name, key, scopes, expires_ms: until_ms },
    ];
    join(room, EXCLUDED, "Guest 1003", &events).await;
}

/// Writes into the journal what a program does that starts.
async fn begin(room: &Room) {
    let key = SecretHash::of("floor code");
    let (node, version) = (NODE.to_owned(), "1".to_owned());
    let events = vec![RoomEvent::Started { node, version }, RoomEvent::FloorCodeIssued { code: key }];
    let writes = vec![put(&Unkeyed, &FloorCode::Open { key })];
    room.journal().write(room.now_ms(), |_| (events.clone(), writes.clone())).await.expect("an entry");
}

fn second_factor() -> SecondFactorRecord {
    SecondFactorRecord { sealed: "44".repeat(32) }
}

/// A password that nobody knows.
pub(crate) fn password() -> PasswordHash {
    PasswordHash { memory_kib: 8, passes: 1, lanes: 1, salt: "00".repeat(16), hash: "11".repeat(32) }
}

/// Creates an account, to which that happens at once.
async fn join(room: &Room, player: PlayerId, name: &str, more: &[RoomEvent]) {
    let (bot, now_ms) = (name == "Cy", room.now_ms());
    let joined = RoomEvent::Joined { player: player.0, name: name.to_owned(), bot };
    let events = [&[joined], more].concat();
    let mut writes = new_account(player, &events, now_ms).expect("a new account");
    if player == FLOOR {
        writes.extend([put(&player, &password()), put(&player, &second_factor())]);
    }
    room.journal().write(now_ms, |_| (events.clone(), writes.clone())).await.expect("an account");
}

async fn open(room: &Room, floor: Option<PlayerId>, name: &str, settings: &TableSettings) -> TableId {
    room.open_table(floor, name, settings, 0).await.expect("a table").table.into()
}

async fn play_alone(alone: &Seated<'_>) {
    alone.ask("sit", "").await;
    for round in 0..SOLO_ROUNDS {
        alone.ask("wager", r#","ante":1000,"trips":500"#).await;
        if round % 2 == 0 {
            alone.ask("add_seed", &format!(r#","seed":"{round:064x}""#)).await;
        }
        alone.ask_all("no_more_bets", "").await;
        match round % 4 {
            0 => alone.ask("raise", r#","times":4"#).await,
            1 => {
                alone.ask("check", "").await;
                alone.ask("raise", r#","times":2"#).await;
            }
            last => {
                alone.ask("check", "").await;
                alone.ask("check", "").await;
                alone
                    .ask(
                        if last == 2 { "raise" } else { "fold" },
                        if last == 2 { r#","times":1"# } else { "" },
                    )
                    .await;
            }
        }
    }
    alone.ask("wager", r#","ante":1000"#).await;
    alone.ask_all("no_more_bets", "").await;
    let floor = Seated { player: FLOOR, ..*alone };
    floor.ask_all("void", r#","reason":"a card was exposed""#).await;
    alone.ask("wager", r#","ante":2000"#).await;
    alone.ask_all("no_more_bets", "").await;
    alone.ask("check", "").await;
}

async fn play_together(room: &Arc<Room>) {
    let seated = |place: usize| Seated { room, table: CALIFORNIA, player: PAIR[place], seat: [1, 3][place] };
    seated(0).ask("sit", "").await;
    seated(1).ask("sit", "").await;
    for _ in 0..CALIFORNIA_ROUNDS {
        let first_banks = seated(0).try_to("accept_bank", r#","wager":50000"#).await;
        if !first_banks {
            seated(1).ask("accept_bank", r#","wager":50000"#).await;
        }
        let player = seated(usize::from(first_banks));
        player.ask("wager", r#","ante":2500,"trips":1000"#).await;
        // Refused if the table was faster: nobody else may wager, so bets close a second later by themselves.
        player.send(r#"{"type":"no_more_bets"}"#).await;
        player.ask("raise", r#","times":3"#).await;
    }
}

/// Somebody in a seat.
#[derive(Clone, Copy)]
struct Seated<'a> {
    room: &'a Arc<Room>,
    table: TableId,
    player: PlayerId,
    seat: u8,
}

impl Seated<'_> {
    async fn ask(&self, what: &str, more: &str) {
        assert!(self.try_to(what, more).await, "{what} {more}");
    }

    async fn try_to(&self, what: &str, more: &str) -> bool {
        self.send(&format!(r#"{{"type":"{what}","seat":{}{more}}}"#, self.seat)).await
    }

    /// Something that is about no seat.
    async fn ask_all(&self, what: &str, more: &str) {
        assert!(self.send(&format!(r#"{{"type":"{what}"{more}}}"#)).await, "{what} {more}");
    }

    async fn send(&self, ask: &str) -> bool {
        static NAMES: AtomicU64 = AtomicU64::new(0);
        let ask: ClientCommand = serde_json::from_str(ask).expect("a command");
        let id = NAMES.fetch_add(1, Ordering::Relaxed).to_string().parse().expect("an id");
        let seen = self.room.lobby_entry(self.table).await.expect("a table").seq;
        let request = CommandRequest::new(self.player, id, seen, ask);
        self.room.execute(self.table, request).await.is_ok()
    }
}
