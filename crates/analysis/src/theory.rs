//! What a bank should win, and how far chance may take it from that: theory at best play, for reports.
//!
//! A hand has three parts that wager by themselves: the Ante with Blind and Play, Trips, and the Bad Beat. What the
//! bank wins of one unit of each is exact, and so is the variance of each. Results also move together: those of the
//! parts of a hand, and those of the hands of a round, which meet the same dealer and the same board. How Ante and
//! Trips of a hand go together is exact; the rest is counted in simulated rounds with a fixed seed, so that every
//! report says the same.
//!
//! Players who do not play best lose more than this says. A player/dealer's bank that runs out (R7) wins and loses
//! less.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use odds::simulate::{BankingChoice, SeatedPlayer, SimulatedTable, Simulation};
use odds::{Fraction, Game, GameError, Strategy};
// Ante with Blind and Play, Trips, Bad Beat: the order of all threes here.
use protocol::sums::{PARTS, add, add_products};
use uth::{Book, Cents, Pays, Round, Seat, Setup, Terms, Wager, Wagers};

use crate::strategies::{BestPlayOnDemand, solver};

pub use protocol::sums::{Products, Sums};

/// For every two parts what is expected of the product of their deviations, for one unit of each.
pub type Covariances = [[f64; PARTS]; PARTS];

/// What theory says of a pay table.
#[derive(Clone, PartialEq, Debug)]
pub struct Theory {
    /// What the bank wins of one unit of each part, from a player who plays best.
    pub holds: [Fraction; PARTS],
    /// How the parts of one hand vary, and vary together.
    pub own: Covariances,
    /// How the parts of two hands of one round vary together.
    pub shared: Covariances,
}

/// Where the bank's win should lie, in cents.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Band {
    pub low: f64,
    pub high: f64,
}

impl Band {
    /// Whether that is where it lies.
    #[allow(clippy::cast_precision_loss)]
    pub fn contains(&self, hold: Cents) -> bool {
        (self.low..=self.high).contains(&(hold.0 as f64))
    }
}

/// A pay table, and what theory says of it once it has been asked.
type CachedTheory = (Pays, Arc<OnceLock<Arc<Theory>>>);

static THEORIES: Mutex<Vec<CachedTheory>> = Mutex::new(Vec::new());

impl Theory {
    /// The theory of tables with those terms. The first question about a pay table takes about two seconds, and is the
    /// only one that does.
    pub fn of(terms: &Terms) -> Result<Arc<Theory>, GameError> {
        let pays = *terms.pays();
        let game = Game::of(&pays);
        game.check()?;
        // The list is locked only to find the cell of a pay table. Working it out happens inside the cell, so
        // that questions about other pay tables do not wait.
        let mut asked_for = THEORIES.lock().unwrap_or_else(PoisonError::into_inner);
        let theory = if let Some((_, theory)) = asked_for.iter().find(|(asked, _)| *asked == pays) {
            Arc::clone(theory)
        } else {
            let theory = Arc::default();
            asked_for.push((pays, Arc::clone(&theory)));
            theory
        };
        drop(asked_for);
        Ok(Arc::clone(theory.get_or_init(|| Arc::new(Theory::work_out(terms, &game)))))
    }

    /// What the bank wins on average, in cents.
    ///
    /// # Panics
    /// With more wagers than there is money.
    pub fn expected(&self, sums: &Sums) -> Fraction {
        let whole = |cents| Fraction::new(cents, 1).expect("the sum of wagers is in range");
        self.holds.iter().zip(sums.wagered).map(|(hold, cents)| *hold * whole(cents)).sum()
    }

    /// The standard deviation of what the bank wins, in cents.
    pub fn deviation(&self, sums: &Sums) -> f64 {
        (sum(&self.own, &sums.own) + sum(&self.shared, &sums.shared)).max(0.0).sqrt()
    }

    /// So many standard deviations to both sides of what is expected.
    pub fn band(&self, sums: &Sums, deviations: f64) -> Band {
        let (expected, width) = (self.expected(sums).to_f64(), deviations * self.deviation(sums));
        Band { low: expected - width, high: expected + width }
    }

    fn work_out(terms: &Terms, game: &Game) -> Theory {
        let solver = solver();
        let solution = solver.solve(game).expect("the game has been checked");
        let holds = [-solution.base(), -solution.trips.value, -solution.bad_beat.value];
        let ante = solver.distribution(&solution).standard_deviation().powi(2);
        let [trips, bad_beat] = [solution.trips, solution.bad_beat].map(|bonus| bonus.variance().to_f64());
        // Trips changes no decision, so the solution is also the one of an Ante with a Trips wager as large.
        let both = solver.distribution(&solution.with_trips(Fraction::ONE)).standard_deviation().powi(2);
        drop(solver);
        // Var(A + T) = Var(A) + Var(T) + 2 Cov(A, T).
        let together = (both - ante - trips) / 2.0;
        let Counted { mut own, shared } = count(terms, holds.map(Fraction::to_f64));
        // Where the exact figure is known it replaces the counted one.
        (own[0][0], own[1][1], own[2][2]) = (ante, trips, bad_beat);
        (own[0][1], own[1][0]) = (together, together);
        Theory { holds, own, shared }
    }
}

#[allow(clippy::cast_precision_loss)]
fn sum(covariances: &Covariances, products: &Products) -> f64 {
    let pairs = covariances.iter().flatten().zip(products.iter().flatten());
    pairs.map(|(covariance, product)| covariance * *product as f64).sum()
}

/// Five million pairs of hands: that tells to one percent how the results of two hands go together, except for the
/// Bad Beat of straight flushes, which hardly ever comes.
const ROUNDS: u64 = 500_000;
const SEED: u64 = 1;
/// All but the player/dealer at the only table that takes all wagers.
const HANDS: u8 = 5;

/// How the parts of a hand go together, and those of two hands of a round.
struct Counted {
    own: Covariances,
    shared: Covariances,
}

/// Results of the bank in cents, multiplied: within a hand, and of all hands of a round together.
#[derive(Default)]
struct Results {
    own: Products,
    round: Products,
}

/// Counts what comes of best play at a full table, given what the bank wins on average of one unit of each part.
fn count(terms: &Terms, holds: [f64; PARTS]) -> Counted {
    let (pays, unit) = (*terms.pays(), terms.setup().chip);
    let best = BestPlayOnDemand::of(Game::of(&pays)).expect("the game has been checked");
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
        // Products of sums contain those within each hand, which are subtracted again in `covariances`: what
        // is left is between hands.
        add_products(&mut self.round, |one, other| all[one] * all[other]);
    }

    #[allow(clippy::cast_precision_loss)]
    fn covariances(&self, Cents(unit): Cents, holds: [f64; PARTS]) -> Counted {
        let hands = ROUNDS as f64 * f64::from(HANDS);
        let unit = unit as f64;
        let covariance = |product: i128, times: f64, one: usize, other: usize| {
            product as f64 / (unit * unit * times) - holds[one] * holds[other]
        };
        // Ordered pairs: each two hands of a round count twice, as they do in the products.
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
