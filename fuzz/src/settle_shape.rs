//! Documents of the right shape with values out of a hat, so that the rules behind the parser are reached.

use arbitrary::{Arbitrary, Unstructured};
use uth_cli::settle::{Text, settle_text};

const BOOKS: [&str; 5] = ["california", "washington", "california-bad-beat", "house", "nevada"];
const PLAYS: [&str; 6] = ["4x", "3x", "2x", "1x", "fold", "check"];

pub fn try_out(bytes: &[u8]) {
    let mut chance = Unstructured::new(bytes);
    let Ok(text) = document(&mut chance) else { return };
    if let Ok(settled) = settle_text(&Text::Whole(text.into_bytes())) {
        assert!(settled.is_balanced());
    }
}

fn document(chance: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let mut deck: Vec<u8> = (0..52).collect();
    let mut cards = |chance: &mut Unstructured<'_>, count: usize| {
        let mut text = String::new();
        for _ in 0..count {
            // Now and then a card stays in the deck, so that it can come twice.
            let place = chance.int_in_range(0..=deck.len() - 1)?;
            let card = if chance.ratio(99u8, 100u8)? && deck.len() > 1 {
                deck.swap_remove(place)
            } else {
                deck[place]
            };
            text += &uth::Card::from_index(usize::from(card)).map_or(String::new(), |card| card.to_string());
        }
        Ok::<_, arbitrary::Error>(text)
    };
    let mut text = format!(r#"{{"rules":"{}""#, chance.choose(&BOOKS)?);
    for field in ["button", "collection_schedule", "places"] {
        if bool::arbitrary(chance)? {
            let number = chance.int_in_range(0..=25u8)?;
            text.extend([",\"", field, "\":", &number.to_string()]);
        }
    }
    for field in ["bank", "chip"] {
        if bool::arbitrary(chance)? {
            text.extend([",\"", field, "\":", &amount(chance)?.to_string()]);
        }
    }
    text += r#","seats":["#;
    for index in 0..chance.int_in_range(0..=7u8)? {
        let separator = if index > 0 { "," } else { "" };
        let (seat, hole) = (chance.int_in_range(0..=9u8)?, cards(chance, 2)?);
        let (ante, trips, bad_beat) = (amount(chance)?, amount(chance)?, amount(chance)?);
        let play = chance.choose(&PLAYS)?;
        let wagers = format!(r#""ante":{ante},"trips":{trips},"bad_beat":{bad_beat}"#);
        let seat = format!(r#"{separator}{{"seat":{seat},{wagers},"hole":"{hole}","play":"{play}"}}"#);
        text.push_str(&seat);
    }
    let (dealer, board) = (cards(chance, 2)?, cards(chance, 5)?);
    Ok(text + &format!(r#"],"dealer":"{dealer}","board":"{board}"}}"#))
}

fn amount(chance: &mut Unstructured<'_>) -> arbitrary::Result<i64> {
    Ok(match chance.int_in_range(0..=9u8)? {
        0 => i64::arbitrary(chance)?,
        1 | 2 => 0,
        _ => i64::from(u16::arbitrary(chance)?) * 2,
    })
}
