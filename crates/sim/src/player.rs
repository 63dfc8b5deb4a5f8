//! Somebody who plays at a table: watches it through one node or another, asks for things until they are answered,
//! and comes back when the connection is gone.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientCommand, ErrorCode, LogPosition, Seq};
use room::{Outbox, OutgoingMessage};
use store::LogId;
use table::{PlayerId, TableId, Viewer};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until};
use uth::{Book, Cents};

use crate::chance::Chance;
use crate::frame::{Stream, Told, View};
use crate::mutant::Mutant;
use crate::network::{Answer, Delivery, send};
use crate::node::Life;
use crate::tally::Trouble;
use crate::violation::{Checker, ensure};
use crate::world::World;

mod mind;

/// Whoever holds less is given chips again, and so much.
const POOR: i64 = 20_000;
const GIFT: Cents = Cents::dollars(1_000);

/// A player at one table.
pub(crate) struct Player {
    world: Arc<World>,
    chance: Chance,
    id: PlayerId,
    table: TableId,
    book: Book,
    view: Option<View>,
    /// Where the log stood when the view was sent.
    seen: Option<LogPosition>,
    stream: Stream,
    commands: u64,
    /// What was asked and is not answered, and when it is sent again.
    waiting: Option<(Delivery, Instant)>,
    act_at: Instant,
    answers: (UnboundedSender<Answer>, UnboundedReceiver<Answer>),
}

impl Player {
    pub(crate) fn new(world: &Arc<World>, player: PlayerId, table: TableId, book: Book) -> Player {
        Player {
            world: Arc::clone(world),
            chance: world.fork(),
            id: player,
            table,
            book,
            view: None,
            seen: None,
            stream: Stream::default(),
            commands: 0,
            waiting: None,
            act_at: Instant::now(),
            answers: unbounded_channel(),
        }
    }

    /// Plays until the world ends.
    pub(crate) async fn play(mut self) {
        while !self.world.is_over() {
            if let Some(morning) = self.world.night() {
                sleep_until(morning).await;
            }
            let nodes = self.world.nodes.len() as u64;
            let node = self.chance.below(nodes) as usize;
            if let Some((life, frames)) = self.connect(node).await {
                self.stay(node, &life, frames).await;
            }
            let away_ms = self.chance.within(&(5..800));
            sleep(Duration::from_millis(away_ms)).await;
        }
    }

    async fn connect(
        &mut self,
        node: usize,
    ) -> Option<(Arc<Life>, async_channel::Receiver<OutgoingMessage>)> {
        let (room, life) = self.world.nodes[node].room()?;
        let (outbox, frames) = Outbox::new();
        let after = self.seen.filter(|_| !self.chance.one_in(5));
        room.watch(self.table, Viewer::Player(self.id), &outbox, after).await.ok()?;
        self.stream = Stream::new(after.map(|after| after.seq.0));
        life.is_alive().then_some((life, frames))
    }

    /// Stays connected for a while.
    async fn stay(&mut self, node: usize, life: &Life, frames: async_channel::Receiver<OutgoingMessage>) {
        let storms = self.world.storms();
        let lasts_ms = self.chance.within(&(1_000..90_000));
        let ends = Instant::now() + Duration::from_millis(lasts_ms);
        if !self.world.is_calm() && self.chance.one_in(100) {
            // Somebody who does not read for so long is given up.
            sleep(Duration::from_mins(3)).await;
        }
        loop {
            tokio::select! {
                biased;
                frame = frames.recv() => match frame {
                    Ok(frame) if life.is_alive() => self.see(&frame),
                    _ => return,
                },
                Some(answer) = self.answers.1.recv() => self.hear(answer),
                () = sleep_until(self.act_at) => self.act(node),
            }
            if self.world.storms() != storms || self.world.night().is_some() || self.world.is_over() {
                return;
            }
            if !self.world.is_calm() && Instant::now() > ends {
                return self.world.count(Trouble::ConnectionLost);
            }
        }
    }

    /// Looks at a frame.
    fn see(&mut self, frame: &str) {
        let viewer = Viewer::Player(self.id);
        if self.world.mutant == Some(Mutant::DropFrame) && frame.contains("update") && self.chance.one_in(100)
        {
            return;
        }
        let tampered = self.leak(frame, viewer);
        let frame = tampered.as_deref().unwrap_or(frame);
        let Ok(told) = serde_json::from_str::<Told>(frame) else {
            return self.world.blame(ensure(false, Checker::Frames, || format!("this is no frame: {frame}")));
        };
        let verdict = self.stream.take(&told);
        self.world.blame(verdict);
        let verdict = self.world.auditor().shown(viewer, frame, &told);
        self.world.blame(verdict);
        if told.balance.is_some_and(|balance| balance < POOR) {
            self.beg();
        }
        if let Some(view) = told.view {
            self.seen = told.hash.map(|hash| LogPosition { seq: Seq(view.seq), hash });
            self.view = Some(view);
            self.act_later(5..120);
        }
    }

    /// The frame with a card that its reader may not see, if a mutant wants that.
    fn leak(&mut self, frame: &str, viewer: Viewer) -> Option<String> {
        if self.world.mutant != Some(Mutant::LeakCard) || !self.chance.one_in(20) {
            return None;
        }
        let seq = serde_json::from_str::<Told>(frame).ok()?.view?.seq;
        let auditor = self.world.auditor();
        let turn = auditor.turn(LogId(self.table.0), seq).ok()?;
        let hidden = turn.deck.iter().find(|card| !turn.visible(viewer).contains(**card))?;
        Some(frame.replace("\"dealer\":null", &format!("\"dealer\":[\"{hidden}\",\"{hidden}\"]")))
    }

    /// Takes an answer.
    fn hear(&mut self, (name, result): Answer) {
        if self.waiting.as_ref().is_none_or(|(order, _)| order.name != name) {
            return;
        }
        match result {
            // The storage broke off, or the node did: the same command is sent again.
            Err(ErrorCode::OutcomeUnknown | ErrorCode::Unavailable | ErrorCode::Busy) => {
                self.act_later(200..1_500)
            }
            result => {
                self.waiting = None;
                self.act_later(if result.is_ok() { 5..150 } else { 100..600 });
            }
        }
    }

    /// Asks for something, again if it was not answered.
    fn act(&mut self, node: usize) {
        self.act_later(300..2_000);
        if let Some((order, again_at)) = &mut self.waiting {
            if Instant::now() >= *again_at {
                *again_at = Instant::now() + Duration::from_secs(3);
                send(&self.world, &mut self.chance, node, order, &self.answers.0);
            }
            return;
        }
        let Some(view) = &self.view else { return };
        let Some(ask) = mind::next(view, self.book, self.id, &mut self.chance) else { return };
        self.commands += 1;
        let (table, player, seen) = (self.table, self.id, view.seq);
        let order = Delivery { table, player, name: format!("c{}", self.commands), seen, ask };
        send(&self.world, &mut self.chance, node, &order, &self.answers.0);
        self.waiting = Some((order, Instant::now() + Duration::from_secs(3)));
    }

    fn act_later(&mut self, milliseconds: std::ops::Range<u64>) {
        self.act_at = Instant::now() + Duration::from_millis(self.chance.within(&milliseconds));
    }

    /// Asks the cashier for chips.
    fn beg(&self) {
        let (world, player) = (Arc::clone(&self.world), self.id);
        tokio::spawn(async move {
            let rooms = world.nodes.iter().filter_map(crate::node::Node::room);
            if let Some((room, _)) = rooms.last() {
                // Whoever gets nothing asks again when the next chips are gone.
                let _ = room.grant(player, GIFT).await;
            }
        });
    }
}

/// The floor declares a round void now and then.
pub(crate) async fn supervise(world: Arc<World>, tables: Vec<TableId>) {
    let mut chance = world.fork();
    let (answers, _unread) = unbounded_channel();
    for number in 0_u64.. {
        let pause_ms = chance.within(&(5_000..60_000));
        sleep(Duration::from_millis(pause_ms)).await;
        if world.is_over() {
            return;
        }
        let (Some(table), nodes) = (chance.pick(&tables), world.nodes.len() as u64) else { return };
        let node = chance.below(nodes) as usize;
        let seen = world.auditor().seq(LogId(table.0));
        let ask = ClientCommand::Void { reason: "the floor has seen a fault".into() };
        let order = Delivery { table, player: PlayerId(1), name: format!("f{number}"), seen, ask };
        send(&world, &mut chance, node, &order, &answers);
    }
}
