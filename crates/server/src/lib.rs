//! The card room as a program: HTTP, WebSocket, the page, limits, metrics and start-up.

pub mod bootstrap;
mod files;
pub mod http;
pub mod logs;
pub mod paths;
pub mod runtime;
pub mod start;
