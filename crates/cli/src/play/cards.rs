//! Cards as rank and suit, in two colours.

use protocol::Card;
use ratatui::style::{Color, Style};
use ratatui::text::Span;
use uth::Suit;

/// Two cards face down.
pub(super) const BACKS: &str = "░░ ░░";

/// Returns cards side by side.
pub(super) fn row(cards: &[Card]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        if index > 0 {
            spans.push(Span::raw(" "));
        }
        spans.push(Span::styled(text(*card), style(*card)));
    }
    spans
}

fn text(card: Card) -> String {
    let suit = match card.0.suit() {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    };
    format!("{}{suit}", card.0.rank())
}

fn style(card: Card) -> Style {
    match card.0.suit() {
        Suit::Diamonds | Suit::Hearts => Style::new().fg(Color::LightRed).bold(),
        Suit::Clubs | Suit::Spades => Style::new().bold(),
    }
}
