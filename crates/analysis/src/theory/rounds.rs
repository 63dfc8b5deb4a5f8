//! How results move together, counted in simulated rounds.

use std::convert::Infallible;
use std::thread;

use odds::simulate::{BankingChoice, SeatedPlayer, SimulatedTable, Simulation};
use odds::{Game, Strategy};
use uth::{Book, Cents, Round, Seat, Setup, Terms, Wager, Wagers};

use super::{Covariances, PARTS};
use crate::strategies::Solved;
use protocol::sums::{Products, add, add_products};

/// Five million pairs of hands: that tells to one percent how the results of two hands go together, except for the
/// Bad Beat of straight flushes, which hardly ever comes.
const ROUNDS: u64 = 500_000;
const SEED: u64 = 1;
/// All but the player/dealer at the only table that takes all wagers.
const HANDS: u8 = 5;

/// How the parts of a hand go together, and those of two hands of a round.
pub(super) struct Counted {
    pub(super) own: Covariances,
    pub(super) shared: Covariances,
}

/// Results of the bank in cents, multiplied: within a hand, and of all hands of a round together.
#[derive(Default)]
struct Results {
    own: Products,
    round: Products,
}

/// Counts what comes of best play at a full table, given what the bank wins on average of one unit of each part.
pub(super) fn count(terms: &Terms, holds: [f64; PARTS]) -> Counted {
    let (pays, unit) = (*terms.pays(), terms.setup().chip);
    let best = Solved::of(Game::of(&pays)).expect("the game has been checked");
    let setup = Setup { pays, chip: unit, ..Setup::new(Book::CaliforniaBadBeat) };
    let bank = Seat::new(HANDS + 1).expect("the last seat");
    let players = Seat::up_to(HANDS).map(|seat| player(seat, unit, &*best)).collect();
    let terms = setup.custom().expect("the pays and the chip are those of a table");
    let table = SimulatedTable::banked_by(terms, bank, None, players).expect("all take part");
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Results::default();
    let Ok(_) = Simulation { rounds: ROUNDS, seed: SEED, threads }.observe(
        &table,
        |_, round, results: &mut Results| results.add(round),
        |_, results| {
            all += &results;
            Ok::<(), Infallible>(())
        },
    );
    all.covariances(unit, holds)
}

fn player(seat: Seat, unit: Cents, strategy: &dyn Strategy) -> SeatedPlayer<'_> {
    let wagers = Wagers { ante: unit, trips: unit, bad_beat: unit };
    SeatedPlayer { seat, wagers, strategy, banking: BankingChoice::Decline }
}

impl Results {
    fn add(&mut self, round: &Round) {
        let mut hands = [[0; PARTS]; Seat::MOST];
        round.settle(|line| {
            let part = match line.wager {
                Wager::Ante | Wager::Blind | Wager::Play => 0,
                Wager::Trips => 1,
                Wager::BadBeat => 2,
            };
            hands[line.seat.index()][part] -= i128::from(line.net.0);
        });
        let mut all = [0; PARTS];
        for hand in &hands {
            add(&mut all, hand);
            add_products(&mut self.own, |one, other| hand[one] * hand[other]);
        }
        add_products(&mut self.round, |one, other| all[one] * all[other]);
    }

    #[allow(clippy::cast_precision_loss)]
    fn covariances(&self, Cents(unit): Cents, holds: [f64; PARTS]) -> Counted {
        let hands = ROUNDS as f64 * f64::from(HANDS);
        let unit = unit as f64;
        let covariance = |product: i128, times: f64, one: usize, other: usize| {
            product as f64 / (unit * unit * times) - holds[one] * holds[other]
        };
        let pairs = hands * f64::from(HANDS - 1);
        let (mut own, mut shared) = (Covariances::default(), Covariances::default());
        for one in 0..PARTS {
            for other in 0..PARTS {
                let (within, all) = (self.own[one][other], self.round[one][other]);
                own[one][other] = covariance(within, hands, one, other);
                shared[one][other] = covariance(all - within, pairs, one, other);
            }
        }
        Counted { own, shared }
    }
}

impl std::ops::AddAssign<&Results> for Results {
    fn add_assign(&mut self, more: &Results) {
        add_products(&mut self.own, |one, other| more.own[one][other]);
        add_products(&mut self.round, |one, other| more.round[one][other]);
    }
}
