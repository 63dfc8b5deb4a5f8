//! What went wrong, as every failure is told: one sentence for people, one word for programs.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use room::CommandError;
use room::accounts::{AccountError, Refusal};
use store::StoreError;

/// A failure: `{"error": "One clear sentence.", "code": "one_word"}`.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    error: String,
    retry_after_s: Option<u64>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, error: impl Into<String>) -> ApiError {
        ApiError { status, code, error: error.into(), retry_after_s: None }
    }

    pub(super) fn sign_in_first() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "sign_in", "Sign in first, or play as a guest.")
    }

    pub(super) fn not_yours(who: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "not_yours", format!("Only {who} may do this."))
    }

    pub(super) fn no_such_page() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", "There is nothing at this address.")
    }

    pub(super) fn wrong_method() -> ApiError {
        let error = "This address does not take that method; /api lists what it takes.";
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", error)
    }

    pub(super) fn too_fast(wait_s: u64) -> ApiError {
        let error = "Too many requests from your address; wait a moment.";
        let slower = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", error);
        ApiError { retry_after_s: Some(wait_s.max(1)), ..slower }
    }

    pub(super) fn too_many() -> ApiError {
        let error = "Too many sockets of your address are open; close some first.";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", error)
    }

    pub(super) fn is_too_fast(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    pub(super) fn too_slow() -> ApiError {
        let error = "This took too long and was given up; ask again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", error)
    }

    pub(super) fn wrong_origin() -> ApiError {
        let error = "This request comes from another site, or does not say from which; it changes nothing.";
        ApiError::new(StatusCode::FORBIDDEN, "origin", error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({"error": self.error, "code": self.code}));
        let mut response = (self.status, body).into_response();
        if let Some(wait_s) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
        }
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal {
            Refusal::WrongPassword => StatusCode::UNAUTHORIZED,
            Refusal::GuestsMayNot | Refusal::WrongCode | Refusal::RoleNotTheirs => StatusCode::FORBIDDEN,
            Refusal::NoSuchPlayer | Refusal::NoSuchToken => StatusCode::NOT_FOUND,
            Refusal::NameTaken | Refusal::NamedAlready | Refusal::TokensFull => StatusCode::CONFLICT,
            Refusal::Locked => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::NameLength
            | Refusal::NameLetters
            | Refusal::NameReserved
            | Refusal::PasswordLength
            | Refusal::NoReason
            | Refusal::TokenName
            | Refusal::LimitAmount
            | Refusal::ExclusionDays => StatusCode::UNPROCESSABLE_ENTITY,
        };
        ApiError::new(status, refusal.code(), refusal.to_string())
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> ApiError {
        match error {
            AccountError::Refused(refusal) => refusal.into(),
            AccountError::Store(error) => error.into(),
            AccountError::Entropy(error) => {
                tracing::error!(%error, "no entropy");
                let text = "The card room has no random bytes just now; nothing secret can be made.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "entropy", text)
            }
        }
    }
}

/// What the storage said is for the log: strangers need not know.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "storage");
        let text = "The card room cannot reach its storage just now; ask again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "storage", text)
    }
}

impl From<CommandError> for ApiError {
    fn from(refused: CommandError) -> ApiError {
        let status = match refused.code {
            "no_such_table" => StatusCode::NOT_FOUND,
            "name" | "settings" | "reason" => StatusCode::UNPROCESSABLE_ENTITY,
            "unavailable" | "unknown" | "busy" | "no_entropy" => StatusCode::SERVICE_UNAVAILABLE,
            "fault" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        };
        if status.is_server_error() {
            tracing::error!(%refused, "table");
        }
        ApiError::new(status, refused.code, sentence(&capitalised(&refused.reason)))
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let code = match rejection {
            JsonRejection::MissingJsonContentType(_) => "content_type",
            JsonRejection::JsonSyntaxError(_) => "bad_json",
            JsonRejection::JsonDataError(_) => "bad_fields",
            _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            _ => "bad_body",
        };
        ApiError::new(rejection.status(), code, sentence(&rejection.body_text()))
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> ApiError {
        ApiError::no_such_page()
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new(rejection.status(), "bad_query", sentence(&rejection.body_text()))
    }
}

fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
