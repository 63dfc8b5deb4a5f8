//! The browser checks a hand by itself, and is not deceived.

use crate::hand::{act, check_down, deal_alone};
use crate::stage::play;
use crate::window::Window;

/// What a card room that cheats would tell. Most change one thing in the history of a hand; the last two tell a hand
/// that is right in itself, but not the one that was played.
const FORGERIES: [(&str, &str); 7] = [
    ("another seed", "round.revealed = round.revealed.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))"),
    (
        "another promise",
        "round.commitment = round.commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))",
    ),
    (
        "another seed of the player",
        "round.seeds[0].seed = round.seeds[0].seed.replace(/.$/, (d) => (d === '0' ? '1' : '0'))",
    ),
    (
        "two cards of the board exchanged",
        "[round.board[0], round.board[4]] = [round.board[4], round.board[0]]",
    ),
    ("the dealer's cards exchanged", "round.dealer.reverse()"),
    (
        "another hand altogether",
        "round.revealed = freshSeed();
         round.commitment = await commitmentOf(round.revealed);
         await redeal()",
    ),
    ("the same promise, and a hand of another seed of the player", "await redeal()"),
];

/// Deals with another seed of the player, as the rules have it.
const REDEAL: &str =
    "const { commitmentOf, deckOf, placesOf, freshSeed } = await import('/js/fairness/state/shuffle.js');
    const redeal = async () => {
      round.seeds = round.seeds.map((each) => ({ ...each, seed: freshSeed() }));
      const cards = await deckOf({ table: told.table, round: round.number, seed: round.revealed,
        player_seeds: round.seeds });
      const at = placesOf(told.settings.dealing, round.hands.map((hand) => hand.seat));
      round.board = at.board.map((place) => cards[place]);
      round.dealer = at.dealer.map((place) => cards[place]);
      for (const hand of round.hands) hand.hole = at.hole(hand.seat).map((place) => cards[place]);
    };";

#[test]
fn a_true_hand_is_accepted_and_a_forged_one_is_not() {
    play(|_, [window]| {
        deal_alone(window);
        check_down(window);
        act(window, "v");
        window.see("dialog .verdict.good");
        assert_eq!(window.value("document.querySelectorAll('dialog .steps .true').length"), 4);
        assert_eq!(window.value("document.querySelectorAll('dialog .deck .card').length"), 52);
        window.value("window.honest = window.fetch, true");
        for (what, forge) in FORGERIES {
            window.value(&format!(
                "(window.fetch = async (...asked) => {{
                  const answer = await honest(...asked);
                  if (!String(asked[0]).includes('/rounds/')) return answer;
                  const told = await answer.json();
                  for (const {{ view: {{ round }} }} of told.steps) if (round?.revealed) {{ {REDEAL} {forge}; }}
                  return new Response(JSON.stringify(told), answer);
                }}, true)"
            ));
            look_again(window);
            window.wait("document.querySelector('dialog .verdict')");
            assert_eq!(window.text("dialog .verdict"), "This hand does not match its commitment.", "{what}");
            assert_ne!(window.value("document.querySelectorAll('dialog .steps .false').length"), 0, "{what}");
        }
        window.value("window.fetch = honest, true");
        look_again(window);
        window.see("dialog .verdict.good");
    });
}

#[test]
fn a_browser_that_did_not_see_the_promise_says_so() {
    play(|_, [window]| {
        deal_alone(window);
        check_down(window);
        window.value("sessionStorage.clear() ?? true");
        window.reload();
        look_again(window);
        window.see("dialog .verdict.unknown");
        assert_eq!(window.value("document.querySelectorAll('dialog .steps .true').length"), 2);
        assert_eq!(window.value("document.querySelectorAll('dialog .steps .unknown').length"), 2);
    });
}

/// Goes away from the hand, and comes back to have it checked.
fn look_again(window: &Window) {
    window.value("location.hash = '#/'");
    window.see("#play");
    window.wait("!document.querySelector('dialog')");
    window.value("location.hash = '#/replay/1/0'");
    window.click(".replaying .quiet-button:not(a)");
}
