//! The description of all addresses for people: the `OpenAPI` document as HTML.

use axum::response::Html;
use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use super::openapi::document;
use super::routes::routes;

const EXAMPLE: &str = r#"curl -X POST -H 'Content-Type: application/json' -d '{"token":"my program"}' \
    http://127.0.0.1:8600/api/guest
curl -H 'Authorization: Bearer uth_…' http://127.0.0.1:8600/api/me"#;

/// `GET /api`.
pub(super) async fn readable() -> Html<String> {
    let document = document();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "The API of this card room" }
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/css/tokens.css";
                link rel="stylesheet" href="/style.css";
            }
            body { main {
                p { a href="/" { "The card room" } }
                h1 { "The API of this card room" }
                p {
                    "Documents are JSON. Money is in cents of play chips, times are in milliseconds since 1970. A "
                    "failure is " code { r#"{"code": "one_word", "reason": "One clear sentence."}"# }
                    " with a status from 400 on."
                }
                p { "A program becomes a guest and gets a token in one request, and sends the token from then on:" }
                pre tabindex="0" { code { (EXAMPLE) } }
                p {
                    "Browsers keep a session in a cookie; requests that change something have to come from this "
                    "page. The same list for programs is " a href="/api/openapi.json" { "/api/openapi.json" }
                    ". Tables are played over the WebSocket " code { "/ws" } "."
                }
                @for route in routes() {
                    section {
                        h2 { code { (route.method.to_uppercase()) " " (route.path) } }
                        (operation(&document, &document["paths"][route.path][route.method]))
                    }
                }
            } }
        }
    };
    Html(page.into_string())
}

fn operation(document: &Value, operation: &Value) -> Markup {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query = parameters.filter(|parameter| parameter["in"] == "query");
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    html! {
        p { (text(&operation["summary"])) " " (text(&operation["description"])) }
        (fields("Query", query.map(|parameter| (text(&parameter["name"]), parameter))))
        (schema(document, "Body", body))
        @for (media_type, content) in operation["responses"]["200"]["content"].as_object().into_iter().flatten() {
            @if media_type == "application/json" {
                (schema(document, "Answer", &content["schema"]))
            } @else {
                p { "Answer: " (media_type) "." }
            }
        }
        @if operation["responses"]["101"].is_object() { p { "The connection becomes a WebSocket." } }
    }
}

/// Lists the fields of a type; of the elements, if it is a list.
fn schema(document: &Value, heading: &str, schema: &Value) -> Markup {
    let (heading, schema) = match schema.get("items") {
        Some(items) => (format!("{heading}, a list of"), items),
        None => (heading.to_owned(), schema),
    };
    let referred = schema["$ref"].as_str().and_then(|path| document.pointer(path.trim_start_matches('#')));
    let properties = referred.unwrap_or(schema)["properties"].as_object().into_iter().flatten();
    fields(&heading, properties.map(|(name, field)| (name.as_str(), field)))
}

fn fields<'a>(heading: &str, fields: impl Iterator<Item = (&'a str, &'a Value)>) -> Markup {
    let mut fields = fields.peekable();
    html! {
        @if fields.peek().is_some() {
            p { (heading) ":" }
            dl { @for (name, field) in fields { dt { code { (name) } } dd { (text(&field["description"])) } } }
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
