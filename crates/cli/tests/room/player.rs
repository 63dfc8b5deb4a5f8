//! Somebody who plays at a table through the socket, as chance has it, until told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use client::{Api, Client, ClientEvent};
use protocol::{
    Awaits, BankOffer, ClientCommand, CommandId, Hex32, LegalAction, PlayerId, RoundView, SeatNumber, Seq,
    Stage, TableId, TableView, Wager,
};

use crate::chance::Chance;
use crate::doors::{Doors, Way};
use crate::history::{DoneCommand, FirstSight};
use crate::inspector::{confirm_schemas, inspected};
use crate::memory::Memory;

/// Players in threads of their own.
pub(crate) struct Players {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    /// Told of every answer and every change of a table as it comes.
    heard: (Sender<()>, Receiver<()>),
    pub(crate) memory: Arc<Mutex<Memory>>,
}

impl Players {
    pub(crate) fn new() -> Players {
        Players { stop: Arc::default(), threads: Vec::new(), heard: channel(), memory: Arc::default() }
    }

    /// A guest joins and plays at that table.
    pub(crate) fn join(&mut self, url: &str, table: u64) {
        self.join_on(url, table, None);
    }

    /// The same for somebody who goes from node to node.
    pub(crate) fn join_by(&mut self, url: &str, table: u64, doors: &Arc<Doors>) {
        self.join_on(url, table, Some(Way::new(doors)));
    }

    fn join_on(&mut self, url: &str, table: u64, way: Option<Way>) {
        let api = Api::new(inspected(url).parse().expect("an address")).expect("an interface");
        let api = api.sign_in_as_guest("a test").expect("a guest");
        let client = Client::new(api, TableId(table)).expect("a client");
        let chance = Chance::new(self.threads.len() as u64);
        let (memory, heard) = (Arc::clone(&self.memory), self.heard.0.clone());
        let now = Instant::now();
        let player = Player {
            client,
            table,
            chance,
            memory,
            heard,
            broke: false,
            asked: now,
            sought: Some(now),
            pauses: None,
            way,
        };
        let stop = Arc::clone(&self.stop);
        self.threads.push(thread::spawn(move || player.run(&stop)));
    }

    /// Waits for the next thing that somebody hears, but not for long.
    pub(crate) fn wait_for_word(&self) {
        while self.heard.1.try_recv().is_ok() {}
        let _ = self.heard.1.recv_timeout(Duration::from_secs(2));
    }

    /// Nobody asks for anything more; returns when everybody has their answers. A player who found something wrong
    /// has panicked, and so does this.
    pub(crate) fn finish(self) -> Memory {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads {
            thread.join().expect("no player found anything wrong");
        }
        confirm_schemas();
        let memory = Arc::into_inner(self.memory).expect("nobody else remembers");
        memory.into_inner().expect("nobody panicked")
    }
}

struct Player {
    client: Client,
    table: u64,
    chance: Chance,
    memory: Arc<Mutex<Memory>>,
    heard: Sender<()>,
    /// Whether the connection broke and nothing was seen since.
    broke: bool,
    /// When the command that waits for its answer was first asked for.
    asked: Instant,
    /// Since when a connection has been sought that shows the table.
    sought: Option<Instant>,
    /// After a refusal: where the table stood, and until when nothing is asked unless it goes on.
    pauses: Option<(Seq, Instant)>,
    /// Where they are, if there are several nodes.
    way: Option<Way>,
}

impl Player {
    fn run(mut self, stop: &AtomicBool) {
        let patience = Instant::now() + Duration::from_hours(1);
        while !stop.load(Ordering::Relaxed) || self.client.is_waiting() {
            assert!(Instant::now() < patience, "a command is never heard");
            let news = self.client.next(Duration::from_millis(50)).expect("the table stays");
            let is_lost = matches!(news, Some(ClientEvent::Lost(_)));
            let is_heard = news.is_some() && !is_lost;
            if news.is_some_and(|news| !self.remember(news)) {
                return;
            }
            self.go_on(is_lost, is_heard);
            let (seq, now) = (self.client.seq(), Instant::now());
            let pauses = self.pauses.is_some_and(|(at, until)| at == seq && now < until);
            if pauses || self.client.is_waiting() || stop.load(Ordering::Relaxed) {
                continue;
            }
            if let (Some(view), Some(player)) = (&self.client.view, &self.client.player)
                && let Some(command) = next(view, player.id, &mut self.chance)
            {
                self.asked = Instant::now();
                self.client.send(command).expect("an id");
                self.way.iter_mut().for_each(Way::asks);
            }
        }
    }

    /// Goes to another node, if there are several and there is reason to.
    fn go_on(&mut self, is_lost: bool, is_heard: bool) {
        let Some(way) = &mut self.way else { return };
        if is_heard {
            way.hears();
        }
        let now = Instant::now();
        if way.go_on(&mut self.client, is_lost, &mut self.chance) {
            (self.broke, self.sought) = (true, Some(now));
            if let Ok(mut memory) = self.memory.lock() {
                memory.moved += 1;
            }
        }
    }

    /// Whether to go on: not if another player has found something wrong.
    fn remember(&mut self, news: ClientEvent) -> bool {
        if matches!(news, ClientEvent::Table { .. } | ClientEvent::Done { .. }) {
            let _ = self.heard.send(());
        }
        let Ok(mut memory) = self.memory.lock() else { return false };
        let name = |id: CommandId, client: &Client| {
            (self.table, client.player.as_ref().map_or(0, |player| player.id.0), id.to_string())
        };
        match news {
            ClientEvent::Table { .. } => {
                if let Some(round) = self.client.view.as_ref().and_then(|view| view.round.as_ref()) {
                    memory.look_at(self.table, round, self.broke);
                }
                self.broke = false;
                let (table, seq) = (self.table, self.client.seq().0);
                let sight = self.sought.take().map(|asked| FirstSight { asked, table, seq });
                memory.history.sights.extend(sight);
            }
            ClientEvent::Done { id, receipt } => {
                let (asked, answered) = (self.asked, Instant::now());
                memory.history.commands.push(DoneCommand { asked, answered, receipt });
                memory.done.insert(name(id, &self.client), receipt.seq.0);
                memory.answered_after.extend(self.way.as_mut().and_then(Way::is_answered));
            }
            ClientEvent::Refused { id, code, .. } => {
                if self.way.as_ref().is_some_and(|way| way.twice) {
                    memory.unsettled.push(name(id, &self.client));
                } else {
                    memory.refused.insert(name(id, &self.client), code);
                }
                self.way.iter_mut().for_each(Way::is_refused);
                self.pauses = Some((self.client.seq(), Instant::now() + Duration::from_millis(200)));
            }
            ClientEvent::Lost(_) => {
                memory.repeated += u64::from(self.client.is_waiting() && !self.broke);
                self.broke = true;
                // The next connection begins after this.
                self.sought = Some(Instant::now());
            }
            ClientEvent::Wallet => {
                let player = self.client.player.as_ref().map(|player| player.id.0);
                memory.history.wallets.extend(player.map(|player| (player, self.client.wallet)));
            }
            ClientEvent::Connected | ClientEvent::Retrying { .. } => {}
        }
        true
    }
}

/// Something that may be done now, mostly what keeps the game going.
fn next(view: &TableView, player: PlayerId, chance: &mut Chance) -> Option<ClientCommand> {
    let Some(own) = view.seats_of(player).next() else {
        let free: Vec<SeatNumber> =
            view.seats.iter().filter(|seat| seat.player.is_none()).map(|seat| seat.seat).collect();
        let seat = *free.get(chance.below(free.len().max(1) as u64) as usize)?;
        return Some(ClientCommand::Sit { seat });
    };
    let seat = own.seat;
    if own.sits_out {
        return Some(ClientCommand::ComeBack { seat });
    }
    if own.leaves {
        return None;
    }
    if chance.one_in(100) {
        let leave = ClientCommand::Leave { seat };
        return Some(if chance.one_in(2) { leave } else { ClientCommand::SitOut { seat } });
    }
    match view.bank {
        BankOffer::Offered { seat: asked, .. } if asked == own.seat => {
            let accept = ClientCommand::AcceptBank { seat, wager: 10_000 };
            return Some(if chance.one_in(2) { accept } else { ClientCommand::DeclineBank { seat } });
        }
        BankOffer::Nobody {} if view.live().is_none() && view.awaits == Awaits::Nothing => {
            return Some(ClientCommand::OfferBankAgain {});
        }
        _ => {}
    }
    match view.live() {
        None => own.may_wager.then(|| wager(view, seat, chance)),
        Some(round) => in_round(view, round, player, own.may_wager.then_some(seat), chance),
    }
}

fn in_round(
    view: &TableView,
    round: &RoundView,
    player: PlayerId,
    may_wager: Option<SeatNumber>,
    chance: &mut Chance,
) -> Option<ClientCommand> {
    let Some(hand) = round.hands_of(player).next() else {
        return may_wager.map(|seat| wager(view, seat, chance));
    };
    let seat = hand.seat;
    if round.stage == Stage::Betting {
        if chance.one_in(8) {
            return Some(ClientCommand::Withdraw { seat });
        }
        if chance.one_in(4) {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&chance.below(u64::MAX).to_be_bytes());
            return Some(ClientCommand::AddSeed { seat, seed: Hex32(seed) });
        }
        return (view.seats.len() == 1).then_some(ClientCommand::NoMoreBets {});
    }
    let choice = chance.below(hand.actions.len().max(1) as u64) as usize;
    Some(match *hand.actions.get(choice)? {
        LegalAction::Check {} => ClientCommand::Check { seat },
        LegalAction::Raise { times, .. } => ClientCommand::Raise { seat, times },
        LegalAction::Fold {} => ClientCommand::Fold { seat },
    })
}

fn wager(view: &TableView, seat: SeatNumber, chance: &mut Chance) -> ClientCommand {
    let trips = if chance.one_in(2) { 100 } else { 0 };
    // Bad Beat is taken together with Trips.
    let has_bad_beat = view.offers.iter().any(|offer| offer.wager == Wager::BadBeat);
    let bad_beat = if has_bad_beat { trips } else { 0 };
    ClientCommand::Wager { seat, ante: 100, trips, bad_beat }
}
