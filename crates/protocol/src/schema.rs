//! JSON Schemas of the wire, from the types that are declared here.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

#[allow(clippy::wildcard_imports, reason = "it is about every type of the crate")]
use super::*;

/// Adds types to a generator's definitions.
macro_rules! declare {
    ($generator:ident; $($($name:ident),*;)*) => {
        $($(add::<$name>($generator);)*)*
    };
}
/// Returns the JSON Schema of the socket: a document is a message of a client or a message of the card room.
///
/// # Panics
/// If a type has one form in messages of clients and another in messages of the card room.
pub fn socket_schema() -> Value {
    // A client may leave out what has a default, and the card room never does; so each direction has its own schema.
    let mut client = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    client.subschema_for::<ClientMessage>();
    let mut definitions = client.take_definitions(true);
    for (name, schema) in server_definitions(|generator| {
        generator.subschema_for::<ServerMessage>();
    }) {
        let other = definitions.insert(name.clone(), schema.clone());
        // Under one name a program in another language has one type.
        assert!(other.is_none_or(|other| other == schema), "{name} has two forms");
    }
    let text = |text: &str| Value::String(text.to_owned());
    let reference =
        |name: &str| Value::Object(Map::from_iter([("$ref".to_owned(), text(&format!("#/$defs/{name}")))]));
    Value::Object(Map::from_iter([
        ("$schema".to_owned(), text("https://json-schema.org/draft/2020-12/schema")),
        ("title".to_owned(), text("A message of the socket")),
        ("oneOf".to_owned(), Value::Array(vec![reference("ClientMessage"), reference("ServerMessage")])),
        ("$defs".to_owned(), Value::Object(definitions)),
    ]))
}

/// Returns the schema of every wire type by name: messages, events, and bodies of requests and answers.
pub fn wire_types() -> Map<String, Value> {
    server_definitions(|generator| {
        // Types inside of these follow by themselves.
        declare! {
            generator;
            ClientMessage, ServerMessage, EntryBody, ErrorBody;
            Me, GuestRequest, Credentials, PasswordRequest, LimitsRequest, Token, TokenRequest, NewToken,
            SignInRequest, ConfirmRequest, RecoveryCodes, NewSecondFactor, SecondFactorRequest,
            RemoveSecondFactorRequest, FloorCodeRequest, RoleRequest, PeopleQuery, PeoplePage;
            LobbyEntry, TableName, OpenTableRequest, OpenedTable, SeatTaken, FloorRequest;
            PageQuery, HandsPage, RoundHistory, ExportQuery, LogQuery, LogEntry, LogPosition, LogExportHead,
            ReportQuery, Report, Flow, BankingQuery, BankingReport, RotationQuery, RotationLog,
            VoidsQuery, VoidsReport;
            AdviceRequest, Advice, DrillRequest, DrillValue, GameRequest, Solution, RuinRequest, RuinResult,
            BankRequest, BankResult, Information;
            RoundSplit, SplitQuery, SplitReport;
            Clause, Health, PublicKeyAnswer, BookRecord;
        }
    })
}

fn server_definitions(declare: impl FnOnce(&mut SchemaGenerator)) -> Map<String, Value> {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    declare(&mut generator);
    generator.take_definitions(true)
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}
