//! The network between clients and nodes. The real connection code runs at the node's end of a [`SimulatedSocket`].
//!
//! What a client sends is lost, repeated and overtaken; answers to commands are lost. What a table sends arrives in
//! order, as over TCP, until the connection breaks. What arrives, arrives whole.
//! Between nodes the store's notices travel.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, PROTOCOL, ServerMessage};
use room::accounts::Credential;
use room::connection::{Admission, Connection, Incoming, Outgoing, Socket, SocketClosed, TrafficLimits};
use store::LogId;
use store::batch::Plan;
use table::PlayerId;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};

use crate::audit::CommandKey;
use crate::chance::Chance;
use crate::checker::Mutant;
use crate::faults::InjectedFault;
use crate::node::Life;
use crate::world::World;

/// The number of rounds after which a mutant loses every answer.
const ROUNDS_BEFORE_SILENCE: u64 = 20;

/// How many messages the network holds for a client that does not read.
const NETWORK_BUFFER: usize = 32;

/// A client's end of a connection. Dropping it hangs up.
pub(crate) struct ClientEnd {
    life: Arc<Life>,
    to_node: UnboundedSender<FromClient>,
    from_node: Receiver<String>,
}

enum FromClient {
    Text(String),
    Pong,
}

/// A node's end of a connection.
struct SimulatedSocket {
    world: Arc<World>,
    life: Arc<Life>,
    chance: Chance,
    player: PlayerId,
    from_client: UnboundedReceiver<FromClient>,
    to_client: Sender<String>,
    /// The network's own copy, by which it delivers the pongs of the client.
    pongs: UnboundedSender<FromClient>,
    /// Whether the log contained each command when it arrived.
    received: BTreeMap<CommandKey, VecDeque<bool>>,
    /// Updates that a mutant holds back until the answer has gone.
    held: VecDeque<String>,
}

/// The simulation sends less than any limit.
struct NoLimits;

impl TrafficLimits for NoLimits {
    fn admit_message(&mut self) -> Admission {
        Admission::Accepted
    }

    fn admit_watch(&mut self) -> bool {
        true
    }
}

/// Connects a client to a node and says hello; `None` if the node is down or does not know the session.
pub(crate) async fn connect(
    world: &Arc<World>,
    chance: &mut Chance,
    node: usize,
    credential: Option<&Credential>,
) -> Option<ClientEnd> {
    let (room, accounts, life) = world.nodes[node].running()?;
    // The server does this with the request that becomes the socket.
    let caller = match credential {
        Some(credential) => Some(accounts.who(credential, true).await.ok()??),
        None => None,
    };
    if !life.is_alive() {
        return None;
    }
    let (to_node, from_client) = unbounded_channel();
    let (to_client, from_node) = channel(NETWORK_BUFFER);
    let socket = SimulatedSocket {
        world: Arc::clone(world),
        life: Arc::clone(&life),
        chance: chance.fork(),
        player: caller.as_ref().map_or(PlayerId(0), |caller| caller.player),
        from_client,
        to_client,
        pongs: to_node.clone(),
        received: BTreeMap::new(),
        held: VecDeque::new(),
    };
    tokio::spawn(Connection::new(room, accounts, NoLimits, caller).run(socket));
    let client = ClientEnd { life, to_node, from_node };
    client.send_now(&ClientMessage::Hello { protocol: PROTOCOL });
    Some(client)
}

impl ClientEnd {
    /// Receives the next message; `None` once the connection is gone.
    pub(crate) async fn receive(&mut self) -> Option<String> {
        let message = self.from_node.recv().await?;
        self.life.is_alive().then_some(message)
    }

    /// Sends a message that the network does not touch.
    pub(crate) fn send_now(&self, message: &ClientMessage) {
        deliver(&self.to_node, message);
    }

    /// Sends a command, which the network may lose, delay, repeat, or deliver to another node as well.
    pub(crate) fn send_command(
        &self,
        world: &Arc<World>,
        chance: &mut Chance,
        credential: &Credential,
        command: &ClientMessage,
    ) {
        if world.is_calm() {
            return self.send_late(1, command);
        }
        let nodes = world.nodes.len() as u64;
        if nodes > 1 && chance.one_in(10) {
            world.count(InjectedFault::CommandElsewhere);
            let (node, delay_ms) = (chance.below(nodes) as usize, chance.below(30));
            return send_elsewhere(world, chance, node, delay_ms, credential, command);
        }
        if chance.one_in(40) {
            return world.count(InjectedFault::CommandLost);
        }
        // Some are overtaken by what was sent later.
        let delay_ms = if chance.one_in(20) { chance.within(&(100..3_000)) } else { chance.below(30) };
        self.send_late(delay_ms, command);
        if chance.one_in(12) {
            world.count(InjectedFault::CommandRepeated);
            let (node, delay_ms) = (chance.below(nodes) as usize, chance.below(60));
            send_elsewhere(world, chance, node, delay_ms, credential, command);
        }
        // A decision that comes minutes late is stale by definition; only commands without a street can do harm then.
        let is_timeless =
            matches!(command, ClientMessage::Command { command, .. } if !command.requires_current_street());
        if is_timeless && chance.one_in(2) {
            world.count(InjectedFault::CommandLate);
            let (node, delay_ms) = (chance.below(nodes) as usize, chance.within(&(5_000..180_000)));
            send_elsewhere(world, chance, node, delay_ms, credential, command);
        }
    }

    fn send_late(&self, delay_ms: u64, message: &ClientMessage) {
        let (to_node, message) = (self.to_node.clone(), message.clone());
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(delay_ms)).await;
            deliver(&to_node, &message);
        });
    }
}

fn deliver(to_node: &UnboundedSender<FromClient>, message: &ClientMessage) {
    let text = serde_json::to_string(message).expect("a message has a JSON form");
    // A node that has closed the connection gets nothing.
    let _ = to_node.send(FromClient::Text(text));
}

/// Sends a command over a connection of its own, as a client does that lost its connection and has not noticed yet, and
/// does not wait for the answer.
fn send_elsewhere(
    world: &Arc<World>,
    chance: &mut Chance,
    node: usize,
    delay_ms: u64,
    credential: &Credential,
    command: &ClientMessage,
) {
    let (world, mut chance) = (Arc::clone(world), chance.fork());
    let (credential, command) = (credential.clone(), command.clone());
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        let Some(mut client) = connect(&world, &mut chance, node, Some(&credential)).await else { return };
        client.send_now(&command);
        // The command is executed even if the client hangs up; it stays until the answer so that the auditor sees it.
        let answered = async {
            while let Some(text) = client.receive().await {
                if !matches!(
                    serde_json::from_str(&text),
                    Ok(ServerMessage::Hello { .. } | ServerMessage::Wallet { .. })
                ) {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(Duration::from_secs(30), answered).await;
    });
}

impl Socket for SimulatedSocket {
    type Text = String;

    async fn receive(&mut self) -> Option<Incoming<String>> {
        let message = self.from_client.recv().await.filter(|_| self.life.is_alive())?;
        Some(match message {
            FromClient::Text(text) => {
                self.note_command(&text);
                Incoming::Text(self.tampered(text))
            }
            FromClient::Pong => Incoming::Control,
        })
    }

    async fn send(&mut self, message: Outgoing<'_>) -> Result<(), SocketClosed> {
        if !self.life.is_alive() {
            return Err(SocketClosed);
        }
        match message {
            Outgoing::Text(text) => {
                if self.is_lost(text) {
                    self.world.count(InjectedFault::AnswerLost);
                    return Ok(());
                }
                if self.holds_back(text) {
                    return Ok(());
                }
                // Waits while the buffer is full, as TCP does: a client that does not read is cut off by the room
                // itself.
                self.to_client.send(text.to_owned()).await.map_err(|_| SocketClosed)?;
                while let Some(held) = self.held.pop_front() {
                    self.to_client.send(held).await.map_err(|_| SocketClosed)?;
                }
                Ok(())
            }
            // The client's transport answers by itself, as long as the client has not hung up.
            Outgoing::Ping if self.to_client.is_closed() => Err(SocketClosed),
            Outgoing::Ping => self.pongs.send(FromClient::Pong).map_err(|_| SocketClosed),
            Outgoing::Close(_) => Ok(()),
        }
    }
}

impl SimulatedSocket {
    /// Returns what a node gets to read: a mutant drops what the client knows of a table.
    fn tampered(&self, text: String) -> String {
        if self.world.mutant != Some(Mutant::IgnoreReceipts) {
            return text;
        }
        match serde_json::from_str(&text) {
            Ok(ClientMessage::Watch { table, .. }) => {
                let watch = ClientMessage::Watch { table, after: None, receipt: None };
                serde_json::to_string(&watch).expect("a message has a JSON form")
            }
            _ => text,
        }
    }

    /// Holds an update back until the next message, if a mutant wants that.
    fn holds_back(&mut self, text: &str) -> bool {
        let holds = self.world.mutant == Some(Mutant::DoneBeforeUpdate)
            && self.held.is_empty()
            && text.starts_with("{\"type\":\"update\"")
            && text.contains(&format!("\"by\":{}", self.player.0));
        if holds {
            self.held.push_back(text.to_owned());
        }
        holds
    }

    /// Remembers whether the log already contains a command that has just arrived.
    fn note_command(&mut self, text: &str) {
        if let Ok(ClientMessage::Command { id, table, .. }) = serde_json::from_str(text) {
            let key = (table.0, self.player.0, id.to_string());
            let now_ms = self.world.now_ms();
            let is_done = self.world.auditor().arrived(&key, now_ms);
            self.received.entry(key).or_default().push_back(is_done);
        }
    }

    /// Shows an answer to the auditor as it leaves the node; returns whether the network loses it.
    fn is_lost(&mut self, text: &str) -> bool {
        let Ok(message) = serde_json::from_str(text) else { return false };
        // Answers are judged when they leave the node, because the network may lose them afterwards.
        let verdict = match message {
            ServerMessage::Done { id, receipt } => {
                let key = (receipt.table.0, self.player.0, id.to_string());
                self.received.get_mut(&key).map(VecDeque::pop_front);
                self.world.auditor().acknowledged(self.life.name(), &key, receipt)
            }
            ServerMessage::Refused { id, table, code, .. } => {
                let key = (table.0, self.player.0, id.to_string());
                let was_done = self.received.get_mut(&key).and_then(VecDeque::pop_front).unwrap_or(false);
                self.world.auditor().refused(&key, was_done, code)
            }
            _ => return false,
        };
        self.world.blame(verdict);
        let world = &self.world;
        let is_silent =
            world.mutant == Some(Mutant::Silence) && world.auditor().rounds > ROUNDS_BEFORE_SILENCE;
        is_silent || (!world.is_calm() && self.chance.one_in(40))
    }
}

/// Tells all nodes but the one that has written how far the logs go. The store sends these notices, so that a node
/// that crashes just after a commit has told. They are lost, repeated and overtaken, which may only delay the others.
pub(crate) fn tell_others(world: &Arc<World>, writer: usize, plan: &Plan) {
    // A node ignores its own notices, so that they are not sent to it.
    for node in (0..world.nodes.len()).filter(|node| *node != writer) {
        for (log, head) in &plan.heads {
            notify(world, node, *log, head.seq);
        }
    }
}

fn notify(world: &Arc<World>, node: usize, log: LogId, seq: u64) {
    let carry = |delay_ms: u64| {
        tokio::spawn(carry(Arc::clone(world), node, Duration::from_millis(delay_ms), log, seq));
    };
    if world.is_calm() {
        return carry(1);
    }
    let mut chance = world.fork();
    if chance.one_in(12) {
        return world.count(InjectedFault::NoticeLost);
    }
    if chance.one_in(12) {
        world.count(InjectedFault::NoticeLate);
        carry(chance.within(&(100..5_000)));
    } else {
        carry(chance.below(20));
    }
    if chance.one_in(12) {
        world.count(InjectedFault::NoticeRepeated);
        carry(chance.below(5_000));
    }
}

async fn carry(world: Arc<World>, node: usize, delay: Duration, log: LogId, seq: u64) {
    tokio::time::sleep(delay).await;
    // Notices come from the store.
    if world.is_unreachable(node) {
        return world.count(InjectedFault::NoticeLost);
    }
    // A node that is down hears nothing.
    if let Some((room, _, _)) = world.nodes[node].running() {
        world.auditor().note(("notice", node, log, seq));
        room.on_peer_notice(log, seq);
    }
}
