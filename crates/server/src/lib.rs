//! The card room as a program: tokio, HTTP, WebSocket, the page, rate limits, metrics and start-up.
//!
//! This crate holds shells only. [`runtime::Tokio`] drives the room, [`http`] adapts requests and sockets to it, and
//! [`start`] opens the store and runs everything until it is told to stop. It decides nothing about tables, accounts or
//! connections: that is `room`, which knows neither tokio nor axum.
//!
//! ```
//! use server::http;
//!
//! let address = "127.0.0.1:8600".parse()?;
//! assert_eq!(http::address(address), "http://127.0.0.1:8600/");
//! # Ok::<(), std::net::AddrParseError>(())
//! ```

pub mod bootstrap;
pub mod http;
pub mod logs;
pub mod operator;
pub mod paths;
pub mod runtime;
pub mod start;
pub mod witness;
