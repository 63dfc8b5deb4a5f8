//! The socket that everybody plays and watches through. docs/PROTOCOL.md has every message.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

mod command_queue;
mod connection;

use super::AppState;
use super::connection_slot::{Client, ConnectionSlot};
use super::error::ApiError;
use super::who::MaybeUser;
use connection::Connection;
use protocol::ErrorCode;

/// Longer messages are refused; the connection stays.
const LONGEST_MESSAGE: usize = 16 * 1024;
/// Longer ones are not even read: the connection ends.
const LONGEST_READ: usize = 16 * LONGEST_MESSAGE;

/// `GET /ws`.
pub(super) async fn upgrade(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    visit: Option<Extension<Arc<ConnectionSlot>>>,
    MaybeUser(caller): MaybeUser,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| {
        tracing::debug!(%rejection, "no WebSocket handshake");
        ApiError::new(ErrorCode::WebSocket, "This address takes WebSockets only.")
    })?;
    app.floods.look(client).map_err(ApiError::too_fast)?;
    let place = app.sockets_of.take(client).ok_or_else(ApiError::too_many)?;
    // Thousands of spectators have one buffer each.
    let upgrade = upgrade.read_buffer_size(4 * 1024).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(LONGEST_READ).max_frame_size(LONGEST_READ);
    Ok(upgrade.on_upgrade(async move |socket| {
        if let Some(Extension(visit)) = &visit {
            visit.becomes_socket();
        }
        Connection::new(app, client, caller).run(socket).await;
        drop((place, visit));
    }))
}
