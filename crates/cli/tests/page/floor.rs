//! The floor, at its own page and as a player notices it.

use serde_json::json;

use crate::card_room::{CardRoom, FLOOR_NAME, FLOOR_PASSWORD, Floor};
use crate::hand::{act, deal_alone, wait_for, wait_for_street};
use crate::stage::play;
use crate::window::Window;

#[test]
fn the_chips_of_a_round_that_the_floor_declares_void_come_back() {
    play(|stage, [player, floor]| {
        deal_alone(player);
        act(player, "c");
        let before = wait_for_street(player, 3);
        assert_eq!(before.cents("wallet"), 99_000);
        sign_in_as_floor(&stage.room, floor);
        floor.open("/#/floor");
        floor.click(".floor-table[data-table='1'] [data-act='void']:not(:disabled)");
        floor.write("dialog [name='reason']", "the deck was short");
        floor.click("dialog [type='submit']");
        let after = wait_for(player, "result");
        assert_eq!(player.text(".controls .message"), "Void: every wager returned.");
        assert_eq!(player.text(".controls .detail"), "Reason: the deck was short");
        assert_eq!((after.cents("net"), after.cents("wallet")), (0, 100_000), "{after:?}");
        assert_eq!(after.cards("hole"), before.cards("hole"));
        assert!(player.text(".coach .session").starts_with("Play a hand"), "a void round is not counted");
        act(player, "v");
        player.see("dialog .verdict.good");
    });
}

/// Signs the window in as the floor, in place of the account that it had.
pub(crate) fn sign_in_as_floor(room: &CardRoom, window: &Window) {
    Floor::of(room);
    window.open("/");
    window.see("#play");
    let asked = json!({"name": FLOOR_NAME, "password": FLOOR_PASSWORD});
    let answered = window.value(&format!(
        "fetch('/api/sign-in', {{method: 'POST', headers: {{'Content-Type': 'application/json'}},
           body: JSON.stringify({asked})}}).then((answer) => answer.ok)"
    ));
    assert_eq!(answered, true, "the floor signs in");
    window.value("localStorage['uth.visited'] = '1'");
    window.reload();
    window.wait(&format!("document.querySelector('.whoami')?.textContent === '{FLOOR_NAME}'"));
}
