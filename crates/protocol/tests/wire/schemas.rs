//! The JSON Schema of the socket.

use protocol::schema::socket_schema;
use protocol::{Aggregate, BookRecord, ErrorCode, ErrorKind, SeatOrder, TableMode, TableSettings};

use crate::golden::check;

#[test]
fn the_schema_of_the_socket_is_the_one_that_is_kept() {
    let schema = serde_json::to_string_pretty(&socket_schema()).expect("JSON");
    check("golden/socket.schema.json", &(schema + "\n"));
}

#[test]
fn a_code_reads_back_and_only_conflicts_are_retried() {
    for code in ErrorCode::ALL {
        let text = serde_json::to_string(code).expect("JSON");
        assert_eq!(text, format!("\"{code}\""));
        assert_eq!(serde_json::from_str::<ErrorCode>(&text).expect("a code"), *code);
        assert_eq!(code.is_retryable(), code.kind() == ErrorKind::Conflict);
        assert!((400..600).contains(&code.http_status()), "{code}");
    }
}

#[test]
fn settings_with_unknown_names_are_refused_where_they_are_read() {
    let rows = [
        ("book", "nevada", "the rule books are california, washington, california-bad-beat and house"),
        ("pay_table", "UTH-09", "the approved pay tables are UTH-01, UTH-02, UTH-03 and UTH-04"),
        ("dealing", "thrown", "the ways of dealing are shoe, shuffler, hand and ideal"),
    ];
    let settings = TableSettings::new(uth::Book::House, TableMode::Solo {});
    for (field, value, expected) in rows {
        let mut settings = serde_json::to_value(&settings).expect("JSON");
        settings[field] = value.into();
        let error = serde_json::from_value::<TableSettings>(settings).expect_err("the name is unknown");
        assert_eq!(error.to_string(), expected);
    }
}

fn clock() -> TableMode {
    TableMode::Clock { betting_ms: 12_000, bank_ms: 15_000 }
}

// Clauses: CA.pay.1, BB.limits.1, BB.limits.2, WA.more.5, R12
#[test]
fn a_table_that_leaves_out_what_its_book_requires_is_told_so_in_one_sentence() {
    let rows = [
        (uth::Book::California, "a california table must state its one pay table"),
        (uth::Book::Washington, "a washington table must state its minimum and its maximum"),
        (
            uth::Book::CaliforniaBadBeat,
            "a california-bad-beat table must state its minimum and its maximum, and its collection schedule",
        ),
    ];
    for (book, expected) in rows {
        let refused = TableSettings::new(book, clock()).settings().expect_err("something is missing");
        assert_eq!(refused.to_string(), expected);
    }
    assert!(TableSettings::new(uth::Book::House, clock()).settings().is_ok());
}

// Clauses: R12
#[test]
fn a_table_that_states_everything_a_book_lists_as_required_opens() {
    for book in uth::Book::ALL {
        let required = BookRecord::from(book.rules()).required;
        let mut settings = serde_json::to_value(TableSettings::new(book, clock())).expect("JSON");
        for field in required {
            settings[&field] = match &*field {
                "pay_table" => "UTH-03".into(),
                "minimum" => 500.into(),
                "maximum" => 10_000.into(),
                "schedule" => 7.into(),
                other => panic!("{other} is unknown"),
            };
        }
        let settings: TableSettings = serde_json::from_value(settings).expect("settings");
        assert!(settings.settings().is_ok(), "{book}");
    }
}

// Clauses: WA.more.3, WA.more.4, R21, R24
#[test]
fn the_order_of_seats_and_the_aggregate_are_stored_with_a_table() {
    let asked = TableSettings {
        minimum: Some(500),
        maximum: Some(10_000),
        seat_order: Some(SeatOrder::LeftToRight),
        aggregate: Some(Aggregate { blind: 5_000_000, trips: 500_000 }),
        ..TableSettings::new(uth::Book::Washington, clock())
    };
    let settings = asked.settings().expect("settings");
    assert_eq!(settings.terms().setup().seat_order, uth::SeatOrder::LeftToRight);
    let stored = TableSettings::from(&settings);
    assert_eq!((stored.seat_order, stored.aggregate), (asked.seat_order, asked.aggregate));
    assert_eq!(stored.settings().as_ref(), Ok(&settings), "a replay plays by the same terms");
    let elsewhere = TableSettings {
        pay_table: Some(uth::PayTableId::Uth01.into()),
        minimum: None,
        maximum: None,
        aggregate: None,
        ..asked
    };
    let california = TableSettings { book: uth::Book::California.into(), ..elsewhere };
    assert!(california.settings().is_err(), "California prescribes its order");
}
