//! Every settlement row that can be reached: fold and each raise, win, lose and push, qualified or not, kind of hand.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use uth::{Book, Category, Dealing, Hand, HandResult, Play, parse_cards};

use crate::scene::{Scene, scene, wagers};

const SHOWDOWNS: &str = include_str!("../../../../golden/showdowns.txt");
const SETTLEMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/settlement.txt");

/// A deal in which two kinds of hands meet.
#[derive(Clone, Copy)]
struct Showdown {
    player: &'static str,
    dealer_kind: &'static str,
    result: &'static str,
    hole: &'static str,
    dealer: &'static str,
    board: &'static str,
}

impl Showdown {
    fn all() -> Vec<Showdown> {
        let lines = SHOWDOWNS.lines().filter(|line| !line.starts_with('#'));
        let parse = |line: &'static str| {
            let parts: Vec<&str> = line.split(" | ").collect();
            let &[player, dealer_kind, result, hole, dealer, board] = &parts[..] else {
                panic!("six parts: {line}")
            };
            Showdown { player, dealer_kind, result, hole, dealer, board }
        };
        lines.map(parse).collect()
    }

    fn qualified(&self) -> bool {
        self.dealer_kind != Category::HighCard.name()
    }
}

/// Which kinds of hands can meet, and with which result.
fn can_meet(player: Category, dealer: Category, result: &str) -> bool {
    let possible = match player.cmp(&dealer) {
        Ordering::Greater => result == "win",
        Ordering::Less => result == "lose",
        Ordering::Equal => result == "push" || player != Category::RoyalFlush,
    };
    // A full house and four of a kind need a pair on the board, and that pair is everybody's.
    let paired_board = |kind| matches!(kind, Category::FullHouse | Category::FourOfAKind);
    let against_nothing = (dealer == Category::HighCard && paired_board(player))
        || (player == Category::HighCard && paired_board(dealer));
    possible && !against_nothing
}

#[test]
fn the_showdowns_are_what_they_say_and_none_is_missing() {
    let mut found = BTreeSet::new();
    for showdown in Showdown::all() {
        let hand = |hole: &str| {
            let mut cards = parse_cards::<5>(showdown.board).unwrap().to_vec();
            cards.extend(parse_cards::<2>(hole).unwrap());
            Hand::best_of(&cards).unwrap()
        };
        let (player, dealer) = (hand(showdown.hole), hand(showdown.dealer));
        let result = match player.strength().cmp(&dealer.strength()) {
            Ordering::Less => "lose",
            Ordering::Equal => "push",
            Ordering::Greater => "win",
        };
        let said = (showdown.player, showdown.dealer_kind, showdown.result);
        assert_eq!((player.category().name(), dealer.category().name(), result), said);
        assert!(can_meet(player.category(), dealer.category(), result));
        found.insert(said);
    }
    let pairs = Category::ALL.into_iter().flat_map(|player| Category::ALL.map(|dealer| (player, dealer)));
    let expected = pairs.flat_map(|(player, dealer)| {
        ["win", "lose", "push"].into_iter().filter(move |result| can_meet(player, dealer, result))
    });
    assert_eq!(found.len(), expected.count());
}

/// The deals that a book's rows need: with a bad beat both hands matter, else the player's and whether the
/// dealer qualifies.
fn needed(book: Book) -> Vec<Showdown> {
    let mut seen = BTreeSet::new();
    let mut needed = Showdown::all();
    needed.retain(|showdown| {
        let dealer = if book == Book::CaliforniaBadBeat { showdown.dealer_kind } else { "" };
        seen.insert((showdown.player, showdown.result, showdown.qualified(), dealer))
    });
    needed
}

/// The deals that a book's folds need: what the dealer holds no longer matters, only that it may not qualify.
fn needed_for_folds() -> Vec<Showdown> {
    let mut seen = BTreeSet::new();
    let mut needed = Showdown::all();
    needed.retain(|showdown| seen.insert((showdown.player, showdown.qualified())));
    needed
}

fn table(book: Book, dealing: Dealing, showdown: Showdown, play: Play) -> Scene {
    let bad_beat = if book == Book::CaliforniaBadBeat { 100 } else { 0 };
    let mut table =
        scene(book, showdown.dealer, showdown.board).hand(3, wagers(100, 100, bad_beat), showdown.hole, play);
    table.setup.dealing = dealing;
    table
}

fn row(book: Book, dealing: Dealing, showdown: Showdown, play: Play) -> String {
    let settled = table(book, dealing, showdown, play).settled();
    let seat = &settled.seats[0];
    let result = seat.result.expect("a result");
    // Where everybody has folded, a player/dealer's cards stay face down (R26).
    assert!(settled.dealer.is_none() || settled.qualifies() == showdown.qualified());
    assert!(result == HandResult::Fold || result.to_string() == showdown.result);
    let qualified = if showdown.qualified() { "qualified" } else { "not qualified" };
    let mut row = format!(
        "{book} {dealing} | {play} {result} | {} against {}, {qualified} | {} against {} on {} | net {:+}",
        showdown.player, showdown.dealer_kind, showdown.hole, showdown.dealer, showdown.board, seat.net.0
    );
    for line in &settled.lines {
        let _ = write!(row, " | {} {} {:+} {}", line.wager, line.outcome, line.net.0, line.clause);
    }
    row
}

// Clauses: R1, R2, R3, R4, R5, CA.round.6a, CA.round.note2, CA.round.18, BB.settle.9, BB.bonus.5
#[test]
fn every_reachable_settlement_row_is_as_it_was_reviewed() {
    let tables = [
        (Book::California, Dealing::Shuffler),
        (Book::Washington, Dealing::Hand),
        (Book::Washington, Dealing::Ideal),
        (Book::House, Dealing::Hand),
        (Book::CaliforniaBadBeat, Dealing::Shuffler),
    ];
    let mut rows = String::from(
        "# Every reachable settlement of a hand with $1 on Ante, Blind and Trips, and on Bad Beat where there is one.\n\
         # Amounts are the player's, in cents. Made by the rules test with UPDATE_GOLDEN=1, then reviewed.\n",
    );
    for (book, dealing) in tables {
        for times in [4, 3, 2, 1] {
            for showdown in needed(book) {
                rows += &row(book, dealing, showdown, Play::Raise(times));
                rows.push('\n');
            }
        }
        for showdown in needed_for_folds() {
            rows += &row(book, dealing, showdown, Play::Fold);
            rows.push('\n');
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(SETTLEMENT, &rows).expect("golden/settlement.txt can be written");
    }
    let golden = std::fs::read_to_string(SETTLEMENT).expect("golden/settlement.txt");
    for (number, (ours, reviewed)) in rows.lines().zip(golden.lines()).enumerate() {
        assert_eq!(ours, reviewed, "golden/settlement.txt, line {}", number + 1);
    }
    assert_eq!(rows.lines().count(), golden.lines().count());
}
