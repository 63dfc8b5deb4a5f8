//! A player who reloads, or whose card room restarts, comes back to the same hand.

use serde_json::json;

use crate::card_room::Floor;
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
fn a_card_room_that_forgot_what_it_confirmed_says_so_and_the_player_may_start_over() {
    play(|stage, [window]| {
        window.expect("net::ERR_");
        deal_alone(window);
        stage.room.kill();
        stage.room.copy("room", "copy");
        stage.room.start_again();
        window.wait("document.querySelector('#banner').hidden");
        wait_for_street(window, 0);
        act(window, "c");
        wait_for_street(window, 3);
        stage.room.kill();
        // The operator puts an older copy back.
        stage.room.copy("copy", "room");
        stage.room.start_again();
        window.see("main .wrong button");
        let told = window.text("main .wrong");
        assert!(told.contains("The card room no longer has what it confirmed to you on "), "{told}");
        assert!(told.contains("Keep your receipt"), "{told}");
        // Not even a new page goes on as if nothing had happened.
        window.reload();
        window.see("main .wrong button");
        window.click("main .wrong button:last-of-type");
        wait_for_street(window, 0);
        act(window, "c");
        wait_for_street(window, 3);
        window.reload();
        wait_for_street(window, 3);
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

#[test]
fn a_hand_that_was_left_counts_once_when_it_is_next_seen() {
    play(|_, [window]| {
        deal_alone(window);
        // The hand is decided, and the page left before its result is shown.
        window.value(
            "(document.querySelector('.controls [aria-keyshortcuts=\"4\"]').click(), location.hash = '#/lobby')",
        );
        window.wait(
            "document.querySelector('.back-to-table:not([hidden]) a')
             && !document.querySelector('.back-to-table small')",
        );
        for _ in 0..2 {
            window.value("location.hash = '#/mistakes'");
            window
                .wait("document.querySelector('.waterfall caption')?.textContent === 'This session, 1 hand'");
            window.value("location.hash = '#/lobby'");
            window.click(".back-to-table a");
            wait_for(window, "result");
            assert_counted(window, "1 hand");
        }
    });
}

#[test]
fn a_player_with_a_seat_is_led_back_to_the_table() {
    play(|_, [window]| {
        deal_alone(window);
        let table = window.value("location.hash");
        let table = table.as_str().expect("an address");
        for page in ["#/", "#/lobby"] {
            window.value(&format!("location.hash = '{page}'"));
            window.wait(&format!(
                "document.querySelector('.back-to-table:not([hidden]) a[href=\"{table}\"] small')?.textContent
                   === 'Hand in progress'"
            ));
        }
        window.value("location.hash = '#/rules'");
        window.wait(&format!("document.querySelector('#header .back:not([hidden])')?.hash === '{table}'"));
        window.click("#header .back");
        wait_for_street(window, 0);
        window.wait("document.querySelector('#header .back').hidden");
    });
}

#[test]
fn the_wallet_is_right_on_every_page_after_a_void() {
    play(|stage, [window]| {
        deal_alone(window);
        let table = window.value("Number(location.hash.split('/')[2])").as_u64().expect("a table");
        window.value("location.hash = '#/rules'");
        window.see(".page table");
        assert_eq!(window.text(".wallet .amount"), "$990");
        let reason = json!({"reason": "the deck was short"});
        Floor::of(&stage.room).post(&format!("/api/tables/{table}/void"), &reason);
        window.wait("document.querySelector('.wallet .amount').textContent === '$1,000'");
    });
}

#[test]
fn a_player_without_chips_fills_up_and_plays_on() {
    play(|_, [window]| {
        window.open("/");
        window.click("#play");
        wait_for(window, "bet");
        window.click(".rack [aria-label='$100 chip']");
        window.click("#circle-ante");
        act(window, "Enter");
        for left in ["$800", "$600", "$400", "$200", "$0"] {
            for (board, key) in [(0, "c"), (3, "c"), (5, "f")] {
                wait_for_street(window, board);
                act(window, key);
            }
            wait_for(window, "result");
            window.wait(&format!("document.querySelector('.wallet .amount').textContent === '{left}'"));
            act(window, "Enter");
        }
        wait_for(window, "bet");
        assert_eq!(window.text(".controls .message"), "You have $0 left");
        assert!(window.text(".controls .detail").contains("3 more times"), "it says how often");
        window.click(".controls .more-chips");
        window.wait("document.querySelector('.wallet .amount').textContent === '$1,000'");
        act(window, "Enter");
        wait_for_street(window, 0);
    });
}

#[test]
fn a_replay_says_nothing_about_free_seats() {
    play(|_, [window, other]| {
        deal_alone(window);
        check_down(window);
        let address = window.value("`/#/replay/${location.hash.split('/')[2]}/0`");
        for reader in [window, other] {
            reader.open(address.as_str().expect("an address"));
            reader.see(".replaying .felt");
            assert_eq!(reader.text(".replaying .watching"), "");
        }
    });
}

fn assert_counted(window: &Window, hands: &str) {
    assert_eq!(window.wait("document.querySelector('.coach .session h3 .quiet')?.textContent"), hands);
}
