//! The description of all addresses that people read: plain HTML, made from the same list.

use std::fmt::Write;

use axum::response::Html;

use super::route::{Field, Gives, Route};
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
<code>{"error": "One clear sentence.", "code": "one_word"}</code> with a status from 400 on.</p>
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
    describe_fields(page, "Behind the question mark", &route.query)?;
    describe_fields(page, "Takes", &route.takes)?;
    match &route.gives {
        Gives::Fields(fields) => describe_fields(page, "Gives", fields)?,
        Gives::List(about) => writeln!(page, "<p>Gives a list of {}.</p>", escaped(about))?,
        Gives::Text(form) => writeln!(page, "<p>Gives {}.</p>", escaped(form))?,
        Gives::Socket => writeln!(page, "<p>Becomes a WebSocket.</p>")?,
        Gives::Nothing => {}
    }
    writeln!(page, "</section>")
}

fn describe_fields(page: &mut String, heading: &str, fields: &[Field]) -> std::fmt::Result {
    if fields.is_empty() {
        return Ok(());
    }
    writeln!(page, "<p>{heading}:</p>\n<dl>")?;
    for field in fields {
        let optional = if field.required { "" } else { " (may be left out)" };
        writeln!(page, "<dt><code>{}</code>{optional}</dt><dd>{}</dd>", field.name, escaped(field.about))?;
    }
    writeln!(page, "</dl>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
