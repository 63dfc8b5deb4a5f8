//! The findings as text, one line each.

use std::io::{self, Write};

use odds::Fraction;

use super::{Finding, Gain, InformationArguments, ScenarioOption, margin};

pub(super) fn write_head(output: &mut impl Write, base: Fraction) -> io::Result<()> {
    writeln!(
        output,
        "What it is worth to see cards before the first decision, with best play, of an Ante\n"
    )?;
    writeln!(
        output,
        "  {:<26}{:>12}{:>12}{:>11}{:>8}  exact value",
        "seen", "value", "gain", "published", "time"
    )?;
    let edge = base.to_f64() * 100.0;
    writeln!(output, "  {:<26}{edge:>+11.6}%{:>12}{:>11}{:>8}  {base}", "nothing", "", "", "")
}

pub(super) fn write_row(output: &mut impl Write, finding: &Finding, base: Fraction) -> io::Result<()> {
    let percent = |value: f64| value * 100.0;
    let gain = percent(finding.gain.to_f64());
    let value = percent(base.to_f64()) + gain;
    let published = finding.published.map_or(String::new(), |percent| format!("+{percent}%"));
    let time = format!("{:.1} s", finding.seconds);
    let exact = match &finding.gain {
        Gain::Exact(gain) => (base + *gain).to_string(),
        Gain::Sampled { estimate, .. } => {
            format!("± {:.4}% (95%), {} samples", percent(margin(estimate)), estimate.samples)
        }
    };
    writeln!(output, "  {:<26}{value:>+11.6}%{gain:>+11.6}%{published:>11}{time:>8}  {exact}", finding.seen)
}

pub(super) fn write_foot(output: &mut impl Write, arguments: &InformationArguments) -> io::Result<()> {
    if arguments.scenario.contains(&ScenarioOption::Neighbours) {
        let seed = arguments.seed;
        writeln!(
            output,
            "\n  Sets of neighbours' cards are sampled (seed {seed}); what each set gains is exact."
        )?;
    }
    if arguments.scenario.is_empty() {
        writeln!(
            output,
            "\n  Hands of other players take minutes: uth information --scenario neighbours (sampled),"
        )?;
        writeln!(output, "  --scenario neighbour-hand (one player, exactly).")?;
    }
    Ok(())
}
