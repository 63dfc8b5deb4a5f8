//! The card room under simulated time, network and storage: real nodes in one thread, where one seed replays a whole
//! world.
//!
//! [`run`] plays rounds at tables of all rule books, through one to three real [`room::Room`]s on one store. Clients
//! speak JSON with the real [`room::connection::Connection`] over a simulated network. Commands and peer notices are
//! lost, repeated and overtaken, connections break, nodes crash before, during and after a commit, writes are torn,
//! slow or of unknown outcome, and nodes collide. After each step an auditor checks what has become durable, what was
//! answered and what was shown; at the end everything is read again from the beginning.
//!
//! [`run_loss`] plays a few rounds and then has the store go back in time, fork, or lose the last commits in a
//! failover. What was confirmed is gone then; a node must notice before it confirms anything on top, or the receipt of
//! a client proves it.
//!
//! Nothing here depends on the machine: tokio's clock is paused and jumps to the next timer, all chance comes from the
//! seed, and the store is in memory. The simulation does not know the server: no HTTP, no WebSocket, no limits. A
//! [`Mutant`] is a fault on purpose, which shows that its checker notices it.
//!
//! ```no_run
//! let report = sim::run(7, 1_000, None);
//! assert_eq!(report.violation, None, "world 7 breaks a promise after {} rounds", report.rounds);
//! ```

mod audit;
mod chance;
mod checker;
mod faults;
mod loss;
mod network;
mod node;
mod player;
mod run;
mod storage;
mod world;

pub use checker::{Checker, Mutant, Violation};
pub use faults::{FaultCounts, InjectedFault};
pub use loss::{LossReport, run_loss};
pub use run::{RunReport, run};
