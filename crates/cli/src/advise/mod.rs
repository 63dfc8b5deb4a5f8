//! `uth advise`: the exact value of every legal action at one point of a hand.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use analysis::AdviceRecord;
use analysis::advice::{Advised, Point, PointError, written};
use uth::{Card, Hand};

use crate::args::AdviseArguments;

pub(crate) fn run(arguments: &AdviseArguments) -> anyhow::Result<ExitCode> {
    let AdviseArguments { hole, board, dead, dealer, .. } = arguments;
    let point = Point::read(hole, board, dead, dealer).map_err(as_typed)?;
    let advised = point.advised()?;
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(output, "{}", serde_json::to_string(&AdviceRecord::from(&advised))?)?;
    } else {
        write(&mut output, &point, &advised)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What is wrong begins with the option as it was typed.
fn as_typed(error: PointError) -> anyhow::Error {
    match error {
        PointError::Hole(_) | PointError::Unread { place: "hole", .. } => error.into(),
        _ => anyhow::anyhow!("--{error}"),
    }
}

fn write(output: &mut impl Write, point: &Point, advised: &Advised) -> io::Result<()> {
    let Advised { advice, against, outs } = advised;
    write!(output, "{}", written(&point.hole))?;
    if !point.board.is_empty() {
        let cards: Vec<Card> = point.board.iter().copied().chain(point.hole).collect();
        let hand = Hand::best_of(&cards).map_or(String::new(), |hand| hand.to_string());
        write!(output, " on {}: {hand}", written(&point.board))?;
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
        writeln!(output, "    {:>2}  {:<32}{}", group.cards.len(), group.makes, written(&group.cards))?;
    }
    Ok(())
}
