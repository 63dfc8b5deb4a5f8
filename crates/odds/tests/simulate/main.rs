//! Simulation and the bank's side, against exact values.

mod bank;
mod best_play;
mod rounds;
mod scene;
