//! `uth advise`: the exact value of every legal action at one point of a hand.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use analysis::advice::{Advised, Point, PointError, written};
use analysis::wire_advice;
use clap::Args;
use uth::{Card, Hand};

use crate::json;

const EXAMPLES: &str = "Examples:
  uth advise \"As Kd\"                                    before the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h\"                on the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h 2s 2d\"          on the river, with the dealer's outs
  uth advise \"Jh 8d\" --dead \"2c 2d Qs 4h\"              with the cards of two other players seen
  uth advise \"Jh 8d\" --dealer Qh                         with one card of the dealer seen";

/// Say what every legal action is worth at any point of a hand, exactly
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AdviseArguments {
    /// Your two cards
    #[arg(value_name = "HOLE")]
    hole: String,
    /// The board: three cards on the flop, five on the river
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    /// Cards that are known to be out of the deck, such as those of other players
    #[arg(long, value_name = "CARDS", default_value = "")]
    dead: String,
    /// One or both of the dealer's cards, if you have seen them
    #[arg(long, value_name = "CARDS", default_value = "")]
    dealer: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &AdviseArguments) -> anyhow::Result<ExitCode> {
    let AdviseArguments { hole, board, dead, dealer, .. } = arguments;
    let point = Point::read(hole, board, dead, dealer).map_err(as_typed)?;
    let advised = point.advised()?;
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        json::write(&mut output, &wire_advice(&advised))?;
    } else {
        write(&mut output, &point, &advised)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Names the option that an error is about, as it is typed.
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
    writeln!(output, "  {count} dealer outs:")?;
    for group in outs {
        writeln!(output, "    {:>2}  {:<32}{}", group.cards.len(), group.makes, written(&group.cards))?;
    }
    Ok(())
}
