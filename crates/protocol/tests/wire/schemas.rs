//! The JSON Schema of the socket.

use protocol::schema::socket_schema;
use protocol::{ErrorCode, ErrorKind, TableMode, TableSettings};

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
