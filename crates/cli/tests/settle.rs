//! `uth settle` as an auditor runs it: the real program, real streams.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// The example of the manual.
const EXAMPLE: &str = r#"{"book":"california-bad-beat","pay_table":"UTH-04","collection_schedule":7,
 "button":2,"bank":50000,
 "seats":[{"seat":1,"ante":1000,"trips":500,"bad_beat":500,"hole":"As Kd","play":"4x"},
          {"seat":4,"ante":2500,"hole":"7h 2c","play":"fold"}],
 "dealer":"7c 7d","board":"Ks Js 9s 4h 3h"}"#;

const HOUSE: &str = concat!(
    r#"{"book":"house","seats":[{"seat":1,"ante":1000,"hole":"As Kd","play":"4x"}],"#,
    r#""dealer":"7c 7d","board":"Ks Js 9s 4h 3h"}"#
);

fn uth(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uth"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("uth starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_owned();
    // The program may stop reading early, and then writing fails: that is not what is tested.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("uth ends");
    writer.join().expect("all is written");
    output
}

/// The settled documents and the sentences about those that were not.
fn settle(input: &str) -> (Vec<Value>, Vec<String>, Option<i32>) {
    let output = uth(&["settle", "--json"], input);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let settled =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (settled, text(&output.stderr).lines().map(str::to_owned).collect(), output.status.code())
}

/// A change to the house document that makes it wrong, and what is said about it.
fn check_fault(from: &str, to: &str, said: &str) {
    check_fault_in(HOUSE, from, to, said);
}

fn check_fault_in(document: &str, from: &str, to: &str, said: &str) {
    assert!(document.contains(from), "{from}");
    let wrong = document.replacen(from, to, 1);
    let (settled, faults, code) = settle(&format!("{HOUSE}\n{wrong}\n{HOUSE}\n"));
    assert_eq!(settled.len(), 2, "the others are settled all the same: {wrong}");
    assert_eq!(faults, [format!("uth: document 2: {said}")]);
    assert_eq!(code, Some(2));
}

#[test]
fn the_example_settles_as_the_manual_says() {
    let (settled, faults, code) = settle(EXAMPLE);
    assert_eq!((faults.len(), code), (0, Some(0)));
    let record = &settled[0];
    assert_eq!(record["dealer"], json!({"hand":"pair","best":"7c 7d Ks Js 9s","qualifies":true}));
    assert_eq!(record["bank"], json!({"wager":50000,"net":1000,"exhausted":false}));
    assert_eq!(record["collection"], 200);
    let [folded, won] = record["seats"].as_array().expect("seats").as_slice() else { panic!("two seats") };
    assert_eq!(
        (&folded["seat"], &folded["result"], &folded["net"]),
        (&json!(4), &json!("fold"), &json!(-5000))
    );
    assert_eq!((&won["seat"], &won["result"], &won["net"]), (&json!(1), &json!("win"), &json!(4000)));
    assert_eq!((&won["hand"], &won["best"]), (&json!("pair"), &json!("Ks Kd As Js 9s")));
    let wagers: Vec<_> =
        won["wagers"].as_array().expect("wagers").iter().map(|wager| &wager["wager"]).collect();
    assert_eq!(wagers, ["ante", "play", "blind", "trips", "bad_beat"]);
    let sentences = [
        "Your pair of kings beats the player-dealer's pair of sevens: Ante +$10.",
        "Play +$40.",
        "Blind pushes below a straight.",
        "Trips −$5.",
        "Bad Beat −$5.",
    ];
    assert_eq!(won["explanation"], json!(sentences));
    let table = String::from_utf8(uth(&["settle"], EXAMPLE).stdout).expect("text");
    assert!(table.contains(&sentences.join(" ")), "{table}");
    assert_eq!(
        won["wagers"][0],
        json!({"wager":"ante","stake":1000,"outcome":"win","net":1000,"odds":{"pays":1,"to":1},
            "clause":"BB.settle.4a","order":3,"bank":4000})
    );
}

#[test]
fn bank_and_collection_are_null_where_they_do_not_apply() {
    let (settled, _, _) = settle(HOUSE);
    assert_eq!((&settled[0]["bank"], &settled[0]["collection"]), (&Value::Null, &Value::Null));
    let unlimited = EXAMPLE.replace(r#","bank":50000"#, "").replace(r#""collection_schedule":7,"#, "");
    let (settled, _, _) = settle(&unlimited);
    assert_eq!(settled[0]["bank"], json!({"wager":null,"net":1000,"exhausted":false}));
    assert_eq!(settled[0]["collection"], Value::Null);
}

#[test]
fn a_bank_that_runs_out_is_said_to_be_exhausted() {
    let (settled, _, _) = settle(&EXAMPLE.replace("50000", "1000"));
    assert_eq!(settled[0]["bank"], json!({"wager":1000,"net":-1000,"exhausted":true}));
    let outcomes = settled[0]["seats"].as_array().expect("seats").iter().flat_map(|seat| {
        seat["wagers"]
            .as_array()
            .expect("wagers")
            .iter()
            .map(|wager| wager["outcome"].as_str().expect("text").to_owned())
    });
    let outcomes: Vec<_> = outcomes.collect();
    assert!(outcomes.contains(&"partly_covered".to_owned()) && outcomes.contains(&"returned".to_owned()));
}

#[test]
fn documents_come_one_after_the_other_with_or_without_line_breaks() {
    let (settled, faults, code) = settle(&format!("{HOUSE}{EXAMPLE} {HOUSE}\n\n{EXAMPLE}"));
    assert_eq!((settled.len(), faults.len(), code), (4, 0, Some(0)));
    let seats: Vec<_> = settled.iter().map(|record| &record["seats"]).collect();
    assert_eq!((seats[0], seats[1]), (seats[2], seats[3]));
    assert_eq!(settle(" \n\n").0.len(), 0);
}

#[test]
fn a_settlement_has_the_number_and_the_id_of_its_document() {
    let with_id = |id: &str| HOUSE.replacen('{', &format!(r#"{{"id":{id},"#), 1);
    let (settled, faults, _) =
        settle(&format!("{HOUSE}\nnonsense\n{}\n{}", with_id("\"7/1203\""), with_id("42")));
    assert_eq!(faults.len(), 1);
    let named: Vec<_> =
        settled.iter().map(|record| (record["document"].clone(), record["id"].clone())).collect();
    assert_eq!(named, [(json!(1), Value::Null), (json!(3), json!("7/1203")), (json!(4), json!(42))]);
}

#[test]
fn a_minus_sign_is_standard_input_and_a_byte_order_mark_is_skipped() {
    for input in [HOUSE.to_owned(), format!("\u{feff}{HOUSE}"), format!("\u{feff}\n{HOUSE}")] {
        let output = uth(&["settle", "--json", "-"], &input);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    }
    let (settled, faults, _) = settle(&format!("\u{feff}\u{feff}{HOUSE}\n{HOUSE}"));
    assert_eq!((settled.len(), faults.len()), (1, 1), "a mark elsewhere is not part of a document");
}

#[test]
fn the_short_names_of_book_and_pay_table_are_read_too() {
    let short = EXAMPLE.replace(r#""book""#, r#""rules""#).replace(r#""pay_table""#, r#""paytable""#);
    assert_eq!(settle(&short).0, settle(EXAMPLE).0);
}

#[test]
fn a_wrong_document_is_named_with_its_field_and_the_rest_is_settled() {
    let seat = "seats[0]";
    check_fault("As Kd", "As As", r#"seats[0].hole: "As As" cannot be read: the card As is there twice"#);
    check_fault("As Kd", "As Ks", &format!("{seat}.hole: the card Ks is there twice"));
    check_fault("7c 7d", "7c Ks", "dealer: the card Ks is there twice");
    check_fault("As Kd", "As", r#"seats[0].hole: "As" cannot be read: there must be 2 cards"#);
    check_fault("4h 3h", "4h 3h 2h", r#"board: "Ks Js 9s 4h 3h 2h" cannot be read: there must be 5 cards"#);
    check_fault(
        "Kd",
        "Kx",
        r#"seats[0].hole: "As Kx" cannot be read: a card ends with its suit, one of c d h s"#,
    );
    check_fault(r#""4x""#, r#""5x""#, &format!("{seat}.play: a hand is played 4x, 3x, 2x, 1x or fold"));
    check_fault(
        "1000",
        "0",
        &format!("{seat}.ante: the Ante must be above zero and at most $1,000,000,000.00"),
    );
    check_fault(
        "1000",
        "-5",
        &format!("{seat}.ante: the Ante must be above zero and at most $1,000,000,000.00"),
    );
    check_fault("1000", "1001", &format!("{seat}.ante: the Ante must be a multiple of $0.02"));
    check_fault(
        "house",
        "nevada",
        "book: the rule books are california, washington, california-bad-beat and house",
    );
    check_fault(
        r#""seat":1"#,
        r#""seat":9"#,
        &format!("{seat}.seat: there is no seat 9; the seats are 1 to 8"),
    );
    check_fault(
        r#""seat":1"#,
        r#""seat":8"#,
        &format!("{seat}.seat: there is no seat 8; the seats are 1 to 7"),
    );
}

#[test]
fn what_does_not_fit_the_table_is_named_too() {
    let seat = "seats[0]";
    check_fault(
        r#""seats""#,
        r#""pay_table":"UTH-05","seats""#,
        "pay_table: the approved pay tables are UTH-01, UTH-02, UTH-03 and UTH-04",
    );
    check_fault(
        r#""seats""#,
        r#""bank":500,"seats""#,
        "bank: the house banks this table, so nobody has the button",
    );
    check_fault(
        r#""seats""#,
        r#""button":2,"seats""#,
        "button: the house banks this table, so nobody has the button",
    );
    check_fault(
        r#""seats""#,
        r#""collection_schedule":1,"seats""#,
        "collection_schedule: a house-banked table has no collection",
    );
    check_fault(
        r#""ante":1000"#,
        r#""ante":1000,"blind":500"#,
        &format!("{seat}.blind: the Blind must equal the Ante"),
    );
    check_fault(
        r#""ante":1000"#,
        r#""ante":1000,"bad_beat":500"#,
        &format!("{seat}.bad_beat: this rule book has no Bad Beat wager"),
    );
    check_fault(
        r#""seats""#,
        r#""limits":{"min":2000,"max":5000},"seats""#,
        &format!("{seat}.ante: the Ante must be from $20.00 to $50.00"),
    );
    check_fault(
        r#"[{"seat":1,"ante":1000,"hole":"As Kd","play":"4x"}]"#,
        "[]",
        "seats: a round needs at least one seat with an Ante",
    );
}

#[test]
fn player_banked_documents_have_faults_of_their_own() {
    let check = |from, to, said| check_fault_in(EXAMPLE, from, to, said);
    check(r#""button":2,"#, "", "button: a player-banked hand needs the player-dealer's seat");
    check(r#""button":2"#, r#""button":7"#, "button: there is no seat 7; the seats are 1 to 6");
    check(
        r#""button":2"#,
        r#""button":4"#,
        "seats[1].seat: seat 4 cannot play against the bank, because the player/dealer has it",
    );
    check(r#""seat":4"#, r#""seat":1"#, "seats[1].seat: seat 1 is taken twice");
    check("50000", "0", "bank: the bank is put up with a multiple of $0.02, up to $1,000,000,000,000.00");
    check("UTH-04", "UTH-01", "pay_table: an approved california-bad-beat table pays by UTH-04");
    check(
        r#""collection_schedule":7"#,
        r#""collection_schedule":25"#,
        "collection_schedule: the printed collection schedules are 1 to 24",
    );
    check(r#""trips":500,"#, "", "seats[0].bad_beat: Bad Beat can only be wagered together with Trips");
}

#[test]
fn what_is_no_document_is_said_to_be_none() {
    let rows = [
        ("hello", "a document is a JSON object and starts with {"),
        ("[1, 2]", "a document is a JSON object and starts with {"),
        (r#"{"book":"house"#, "a text in it is never closed by a quotation mark"),
        (r#"{"book":{}"#, "it ends before its last brace is closed"),
        (r#"{"book" "house"}"#, "expected `:` at line 1 column 9"),
    ];
    for (text, said) in rows {
        let (settled, faults, code) = settle(&format!("{HOUSE}\n{text}\n{HOUSE}\n"));
        assert_eq!(settled.len(), 2, "{text}");
        assert_eq!(faults, [format!("uth: document 2: {said}")], "{text}");
        assert_eq!(code, Some(2));
    }
    let (_, faults, _) = settle(&HOUSE.replacen("seats", "seets", 1));
    assert!(
        faults[0].starts_with("uth: document 1: seets: unknown field `seets`, expected one of `id`"),
        "{faults:?}"
    );
    let (_, faults, _) = settle(&HOUSE.replacen("1000", "10.5", 1));
    let said = "seats[0].ante: 10.5 is not a whole number of cents";
    assert!(faults[0].starts_with(&format!("uth: document 1: {said}")), "{faults:?}");
}

#[test]
fn a_brace_too_few_and_a_brace_too_many_spoil_only_their_own_documents() {
    let too_few = &HOUSE[..HOUSE.len() - 1];
    let too_many = format!("{HOUSE}}}");
    let (settled, faults, code) = settle(&format!("{HOUSE}\n{too_few}\n{HOUSE}\n{too_many}\n{HOUSE}\n"));
    assert_eq!((settled.len(), code), (4, Some(2)));
    assert_eq!(faults.len(), 2);
    let endless = format!("{{\"book\":[{}\n{HOUSE}\n", "[".repeat(1_100_000));
    let (settled, faults, _) = settle(&endless);
    assert_eq!((settled.len(), faults.len()), (1, 1));
    assert_eq!(faults[0], "uth: document 1: it is longer than 1 MiB, or a brace in it is never closed");
}

// Clauses: WA.more.6, R14
#[test]
fn one_name_at_two_seats_is_one_person() {
    let seat = |number: u8, player: &str| {
        let cards = ["As Kd", "Ah Kc", "Ad Kh"][usize::from(number) - 1];
        format!(
            r#"{{"seat":{number},"player":"{player}","ante":100,"trips":100,"hole":"{cards}","play":"4x"}}"#
        )
    };
    let table = |seats: [String; 3]| {
        format!(
            r#"{{"book":"washington","seats":[{}],"dealer":"7c 7d","board":"Ks Js 9s 4h 3h"}}"#,
            seats.join(",")
        )
    };
    let (settled, _, _) = settle(&table([seat(1, "Ann"), seat(2, "Ann"), seat(3, "Bob")]));
    assert_eq!(settled.len(), 1);
    let (settled, faults, _) = settle(&table([seat(1, "Ann"), seat(2, "Ann"), seat(3, "Ann")]));
    assert_eq!(settled.len(), 0);
    assert_eq!(faults, ["uth: document 1: seats[2].player: one person may wager on at most 4 games at once"]);
}

// Clauses: R22, R11
#[test]
fn without_a_chip_any_even_amount_is_settled_and_with_one_only_its_multiples() {
    let halves = EXAMPLE
        .replace(r#""ante":1000,"trips":500,"bad_beat":500"#, r#""ante":1050,"trips":1350"#)
        .replace("2500", "750");
    let (settled, _, _) = settle(&halves);
    assert_eq!(settled[0]["collection"], 100, "$49.50 is in the bracket \"$1 - $49\"");
    let (_, faults, _) = settle(&halves.replacen('{', r#"{"chip":100,"#, 1));
    assert_eq!(faults, ["uth: document 1: seats[0].ante: the Ante must be a multiple of $1.00"]);
}

#[test]
fn settings_of_the_table_are_read() {
    let loose = EXAMPLE.replace(r#""trips":500,"#, "").replacen(
        '{',
        r#"{"bad_beat_needs_trips":false,"dealing":"shoe","places":6,"#,
        1,
    );
    assert_eq!(settle(&loose).0.len(), 1);
    let two = HOUSE.replacen('[', r#"[{"seat":2,"ante":1000,"hole":"7h 2c","play":"fold"},"#, 1);
    for (order, expected) in [("left_to_right", [1, 2]), ("right_to_left", [2, 1])] {
        let ordered = two.replacen('{', &format!(r#"{{"seat_order":"{order}","places":3,"#), 1);
        let settled = &settle(&ordered).0[0];
        assert_eq!([0, 1].map(|place| settled["seats"][place]["seat"].as_u64()), expected.map(Some));
    }
    // The form of the wire and of exported hands, and no other.
    for (order, column) in [("up", 33), ("left-to-right", 44)] {
        check_fault(
            r#""seats""#,
            &format!(r#""seat_order":"{order}","seats""#),
            &format!(
                "seat_order: unknown variant `{order}`, expected `right_to_left` or `left_to_right` \
                 at line 1 column {column}"
            ),
        );
    }
    check_fault(
        r#""seats""#,
        r#""dealing":"machine","seats""#,
        "dealing: the ways of dealing are shoe, shuffler, hand and ideal",
    );
    check_fault(r#""seats""#, r#""places":8,"seats""#, "places: a house table has from 1 to 7 places");
    check_fault(r#""seats""#, r#""chip":25,"seats""#, "chip: the chip is an even number of cents above zero");
    check_fault(
        r#""seats""#,
        r#""limits":{"min":500,"max":100},"seats""#,
        "limits: limits run from a minimum above zero to a maximum of up to $1,000,000,000.00",
    );
}

#[test]
fn a_file_is_read_and_a_missing_one_is_named() {
    let path = std::env::temp_dir().join(format!("uth-settle-{}.json", std::process::id()));
    std::fs::write(&path, EXAMPLE).expect("a file");
    let output = uth(&["settle", path.to_str().expect("a path")], "");
    std::fs::remove_file(&path).expect("removed");
    let text = String::from_utf8(output.stdout).expect("text");
    for part in
        ["Board   Ks Js 9s 4h 3h", "pair of kings (Ks Kd As Js 9s)", "BB.deal.14a", "Collection", "+$40.00"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let output = uth(&["settle", "no-such-file.json"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("uth: cannot read no-such-file.json: "));
}
