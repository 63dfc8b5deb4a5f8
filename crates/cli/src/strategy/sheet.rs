//! Strategies as text.

use std::io::{self, Write};

use analysis::strategies::{NamedStrategy, StrategyKind};
use odds::{StartingHand, Strategy, StreetRules};
use uth::Rank;

use super::{Costed, Listed};
use crate::solve::sheet::{actions, figure, grouped, percent, value};

pub(super) fn write_list(output: &mut impl Write, all: &[Listed]) -> io::Result<()> {
    writeln!(output, "  {:<14}{:>11}{:>12}   what it is", "strategy", "house edge", "cost")?;
    for Listed { named, value, cost } in all {
        let (edge, cost) = (percent(-*value), percent(*cost));
        writeln!(output, "  {:<14}{edge:>10.6}%{cost:>11.6}%   {}", named.name, named.about)?;
    }
    writeln!(
        output,
        "\n  Percent of an Ante, exactly, over all deals of the standard game; the cost is against best play.\
         \n  uth strategy show NAME to learn one, uth strategy cost NAME for every figure; NAME may be a file."
    )
}

pub(super) fn write_cost(output: &mut impl Write, costed: &Costed) -> io::Result<()> {
    let Costed { named, evaluation, best } = costed;
    write_title(output, named)?;
    value(output, "Base game", evaluation.base(), "of an Ante")?;
    value(output, "  Ante", evaluation.wagers.ante, "")?;
    value(output, "  Blind", evaluation.wagers.blind, "")?;
    value(output, "  Play", evaluation.wagers.play, "")?;
    value(output, "Best play", *best, "")?;
    value(output, "Cost", costed.cost(), "")?;
    writeln!(output)?;
    figure(output, "House edge", &format!("{:.6}% of an Ante", percent(-evaluation.base())))?;
    let cost = percent(costed.cost());
    figure(output, "Cost", &format!("{cost:.6}% of an Ante more than best play"))?;
    let risk = percent(evaluation.element_of_risk());
    figure(output, "Element of risk", &format!("{risk:.6}% of all money wagered"))?;
    figure(output, "Average wager", &format!("{:.6} Antes", evaluation.average_wager().to_f64()))?;
    let deviation = evaluation.distribution.standard_deviation();
    figure(output, "Standard deviation", &format!("{deviation:.6} Antes a round"))?;
    let [wins, pushes, losses] = evaluation.distribution.outcomes().map(percent);
    figure(output, "Round", &format!("wins {wins:.4}%, breaks even {pushes:.4}%, loses {losses:.4}%"))?;
    figure(output, "Actions", &actions(&evaluation.actions()))?;
    writeln!(output, "\n  Exactly, over all {} deals.", grouped(evaluation.distribution.deals()))
}

pub(super) fn write_strategy(
    output: &mut impl Write,
    named: &NamedStrategy,
    strategy: &dyn Strategy,
    colour: bool,
) -> io::Result<()> {
    write_title(output, named)?;
    write_chart(output, strategy, colour)?;
    match &named.kind {
        StrategyKind::Rules(rules) => {
            for (times, range) in &rules.preflop {
                let (hands, combos) = (range.hands().len(), range.combos());
                writeln!(output, "  raise {times}x: {hands} hands, {combos} of 1326 combinations")?;
            }
            write_decision(output, "On the flop", "raise 2x", "check", &rules.flop)?;
            write_decision(output, "On the river", "raise 1x", "fold", &rules.river)?;
            named.notes.as_ref().map_or(Ok(()), |notes| writeln!(output, "\n{}", notes.trim()))
        }
        StrategyKind::Best | StrategyKind::ThreeTimes | StrategyKind::WaitForFlop => writeln!(
            output,
            "On the flop and the river, play what is best there; that does not fit on a page.\n\
             A strategy that can be learnt: uth strategy show uth"
        ),
    }
}

fn write_title(output: &mut impl Write, named: &NamedStrategy) -> io::Result<()> {
    writeln!(output, "{}\n", named.title)?;
    if !named.about.is_empty() {
        writeln!(output, "  {}", named.about)?;
    }
    if let Some(source) = &named.source {
        writeln!(output, "  Source: {source}.")?;
    }
    writeln!(output)
}

fn write_chart(output: &mut impl Write, strategy: &dyn Strategy, colour: bool) -> io::Result<()> {
    writeln!(output, "Before the flop, suited hands above the diagonal\n")?;
    for row in Rank::ALL.into_iter().rev() {
        write!(output, "  ")?;
        for column in Rank::ALL.into_iter().rev() {
            let (high, low) = (row.max(column), row.min(column));
            let hand = StartingHand { high, low, suited: row > column };
            write_cell(output, hand, strategy.preflop(hand.cards()), colour)?;
        }
        writeln!(output)?;
    }
    writeln!(output)
}

fn write_cell(
    output: &mut impl Write,
    hand: StartingHand,
    raise: Option<u8>,
    colour: bool,
) -> io::Result<()> {
    let mark = raise.map_or_else(|| "·".to_owned(), |times| times.to_string());
    let hand = hand.to_string();
    let cell = format!("{hand:>4} {mark} ");
    match (colour, raise) {
        (false, _) => write!(output, "{cell}"),
        // Black on green raises, white on dark grey waits.
        (true, Some(_)) => write!(output, "\x1b[30;42m{cell}\x1b[0m"),
        (true, None) => write!(output, "\x1b[97;100m{cell}\x1b[0m"),
    }
}

fn write_decision(
    output: &mut impl Write,
    street: &str,
    raise: &str,
    hold_back: &str,
    decision: &StreetRules,
) -> io::Result<()> {
    if decision.raise.is_empty() {
        return writeln!(output, "\n{street}, {hold_back}");
    }
    writeln!(output, "\n{street}, {raise} with one of")?;
    for rule in &decision.raise {
        writeln!(output, "  - {rule}")?;
    }
    if !decision.hold_back.is_empty() {
        writeln!(output, "but {hold_back} with")?;
    }
    for rule in &decision.hold_back {
        writeln!(output, "  - {rule}")?;
    }
    writeln!(output, "and {hold_back} with everything else")
}
