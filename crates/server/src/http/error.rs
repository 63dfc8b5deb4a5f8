//! Why a request failed: one code for programs, one sentence for people.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use protocol::{ErrorBody, ErrorCode, ErrorKind, Timestamp};
use room::CommandError;
use room::accounts::Access;
use store::StoreError;

/// A failed request. The code decides the status of the answer.
#[derive(Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    reason: String,
    retry_after_s: Option<u64>,
    retry_at_ms: Option<Timestamp>,
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, reason: impl Into<String>) -> ApiError {
        ApiError { code, reason: reason.into(), retry_after_s: None, retry_at_ms: None }
    }

    pub(super) fn sign_in_first() -> ApiError {
        ApiError::new(ErrorCode::SignIn, "Sign in first, or play as a guest.")
    }

    pub(super) fn only_for(who: &str) -> ApiError {
        ApiError::new(ErrorCode::Forbidden, format!("Only {who}, signed in with a password, may do this."))
    }

    /// A token was shown that is not enough.
    pub(super) fn not_with_token(access: Access) -> ApiError {
        let reason = match access {
            Access::Play => "This needs a token with the scope `play`, or a session.",
            Access::Read => "This needs a token with the scope `read`, or a session.",
            Access::Session | Access::Any => "No token may do this: sign in with a password.",
        };
        ApiError::new(ErrorCode::NotWithToken, reason)
    }

    /// Staff have no second factor, and the card room requires one.
    pub(super) fn enrol_first() -> ApiError {
        let reason = "Enrol a second factor first: this card room requires it of the floor and of auditors.";
        ApiError::new(ErrorCode::SecondFactorNeeded, reason)
    }

    pub(super) fn no_such_page() -> ApiError {
        ApiError::new(ErrorCode::NotFound, "There is nothing at this address.")
    }

    pub(super) fn too_fast(wait_s: u64) -> ApiError {
        let error = ApiError::new(ErrorCode::TooFast, "Too many requests from your address; wait a moment.");
        ApiError { retry_after_s: Some(wait_s.max(1)), ..error }
    }

    /// Says when the same request can succeed.
    pub(crate) fn until(self, at_ms: Timestamp, now_ms: u64) -> ApiError {
        let wait_s = at_ms.0.saturating_sub(now_ms).div_ceil(1_000);
        ApiError { retry_after_s: Some(wait_s), retry_at_ms: Some(at_ms), ..self }
    }

    pub(super) fn too_slow() -> ApiError {
        ApiError::new(ErrorCode::Timeout, "This took too long and was given up; ask again.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.code.http_status()).expect("codes have statuses of HTTP");
        let ApiError { code, reason, retry_at_ms, .. } = self;
        let mut response = (status, Json(ErrorBody { code, reason, retry_at_ms })).into_response();
        if let Some(wait_s) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
        }
        response
    }
}

/// The store's own message goes to the log only: it may name hosts and files.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if let StoreError::Broken(_) = error {
            tracing::error!(%error, "the store is broken");
        } else {
            // A fault, which has a line of its own.
            tracing::warn!(%error, "the store failed");
        }
        ApiError::new(ErrorCode::Unavailable, "The card room cannot reach its storage just now; ask again.")
    }
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> ApiError {
        // A refusal is the client's business. What an operator has to look at is a fault, which has a line of its own.
        if error.code.kind() != ErrorKind::Refused {
            tracing::warn!(%error, code = %error.code, "a request failed");
        }
        ApiError::new(error.code, sentence(&capitalised(&error.reason)))
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let code = match rejection {
            JsonRejection::MissingJsonContentType(_) => ErrorCode::ContentType,
            // JSON of the wrong shape and text that is no JSON have different causes, and so different codes.
            JsonRejection::JsonDataError(_) => ErrorCode::InvalidFields,
            _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
            _ => ErrorCode::Malformed,
        };
        ApiError::new(code, sentence(&rejection.body_text()))
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> ApiError {
        ApiError::no_such_page()
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new(ErrorCode::BadQuery, sentence(&rejection.body_text()))
    }
}

fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
