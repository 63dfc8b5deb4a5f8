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

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use odds::{Fraction, Game, GameError};
use uth::{Cents, Pays, Terms};

use crate::strategies::solver;

mod rounds;

pub use protocol::sums::{Products, Sums};

/// Ante with Blind and Play, Trips, Bad Beat: the order of all threes here.
use protocol::sums::PARTS;

/// For every two parts what is expected of the product of their deviations, for one unit of each.
pub type Covariances = [[f64; PARTS]; PARTS];

/// What theory says of a pay table.
#[derive(Clone, PartialEq, Debug)]
pub struct Theory {
    holds: [Fraction; PARTS],
    own: Covariances,
    shared: Covariances,
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

    /// What the bank wins of an Ante of one, from Ante, Blind and Play together.
    pub const fn ante(&self) -> Fraction {
        self.holds[0]
    }

    /// What the bank wins of a Trips wager of one.
    pub const fn trips(&self) -> Fraction {
        self.holds[1]
    }

    /// What the bank wins of a Bad Beat wager of one, from a player who plays the other wagers best.
    pub const fn bad_beat(&self) -> Fraction {
        self.holds[2]
    }

    /// How the parts of one hand vary, and vary together.
    pub const fn own(&self) -> &Covariances {
        &self.own
    }

    /// How the parts of two hands of one round vary together.
    pub const fn shared(&self) -> &Covariances {
        &self.shared
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
        let mut solution = solver.solve(game).expect("the game has been checked");
        let holds = [-solution.base(), -solution.trips.value, -solution.bad_beat.value];
        let ante = solver.distribution(&solution).standard_deviation().powi(2);
        let [trips, bad_beat] = [solution.trips, solution.bad_beat].map(|bonus| bonus.variance().to_f64());
        // Trips changes no decision, so the solution is also the one of an Ante with a Trips wager as large.
        solution.game.mix.trips = Fraction::ONE;
        let both = solver.distribution(&solution).standard_deviation().powi(2);
        drop(solver);
        let together = (both - ante - trips) / 2.0;
        let rounds::Counted { mut own, shared } = rounds::count(terms, holds.map(Fraction::to_f64));
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
