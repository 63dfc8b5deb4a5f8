//! What handlers take from a request. Each extractor also says what it means for the description of its address.

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderName, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::{Extension, Json};
use protocol::{ErrorCode, Role};
use room::accounts::{Access, Caller, Credential, Secret, Visitor};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::connections::Client;
use super::error::ApiError;
use super::openapi::{Describe, Generators, Operation};
use super::routes::Takes;
use super::{App, AppState};

/// How long browsers keep the cookie: as long as they keep any. When a session ends is decided by the server.
const COOKIE_S: u64 = 400 * 24 * 60 * 60;

/// A cookie's name over encrypted connections, and over others. A browser takes a cookie with the prefix `__Host-` only
/// over encrypted connections, from the host itself.
type CookieNames = (&'static str, &'static str);

const SESSION: CookieNames = ("__Host-uth_session", "uth_session");
const DEVICE: CookieNames = ("__Host-uth_device", "uth_device");

/// A JSON body.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(ApiError))]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: JsonSchema> Describe for Body<T> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.takes_body(generators.request.subschema_for::<T>(), true);
    }
}

/// A JSON body that may be left out.
pub(crate) struct MaybeBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default> FromRequest<AppState> for MaybeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<MaybeBody<T>, ApiError> {
        // A request without a content type has no body, as from `curl -X POST` alone.
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(MaybeBody(T::default()));
        }
        Body::from_request(request, app).await.map(|Body(document)| MaybeBody(document))
    }
}

impl<T: JsonSchema> Describe for MaybeBody<T> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.takes_body(generators.request.subschema_for::<T>(), false);
    }
}

/// The parameters in the path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(ApiError))]
pub(crate) struct PathParams<T>(pub(crate) T);

impl<T: JsonSchema> Describe for PathParams<T> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.takes_path(&T::json_schema(&mut generators.request));
    }
}

/// The parameters after the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(ApiError))]
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: JsonSchema> Describe for QueryParams<T> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.takes_query(&T::json_schema(&mut generators.request));
    }
}

/// Any caller, signed in or not.
pub(crate) struct MaybeUser(pub(crate) Option<Caller>);

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybeUser, ApiError> {
        let Some(credential) = app.credential(&parts.headers) else { return Ok(MaybeUser(None)) };
        // An address that says nothing takes sessions only: a route that was forgotten is closed to tokens.
        let access = parts.extensions.get::<Takes>().map_or(Access::Session, |takes| takes.access());
        let caller = app.accounts.who(&credential, true).await?;
        match (caller, credential) {
            // A browser with an expired cookie is simply signed out; a program has to learn that its token ended.
            (None, Credential::Token(_)) => Err(ApiError::sign_in_first()),
            (Some(caller), _) if !caller.has(access) => Err(ApiError::not_with_token(access)),
            (caller, _) => Ok(MaybeUser(caller)),
        }
    }
}

impl Describe for MaybeUser {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.may_be_known();
    }
}

/// A caller with an account, guests included.
pub(crate) struct User(pub(crate) Caller);

impl FromRequestParts<AppState> for User {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<User, ApiError> {
        let MaybeUser(caller) = MaybeUser::from_request_parts(parts, app).await?;
        caller.map(User).ok_or_else(ApiError::sign_in_first)
    }
}

impl Describe for User {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.is_for("everyone with an account, guests included");
    }
}

const STAFF: &str = "the floor and auditors";
const FLOOR: &str = "the floor";

/// Returns the caller, who must have one of these roles.
async fn with_role(parts: &mut Parts, app: &AppState, roles: &[Role], who: &str) -> Result<Caller, ApiError> {
    // Whoever is not signed in at all is told that, and not that their role is wrong.
    let User(caller) = User::from_request_parts(parts, app).await?;
    match caller.role {
        role if roles.contains(&role) => Ok(caller),
        _ if caller.must_enrol() => Err(ApiError::enrol_first()),
        _ => Err(ApiError::only_for(who)),
    }
}

/// The floor or an auditor. Tokens have the role of a player, so staff always come with a session.
pub(crate) struct Staff;

impl FromRequestParts<AppState> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Staff, ApiError> {
        with_role(parts, app, &[Role::Floor, Role::Auditor], STAFF).await.map(|_| Staff)
    }
}

impl Describe for Staff {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.is_for(STAFF);
        operation.refuses([ErrorCode::Forbidden, ErrorCode::SecondFactorNeeded]);
    }
}

/// The floor.
pub(crate) struct Floor(pub(crate) Caller);

impl FromRequestParts<AppState> for Floor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Floor, ApiError> {
        with_role(parts, app, &[Role::Floor], FLOOR).await.map(Floor)
    }
}

impl Describe for Floor {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.is_for(FLOOR);
        operation.refuses([ErrorCode::Forbidden, ErrorCode::SecondFactorNeeded]);
    }
}

impl App {
    /// Returns the credential in the headers. A token counts before a cookie.
    pub(crate) fn credential(&self, headers: &HeaderMap) -> Option<Credential> {
        if let Some(token) = bearer(headers) {
            return Some(Credential::Token(Secret::claimed(token)));
        }
        let session = cookie(headers, self.cookie_name(SESSION))?;
        Some(Credential::Session(Secret::claimed(session)))
    }

    /// Returns the header that keeps a session in a browser, out of reach of scripts and other sites; without a
    /// session, the header that removes it.
    pub(super) fn session_cookie(&self, session: Option<&Secret>) -> (HeaderName, HeaderValue) {
        self.cookie(SESSION, session)
    }

    /// Returns the header by which a browser is known as a device on which an account was used.
    pub(super) fn device_cookie(&self, device: &Secret) -> (HeaderName, HeaderValue) {
        self.cookie(DEVICE, Some(device))
    }

    fn cookie(&self, names: CookieNames, secret: Option<&Secret>) -> (HeaderName, HeaderValue) {
        let (value, age_s) = secret.map_or(("", 0), |secret| (secret.reveal(), COOKIE_S));
        let name = self.cookie_name(names);
        let secure = if self.config.origin.is_secure() { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age_s}{secure}");
        let mut header = HeaderValue::from_str(&text).expect("a secret is letters, digits and underscores");
        // Debug output of the headers leaves it out.
        header.set_sensitive(true);
        (SET_COOKIE, header)
    }

    fn cookie_name(&self, (secure, plain): CookieNames) -> &'static str {
        if self.config.origin.is_secure() { secure } else { plain }
    }
}

/// Where a request comes from: its address, and the device as its cookie names it.
pub(crate) struct ComesFrom(pub(crate) Visitor);

impl FromRequestParts<AppState> for ComesFrom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<ComesFrom, ApiError> {
        let Extension(client) = Extension::<Client>::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::new(ErrorCode::Fault, "The address of the request is unknown."))?;
        let device = cookie(&parts.headers, app.cookie_name(DEVICE)).map(Secret::claimed);
        Ok(ComesFrom(Visitor { address: client.to_string(), device }))
    }
}

impl Describe for ComesFrom {}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// Returns the token that a program sends.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}
