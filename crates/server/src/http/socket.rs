//! `GET /ws`: adapts a WebSocket to the room's connection.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use protocol::ErrorCode;
use room::connection::{
    Admission, CloseReason, Connection, Incoming, LONGEST_MESSAGE, Outgoing, Socket, SocketClosed,
    TrafficLimits,
};

use super::AppState;
use super::connections::{Client, ConnectionSlot};
use super::error::ApiError;
use super::extract::MaybeUser;
use super::limits::FloodGuard;
use super::openapi::{Describe, Generators, Operation};

/// Longer messages end the connection unread. Those between the two limits are refused, and the connection stays.
const LONGEST_READ: usize = 16 * LONGEST_MESSAGE;

pub(super) async fn upgrade(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    slot: Option<Extension<Arc<ConnectionSlot>>>,
    MaybeUser(caller): MaybeUser,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade =
        upgrade.map_err(|_| ApiError::new(ErrorCode::WebSocket, "This address takes WebSockets only."))?;
    // Looked at and not taken: only a connection that was closed for flooding counts.
    app.floods.look(client).map_err(ApiError::too_fast)?;
    let place = app.sockets_of.take(client).ok_or_else(|| {
        ApiError::new(ErrorCode::TooMany, "Too many sockets of your address are open; close some first.")
    })?;
    // There may be thousands of spectators, each with buffers of its own.
    let upgrade = upgrade.read_buffer_size(4 * 1024).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(LONGEST_READ).max_frame_size(LONGEST_READ);
    Ok(upgrade.on_upgrade(async move |socket| {
        let (room, accounts) = (Arc::clone(&app.room), Arc::clone(&app.accounts));
        let limits = ClientLimits { app, client, began: Instant::now(), flood_guard: FloodGuard::default() };
        let connection = Connection::new(room, accounts, limits, caller);
        connection.run(AxumSocket(socket)).await;
        // Both places are held until the connection has ended, in whatever way.
        drop((place, slot));
    }))
}

impl Describe for WebSocketUpgrade {
    fn describe(operation: &mut Operation, _: &mut Generators) {
        operation.responds(101, "The connection is a WebSocket now.");
    }
}

/// axum's WebSocket as the room sees it.
struct AxumSocket(WebSocket);

impl Socket for AxumSocket {
    type Text = Utf8Bytes;

    async fn receive(&mut self) -> Option<Incoming<Utf8Bytes>> {
        Some(match self.0.recv().await?.ok()? {
            Message::Text(text) => Incoming::Text(text),
            Message::Binary(_) => Incoming::Binary,
            Message::Ping(_) | Message::Pong(_) => Incoming::Control,
            Message::Close(_) => Incoming::Close,
        })
    }

    async fn send(&mut self, message: Outgoing<'_>) -> Result<(), SocketClosed> {
        let message = match message {
            Outgoing::Text(text) => Message::Text(Utf8Bytes::from(text)),
            Outgoing::Ping => Message::Ping(Bytes::new()),
            Outgoing::Close(CloseReason { code, reason }) => {
                Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
            }
        };
        self.0.send(message).await.map_err(|_| SocketClosed)
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
