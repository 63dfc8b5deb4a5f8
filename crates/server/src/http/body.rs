//! What a request brings along, with our own words when it is wrong.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::AppState;
use super::error::ApiError;

/// A document.
pub(crate) struct Body<T>(pub(crate) T);

/// A document that may be left out.
pub(crate) struct MaybeBody<T>(pub(crate) T);

/// What stands in the address.
pub(crate) struct PathParams<T>(pub(crate) T);

/// What stands behind the question mark.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Body<T>, ApiError> {
        let Json(document) = Json::from_request(request, app).await?;
        Ok(Body(document))
    }
}

impl<T: DeserializeOwned + Default> FromRequest<AppState> for MaybeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<MaybeBody<T>, ApiError> {
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(MaybeBody(T::default()));
        }
        let Body(document) = Body::from_request(request, app).await?;
        Ok(MaybeBody(document))
    }
}

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<PathParams<T>, ApiError> {
        let Path(place) = Path::from_request_parts(parts, app).await?;
        Ok(PathParams(place))
    }
}

impl<T: DeserializeOwned> FromRequestParts<AppState> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<QueryParams<T>, ApiError> {
        let Query(asked) = Query::from_request_parts(parts, app).await?;
        Ok(QueryParams(asked))
    }
}
