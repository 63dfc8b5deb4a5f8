//! Where a request comes from. A browser says so, and a page of somebody else's may change nothing here.

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Method};

use super::who::bearer;

/// The address that people know a card room by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PublicOrigin(Option<String>);

impl PublicOrigin {
    /// What was configured, like `https://cards.example`; without it, whatever address is asked.
    pub fn new(origin: Option<&str>) -> PublicOrigin {
        PublicOrigin(origin.map(|origin| origin.trim_end_matches('/').to_ascii_lowercase()))
    }

    /// Whether it is reached by encrypted connections only.
    pub(super) fn is_secure(&self) -> bool {
        self.0.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Whether a request may do more than look. Programs with a token come from nowhere; so does somebody who shows
    /// nothing at all. With a cookie one has to come from here.
    pub(super) fn admits(&self, method: &Method, headers: &HeaderMap, is_socket: bool) -> bool {
        let only_looks = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !is_socket;
        if only_looks || bearer(headers).is_some() {
            return true;
        }
        match (text(headers, &ORIGIN), headers.contains_key(COOKIE)) {
            (Some(origin), _) => self.is_here(origin, text(headers, &HOST)),
            (None, has_cookie) => !headers.contains_key(ORIGIN) && !has_cookie,
        }
    }

    fn is_here(&self, origin: &str, host: Option<&str>) -> bool {
        let origin = origin.to_ascii_lowercase();
        match (&self.0, host) {
            (Some(public), _) => origin == *public,
            (None, Some(host)) => {
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
            let origin = PublicOrigin::new(configured);
            assert_eq!(origin.admits(&method, &headers, is_socket), expected, "{method} {pairs:?}");
        }
    }
}
