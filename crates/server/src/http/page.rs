//! The description of all addresses that people read: plain HTML, made from the same list.

use std::fmt::Write;

use axum::response::Html;

use schemars::SchemaGenerator;
use serde_json::Value;

use super::route::{Answer, Route, SchemaOf};
use super::routes::routes;

/// `GET /api`.
pub(super) async fn readable() -> Html<String> {
    let mut page = String::from(HEAD);
    for route in routes() {
        // Writing to a text cannot fail.
        let _ = describe(&mut page, &route);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    Html(page)
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of this card room</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/css/tokens.css">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<p><a href="/">The card room</a></p>
<h1>The API of this card room</h1>
<p>Documents are JSON. Money is in cents of play chips, times are in milliseconds since 1970. A failure is
<code>{"code": "one_word", "reason": "One clear sentence."}</code> with a status from 400 on.</p>
<p>A program makes itself a guest and a token in one request, and shows the token from then on:</p>
<pre tabindex="0">
<code>curl -X POST -H 'Content-Type: application/json' -d '{"token":"my program"}' http://127.0.0.1:8600/api/guest
curl -H 'Authorization: Bearer uth_…' http://127.0.0.1:8600/api/me</code></pre>
<p>Browsers keep a session in a cookie; what changes something has to come from this app. The same list for programs is
<a href="/api/openapi.json">/api/openapi.json</a>. Tables are played at over the WebSocket <code>/ws</code>.</p>
"#;

fn describe(page: &mut String, route: &Route) -> std::fmt::Result {
    let (method, path) = (route.method.to_uppercase(), route.path);
    writeln!(page, "<section>\n<h2><code>{method} {path}</code></h2>")?;
    writeln!(page, "<p>{} For {}.</p>", escaped(route.summary), route.access.words())?;
    describe_fields(page, "Query", route.query)?;
    describe_fields(page, "Body", route.body)?;
    match &route.answer {
        Answer::Json(schema) => describe_fields(page, "Answer", Some(*schema))?,
        Answer::Text(media_type) => writeln!(page, "<p>Answer: {}.</p>", escaped(media_type))?,
        Answer::Socket => writeln!(page, "<p>The connection becomes a WebSocket.</p>")?,
        Answer::NoContent => {}
    }
    writeln!(page, "</section>")
}

/// Lists the fields of a type; of the elements, if it is a list.
fn describe_fields(page: &mut String, heading: &str, schema: Option<SchemaOf>) -> std::fmt::Result {
    let Some(schema) = schema else { return Ok(()) };
    let mut generator = SchemaGenerator::default();
    let schema = schema(&mut generator).to_value();
    let (heading, schema) = match schema.get("items") {
        Some(items) => (format!("{heading}, a list of"), items),
        None => (heading.to_owned(), &schema),
    };
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    let schema = name.and_then(|name| generator.definitions().get(name)).unwrap_or(schema);
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return Ok(()) };
    writeln!(page, "<p>{heading}:</p>\n<dl>")?;
    for (name, field) in fields {
        let about = field.get("description").and_then(Value::as_str).unwrap_or_default();
        writeln!(page, "<dt><code>{name}</code></dt><dd>{}</dd>", escaped(about))?;
    }
    writeln!(page, "</dl>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
