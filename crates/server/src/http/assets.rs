//! The files of the page, from the folder `web/`.
//!
//! A release build embeds the folder. A debug build reads it from disk, so that changes to the page show at once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{Embed, EmbeddedFile};

use super::error::ApiError;

#[derive(Embed)]
#[folder = "../../web"]
struct Web;

/// A file as it is sent.
struct Asset {
    content_type: &'static str,
    tag: String,
    plain: Cow<'static, [u8]>,
    zipped: Option<Vec<u8>>,
}

/// All files of a release build, compressed once.
static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: String| Some((path.clone(), Asset::new(&path, Web::get(file_of(&path))?)));
    paths().filter_map(asset).collect()
});

/// Returns the paths under which files are served.
pub(super) fn paths() -> impl Iterator<Item = String> {
    Web::iter().filter(|file| is_for_browsers(file)).map(|file| match &*file {
        "index.html" => "/".to_owned(),
        file => format!("/{file}"),
    })
}

/// Unit tests and type declarations are read by tools, never by a browser.
fn is_for_browsers(file: &str) -> bool {
    !file.starts_with("test/") && !file.ends_with(".d.ts")
}

fn file_of(path: &str) -> &str {
    match path.trim_start_matches('/') {
        "" => "index.html",
        file => file,
    }
}

/// Answers with a file: compressed if the client takes that, and without a body if the client has it already.
pub(super) async fn file(request: Request) -> Response {
    let path = request.uri().path();
    // Compressed once in a release, where the files cannot change; in a debug build they can at any time.
    let answer = if cfg!(debug_assertions) {
        Web::get(file_of(path)).map(|file| Asset::new(path, file).answer(&request))
    } else {
        ASSETS.get(path).map(|asset| asset.answer(&request))
    };
    answer.unwrap_or_else(|| ApiError::no_such_page().into_response())
}

impl Asset {
    fn new(path: &str, file: EmbeddedFile) -> Asset {
        let (content_type, plain) = (content_type(file_of(path)), file.data);
        // Only text gets smaller: pictures and fonts are compressed already.
        let is_text = content_type.contains("charset");
        let zipped = is_text.then(|| zipped(&plain)).filter(|zipped| zipped.len() < plain.len());
        // The hash of the contents: two nodes with the same release give the same tag.
        let tag = format!("\"{}\"", &hex::encode(file.metadata.sha256_hash())[..32]);
        Asset { content_type, tag, plain, zipped }
    }

    fn answer(&self, request: &Request) -> Response {
        let says = |name: &HeaderName, word: &str| {
            let values = request.headers().get_all(name).into_iter().filter_map(|value| value.to_str().ok());
            values.flat_map(|value| value.split(',')).any(|part| part.trim() == word)
        };
        let headers = [(ETAG, self.tag.as_str()), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
        // Every load asks, and mostly gets this: the page is current after an update, and nothing is sent twice.
        if says(&IF_NONE_MATCH, &self.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        match &self.zipped {
            Some(zipped) if says(&ACCEPT_ENCODING, "gzip") => {
                let coding = [(CONTENT_ENCODING, "gzip"), (CONTENT_TYPE, self.content_type)];
                (headers, coding, zipped.clone()).into_response()
            }
            _ => (headers, [(CONTENT_TYPE, self.content_type)], self.plain.to_vec()).into_response(),
        }
    }
}

fn zipped(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default()
}

/// Returns the content type of a file.
fn content_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "json" | "webmanifest" => "application/json; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{content_type, file_of, paths};

    #[test]
    fn every_file_for_browsers_has_a_content_type() {
        let served: Vec<String> = paths().collect();
        assert!(served.contains(&"/".to_owned()) && served.contains(&"/style.css".to_owned()), "{served:?}");
        for path in served {
            assert_ne!(content_type(file_of(&path)), "application/octet-stream", "{path}");
            assert!(!path.starts_with("/test/"), "{path}");
        }
    }
}
