//! Draws the lobby and a table.

use protocol::{
    BankOffer, Banker, BestHand, Card, HandView, LegalAction, LobbyEntry, RoundView, SeatNumber, SeatView,
    Stage, TableMode, TableSettings, Wager, dollars,
};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Paragraph, Row, Table, TableState, Wrap};
use uth::{Cents, Suit};

use super::Scene;
use super::keys::Field;
use crate::options::signed;
use crate::output::{joined, play, round_number};

/// The smallest window that has room for a table.
const SMALLEST: (u16, u16) = (64, 18);

pub(super) fn table(frame: &mut Frame<'_>, scene: &Scene<'_>) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text =
            format!("The window is too small: a table needs {} by {}. q quits.", SMALLEST.0, SMALLEST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let pay_table = scene.settings.pay_table.map_or("custom pays", |table| table.0.name());
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
    let [middle, around, results, message, form, keys] = Layout::vertical([
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
    frame.render_widget(Paragraph::new(message_line(scene)), message);
    frame.render_widget(Paragraph::new(amounts(scene)), form);
    frame.render_widget(Paragraph::new(footer(scene)).style(Style::new().dim()), keys);
}

/// Returns the dealer's side: cards, board, stage, time and bank.
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
    let mut stage = vec![Span::raw(format!("  {}", stage_text(scene)))];
    if let Some(seconds) = scene.seconds() {
        stage.push(Span::styled(format!(" · {seconds} s"), Style::new().fg(Color::Yellow)));
    }
    stage.push(Span::raw(format!(" · {}", bank_text(scene))));
    vec![Line::from(hand), Line::from(board), Line::from(stage), Line::default()]
}

/// Returns whether cards are on the table.
fn is_dealt(scene: &Scene<'_>) -> bool {
    let stage = scene.view.round.as_ref().map(|round| round.stage);
    stage.is_some_and(|stage| stage >= Stage::Preflop && stage != Stage::Void)
}

fn stage_text(scene: &Scene<'_>) -> String {
    let Some(round) = &scene.view.round else { return "no round yet".into() };
    let text = match round.stage {
        Stage::Betting => "bets are open",
        Stage::Closed => "no more bets",
        Stage::Preflop => "before the flop",
        Stage::Flop => "flop",
        Stage::River => "river",
        Stage::Settled => "settled",
        Stage::Void => "void",
    };
    format!("round {}: {text}", round_number(round))
}

fn bank_text(scene: &Scene<'_>) -> String {
    let name = |seat: SeatNumber| scene.view.seats.iter().find(|other| other.seat == seat).map_or("", name);
    match (&scene.view.bank, scene.view.live().map(|round| &round.banker)) {
        (BankOffer::Offered { seat, .. }, _) => format!("the bank is offered to {}", name(*seat)),
        (_, Some(Banker::PlayerDealer { seat, wager, .. })) => {
            format!("{} banks with {}", name(*seat), Cents(wager.unwrap_or(0)))
        }
        (BankOffer::Accepted { seat, wager, .. }, _) => {
            format!("{} banks with {}", name(*seat), Cents(*wager))
        }
        (BankOffer::Nobody {}, _) if scene.is_player_banked() => {
            "no player banks: o offers the bank again".into()
        }
        (BankOffer::Nobody {}, _) => "the house banks".into(),
    }
}

fn draw_seats(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let has_bad_beat = scene.has(Field::BadBeat);
    let mut columns = vec![
        ("", Constraint::Length(3)),
        ("player", Constraint::Min(14)),
        ("cards", Constraint::Length(5)),
        ("Ante/Blind", Constraint::Length(10)),
        ("Trips", Constraint::Length(9)),
        ("Bad Beat", Constraint::Length(9)),
        ("Play", Constraint::Length(6)),
        ("result", Constraint::Length(12)),
    ];
    columns.retain(|(name, _)| has_bad_beat || *name != "Bad Beat");
    let (names, widths): (Vec<&str>, Vec<Constraint>) = columns.into_iter().unzip();
    let rows = scene.view.seats.iter().map(|seat| seat_row(seat, scene, has_bad_beat));
    let list = Table::new(rows, widths).header(Row::new(names).style(Style::new().dim()));
    frame.render_widget(list, area);
}

fn seat_row<'a>(seat: &'a SeatView, scene: &Scene<'a>, has_bad_beat: bool) -> Row<'a> {
    let is_own = seat.player.as_ref().is_some_and(|who| who.id == scene.player.id);
    let hand =
        scene.view.round.as_ref().and_then(|round| round.hands.iter().find(|hand| hand.seat == seat.seat));
    let awaited = hand.is_some_and(|hand| hand.awaited);
    let mark = if awaited { '▸' } else { ' ' };
    let is_bot = seat.player.as_ref().is_some_and(|player| player.bot);
    let marks = [
        (is_own, " (you)"),
        (is_bot, " [bot]"),
        (seat.sits_out, ", sits out"),
        (seat.leaves, ", leaves"),
        (scene.view.button == Some(seat.seat), " Ⓑ"),
    ];
    let marks = marks.into_iter().filter_map(|(is_so, mark)| is_so.then_some(mark));
    let text = name(seat).to_owned() + &marks.collect::<String>();
    let mut cells = vec![Cell::from(format!("{mark}{}", seat.seat)), Cell::from(text)];
    cells.extend(hand_cells(hand, is_dealt(scene), has_bad_beat));
    let style = if is_own { Style::new().fg(Color::Cyan) } else { Style::new() };
    Row::new(cells).style(style)
}

fn hand_cells(hand: Option<&HandView>, is_dealt: bool, has_bad_beat: bool) -> Vec<Cell<'static>> {
    let Some(hand) = hand else { return Vec::new() };
    let money = |cents: i64| Cell::from(if cents == 0 { String::new() } else { Cents(cents).to_string() });
    let backs = || Line::from(if is_dealt { BACKS } else { "" });
    let cards = hand.hole.map_or_else(backs, |hole| Line::from(row(&hole)));
    let mut cells = vec![Cell::from(cards), money(hand.stake(Wager::Ante)), money(hand.stake(Wager::Trips))];
    if has_bad_beat {
        cells.push(money(hand.stake(Wager::BadBeat)));
    }
    cells.push(Cell::from(play(hand)));
    cells.push(Cell::from(hand.net.map_or_else(String::new, |net| signed(Cents(net)))));
    cells
}

fn name(seat: &SeatView) -> &str {
    seat.player.as_ref().map_or("–", |who| &who.name)
}

/// Returns the results of the player's wagers, each with its clause, as far as there is room.
fn settled(scene: &Scene<'_>, height: u16) -> Vec<Line<'static>> {
    let Some(round) = scene.finished().or(scene.last) else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(reason) = &round.void_reason {
        lines.push(Line::from(format!("  round {} is void: {reason}", round_number(round))));
    }
    for hand in round.hands_of(scene.player.id) {
        lines.extend(outcome(round, hand));
        lines.extend(hand.wagers.iter().filter_map(|wager| {
            let (stake, net) = (Cents(wager.stake).to_string(), signed(Cents(wager.net?)));
            let (name, outcome) = (uth::Wager::from(wager.wager), uth::WagerOutcome::from(wager.outcome?));
            let clause = wager.clause.as_deref()?;
            Some(Line::from(format!("  {name:<9}{stake:>10}  {net:>11}  {outcome}  {clause}")))
        }));
    }
    if round.is_banked_by(scene.player.id) {
        let net = signed(Cents(round.bank_net.unwrap_or(0)));
        let fee = Cents(round.collection.unwrap_or(0));
        let number = round_number(round);
        lines.push(Line::from(format!("  round {number}: your bank {net}, collection {fee}")));
    }
    if lines.len() < usize::from(height) {
        lines.insert(0, Line::default());
    }
    lines.truncate(height.into());
    lines
}

/// Returns how a hand ended, with its cards, which may no longer be on the table.
fn outcome(round: &RoundView, hand: &HandView) -> Option<Line<'static>> {
    let name =
        |best: &Option<BestHand>| best.as_ref().map_or(String::new(), |best| format!(" {}", best.name));
    let mut spans = vec![Span::raw(format!("  round {}: ", round_number(round)))];
    spans.extend(hand.hole.iter().flat_map(|hole| row(hole)));
    spans.push(Span::raw(format!("{} against ", name(&hand.hand))));
    spans.extend(round.dealer.iter().flat_map(|dealer| row(dealer)));
    spans.push(Span::raw(format!("{}: {}", name(&round.dealer_hand), uth::HandResult::from(hand.result?))));
    Some(Line::from(spans))
}

fn message_line(scene: &Scene<'_>) -> Line<'static> {
    let text =
        if scene.is_connected || !scene.message.is_empty() { scene.message } else { "connecting again" };
    Line::styled(format!("  {text}"), Style::new().fg(Color::Yellow))
}

/// Returns the amounts of the next round; keys change the marked one.
fn amounts(scene: &Scene<'_>) -> Line<'static> {
    let shown = Field::ALL.into_iter().filter(|field| scene.has(*field));
    let mut spans = vec![Span::raw("  Next: ")];
    for field in shown {
        let text = format!(" {} {} ", field.name(), Cents(scene.form.amount(field)));
        let chosen = field == scene.form.field;
        spans.push(if chosen { Span::raw(text).reversed() } else { Span::raw(text) });
        spans.push(Span::raw(" "));
    }
    Line::from(spans)
}

/// Returns the keys that do something now, and those that always do.
fn footer(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let now = match scene.seat() {
        None => "s sit down".to_owned(),
        Some(_) if !scene.actions().is_empty() => action_keys(scene.actions()),
        Some(_) if scene.is_offered_bank() => "b accept the bank · n decline it".into(),
        Some(_) if scene.is_solo() => "d deal".into(),
        Some(_) if scene.takes_wagers() => "d wager".into(),
        Some(_) => "wait".into(),
    };
    let bad_beat = if scene.has(Field::BadBeat) { " · e bad beat +" } else { "" };
    vec![
        Line::from(format!("  {now}")),
        Line::from(format!("  a ante + · t trips +{bad_beat} · ←→↑↓ 0-9 amounts")),
        Line::from("  u take back · x sit out · s sit · l leave · q quit"),
    ]
}

fn action_keys(actions: &[LegalAction]) -> String {
    let key = |action: &LegalAction| match action {
        LegalAction::Check {} => "c check".to_owned(),
        LegalAction::Raise { times, amount } => format!("{times} raise {}", Cents(*amount)),
        LegalAction::Fold {} => "f fold".to_owned(),
    };
    joined(actions.iter().map(key), " · ")
}

/// Draws the tables of the card room.
pub(super) fn lobby(frame: &mut Frame<'_>, tables: &[LobbyEntry], selected: usize) {
    let widths = [
        Constraint::Length(4),
        Constraint::Min(16),
        Constraint::Length(20),
        Constraint::Length(21),
        Constraint::Length(12),
    ];
    let rows = tables.iter().map(|table| {
        let bots = table.players.iter().filter(|player| player.bot).count();
        let players = table.players.len() - bots;
        Row::new([
            table.table.to_string(),
            table.name.clone(),
            table.settings.book.to_string(),
            limits(&table.settings),
            format!("{players}+{bots} of {}", table.places),
        ])
    });
    let block = Block::bordered().title(" The card room ").title_bottom(" ↑↓ choose · Enter join · q quit ");
    let header = Row::new(["", "table", "rules", "limits", "players+bots"]).style(Style::new().dim());
    let list = Table::new(rows, widths)
        .header(header)
        .block(block)
        .row_highlight_style(Style::new().reversed())
        .highlight_symbol("▸ ");
    frame.render_stateful_widget(list, frame.area(), &mut TableState::new().with_selected(selected));
}

/// Returns the minimum and maximum bet of a table.
fn limits(settings: &TableSettings) -> String {
    let solo = if settings.mode == (TableMode::Solo {}) { ", for one" } else { "" };
    match (settings.minimum, settings.maximum) {
        (Some(minimum), Some(maximum)) => {
            format!("{} to {}{solo}", dollars(Cents(minimum)), dollars(Cents(maximum)))
        }
        _ => format!("any{solo}"),
    }
}

/// Two cards face down.
const BACKS: &str = "░░ ░░";

/// Returns cards side by side as rank and suit, in two colours.
fn row(cards: &[Card]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        if index > 0 {
            spans.push(Span::raw(" "));
        }
        let (suit, style) = match card.0.suit() {
            Suit::Clubs => ('♣', Style::new()),
            Suit::Diamonds => ('♦', Style::new().fg(Color::LightRed)),
            Suit::Hearts => ('♥', Style::new().fg(Color::LightRed)),
            Suit::Spades => ('♠', Style::new()),
        };
        spans.push(Span::styled(format!("{}{suit}", card.0.rank()), style.bold()));
    }
    spans
}
