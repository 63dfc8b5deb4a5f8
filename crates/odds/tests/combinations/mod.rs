//! Every choice of some cards out of many.

use uth::Card;

/// Returns every set of `count` of the cards.
pub(crate) fn combinations(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        for mut rest in combinations(&cards[..index], count - 1) {
            rest.push(*card);
            all.push(rest);
        }
    }
    all
}
