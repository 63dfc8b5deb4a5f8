//! The JSON Schema of the socket.

use protocol::schema::socket_schema;
use protocol::{ErrorCode, ErrorKind};

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
