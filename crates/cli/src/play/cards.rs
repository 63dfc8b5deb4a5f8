//! Cards as they lie on the table: rank and suit, in two colours.

use ratatui::style::{Color, Style};
use ratatui::text::Span;
use uth::{Card, Suit};

/// The backs of two cards.
pub(super) const BACKS: &str = "░░ ░░";

/// Cards side by side.
pub(super) fn row(cards: &[Card]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        if place > 0 {
            spans.push(Span::raw(" "));
        }
        spans.push(Span::styled(text(*card), style(*card)));
    }
    spans
}

fn text(card: Card) -> String {
    let suit = match card.suit() {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    };
    format!("{}{suit}", card.rank())
}

fn style(card: Card) -> Style {
    match card.suit() {
        Suit::Diamonds | Suit::Hearts => Style::new().fg(Color::LightRed).bold(),
        Suit::Clubs | Suit::Spades => Style::new().bold(),
    }
}
