//! Who is asking, and with what.

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use super::error::ApiError;
use super::{App, AppState};
use protocol::Role;
use room::accounts::{Caller, Credential, Secret};

/// Cookies are kept for as long as browsers keep any; when a session ends is known here.
const COOKIE_S: u64 = 400 * 24 * 60 * 60;

/// Anybody, known or not.
pub(crate) struct MaybeUser(pub(crate) Option<Caller>);

/// Somebody with an account, guests included.
pub(crate) struct User(pub(crate) Caller);

/// The floor, or an auditor.
pub(crate) struct Staff;

/// The floor.
pub(crate) struct Floor(pub(crate) Caller);

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybeUser, ApiError> {
        let Some(credential) = app.credential(&parts.headers) else { return Ok(MaybeUser(None)) };
        let caller = app.accounts.who(&credential, true, app.now_ms()).await?;
        match (caller, credential) {
            // A cookie that has run out is no news; a program has to be told.
            (None, Credential::Token(_)) => Err(ApiError::sign_in_first()),
            (caller, _) => Ok(MaybeUser(caller)),
        }
    }
}

impl FromRequestParts<AppState> for User {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<User, ApiError> {
        let MaybeUser(caller) = MaybeUser::from_request_parts(parts, app).await?;
        caller.map(User).ok_or_else(ApiError::sign_in_first)
    }
}

impl FromRequestParts<AppState> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Staff, ApiError> {
        let User(caller) = User::from_request_parts(parts, app).await?;
        match caller.role {
            Role::Floor | Role::Auditor => Ok(Staff),
            Role::Player => Err(ApiError::not_yours("the floor and auditors, signed in with a password,")),
        }
    }
}

impl FromRequestParts<AppState> for Floor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Floor, ApiError> {
        let User(caller) = User::from_request_parts(parts, app).await?;
        match caller.role {
            Role::Floor => Ok(Floor(caller)),
            Role::Player | Role::Auditor => Err(ApiError::not_yours("the floor, signed in with a password,")),
        }
    }
}

impl App {
    /// What the headers show. A token counts before a cookie.
    pub(crate) fn credential(&self, headers: &HeaderMap) -> Option<Credential> {
        if let Some(token) = bearer(headers) {
            return Some(Credential::Token(Secret::claimed(token)));
        }
        let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let session = pairs.filter(|(name, _)| *name == self.cookie_name()).map(|(_, value)| value).next()?;
        Some(Credential::Session(Secret::claimed(session)))
    }

    /// The header that keeps a session in a browser, out of reach of scripts and other sites.
    pub(super) fn cookie(&self, session: &Secret) -> HeaderValue {
        self.set_cookie(session.reveal(), COOKIE_S)
    }

    /// The header that takes it away.
    pub(super) fn no_cookie(&self) -> HeaderValue {
        self.set_cookie("", 0)
    }

    fn set_cookie(&self, value: &str, age_s: u64) -> HeaderValue {
        let name = self.cookie_name();
        let secure = if self.config.origin.is_secure() { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age_s}{secure}");
        let mut header = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
        header.set_sensitive(true);
        header
    }

    /// A browser takes a cookie with this prefix only over encrypted connections, from the host itself.
    fn cookie_name(&self) -> &'static str {
        if self.config.origin.is_secure() { "__Host-uth_session" } else { "uth_session" }
    }
}

/// The token that a program shows.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}
