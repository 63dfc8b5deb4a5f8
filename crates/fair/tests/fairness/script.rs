//! `scripts/verify_hand.py`, a second implementation, agrees with the first.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use fair::proof::HandProof;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;

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
    let long = [7; 64];
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
        (honest.replace("6e6f727468", &"00".repeat(65)), "the seed of seat 2 must have at most 64 bytes"),
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
