//! Nodes: real card rooms that crash and start again on the same storage.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use room::accounts::Accounts;
use room::{Options, Room, Runtime, Task};
use store::LogId;

use crate::chance::Well;
use crate::checker::Mutant;
use crate::storage::Link;
use crate::world::{World, lock};

/// A place for a card room.
pub(crate) struct Node {
    number: usize,
    /// By how much its clock is ahead.
    ahead_ms: u64,
    now: Mutex<Now>,
}

/// What runs there.
#[derive(Default)]
struct Now {
    life: Option<Arc<Life>>,
    room: Option<(Arc<Room>, Arc<Accounts>)>,
    starts: u64,
}

/// One life of a node, from its start to its crash.
pub(crate) struct Life {
    /// The number of the node.
    pub(crate) node: usize,
    is_alive: AtomicBool,
    /// Whether a write keeps it waiting for seconds.
    waits: AtomicBool,
    /// How long writes have kept it waiting, in milliseconds.
    waited_ms: AtomicU64,
    /// The logs in which another node was faster, for a mutant.
    conflicts: Mutex<BTreeSet<LogId>>,
    start: u64,
}

impl Life {
    pub(crate) const fn new(node: usize, start: u64) -> Life {
        let (is_alive, waits, waited_ms) = (AtomicBool::new(true), AtomicBool::new(false), AtomicU64::new(0));
        Life { node, is_alive, waits, waited_ms, conflicts: Mutex::new(BTreeSet::new()), start }
    }

    /// The node and which of its lives this is.
    pub(crate) const fn name(&self) -> (usize, u64) {
        (self.node, self.start)
    }

    pub(crate) fn note_conflict(&self, log: LogId) {
        lock(&self.conflicts).insert(log);
    }

    pub(crate) fn has_conflict(&self, log: LogId) -> bool {
        lock(&self.conflicts).contains(&log)
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.is_alive.load(Ordering::Relaxed)
    }

    /// A write takes so long, and all others of the node wait for it.
    pub(crate) async fn wait(&self, lasting: Duration) {
        self.waits.store(true, Ordering::Relaxed);
        tokio::time::sleep(lasting).await;
        self.waited_ms.fetch_add(lasting.as_millis() as u64, Ordering::Relaxed);
        self.waits.store(false, Ordering::Relaxed);
    }

    /// Whether the node had a life before.
    pub(crate) const fn is_second(&self) -> bool {
        self.start > 1
    }
}

/// The surroundings of a node: tokio's paused clock, by which its own wall clock is ahead, and one thread.
struct SimulatedRuntime {
    world: Weak<World>,
    life: Arc<Life>,
    ahead_ms: u64,
}

impl Runtime for SimulatedRuntime {
    fn now_ms(&self) -> u64 {
        self.world.upgrade().map_or(0, |world| world.now_ms()) + self.ahead_ms
    }

    fn monotonic(&self) -> Duration {
        let Some(world) = self.world.upgrade() else { return Duration::ZERO };
        let holds = world.mutant == Some(Mutant::HoldCommands);
        let held_ms = if holds { self.life.waited_ms.load(Ordering::Relaxed) } else { 0 };
        world.elapsed().saturating_sub(Duration::from_millis(held_ms))
    }

    fn sleep(&self, duration: Duration) -> Task {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: Task) {
        tokio::spawn(task);
    }

    /// Runs the work at once: a second thread would end what makes a seed repeatable.
    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        work();
    }
}

impl Node {
    pub(crate) fn new(number: usize, ahead_ms: u64) -> Node {
        Node { number, ahead_ms, now: Mutex::default() }
    }

    /// Returns the room and its accounts, if the node runs.
    pub(crate) fn running(&self) -> Option<(Arc<Room>, Arc<Accounts>, Arc<Life>)> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let (room, accounts) = now.room.clone()?;
        Some((room, accounts, now.life.clone()?))
    }

    fn life(&self) -> Option<Arc<Life>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).life.clone()
    }

    /// Which life it lives, if it runs and its writes get through.
    pub(crate) fn well(&self) -> Option<u64> {
        let (_, _, life) = self.running()?;
        (!life.waits.load(Ordering::Relaxed)).then_some(life.start)
    }

    /// Forgets the card room: the world is over, and room and world know each other.
    pub(crate) fn clear(&self) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Now::default();
    }

    /// Starts the card room, however often the storage refuses, unless it crashes meanwhile.
    pub(crate) async fn start(&self, world: &Arc<World>) {
        let life = {
            let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
            now.starts += 1;
            let life = Arc::new(Life::new(self.number, now.starts));
            now.life = Some(Arc::clone(&life));
            life
        };
        // A start reads the store, which may be cut off at this moment.
        while life.is_alive() {
            let link = Arc::new(Link::new(world, &life));
            let options = Options {
                key: World::key(),
                signer: Arc::new(World::signer()),
                entropy: Box::new(Well::new(world.fork())),
                runtime: Arc::new(SimulatedRuntime {
                    world: Arc::downgrade(world),
                    life: Arc::clone(&life),
                    ahead_ms: self.ahead_ms,
                }),
                bot_delay_ms: 300,
                is_shared: world.nodes.len() > 1,
            };
            match Room::new(link, options).await {
                Ok(room) if life.is_alive() => {
                    tokio::spawn(Room::run_maintenance(Arc::downgrade(&room)));
                    let accounts = Arc::new(Accounts::new(Arc::clone(&room)));
                    self.now.lock().unwrap_or_else(PoisonError::into_inner).room = Some((room, accounts));
                    return;
                }
                _ => tokio::time::sleep(Duration::from_millis(300)).await,
            }
        }
    }
}

impl World {
    /// Ends a life. From this moment on nothing that the node does reaches anybody: not the storage, not a client.
    /// Its tasks find that out and end. After a while it starts again.
    pub(crate) fn crash(self: &Arc<World>, life: &Life) {
        self.crash_for(life, self.delay(20..5_000));
    }

    /// Ends whatever runs at a node, and starts it again soon.
    pub(crate) fn restart(self: &Arc<World>, number: usize) {
        self.take_down(number, self.delay(20..300));
    }

    fn crash_for(self: &Arc<World>, life: &Life, lasting: Duration) {
        // Two faults may hit the same life; it ends once and starts again once.
        if !life.is_alive.swap(false, Ordering::Relaxed) {
            return;
        }
        let node = &self.nodes[life.node];
        let room = node.now.lock().unwrap_or_else(PoisonError::into_inner).room.take();
        if let Some((room, accounts)) = room {
            // The accounts hold the room, which closes once nothing holds it any more.
            drop(accounts);
            room.connections().stop();
            tokio::spawn(room.close());
        }
        // The next life has tasks, caches and connections of its own; it shares nothing with this one but the store.
        let (world, number) = (Arc::clone(self), life.node);
        tokio::spawn(async move {
            tokio::time::sleep(lasting).await;
            world.nodes[number].start(&world).await;
        });
    }

    /// Ends whatever runs at all nodes.
    pub(crate) fn crash_all(self: &Arc<World>) {
        self.nodes.iter().filter_map(Node::life).for_each(|life| self.crash(&life));
    }

    /// Ends whatever runs at a node, for so long.
    pub(crate) fn take_down(self: &Arc<World>, number: usize, lasting: Duration) {
        if let Some(life) = self.nodes[number].life() {
            self.crash_for(&life, lasting);
        }
    }
}
