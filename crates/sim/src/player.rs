//! A player at one table: watches it through one node or another, sends commands until they are answered, and
//! reconnects when the connection is gone.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientCommand, ClientMessage, CommandId, ErrorCode, LogPosition, ServerMessage, TableView};
use room::CommandRequest;
use room::accounts::{Credential, Joined};
use store::LogId;
use table::{PlayerId, TableId, Viewer};
use tokio::time::{Instant, sleep, sleep_until};
use uth::Cents;

use crate::audit::stream::{Stream, TableMessage};
use crate::chance::Chance;
use crate::checker::{Checker, Mutant, ensure};
use crate::faults::InjectedFault;
use crate::network::{ClientEnd, connect};
use crate::world::World;

mod policy;

/// A player with less than this asks the cashier for a gift.
const POOR_CENTS: i64 = 20_000;
const GIFT: Cents = Cents::dollars(1_000);

/// After so long without an answer a command is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// A player at one table.
pub(crate) struct Player {
    world: Arc<World>,
    chance: Chance,
    id: PlayerId,
    credential: Credential,
    table: TableId,
    view: Option<TableView>,
    position: Option<LogPosition>,
    stream: Stream,
    commands: u64,
    /// The command without an answer, and when it is sent again.
    waiting: Option<(CommandId, ClientMessage, Instant)>,
    act_at: Instant,
}

impl Player {
    pub(crate) fn new(world: &Arc<World>, account: &Joined, table: TableId) -> Player {
        Player {
            world: Arc::clone(world),
            chance: world.fork(),
            id: account.player,
            credential: Credential::Session(account.session.clone()),
            table,
            view: None,
            position: None,
            stream: Stream::default(),
            commands: 0,
            waiting: None,
            act_at: Instant::now(),
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
            if let Some(client) = connect(&self.world, &mut self.chance, node, &self.credential).await {
                self.stay(client).await;
            }
            let away_ms = self.chance.within(&(5..800));
            sleep(Duration::from_millis(away_ms)).await;
        }
    }

    /// Stays connected for a while.
    async fn stay(&mut self, mut client: ClientEnd) {
        // Some forget what they knew, so that snapshots with and without missed events are tried.
        let after = self.position.filter(|_| !self.chance.one_in(5));
        client.send_now(&ClientMessage::Watch { table: self.table.into(), after });
        self.stream = Stream::new(after);
        let disconnections = self.world.faults().disconnections;
        let lasts_ms = self.chance.within(&(1_000..90_000));
        let ends = Instant::now() + Duration::from_millis(lasts_ms);
        if !self.world.is_calm() && self.chance.one_in(100) {
            // A client that does not read for so long is cut off.
            sleep(Duration::from_mins(3)).await;
        }
        loop {
            tokio::select! {
                // Messages before actions, in every run alike: a random choice here would not come from the seed.
                biased;
                message = client.receive() => match message {
                    Some(text) => self.receive(&text),
                    None => return,
                },
                () = sleep_until(self.act_at) => self.act(&client),
            }
            let is_cut = self.world.faults().disconnections != disconnections;
            if is_cut || self.world.night().is_some() || self.world.is_over() {
                return;
            }
            if !self.world.is_calm() && Instant::now() > ends {
                return self.world.count(InjectedFault::ConnectionLost);
            }
        }
    }

    fn receive(&mut self, text: &str) {
        if self.world.mutant == Some(Mutant::DropMessage)
            && text.starts_with("{\"type\":\"update\"")
            && self.chance.one_in(100)
        {
            return;
        }
        // The leak is put in where the client reads, behind the node: what is tried is the auditor.
        let tampered = self.leak(text);
        let text = tampered.as_deref().unwrap_or(text);
        let message = match serde_json::from_str::<ServerMessage>(text) {
            Ok(message) => message,
            Err(error) => {
                let what = || format!("this is no message ({error}): {text}");
                return self.world.blame(ensure(false, Checker::Messages, what));
            }
        };
        let verdict = self.world.auditor().shown(Viewer::Player(self.id), text, &message);
        self.world.blame(verdict);
        if let Some(table) = TableMessage::of(&message) {
            let verdict = self.stream.check(&table);
            self.world.blame(verdict);
            self.position = Some(LogPosition { seq: table.view.seq, hash: table.hash });
        }
        match message {
            ServerMessage::Snapshot { view, .. } | ServerMessage::Update { view, .. } => {
                self.view = Some(*view);
                self.act_later(5..120);
            }
            ServerMessage::Wallet { balance } if balance < POOR_CENTS => self.ask_for_gift(),
            ServerMessage::Done { id, .. } => self.on_answer(&id, None),
            ServerMessage::Refused { id, code, .. } => self.on_answer(&id, Some(code)),
            _ => {}
        }
    }

    /// Puts a card that the player may not see into a message, if a mutant wants that.
    fn leak(&mut self, text: &str) -> Option<String> {
        if self.world.mutant != Some(Mutant::LeakCard) || !self.chance.one_in(20) {
            return None;
        }
        let message = serde_json::from_str(text).ok()?;
        let seq = TableMessage::of(&message)?.view.seq;
        let auditor = self.world.auditor();
        let turn = auditor.turn(LogId(self.table.0), seq.0).ok()?;
        let visible = turn.visible(Viewer::Player(self.id));
        let hidden = turn.deck.iter().find(|card| !visible.contains(**card))?;
        Some(text.replace("\"dealer\":null", &format!("\"dealer\":[\"{hidden}\",\"{hidden}\"]")))
    }

    fn on_answer(&mut self, id: &CommandId, refused: Option<ErrorCode>) {
        if self.waiting.as_ref().is_none_or(|(waiting, _, _)| waiting != id) {
            return;
        }
        match refused {
            // The store broke off, or the node did: the same command is sent again.
            Some(code) if code.is_retryable() => self.act_later(200..1_500),
            refused => {
                self.waiting = None;
                self.act_later(if refused.is_none() { 5..150 } else { 100..600 });
            }
        }
    }

    /// Sends a command, again if the last one was not answered.
    fn act(&mut self, client: &ClientEnd) {
        self.act_later(300..2_000);
        if let Some((_, message, again_at)) = &mut self.waiting {
            if Instant::now() >= *again_at {
                // The same id and the same words, as the protocol asks of clients.
                *again_at = Instant::now() + ANSWER_TIMEOUT;
                client.send_command(&self.world, &mut self.chance, &self.credential, message);
            }
            return;
        }
        let Some(view) = &self.view else { return };
        let Some(command) = policy::next(view, self.id, &mut self.chance) else { return };
        self.commands += 1;
        let id: CommandId = format!("c{}", self.commands).parse().expect("a short id");
        let (table, seen) = (self.table.into(), view.seq);
        let message = ClientMessage::Command { id: id.clone(), table, seen, command };
        client.send_command(&self.world, &mut self.chance, &self.credential, &message);
        self.waiting = Some((id, message, Instant::now() + ANSWER_TIMEOUT));
    }

    fn act_later(&mut self, milliseconds: std::ops::Range<u64>) {
        self.act_at = Instant::now() + Duration::from_millis(self.chance.within(&milliseconds));
    }

    /// Asks the cashier for chips.
    fn ask_for_gift(&self) {
        let (world, player) = (Arc::clone(&self.world), self.id);
        tokio::spawn(async move {
            let running = world.nodes.iter().filter_map(crate::node::Node::running);
            if let Some((room, _, _)) = running.last() {
                // A player who gets nothing asks again when the next chips are gone.
                let _ = room.grant(player, GIFT).await;
            }
        });
    }
}

/// Declares a round void now and then, as the floor does.
pub(crate) async fn supervise(world: Arc<World>, floor: PlayerId, tables: Vec<TableId>) {
    let mut chance = world.fork();
    for number in 0_u64.. {
        let pause_ms = chance.within(&(5_000..60_000));
        sleep(Duration::from_millis(pause_ms)).await;
        if world.is_over() {
            return;
        }
        let (Some(table), nodes) = (chance.pick(&tables), world.nodes.len() as u64) else { return };
        let node = chance.below(nodes) as usize;
        // A node that is down voids nothing.
        let Some((room, _, life)) = world.nodes[node].running() else { continue };
        // The floor looks at the durable log and not at one node, which may be behind.
        let seen = world.auditor().seq(LogId(table.0));
        let command = ClientCommand::Void { reason: "the floor has seen a fault".into() };
        let id: CommandId = format!("f{number}").parse().expect("a short id");
        let key = (table.0, floor.0, id.to_string());
        let request = CommandRequest::new(floor, id, protocol::Seq(seen), command);
        let result = room.execute(table, request).await;
        drop(room);
        if life.is_alive() {
            let verdict = match result {
                Ok(receipt) => world.auditor().acknowledged(&key, receipt),
                Err(refused) => world.auditor().refused(&key, false, refused.code),
            };
            world.blame(verdict);
        }
    }
}
