//! What is declared of an address: its method, its types and its handler.

use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post};
use protocol::ErrorCode;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::AppState;

/// An address and what it does. The router and the `OpenAPI` document are made from the same list of routes.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) access: Access,
    pub(super) summary: &'static str,
    pub(super) query: Option<SchemaOf>,
    pub(super) body: Option<SchemaOf>,
    pub(super) answer: Answer,
    /// What can go wrong beyond what can go wrong everywhere.
    pub(super) errors: &'static [ErrorCode],
    pub(super) handler: MethodRouter<AppState>,
}

/// The schema of a type, written into the document's components.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Who may send a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    MaybeUser,
    User,
    Staff,
    Floor,
}

impl Access {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Access::MaybeUser => "everyone",
            Access::User => "everyone with an account, guests included",
            Access::Staff => "the floor and auditors",
            Access::Floor => "the floor",
        }
    }

    /// Returns how a caller who may not is refused.
    pub(super) const fn errors(self) -> &'static [ErrorCode] {
        match self {
            Access::MaybeUser => &[],
            Access::User => &[ErrorCode::SignIn],
            Access::Staff | Access::Floor => &[ErrorCode::SignIn, ErrorCode::Forbidden],
        }
    }
}

/// What comes back from a request that succeeds.
pub(super) enum Answer {
    Json(SchemaOf),
    NoContent,
    Text(&'static str),
    Socket,
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

impl Route {
    fn new(
        method: &'static str,
        path: &'static str,
        access: Access,
        summary: &'static str,
        handler: MethodRouter<AppState>,
    ) -> Route {
        let (query, body, answer, errors) = (None, None, Answer::NoContent, &[]);
        Route { method, path, access, summary, query, body, answer, errors, handler }
    }

    pub(super) fn get<T: 'static>(
        path: &'static str,
        access: Access,
        summary: &'static str,
        handler: impl Handler<T, AppState>,
    ) -> Route {
        Route::new("get", path, access, summary, get(handler))
    }

    pub(super) fn post<T: 'static>(
        path: &'static str,
        access: Access,
        summary: &'static str,
        handler: impl Handler<T, AppState>,
    ) -> Route {
        Route::new("post", path, access, summary, post(handler))
    }

    pub(super) fn delete<T: 'static>(
        path: &'static str,
        access: Access,
        summary: &'static str,
        handler: impl Handler<T, AppState>,
    ) -> Route {
        Route::new("delete", path, access, summary, delete(handler))
    }

    /// Declares what stands behind the question mark.
    pub(super) fn query<T: JsonSchema>(self) -> Route {
        // Parameters are listed one by one, so the schema itself is needed and not a reference to it.
        Route { query: Some(T::json_schema), ..self }
    }

    /// Declares the body of the request.
    pub(super) fn body<T: JsonSchema>(self) -> Route {
        Route { body: Some(schema_of::<T>), ..self }
    }

    /// Declares the body of the answer.
    pub(super) fn answer<T: JsonSchema>(self) -> Route {
        Route { answer: Answer::Json(schema_of::<T>), ..self }
    }

    /// Declares that the answer is a text of that media type.
    pub(super) fn text(self, media_type: &'static str) -> Route {
        Route { answer: Answer::Text(media_type), ..self }
    }

    /// Declares that the connection becomes a WebSocket.
    pub(super) fn socket(self) -> Route {
        Route { answer: Answer::Socket, ..self }
    }

    /// Declares the codes of refusals that belong to this address.
    pub(super) fn errors(self, errors: &'static [ErrorCode]) -> Route {
        Route { errors, ..self }
    }
}
