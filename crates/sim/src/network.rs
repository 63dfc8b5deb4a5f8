//! Messages between players and nodes. They are lost, repeated and overtaken; what arrives, arrives whole.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientCommand, ErrorCode, Receipt};
use table::{PlayerId, TableId};
use tokio::sync::mpsc::UnboundedSender;

use crate::audit::Name;
use crate::chance::Chance;
use crate::mutant::Mutant;
use crate::tally::Trouble;
use crate::world::World;

/// After so many rounds a mutant loses every answer.
const ROUNDS_BEFORE_SILENCE: u64 = 20;

/// A command on its way.
#[derive(Clone)]
pub(crate) struct Delivery {
    pub(crate) table: TableId,
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) seen: u64,
    pub(crate) ask: ClientCommand,
}

impl Delivery {
    fn name(&self) -> Name {
        (self.table.0, self.player.0, self.name.clone())
    }
}

/// What came back: the command's name, and where the table stood or why not.
pub(crate) type Answer = (String, Result<Receipt, ErrorCode>);

/// Sends a command to a node, or to another one, or to two.
pub(crate) fn send(
    world: &Arc<World>,
    chance: &mut Chance,
    mut node: usize,
    order: &Delivery,
    answers: &UnboundedSender<Answer>,
) {
    let carry = |node: usize, delay_ms: u64, chance: &mut Chance| {
        let (world, order, answers) = (Arc::clone(world), order.clone(), answers.clone());
        tokio::spawn(carry(world, chance.fork(), node, Duration::from_millis(delay_ms), order, answers));
    };
    if world.is_calm() {
        return carry(node, 1, chance);
    }
    let nodes = world.nodes.len() as u64;
    if nodes > 1 && chance.one_in(10) {
        world.count(Trouble::CommandElsewhere);
        node = chance.below(nodes) as usize;
    }
    // Some are overtaken by what was sent later.
    let delay_ms = if chance.one_in(20) { chance.within(&(100..3_000)) } else { chance.below(30) };
    carry(node, delay_ms, chance);
    if chance.one_in(12) {
        world.count(Trouble::CommandRepeated);
        let other = chance.below(nodes) as usize;
        carry(other, chance.below(60), chance);
    }
    if !order.ask.requires_current_street() && chance.one_in(2) {
        world.count(Trouble::CommandLate);
        let other = chance.below(nodes) as usize;
        carry(other, chance.within(&(5_000..180_000)), chance);
    }
}

/// Brings a command to a node and the answer back.
async fn carry(
    world: Arc<World>,
    mut chance: Chance,
    node: usize,
    delay: Duration,
    order: Delivery,
    answers: UnboundedSender<Answer>,
) {
    tokio::time::sleep(delay).await;
    if !world.is_calm() && chance.one_in(40) {
        return world.count(Trouble::CommandLost);
    }
    // A node that is down hears nothing.
    let Some((room, life)) = world.nodes[node].room() else { return };
    let name = order.name();
    let was_done = world.auditor().is_done(&name);
    let Delivery { table, player, name: command, seen, ask } = order;
    let result = room.ask(table, player, command.clone(), seen, ask).await;
    drop(room);
    if !life.is_alive() {
        return;
    }
    let verdict = match &result {
        Ok(receipt) => world.auditor().acknowledged(&name, receipt.seq.0),
        Err(refused) => world.auditor().refused(&name, was_done, refused.code),
    };
    world.blame(verdict);
    let is_silent = world.mutant == Some(Mutant::Silence) && world.auditor().rounds > ROUNDS_BEFORE_SILENCE;
    if is_silent || (!world.is_calm() && chance.one_in(40)) {
        return world.count(Trouble::AnswerLost);
    }
    tokio::time::sleep(Duration::from_millis(chance.below(20))).await;
    // Whoever has left the world does not read.
    let _ = answers.send((command, result.map_err(|refused| refused.code)));
}
