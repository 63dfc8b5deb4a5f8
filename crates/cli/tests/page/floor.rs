//! The floor, as a player notices it.

use serde_json::json;

use crate::card_room::Floor;
use crate::hand::{act, deal_alone, wait_for, wait_for_street};
use crate::stage::play;

#[test]
fn the_chips_of_a_round_that_the_floor_declares_void_come_back() {
    play(|stage, [window]| {
        deal_alone(window);
        act(window, "c");
        let before = wait_for_street(window, 3);
        assert_eq!(before.cents("wallet"), 99_000);
        Floor::of(&stage.room).post("/api/tables/1/void", &json!({"reason": "the deck was short"}));
        let after = wait_for(window, "result");
        assert_eq!(window.text(".controls .detail"), "The round is void: the deck was short");
        assert_eq!((after.cents("net"), after.cents("wallet")), (0, 100_000), "{after:?}");
        assert_eq!(after.cards("hole"), before.cards("hole"));
        act(window, "v");
        window.see("dialog .verdict.good");
    });
}
