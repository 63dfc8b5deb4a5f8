//! Three nodes on one database, and players who move between them in the middle of a hand. Nodes are killed, stand
//! still for longer than anybody waits, and are cut off from the database: no answer is taken back, nothing is done
//! twice, no card changes, and no chip is lost.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::audit::Audit;
use crate::cable::Cable;
use crate::card_room::{CardRoom, Node, PROGRAM, Place, faults};
use crate::chance::Chance;
use crate::crowd::Crowd;
use crate::doors::{Doors, Strike};
use crate::floor::Floor;
use crate::kills::TABLES;
use crate::memory::Memory;
use crate::nats::NatsServer;
use crate::player::Players;

const NODES: usize = 3;

/// How often nodes are killed and stand still, unless the environment says otherwise. `cargo xtask nodes` does.
const KILLS: (&str, u64) = ("UTH_NODE_KILLS", 4);
const PAUSES: (&str, u64) = ("UTH_NODE_PAUSES", 2);
/// There is one cut for so many kills.
const KILLS_PER_CUT: u64 = 10;
/// The last node is of another version if this names one. `cargo xtask nodes --beside` does.
const OTHER_VERSION: &str = "UTH_OTHER_VERSION";

#[test]
fn three_nodes_that_are_killed_stopped_and_cut_off_are_one_card_room() {
    play(None);
}

#[test]
fn three_nodes_go_on_when_the_nats_between_them_is_killed() {
    play(Some(NatsServer::start()));
}

fn play(nats: Option<NatsServer>) {
    let (began, kills, pauses) = (Instant::now(), number(KILLS), number(PAUSES));
    let place = Place::postgres();
    let mut world = World::open(&place, nats);
    let mut trouble = troubles(kills, pauses, &mut world.chance).into_iter();
    let mut under_way = None;
    let crowd = Crowd::come(world.nodes.iter().flatten().map(CardRoom::url));
    for kill in 0..kills {
        world.nats_at(kill * 3 / kills.max(1));
        under_way = under_way.or_else(|| Some(world.begin(trouble.next()?)));
        world.kill_another_than(under_way.as_ref().map(|trouble: &UnderWay| trouble.node));
        under_way = under_way.and_then(|trouble| world.end_if_due(trouble, false));
    }
    for next in under_way.map(Ok).into_iter().chain(trouble.map(Err)) {
        let next = next.unwrap_or_else(|kind| world.begin(kind));
        world.end_if_due(next, true);
    }
    let crowd = crowd.leave();
    let (audit, memory) = world.close();
    let verified = place.verify();
    let wrong = faults(&place).into_iter().filter(|line| !line.contains("does not answer"));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
    assert!(memory.moved > 0 && memory.resumed > 0, "nobody moved in the middle of a round");
    println!(
        "{kills} kills and {pauses} pauses in {:?}: {} rounds settled, {} commands done and {} refused; {} were sent \
         again, and {} times a player came back to a round; {} went through two nodes and were refused by one, of \
         which {} are in the log\nkilled: {}\nstopped or cut off: {}\n{verified}\n`uth load` beside them:\n{crowd}",
        began.elapsed(),
        audit.settled,
        memory.done.len(),
        memory.refused.len(),
        memory.repeated,
        memory.resumed,
        memory.unsettled.len(),
        audit.found(&memory.unsettled),
        resumption(&memory, Strike::Kill),
        resumption(&memory, Strike::Silence)
    );
}

fn number((variable, usual): (&str, u64)) -> u64 {
    std::env::var(variable).map_or(usual, |number| number.parse().expect("a number"))
}

/// How long it took from a strike to the next durable answer of those who were on that node.
fn resumption(memory: &Memory, strike: Strike) -> String {
    let struck = memory.answered_after.iter().filter(|(kind, _)| *kind == strike);
    let mut after: Vec<Duration> = struck.map(|(_, after)| *after).collect();
    after.sort_unstable();
    match (after.get(after.len() / 2), after.last()) {
        (Some(median), Some(longest)) => {
            let late = after.iter().filter(|after| **after > Duration::from_secs(5)).count();
            format!(
                "{} players had their next answer after {median:?}, the last after {longest:?}; {late} of them after \
                 more than 5 s",
                after.len()
            )
        }
        _ => "nobody was there".into(),
    }
}

/// What can happen to a node besides a kill.
enum Trouble {
    Pause,
    Cut { silently: bool },
}

/// Something that happens to a node, until then.
struct UnderWay {
    node: usize,
    what: Trouble,
    until: Instant,
}

fn troubles(kills: u64, pauses: u64, chance: &mut Chance) -> Vec<Trouble> {
    let cuts = kills.div_ceil(KILLS_PER_CUT).max(2);
    let mut troubles: Vec<Trouble> = (0..pauses).map(|_| Trouble::Pause).collect();
    for cut in 0..cuts {
        let place = chance.below(troubles.len() as u64 + 1) as usize;
        troubles.insert(place, Trouble::Cut { silently: cut % 2 == 0 });
    }
    troubles
}

struct World<'a> {
    place: &'a Place,
    nats: Option<NatsServer>,
    cables: Vec<Cable>,
    nodes: Vec<Option<CardRoom>>,
    doors: Arc<Doors>,
    players: Players,
    audit: Audit,
    chance: Chance,
}

impl World<'_> {
    fn open(place: &Place, nats: Option<NatsServer>) -> World<'_> {
        let cables: Vec<Cable> = (0..NODES).map(|_| Cable::to(&place.server_folder())).collect();
        let start = |number| CardRoom::start_node(place, 0, &node(place, &cables, number, nats.as_ref()));
        // The code of the floor is that of whichever node starts last, so that it is used before the others start.
        let first = start(0);
        let mut floor = Floor::of(&first);
        let tables = TABLES.map(|(book, betting_ms, bots, _)| floor.open(book, betting_ms, bots));
        let nodes: Vec<CardRoom> = std::iter::once(first).chain((1..NODES).map(start)).collect();
        let doors = Doors::new(nodes.iter().map(CardRoom::url));
        let mut players = Players::new();
        for (table, (_, _, _, at_sockets)) in tables.into_iter().zip(TABLES) {
            for _ in 0..at_sockets {
                players.join_by(&nodes[0].url(), table, &doors);
            }
        }
        let nodes = nodes.into_iter().map(Some).collect();
        World { place, nats, cables, nodes, doors, players, audit: Audit::default(), chance: Chance::new(3) }
    }

    /// In the second third of the time there is no NATS.
    fn nats_at(&mut self, third: u64) {
        let Some(nats) = &mut self.nats else { return };
        match (third, nats.is_running()) {
            (1, true) => nats.kill(),
            (2, false) => nats.start_again(),
            _ => {}
        }
    }

    fn kill_another_than(&mut self, spared: Option<usize>) {
        let others: Vec<usize> = (0..NODES).filter(|node| Some(*node) != spared).collect();
        let node = others[self.chance.below(others.len() as u64) as usize];
        thread::sleep(Duration::from_millis(100 + self.chance.below(700)));
        // A promise is easiest to break just after it was made.
        if !self.chance.one_in(3) {
            self.players.wait_for_word();
        }
        self.doors.strike(node, Strike::Kill);
        let killed = self.nodes[node].take().expect("it runs");
        let port = killed.port;
        killed.kill();
        // The others go on: what was promised by now must be there.
        let promised = self.players.memory.lock().expect("no player found anything wrong").promises();
        self.place.look(async |store| self.audit.read_along(&*store).await);
        self.audit.confirm(&promised);
        thread::sleep(Duration::from_millis(self.chance.below(500)));
        let again = self::node(self.place, &self.cables, node, self.nats.as_ref());
        self.nodes[node] = Some(CardRoom::start_node(self.place, port, &again));
        self.doors.open(node);
    }

    /// For up to nine seconds: longer than the storage waits for a silent node, and than a node trusts what it hears
    /// after it stood still.
    fn begin(&mut self, what: Trouble) -> UnderWay {
        let node = self.chance.below(NODES as u64) as usize;
        self.doors.strike(node, Strike::Silence);
        match what {
            Trouble::Pause => self.nodes[node].as_ref().expect("it runs").signal("STOP"),
            Trouble::Cut { silently } => self.cables[node].cut(silently),
        }
        UnderWay {
            node,
            what,
            until: Instant::now() + Duration::from_millis(1_000 + self.chance.below(8_000)),
        }
    }

    /// Ends it if it has lasted long enough; what still lasts comes back.
    fn end_if_due(&mut self, trouble: UnderWay, wait: bool) -> Option<UnderWay> {
        let left = trouble.until.saturating_duration_since(Instant::now());
        if left > Duration::ZERO && !wait {
            return Some(trouble);
        }
        thread::sleep(left);
        match trouble.what {
            Trouble::Pause => self.nodes[trouble.node].as_ref().expect("it runs").signal("CONT"),
            Trouble::Cut { .. } => self.cables[trouble.node].mend(),
        }
        self.doors.open(trouble.node);
        None
    }

    fn close(mut self) -> (Audit, Memory) {
        let memory = self.players.finish();
        self.nodes.into_iter().flatten().for_each(CardRoom::stop);
        self.place.look(async |store| self.audit.read_on(&*store).await);
        self.audit.confirm(&memory);
        (self.audit, memory)
    }
}

fn node(place: &Place, cables: &[Cable], number: usize, nats: Option<&NatsServer>) -> Node {
    let other = std::env::var_os(OTHER_VERSION).filter(|_| number + 1 == NODES);
    let (role, name) = place.role_and_name();
    Node {
        program: other.unwrap_or_else(|| PROGRAM.into()),
        database: cables[number].url(&role, &name),
        fanout: nats.map(NatsServer::url),
    }
}
