//! A receipt proves what the card room has confirmed, and nothing else can be made of it.

use fair::receipt::{Confirmation, NotAPublicKey, PublicKey, Signature, Signer};

const CONFIRMED: Confirmation = Confirmation { log: 7, seq: 1203, hash: [5; 32], at_ms: 1_767_225_600_100 };

fn signer() -> Signer {
    Signer::from_key(&[9; 32])
}

#[test]
fn the_signed_bytes_are_those_of_the_document() {
    let expected = format!(
        "{}{:016x}{:016x}{}{:016x}",
        hex::encode("uth/receipt/1"),
        7,
        1203,
        "05".repeat(32),
        1_767_225_600_100_u64
    );
    assert_eq!(hex::encode(CONFIRMED.to_bytes()), expected);
}

const DOCUMENT: &str = include_str!("../../../../docs/FAIRNESS.md");

#[test]
fn the_key_and_the_signature_are_those_of_the_document() {
    assert!(DOCUMENT.contains(&format!("`{}`", signer().public_key())));
    assert!(DOCUMENT.contains(&hex::encode(signer().sign(&CONFIRMED).0)));
    assert_eq!(
        signer().public_key().to_string(),
        "10499ae2a931575600518e657642cb8bce26eb02b2f6719652c719b9ccd5f78a"
    );
    assert_eq!(
        hex::encode(signer().sign(&CONFIRMED).0),
        "98de8570f1e24340c6adb3b152d60df763e8d3fa5706b75cd9020858c70e8058\
         cacd3e4bb126a8d2cfaff37e6ca833ece9384e97a28cda2d7c46a36785e50703"
    );
}

#[test]
fn a_confirmation_signed_twice_has_the_same_signature() {
    assert_eq!(signer().sign(&CONFIRMED), signer().sign(&CONFIRMED));
}

#[test]
fn no_part_of_a_confirmation_can_be_changed() {
    let (key, signature) = (signer().public_key(), signer().sign(&CONFIRMED));
    assert!(key.has_signed(&CONFIRMED, &signature));
    let forgeries = [
        Confirmation { log: 8, ..CONFIRMED },
        Confirmation { seq: 1204, ..CONFIRMED },
        Confirmation { hash: [6; 32], ..CONFIRMED },
        Confirmation { at_ms: CONFIRMED.at_ms + 1, ..CONFIRMED },
    ];
    for forged in forgeries {
        assert!(!key.has_signed(&forged, &signature), "{forged:?}");
    }
}

#[test]
fn no_bit_of_a_signature_can_be_changed() {
    let (key, signature) = (signer().public_key(), signer().sign(&CONFIRMED));
    for bit in 0..512 {
        let mut forged = signature;
        forged.0[bit / 8] ^= 1 << (bit % 8);
        assert!(!key.has_signed(&CONFIRMED, &forged), "bit {bit}");
    }
}

#[test]
fn another_card_room_has_signed_nothing() {
    let signature = signer().sign(&CONFIRMED);
    assert!(!Signer::from_key(&[8; 32]).public_key().has_signed(&CONFIRMED, &signature));
}

#[test]
fn a_key_of_small_order_fits_no_signature() {
    // The neutral element as key and as R, with S = 0, satisfies the plain equation for every message.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let key = PublicKey::from_bytes(&neutral).expect("a point of the curve");
    let mut signature = Signature([0; 64]);
    signature.0[0] = 1;
    assert!(!key.has_signed(&CONFIRMED, &signature));
}

#[test]
fn a_public_key_round_trips_as_text_and_a_signer_is_not_printed() {
    let key = signer().public_key();
    assert_eq!(key.to_string().parse(), Ok(key));
    assert_eq!("12".parse::<PublicKey>(), Err(NotAPublicKey));
    assert_eq!(
        format!("02{}", "00".repeat(31)).parse::<PublicKey>(),
        Err(NotAPublicKey),
        "no point of the curve"
    );
    assert_eq!(format!("{:?}", signer()), "Signer(secret)");
}

/// Section 7.1, tests 1 to 3: public key, message, signature.
pub(crate) const RFC_8032: [(&str, &str, &str); 3] = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        concat!(
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        concat!(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        concat!(
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ),
];

#[test]
fn signatures_are_those_of_rfc_8032() {
    // The signer's own key is derived, so that these are only checked and not made here.
    for (key, message, signature) in RFC_8032 {
        let key: PublicKey = key.parse().expect("a key");
        let message = hex::decode(message).expect("digits");
        let signature = Signature(hex::FromHex::from_hex(signature).expect("digits"));
        assert!(key.has_signed_bytes(&message, &signature));
        assert!(!key.has_signed_bytes(b"other", &signature));
    }
}
