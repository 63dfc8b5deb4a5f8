//! The `OpenAPI` document. What an address takes, answers and refuses is read from the signature of its handler.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use axum::response::{Html, NoContent, Response};
use axum::{Extension, Json};
use protocol::{ErrorBody, ErrorCode};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use super::routes::{Route, Takes, routes};

/// The parts of the document that do not depend on the routes.
const FRAME: &str = include_str!("openapi.json");
const SCHEMAS: &str = "#/components/schemas/";

/// Errors of every address: the request is too fast, too slow or no good HTTP, or the store does not answer.
const EVERYWHERE: [ErrorCode; 6] = [
    ErrorCode::TooFast,
    ErrorCode::Timeout,
    ErrorCode::Unavailable,
    ErrorCode::OutcomeUnknown,
    ErrorCode::HeadersTooLarge,
    ErrorCode::Host,
];
/// Errors of every address with a body.
const WITH_BODY: [ErrorCode; 4] =
    [ErrorCode::Malformed, ErrorCode::InvalidFields, ErrorCode::ContentType, ErrorCode::TooLarge];
/// Errors of every address that changes something.
const CHANGING: [ErrorCode; 2] = [ErrorCode::Origin, ErrorCode::NoEntropy];

/// An extractor or an answer, which adds to the description of an address what it means there.
pub(crate) trait Describe {
    /// Adds nothing, unless a type says otherwise.
    fn describe(_: &mut Operation, _: &mut Generators) {}
}

/// A handler whose extractors and answer are described.
pub(super) trait Endpoint<Arguments> {
    fn describe(operation: &mut Operation, generators: &mut Generators);
}

// A handler is a function of any number of extractors, and Rust has no name for "any number".
macro_rules! endpoint {
    ($($argument:ident),*) => {
        impl<Function, Answering, Answer, $($argument),*> Endpoint<($($argument,)*)> for Function
        where
            Function: Fn($($argument),*) -> Answering,
            Answering: Future<Output = Answer>,
            Answer: Describe,
            $($argument: Describe,)*
        {
            fn describe(operation: &mut Operation, generators: &mut Generators) {
                $($argument::describe(operation, generators);)*
                Answer::describe(operation, generators);
            }
        }
    };
}

endpoint!();
endpoint!(A);
endpoint!(A, B);
endpoint!(A, B, C);
endpoint!(A, B, C, D);
endpoint!(A, B, C, D, E);

impl<T> Describe for State<T> {}
impl<T> Describe for Extension<T> {}
impl<T> Describe for Option<Extension<T>> {}
impl Describe for Response {}

impl<T: Describe, E> Describe for Result<T, E> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        T::describe(operation, generators);
    }
}

/// Headers do not change what an answer is.
impl<Headers, T: Describe> Describe for (Headers, T) {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        T::describe(operation, generators);
    }
}

impl<T: JsonSchema> Describe for Json<T> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.answers("application/json", generators.answer.subschema_for::<T>());
    }
}

impl Describe for Html<String> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.answers("text/html", String::json_schema(&mut generators.answer));
    }
}

impl Describe for String {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.answers("text/plain", String::json_schema(&mut generators.answer));
    }
}

impl Describe for NoContent {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.responds(204, "Done.");
    }
}

/// What the document says of one method of one address.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Operation {
    #[serde(skip)]
    path: &'static str,
    #[serde(skip)]
    errors: BTreeSet<ErrorCode>,
    summary: &'static str,
    description: String,
    parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<RequestBody>,
    responses: BTreeMap<String, ResponseBody>,
    /// One of these is needed; none if there are none.
    security: Vec<BTreeMap<&'static str, Vec<&'static str>>>,
    #[serde(skip)]
    caller: CallerIs,
}

/// Whether an address asks who sends the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum CallerIs {
    #[default]
    Anyone,
    Optional,
    Required,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    r#in: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Value>,
    schema: Value,
}

#[derive(Serialize)]
struct RequestBody {
    required: bool,
    content: BTreeMap<&'static str, MediaType>,
}

#[derive(Serialize)]
struct ResponseBody {
    description: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    content: BTreeMap<&'static str, MediaType>,
}

#[derive(Serialize)]
pub(super) struct MediaType {
    schema: Schema,
}

impl Operation {
    fn new(route: &Route, generators: &mut Generators) -> Operation {
        let mut operation = Operation {
            path: route.path,
            errors: EVERYWHERE.into_iter().chain(route.errors.iter().copied()).collect(),
            summary: route.summary,
            description: "For everyone.".to_owned(),
            ..Operation::default()
        };
        if route.method != "get" {
            operation.refuses(CHANGING);
        }
        (route.describe)(&mut operation, generators);
        operation.security = operation.schemes(route.takes);
        if operation.caller != CallerIs::Anyone && route.takes != Takes::AnyToken {
            operation.refuses([ErrorCode::NotWithToken]);
        }
        // OpenAPI has one answer for each status, and several codes share one.
        let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for code in &operation.errors {
            by_status.entry(code.http_status()).or_default().push(format!("`{code}`"));
        }
        for (status, codes) in by_status {
            let schema = generators.answer.subschema_for::<ErrorBody>();
            operation.responds(status, &codes.join(", ")).insert("application/json", MediaType { schema });
        }
        operation
    }

    /// Says who may send the request. Others are refused.
    pub(super) fn is_for(&mut self, callers: &str) {
        self.refuses([ErrorCode::SignIn]);
        self.description = format!("For {callers}.");
        self.caller = CallerIs::Required;
    }

    /// Says that a caller who is signed in is known, and that nobody has to be.
    pub(super) fn may_be_known(&mut self) {
        self.refuses([ErrorCode::SignIn]);
        self.caller = CallerIs::Optional;
    }

    /// Returns the security schemes by which a caller is known, each with the scopes that it needs.
    fn schemes(&self, takes: Takes) -> Vec<BTreeMap<&'static str, Vec<&'static str>>> {
        let with_token = |scope| BTreeMap::from([("token", vec![scope])]);
        let tokens = match takes {
            Takes::Public | Takes::Session => Vec::new(),
            Takes::Play => vec![with_token("play")],
            Takes::Read => vec![with_token("read")],
            Takes::AnyToken => vec![with_token("play"), with_token("read")],
        };
        let known = [BTreeMap::from([("session", Vec::new())])].into_iter().chain(tokens);
        match self.caller {
            CallerIs::Anyone => Vec::new(),
            CallerIs::Required => known.collect(),
            // An empty object means that a request without any is answered as well.
            CallerIs::Optional => known.chain([BTreeMap::new()]).collect(),
        }
    }

    pub(super) fn refuses(&mut self, codes: impl IntoIterator<Item = ErrorCode>) {
        self.errors.extend(codes);
    }

    pub(super) fn takes_body(&mut self, schema: Schema, required: bool) {
        let content = BTreeMap::from([("application/json", MediaType { schema })]);
        self.request_body = Some(RequestBody { required, content });
        self.refuses(WITH_BODY);
    }

    /// Takes the parameters in the path, whose schema is that of the only one, or of a tuple of them.
    pub(super) fn takes_path(&mut self, schema: &Schema) {
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let schemas = match schema.get("prefixItems").and_then(Value::as_array) {
            Some(each) => each.clone(),
            None => vec![schema.clone().to_value()],
        };
        self.parameters.extend(names.zip(schemas).map(|(name, schema)| Parameter {
            name: name.to_owned(),
            r#in: "path",
            required: true,
            description: None,
            schema,
        }));
        self.refuses([ErrorCode::NotFound]);
    }

    /// Takes the fields of a schema as parameters after the question mark.
    pub(super) fn takes_query(&mut self, schema: &Schema) {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        self.parameters.extend(fields.map(|(name, schema)| Parameter {
            name: name.clone(),
            r#in: "query",
            required: is_required(name),
            description: schema.get("description").cloned(),
            schema: schema.clone(),
        }));
        self.refuses([ErrorCode::BadQuery]);
    }

    pub(super) fn answers(&mut self, media_type: &'static str, schema: Schema) {
        self.responds(200, "Done.").insert(media_type, MediaType { schema });
    }

    /// Declares a status, and returns what its body may be: nothing so far.
    pub(super) fn responds(
        &mut self,
        status: u16,
        description: &str,
    ) -> &mut BTreeMap<&'static str, MediaType> {
        let response = self.responses.entry(status.to_string()).or_insert_with(|| ResponseBody {
            description: description.to_owned(),
            content: BTreeMap::new(),
        });
        &mut response.content
    }
}

/// Generators for both directions: what may be left out of a request is always in an answer.
pub(crate) struct Generators {
    pub(super) request: SchemaGenerator,
    pub(super) answer: SchemaGenerator,
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
    // On the text, because references are nested in every keyword of a schema; the closing quotation mark keeps a name
    // from matching the beginning of another.
    let renamed = differs.iter().fold(schema.to_string(), |text, name| {
        text.replace(&format!("\"{SCHEMAS}{name}\""), &format!("\"{SCHEMAS}{name}Request\""))
    });
    *schema = serde_json::from_str(&renamed).expect("it is still JSON");
}

/// Returns the document of all routes.
#[allow(clippy::missing_panics_doc)] // What it expects holds for every input, because there is none.
pub fn document() -> Value {
    let mut generators = Generators::new();
    let mut paths: BTreeMap<&str, BTreeMap<&str, Operation>> = BTreeMap::new();
    for route in routes() {
        let operation = Operation::new(&route, &mut generators);
        paths.entry(route.path).or_default().insert(route.method, operation);
    }
    let mut paths = serde_json::to_value(&paths).expect("its keys are texts");
    let schemas = generators.schemas(&mut paths);
    let mut document: Value = serde_json::from_str(FRAME).expect("the frame is JSON");
    document["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    document["paths"] = paths;
    document["components"]["schemas"] = schemas.into();
    document
}
