//! The player's own part of the shuffle.

use anyhow::Result;
use fair::entropy::{OperatingSystem, fill};
use protocol::{ClientCommand, Hex32, TableView};

/// Returns the command that has to be done before a wager: 32 random bytes for the shuffle, unless the seat has added
/// its seed to this round. They are drawn only now, after the card room has committed to its own.
pub fn seed_before(command: &ClientCommand, view: &TableView) -> Result<Option<ClientCommand>> {
    let ClientCommand::Wager { seat, .. } = *command else { return Ok(None) };
    if view.live().is_some_and(|round| round.seeds.iter().any(|added| added.seat == seat)) {
        return Ok(None);
    }
    let mut bytes = [0; 32];
    fill(&mut bytes, &OperatingSystem)?;
    Ok(Some(ClientCommand::AddSeed { seat, seed: Hex32(bytes) }))
}
