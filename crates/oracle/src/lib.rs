//! A second settlement of Ultimate Texas Hold'em, written from the rulings alone. Tests compare the real one with it.
//!
//! It is meant to be read next to the rulings (`R1`, `R2`, …), so it is plain and slow: a seven-card hand is the best
//! of its 21 fives, and money is cents in an `i64`. It trusts its caller: cards are distinct, seats too, stakes are
//! even numbers of cents (R13, R22), and only wagers that the book offers lie on the table.

use std::cmp::Ordering;

/// A rank from 2 to 14 (the ace) and a suit from 0 to 3.
pub type Card = (u8, u8);

/// The document that a table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Book {
    /// A player/dealer banks; Trips is the only bonus wager.
    California,
    /// The house banks, under Washington's rules.
    Washington,
    /// A player-dealer banks; Trips and Bad Beat are the bonus wagers.
    CaliforniaBadBeat,
    /// The house banks, under the plain house document.
    House,
}

/// One player's wagers, cards and decision. The Blind equals the Ante (R12).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The seat, counted from 1 clockwise from the casino dealer's left.
    pub seat: u8,
    /// The Ante, and equally the Blind.
    pub ante: i64,
    /// The Trips wager, 0 for none.
    pub trips: i64,
    /// The Bad Beat wager, 0 for none.
    pub bad_beat: i64,
    /// The player's two cards.
    pub hole: [Card; 2],
    /// The Play wager in Antes, or `None` for a hand that folded on the river.
    pub play: Option<u8>,
}

/// A round at the moment when everybody has acted and nothing is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The rule book.
    pub book: Book,
    /// What Trips pays to 1, from the royal flush down to three of a kind.
    pub trips_pays: [i64; 7],
    /// The player/dealer's seat. Without one, a California table settles from seat 1 clockwise.
    pub button: Option<u8>,
    /// The player/dealer's wager W (R7), `None` for a bank without limit. The house has no such limit.
    pub bank: Option<i64>,
    /// The other order of resolving at house-banked tables (R21).
    pub left_to_right: bool,
    /// What is paid at most on all Blinds and on all Trips wagers of a round (R24, Washington only).
    pub aggregate: Option<(i64, i64)>,
    /// The dealer's two cards.
    pub dealer: [Card; 2],
    /// The five community cards.
    pub board: [Card; 5],
    /// The hands against the bank, in any order.
    pub hands: Vec<Hand>,
}

/// What became of one wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The seat that made the wager.
    pub seat: u8,
    /// "Ante", "Blind", "Play", "Trips" or "Bad Beat".
    pub wager: &'static str,
    /// What lay there.
    pub stake: i64,
    /// "win", "lose", "push", "returned" or "partly covered".
    pub outcome: &'static str,
    /// What the player gained or lost.
    pub net: i64,
    /// The bank's running result after this line.
    pub bank: i64,
}

/// Settles every wager on the table, in the order in which wagers settle.
pub fn settle(table: &Table) -> Vec<Line> {
    let wagers = wagers_in_order(table);
    // R7 limits a player/dealer, never the house.
    let limit = if is_california(table.book) { table.bank } else { None };
    let mut bank = 0;
    let mut lines = Vec::new();
    for wager in &wagers {
        // R7: a bank that has lost W settles nothing more, so even a push becomes a return (R29).
        let exhausted = limit.is_some_and(|w| bank == -w);
        let payable = if exhausted { 0 } else { share_of_aggregate(table, &wagers, wager) };
        // R7: the running result stays within -W..+W; whatever would go beyond it is neither paid nor taken.
        let after = limit.map_or(bank - payable, |w| (bank - payable).clamp(-w, w));
        let net = bank - after;
        bank = after;
        let outcome = if exhausted {
            "returned"
        } else if net == wager.due {
            match net.cmp(&0) {
                Ordering::Greater => "win",
                Ordering::Less => "lose",
                Ordering::Equal => "push",
            }
        } else if net == 0 {
            "returned"
        } else {
            "partly covered"
        };
        lines.push(Line { seat: wager.seat, wager: wager.name, stake: wager.stake, outcome, net, bank });
    }
    lines
}

/// Says whether the dealer's cards are turned over: at a California table only for players who remain (R26).
pub fn dealer_is_shown(table: &Table) -> bool {
    !is_california(table.book) || table.hands.iter().any(|hand| hand.play.is_some())
}

fn is_california(book: Book) -> bool {
    matches!(book, Book::California | Book::CaliforniaBadBeat)
}

/// A wager with what the player is due: a gain, a loss, or 0 for a push.
struct Wager {
    seat: u8,
    name: &'static str,
    stake: i64,
    due: i64,
}

/// All wagers that lie there, in the order of R8, R9 and R21.
fn wagers_in_order(table: &Table) -> Vec<Wager> {
    let dealer_qualifies = best_five(table.dealer, table.board)[0] >= PAIR;
    let mut first = Vec::new();
    let mut then = Vec::new();
    for hand in hands_in_order(table) {
        let folded = hand.play.is_none();
        for wager in wagers_of(table, hand, dealer_qualifies) {
            let goes_first = match table.book {
                // R8: what folded hands lose is collected as they fold, but Bad Beat only at the seat's turn.
                Book::California | Book::CaliforniaBadBeat => {
                    folded && wager.due < 0 && wager.name != "Bad Beat"
                }
                // R8: where the dealer does not qualify, all Antes that push are returned first.
                Book::Washington => !folded && !dealer_qualifies && wager.name == "Ante",
                Book::House => false,
            };
            if goes_first { first.push(wager) } else { then.push(wager) }
        }
    }
    first.extend(then);
    first
}

/// The order of seats: clockwise from the button's left in California (R8), else right to left or its opposite (R21).
fn hands_in_order(table: &Table) -> Vec<&Hand> {
    let mut hands: Vec<&Hand> = table.hands.iter().collect();
    hands.sort_by_key(|hand| hand.seat);
    if is_california(table.book) {
        let button = table.button.unwrap_or(0);
        hands.sort_by_key(|hand| hand.seat <= button);
    } else if !table.left_to_right {
        hands.reverse();
    }
    hands
}

/// The wagers of one hand, in the order in which they settle within its seat.
fn wagers_of(table: &Table, hand: &Hand, dealer_qualifies: bool) -> Vec<Wager> {
    let player = best_five(hand.hole, table.board);
    let dealer = best_five(table.dealer, table.board);
    let folded = hand.play.is_none();
    let result = player.cmp(&dealer);

    let (ante, trips, bad_beat) = (hand.ante, hand.trips, hand.bad_beat);
    let play = hand.ante * i64::from(hand.play.unwrap_or(0));
    let even_money = |stake| match result {
        Ordering::Greater => stake,
        Ordering::Equal => 0, // R1
        Ordering::Less => -stake,
    };
    let ante_due = if folded {
        -ante // R3
    } else if dealer_qualifies {
        even_money(ante)
    } else {
        0 // R2
    };
    let blind_due = if folded {
        -ante // R3
    } else if result == Ordering::Greater {
        blind_pays(player[0], ante) // R4
    } else {
        even_money(ante)
    };
    // R3: a fold does not touch Trips.
    let trips_due = if player[0] >= THREE_OF_A_KIND {
        trips * table.trips_pays[usize::from(ROYAL_FLUSH - player[0])]
    } else {
        -trips
    };
    // R5: the hand that was beaten counts. A fold (R3) and a tie (R1) beat nobody.
    let beaten = match result {
        Ordering::Greater if !folded => dealer[0],
        Ordering::Less if !folded => player[0],
        _ => HIGH_CARD,
    };
    let bad_beat_due = if beaten >= THREE_OF_A_KIND { bad_beat * bad_beat_pays(beaten) } else { -bad_beat };

    let seat = hand.seat;
    let mut wagers = vec![
        Wager { seat, name: "Ante", stake: ante, due: ante_due },
        Wager { seat, name: "Play", stake: play, due: even_money(play) },
        Wager { seat, name: "Blind", stake: ante, due: blind_due },
        Wager { seat, name: "Trips", stake: trips, due: trips_due },
        Wager { seat, name: "Bad Beat", stake: bad_beat, due: bad_beat_due },
    ];
    // R9: in California a losing hand gives up its Play first. The house documents name Play before Ante for every
    // hand. All four documents return the Ante first when the dealer does not qualify.
    if dealer_qualifies && (result == Ordering::Less || !is_california(table.book)) {
        wagers.swap(0, 1);
    }
    wagers.retain(|wager| wager.stake > 0);
    wagers
}

/// What the Blind of a winning hand gains: the same in all four documents, and a push below a straight (R4).
fn blind_pays(category: u8, stake: i64) -> i64 {
    match category {
        ROYAL_FLUSH => stake * 500,
        STRAIGHT_FLUSH => stake * 50,
        FOUR_OF_A_KIND => stake * 10,
        FULL_HOUSE => stake * 3,
        FLUSH => stake * 3 / 2,
        STRAIGHT => stake,
        _ => 0,
    }
}

/// What Bad Beat pays to 1 for the hand that was beaten. Nothing beats a royal flush (R5).
fn bad_beat_pays(beaten: u8) -> i64 {
    match beaten {
        STRAIGHT_FLUSH => 7_500,
        FOUR_OF_A_KIND => 500,
        FULL_HOUSE => 50,
        FLUSH => 30,
        STRAIGHT => 20,
        THREE_OF_A_KIND => 9,
        _ => unreachable!("no such hand suffers a bad beat"),
    }
}

/// What is payable on a wager: all that is due, or its share where the winnings exceed the aggregate (R24).
fn share_of_aggregate(table: &Table, wagers: &[Wager], wager: &Wager) -> i64 {
    let limit = match (table.book, table.aggregate, wager.name) {
        (Book::Washington, Some((blind, _)), "Blind") => blind,
        (Book::Washington, Some((_, trips)), "Trips") => trips,
        _ => return wager.due,
    };
    let same = wagers.iter().filter(|other| other.name == wager.name);
    let total: i64 = same.map(|other| other.due.max(0)).sum();
    if wager.due > 0 && total > limit { wager.due * limit / total } else { wager.due }
}

const HIGH_CARD: u8 = 0;
const PAIR: u8 = 1;
const TWO_PAIRS: u8 = 2;
const THREE_OF_A_KIND: u8 = 3;
const STRAIGHT: u8 = 4;
const FLUSH: u8 = 5;
const FULL_HOUSE: u8 = 6;
const FOUR_OF_A_KIND: u8 = 7;
const STRAIGHT_FLUSH: u8 = 8;
const ROYAL_FLUSH: u8 = 9;

/// The rank of the best five of the seven cards, found by leaving out every two of them.
fn best_five(hole: [Card; 2], board: [Card; 5]) -> Vec<u8> {
    let seven = [&hole[..], &board[..]].concat();
    let mut best = Vec::new();
    for a in 0..7 {
        for b in a + 1..7 {
            let mut five = seven.clone();
            five.remove(b);
            five.remove(a);
            best = best.max(rank_of_five(&five));
        }
    }
    best
}

/// The category of five cards, then their ranks in the order in which they are compared.
fn rank_of_five(five: &[Card]) -> Vec<u8> {
    let count = |rank: u8| five.iter().filter(|card| card.0 == rank).count();
    let mut ranks: Vec<u8> = five.iter().map(|card| card.0).collect();
    ranks.sort_by_key(|&rank| (count(rank), rank));
    ranks.reverse();
    let counts: Vec<usize> = ranks.iter().map(|&rank| count(rank)).collect();
    if ranks == [14, 5, 4, 3, 2] {
        ranks = vec![5, 4, 3, 2, 1];
    }
    let flush = five.iter().all(|card| card.1 == five[0].1);
    let straight = counts == [1, 1, 1, 1, 1] && ranks[0] - ranks[4] == 4;
    let category = if straight && flush {
        if ranks[0] == 14 { ROYAL_FLUSH } else { STRAIGHT_FLUSH }
    } else if flush {
        FLUSH
    } else if straight {
        STRAIGHT
    } else {
        match counts[..] {
            [4, 4, 4, 4, 1] => FOUR_OF_A_KIND,
            [3, 3, 3, 2, 2] => FULL_HOUSE,
            [3, 3, 3, 1, 1] => THREE_OF_A_KIND,
            [2, 2, 2, 2, 1] => TWO_PAIRS,
            [2, 2, 1, 1, 1] => PAIR,
            _ => HIGH_CARD,
        }
    };
    ranks.insert(0, category);
    ranks
}

#[cfg(test)]
mod tests;
