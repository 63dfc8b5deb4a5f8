//! `uth rules`: the rule books and their clauses, for people and for programs.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::FromStr;

use analysis::clauses;
use protocol::{BookRecord, ClauseDetail, bracket_labels, dollars};
use uth::{
    Aggregate, AuthorisedLimit, BAD_BEAT, BLIND, Banking, Book, Category, Cents, Dealing, HandResult,
    PayTable, RuleBook, Schedule, Wager,
};

use crate::output::{self, joined};

const EXAMPLES: &str = "Examples:
  uth rules                        all four, a paragraph each
  uth rules california-bad-beat    one, with its pay tables and 24 collection schedules
  uth rules washington --json      the same for programs
  uth rules BB.settle.4a           a clause, the rulings that decide it and the tests that prove it";

/// Show the rule books: layout, wagers, pay tables, limits, collection schedules; or one clause
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// california, washington, california-bad-beat or house, or the id of a clause; all books if not given
    #[arg(value_name = "BOOK|CLAUSE")]
    topic: Option<Topic>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.topic {
        None => {
            let books = || Book::ALL.map(|book| BookRecord::from(book.rules()));
            output::print(arguments.json, books, write_overview)
        }
        Some(Topic::Book(book)) => {
            let rules = book.rules();
            output::print(arguments.json, || BookRecord::from(rules), |output| write(output, rules))
        }
        Some(Topic::Clause(detail)) => {
            output::print(arguments.json, || detail, |output| write_clause(output, detail))
        }
    }
}

/// What the reader wants to know.
#[derive(Clone)]
enum Topic {
    Book(Book),
    Clause(Box<ClauseDetail>),
}

impl FromStr for Topic {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Topic> {
        let looks_like_clause =
            text.contains('.') || text.trim_start_matches(['R', 'r']).parse::<u8>().is_ok();
        if looks_like_clause {
            return Ok(Topic::Clause(Box::new(clauses::detail(text)?)));
        }
        Ok(Topic::Book(text.parse()?))
    }
}

fn write_clause(
    output: &mut dyn Write,
    ClauseDetail { clause, rulings, tests }: &ClauseDetail,
) -> io::Result<()> {
    let heading = [&*clause.document, &clause.section].into_iter().filter(|heading| !heading.is_empty());
    writeln!(output, "{}  {} ({})\n", clause.id, joined(heading, ", "), clause.kind)?;
    write_wrapped(output, "  ", &clause.text)?;
    for ruling in rulings {
        writeln!(output, "\n  {} decides:", ruling.id)?;
        write_wrapped(output, "    ", &ruling.text)?;
    }
    let mut file = "";
    for test in tests {
        if test.file != file {
            file = &test.file;
            writeln!(output, "\n  Proved in {file}:")?;
        }
        writeln!(output, "    {}", test.name)?;
    }
    Ok(())
}

/// A line that people read without moving their heads.
const LINE_WIDTH: usize = 100;

fn write_wrapped(output: &mut dyn Write, indent: &str, text: &str) -> io::Result<()> {
    let mut line = indent.to_owned();
    for word in text.split_whitespace() {
        if line.trim_end().len() > indent.len() && line.chars().count() + word.chars().count() > LINE_WIDTH {
            writeln!(output, "{}", line.trim_end())?;
            indent.clone_into(&mut line);
        }
        line.push_str(word);
        line.push(' ');
    }
    writeln!(output, "{}", line.trim_end())
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
    text.extend(rules.authorised_limit.as_ref().map(|limit| {
        let (amount, maximum) = (dollars(limit.amount), dollars(limit.largest_maximum()));
        let AuthorisedLimit { source, since, .. } = limit;
        (
            "Limits",
            format!("no single wager above {amount} ({source}, since {since}), so a maximum up to {maximum}"),
        )
    }));
    if rules.may_have_aggregate {
        let times = Aggregate::LEAST_MULTIPLE;
        let sentence =
            format!("a table may limit what all players win on Blind and Trips in a round, to {times} times");
        text.extend([
            ("Aggregate", sentence),
            ("", "its maximum or more; beyond it each is paid a share".to_owned()),
        ]);
    }
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
    if !rules.required.is_empty() {
        text.push(("Stated", format!("a table must state {}", joined(rules.required, ", and "))));
    }
    let heading = ["Posted"].into_iter().chain(std::iter::repeat(""));
    text.extend(heading.zip(posted(rules)));
    text
}

/// Returns what a table of the book posts (R25).
fn posted(rules: &RuleBook) -> Vec<String> {
    let sentences = [rules.inscription, rules.placard].into_iter().flatten();
    let mut items: Vec<String> = sentences.map(|sentence| format!("“{sentence}”")).collect();
    let mut rest = vec!["minimum and maximum", "the pay table", "the odds of every wager"];
    rest.extend((rules.banking == Banking::PlayerDealer).then_some("the collection, if there is one"));
    rest.extend(rules.may_have_aggregate.then_some("the aggregate, if there is one"));
    items.push(joined(rest, ", "));
    items
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
    write_edges(output, rules)?;
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

/// The house edges that the document prints under its tables, and below them the true ones.
fn write_edges(output: &mut dyn Write, rules: &RuleBook) -> io::Result<()> {
    let Some(edges) = rules.printed_edges else { return Ok(()) };
    let columns: Vec<_> =
        [edges.blind].into_iter().chain(rules.pay_tables.iter().map(|table| edges.trips(*table))).collect();
    write!(output, "  {:<17}", "edge, as printed")?;
    for edge in &columns {
        write!(output, "{:>14}", edge.printed)?;
    }
    write!(output, "\n  {:<17}", "true edge")?;
    for edge in &columns {
        write!(output, "{:>14}", edge.percentage())?;
    }
    writeln!(
        output,
        "\n\n  Under Trips the edges are of the wager. Under the Blind the true edge is of {}.",
        edges.blind.of
    )?;
    if let Some(note) = edges.blind.note {
        write_wrapped(output, "  ", &format!("{}: {note}", edges.blind.printed))?;
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
