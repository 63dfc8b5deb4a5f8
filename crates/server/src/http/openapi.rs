//! The description of all addresses that programs read.

use axum::Json;
use serde_json::{Map, Value, json};

use super::route::{Access, Field, Gives, Kind, Route};
use super::routes::routes;

/// `GET /api/openapi.json`.
pub(super) async fn document() -> Json<Value> {
    Json(description())
}

pub(super) fn description() -> Value {
    let mut paths = Map::new();
    for route in routes() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(&route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "uth, a card room for Ultimate Texas Hold'em",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Money is in cents of play chips, times are in milliseconds since 1970. A failure is told \
                            in one sentence with a code. Requests that change something need the session cookie with \
                            an Origin header of this app, or a token.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "uth_session"},
            },
            "schemas": {"Failure": object(&[
                Field { name: "error", kind: Kind::Text, required: true, about: "one sentence" },
                Field { name: "code", kind: Kind::Text, required: true, about: "one word for programs" },
            ])},
        },
    })
}

fn operation(route: &Route) -> Value {
    let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path.map(|name| {
        let kind = if name == "id" { "integer" } else { "string" };
        json!({"name": name, "in": "path", "required": true, "schema": {"type": kind}})
    });
    let in_query = route.query.iter().map(|field| {
        json!({
            "name": field.name, "in": "query", "required": field.required,
            "description": field.about, "schema": {"type": kind(field.kind)},
        })
    });
    let mut operation = json!({
        "summary": route.summary,
        "description": format!("For {}.", route.access.words()),
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            status(&route.gives): answer(&route.gives),
            "default": {
                "description": "A failure, in one sentence.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
            },
        },
        "security": security(route.access),
    });
    if !route.takes.is_empty() {
        operation["requestBody"] = json!({
            "required": route.takes.iter().any(|field| field.required),
            "content": {"application/json": {"schema": object(&route.takes)}},
        });
    }
    operation
}

fn security(access: Access) -> Value {
    match access {
        Access::MaybeUser => json!([]),
        Access::User => json!([{"session": []}, {"token": []}]),
        Access::Staff | Access::Floor => json!([{"session": []}]),
    }
}

fn status(gives: &Gives) -> &'static str {
    match gives {
        Gives::Nothing => "204",
        Gives::Socket => "101",
        _ => "200",
    }
}

fn answer(gives: &Gives) -> Value {
    match gives {
        Gives::Nothing => json!({"description": "Done."}),
        Gives::Socket => json!({"description": "A WebSocket."}),
        Gives::Text(form) => {
            json!({"description": "Text.", "content": {*form: {"schema": {"type": "string"}}}})
        }
        Gives::List(about) => json!({
            "description": about,
            "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}}}},
        }),
        Gives::Fields(fields) => json!({
            "description": "Done.",
            "content": {"application/json": {"schema": object(fields)}},
        }),
    }
}

fn object(fields: &[Field]) -> Value {
    let property = |field: &Field| {
        let kind = if field.required { json!(kind(field.kind)) } else { json!([kind(field.kind), "null"]) };
        (field.name.to_owned(), json!({"type": kind, "description": field.about}))
    };
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let properties: Map<String, Value> = fields.iter().map(property).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "string",
        Kind::Number => "integer",
        Kind::Flag => "boolean",
        Kind::Object => "object",
        Kind::List => "array",
    }
}
