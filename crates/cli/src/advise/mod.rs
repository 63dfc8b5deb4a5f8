//! `uth advise`: the exact value of every legal action at one point of a hand.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use odds::{Advice, Against, Fraction, Game, Seen};
use serde_json::{Value, json};
use uth::{Card, Cards, Hand, Strength};

use crate::args::AdviseArguments;

/// The cards that are seen, in the order written.
struct Point {
    hole: [Card; 2],
    board: Vec<Card>,
    dead: Vec<Card>,
    dealer: Vec<Card>,
}

/// Cards that beat the player from the dealer's hand, and what they make.
struct Outs {
    makes: String,
    cards: Vec<Card>,
}

pub(crate) fn run(arguments: &AdviseArguments) -> anyhow::Result<ExitCode> {
    let point = Point::read(arguments)?;
    let advice = point.advice()?;
    let against = Seen::new(point.hole, &point.board, &point.dead, &point.dealer).ok();
    let against = against.and_then(|seen| seen.against_dealer());
    let outs = if point.board.len() == 5 { point.outs() } else { Vec::new() };
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(output, "{}", record(&advice, against.as_ref(), &outs))?;
    } else {
        write(&mut output, &point, &advice, against.as_ref(), &outs)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl Point {
    fn read(arguments: &AdviseArguments) -> anyhow::Result<Point> {
        let hole = read("the hole cards", &arguments.hole)?;
        let hole = hole.try_into().map_err(|cards: Vec<Card>| {
            anyhow::anyhow!("the hole cards are two cards, like \"As Kd\", not {}", cards.len())
        })?;
        let point = Point {
            hole,
            board: read("--board", &arguments.board)?,
            dead: read("--dead", &arguments.dead)?,
            dealer: read("--dealer", &arguments.dealer)?,
        };
        point.check()?;
        Ok(point)
    }

    /// No card is seen in two places, and the numbers of cards are those of a street.
    fn check(&self) -> anyhow::Result<()> {
        let mut seen: Cards = self.hole.into_iter().collect();
        for (place, cards) in [("--board", &self.board), ("--dead", &self.dead), ("--dealer", &self.dealer)] {
            for card in cards {
                if seen.contains(*card) {
                    bail!("{place}: the card {card} is there twice");
                }
                seen = seen.with(*card);
            }
        }
        if !matches!(self.board.len(), 0 | 3 | 5) {
            bail!("--board: a board has no card, three or five, not {}", self.board.len());
        }
        if self.dealer.len() > 2 {
            bail!("--dealer: the dealer has two cards, not {}", self.dealer.len());
        }
        Ok(())
    }

    fn advice(&self) -> anyhow::Result<Advice> {
        let game = Game::standard();
        Ok(Seen::new(self.hole, &self.board, &self.dead, &self.dealer)?.advice(&game)?)
    }

    /// The unseen cards that beat the player from the dealer's hand, with the board alone, by what they make.
    fn outs(&self) -> Vec<Outs> {
        let seen = self.hole.iter().chain(&self.board).chain(&self.dead).chain(&self.dealer);
        let unseen = !seen.copied().collect::<Cards>();
        let board: Cards = self.board.iter().copied().collect();
        let player = Strength::of(self.hole.into_iter().fold(board, Cards::with));
        let own: Vec<Card> = self.board.iter().copied().chain(self.hole).collect();
        let own = Hand::best_of(&own).map_or(String::new(), |hand| hand.to_string());
        let mut outs: Vec<Outs> = Vec::new();
        for card in unseen.iter().filter(|card| Strength::of(board.with(*card)) > player) {
            let cards: Vec<Card> = self.board.iter().copied().chain([card]).collect();
            let makes = Hand::best_of(&cards).map_or(String::new(), |hand| hand.to_string());
            let makes = if makes == own { format!("{makes}, with better kickers") } else { makes };
            match outs.iter_mut().find(|group| group.makes == makes) {
                Some(group) => group.cards.push(card),
                None => outs.push(Outs { makes, cards: vec![card] }),
            }
        }
        outs.sort_by_key(|group| std::cmp::Reverse(group.cards.len()));
        outs
    }
}

fn read(place: &str, text: &str) -> anyhow::Result<Vec<Card>> {
    uth::parse_card_list(text).with_context(|| format!("{place}: {text:?} cannot be read"))
}

fn record(advice: &Advice, against: Option<&Against>, outs: &[Outs]) -> Value {
    let best = advice.first();
    let actions = advice.iter().map(|(action, value)| {
        let cost = best.map_or(Fraction::ZERO, |(_, best)| *best - *value);
        json!({
            "action": action.to_string(),
            "exact": value.to_string(),
            "value": value.to_f64(),
            "cost": cost.to_f64(),
            "cost_exact": cost.to_string(),
        })
    });
    let mut record = json!({
        "actions": actions.collect::<Vec<_>>(),
        "best": best.map(|(action, _)| action.to_string()),
    });
    if let Some(against) = against {
        record["dealer_hands"] = json!({"win": against.losses, "tie": against.ties, "lose": against.wins});
        record["outs"] = outs
            .iter()
            .map(|group| json!({"makes": group.makes, "count": group.cards.len(), "cards": list(&group.cards)}))
            .collect();
    }
    record
}

fn write(
    output: &mut impl Write,
    point: &Point,
    advice: &Advice,
    against: Option<&Against>,
    outs: &[Outs],
) -> io::Result<()> {
    write!(output, "{}", list(&point.hole))?;
    if !point.board.is_empty() {
        let cards: Vec<Card> = point.board.iter().copied().chain(point.hole).collect();
        let hand = Hand::best_of(&cards).map_or(String::new(), |hand| hand.to_string());
        write!(output, " on {}: {hand}", list(&point.board))?;
    }
    writeln!(output, "\n")?;
    for (index, (action, value)) in advice.iter().enumerate() {
        let cost = advice[0].1 - *value;
        let note = if index == 0 { "best".into() } else { format!("costs {:.6} of an Ante", cost.to_f64()) };
        writeln!(output, "  {:<6}{:>+12.6}   {note:<28}  = {value}", action.to_string(), value.to_f64())?;
    }
    let Some(against) = against else { return Ok(()) };
    writeln!(
        output,
        "\n  Of {} dealer hands {} beat you, {} tie and {} lose.",
        against.wins + against.ties + against.losses,
        against.losses,
        against.ties,
        against.wins
    )?;
    let count: usize = outs.iter().map(|group| group.cards.len()).sum();
    writeln!(output, "  {count} cards beat you from the dealer's hand, each by itself:")?;
    for group in outs {
        writeln!(output, "    {:>2}  {:<32}{}", group.cards.len(), group.makes, list(&group.cards))?;
    }
    Ok(())
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
