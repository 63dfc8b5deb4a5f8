//! The simulated store: what is durable, how it becomes so, and how a node reaches it.

mod disk;
mod link;

pub(crate) use disk::{Disk, Drift};
pub(crate) use link::Link;
