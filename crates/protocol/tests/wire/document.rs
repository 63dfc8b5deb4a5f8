//! docs/PROTOCOL.md: its tables come from the types, and its examples are read by them.

use std::fmt::Write;

use protocol::schema::{socket_schema, wire_types};
use protocol::{ClientMessage, ErrorCode, ErrorKind, ServerMessage};
use serde_json::Value;

use crate::golden::{check, repository};

const DOCUMENT: &str = "docs/PROTOCOL.md";

#[test]
fn the_tables_of_the_document_are_those_of_the_types() {
    let text = std::fs::read_to_string(repository(DOCUMENT)).expect("the document");
    let mut written = String::new();
    let mut rest = text.as_str();
    let mut tables = 0;
    while let Some((before, after)) = rest.split_once("<!-- generated: ") {
        let (name, after) = after.split_once(" -->").expect("a marker ends");
        let (_, after) = after.split_once("<!-- end -->").expect("a table ends");
        write!(written, "{before}<!-- generated: {name} -->\n{}<!-- end -->", table(name)).expect("text");
        rest = after;
        tables += 1;
    }
    assert!(tables > 10, "the document has lost its tables");
    check(DOCUMENT, &(written + rest));
}

#[test]
fn every_message_of_the_document_is_read_by_the_types() {
    let text = std::fs::read_to_string(repository(DOCUMENT)).expect("the document");
    let (mut sent, mut received) = (0, 0);
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("> {") {
            let message = format!("{{{message}");
            let read: ClientMessage =
                serde_json::from_str(&message).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(serde_json::to_string(&read).expect("JSON"), message);
            sent += 1;
        } else if let Some(message) = line.strip_prefix("< {") {
            let message = format!("{{{message}");
            let read: ServerMessage =
                serde_json::from_str(&message).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(read.to_text(), message);
            received += 1;
        }
    }
    assert!(sent >= 6 && received >= 6, "{sent} sent and {received} received");
    check_blocks(&text);
}

/// Every other JSON example says of which type it is.
fn check_blocks(text: &str) {
    let types = wire_types();
    for block in text.split("```json ").skip(1) {
        let (name, rest) = block.split_once('\n').expect("a type");
        let (json, _) = rest.split_once("```").expect("a block ends");
        assert!(types.contains_key(name), "{name} is no wire type");
        match name {
            "TableView" => drop(serde_json::from_str::<protocol::TableView>(json).expect(json)),
            "ErrorBody" => drop(serde_json::from_str::<protocol::ErrorBody>(json).expect(json)),
            "LobbyEntry" => drop(serde_json::from_str::<protocol::LobbyEntry>(json).expect(json)),
            "Me" => drop(serde_json::from_str::<protocol::Me>(json).expect(json)),
            other => panic!("no test reads an example of {other}"),
        }
    }
}

fn table(name: &str) -> String {
    if name == "codes" {
        return codes();
    }
    let (socket, types) = (socket_schema(), wire_types());
    let schema = socket["$defs"].get(name).or_else(|| types.get(name));
    described(schema.unwrap_or_else(|| panic!("there is no type {name}")))
}

fn codes() -> String {
    let mut text = String::from("| code | HTTP | kind | meaning |\n| --- | --- | --- | --- |\n");
    let types = wire_types();
    let choices = types["ErrorCode"]["oneOf"].as_array().expect("codes");
    for code in ErrorCode::ALL {
        let about = choices.iter().find(|choice| choice["const"] == code.as_str());
        let about = about.and_then(|choice| choice["description"].as_str()).expect("every code is described");
        let kind = match code.kind() {
            ErrorKind::Refused => "refused",
            ErrorKind::Conflict => "try again",
            ErrorKind::Fault => "fault",
        };
        writeln!(text, "| `{code}` | {} | {kind} | {} |", code.http_status(), one_line(about)).expect("text");
    }
    text
}

/// A table of an object's fields, of a tagged enum's variants, or of an enum's words.
fn described(schema: &Value) -> String {
    let Some(choices) = schema["oneOf"].as_array() else { return fields(schema) };
    if choices.iter().any(|choice| choice.get("const").is_some()) {
        let mut text = String::from("| value | meaning |\n| --- | --- |\n");
        for choice in choices {
            let about = choice["description"].as_str().unwrap_or_default();
            writeln!(text, "| `{}` | {} |", choice["const"].as_str().unwrap_or_default(), one_line(about))
                .expect("text");
        }
        return text;
    }
    let mut text = String::from("| `type` | meaning | fields |\n| --- | --- | --- |\n");
    for choice in choices {
        let kind = choice["properties"]["type"]["const"].as_str().expect("a tagged variant");
        let about = one_line(choice["description"].as_str().unwrap_or_default());
        let own = choice["properties"].as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
        let own: Vec<String> = own
            .map(|(name, field)| format!("`{name}` ({}): {}", type_name(field), one_line(about_field(field))))
            .collect();
        writeln!(text, "| `{kind}` | {about} | {} |", own.join("<br>")).expect("text");
    }
    text
}

fn fields(schema: &Value) -> String {
    let mut text = String::from("| field | type | meaning |\n| --- | --- | --- |\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        writeln!(text, "| `{name}` | {} | {} |", type_name(field), one_line(about_field(field)))
            .expect("text");
    }
    text
}

fn about_field(field: &Value) -> &str {
    field["description"].as_str().unwrap_or_default()
}

fn type_name(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return choices.iter().map(type_name).collect::<Vec<_>>().join(" or ");
    }
    if let Some(literal) = schema.get("const") {
        return literal.to_string();
    }
    let one = |kind: &str| match kind {
        "array" => match schema["items"].as_object() {
            Some(_) => format!("list of {}", type_name(&schema["items"])),
            None => "list".to_owned(),
        },
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
        }
        Value::String(kind) => one(kind),
        _ => "any".to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}
