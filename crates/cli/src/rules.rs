//! `uth rules`: the rule books, for people and for programs.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use protocol::{BookRecord, bracket_labels, dollars};
use uth::{
    BAD_BEAT, BLIND, Banking, Book, Category, Cents, Dealing, HandResult, PayTable, RuleBook, Schedule, Wager,
};

use crate::output::{self, joined};

const EXAMPLES: &str = "Examples:
  uth rules                        all four, a paragraph each
  uth rules california-bad-beat    one, with its pay tables and 24 collection schedules
  uth rules washington --json      the same for programs";

/// Show the rule books: layout, wagers, pay tables, limits, collection schedules
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// california, washington, california-bad-beat or house; all of them if not given
    #[arg(value_name = "BOOK")]
    book: Option<Book>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Some(book) = arguments.book else {
        let books = || Book::ALL.map(|book| BookRecord::from(book.rules()));
        return output::print(arguments.json, books, write_overview);
    };
    let rules = book.rules();
    output::print(arguments.json, || BookRecord::from(rules), |output| write(output, rules))
}

fn write_overview(output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "The four rule books:\n")?;
    for rules in Book::ALL.map(Book::rules) {
        let bonuses =
            joined(rules.areas.iter().filter(|area| matches!(area, Wager::Trips | Wager::BadBeat)), ", ");
        writeln!(output, "  {:<21}{}", rules.book.id(), rules.title)?;
        writeln!(output, "  {:<21}{}, {bonuses}, {}", "", places(rules), joined(rules.pay_tables, ", "))?;
    }
    writeln!(output, "\nRead one with, for example: uth rules california-bad-beat")
}

fn write(output: &mut dyn Write, rules: &RuleBook) -> io::Result<()> {
    writeln!(output, "{}  ({})\n", rules.title, rules.book.id())?;
    for (heading, text) in paragraphs(rules) {
        writeln!(output, "  {heading:<12}{text}")?;
    }
    write_pay_tables(output, rules)?;
    write_schedules(output, (rules.schedules)())
}

/// Returns the paragraphs in the order of a rule book; one without a heading continues the paragraph before it.
fn paragraphs(rules: &RuleBook) -> Vec<(&'static str, String)> {
    let mut text = vec![
        ("Bank", bank(rules).to_owned()),
        ("Places", places(rules)),
        ("Layout", joined(rules.areas, ", ")),
    ];
    text.extend(rules.inscription.map(|inscription| ("", format!("“{inscription}”"))));
    text.push(("Decks", decks(rules).to_owned()));
    let heading = ["Dealing"].into_iter().chain(std::iter::repeat(""));
    text.extend(heading.zip(rules.dealings.iter().copied().map(dealt)));
    let wagers = "Ante and Blind, equal, before “no more bets”; bonus wagers are optional";
    text.push(("Wagers", wagers.to_owned()));
    if rules.offers(Wager::BadBeat) {
        text.push(("", "Bad Beat only together with Trips (a table may take it alone)".to_owned()));
    }
    text.extend(rules.limits.as_ref().map(|limits| {
        let range = |range: &RangeInclusive<Cents>| {
            format!("from {} to {}", dollars(*range.start()), dollars(*range.end()))
        };
        ("Limits", format!("minimum {}, maximum {}", range(&limits.minimum), range(&limits.maximum)))
    }));
    text.extend(rules.games_per_person.map(|games| {
        ("Games", format!("at most {games} a person: Ante, Blind and Play are one, each bonus another"))
    }));
    let play = "before the flop 4x or 3x the Ante, on the flop 2x, on the river 1x; only once";
    let dealer = "qualifies with a pair; without one, the Ante of every hand that did not fold pushes";
    text.extend([
        ("Play", play.to_owned()),
        ("Dealer", dealer.to_owned()),
        ("Settlement", seats(rules)),
        ("", format!("a winning hand: {}", wager_order(rules, HandResult::Win))),
        ("", format!("a losing hand: {}", wager_order(rules, HandResult::Lose))),
    ]);
    text
}

fn bank(rules: &RuleBook) -> &'static str {
    match rules.banking {
        Banking::House => "the house",
        Banking::PlayerDealer => {
            "a seated player, two rounds at most, then offered clockwise; never the house;\n              \
             no player wins or loses more than the player-dealer put up"
        }
    }
}

fn places(rules: &RuleBook) -> String {
    match (rules.banking, rules.places.end()) {
        (Banking::PlayerDealer, most) => format!("{most} places, the player-dealer's included"),
        (Banking::House, most) => format!("{} to {most} places", rules.places.start()),
    }
}

fn decks(rules: &RuleBook) -> &'static str {
    match rules.decks {
        1 => "one deck of 52 cards",
        _ => "two decks of 52 cards with backs of different colours, one in play, one being shuffled",
    }
}

fn dealt(dealing: Dealing) -> String {
    let order = match dealing {
        Dealing::Shoe => "one card to each place and the dealer, twice; then five community cards",
        Dealing::Shuffler => "two cards to each place, two to the dealer; then five community cards",
        Dealing::Hand => "two cards to each place and the dealer; community cards street by street",
        Dealing::Ideal => "five community cards first; then two cards to each place and the dealer",
    };
    format!("{dealing}: {order}")
}

fn seats(rules: &RuleBook) -> String {
    let other = rules.seat_orders.iter().find(|order| **order != rules.seat_order);
    let choice = other.map_or(String::new(), |order| format!(" (a table may choose {order})"));
    format!("{}{choice}", rules.seat_order)
}

fn wager_order(rules: &RuleBook, result: HandResult) -> String {
    let order = rules.wager_order.wagers(result, true);
    joined(order.iter().filter(|wager| rules.offers(**wager)), ", ")
}

fn write_pay_tables(output: &mut dyn Write, rules: &RuleBook) -> io::Result<()> {
    let mut columns: Vec<(String, PayTable)> = vec![("Blind".into(), BLIND)];
    columns.extend(rules.pay_tables.iter().map(|table| (format!("Trips {table}"), table.trips())));
    if rules.offers(Wager::BadBeat) {
        columns.push(("Bad Beat".into(), BAD_BEAT));
    }
    write!(output, "\n  {:<17}", "Pay tables")?;
    for (heading, _) in &columns {
        write!(output, "{heading:>14}")?;
    }
    writeln!(output)?;
    for kind in Category::ALL.into_iter().rev().take_while(|kind| *kind >= Category::ThreeOfAKind) {
        write!(output, "  {kind:<17}")?;
        for (_, table) in &columns {
            write!(output, "{:>14}", table.pays(kind).map_or(String::new(), |odds| odds.to_string()))?;
        }
        writeln!(output)?;
    }
    writeln!(
        output,
        "\n  Ante and Play pay 1 to 1. The Blind pays on a win and pushes where the table is empty."
    )?;
    if rules.offers(Wager::BadBeat) {
        writeln!(output, "  Bad Beat pays by the hand that was beaten, the player's or the dealer's.")?;
    }
    if rules.pay_tables.len() > 1 {
        writeln!(output, "  A table uses exactly one of the Trips tables.")?;
    }
    Ok(())
}

/// Four schedules side by side.
fn write_schedules(output: &mut dyn Write, schedules: &[Schedule]) -> io::Result<()> {
    if schedules.is_empty() {
        return Ok(());
    }
    writeln!(output, "\n  Collection from the player-dealer, by all wagers on the table before the deal;")?;
    writeln!(output, "  players pay $0.00. The table picks one of {} schedules.", schedules.len())?;
    for group in schedules.chunks(4) {
        writeln!(output)?;
        let columns: Vec<Vec<String>> = group.iter().map(schedule_lines).collect();
        for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cell = |column: &Vec<String>| format!("{:<22}", column.get(row).map_or("", String::as_str));
            writeln!(output, "  {}", joined(columns.iter().map(cell), "   ").trim_end())?;
        }
    }
    Ok(())
}

fn schedule_lines(schedule: &Schedule) -> Vec<String> {
    let heading = format!("Schedule {}", schedule.number().unwrap_or(0));
    let brackets = schedule.brackets().iter().zip(bracket_labels(schedule));
    let rows = brackets.map(|(bracket, label)| format!("{label:<15}{:>7}", bracket.fee.to_string()));
    std::iter::once(heading).chain(rows).collect()
}
