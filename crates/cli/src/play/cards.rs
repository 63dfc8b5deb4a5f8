//! Cards in a terminal: side by side in a line, as boxes, and plain letters where a terminal has no other characters.

use protocol::Card;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use uth::Suit;

/// Two cards face down, in a line.
pub(super) const BACKS: &str = "░░ ░░";

/// Cards that lie together: those that are there, `None` for one face down, and how many there will be.
pub(super) type Group = (Vec<Option<Card>>, usize);

/// Returns groups of cards as boxes next to each other. A place without a card stays empty, so that nothing moves when
/// the next one is turned.
pub(super) fn boxes(groups: &[Group]) -> [Line<'static>; 3] {
    let mut lines: [Vec<Span<'static>>; 3] = Default::default();
    for (cards, places) in groups {
        for place in 0..*places {
            match cards.get(place) {
                None => lines.iter_mut().for_each(|line| line.push(Span::raw("    "))),
                Some(card) => {
                    lines[0].push(Span::raw("╭──╮"));
                    let face = card.map_or(Span::raw("░░"), face);
                    lines[1].extend([Span::raw("│"), face, Span::raw("│")]);
                    lines[2].push(Span::raw("╰──╯"));
                }
            }
        }
        for line in &mut lines {
            line.push(Span::raw(" "));
        }
    }
    lines.map(Line::from)
}

/// Returns cards side by side in a line.
pub(super) fn row(cards: &[Card]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        if index > 0 {
            spans.push(Span::raw(" "));
        }
        spans.push(face(*card));
    }
    spans
}

/// Returns a card as rank and suit, in two colours.
fn face(card: Card) -> Span<'static> {
    let (suit, style) = match card.0.suit() {
        Suit::Clubs => ('♣', Style::new()),
        Suit::Diamonds => ('♦', Style::new().fg(Color::LightRed)),
        Suit::Hearts => ('♥', Style::new().fg(Color::LightRed)),
        Suit::Spades => ('♠', Style::new()),
    };
    Span::styled(format!("{}{suit}", card.0.rank()), style.bold())
}

/// Returns whether the terminal's character set is UTF-8, as the variables of the locale say in the order of POSIX.
/// Without any of them it is taken for a terminal of today.
pub(super) fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|text| !text.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Replaces everything that is not ASCII. It happens after drawing, so that no other code has two alphabets.
pub(super) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let plain = match cell.symbol() {
            symbol if symbol.is_ascii() => continue,
            "─" | "·" | "–" | "−" => "-",
            "│" => "|",
            "\u{a0}" => " ",
            "┌" | "┐" | "└" | "┘" | "╭" | "╮" | "╰" | "╯" => "+",
            "░" => "#",
            "♣" => "c",
            "♦" => "d",
            "♥" => "h",
            "♠" => "s",
            "▸" | "→" => ">",
            "←" => "<",
            "↑" => "^",
            "↓" => "v",
            "“" | "”" => "\"",
            "Ⓑ" => "B",
            _ => "?",
        };
        cell.set_symbol(plain);
    }
}
