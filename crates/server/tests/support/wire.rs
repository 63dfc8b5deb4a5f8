//! Checks answers and messages that tests see against the documents that describe them.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The published description of the HTTP interface.
pub(crate) static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::http::openapi()).expect("the document is JSON"));

static SOCKET: LazyLock<Validator> = LazyLock::new(|| {
    let mut schema = protocol::schema::socket_schema();
    schema["oneOf"] = json!([{"$ref": "#/$defs/ServerMessage"}]);
    jsonschema::validator_for(&schema).expect("a schema")
});

/// Validators of answers, by method, address and status.
static ANSWERS: Mutex<BTreeMap<String, Validator>> = Mutex::new(BTreeMap::new());

/// Checks a message of the card room.
pub(crate) fn check_message(message: &Value) {
    if let Err(error) = SOCKET.validate(message) {
        panic!("{error} at {}: {message}", error.instance_path());
    }
}

/// Checks an answer against what its address declares. What is not of the API is not checked.
pub(crate) fn check_answer(method: &str, target: &str, status: u16, media_type: &str, body: &[u8]) {
    let path = target.split('?').next().unwrap_or_default();
    let Some((declared, operation)) = operation(&method.to_lowercase(), path) else { return };
    let name = format!("{method} {declared} {status}");
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{name} is not declared: {}", String::from_utf8_lossy(body));
    let Some(schema) = response["content"]["application/json"]["schema"].as_object() else {
        assert!(status < 400, "{name} is an error without a body");
        return;
    };
    assert_eq!(media_type, "application/json", "{name}");
    let body: Value = serde_json::from_slice(body).unwrap_or_else(|error| panic!("{name}: {error}"));
    if status >= 400 {
        let codes = response["description"].as_str().unwrap_or_default();
        let code = body["code"].as_str().unwrap_or_default();
        assert!(codes.contains(&format!("`{code}`")), "{name} does not declare {code}, but {codes}");
    }
    let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = answers.entry(name.clone()).or_insert_with(|| {
        let mut schema = Value::Object(schema.clone());
        schema["components"] = OPENAPI["components"].clone();
        jsonschema::validator_for(&schema).expect("a schema")
    });
    if let Err(error) = validator.validate(&body) {
        panic!("{name}: {error} at {}: {body}", error.instance_path());
    }
}

/// Finds the operation of an address: a literal part counts before a parameter.
fn operation(method: &str, path: &str) -> Option<(&'static str, &'static Value)> {
    let parts: Vec<&str> = path.split('/').collect();
    let matches = |declared: &str| {
        let declared: Vec<&str> = declared.split('/').collect();
        declared.len() == parts.len()
            && declared.iter().zip(&parts).all(|(one, other)| one == other || one.starts_with('{'))
    };
    let paths = OPENAPI["paths"].as_object()?;
    let found = paths.iter().filter(|(declared, _)| matches(declared));
    let (declared, methods) = found.min_by_key(|(declared, _)| declared.matches('{').count())?;
    Some((declared, methods.get(method)?))
}
