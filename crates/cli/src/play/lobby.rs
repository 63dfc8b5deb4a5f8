//! The lobby, where a player chooses a table.

use anyhow::Result;
use protocol::{LobbyEntry, TableId, TableMode, TableSettings};
use ratatui::crossterm::event::{self, KeyCode};
use ratatui::layout::Constraint;
use ratatui::style::Style;
use ratatui::widgets::{Block, Row, Table, TableState};
use ratatui::{DefaultTerminal, Frame};
use uth::Cents;

use super::pressed;

/// Returns the table that the player chooses, or nothing if they quit.
pub(super) fn choose(terminal: &mut DefaultTerminal, tables: &[LobbyEntry]) -> Result<Option<TableId>> {
    let mut selected = 0;
    loop {
        terminal.draw(|frame| draw(frame, tables, selected))?;
        match pressed(&event::read()?) {
            Some(KeyCode::Char('q') | KeyCode::Esc) => return Ok(None),
            Some(KeyCode::Up | KeyCode::Char('k')) => selected = selected.saturating_sub(1),
            Some(KeyCode::Down | KeyCode::Char('j')) => {
                selected = (selected + 1).min(tables.len().saturating_sub(1));
            }
            Some(KeyCode::Enter) if !tables.is_empty() => return Ok(Some(tables[selected].table)),
            _ => {}
        }
    }
}

pub(super) fn draw(frame: &mut Frame<'_>, tables: &[LobbyEntry], selected: usize) {
    let widths = [
        Constraint::Length(4),
        Constraint::Min(16),
        Constraint::Length(20),
        Constraint::Length(21),
        Constraint::Length(12),
    ];
    let rows = tables.iter().map(|table| {
        let bots = table.players.iter().filter(|player| player.bot).count();
        let players = table.players.len() - bots;
        Row::new([
            table.table.to_string(),
            table.name.clone(),
            table.settings.book.to_string(),
            limits(&table.settings),
            format!("{players}+{bots} of {}", table.places),
        ])
    });
    let block = Block::bordered().title(" The card room ").title_bottom(" ↑↓ choose · Enter join · q quit ");
    let header = Row::new(["", "table", "rules", "limits", "players+bots"]).style(Style::new().dim());
    let list = Table::new(rows, widths)
        .header(header)
        .block(block)
        .row_highlight_style(Style::new().reversed())
        .highlight_symbol("▸ ");
    frame.render_stateful_widget(list, frame.area(), &mut TableState::new().with_selected(selected));
}

/// Returns the minimum and maximum bet of a table.
pub(super) fn limits(settings: &TableSettings) -> String {
    let solo = if settings.mode == (TableMode::Solo {}) { ", for one" } else { "" };
    match (settings.minimum, settings.maximum) {
        (Some(minimum), Some(maximum)) => {
            let whole = |cents: i64| Cents(cents).to_string().trim_end_matches(".00").to_owned();
            format!("{} to {}{solo}", whole(minimum), whole(maximum))
        }
        _ => format!("any{solo}"),
    }
}
