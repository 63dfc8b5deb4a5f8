//! The card room under simulated time, network and storage: real nodes in one thread, where one seed replays a whole
//! world.
//!
//! [`run`] plays rounds at tables of all rule books, through one to three real [`room::Room`]s on one storage.
//! Messages and words between nodes are lost, repeated and overtaken, connections break, nodes crash before, during and
//! after a commit, writes are torn, slow or of unknown outcome, and nodes collide. After each step an auditor looks at
//! what has become durable, what was answered and what was shown; at the end [`audit::verify`] reads everything.
//!
//! Nothing here depends on the machine: tokio's clock is paused and jumps to the next timer, all chance comes from the
//! seed, and the storage is in memory. A [`Mutant`] is a fault on purpose, to see that its checker notices it.

mod audit;
mod chance;
mod deadlines;
mod fault_plan;
mod mutant;
mod network;
mod node;
mod peer_notices;
mod player;
mod run;
mod storage;
mod stream;
mod tally;
mod violation;
mod world;

pub use mutant::Mutant;
pub use run::{RunReport, run};
pub use tally::{Tally, Trouble};
pub use violation::{Checker, Violation};
