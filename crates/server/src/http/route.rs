//! What is said of an address.

use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post};

use super::AppState;

/// An address and what it does.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) access: Access,
    pub(super) summary: &'static str,
    pub(super) query: Vec<Field>,
    pub(super) takes: Vec<Field>,
    pub(super) gives: Gives,
    pub(super) handler: MethodRouter<AppState>,
}

/// Who may ask.
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
            Access::MaybeUser => "anybody",
            Access::User => "anybody with an account or a guest's session",
            Access::Staff => "the floor and auditors",
            Access::Floor => "the floor",
        }
    }
}

/// A part of a document.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) required: bool,
    pub(super) about: &'static str,
}

/// What a part of a document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    Flag,
    Object,
    List,
}

/// What comes back.
pub(super) enum Gives {
    Fields(Vec<Field>),
    List(&'static str),
    Nothing,
    Text(&'static str),
    Socket,
}

pub(super) const fn required(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, kind, required: true, about }
}

pub(super) const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, kind, required: false, about }
}

impl Route {
    fn new(
        method: &'static str,
        path: &'static str,
        access: Access,
        summary: &'static str,
        handler: MethodRouter<AppState>,
    ) -> Route {
        Route {
            method,
            path,
            access,
            summary,
            query: Vec::new(),
            takes: Vec::new(),
            gives: Gives::Nothing,
            handler,
        }
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

    pub(super) fn query(self, query: Vec<Field>) -> Route {
        Route { query, ..self }
    }

    pub(super) fn takes(self, takes: Vec<Field>) -> Route {
        Route { takes, ..self }
    }

    pub(super) fn gives(self, gives: Gives) -> Route {
        Route { gives, ..self }
    }
}
