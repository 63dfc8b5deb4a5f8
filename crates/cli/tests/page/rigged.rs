//! A card room in this process whose decks a test chooses: it looks for a server's seed that deals what it needs, and
//! the room draws that seed from its source of entropy. The shuffle itself is untouched, and so is the proof.

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

/// What the browser adds to each shuffle, made known by [`KNOWN_SEED`].
const PAGE_SEED: [u8; 32] = [7; 32];

/// Lets the page draw always the same seed. Everything else that it draws stays random.
pub(crate) const KNOWN_SEED: &str = "(() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) =>
      array instanceof Uint8Array && array.length === 32 ? array.fill(7) : draw(array);
  })();";

/// The operating system's entropy, but for the next seed of a round.
#[derive(Clone, Default)]
struct ChosenSeed(Arc<Mutex<Option<[u8; 32]>>>);

impl Entropy for ChosenSeed {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        // Sessions draw 32 bytes as well, but nobody signs in between the choice of a seed and its round.
        let chosen = (bytes.len() == 32).then(|| self.0.lock().expect("nobody panicked").take()).flatten();
        match chosen {
            Some(seed) => bytes.copy_from_slice(&seed),
            None => OperatingSystem.fill(bytes)?,
        }
        Ok(())
    }
}

pub(crate) struct RiggedRoom {
    pub(crate) port: u16,
    pub(crate) floor_code: String,
    seed: ChosenSeed,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl RiggedRoom {
    pub(crate) fn start(folder: &Path) -> RiggedRoom {
        let seed = ChosenSeed::default();
        let limits =
            http::ServerLimits { uncounted: vec![[127, 0, 0, 1].into()], ..http::ServerLimits::default() };
        let start = Start {
            database: Database::File(folder.join("room.db")),
            key: None,
            fanout: None,
            listen: Some(([127, 0, 0, 1], 0).into()),
            app: http::Config { limits, ..http::Config::default() },
            entropy: Box::new(seed.clone()),
            bot_delay_ms: 0,
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
        RiggedRoom { port, floor_code, seed, running: Some((stop, thread)) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Makes the next round that opens deal as wanted.
    pub(crate) fn choose_deck(&self, round: RoundId, hands: &Hands, wanted: impl Fn(&Settlement) -> bool) {
        *self.seed.0.lock().expect("nobody panicked") = Some(hands.seed(round, wanted));
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
    pub(crate) browser: Option<u8>,
    pub(crate) played: Vec<(u8, Wagers, Plan)>,
}

impl Hands {
    /// Looks for a server's seed with which the round settles as wanted.
    fn seed(&self, round: RoundId, wanted: impl Fn(&Settlement) -> bool) -> [u8; 32] {
        let mut players = PlayerSeeds::default();
        if let Some(browser) = self.browser {
            players.set(seat(browser), PlayerSeed::new(&PAGE_SEED).expect("a seed"));
        }
        let terms = Setup::new(self.book).approved().expect("the book's usual terms");
        let seed = (1_u64..200_000).map(|number| {
            let mut bytes = [1; 32];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            bytes
        });
        seed.into_iter()
            .find(|seed| {
                let deck = deck(&ServerSeed::from_bytes(*seed), round, &players);
                let seats = self.played.iter().map(|(number, ..)| seat(*number));
                let deal = Deal::from_deck(&deck, terms.setup().dealing, seats);
                wanted(&self.settled(&terms, deal))
            })
            .expect("some deck of many does it")
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
