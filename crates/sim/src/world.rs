//! One simulated world: a store, some nodes on it, players, and faults. All of it happens in one thread, and time
//! passes only when every task waits.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fair::receipt::Signer;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::RecordKey;
use journal::record::{SealedSeed, encode};
use store::batch::Plan;
use tokio::time::Instant;

use crate::audit::Auditor;
use crate::chance::{Chance, Well};
use crate::checker::{Mutant, Violation};
use crate::faults::{FaultCounts, InjectedFault};
use crate::node::Node;
use crate::storage::Disk;

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
    counts: Mutex<FaultCounts>,
    chance: Mutex<Chance>,
    faults: Mutex<PresentFaults>,
    pub(crate) nodes: Vec<Node>,
}

/// What is wrong just now.
pub(crate) struct PresentFaults {
    /// How long the disk takes.
    disk_ms: Range<u64>,
    /// What happens to the next group that is written.
    pub(crate) armed: Option<InjectedFault>,
    pub(crate) cut_off_until: Instant,
    /// The nodes that do not reach the store, while others do.
    pub(crate) isolated: BTreeSet<usize>,
    /// Until when no player is there.
    pub(crate) night_until: Instant,
    /// How often all clients have lost their connections.
    pub(crate) disconnections: u64,
    /// Whether nothing goes wrong, before the first fault and after the last one.
    is_calm: bool,
    pub(crate) is_over: bool,
}

impl World {
    /// A world in which nothing has gone wrong yet.
    pub(crate) fn new(seed: u64, mutant: Option<Mutant>) -> World {
        let mut chance = Chance::new(seed);
        let nodes = 1 + chance.below(3) as usize;
        // Now and then a whole world has slow disks.
        let disk_ms = if chance.one_in(8) { 10..80 } else { 0..4 };
        let now = Instant::now();
        let faults = PresentFaults {
            disk_ms,
            armed: None,
            cut_off_until: now,
            isolated: BTreeSet::new(),
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
            auditor: Mutex::new(Auditor::new(World::key(), mutant)),
            counts: Mutex::default(),
            // Clocks differ by less than the grace that nodes give each other, as with a time server.
            nodes: (0..nodes).map(|number| Node::new(number, chance.below(400))).collect(),
            chance: Mutex::new(chance),
            faults: Mutex::new(faults),
        }
    }

    /// What seals the seeds of this world.
    pub(crate) fn key() -> SealKey {
        SealKey::from_bytes(&[7; 32])
    }

    /// What signs the receipts of this world.
    pub(crate) fn signer() -> Signer {
        Signer::from_key(&[7; 32])
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

    /// The guard must not be held while another part of the world is asked.
    pub(crate) fn faults(&self) -> MutexGuard<'_, PresentFaults> {
        lock(&self.faults)
    }

    /// A stream of chance of its own.
    pub(crate) fn fork(&self) -> Chance {
        lock(&self.chance).fork()
    }

    pub(crate) fn delay(&self, milliseconds: Range<u64>) -> Duration {
        Duration::from_millis(lock(&self.chance).within(&milliseconds))
    }

    pub(crate) fn later(&self, milliseconds: Range<u64>) -> Instant {
        Instant::now() + self.delay(milliseconds)
    }

    pub(crate) fn count(&self, fault: InjectedFault) {
        lock(&self.counts).count(fault);
    }

    pub(crate) fn counts(&self) -> FaultCounts {
        lock(&self.counts).clone()
    }

    /// Remembers the first violation.
    pub(crate) fn blame(&self, verdict: Result<(), Violation>) {
        if verdict.is_err() {
            self.auditor().blame(verdict);
        }
    }

    /// Makes a plan durable, and has the auditor check it.
    pub(crate) fn carry_out(&self, plan: &Plan) {
        let mut disk = self.disk();
        let drift = disk.carry_out(plan);
        // Disk and auditor under both locks: no node reads a group that the auditor has not seen.
        let mut auditor = self.auditor();
        let verdict = auditor.committed(plan, &disk, drift);
        auditor.blame(verdict);
    }

    /// Has the store go back to what it was after the first `kept` groups. The auditor follows the history that is left
    /// from its beginning, and remembers the one that is lost.
    pub(crate) fn go_back(&self, kept: usize) {
        let mut disk = self.disk();
        let plans: Vec<Plan> = disk.written()[..kept].to_vec();
        *disk = Disk::new(self.mutant);
        disk.keep_history();
        let mut auditor = self.auditor();
        let mut left = Auditor::new(World::key(), self.mutant);
        for plan in &plans {
            let drift = disk.carry_out(plan);
            let verdict = left.committed(plan, &disk, drift);
            left.blame(verdict);
        }
        auditor.lose_all_but(left);
    }

    /// Returns the record of another sealed seed for the round with that key.
    pub(crate) fn another_seed(&self, key: &str) -> String {
        let round = RoundId::decode(key).expect("the key of a round");
        let well = Well::new(self.fork());
        let seed = ServerSeed::fresh(&well).expect("a well that never dries up");
        let sealed = World::key().seal(&seed, round, &well).expect("likewise");
        encode(&SealedSeed(sealed))
    }
}

impl World {
    pub(crate) async fn wait_for_disk(&self) {
        let disk_ms = self.faults().disk_ms.clone();
        let delay = self.delay(disk_ms);
        if delay > Duration::ZERO {
            tokio::time::sleep(delay).await;
        }
    }

    /// Waits for the disk now and then: most of what is read is in memory.
    pub(crate) async fn wait_for_a_read(&self) {
        if lock(&self.chance).one_in(6) {
            self.wait_for_disk().await;
        }
    }

    /// Returns what happens to the group that is about to be written.
    pub(crate) fn fault_for_a_write(&self) -> Option<InjectedFault> {
        let fault = self.faults().armed.take()?;
        self.count(fault);
        self.auditor().note(("write", fault as u64));
        Some(fault)
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        Instant::now() < self.faults().cut_off_until
    }

    /// Whether a node does not reach the store.
    pub(crate) fn is_unreachable(&self, node: usize) -> bool {
        self.is_cut_off() || self.faults().isolated.contains(&node)
    }

    /// Returns until when no player is there.
    pub(crate) fn night(&self) -> Option<Instant> {
        Some(self.faults().night_until).filter(|until| Instant::now() < *until)
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.faults().is_calm
    }

    pub(crate) fn set_calm(&self, is_calm: bool) {
        let mut faults = self.faults();
        (faults.is_calm, faults.armed) = (is_calm, None);
        (faults.cut_off_until, faults.night_until) = (Instant::now(), Instant::now());
    }

    pub(crate) fn is_over(&self) -> bool {
        self.faults().is_over
    }
}

pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
