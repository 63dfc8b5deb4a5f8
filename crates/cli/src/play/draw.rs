//! Draws the lobby and a table.

use protocol::{
    BankOffer, Banker, HandView, LegalAction, LobbyEntry, SeatView, Stage, TableMode, TableSettings, Wager,
    dollars,
};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Paragraph, Row, Table, TableState, Wrap};
use uth::Cents;

use super::cards::{BACKS, boxes, row};
use super::keys::Field;
use super::{Scene, posted, result};
use crate::options::signed;
use crate::output::{joined, play, round_number};

/// The smallest window that has room for a table.
const SMALLEST: (u16, u16) = (64, 18);

/// The smallest window in which cards are boxes and the pay tables lie beside them: the usual one of a terminal.
const ROOMY: (u16, u16) = (80, 24);

/// The height of the cards with their labels and what is said below them, as boxes and in lines.
const BOXED: u16 = 8;
const PLAIN: u16 = 4;

/// The width of nine boxes in three groups, with a margin.
const CARDS: u16 = 40;

pub(super) fn table(frame: &mut Frame<'_>, scene: &Scene<'_>) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text =
            format!("The window is too small: a table needs {} by {}. q quits.", SMALLEST.0, SMALLEST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let solo = if scene.is_solo() { ", for one" } else { "" };
    let title = format!(" {}: {}{solo} ", scene.name, scene.settings.book);
    let who = format!(" {} · {} ", scene.player.name, Cents(scene.wallet));
    let block = Block::bordered()
        .title_top(title)
        .title_top(Line::from(who).right_aligned())
        .title_bottom(Line::from(format!(" {} ", posted::limits(scene))).right_aligned());
    let within = block.inner(area);
    frame.render_widget(block, area);

    let is_roomy = area.width >= ROOMY.0 && area.height >= ROOMY.1;
    let top = if is_roomy { BOXED } else { PLAIN };
    let sentences = wrapped(&posted::sentences(scene), within.width);
    let results: Vec<Line<'_>> =
        result::paragraphs(scene).iter().flat_map(|text| wrapped(text, within.width)).collect();
    // What is posted stays in sight, and so does the result. Seats get what is left.
    let room = within.height.saturating_sub(top + lines(sentences.len()) + 3);
    let free = room.saturating_sub(lines(results.len()));
    // The odds in full where they fit beside the cards, which otherwise would have to break.
    let beside = within.width.saturating_sub(CARDS);
    let in_full = posted::pay_tables(scene, " to ");
    let pays = if width(&in_full) <= beside { in_full } else { posted::pay_tables(scene, ":") };
    let shows_pays = !is_roomy && scene.form.shows_pays;
    let wanted = if shows_pays { pays.len() } else { seats(scene).count() + 2 };
    let [middle, around, below, posted, form, keys] = Layout::vertical([
        Constraint::Length(top),
        Constraint::Length(free.min(lines(wanted))),
        Constraint::Min(0),
        Constraint::Length(lines(sentences.len())),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(within);
    if is_roomy {
        let [cards, beside] =
            Layout::horizontal([Constraint::Min(0), Constraint::Length(width(&pays))]).areas(middle);
        draw_boxes(frame, cards, scene);
        frame.render_widget(Paragraph::new(pays.clone()), beside);
    } else {
        frame.render_widget(Paragraph::new(dealer(scene)), middle);
    }
    if shows_pays {
        frame.render_widget(Paragraph::new(pays), around);
    } else {
        draw_seats(frame, around, scene);
    }
    frame.render_widget(Paragraph::new(results), below);
    frame.render_widget(Paragraph::new(sentences).style(Style::new().italic()), posted);
    frame.render_widget(Paragraph::new(amounts(scene)), form);
    frame.render_widget(Paragraph::new(footer(scene, is_roomy)), keys);
}

/// Returns a number of lines or columns as the terminal counts them.
fn lines(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

fn width(text: &[Line<'_>]) -> u16 {
    lines(text.iter().map(Line::width).max().unwrap_or(0))
}

/// Breaks a paragraph into lines between words. The layout has to know how many there are before it is drawn.
fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    let mut broken: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let room = usize::from(width).saturating_sub(word.chars().count() + 2);
        match broken.last_mut().filter(|line| line.chars().count() <= room) {
            Some(line) => line.extend([" ", word]),
            None => broken.push(format!(" {word}")),
        }
    }
    broken.into_iter().map(Line::from).collect()
}

/// Draws the cards as boxes: the dealer's, the board and the player's, and below them what they are.
fn draw_boxes(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
    let round = scene.view.round.as_ref();
    let hand = round.and_then(|round| round.hands_of(scene.player.id).next());
    let backs = if is_dealt(scene) { vec![None; 2] } else { Vec::new() };
    let two = |cards: Option<[_; 2]>| cards.map_or(backs.clone(), |cards| cards.map(Some).to_vec());
    let board = round.map_or(Vec::new(), |round| round.board.iter().copied().map(Some).collect());
    let groups = [
        (two(round.and_then(|round| round.dealer)), 2),
        (board, 5),
        (hand.map_or(Vec::new(), |hand| two(hand.hole)), 2),
    ];
    let [top, face, bottom] = boxes(&groups);
    let named = |who: &str, best: Option<&protocol::BestHand>| {
        best.map(|best| Line::from(format!("{who}: {}", best.name)))
    };
    let dealer = if scene.is_player_banked() { "Player-dealer" } else { "Dealer" };
    let mut text = vec![Line::from("Dealer   Board                You").dim(), top, face, bottom];
    text.extend(named(dealer, round.and_then(|round| round.dealer_hand.as_ref())));
    text.extend(named("You", hand.and_then(|hand| hand.hand.as_ref())));
    text.extend([stage(scene), Line::from(bank_text(scene))]);
    let [_, cards] = Layout::horizontal([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), cards);
}

/// Returns the dealer's side in lines: cards, board, stage, time and bank.
fn dealer(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let round = scene.view.round.as_ref();
    let mut hand = vec![Span::raw(" Dealer  ")];
    match round.and_then(|round| round.dealer) {
        Some(cards) => hand.extend(row(&cards)),
        None if is_dealt(scene) => hand.push(Span::raw(BACKS)),
        None => {}
    }
    let name = round.and_then(|round| round.dealer_hand.as_ref()).map(|best| format!("  {}", best.name));
    hand.extend(name.map(Span::raw));
    let mut board = vec![Span::raw(" Board   ")];
    board.extend(round.into_iter().flat_map(|round| row(&round.board)));
    let mut now = stage(scene);
    now.spans.insert(0, Span::raw(" "));
    now.push_span(Span::raw(format!(" · {}", bank_text(scene))));
    vec![Line::from(hand), Line::from(board), now, Line::default()]
}

/// Returns how far the round has come, and the time that is left.
fn stage(scene: &Scene<'_>) -> Line<'static> {
    let mut line = Line::from(stage_text(scene));
    if let Some(seconds) = scene.seconds() {
        line.push_span(Span::styled(format!(" · {seconds} s"), Style::new().fg(Color::Yellow)));
    }
    line
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
    match (&scene.view.bank, scene.view.live().map(|round| &round.banker)) {
        (BankOffer::Offered { seat, .. }, _) => format!("the bank is offered to {}", scene.name_at(*seat)),
        (_, Some(Banker::PlayerDealer { seat, wager, .. })) => {
            format!("{} banks with {}", scene.name_at(*seat), Cents(wager.unwrap_or(0)))
        }
        (BankOffer::Accepted { seat, wager, .. }, _) => {
            format!("{} banks with {}", scene.name_at(*seat), Cents(*wager))
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
        ("player", Constraint::Min(12)),
        ("cards", Constraint::Length(5)),
        ("Ante/Blind", Constraint::Length(10)),
        ("Trips", Constraint::Length(9)),
        ("Bad Beat", Constraint::Length(9)),
        ("Play", Constraint::Length(6)),
        ("result", Constraint::Length(11)),
    ];
    columns.retain(|(name, _)| has_bad_beat || *name != "Bad Beat");
    let (names, widths): (Vec<&str>, Vec<Constraint>) = columns.into_iter().unzip();
    let free = scene.view.seats.iter().filter(|seat| seat.player.is_none()).map(|seat| seat.seat);
    let free: Vec<_> = free.collect();
    let mut rows: Vec<Row<'_>> = seats(scene).map(|seat| seat_row(seat, scene, has_bad_beat)).collect();
    if !free.is_empty() {
        rows.push(Row::new([String::new(), format!("free: {}", joined(free, ", "))]).dim());
    }
    let list = Table::new(rows, widths).header(Row::new(names).dim());
    // If not all seats fit, the list scrolls to the player's.
    let own = seats(scene).position(|seat| scene.is_own(seat));
    frame.render_stateful_widget(list, area, &mut TableState::new().with_selected(own));
}

/// Returns the seats that are taken; free ones share a line.
fn seats<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a SeatView> + use<'a> {
    scene.view.seats.iter().filter(|seat| seat.player.is_some())
}

fn seat_row<'a>(seat: &'a SeatView, scene: &Scene<'a>, has_bad_beat: bool) -> Row<'a> {
    let is_own = scene.is_own(seat);
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
    let text = scene.name_at(seat.seat).to_owned() + &marks.collect::<String>();
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

/// Returns the amounts of the next round; keys change the marked one.
fn amounts(scene: &Scene<'_>) -> Line<'static> {
    let shown = Field::ALL.into_iter().filter(|field| scene.has(*field));
    let mut spans = vec![Span::raw(" Next: ")];
    for field in shown {
        let text = format!(" {} {} ", field.name(), Cents(scene.form.amount(field)));
        let chosen = field == scene.form.field;
        spans.push(if chosen { Span::raw(text).reversed() } else { Span::raw(text) });
        spans.push(Span::raw(" "));
    }
    Line::from(spans)
}

/// Returns the keys that do something now, and those that always do. A message takes the place of these for a while.
fn footer(scene: &Scene<'_>, is_roomy: bool) -> Vec<Line<'static>> {
    let now = match scene.seat() {
        None if scene.is_solo() => "Enter sit down and deal".to_owned(),
        None => "s sit down".to_owned(),
        Some(_) if !scene.actions().is_empty() => action_keys(scene.actions()),
        Some(_) if scene.is_offered_bank() => "b accept the bank · n decline it".into(),
        Some(_) if scene.is_solo() => "d deal".into(),
        Some(_) if scene.takes_wagers() => "d wager".into(),
        Some(_) => "wait".into(),
    };
    let bad_beat = if scene.has(Field::BadBeat) { " · e bad beat" } else { "" };
    let wagers =
        if scene.is_offered_bank() { String::new() } else { format!(" · a ante · t trips{bad_beat}") };
    let amounts = format!("{wagers} · ←→↑↓ 0-9 amounts");
    let amounts = if scene.actions().is_empty() { amounts } else { String::new() };
    let pays = if is_roomy { "" } else { "p pays · " };
    let is_silent = scene.is_connected && scene.message.is_empty();
    let message = if scene.message.is_empty() { "connecting again" } else { scene.message };
    vec![
        Line::from(format!(" {now}{amounts}")),
        if is_silent {
            Line::from(format!(" {pays}u take back · x sit out · s sit · l leave · q quit")).dim()
        } else {
            Line::styled(format!(" {message}"), Style::new().fg(Color::Yellow))
        },
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
