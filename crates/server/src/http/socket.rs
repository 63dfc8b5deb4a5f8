//! `GET /ws`: adapts a WebSocket to the room's connection.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use protocol::ErrorCode;
use room::connection::{
    Admission, CloseReason, Connection, Incoming, LONGEST_MESSAGE, Outgoing, Socket, SocketClosed,
    TrafficLimits,
};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use super::AppState;
use super::connections::{Client, ConnectionSlot};
use super::error::ApiError;
use super::extract::MaybeUser;
use super::frames::{Fragments, FrameCounter};
use super::limits::FloodGuard;
use super::openapi::{Describe, Generators, Operation};

/// Longer messages end the connection unread. Those between the two limits are refused, and the connection stays.
const LONGEST_READ: usize = 16 * LONGEST_MESSAGE;

pub(super) async fn upgrade(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    slot: Option<Extension<Arc<ConnectionSlot>>>,
    MaybeUser(caller): MaybeUser,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    // Looked at and not taken: only a connection that was closed for flooding counts.
    app.floods.look(client).map_err(ApiError::too_fast)?;
    let place = app.sockets_of.take(client).ok_or_else(|| {
        ApiError::new(ErrorCode::TooMany, "Too many sockets of your address are open; close some first.")
    })?;
    let Upgrade { accepted, on_upgrade } = upgrade;
    tokio::spawn(async move {
        // A client that is gone before it is answered gets no WebSocket.
        let Ok(upgraded) = on_upgrade.await else { return };
        let (room, accounts) = (Arc::clone(&app.room), Arc::clone(&app.accounts));
        let limits = ClientLimits { app, client, began: Instant::now(), flood_guard: FloodGuard::default() };
        let connection = Connection::new(room, accounts, limits, caller);
        connection.run(CountedSocket::new(upgraded).await).await;
        // Both places are held until the connection has ended, in whatever way.
        drop((place, slot));
    });
    let headers = [
        (CONNECTION, HeaderValue::from_static("upgrade")),
        (UPGRADE, HeaderValue::from_static("websocket")),
        (SEC_WEBSOCKET_ACCEPT, accepted),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response())
}

/// The opening handshake of a client (RFC 6455, section 4.2.1).
pub(super) struct Upgrade {
    accepted: HeaderValue,
    on_upgrade: OnUpgrade,
}

impl<State: Sync> FromRequestParts<State> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &State) -> Result<Upgrade, ApiError> {
        let headers = &parts.headers;
        let is_handshake = has_token(headers, &CONNECTION, "upgrade")
            && has_token(headers, &UPGRADE, "websocket")
            && has_token(headers, &SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_handshake);
        let accepted = key.and_then(|key| HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok());
        let upgrade = accepted.zip(parts.extensions.remove::<OnUpgrade>());
        let (accepted, on_upgrade) = upgrade
            .ok_or_else(|| ApiError::new(ErrorCode::WebSocket, "This address takes WebSockets only."))?;
        Ok(Upgrade { accepted, on_upgrade })
    }
}

fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|part| part.trim().eq_ignore_ascii_case(token))
}

impl Describe for Upgrade {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.responds(101, "The connection is a WebSocket now.");
    }
}

/// A WebSocket as the room sees it.
struct CountedSocket {
    stream: WebSocketStream<FrameCounter<TokioIo<Upgraded>>>,
    fragments: Fragments,
}

impl CountedSocket {
    async fn new(upgraded: Upgraded) -> CountedSocket {
        let fragments = Fragments::default();
        let counted = FrameCounter::new(TokioIo::new(upgraded), fragments.clone());
        // There may be thousands of spectators, each with buffers of its own.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0)
            .max_message_size(Some(LONGEST_READ))
            .max_frame_size(Some(LONGEST_READ));
        let stream = WebSocketStream::from_raw_socket(counted, Role::Server, Some(config)).await;
        CountedSocket { stream, fragments }
    }
}

impl Socket for CountedSocket {
    type Text = Utf8Bytes;

    async fn receive(&mut self) -> Option<Incoming<Utf8Bytes>> {
        poll_fn(|context| {
            // A piece of a message counts as much as a ping, whether or not the rest ever comes.
            if self.fragments.take() {
                return Poll::Ready(Some(Incoming::Control));
            }
            let message = match self.stream.poll_next_unpin(context) {
                Poll::Ready(Some(Ok(message))) => message,
                Poll::Ready(Some(Err(_)) | None) => return Poll::Ready(None),
                Poll::Pending if self.fragments.take() => return Poll::Ready(Some(Incoming::Control)),
                Poll::Pending => return Poll::Pending,
            };
            Poll::Ready(Some(match message {
                Message::Text(text) => Incoming::Text(text),
                Message::Binary(_) => Incoming::Binary,
                // Single frames are never returned by reading; they are for senders.
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Incoming::Control,
                Message::Close(_) => Incoming::Close,
            }))
        })
        .await
    }

    async fn send(&mut self, message: Outgoing<'_>) -> Result<(), SocketClosed> {
        let message = match message {
            Outgoing::Text(text) => Message::Text(Utf8Bytes::from(text)),
            Outgoing::Ping => Message::Ping(Bytes::new()),
            Outgoing::Close(CloseReason { code, reason }) => {
                let (code, reason) = (CloseCode::from(code), Utf8Bytes::from_static(reason));
                Message::Close(Some(CloseFrame { code, reason }))
            }
        };
        self.stream.send(message).await.map_err(|_| SocketClosed)
    }
}

/// The limits of one connection and of its address.
struct ClientLimits {
    app: AppState,
    client: Client,
    began: Instant,
    flood_guard: FloodGuard,
}

impl TrafficLimits for ClientLimits {
    fn admit_message(&mut self) -> Admission {
        let app = &self.app;
        // Asked only if the connection itself is within its rate, so that one wild client does not use up what its
        // whole address may send.
        let address = || app.messages.take(self.client).is_ok();
        let now_us = self.began.elapsed().as_micros() as u64;
        let admission = self.flood_guard.admit(app.config.limits.messages, now_us, address);
        if admission == Admission::Flood {
            // Counted even beyond the limit: as long as it is reached, the address opens no further socket.
            let _ = app.floods.take(self.client);
        }
        admission
    }

    fn admit_watch(&mut self) -> bool {
        self.app.watches.take(self.client).is_ok()
    }
}
