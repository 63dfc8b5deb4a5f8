//! Rows for spreadsheets, one for each wager (RFC 4180).

use table::{HandView, PlayerId, SettledWager};
use uth::{Banker, Card, Cents};

use super::History;
use crate::calendar::time_text;
use protocol::{DecisionRecord, Wager};

/// The columns. A column of the same name means the same, in the same unit, in `uth simulate --csv`: names in
/// `snake_case`, amounts in cents, cards separated by spaces. `order` and `bank` make the banker's sheet: the wagers in
/// the order of settlement, and the bank's result after each.
pub(super) const HEADER: &str = "time,table,round,book,pay_table,seat,player,name,bot,hole,board,dealer,decisions,\
    wager,stake,outcome,net,order,bank,clause,explanation,collection,void,balance_before,balance_after,commitment,\
    seed\r\n";
const COLUMNS: usize = 27;
const SETTLED_COLUMNS: usize = 9;

/// The wagers of a round, and the bank where a player banks: all of them, or what concerns one player. Every wager of a
/// round concerns the player who banked it.
pub(super) fn rows(history: &History, only: Option<PlayerId>) -> Vec<String> {
    let Some(round) = history.last_view() else { return Vec::new() };
    let bank = match round.banker {
        Banker::House => None,
        Banker::PlayerDealer { seat, person, wager } => Some((seat, PlayerId::from(person), wager)),
    };
    let concerned =
        |player| only.is_none_or(|only| only == player || bank.is_some_and(|(_, banker, _)| only == banker));
    let mut rows = Vec::new();
    for (hand, settled) in round.settled_wagers() {
        if concerned(hand.player) {
            rows.push(row(Row { history, player: hand.player, seat: hand.seat }.wager(hand, settled)));
        }
    }
    // The bank comes last, as the bottom line of the sheet: its net is where the running result has ended.
    if let Some((seat, player, wager)) = bank.filter(|(_, banker, _)| concerned(*banker)) {
        let net = round.bank_net.unwrap_or_default();
        rows.push(row(Row { history, player, seat }.bank(wager.unwrap_or_default(), net)));
    }
    rows
}

/// A line of cells.
fn row(cells: [String; COLUMNS]) -> String {
    cells.map(|text| cell(&text)).join(",") + "\r\n"
}

/// Quotes what needs it, and makes sure that no text is taken for a formula.
pub fn cell(text: &str) -> String {
    // A spreadsheet runs a cell that begins so, and players choose their names. Numbers may begin with a sign.
    let looks_like_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let text = if looks_like_formula && !is_number { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

struct Row<'a> {
    history: &'a History,
    player: PlayerId,
    seat: uth::Seat,
}

impl Row<'_> {
    fn wager(&self, hand: &HandView, settled: &SettledWager) -> [String; COLUMNS] {
        let SettledWager { order, line } = settled;
        let hole = hand.hole.map(|cards| cards_text(&cards)).unwrap_or_default();
        let before = hand.wagers.iter().filter_map(|laid| laid.settled).filter(|other| other.order < *order);
        // A void round has one sentence for all wagers, so every row has it.
        let sentence = hand.explanation.get(before.count()).or_else(|| hand.explanation.last());
        let settled = [
            Wager::from(line.wager).to_string(),
            cents(line.stake),
            line.outcome.to_string(),
            cents(line.net),
            (order + 1).to_string(),
            cents(line.bank),
            line.clause.to_owned(),
            sentence.cloned().unwrap_or_default(),
            String::new(),
        ];
        self.cells(hole, settled)
    }

    fn bank(&self, stake: Cents, net: Cents) -> [String; COLUMNS] {
        let fee = self.history.collection().map(cents).unwrap_or_default();
        let (name, none) = ("bank".to_owned(), String::new);
        let settled = [name, cents(stake), none(), cents(net), none(), cents(net), none(), none(), fee];
        self.cells(none(), settled)
    }

    fn cells(&self, hole: String, settled: [String; SETTLED_COLUMNS]) -> [String; COLUMNS] {
        let Row { history, player, seat } = self;
        let round = history.last_view();
        let who = history.named(*player);
        let held = history.balances.iter().find(|balance| balance.player == (*player).into());
        let [wager, stake, outcome, net, order, bank, clause, explanation, collection] = settled;
        let setup = history.end.settings().terms().setup();
        [
            time_text(history.ended_ms()),
            history.proof.round.table.to_string(),
            history.proof.round.round.to_string(),
            setup.book.to_string(),
            setup.pays.approved_as().map(|table| table.to_string()).unwrap_or_default(),
            seat.number().to_string(),
            player.to_string(),
            who.map(|named| named.name.clone()).unwrap_or_default(),
            who.is_some_and(|named| named.bot).to_string(),
            hole,
            round.map(|round| cards_text(&round.board)).unwrap_or_default(),
            round.and_then(|round| round.dealer).map(|cards| cards_text(&cards)).unwrap_or_default(),
            self.decisions(),
            wager,
            stake,
            outcome,
            net,
            order,
            bank,
            clause,
            explanation,
            collection,
            history.void_reason().unwrap_or_default().to_owned(),
            held.map(|held| held.before.to_string()).unwrap_or_default(),
            held.map(|held| held.after.to_string()).unwrap_or_default(),
            history.proof.commitment.to_string(),
            history.proof.seed.to_string(),
        ]
    }

    /// "preflop check (player:7); flop raise 2 (player:7)".
    fn decisions(&self) -> String {
        let own = self.history.decisions.iter().filter(|decision| decision.seat == self.seat.into());
        let text = own.map(|DecisionRecord { street, action, times, by, .. }| {
            let times = times.map(|times| format!(" {times}")).unwrap_or_default();
            format!("{street} {action}{times} ({by})")
        });
        text.collect::<Vec<_>>().join("; ")
    }
}

fn cards_text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// Amounts are whole cents, as everywhere outside of the page and the terminal.
fn cents(Cents(amount): Cents) -> String {
    amount.to_string()
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let rows = [
            ("", ""),
            ("plain", "plain"),
            ("one, two", "\"one, two\""),
            ("say \"hello\"", "\"say \"\"hello\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("-12.50", "-12.50"),
            ("+7", "+7"),
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
            ("-inf", "'-inf"),
            ("\t=1", "'\t=1"),
            ("+,", "\"'+,\""),
        ];
        for (text, expected) in rows {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
