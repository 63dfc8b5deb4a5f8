//! A card room in this process whose decks a test chooses: it overhears the seed that the room has committed to, and
//! looks for a seed of the browser with which the deck is what it needs. The shuffle itself is untouched, and so is the
//! proof.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use fair::entropy::{Entropy, NoEntropy, OperatingSystem};
use fair::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, deck};
use server::http;
use server::start::{Database, Start};
use tokio::sync::oneshot;
use uth::{
    Action, Banker, Book, Cents, Deal, Decision, Person, Round, Seat, Settlement, Setup, Stage, Terms, Wagers,
};

/// Lets the page draw the seed that the test has chosen. Everything else that it draws stays random.
pub(crate) const CHOSEN_SEED: &str = "(() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => {
      const isSeed = array instanceof Uint8Array && array.length === 32 && globalThis.chosenSeed;
      if (!isSeed) return draw(array);
      array.set(globalThis.chosenSeed);
      return array;
    };
  })();";

/// The operating system's entropy, overheard.
#[derive(Clone, Default)]
struct Overheard(Arc<Mutex<Vec<[u8; 32]>>>);

impl Entropy for Overheard {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        OperatingSystem.fill(bytes)?;
        // Sessions draw 32 bytes as well: the commitment tells which of them is a seed.
        if let Ok(drawn) = <[u8; 32]>::try_from(&*bytes) {
            self.0.lock().expect("nobody panicked").push(drawn);
        }
        Ok(())
    }
}

pub(crate) struct RiggedRoom {
    pub(crate) port: u16,
    pub(crate) floor_code: String,
    entropy: Overheard,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl RiggedRoom {
    pub(crate) fn start(folder: &Path) -> RiggedRoom {
        let entropy = Overheard::default();
        let limits =
            http::ServerLimits { uncounted: vec![[127, 0, 0, 1].into()], ..http::ServerLimits::default() };
        let start = Start {
            database: Database::File(folder.join("room.db")),
            key: None,
            fanout: None,
            listen: Some(([127, 0, 0, 1], 0).into()),
            app: http::Config { limits, ..http::Config::default() },
            entropy: Box::new(entropy.clone()),
            bot_delay_ms: 0,
            witness: None,
            restored_ms: 0,
            first_tables: false,
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let room = runtime.block_on(start.open()).expect("the card room opens");
        let (port, floor_code) = (room.address.port(), room.floor_code.clone().unwrap_or_default());
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(room.run(async {
                let _ = stopped.await;
            }));
        });
        RiggedRoom { port, floor_code, entropy, running: Some((stop, thread)) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns the seed of the browser with which the round that the card room has committed to settles as wanted.
    pub(crate) fn browser_seed(
        &self,
        round: RoundId,
        commitment: [u8; 32],
        hands: &Hands,
        wanted: impl Fn(&Settlement) -> bool,
    ) -> [u8; 32] {
        let drawn = self.entropy.0.lock().expect("nobody panicked").clone();
        let mut seeds = drawn.into_iter().rev().map(ServerSeed::from_bytes);
        let seed = seeds.find(|seed| seed.commitment().0 == commitment).expect("the room has drawn the seed");
        hands.browser_seed(round, &seed, wanted)
    }
}

impl Drop for RiggedRoom {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            let _ = stop.send(());
            let _ = thread.join();
        }
    }
}

/// How a hand is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    /// Raises four times the Ante before the flop.
    Raise,
    /// Checks until the river, and folds.
    Fold,
}

/// The hands of a round before its cards are known.
pub(crate) struct Hands {
    pub(crate) book: Book,
    pub(crate) banker: Banker,
    /// The seat that plays in the browser.
    pub(crate) browser: u8,
    pub(crate) played: Vec<(u8, Wagers, Plan)>,
}

impl Hands {
    /// Looks for a seed of the browser with which the round settles as wanted.
    fn browser_seed(
        &self,
        round: RoundId,
        seed: &ServerSeed,
        wanted: impl Fn(&Settlement) -> bool,
    ) -> [u8; 32] {
        let terms = Setup::new(self.book).approved().expect("the book's usual terms");
        let mut candidates = (1_u64..200_000).map(|number| {
            let mut bytes = [1; 32];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            bytes
        });
        let is_wanted = |candidate: &[u8; 32]| {
            let mut players = PlayerSeeds::default();
            players.set(seat(self.browser), PlayerSeed::from_bytes(*candidate));
            let deck = deck(seed, round, &players);
            let seats = self.played.iter().map(|(number, ..)| seat(*number));
            let deal = Deal::from_deck(&deck, terms.setup().dealing, seats);
            wanted(&self.settled(&terms, deal))
        };
        candidates.find(is_wanted).expect("some deck of many does it")
    }

    fn settled(&self, terms: &Terms, deal: Deal) -> Settlement {
        let mut round = Round::open(*terms, self.banker).expect("a round");
        for (number, wagers, _) in &self.played {
            let (seat, person) = (seat(*number), Person(u64::from(*number)));
            round.act(Action::Wager { seat, person, wagers: *wagers }).expect("a wager");
        }
        round.act(Action::NoMoreBets).expect("bets close");
        round.act(Action::Deal(deal)).expect("a deal");
        while round.stage() < Stage::Settled {
            for (number, _, plan) in &self.played {
                let seat = seat(*number);
                let wanted = if *plan == Plan::Raise { Decision::Raise(4) } else { Decision::Fold };
                if round.awaits(seat) {
                    let is_legal = round.legal_actions(seat).any(|legal| legal.decision == wanted);
                    let decision = if is_legal { wanted } else { Decision::Check };
                    round.act(decision.action(seat)).expect("a legal decision");
                }
            }
        }
        round.settlement().expect("the round is over")
    }
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// An Ante of ten dollars with bonus wagers as high.
pub(crate) fn wagers(book: Book) -> Wagers {
    let ten = Cents::dollars(10);
    let bad_beat = if book == Book::CaliforniaBadBeat { ten } else { Cents::ZERO };
    Wagers { ante: ten, trips: ten, bad_beat }
}
