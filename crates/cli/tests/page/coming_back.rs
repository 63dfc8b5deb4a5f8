//! A player who reloads, or whose card room restarts, comes back to the same hand.

use crate::hand::{act, check_down, deal_alone, wait_for, wait_for_street};
use crate::stage::play;
use crate::window::Window;

#[test]
fn a_reload_comes_back_to_the_same_hand() {
    play(|_, [window]| {
        deal_alone(window);
        act(window, "c");
        let before = wait_for_street(window, 3);
        window.reload();
        let after = wait_for_street(window, 3);
        assert_eq!(after, before);
        act(window, "2");
        let result = wait_for(window, "result");
        assert_eq!(result.cards("hole"), before.cards("hole"));
        assert_eq!(result.cards("board")[..3], before.cards("board"));
    });
}

#[test]
fn a_page_says_that_the_card_room_is_away_and_tries_again() {
    play(|stage, [window]| {
        window.expect("net::ERR_");
        deal_alone(window);
        let is_away =
            "document.querySelector('main .wrong p')?.textContent === 'The card room cannot be reached.'";
        // The lobby asks again by itself.
        for (address, button, content) in [
            ("#/lobby", "", ".table-card"),
            ("#/history", "main .wrong button", ".hands li"),
            ("#/rules", "main .wrong button", ".page table"),
        ] {
            stage.room.kill();
            window.value(&format!("location.hash = '{address}'"));
            window.wait(is_away);
            stage.room.start_again();
            if !button.is_empty() {
                window.click(button);
            }
            window.see(content);
        }
    });
}

#[test]
fn a_card_room_that_is_killed_goes_on_with_the_same_hand() {
    play(|stage, [window]| {
        // The browser logs each failed connection.
        window.expect("net::ERR_");
        deal_alone(window);
        act(window, "c");
        let before = wait_for_street(window, 3);
        stage.room.kill();
        window.see("#banner");
        stage.room.start_again();
        window.wait("document.querySelector('#banner').hidden");
        assert_eq!(wait_for_street(window, 3), before);
        act(window, "c");
        wait_for_street(window, 5);
        // A command that is sent while the card room is down is repeated when it is up again.
        stage.room.kill();
        window.see("#banner");
        act(window, "1");
        window.see(".controls[aria-busy]");
        stage.room.start_again();
        let result = wait_for(window, "result");
        assert_eq!(result.cards("hole"), before.cards("hole"));
        assert_eq!(result.cards("board")[..3], before.cards("board"));
        act(window, "Enter");
        check_down(window);
    });
}

#[test]
fn a_hand_counts_once_however_often_one_comes_back_to_it() {
    play(|_, [window]| {
        deal_alone(window);
        check_down(window);
        assert_counted(window, "1 hand");
        window.value("location.hash = '#/lobby'");
        window.see(".table-card");
        window.value("history.back() ?? true");
        wait_for(window, "result");
        assert_counted(window, "1 hand");
        window.reload();
        wait_for(window, "result");
        assert_counted(window, "1 hand");
        act(window, "Enter");
        check_down(window);
        assert_counted(window, "2 hands");
    });
}

fn assert_counted(window: &Window, hands: &str) {
    assert_eq!(window.wait("document.querySelector('.coach .session h3 .quiet')?.textContent"), hands);
}
