//! The rule books, readable without an account.

use axum::Json;
use uth::Book;

use crate::http::body::PathParams;
use crate::http::error::ApiError;
use protocol::{BookRecord, Clause};

/// `GET /api/rules`.
pub(crate) async fn all() -> Json<Vec<BookRecord>> {
    Json(Book::ALL.iter().map(|book| BookRecord::from(book.rules())).collect())
}

/// `GET /api/clauses`.
pub(crate) async fn clauses() -> Json<&'static [Clause]> {
    Json(analysis::clauses::clauses())
}

/// `GET /api/rules/{book}`.
pub(crate) async fn one(PathParams(book): PathParams<String>) -> Result<Json<BookRecord>, ApiError> {
    let book: Book = book.parse().map_err(|_| ApiError::no_such_page())?;
    Ok(Json(BookRecord::from(book.rules())))
}
