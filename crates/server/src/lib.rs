//! The card room as a program: HTTP, WebSocket, the page, limits, metrics and start-up.

mod files;
pub mod first;
pub mod http;
pub mod logs;
pub mod places;
pub mod start;
