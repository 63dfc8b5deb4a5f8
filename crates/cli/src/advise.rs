//! `uth advise`: the exact value of every legal action at one point of a hand.

use std::io::{self, Write};
use std::process::ExitCode;

use analysis::advice::{Point, PointError, written};
use analysis::solve::{Laboratory, MixText};
use analysis::wire_advice;
use odds::Game;
use protocol::Advice;
use uth::{Card, Hand, PayTableId, Pays};

use crate::output;

const EXAMPLES: &str = "Examples:
  uth advise \"As Kd\"                                   before the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h\"                on the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h 2s 2d\"          on the river, with the dealer's outs
  uth advise \"Jh 8d\" --dead \"2c 2d Qs 4h\"              when you have seen the cards of two other players
  uth advise \"Jh 8d\" --dealer Qh                       when you have seen one of the dealer's cards
  uth advise \"3c 2d\" --board \"Kh Kd Ks 8c 7d\" --mix trips=1,bad-beat=1
                                                      with bonus wagers as high as the Ante: a fold would
                                                      forfeit the Bad Beat";

/// Show what every legal action is worth at any point of a hand, exactly
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
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
    /// The approved Trips pay table
    #[arg(long, visible_alias = "paytable", value_name = "UTH-01..04", default_value = "UTH-01")]
    pay_table: PayTableId,
    /// Bonus wagers in Antes; values are then of all wagers together
    #[arg(long, value_name = "trips=1,bad-beat=0.5", default_value = "")]
    mix: MixText,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { hole, board, dead, dealer, pay_table, mix, json } = arguments;
    // Errors name the option that they are about, as it is typed.
    let point = Point::read(hole, board, dead, dealer).map_err(|error| match error {
        PointError::Hole(_) | PointError::Unread { place: "hole", .. } => error.into(),
        _ => anyhow::anyhow!("--{error}"),
    })?;
    let game = Game { mix: mix.mix(), ..Game::of(&Pays::approved(*pay_table)) };
    let advice = wire_advice(&point.advised(&Laboratory::default(), &game)?, false);
    output::print(*json, || &advice, |output| write(output, &point, &advice))
}

fn write(output: &mut dyn Write, point: &Point, advice: &Advice) -> io::Result<()> {
    write!(output, "{}", written(&point.hole))?;
    if !point.board.is_empty() {
        let cards: Vec<Card> = point.board.iter().copied().chain(point.hole).collect();
        let hand = Hand::best_of(&cards).map_or(String::new(), |hand| hand.to_string());
        write!(output, " on {}: {hand}", written(&point.board))?;
    }
    writeln!(output, "\n")?;
    for (index, one) in advice.actions.iter().enumerate() {
        let note = if index == 0 { "best".into() } else { format!("costs {:.6} of an Ante", one.cost) };
        writeln!(output, "  {:<6}{:>+12.6}   {note:<28}  = {}", one.action, one.value, one.exact)?;
    }
    let (Some(hands), Some(outs)) = (advice.dealer_hands, &advice.outs) else { return Ok(()) };
    let all = hands.win + hands.tie + hands.lose;
    writeln!(
        output,
        "\n  Of {all} dealer hands, {} beat you, {} tie and {} lose.",
        hands.win, hands.tie, hands.lose
    )?;
    writeln!(output, "  {} dealer outs:", outs.iter().map(|group| group.count).sum::<usize>())?;
    for group in outs {
        writeln!(output, "    {:>2}  {:<32}{}", group.count, group.makes, group.cards)?;
    }
    Ok(())
}
