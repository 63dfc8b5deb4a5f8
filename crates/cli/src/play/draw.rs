//! A table, drawn.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Paragraph, Row, Table, Wrap};
use uth::{Cents, Stage};

use super::cards::{BACKS, row};
use super::form::Field;
use super::lobby::limits;
use super::scene::Scene;
use crate::money::signed;
use client::{Bank, Banker, Best, Hand, Round, Seat};

/// Below this there is no room for a table.
const LEAST: (u16, u16) = (64, 18);

pub(super) fn table(frame: &mut Frame<'_>, scene: &Scene<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let words = format!("The window is too small: a table needs {} by {}. q quits.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    let pay_table = scene.settings.pay_table.as_deref().unwrap_or("own pays");
    let title = format!(" {} ", scene.name);
    let rules = format!(" {} · {pay_table} · {} ", scene.settings.book, limits(scene.settings));
    let who = format!(" {} · {} ", scene.player.name, Cents(scene.wallet));
    let block = Block::bordered()
        .title_top(title)
        .title_top(Line::from(who).right_aligned())
        .title_bottom(Line::from(rules).right_aligned());
    let within = block.inner(area);
    frame.render_widget(block, area);
    let seats = u16::try_from(scene.view.seats.len()).unwrap_or(u16::MAX).saturating_add(1);
    let [middle, around, results, said, form, keys] = Layout::vertical([
        Constraint::Length(4),
        Constraint::Length(seats),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(3),
    ])
    .areas(within);
    frame.render_widget(Paragraph::new(dealer(scene)), middle);
    draw_seats(frame, around, scene);
    frame.render_widget(Paragraph::new(settled(scene, results.height)), results);
    frame.render_widget(Paragraph::new(said_last(scene)), said);
    frame.render_widget(Paragraph::new(amounts(scene)), form);
    frame.render_widget(Paragraph::new(footer(scene)).style(Style::new().dim()), keys);
}

/// The dealer's side: cards, bank, stage and time.
fn dealer(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let round = scene.view.round.as_ref();
    let mut hand = vec![Span::raw("  Dealer  ")];
    match round.and_then(|round| round.dealer) {
        Some(cards) => hand.extend(row(&cards)),
        None if is_dealt(scene) => hand.push(Span::raw(BACKS)),
        None => {}
    }
    let name = round.and_then(|round| round.dealer_hand.as_ref()).map(|best| format!("  {}", best.name));
    hand.extend(name.map(Span::raw));
    let mut board = vec![Span::raw("  Board   ")];
    board.extend(round.into_iter().flat_map(|round| row(&round.board)));
    let mut stage = vec![Span::raw(format!("  {}", stage_words(scene)))];
    if let Some(seconds) = scene.seconds() {
        stage.push(Span::styled(format!(" · {seconds} s"), Style::new().fg(Color::Yellow)));
    }
    stage.push(Span::raw(format!(" · {}", bank_words(scene))));
    vec![Line::from(hand), Line::from(board), Line::from(stage), Line::default()]
}

/// Whether cards lie on the table.
fn is_dealt(scene: &Scene<'_>) -> bool {
    let stage = scene.view.round.as_ref().map(|round| round.stage);
    stage.is_some_and(|stage| stage >= Stage::Preflop && stage != Stage::Void)
}

fn stage_words(scene: &Scene<'_>) -> String {
    let number = scene.view.round.as_ref().map_or(0, |round| round.number.saturating_add(1));
    let words = match scene.view.round.as_ref().map(|round| round.stage) {
        None => return "no round yet".into(),
        Some(Stage::Betting) => "bets are open",
        Some(Stage::Closed) => "no more bets",
        Some(Stage::Preflop) => "before the flop",
        Some(Stage::Flop) => "flop",
        Some(Stage::River) => "river",
        Some(Stage::Settled) => "settled",
        Some(Stage::Void) => "void",
    };
    format!("round {number}: {words}")
}

fn bank_words(scene: &Scene<'_>) -> String {
    let name =
        |seat: u8| scene.view.seats.iter().find(|chair| chair.seat == seat).map_or("", |chair| name(chair));
    match (&scene.view.bank, scene.view.live().map(|round| &round.banker)) {
        (Bank::Offered { seat, .. }, _) => format!("the bank is offered to {}", name(*seat)),
        (_, Some(Banker::PlayerDealer { seat, wager, .. })) => {
            format!("{} banks with {}", name(*seat), Cents(wager.unwrap_or(0)))
        }
        (Bank::Accepted { seat, wager, .. }, _) => format!("{} banks with {}", name(*seat), Cents(*wager)),
        (Bank::Nobody, _) if scene.is_player_banked() => "nobody banks: o offers the bank again".into(),
        (Bank::Nobody, _) => "the house banks".into(),
    }
}

fn draw_seats(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let has_bad_beat = scene.has_bad_beat();
    let mut names = vec!["", "player", "cards", "Ante/Blind", "Trips"];
    let mut widths = vec![
        Constraint::Length(3),
        Constraint::Min(14),
        Constraint::Length(5),
        Constraint::Length(10),
        Constraint::Length(9),
    ];
    if has_bad_beat {
        names.push("Bad Beat");
        widths.push(Constraint::Length(9));
    }
    names.extend(["Play", "result"]);
    widths.extend([Constraint::Length(6), Constraint::Length(12)]);
    let rows = scene.view.seats.iter().map(|seat| seat_row(seat, scene, has_bad_beat));
    let list = Table::new(rows, widths).header(Row::new(names).style(Style::new().dim()));
    frame.render_widget(list, area);
}

fn seat_row<'a>(seat: &'a Seat, scene: &Scene<'a>, has_bad_beat: bool) -> Row<'a> {
    let is_own = seat.player.as_ref().is_some_and(|who| who.id == scene.player.id);
    let hand =
        scene.view.round.as_ref().and_then(|round| round.hands.iter().find(|hand| hand.seat == seat.seat));
    let awaited = hand.is_some_and(|hand| hand.awaited);
    let mark = if awaited { '▸' } else { ' ' };
    let mut who = name(seat).to_owned();
    who.push_str(if is_own { " (you)" } else { "" });
    who.push_str(if seat.sits_out { ", sits out" } else { "" });
    who.push_str(if seat.leaves { ", leaves" } else { "" });
    who.push_str(if scene.view.button == Some(seat.seat) { " Ⓑ" } else { "" });
    let mut cells = vec![Cell::from(format!("{mark}{}", seat.seat)), Cell::from(who)];
    cells.extend(hand_cells(hand, is_dealt(scene), has_bad_beat));
    let style = if is_own { Style::new().fg(Color::Cyan) } else { Style::new() };
    Row::new(cells).style(style)
}

fn hand_cells(hand: Option<&Hand>, is_dealt: bool, has_bad_beat: bool) -> Vec<Cell<'static>> {
    let Some(hand) = hand else { return Vec::new() };
    let money = |cents: i64| Cell::from(if cents == 0 { String::new() } else { Cents(cents).to_string() });
    let backs = || Line::from(if is_dealt { BACKS } else { "" });
    let cards = hand.hole.map_or_else(backs, |hole| Line::from(row(&hole)));
    let mut cells = vec![Cell::from(cards), money(hand.ante), money(hand.trips)];
    if has_bad_beat {
        cells.push(money(hand.bad_beat));
    }
    cells.push(Cell::from(match hand.play {
        None => String::new(),
        Some(0) => "fold".into(),
        Some(times) => format!("{times}x"),
    }));
    cells.push(Cell::from(hand.net.map_or_else(String::new, |net| signed(Cents(net)))));
    cells
}

fn name(seat: &Seat) -> &str {
    seat.player.as_ref().map_or("–", |who| &who.name)
}

/// What became of the player's wagers, each with its clause, as far as there is room.
fn settled(scene: &Scene<'_>, height: u16) -> Vec<Line<'static>> {
    let Some(round) = scene.over().or(scene.last) else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(reason) = &round.void_reason {
        lines.push(Line::from(format!("  round {} is void: {reason}", round.number.saturating_add(1))));
    }
    for hand in round.hands_of(scene.player.id) {
        lines.extend(outcome(round, hand));
        lines.extend(hand.wagers.iter().map(|line| {
            let (stake, net) = (Cents(line.stake).to_string(), signed(Cents(line.net)));
            let wager = line.wager.replace('_', " ");
            Line::from(format!("  {wager:<9}{stake:>10}  {net:>11}  {}  {}", line.outcome, line.clause))
        }));
    }
    if round.is_banked_by(scene.player.id) {
        let (net, fee) = (round.bank_net.unwrap_or(0), round.collection.unwrap_or(0));
        let words = format!(
            "  round {}: your bank {}, collection {}",
            round.number.saturating_add(1),
            signed(Cents(net)),
            Cents(fee)
        );
        lines.push(Line::from(words));
    }
    if lines.len() < usize::from(height) {
        lines.insert(0, Line::default());
    }
    lines.truncate(height.into());
    lines
}

/// How a hand fared, with the cards, which the table may have cleared away by now.
fn outcome(round: &Round, hand: &Hand) -> Option<Line<'static>> {
    let name = |best: &Option<Best>| best.as_ref().map_or(String::new(), |best| format!(" {}", best.name));
    let mut spans = vec![Span::raw(format!("  round {}: ", round.number.saturating_add(1)))];
    spans.extend(hand.hole.iter().flat_map(|hole| row(hole)));
    spans.push(Span::raw(format!("{} against ", name(&hand.hand))));
    spans.extend(round.dealer.iter().flat_map(|dealer| row(dealer)));
    spans.push(Span::raw(format!("{}: {}", name(&round.dealer_hand), hand.verdict.as_ref()?)));
    Some(Line::from(spans))
}

fn said_last(scene: &Scene<'_>) -> Line<'static> {
    let words = if scene.is_connected || !scene.message.is_empty() { scene.message } else { "coming back" };
    Line::styled(format!("  {words}"), Style::new().fg(Color::Yellow))
}

/// What will be wagered next; keys change what is marked.
fn amounts(scene: &Scene<'_>) -> Line<'static> {
    let shown = Field::ALL.into_iter().filter(|field| match field {
        Field::Ante | Field::Trips => true,
        Field::BadBeat => scene.has_bad_beat(),
        Field::Bank => scene.is_player_banked(),
    });
    let mut spans = vec![Span::raw("  Next: ")];
    for field in shown {
        let text = format!(" {} {} ", field.name(), Cents(scene.form.amount(field)));
        let chosen = field == scene.form.field;
        spans.push(if chosen { Span::raw(text).reversed() } else { Span::raw(text) });
        spans.push(Span::raw(" "));
    }
    Line::from(spans)
}

/// The keys that do something now, and those that always do.
fn footer(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let now = match (scene.seat(), scene.decides()) {
        (None, _) => "s sit down".to_owned(),
        (_, Some(Stage::Preflop)) => "4 3 raise · c check".into(),
        (_, Some(Stage::Flop)) => "2 raise · c check".into(),
        (_, Some(_)) => "1 raise · f fold".into(),
        _ if scene.is_offered_bank() => "b accept the bank · n decline it".into(),
        _ if scene.is_solo() => "d deal".into(),
        _ if scene.takes_wagers() => "d wager".into(),
        _ => "wait".into(),
    };
    let bad_beat = if scene.has_bad_beat() { " · e bad beat +" } else { "" };
    vec![
        Line::from(format!("  {now}")),
        Line::from(format!("  a ante + · t trips +{bad_beat} · ←→↑↓ 0-9 amounts")),
        Line::from("  u take back · x sit out · s sit · l leave · q quit"),
    ]
}
