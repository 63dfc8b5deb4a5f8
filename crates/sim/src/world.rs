//! One simulated world: a storage, some nodes on it, people who play, and trouble. All of it happens in one thread,
//! and time passes only when everybody waits.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::RecordKey;
use journal::record::{SealedSeed, encode};
use store::batch::Plan;
use tokio::time::Instant;

use crate::audit::Auditor;
use crate::chance::{Chance, Well};
use crate::mutant::Mutant;
use crate::node::Node;
use crate::storage::Disk;
use crate::tally::{Tally, Trouble};
use crate::violation::Violation;

/// The first of January 2026.
const NEW_YEAR_MS: u64 = 1_767_225_600_000;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Everything that is shared.
pub(crate) struct World {
    pub(crate) mutant: Option<Mutant>,
    /// When the world began, by its own clock.
    began: Instant,
    began_ms: u64,
    disk: Mutex<Disk>,
    auditor: Mutex<Auditor>,
    tally: Mutex<Tally>,
    chance: Mutex<Chance>,
    fault_plan: Mutex<FaultPlan>,
    pub(crate) nodes: Vec<Node>,
}

/// What is wrong just now.
struct FaultPlan {
    /// How long the disk takes.
    disk_ms: Range<u64>,
    /// What happens to the next group that is written.
    armed: Option<Trouble>,
    cut_off_until: Instant,
    night_until: Instant,
    /// How often all clients have lost their connections.
    disconnections: u64,
    /// Nothing goes wrong any more.
    is_calm: bool,
    is_over: bool,
}

impl World {
    /// A world in which nothing has gone wrong yet.
    pub(crate) fn new(seed: u64, mutant: Option<Mutant>) -> World {
        let mut chance = Chance::new(seed);
        let nodes = 1 + chance.below(3) as usize;
        // Now and then a whole world has slow disks.
        let disk_ms = if chance.one_in(8) { 10..80 } else { 0..4 };
        let now = Instant::now();
        let fault_plan = FaultPlan {
            disk_ms,
            armed: None,
            cut_off_until: now,
            night_until: now,
            disconnections: 0,
            is_calm: true,
            is_over: false,
        };
        World {
            mutant,
            began: now,
            began_ms: NEW_YEAR_MS + chance.below(DAY_MS),
            disk: Mutex::new(Disk::new(mutant)),
            auditor: Mutex::new(Auditor::new(World::key())),
            tally: Mutex::default(),
            nodes: (0..nodes).map(|number| Node::new(number, chance.below(400))).collect(),
            chance: Mutex::new(chance),
            fault_plan: Mutex::new(fault_plan),
        }
    }

    /// What seals the seeds of this world.
    pub(crate) fn key() -> SealKey {
        SealKey::from_bytes(&[7; 32])
    }

    /// The time, in milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> u64 {
        self.began_ms + self.began.elapsed().as_millis() as u64
    }

    /// The time since the world began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn disk(&self) -> MutexGuard<'_, Disk> {
        lock(&self.disk)
    }

    pub(crate) fn auditor(&self) -> MutexGuard<'_, Auditor> {
        lock(&self.auditor)
    }

    fn fault_plan(&self) -> MutexGuard<'_, FaultPlan> {
        lock(&self.fault_plan)
    }

    /// A stream of chance for somebody.
    pub(crate) fn fork(&self) -> Chance {
        lock(&self.chance).fork()
    }

    pub(crate) fn delay(&self, milliseconds: Range<u64>) -> Duration {
        Duration::from_millis(lock(&self.chance).within(&milliseconds))
    }

    pub(crate) fn count(&self, trouble: Trouble) {
        lock(&self.tally).count(trouble);
    }

    pub(crate) fn tally(&self) -> Tally {
        lock(&self.tally).clone()
    }

    /// Remembers what is wrong.
    pub(crate) fn blame(&self, verdict: Result<(), Violation>) {
        if verdict.is_err() {
            self.auditor().blame(verdict);
        }
    }

    /// Makes a plan durable, and looks at it.
    pub(crate) fn carry_out(&self, plan: &Plan) {
        let mut disk = self.disk();
        let drift = disk.carry_out(plan);
        let mut auditor = self.auditor();
        let verdict = auditor.committed(plan, &disk, drift);
        auditor.blame(verdict);
    }

    /// The place of a sealed seed with another seed in it.
    pub(crate) fn another_seed(&self, place: &str) -> String {
        let round = RoundId::decode(place).expect("the key of a round");
        let well = Well::new(self.fork());
        let seed = ServerSeed::fresh(&well).expect("a well that never dries up");
        let sealed = World::key().seal(&seed, round, &well).expect("likewise");
        encode(&SealedSeed(sealed))
    }
}

/// The weather.
impl World {
    pub(crate) async fn wait_for_disk(&self) {
        let disk_ms = self.fault_plan().disk_ms.clone();
        let delay = self.delay(disk_ms);
        if delay > Duration::ZERO {
            tokio::time::sleep(delay).await;
        }
    }

    /// Most of what is read is in memory somewhere.
    pub(crate) async fn wait_for_a_read(&self) {
        if lock(&self.chance).one_in(6) {
            self.wait_for_disk().await;
        }
    }

    /// What happens to the group that is just about to be written.
    pub(crate) fn trouble_for_a_write(&self) -> Option<Trouble> {
        let trouble = self.fault_plan().armed.take()?;
        self.count(trouble);
        self.auditor().note(("write", trouble as u64));
        Some(trouble)
    }

    pub(crate) fn arm(&self, trouble: Trouble) {
        self.fault_plan().armed = Some(trouble);
    }

    pub(crate) fn is_armed(&self) -> bool {
        self.fault_plan().armed.is_some()
    }

    pub(crate) fn cut_off(&self, lasting: Duration) {
        self.fault_plan().cut_off_until = Instant::now() + lasting;
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        Instant::now() < self.fault_plan().cut_off_until
    }

    pub(crate) fn fall_night(&self, lasting: Duration) {
        self.fault_plan().night_until = Instant::now() + lasting;
    }

    /// Until when nobody is there.
    pub(crate) fn night(&self) -> Option<Instant> {
        Some(self.fault_plan().night_until).filter(|until| Instant::now() < *until)
    }

    pub(crate) fn disconnect_all(&self) {
        self.fault_plan().disconnections += 1;
    }

    pub(crate) fn disconnections(&self) -> u64 {
        self.fault_plan().disconnections
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.fault_plan().is_calm
    }

    pub(crate) fn set_calm(&self, is_calm: bool) {
        let mut fault_plan = self.fault_plan();
        (fault_plan.is_calm, fault_plan.armed) = (is_calm, None);
        (fault_plan.cut_off_until, fault_plan.night_until) = (Instant::now(), Instant::now());
    }

    pub(crate) fn end(&self) {
        self.fault_plan().is_over = true;
    }

    pub(crate) fn is_over(&self) -> bool {
        self.fault_plan().is_over
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
