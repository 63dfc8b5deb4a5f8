//! The origin of a request. Browsers state it, so that a page of another site can change nothing here.

use std::str::FromStr;

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Method, Uri};

use super::extract::bearer;

/// The address in the browser's address bar; by default any address that the browser asks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PublicOrigin(Option<String>);

/// `https://cards.example` or `http://10.0.0.1:8600`, as browsers write it.
impl FromStr for PublicOrigin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<PublicOrigin, NoOrigin> {
        let uri: Uri = text.to_ascii_lowercase().parse().map_err(|_| NoOrigin)?;
        let authority = uri.authority().ok_or(NoOrigin)?;
        let (scheme, usual_port) = match uri.scheme_str() {
            Some("https") => ("https", 443),
            Some("http") => ("http", 80),
            _ => return Err(NoOrigin),
        };
        let host = authority.host();
        let port = authority.port_u16().map_or_else(String::new, |port| format!(":{port}"));
        // Nothing but host and port: no user, no half of a port, no path.
        if host.is_empty()
            || *authority != *format!("{host}{port}")
            || uri.path() != "/"
            || uri.query().is_some()
        {
            return Err(NoOrigin);
        }
        // Browsers leave the usual port out.
        let port = if authority.port_u16() == Some(usual_port) { "" } else { &port };
        Ok(PublicOrigin(Some(format!("{scheme}://{host}{port}"))))
    }
}

/// The text is no origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an origin looks like https://cards.example, or http://10.0.0.1:8600, with nothing behind it")]
pub struct NoOrigin;

impl PublicOrigin {
    /// Whether browsers reach it over encrypted connections only.
    pub(super) fn is_secure(&self) -> bool {
        self.0.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Whether a request may change something. Requests with a token, or without any credential, need no origin: no
    /// browser sends them for another site. A request with a cookie needs ours.
    pub(super) fn admits(&self, method: &Method, headers: &HeaderMap, is_socket: bool) -> bool {
        // A WebSocket opens with a GET and then acts, so that it counts as a change.
        let only_looks = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !is_socket;
        if only_looks || bearer(headers).is_some() {
            return true;
        }
        match (text(headers, &ORIGIN), headers.contains_key(COOKIE)) {
            (Some(origin), _) => self.is_here(origin, text(headers, &HOST)),
            // A header that is no text counts as another origin.
            (None, has_cookie) => !headers.contains_key(ORIGIN) && !has_cookie,
        }
    }

    fn is_here(&self, origin: &str, host: Option<&str>) -> bool {
        let origin = origin.to_ascii_lowercase();
        match (&self.0, host) {
            (Some(public), _) => origin == *public,
            (None, Some(host)) => {
                // Without a configured origin the scheme is unknown: a proxy may have ended TLS.
                let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                from.is_some_and(|from| from.eq_ignore_ascii_case(host))
            }
            (None, None) => false,
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::{HeaderMap, HeaderName, Method, PublicOrigin};

    /// What was configured, the method, whether it is a socket, headers; whether that is let in.
    type Row<'a> = (Option<&'a str>, Method, bool, &'a [(&'a str, &'a str)], bool);

    #[test]
    fn an_origin_is_as_browsers_write_it() {
        let rows = [
            ("https://cards.example", Some("https://cards.example")),
            ("HTTPS://Cards.Example/", Some("https://cards.example")),
            ("https://cards.example:443", Some("https://cards.example")),
            ("http://10.0.0.1:8600", Some("http://10.0.0.1:8600")),
            ("http://[::1]:8600", Some("http://[::1]:8600")),
            ("http://localhost:80", Some("http://localhost")),
            ("nonsense", None),
            ("cards.example", None),
            ("https://", None),
            ("https:///", None),
            ("ftp://cards.example", None),
            ("https://cards.example/room", None),
            ("https://cards.example?a", None),
            ("https://ann@cards.example", None),
            ("https://cards.example:", None),
            ("https://cards.example:port", None),
            ("https://cards.example:99999", None),
            ("https://cards example", None),
            ("https://:8600", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let origin = text.parse::<PublicOrigin>().ok().and_then(|origin| origin.0);
            assert_eq!(origin.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn only_pages_of_this_card_room_change_anything() {
        let public = "https://cards.example";
        let rows: [Row; 16] = [
            (None, Method::GET, false, &[("cookie", "a"), ("origin", "http://evil")], true),
            (None, Method::POST, false, &[("host", "a:1"), ("origin", "http://a:1"), ("cookie", "s")], true),
            (None, Method::POST, false, &[("host", "a:1"), ("origin", "https://A:1")], true),
            (None, Method::POST, false, &[("host", "a:1"), ("origin", "http://a:2")], false),
            (None, Method::POST, false, &[("host", "a:1"), ("origin", "null"), ("cookie", "s")], false),
            (None, Method::POST, false, &[("host", "a"), ("origin", "http://a.evil")], false),
            (None, Method::POST, false, &[("host", "a"), ("cookie", "s")], false),
            (None, Method::POST, false, &[("host", "a")], true),
            (None, Method::POST, false, &[("origin", "http://a")], false),
            (None, Method::POST, false, &[("host", "a"), ("authorization", "Bearer x")], true),
            (None, Method::GET, true, &[("host", "a"), ("origin", "http://evil")], false),
            (None, Method::GET, true, &[("host", "a"), ("origin", "http://a"), ("cookie", "s")], true),
            (None, Method::GET, true, &[("host", "a"), ("cookie", "s")], false),
            (Some(public), Method::POST, false, &[("host", "b"), ("origin", public)], true),
            (Some(public), Method::POST, false, &[("host", "b"), ("origin", "https://b")], false),
            (Some(public), Method::DELETE, false, &[("origin", "http://cards.example")], false),
        ];
        for (configured, method, is_socket, pairs, expected) in rows {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"));
            }
            let origin =
                configured.map_or_else(PublicOrigin::default, |text| text.parse().expect("an origin"));
            assert_eq!(origin.admits(&method, &headers, is_socket), expected, "{method} {pairs:?}");
        }
    }
}
