//! A rule book as text.

use std::io::{self, Write};

use protocol::{bracket_labels, dollars};
use uth::{
    BAD_BEAT, BLIND, Banking, Book, Category, Dealing, HandResult, Odds, PayTable, RuleBook, Schedule,
    SeatOrder, Wager,
};

pub(super) fn write_overview(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "The four rule books:\n")?;
    for rules in Book::ALL.map(Book::rules) {
        let bonuses = words(rules.areas.iter().filter(|area| matches!(area, Wager::Trips | Wager::BadBeat)));
        writeln!(output, "  {:<21}{}", rules.book.id(), rules.title)?;
        writeln!(output, "  {:<21}{}, {bonuses}, {}", "", places(rules), words(rules.pay_tables.iter()))?;
    }
    writeln!(output, "\nRead one with, for example: uth rules california-bad-beat")
}

pub(super) fn write(output: &mut impl Write, rules: &RuleBook) -> io::Result<()> {
    writeln!(output, "{}  ({})\n", rules.title, rules.book.id())?;
    for (heading, text) in paragraphs(rules) {
        writeln!(output, "  {heading:<12}{text}")?;
    }
    write_pay_tables(output, rules)?;
    write_schedules(output, (rules.schedules)())
}

fn paragraphs(rules: &RuleBook) -> Vec<(&'static str, String)> {
    let mut text = vec![("Bank", bank(rules).to_string()), ("Places", places(rules))];
    text.push(("Layout", words(rules.areas.iter())));
    text.extend(rules.inscription.map(|inscription| ("", format!("“{inscription}”"))));
    text.push(("Decks", decks(rules).to_string()));
    let heading = ["Dealing"].into_iter().chain(std::iter::repeat(""));
    text.extend(heading.zip(rules.dealings).map(|(heading, dealing)| (heading, dealt(*dealing))));
    text.push((
        "Wagers",
        "Ante and Blind, equal, before “no more bets”; bonus wagers as well, if wanted".into(),
    ));
    if rules.offers(Wager::BadBeat) {
        text.push(("", "Bad Beat only together with Trips (a table may take it alone)".into()));
    }
    if let Some(limits) = &rules.limits {
        let range = |range: &std::ops::RangeInclusive<uth::Cents>| {
            format!("from {} to {}", dollars(*range.start()), dollars(*range.end()))
        };
        text.push((
            "Limits",
            format!("minimum {}, maximum {}", range(&limits.minimum), range(&limits.maximum)),
        ));
    }
    if let Some(games) = rules.games_per_person {
        text.push((
            "Games",
            format!("at most {games} a person: Ante, Blind and Play are one, each bonus another"),
        ));
    }
    text.push((
        "Play",
        "before the flop 4x or 3x the Ante, on the flop 2x, on the river 1x; once only".into(),
    ));
    text.push(("Dealer", "qualifies with a pair; without one every Ante that did not fold pushes".into()));
    text.push(("Settlement", seats(rules).into()));
    text.push(("", format!("a winning hand: {}", wagers(rules, HandResult::Win, true))));
    text.push(("", format!("a losing hand: {}", wagers(rules, HandResult::Lose, true))));
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

fn seats(rules: &RuleBook) -> &'static str {
    match rules.seat_order {
        SeatOrder::ClockwiseFromBank => "folded hands first, then clockwise from the player-dealer's left",
        SeatOrder::RightToLeft => "right to left (a table may choose left to right)",
        SeatOrder::LeftToRight => "left to right",
    }
}

fn wagers(rules: &RuleBook, verdict: HandResult, qualifies: bool) -> String {
    let order = rules.wager_order.wagers(verdict, qualifies);
    words(order.iter().filter(|wager| rules.offers(**wager)))
}

fn write_pay_tables(output: &mut impl Write, rules: &RuleBook) -> io::Result<()> {
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
            write!(output, "{:>14}", table.pays(kind).map_or(String::new(), |odds: Odds| odds.to_string()))?;
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
fn write_schedules(output: &mut impl Write, schedules: &[Schedule]) -> io::Result<()> {
    if schedules.is_empty() {
        return Ok(());
    }
    writeln!(output, "\n  Collection from the player-dealer, by all wagers on the table before the deal;")?;
    writeln!(output, "  players pay $0.00. The table picks one of {} schedules.", schedules.len())?;
    for group in schedules.chunks(4) {
        writeln!(output)?;
        let columns: Vec<Vec<String>> = group.iter().map(schedule_lines).collect();
        for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cells =
                columns.iter().map(|column| format!("{:<22}", column.get(row).map_or("", String::as_str)));
            writeln!(output, "  {}", cells.collect::<Vec<_>>().join("   ").trim_end())?;
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

fn words(items: impl Iterator<Item = impl std::fmt::Display>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
