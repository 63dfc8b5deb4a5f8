//! What a request brings along, with our own words when it is wrong.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::Shared;
use super::error::ApiError;

/// A document.
pub(crate) struct Body<T>(pub(crate) T);

/// A document that may be left out.
pub(crate) struct MaybeBody<T>(pub(crate) T);

/// What stands in the address.
pub(crate) struct At<T>(pub(crate) T);

/// What stands behind the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, site: &Shared) -> Result<Body<T>, ApiError> {
        let Json(document) = Json::from_request(request, site).await?;
        Ok(Body(document))
    }
}

impl<T: DeserializeOwned + Default> FromRequest<Shared> for MaybeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, site: &Shared) -> Result<MaybeBody<T>, ApiError> {
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(MaybeBody(T::default()));
        }
        let Body(document) = Body::from_request(request, site).await?;
        Ok(MaybeBody(document))
    }
}

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Shared) -> Result<At<T>, ApiError> {
        let Path(place) = Path::from_request_parts(parts, site).await?;
        Ok(At(place))
    }
}

impl<T: DeserializeOwned> FromRequestParts<Shared> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Shared) -> Result<Asked<T>, ApiError> {
        let Query(asked) = Query::from_request_parts(parts, site).await?;
        Ok(Asked(asked))
    }
}
