//! `scripts/verify_hand.py`, a second implementation, agrees with the first.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use fair::proof::HandProof;
use fair::receipt::{Confirmation, PublicKey, Signature, Signer};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;

use crate::receipts::RFC_8032;
use crate::{dealt, honest, players};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verify_hand.py");
const DOCUMENT: &str = include_str!("../../../../docs/FAIRNESS.md");

/// The JSON of docs/FAIRNESS.md.
fn written(proof: &HandProof) -> String {
    let HandProof { round: RoundId { table, round }, commitment, seed, players, deck } = proof;
    let players: Vec<String> =
        players.iter().map(|(seat, seed)| format!(r#"{{"seat": {seat}, "seed": "{seed}"}}"#)).collect();
    let players = players.join(", ");
    let cards: Vec<String> = deck.cards().iter().map(ToString::to_string).collect();
    let deck = cards.join(" ");
    format!(
        r#"{{"table": {table}, "round": {round}, "commitment": "{commitment}", "seed": "{seed}",
            "player_seeds": [{players}], "deck": "{deck}"}}"#
    )
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut script = Command::new("python3")
        .arg(SCRIPT)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test runs scripts/verify_hand.py: install python3, version 3.7 or later");
    // A script that stops early does not read, and need not.
    let _ = script.stdin.take().expect("a pipe").write_all(input.as_bytes());
    script.wait_with_output().expect("python3 ends")
}

/// Runs the script on a proof: its exit code and what it says.
fn check(input: &str, expected_code: i32, expected: &str) {
    let Output { status, stdout, stderr } = run(&[], input);
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).trim_end().to_owned();
    assert_eq!(said, expected, "{input}");
    assert_eq!(status.code(), Some(expected_code), "{input}");
}

#[test]
fn hands_dealt_here_are_verified_there() {
    let mut fresh = [0; 32];
    fair::entropy::fill(&mut fresh, &fair::entropy::OperatingSystem).expect("entropy");
    let long = [7; 32];
    let everybody: Vec<(u8, &[u8])> = (1..=8).map(|seat| (seat, &long[..])).collect();
    let biggest = RoundId { table: u64::MAX, round: u64::MAX };
    let rows = [
        (dealt([0; 32], RoundId { table: 0, round: 0 }, players(&[])), 0),
        (dealt([255; 32], biggest, players(&everybody)), 8),
        (dealt([1; 32], RoundId { table: 3, round: 1 << 40 }, players(&[(8, b""), (1, b"\x00")])), 2),
        (dealt(fresh, RoundId { table: 1, round: 1 }, players(&[(5, &fresh[..7])])), 1),
        (honest(), 2),
    ];
    for (proof, seats) in rows {
        let expected = format!("verified: {}, player seeds of {seats} seats, 52 cards", proof.round);
        check(&written(&proof), 0, &expected);
    }
}

#[test]
fn the_proof_in_the_document_is_verified() {
    let json = DOCUMENT.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let json = json.expect("docs/FAIRNESS.md has a proof");
    check(json, 0, "verified: table 7, round 1203, player seeds of 3 seats, 52 cards");
}

#[test]
fn forged_hands_are_rejected_with_the_words_of_this_crate() {
    let honest = honest();
    let mut deck = honest.deck;
    deck.swap(0, 51);
    let forged_seed = ServerSeed::from_bytes([4; 32]);
    let forged = [
        HandProof { deck, ..honest.clone() },
        HandProof { seed: forged_seed.reveal(), ..honest.clone() },
        HandProof { commitment: forged_seed.commitment(), ..honest.clone() },
        HandProof { commitment: forged_seed.commitment(), seed: forged_seed.reveal(), ..honest.clone() },
        HandProof { players: players(&[(2, b"south"), (3, b"north")]), ..honest.clone() },
        HandProof { players: players(&[]), ..honest.clone() },
        HandProof { round: RoundId { table: 6, ..honest.round }, ..honest.clone() },
        HandProof { round: RoundId { round: 87, ..honest.round }, ..honest.clone() },
    ];
    for proof in forged {
        let mismatch = proof.verify().expect_err("it is forged");
        let seats = proof.players.iter().count();
        let expected =
            format!("does not match: {}, player seeds of {seats} seats, 52 cards: {mismatch}", proof.round);
        check(&written(&proof), 1, &expected);
    }
}

#[test]
fn what_is_no_proof_is_told_from_a_forged_one() {
    let honest = written(&honest());
    let rows = [
        ("{}".to_owned(), "missing field 'table'"),
        (
            honest.replace("\"table\": 5", "\"table\": -5"),
            "table must be a whole number from 0 to 18446744073709551615",
        ),
        (
            honest.replace("\"table\": 5", "\"table\": 5.0"),
            "table must be a whole number from 0 to 18446744073709551615",
        ),
        (honest.replace("\"seat\": 2", "\"seat\": 9"), "seat must be a whole number from 1 to 8"),
        (honest.replace("\"seat\": 2", "\"seat\": 3"), "seat 3 appears twice"),
        (honest.replace("6e6f727468", "6e6f72746"), "the seed of seat 2 must be pairs of hexadecimal digits"),
        (honest.replace("6e6f727468", ""), "the seed of seat 2 must have 32 bytes"),
        (honest.replace("6e6f727468", &"00".repeat(6)), "the seed of seat 2 must have 32 bytes"),
        (honest.replace("0303", "03"), "seed must have 32 bytes"),
        (honest.replace(" \"deck\": \"", " \"deck\": \"As "), "the deck must have 52 cards and has 53"),
    ];
    for (input, expected) in rows {
        check(&input, 2, &format!("not a hand proof: {expected}"));
    }
    for input in ["", "[]", "{\"table\": "] {
        assert_eq!(run(&[], input).status.code(), Some(2), "{input}");
    }
}

#[test]
fn it_reads_a_file_and_helps() {
    let path = std::env::temp_dir().join(format!("uth-hand-proof-{}.json", std::process::id()));
    std::fs::write(&path, written(&honest())).expect("a file for the time of the test");
    let read = run(&[path.to_str().expect("a path in UTF-8")], "");
    std::fs::remove_file(&path).expect("the file is still there");
    assert!(read.stdout.starts_with(b"verified: table 5, round 88"), "{read:?}");
    assert_eq!(run(&["no such file"], "").status.code(), Some(2));
    let help = run(&["--help"], "");
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("Exit code 0: verified."), "{help:?}");
}

fn receipt(confirmed: &Confirmation, signature: &Signature) -> String {
    let Confirmation { log, seq, hash, at_ms } = confirmed;
    let (hash, signature) = (hex::encode(hash), hex::encode(signature.0));
    format!(
        r#"{{"table": {log}, "seq": {seq}, "hash": "{hash}", "at_ms": {at_ms}, "signature": "{signature}"}}"#
    )
}

/// Runs the script on receipts: its exit code and what it says.
fn check_receipts(key: &PublicKey, lines: &[String]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = run(&["--public-key", &key.to_string()], &lines.join("\n"));
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn receipts_signed_here_are_verified_there_and_forged_ones_are_not() {
    let signer = Signer::from_key(&[3; 32]);
    let (key, other) = (signer.public_key(), Signer::from_key(&[4; 32]));
    let confirmations = [
        Confirmation { log: 0, seq: 1, hash: [0; 32], at_ms: 0 },
        Confirmation { log: 7, seq: 1203, hash: [5; 32], at_ms: 1_767_225_600_100 },
        Confirmation { log: u64::MAX, seq: u64::MAX, hash: [255; 32], at_ms: u64::MAX },
    ];
    let honest: Vec<String> =
        confirmations.iter().map(|confirmed| receipt(confirmed, &signer.sign(confirmed))).collect();
    let (code, said) = check_receipts(&key, &honest);
    assert_eq!((code, said.matches("verified: table ").count()), (Some(0), 3), "{said}");

    let confirmed = confirmations[1];
    let genuine = signer.sign(&confirmed);
    let changed = |byte: usize| {
        let mut signature = genuine;
        signature.0[byte] ^= 1;
        receipt(&confirmed, &signature)
    };
    let mut forged = vec![
        receipt(&Confirmation { log: 8, ..confirmed }, &genuine),
        receipt(&Confirmation { seq: 1204, ..confirmed }, &genuine),
        receipt(&Confirmation { hash: [6; 32], ..confirmed }, &genuine),
        receipt(&Confirmation { at_ms: 0, ..confirmed }, &genuine),
        receipt(&confirmed, &other.sign(&confirmed)),
        receipt(&confirmed, &Signature([0; 64])),
        receipt(&confirmed, &Signature([255; 64])),
    ];
    forged.extend([0, 31, 32, 63].map(changed));
    let (code, said) = check_receipts(&key, &forged);
    assert_eq!((code, said.matches("has not signed it").count()), (Some(1), forged.len()), "{said}");
    let (code, said) = check_receipts(&key, &["{}".to_owned()]);
    assert_eq!((code, said.as_str()), (Some(2), "not a receipt: missing field 'table'\n"));
    let (code, said) = check_receipts(&key, &[]);
    assert_eq!((code, said.as_str()), (Some(2), "not a receipt: there is nothing in it\n"));
}

#[test]
fn its_signatures_are_those_of_rfc_8032() {
    let rows: Vec<String> = RFC_8032
        .iter()
        .map(|(key, message, signature)| format!("('{key}', '{message}', '{signature}')"))
        .collect();
    // The neutral element as key and as R, with S = 0, satisfies the plain equation for every message.
    let small = format!("('01{0}', '', '01{0}{1}')", "00".repeat(31), "00".repeat(32));
    let program = format!(
        "import runpy; is_signed = runpy.run_path({SCRIPT:?})['is_signed']; read = bytes.fromhex
signed = lambda row: is_signed(*map(read, row))
rows = [{}]
assert all(map(signed, rows))
assert not any(is_signed(read(key), read(message) + b'x', read(signature)) for key, message, signature in rows)
high = lambda text: text[:64] + (int.from_bytes(read(text[64:]), 'little') + ORDER).to_bytes(32, 'little').hex()
ORDER = 2**252 + 27742317777372353535851937790883648493
assert not any(signed((key, message, high(signature))) for key, message, signature in rows)
assert not signed({small})",
        rows.join(", ")
    );
    let output = Command::new("python3").args(["-c", &program]).output().expect("python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
