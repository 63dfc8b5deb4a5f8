//! The simulated storage: what is durable, how it becomes so, and how a node reaches it.

mod disk;
mod link;
mod writer;

pub(crate) use disk::{Disk, Drift};
pub(crate) use link::Link;
