//! Two at one table: each sees what they may see, on the page and on the wire.

use crate::card_room::Floor;
use crate::hand::{Scene, act, check_down, deal_alone, sit_down, wait_for, wait_for_street};
use crate::stage::play;
use crate::window::Window;

#[test]
fn no_player_receives_a_card_before_it_is_turned_over() {
    play(|stage, [one, other]| {
        let table = Floor::of(&stage.room).open_table("house", 10_000, 0);
        for (window, seat) in [(one, 1), (other, 2)] {
            window.open(&format!("/#/table/{table}"));
            window.click(&format!(".pod[aria-label='Seat {seat}: Free'] .sit"));
            wait_for(window, "bet");
        }
        act(one, "Enter");
        act(other, "Enter");
        let streets = [(0, "c"), (3, "c"), (5, "1")];
        let mut seen = Vec::new();
        for (board, key) in streets {
            let scenes = [one, other].map(|window| wait_for_street(window, board));
            assert_eq!(scenes[0].cards("board"), scenes[1].cards("board"));
            seen.push([one, other].map(Seen::by));
            act(one, key);
            act(other, key);
        }
        let ends = [one, other].map(|window| wait_for(window, "result"));
        let all: Vec<String> = hidden_from_none(&ends);
        for (street, views) in seen.iter().enumerate() {
            for (who, view) in views.iter().enumerate() {
                let [own, board] = [ends[who].cards("hole"), ends[who].cards("board")];
                let turned = &board[..[0, 3, 5][street]];
                for card in all.iter().filter(|card| !own.contains(card) && !turned.contains(card)) {
                    assert!(!view.has(card), "player {who} has {card} on street {street}");
                }
                assert!(own.iter().all(|card| view.has(card)), "player {who} sees their own cards");
            }
        }
        let last = [one, other].map(Seen::by);
        assert!(
            all.iter().all(|card| last.iter().all(|view| view.has(card))),
            "at the end all cards are seen"
        );
    });
}

#[test]
fn a_new_player_in_a_seat_does_not_see_the_result_of_the_last_one() {
    play(|_, [one, other]| {
        deal_alone(one);
        check_down(one);
        let table = one.value("location.hash");
        one.click(".table-menu button:last-child");
        one.click("dialog .row button:last-child");
        wait_for(one, "watch");
        other.open(&format!("/{}", table.as_str().unwrap_or_default()));
        sit_down(other);
        let fresh = wait_for(other, "bet");
        assert_eq!(fresh.cards("hole"), [""; 0]);
        let session = other.text(".coach .session");
        assert!(session.starts_with("Play a hand"), "{session}");
    });
}

/// All nine cards that two hands, the dealer and the board have.
fn hidden_from_none(ends: &[Scene; 2]) -> Vec<String> {
    let mut all =
        [ends[0].cards("hole"), ends[1].cards("hole"), ends[0].cards("dealer"), ends[0].cards("board")]
            .concat();
    assert_eq!(ends[0].cards("dealer"), ends[1].cards("dealer"));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 11, "{all:?}");
    all
}

/// All that a browser has of a table at a moment: its page, and every message so far.
struct Seen {
    page: String,
    frames: Vec<String>,
}

impl Seen {
    fn by(window: &Window) -> Seen {
        let page = window.value("document.documentElement.outerHTML");
        Seen { page: page.as_str().unwrap_or_default().to_owned(), frames: window.frames() }
    }

    fn has(&self, card: &str) -> bool {
        let quoted = format!("\"{card}\"");
        self.page.contains(&name(card)) || self.frames.iter().any(|frame| frame.contains(&quoted))
    }
}

/// As the page names a card for those who listen.
fn name(card: &str) -> String {
    const RANKS: [&str; 13] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
        "ace",
    ];
    let place = "23456789TJQKA".find(&card[..1]).expect("a rank");
    let suit = match &card[1..] {
        "c" => "clubs",
        "d" => "diamonds",
        "h" => "hearts",
        _ => "spades",
    };
    format!("{} of {suit}", RANKS[place])
}
