//! Advice with bonus wagers is what plain enumeration says, on every street, with any cards known.

use std::cmp::Ordering;
use std::sync::LazyLock;

use odds::{Advice, Fraction, Game, KnownCards, Mix, PlayerAction, Solver};
use uth::{Card, Cards, Category, PayTableId, Pays, Strength, parse_card_list};

mod combinations;

use combinations::combinations;

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

/// A point of a hand, and the wagers that lie there.
struct Spot<'a> {
    pay_table: PayTableId,
    /// Trips and Bad Beat in Antes.
    mix: [&'a str; 2],
    hole: &'a str,
    board: &'a str,
    dead: &'a str,
    dealer: &'a str,
}

const fn spot<'a>(mix: [&'a str; 2], hole: &'a str, board: &'a str) -> Spot<'a> {
    Spot { pay_table: PayTableId::Uth04, mix, hole, board, dead: "", dealer: "" }
}

impl Spot<'_> {
    fn game(&self) -> Game {
        let [trips, bad_beat] = self.mix.map(|text| text.parse().unwrap());
        Game { mix: Mix { trips, bad_beat }, ..Game::of(&Pays::approved(self.pay_table)) }
    }

    fn known(&self) -> KnownCards {
        let [hole, board, dead, dealer] =
            [self.hole, self.board, self.dead, self.dealer].map(|text| parse_card_list(text).unwrap());
        KnownCards::new([hole[0], hole[1]], &board, &dead, &dealer).unwrap()
    }

    /// The value of every action in units, by looking at every deal that is left.
    fn plain(&self) -> Advice {
        let [hole, board, dead, dealer] = [self.hole, self.board, self.dead, self.dealer]
            .map(|text| parse_card_list(text).unwrap().into_iter().collect::<Cards>());
        let unseen: Vec<Card> = (!(hole | board | dead | dealer)).iter().collect();
        let plain = Plain { pays: Pays::approved(self.pay_table), game: self.game(), hole, dealer };
        let mut sums = match board.len() {
            0 => plain.preflop(&unseen),
            3 => plain.flop(board, &unseen),
            _ => plain.river(board, &unseen),
        };
        let deals = sums.deals;
        let mut advice: Advice = sums
            .actions
            .drain(..)
            .map(|(action, units)| (action, Fraction::new(units, deals * UNIT).unwrap()))
            .collect();
        advice.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        advice
    }
}

/// Wagers and pays are multiples of this part of an Ante.
const UNIT: i128 = 2 * 2 * 3 * 5 * 99;

/// Sums over deals, in units.
struct Sums {
    actions: Vec<(PlayerAction, i128)>,
    deals: i128,
}

/// The rules in their plainest form.
struct Plain {
    pays: Pays,
    game: Game,
    hole: Cards,
    dealer: Cards,
}

impl Plain {
    /// The result of one deal for a Play wager of so many Antes; `None` is a fold.
    fn result(&self, player: Strength, dealer: Strength, times: Option<i128>) -> i128 {
        let units = |wager: Fraction| (wager * Fraction::whole(UNIT as i64)).numerator();
        let (trips, bad_beat) = (units(self.game.mix.trips), units(self.game.mix.bad_beat));
        let pay = |table: &uth::PayTable, kind: Category, stake: i128| {
            table.pays(kind).map(|odds| stake * i128::from(odds.pays()) / i128::from(odds.per()))
        };
        let trips = pay(&self.pays.trips, player.category(), trips).unwrap_or(-trips);
        // A fold loses Ante, Blind and Bad Beat; Trips is settled all the same (R3).
        let Some(times) = times else { return trips - 2 * UNIT - bad_beat };
        let qualifies = dealer.category() >= Category::Pair;
        let ante = if qualifies { UNIT } else { 0 };
        let beaten = pay(&self.pays.bad_beat, player.min(dealer).category(), bad_beat).unwrap_or(-bad_beat);
        match player.cmp(&dealer) {
            Ordering::Greater => {
                let blind = pay(&self.pays.blind, player.category(), UNIT).unwrap_or(0);
                trips + times * UNIT + ante + blind + beaten
            }
            Ordering::Less => trips - times * UNIT - ante - UNIT + beaten,
            Ordering::Equal => trips - bad_beat,
        }
    }

    /// All deals on a whole board for each of these plays, and their number.
    fn showdowns<const N: usize>(
        &self,
        board: Cards,
        unseen: &[Card],
        plays: [Option<i128>; N],
    ) -> ([i128; N], i128) {
        let player = Strength::of(self.hole | board);
        let left: Vec<Card> = unseen.iter().copied().filter(|card| !board.contains(*card)).collect();
        let dealers = combinations(&left, 2 - self.dealer.len());
        let mut sums = [0; N];
        for hand in &dealers {
            let dealer = Strength::of(hand.iter().copied().fold(self.dealer | board, Cards::with));
            for (sum, play) in sums.iter_mut().zip(plays) {
                *sum += self.result(player, dealer, play);
            }
        }
        (sums, dealers.len() as i128)
    }

    fn river(&self, board: Cards, unseen: &[Card]) -> Sums {
        let ([call, fold], deals) = self.showdowns(board, unseen, [Some(1), None]);
        let actions = vec![(PlayerAction::Raise(1.into()), call), (PlayerAction::Fold, fold)];
        Sums { actions, deals }
    }

    fn flop(&self, flop: Cards, unseen: &[Card]) -> Sums {
        let (mut raise, mut check, mut all) = (0, 0, 0);
        let unseen: Vec<Card> = unseen.iter().copied().filter(|card| !flop.contains(*card)).collect();
        for runout in combinations(&unseen, 2) {
            let board = runout.into_iter().fold(flop, Cards::with);
            let ([raised, called, folded], deals) = self.showdowns(board, &unseen, [Some(2), Some(1), None]);
            raise += raised;
            check += called.max(folded);
            all += deals;
        }
        Sums {
            actions: vec![(PlayerAction::Raise(2.into()), raise), (PlayerAction::Check, check)],
            deals: all,
        }
    }

    fn preflop(&self, unseen: &[Card]) -> Sums {
        let ([mut four, mut three], mut check, mut all) = ([0; 2], 0, 0);
        for board in combinations(unseen, 5) {
            let board: Cards = board.into_iter().collect();
            let ([by_four, by_three], deals) = self.showdowns(board, unseen, [Some(4), Some(3)]);
            // Each board comes with ten flops.
            four += 10 * by_four;
            three += 10 * by_three;
            all += 10 * deals;
        }
        for flop in combinations(unseen, 3) {
            let flop = self.flop(flop.into_iter().collect(), unseen);
            check += flop.actions.iter().map(|(_, units)| *units).max().unwrap();
        }
        let raise = |times: i64, units| (PlayerAction::Raise(times.into()), units);
        let actions = vec![raise(4, four), raise(3, three), (PlayerAction::Check, check)];
        Sums { actions, deals: all }
    }
}

/// Advice by enumeration and from the tables is what plain enumeration says.
fn check(spot: &Spot) -> Advice {
    let plain = spot.plain();
    let (game, known) = (spot.game(), spot.known());
    let name = format!("{} on {:?} with {:?}", spot.hole, spot.board, spot.mix);
    assert_eq!(known.advice(&game).unwrap(), plain, "{name}");
    assert_eq!(SOLVER.advice(&game, &known).unwrap(), plain, "{name}, from the tables");
    plain
}

/// A fold forfeits the Bad Beat, which three kings on the board win in nearly every showdown.
#[test]
fn three_of_a_kind_on_the_board_is_called_for_the_sake_of_the_bad_beat() {
    let [without, with] = ["0", "1"].map(|bad_beat| check(&spot(["1", bad_beat], "3c 2d", "Kh Kd Ks 8c 7d")));
    assert_eq!(without[0].0, PlayerAction::Fold);
    assert_eq!(with[0].0, PlayerAction::Raise(1.into()));
    assert!(with[0].1 - with[1].1 > Fraction::whole(8), "{with:?}");
}

#[test]
fn rivers_are_valued_as_plain_enumeration_values_them() {
    let spots = [
        spot(["1", "0"], "7c 2d", "7h Ks Jd 9c 3s"),
        spot(["1/2", "1/3"], "9h 8h", "7h 6h 5h 2c 2d"),
        // Of this wager the solver needs 64 bits.
        spot(["0", "100/99"], "Ac 3d", "Qh Qd 5s 9c 9d"),
        spot(["3", "5"], "4c 3d", "Th Jh Qh Kh 2d"),
        Spot { pay_table: PayTableId::Uth01, ..spot(["2", "0"], "6c 5d", "4h 3s 9d Ts Js") },
        Spot { dead: "Ah Ad 8s", ..spot(["1", "1"], "3c 2d", "Kh Kd Ks 8c 7d") },
        Spot { dealer: "Kc", ..spot(["1", "1"], "3c 2d", "Kh Kd Ks 8c 7d") },
        Spot { dealer: "Kc Ah", ..spot(["1", "1/5"], "3c 2d", "Kh Kd Ks 8c 7d") },
    ];
    for spot in &spots {
        check(spot);
    }
}

#[test]
fn flops_are_valued_as_plain_enumeration_values_them() {
    let spots = [
        Spot { pay_table: PayTableId::Uth02, ..spot(["1", "0"], "Jc 4d", "Ah 9h 4s") },
        spot(["1", "1"], "3c 2d", "Kh Kd Ks"),
        spot(["1/2", "99/5"], "9h 8h", "7h 6h 2c"),
        // Few cards are left: 20 of them are dead.
        Spot {
            dead: "2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc Td Jc Jd",
            ..spot(["1", "2/3"], "Ah Kd", "Qh Jh 2s")
        },
        Spot { dealer: "Qd", ..spot(["1", "1"], "Ah Kd", "Qh Jh 2s") },
        Spot { dealer: "Qd 3h", dead: "7c", ..spot(["2", "1/2"], "Ah Kd", "Qh Jh 2s") },
    ];
    for spot in &spots {
        check(spot);
    }
}

/// Before the flop plain enumeration is too slow for a whole deck, so only eleven unseen cards are left.
#[test]
fn starting_hands_are_valued_as_plain_enumeration_values_them() {
    let left = "2c 7c 7d 8h 8s Th Jc Kd Kh Ks Ah";
    let left: Cards = parse_card_list(left).unwrap().into_iter().collect();
    let hole: Cards = parse_card_list("9h 9d").unwrap().into_iter().collect();
    let dead: Vec<String> = (!(left | hole)).iter().map(|card| card.to_string()).collect();
    let dead = dead.join(" ");
    for mix in [["0", "0"], ["1", "0"], ["1", "1"], ["1/2", "7/3"]] {
        check(&Spot { dead: &dead, ..spot(mix, "9h 9d", "") });
    }
    check(&Spot { dead: &dead, dealer: "Kd", ..spot(["1", "1"], "9h 9d", "") });
}

/// The tables, with dead cards taken away, and the solution are two ways to the same values.
#[test]
fn starting_hands_are_valued_as_the_solution_values_them() {
    // The last of these is solved in 64 bits.
    for mix in [["1", "0"], ["1/2", "1"], ["0", "1000/999"]] {
        let spot = spot(mix, "8c 2c", "");
        let advice = SOLVER.advice(&spot.game(), &spot.known()).unwrap();
        let solution = SOLVER.solve(&spot.game()).unwrap();
        let [one, other] = parse_card_list(spot.hole).unwrap()[..] else { panic!("two cards") };
        let row = solution.preflop_row(one, other).unwrap();
        let raises = row.raises.iter().map(|(raise, value)| (PlayerAction::Raise(*raise), *value));
        let mut expected: Advice = raises.chain([(PlayerAction::Check, row.check)]).collect();
        expected.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        assert_eq!(advice, expected, "{mix:?}");
        assert_eq!(solution.best, solution.mix(), "{mix:?}");
    }
}
