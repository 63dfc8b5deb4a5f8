//! The `OpenAPI` document, made from the types that the routes declare.

use std::collections::BTreeMap;

use axum::Json;
use protocol::{ErrorBody, ErrorCode};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use super::route::{Access, Answer, Route};
use super::routes::routes;

const SCHEMAS: &str = "#/components/schemas/";

/// What every address may answer: it is too much, too slow, or the store does not answer.
const EVERYWHERE: [ErrorCode; 4] =
    [ErrorCode::TooFast, ErrorCode::Timeout, ErrorCode::Unavailable, ErrorCode::OutcomeUnknown];
/// What every address with a body may answer.
const WITH_BODY: [ErrorCode; 4] =
    [ErrorCode::Malformed, ErrorCode::InvalidFields, ErrorCode::ContentType, ErrorCode::TooLarge];
/// What every address that changes something may answer.
const CHANGING: [ErrorCode; 2] = [ErrorCode::Origin, ErrorCode::NoEntropy];

/// `GET /api/openapi.json`.
pub(super) async fn document() -> Json<OpenApi> {
    Json(description())
}

/// An `OpenAPI` 3.1 document.
#[derive(Serialize)]
pub struct OpenApi {
    openapi: &'static str,
    info: Info,
    paths: Value,
    components: Components,
}

#[derive(Serialize)]
struct Info {
    title: &'static str,
    version: &'static str,
    description: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Components {
    security_schemes: BTreeMap<&'static str, SecurityScheme>,
    schemas: Map<String, Value>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum SecurityScheme {
    #[serde(rename = "http")]
    Http { scheme: &'static str },
    #[serde(rename = "apiKey")]
    ApiKey { r#in: &'static str, name: &'static str },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Operation {
    summary: &'static str,
    description: String,
    parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<RequestBody>,
    responses: BTreeMap<String, Response>,
    security: Vec<BTreeMap<&'static str, Vec<String>>>,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    r#in: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    schema: Schema,
}

#[derive(Serialize)]
struct RequestBody {
    required: bool,
    content: BTreeMap<&'static str, MediaType>,
}

#[derive(Serialize)]
struct Response {
    description: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    content: BTreeMap<&'static str, MediaType>,
}

#[derive(Serialize)]
struct MediaType {
    schema: Schema,
}

/// Generators for both directions: what may be left out of a request is always in an answer.
struct Generators {
    request: SchemaGenerator,
    answer: SchemaGenerator,
}

impl Generators {
    fn new() -> Generators {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Generators {
            request: settings().for_deserialize().into_generator(),
            answer: settings().for_serialize().into_generator(),
        }
    }

    /// Returns all schemas. A type that differs between the directions appears twice, in requests as `…Request`.
    fn schemas(mut self, paths: &mut Value) -> Map<String, Value> {
        let mut schemas = self.answer.take_definitions(true);
        let requests = self.request.take_definitions(true);
        let differs: Vec<String> = requests
            .iter()
            .filter(|(name, schema)| schemas.get(*name).is_some_and(|other| other != *schema))
            .map(|(name, _)| name.clone())
            .collect();
        for (name, mut schema) in requests {
            rename(&mut schema, &differs);
            let name = if differs.contains(&name) { format!("{name}Request") } else { name };
            schemas.insert(name, schema);
        }
        let operations = paths.as_object_mut().into_iter().flat_map(Map::values_mut);
        for operation in operations.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
            for part in ["requestBody", "parameters"] {
                operation.get_mut(part).into_iter().for_each(|part| rename(part, &differs));
            }
        }
        schemas
    }
}

/// Points references to the request form of types that have two forms.
fn rename(schema: &mut Value, differs: &[String]) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if differs.iter().any(|name| text.strip_prefix(SCHEMAS) == Some(name)) {
                            text.push_str("Request");
                        }
                    }
                    value => rename(value, differs),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, differs)),
        _ => {}
    }
}

/// Returns the document of all routes.
pub fn description() -> OpenApi {
    let mut generators = Generators::new();
    let mut paths: BTreeMap<&'static str, BTreeMap<&'static str, Operation>> = BTreeMap::new();
    for route in routes() {
        let operation = operation(&route, &mut generators);
        paths.entry(route.path).or_default().insert(route.method, operation);
    }
    let mut paths = serde_json::to_value(&paths).unwrap_or_default();
    let schemas = generators.schemas(&mut paths);
    let security_schemes = BTreeMap::from([
        ("token", SecurityScheme::Http { scheme: "bearer" }),
        ("session", SecurityScheme::ApiKey { r#in: "cookie", name: "uth_session" }),
    ]);
    OpenApi {
        openapi: "3.1.0",
        info: Info {
            title: "uth, a card room for Ultimate Texas Hold'em",
            version: env!("CARGO_PKG_VERSION"),
            description: "Money is in integer cents of play chips, times are in milliseconds since 1970. A request \
                          that changes something needs a token, or the session cookie with an Origin header of this \
                          card room.",
        },
        paths,
        components: Components { security_schemes, schemas },
    }
}

fn operation(route: &Route, generators: &mut Generators) -> Operation {
    Operation {
        summary: route.summary,
        description: format!("For {}.", route.access.words()),
        parameters: parameters(route, generators),
        request_body: route.body.map(|schema| RequestBody {
            required: true,
            content: json_content(schema(&mut generators.request)),
        }),
        responses: responses(route, generators),
        security: security(route.access),
    }
}

fn parameters(route: &Route, generators: &mut Generators) -> Vec<Parameter> {
    let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Parameter> = in_path
        .map(|name| Parameter {
            name: name.to_owned(),
            r#in: "path",
            required: true,
            description: None,
            schema: if name == "book" {
                String::json_schema(&mut generators.request)
            } else {
                u64::json_schema(&mut generators.request)
            },
        })
        .collect();
    let Some(query) = route.query else { return parameters };
    let schema = query(&mut generators.request);
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema.get("properties").and_then(Value::as_object);
    parameters.extend(properties.into_iter().flatten().filter_map(|(name, schema)| {
        Some(Parameter {
            name: name.clone(),
            r#in: "query",
            required: required.contains(&name.as_str()),
            description: schema.get("description").and_then(Value::as_str).map(str::to_owned),
            schema: Schema::try_from(schema.clone()).ok()?,
        })
    }));
    parameters
}

fn responses(route: &Route, generators: &mut Generators) -> BTreeMap<String, Response> {
    let (status, description, content) = match &route.answer {
        Answer::Json(schema) => ("200", "Done.", json_content(schema(&mut generators.answer))),
        Answer::Text(media_type) => {
            let schema = String::json_schema(&mut generators.answer);
            ("200", "Done.", BTreeMap::from([(*media_type, MediaType { schema })]))
        }
        Answer::NoContent => ("204", "Done.", BTreeMap::new()),
        Answer::Socket => ("101", "The connection is a WebSocket now.", BTreeMap::new()),
    };
    let done = Response { description: description.to_owned(), content };
    let mut responses = BTreeMap::from([(status.to_owned(), done)]);
    let mut codes: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    let with_body = route.body.iter().flat_map(|_| WITH_BODY);
    let with_query = route.query.iter().map(|_| ErrorCode::BadQuery);
    let with_path = route.path.contains('{').then_some(ErrorCode::NotFound);
    let changing = (route.method != "get").then_some(CHANGING).into_iter().flatten();
    let all = EVERYWHERE.into_iter().chain(with_body).chain(with_query).chain(with_path).chain(changing);
    for code in all.chain(route.access.errors().iter().copied()).chain(route.errors.iter().copied()) {
        let same_status = codes.entry(code.http_status()).or_default();
        if !same_status.contains(&code) {
            same_status.push(code);
        }
    }
    for (status, mut codes) in codes {
        codes.sort_unstable();
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let content = json_content(generators.answer.subschema_for::<ErrorBody>());
        responses.insert(status.to_string(), Response { description: codes.join(", "), content });
    }
    responses
}

fn json_content(schema: Schema) -> BTreeMap<&'static str, MediaType> {
    BTreeMap::from([("application/json", MediaType { schema })])
}

fn security(access: Access) -> Vec<BTreeMap<&'static str, Vec<String>>> {
    let with = |scheme| BTreeMap::from([(scheme, Vec::new())]);
    match access {
        Access::MaybeUser => Vec::new(),
        Access::User => vec![with("session"), with("token")],
        Access::Staff | Access::Floor => vec![with("session")],
    }
}
