//! A player at one table: watches it through one node or another, sends commands until they are answered, and
//! reconnects when the connection is gone.

use std::sync::Arc;
use std::time::Duration;

use journal::accounts::LEAST_TO_PLAY;
use protocol::{
    ClientCommand, ClientMessage, CommandId, ErrorCode, LogPosition, Receipt, ServerMessage, TableView,
};
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

/// After so long without an answer a command is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// A player at one table.
pub(crate) struct Player {
    world: Arc<World>,
    chance: Chance,
    /// A spectator has no account.
    account: Option<(PlayerId, Credential)>,
    /// A player at the same table, whom a mutant takes a spectator for.
    neighbour: Option<Credential>,
    table: TableId,
    view: Option<TableView>,
    position: Option<LogPosition>,
    receipt: Option<Receipt>,
    /// What the node knows that this client knows.
    known: Vec<LogPosition>,
    stream: Stream,
    commands: u64,
    /// The command without an answer, and when it is sent again.
    waiting: Option<(CommandId, ClientMessage, Instant)>,
    act_at: Instant,
    /// Whether the wallet holds too little to play.
    is_poor: bool,
}

impl Player {
    pub(crate) fn new(world: &Arc<World>, account: &Joined, table: TableId) -> Player {
        Player {
            world: Arc::clone(world),
            chance: world.fork(),
            account: Some((account.player, Credential::Session(account.session.clone()))),
            neighbour: None,
            table,
            view: None,
            position: None,
            receipt: None,
            known: Vec::new(),
            stream: Stream::default(),
            commands: 0,
            waiting: None,
            act_at: Instant::now(),
            is_poor: false,
        }
    }

    /// A client that only watches, at the table of a player.
    pub(crate) fn spectator(world: &Arc<World>, neighbour: &Joined, table: TableId) -> Player {
        let player = Player::new(world, neighbour, table);
        let neighbour = player.account.as_ref().map(|(_, credential)| credential.clone());
        Player { account: None, neighbour, ..player }
    }

    fn viewer(&self) -> Viewer {
        self.account.as_ref().map_or(Viewer::Spectator, |(player, _)| Viewer::Player(*player))
    }

    /// What the client signs in with.
    fn credential(&self) -> Option<Credential> {
        let mistaken = self
            .neighbour
            .as_ref()
            .filter(|_| self.world.mutant == Some(Mutant::SpectatorAsPlayer) && self.position.is_some());
        self.account.as_ref().map(|(_, credential)| credential).or(mistaken).cloned()
    }

    /// Plays until the world ends.
    pub(crate) async fn play(mut self) {
        while !self.world.is_over() {
            if let Some(morning) = self.world.night() {
                sleep_until(morning).await;
            }
            let nodes = self.world.nodes.len() as u64;
            let node = self.chance.below(nodes) as usize;
            let credential = self.credential();
            if let Some(client) = connect(&self.world, &mut self.chance, node, credential.as_ref()).await {
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
        let receipt = self.receipt;
        client.send_now(&ClientMessage::Watch { table: self.table.into(), after, receipt });
        let confirmed = receipt.map(|Receipt { seq, hash, .. }| LogPosition { seq, hash });
        self.known = after.into_iter().chain(confirmed).collect();
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
        let verdict = self.world.auditor().shown(self.viewer(), text, &message);
        self.world.blame(verdict);
        if let Some(table) = TableMessage::of(&message) {
            let position = LogPosition { seq: table.view.seq, hash: table.hash };
            let verdict = self.world.auditor().continues(self.table.0, &self.known, position);
            self.world.blame(verdict);
            let verdict = self.stream.check(&table);
            self.world.blame(verdict);
            self.position = Some(position);
            self.known = vec![position];
        }
        match message {
            ServerMessage::Snapshot { view, .. } | ServerMessage::Update { view, .. } => {
                self.view = Some(*view);
                self.act_later(5..120);
                // Nothing is due while chips lie on a table, and chips that are lost there change no wallet: the
                // player asks again as the table goes on.
                if self.is_poor && self.chance.one_in(4) {
                    self.ask_for_stack();
                }
            }
            ServerMessage::Wallet { balance } => self.is_poor = balance < LEAST_TO_PLAY.0,
            ServerMessage::Done { id, receipt } => self.on_done(&id, receipt),
            ServerMessage::Error { code: ErrorCode::Forgotten, table: Some(table), .. } => {
                let verdict = self.world.auditor().told(table.0);
                self.world.blame(verdict);
                // The player keeps the proof elsewhere and goes on with what the card room has.
                (self.position, self.receipt) = (None, None);
                self.known.clear();
                self.waiting = None;
            }
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
        let visible = turn.visible(self.viewer());
        let hidden = turn.deck.iter().find(|card| !visible.contains(**card))?;
        Some(text.replace("\"dealer\":null", &format!("\"dealer\":[\"{hidden}\",\"{hidden}\"]")))
    }

    fn on_done(&mut self, id: &CommandId, receipt: Receipt) {
        let position = LogPosition { seq: receipt.seq, hash: receipt.hash };
        let verdict = self.world.auditor().agrees(self.table.0, &self.known, position);
        self.world.blame(verdict.and_then(|()| self.stream.check_done(&receipt)));
        if self.receipt.is_none_or(|latest| latest.seq < receipt.seq) {
            self.receipt = Some(receipt);
        }
        self.on_answer(id, None);
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
        let Some((player, credential)) = self.account.clone() else { return };
        if let Some((_, message, again_at)) = &mut self.waiting {
            if Instant::now() >= *again_at {
                // The same id and the same words, as the protocol asks of clients.
                *again_at = Instant::now() + ANSWER_TIMEOUT;
                client.send_command(&self.world, &mut self.chance, &credential, message);
            }
            return;
        }
        let Some(view) = &self.view else { return };
        let Some(command) = policy::next(view, player, &mut self.chance) else { return };
        self.commands += 1;
        let id: CommandId = format!("c{}", self.commands).parse().expect("a short id");
        let (table, seen) = (self.table.into(), view.seq);
        let message = ClientMessage::Command { id: id.clone(), table, seen, command };
        client.send_command(&self.world, &mut self.chance, &credential, &message);
        self.waiting = Some((id, message, Instant::now() + ANSWER_TIMEOUT));
        if self.chance.one_in(8) {
            self.send_another(client, player, &credential);
        }
    }

    /// Sends a second command behind the first, which may keep it waiting, and does not look at the answer.
    fn send_another(&mut self, client: &ClientEnd, player: PlayerId, credential: &Credential) {
        let Some(view) = &self.view else { return };
        let Some(command) = policy::next(view, player, &mut self.chance) else { return };
        self.commands += 1;
        let id: CommandId = format!("c{}", self.commands).parse().expect("a short id");
        let message = ClientMessage::Command { id, table: self.table.into(), seen: view.seq, command };
        client.send_command(&self.world, &mut self.chance, credential, &message);
    }

    fn act_later(&mut self, milliseconds: std::ops::Range<u64>) {
        self.act_at = Instant::now() + Duration::from_millis(self.chance.within(&milliseconds));
    }

    /// Asks the cashier for a stack of chips.
    fn ask_for_stack(&self) {
        let Some((player, _)) = self.account else { return };
        let world = Arc::clone(&self.world);
        tokio::spawn(async move {
            let running = world.nodes.iter().filter_map(crate::node::Node::running);
            if let Some((_, accounts, _)) = running.last() {
                // A player who gets nothing asks again when the next chips are gone.
                let _ = accounts.take_stack(player).await;
            }
        });
    }
}

/// Sets limits now and then, and excludes one player.
pub(crate) async fn set_limits(world: Arc<World>, players: Vec<PlayerId>) {
    let mut chance = world.fork();
    let Some((excluded, limited)) = players.split_last() else { return };
    for number in 0_u64.. {
        let pause_ms = chance.within(&(5_000..200_000));
        sleep(Duration::from_millis(pause_ms)).await;
        if world.is_over() {
            return;
        }
        let node = chance.below(world.nodes.len() as u64) as usize;
        let Some((_, accounts, _)) = world.nodes[node].running() else { continue };
        // A node that is cut off changes nothing.
        if number == 40 {
            let _ = accounts.exclude(*excluded, 1).await;
        } else if let Some(player) = chance.pick(limited) {
            let limit = (!chance.one_in(6)).then(|| Cents(chance.within(&(2_000..60_000)).cast_signed()));
            let _ = accounts.limit_losses(player, limit).await;
        }
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
                Ok(receipt) => world.auditor().acknowledged(life.name(), &key, receipt),
                Err(refused) => world.auditor().refused(&key, false, refused.code),
            };
            world.blame(verdict);
        }
    }
}
