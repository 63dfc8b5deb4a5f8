//! A proof is believed only as it was dealt.

use fair::proof::{HandProof, Mismatch};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use uth::Deck;

use crate::{honest, players};

#[test]
fn an_honest_hand_is_verified() {
    assert_eq!(honest().verify(), Ok(()));
}

#[test]
fn another_seed_does_not_match_the_commitment() {
    let forged = ServerSeed::from_bytes([4; 32]);
    let proof = HandProof { seed: forged.reveal(), ..honest() };
    assert_eq!(proof.verify(), Err(Mismatch::Commitment));
    let proof = HandProof { commitment: forged.commitment(), ..honest() };
    assert_eq!(proof.verify(), Err(Mismatch::Commitment));
    assert_eq!(Mismatch::Commitment.to_string(), "the seed is not the one that the server committed to");
}

// Clauses: R27
#[test]
fn a_deck_with_two_cards_exchanged_is_named_by_its_first_wrong_card() {
    let honest = honest();
    for place in 0..51 {
        let mut deck = honest.deck;
        deck.swap(place, 51);
        let (expected, found) = (honest.deck.cards()[place], honest.deck.cards()[51]);
        let mismatch = Mismatch::Deck { place, expected, found };
        assert_eq!(HandProof { deck, ..honest.clone() }.verify(), Err(mismatch));
        assert_eq!(
            mismatch.to_string(),
            format!("card {} of the deck should be {expected} and is {found}", place + 1)
        );
    }
}

#[test]
fn whatever_else_is_changed_the_deck_does_not_follow() {
    let honest = honest();
    let rows = [
        HandProof { players: players(&[(2, b"south"), (3, b"north")]), ..honest.clone() },
        HandProof { players: players(&[(2, b"north")]), ..honest.clone() },
        HandProof { players: players(&[(2, b"north"), (4, b"south")]), ..honest.clone() },
        HandProof { round: RoundId { table: 6, ..honest.round }, ..honest.clone() },
        HandProof { round: RoundId { round: 89, ..honest.round }, ..honest.clone() },
        HandProof { deck: Deck::unshuffled(), ..honest.clone() },
    ];
    for proof in rows {
        assert!(matches!(proof.verify(), Err(Mismatch::Deck { .. })), "{proof:?}");
    }
}
