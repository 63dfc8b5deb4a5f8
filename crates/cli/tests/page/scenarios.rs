//! Every way in which a round can end, in each rule book: what the page says of it equals the record of the settlement.

use std::time::{Duration, Instant};

use client::{Api, Client, ClientEvent};
use fair::shuffle::RoundId;
use protocol::{
    BankOffer, ClientCommand, ErrorCode, HandView, LegalAction, RoundHistory, RoundView, TableId, TableView,
    Wager, WagerOutcome,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use uth::{Banker, Book, Cents, HandResult, Person, Settlement, Wagers};

use crate::card_room::Floor;
use crate::driver::Driver;
use crate::hand::{Scene, act, sit_down};
use crate::posting;
use crate::rigged::{CHOSEN_SEED, Hands, Plan, RiggedRoom, seat, wagers};
use crate::screens;
use crate::window::Window;

/// What never happens within so long is a fault. No test is right or wrong by how fast it was.
const PATIENCE: Duration = Duration::from_mins(1);

/// The seat of the browser at tables where others bank.
const OWN: u8 = 3;

/// How a round is to end, and how the browser's hand is played to get there.
type Scenario = (&'static str, Plan, fn(&Settlement, u8) -> bool);

const SCENARIOS: [Scenario; 6] = [
    ("win", Plan::Raise, |end, own| {
        let paid = |wager| outcome(end, own, wager) == Some(uth::WagerOutcome::Win);
        end.qualifies() && paid(uth::Wager::Play) && paid(uth::Wager::Blind) && paid(uth::Wager::Trips)
    }),
    ("lose", Plan::Raise, |end, own| end.qualifies() && result(end, own) == HandResult::Lose),
    ("push", Plan::Raise, |end, own| result(end, own) == HandResult::Push),
    ("fold", Plan::Fold, |end, own| outcome(end, own, uth::Wager::Trips) == Some(uth::WagerOutcome::Lose)),
    ("fold with winning Trips", Plan::Fold, |end, own| {
        outcome(end, own, uth::Wager::Trips) == Some(uth::WagerOutcome::Win)
    }),
    ("not qualified", Plan::Raise, |end, own| !end.qualifies() && result(end, own) == HandResult::Win),
];

fn result(end: &Settlement, own: u8) -> HandResult {
    let settled = end.seats.iter().find(|settled| settled.seat == seat(own)).expect("a hand");
    settled.result.expect("a round that is not void")
}

fn outcome(end: &Settlement, own: u8, wager: uth::Wager) -> Option<uth::WagerOutcome> {
    end.lines_of(seat(own)).find(|line| line.wager == wager).map(|line| line.outcome)
}

#[test]
fn every_end_of_a_round_at_a_house_table_is_told_as_it_was_settled() {
    against_the_house(Book::House);
}

#[test]
fn every_end_of_a_round_in_washington_is_told_as_it_was_settled() {
    against_the_house(Book::Washington);
}

#[test]
fn every_end_of_a_round_in_california_is_told_as_it_was_settled() {
    against_players(Book::California);
}

#[test]
fn every_end_of_a_round_in_california_with_bad_beat_is_told_as_it_was_settled() {
    against_players(Book::CaliforniaBadBeat);
}

/// A table with a browser at it.
struct Play {
    book: Book,
    table: u64,
    floor: Floor,
    watcher: Client,
    window: Window,
    // Ends after the window.
    room: RiggedRoom,
    _driver: Driver,
    _folder: TempDir,
}

fn against_the_house(book: Book) {
    let mut play = Play::at(book, &json!({"type": "solo"}));
    play.keep("free seat");
    sit_down(&play.window);
    play.keep("bets");
    for (name, plan, wanted) in SCENARIOS {
        let own = vec![(1, wagers(book), plan)];
        let hands = Hands { book, banker: Banker::House, browser: 1, played: own };
        play.choose_deck(&hands, |end| wanted(end, 1));
        play.bet();
        play.decide(plan, &mut []);
        play.check(name);
    }
    play.bet();
    play.void();
    play.check("void");
    play.end();
}

fn against_players(book: Book) {
    let mode = json!({"type": "clock", "betting_ms": 30_000, "bank_ms": 60_000});
    let mut play = Play::at(book, &mode);
    let mut others = [1, 2].map(|number| Other::join(&play.room.url(), play.table, number));
    play.window.see(&format!(".pod[aria-label='Seat {OWN}: Free'] .sit"));
    play.keep("watching");
    play.window.click(&format!(".pod[aria-label='Seat {OWN}: Free'] .sit"));

    play.round(&mut others, Plan::Raise, 50_000, |_| true);
    play.void();
    play.check("void");
    for (name, plan, wanted) in SCENARIOS {
        play.round(&mut others, plan, 50_000, |end| wanted(end, OWN));
        play.decide(plan, &mut others);
        play.check(name);
    }
    let has = |end: &Settlement, how| end.lines_of(seat(OWN)).any(|line| line.outcome == how);
    play.round(&mut others, Plan::Raise, 2_000, |end| has(end, uth::WagerOutcome::PartlyCovered));
    play.decide(Plan::Raise, &mut others);
    play.check("partly covered");
    play.round(&mut others, Plan::Raise, 5_000, |end| {
        outcome(end, OWN, uth::Wager::Trips) == Some(uth::WagerOutcome::PartlyCovered)
    });
    play.decide(Plan::Raise, &mut others);
    play.check("partly covered Trips");
    play.round(&mut others, Plan::Raise, 3_000, |end| {
        end.bank.as_ref().is_some_and(uth::Bank::exhausted) && has(end, uth::WagerOutcome::Returned)
    });
    play.decide(Plan::Raise, &mut others);
    play.check("exhausted bank");
    play.bank_a_round(&mut others);
    play.check_sheet();
    posting::check(&play.window);
    play.end();
}

impl Play {
    fn at(book: Book, mode: &Value) -> Play {
        let folder = tempfile::tempdir().expect("a folder");
        let room = RiggedRoom::start(folder.path());
        let mut floor = Floor::with_code(room.port, &room.floor_code);
        let table = floor.open(book.id(), mode, 0);
        let api = Api::new(room.url().parse().expect("an address")).expect("an interface");
        let watcher = Client::new(api, TableId(table)).expect("a client");
        let driver = Driver::start();
        let window = Window::fresh(&driver, &room.url(), false);
        window.like(&json!({"speed": "off", "guided": true}));
        window.inject(CHOSEN_SEED);
        window.open(&format!("/#/table/{table}"));
        Play { book, table, floor, watcher, window, room, _driver: driver, _folder: folder }
    }

    /// Keeps pictures of the table, if they are wanted.
    fn keep(&self, what: &str) {
        screens::keep(&self.window, &format!("{} {what}", self.book.id()));
    }

    fn end(self) {
        assert_eq!(self.window.complaints(), [""; 0], "the browser complains");
    }

    fn view(&mut self) -> TableView {
        latest(&mut self.watcher).expect("the table is seen")
    }

    /// Chooses the browser's seed so that the round that opens next is dealt as wanted.
    fn choose_deck(&mut self, hands: &Hands, wanted: impl Fn(&Settlement) -> bool) {
        let next = self.view().next_round.expect("the card room has committed to the next shuffle");
        let round = RoundId { table: self.table, round: next.number.0 };
        let seed = self.room.browser_seed(round, next.commitment.0, hands, wanted);
        self.window.script(&format!("globalThis.chosenSeed = {seed:?};")).expect("a seed");
    }

    /// Bets Ante and every bonus wager in the browser.
    fn bet(&mut self) {
        self.bet_among(&mut []);
    }

    fn bet_among(&mut self, others: &mut [Other]) {
        self.until("bets", others, |play| {
            let scene = Scene::of(&play.window);
            // What is pressed a moment too late does nothing, and the next look shows why.
            let _ = match scene.phase() {
                "bet" => {
                    for bonus in ["#circle-trips", "#circle-bad_beat"] {
                        let _ = play.window.try_click(&format!("{bonus}:not(.filled)"));
                    }
                    play.keep("all bets");
                    play.window.try_click(&primary("bet"))
                }
                "result" => play.window.try_click(&primary("result")),
                _ => Ok(()),
            };
            matches!(scene.phase(), "placed" | "decide" | "wait")
        });
    }

    /// Offers the bank around until another player takes it, chooses the deck before that, and bets.
    fn round(
        &mut self,
        others: &mut [Other; 2],
        plan: Plan,
        bank: i64,
        wanted: impl Fn(&Settlement) -> bool,
    ) {
        let mut is_chosen = false;
        while !is_chosen {
            match self.view().bank {
                BankOffer::Offered { seat: asked, .. } if asked.0 == seat(OWN) => {
                    let _ = self.window.try_click(".offer .pass");
                }
                BankOffer::Offered { seat: asked, .. } => {
                    let (banker, player) = (u8::from(asked), if u8::from(asked) == 1 { 2 } else { 1 });
                    let other = (player, Wagers::ante(Cents::dollars(10)), Plan::Fold);
                    let hands = vec![other, (OWN, wagers(self.book), plan)];
                    let (person, wager) = (Person(u64::from(banker)), Some(Cents(bank)));
                    let bank_of = Banker::PlayerDealer { seat: asked.0, person, wager };
                    let hands = Hands { book: self.book, banker: bank_of, browser: OWN, played: hands };
                    self.choose_deck(&hands, &wanted);
                    let other = others.iter_mut().find(|other| other.seat == banker).expect("a player");
                    is_chosen = other.send(ClientCommand::AcceptBank { seat: asked, wager: bank });
                }
                _ => others.iter_mut().for_each(Other::go_on),
            }
        }
        self.bet_among(others);
    }

    /// Lets the browser bank a round in which another player raises.
    fn bank_a_round(&mut self, others: &mut [Other; 2]) {
        let number = self.view().next_round.expect("a commitment").number;
        for other in &mut *others {
            (other.plan, other.declines) = (Plan::Raise, true);
        }
        self.until("the browser banks", others, |play| {
            match play.view().bank {
                BankOffer::Offered { seat: asked, .. } if asked.0 == seat(OWN) => {
                    play.window.see(".offer .primary");
                    play.keep("offer of the bank");
                    let _ = play.window.try_click(".offer .primary");
                }
                _ => {}
            }
            play.view().round.is_some_and(|round| round.number == number)
        });
        self.keep("banking");
        self.until("the round ends", others, |play| {
            play.view().round.is_some_and(|round| round.bank_net.is_some())
        });
        self.window.see(".sheet-on-felt .bank-sheet");
        self.keep("banker's sheet");
    }

    /// Plays the browser's hand as planned, while others play theirs.
    fn decide(&mut self, plan: Plan, others: &mut [Other]) {
        let streets: &[(usize, &str)] =
            if plan == Plan::Raise { &[(0, "4")] } else { &[(0, "c"), (3, "c"), (5, "f")] };
        for (board, key) in streets {
            let is_asked = format!(
                "document.querySelector('.controls')?.dataset.phase === 'decide'
                 && document.querySelectorAll('.board .card.up').length === {board}
                 && document.querySelectorAll('.mine .card.up').length === 2"
            );
            self.until("the browser decides", others, |play| play.window.value(&is_asked) == true);
            self.keep(&format!("decision with {board} on the board"));
            act(&self.window, key);
        }
        self.until("the round ends", others, |play| !is_live(&play.view()));
    }

    /// Has the floor declare the round void once it is dealt.
    fn void(&mut self) {
        self.until("the cards are dealt", &mut [], |play| Scene::of(&play.window).phase() == "decide");
        let path = format!("/api/tables/{}/void", self.table);
        self.floor.post(&path, &json!({"reason": "a card lay face up"}));
        self.until("the round is void", &mut [], |play| !is_live(&play.view()));
    }

    /// Looks until it is so, and lets the others play meanwhile.
    fn until(&mut self, what: &str, others: &mut [Other], mut is_so: impl FnMut(&mut Play) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_so(self) {
            others.iter_mut().for_each(Other::go_on);
            assert!(Instant::now() < until, "waited in vain: {what}, {:?}", Scene::of(&self.window));
        }
    }

    /// The last round as the card room's history has it, told over HTTP to the browser.
    fn record(&mut self) -> RoundView {
        let number = self.view().round.expect("a round").number;
        let path = format!("/api/tables/{}/rounds/{number}", self.table);
        let history = self.window.value(&format!("fetch('{path}').then((answer) => answer.json())"));
        let history: RoundHistory = serde_json::from_value(history).expect("a history");
        history.steps.last().and_then(|step| step.view.round.clone()).expect("a round")
    }

    /// Compares total, sentences, amounts and odds on the screen with the record; and all of it is in sight.
    fn check(&mut self, name: &str) {
        self.window.wait(
            "document.querySelector('.controls .sentences li')
             || document.querySelector('.controls .message')?.textContent.startsWith('Void')",
        );
        self.keep(name);
        let (round, screen) = (self.record(), self.window.value(SETTLED));
        let own = |hand: &&HandView| {
            u8::from(hand.seat) == if self.book.rules().banking == uth::Banking::House { 1 } else { OWN }
        };
        let hand = round.hands.iter().find(own).expect("the browser's hand");
        let is_void = round.void_reason.is_some();
        let sentences: Vec<&str> = strings(&screen["sentences"]);
        let total = screen["total"].as_str().expect("a total");
        if is_void {
            assert_eq!(hand.explanation, ["Void: every wager returned."], "{name}");
            assert!(total.starts_with("Void: every wager returned."), "{name}: {total}");
        } else {
            assert_eq!(sentences, hand.explanation, "{name}");
            check_total(total, hand.net.expect("it is settled"), name);
        }
        let mut settled: Vec<_> = hand.wagers.iter().filter(|laid| laid.order.is_some()).collect();
        settled.sort_by_key(|laid| laid.order);
        for (place, laid) in settled.into_iter().enumerate() {
            let sentence = hand.explanation.get(place).or(hand.explanation.last()).expect("a sentence");
            let (wager, net) = (laid.wager.to_string(), laid.net.expect("it is settled"));
            let (tag, spoken) = (&screen["circles"][&wager]["tag"], &screen["circles"][&wager]["spoken"]);
            let (tag, spoken) = (tag.as_str().expect("a tag"), spoken.as_str().expect("a text"));
            let told = format!("{name}, {wager}: {tag:?}, {spoken:?}, {laid:?}");
            match laid.outcome.expect("it is settled") {
                WagerOutcome::Win | WagerOutcome::Lose | WagerOutcome::PartlyCovered => {
                    assert_eq!(cents(tag), net, "{told}");
                }
                WagerOutcome::Push => assert_eq!(tag, "Push", "{told}"),
                WagerOutcome::Returned => assert_eq!(tag, "Returned", "{told}"),
            }
            assert!(spoken.ends_with(sentence), "{told}");
            check_odds(&screen["paid"][&wager], laid, sentence, &told);
        }
        posting::check(&self.window);
    }

    /// Compares the banker's sheet with the record.
    fn check_sheet(&mut self) {
        let round = self.record();
        let shown = self.window.value(SHEET);
        let mut settled: Vec<_> = round.hands.iter().flat_map(|hand| &hand.wagers).collect();
        settled.sort_by_key(|laid| laid.order);
        let expected: Vec<Value> = settled
            .iter()
            .map(|laid| json!([laid.stake, -laid.net.expect("settled"), laid.bank.expect("settled")]))
            .collect();
        let lines: Vec<Value> = shown["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| strings(line).into_iter().map(cents).collect())
            .collect();
        assert_eq!(lines, expected, "{shown}");
        let (gain, fee) = (round.bank_net.expect("settled"), round.collection.unwrap_or(0));
        let totals = if fee > 0 { vec![gain, -fee, gain - fee] } else { vec![gain, gain] };
        let shown_totals: Vec<i64> = strings(&shown["totals"]).into_iter().map(cents).collect();
        assert_eq!(shown_totals, totals, "{shown}");
    }
}

/// The first button of a phase. In the next phase it would be another: after the deal, it raises.
fn primary(phase: &str) -> String {
    format!(".controls[data-phase='{phase}']:not([aria-busy]) .primary")
}

/// The total says what the hand won or lost.
fn check_total(total: &str, net: i64, name: &str) {
    let begins = match net {
        1.. => "You win $",
        0 => "You break even",
        _ => "You lose $",
    };
    assert!(total.starts_with(begins) && cents(total) == net.abs(), "{name}: {total}, {net}");
}

/// The row of a pay table lights up if it paid, wholly or in part, and the sentence has its odds if it paid wholly.
fn check_odds(paid: &Value, laid: &protocol::WagerView, sentence: &str, told: &str) {
    if !matches!(laid.wager, Wager::Blind | Wager::Trips | Wager::BadBeat) {
        return;
    }
    let has_paid = matches!(laid.outcome, Some(WagerOutcome::Win | WagerOutcome::PartlyCovered));
    let odds = laid.odds.filter(|_| has_paid).map(|odds| format!("{} to {}", odds.pays, odds.to));
    assert_eq!(strings(paid), odds.as_deref().into_iter().collect::<Vec<_>>(), "{told}");
    let is_whole = laid.outcome == Some(WagerOutcome::Win);
    assert!(odds.is_none_or(|odds| !is_whole || sentence.contains(&odds)), "{told}");
}

/// What the page says of the settled round.
const SETTLED: &str = "(() => {
    const text = (element, css) => element?.querySelector(css)?.textContent ?? '';
    const circles = [...document.querySelectorAll('[id^=circle-]')];
    const tables = [...document.querySelectorAll('.felt .pay-table')];
    return {
      sentences: [...document.querySelectorAll('.controls .sentences li')].map((each) => each.textContent),
      total: text(document, '.controls .before') || text(document, '.controls .message'),
      circles: Object.fromEntries(circles.map((each) =>
        [each.id.replace('circle-', ''), {tag: text(each, '.tag'), spoken: text(each, '.unseen')}])),
      paid: Object.fromEntries(tables.map((each) =>
        [each.classList[1], [...each.querySelectorAll('tr.paid td')].map((cell) => cell.textContent)])),
    };
  })()";

/// What the banker's sheet says.
const SHEET: &str = "(() => {
    const sheet = document.querySelector('.sheet-on-felt .bank-sheet');
    const cells = (row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent);
    return {
      lines: [...sheet.querySelectorAll('tbody tr:not(.of-seat)')].map(cells),
      totals: [...sheet.querySelectorAll('dl dd')].map((cell) => cell.textContent),
    };
  })()";

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The first amount of a text, in cents.
fn cents(text: &str) -> i64 {
    let Some((before, amount)) = text.split_once('$') else { return 0 };
    let amount: String = amount.chars().take_while(|c| c.is_ascii_digit() || ",.".contains(*c)).collect();
    let (whole, rest) = amount.split_once('.').unwrap_or((&amount, "00"));
    let amount = whole.replace(',', "").parse::<i64>().unwrap_or(0) * 100 + rest.parse::<i64>().unwrap_or(0);
    if before.ends_with(['−', '-']) { -amount } else { amount }
}

fn is_live(view: &TableView) -> bool {
    view.live().is_some()
}

/// The latest view of a client, once everything that came has been read.
fn latest(client: &mut Client) -> Option<TableView> {
    let until = Instant::now() + PATIENCE;
    while client.next(Duration::from_millis(5)).expect("the table stays").is_some() || client.view.is_none() {
        assert!(Instant::now() < until, "the table is never seen");
    }
    client.view.clone()
}

/// Another player, without a browser.
struct Other {
    client: Client,
    seat: u8,
    plan: Plan,
    /// Whether it declines the bank; otherwise the test accepts it.
    declines: bool,
}

impl Other {
    fn join(url: &str, table: u64, number: u8) -> Other {
        let api = Api::new(url.parse().expect("an address")).expect("an interface");
        let api = api.sign_in_as_guest("a test").expect("a guest");
        let client = Client::new(api, TableId(table)).expect("a client");
        let mut other = Other { client, seat: number, plan: Plan::Fold, declines: false };
        latest(&mut other.client);
        other.send(ClientCommand::Sit { seat: seat(number).into() });
        other
    }

    /// Sends a command. Returns false if the table has gone on meanwhile, so that it is to be looked at again.
    fn send(&mut self, command: ClientCommand) -> bool {
        latest(&mut self.client);
        self.client.send(command).expect("an id");
        let until = Instant::now() + PATIENCE;
        loop {
            match self.client.next(Duration::from_millis(20)).expect("the table stays") {
                Some(ClientEvent::Done { .. }) => return true,
                Some(ClientEvent::Refused { code: ErrorCode::Stale | ErrorCode::NotNow, .. }) => {
                    return false;
                }
                Some(ClientEvent::Refused { reason, .. }) => panic!("{reason}"),
                _ => assert!(Instant::now() < until, "a command is never answered"),
            }
        }
    }

    /// Does what is to be done now, except that it never accepts the bank by itself.
    fn go_on(&mut self) {
        let Some(view) = latest(&mut self.client) else { return };
        let (number, plan) = (seat(self.seat).into(), self.plan);
        let hand = view.round.as_ref().and_then(|round| round.hands.iter().find(|hand| hand.seat == number));
        let may_wager = view.seats.iter().any(|each| each.seat == number && each.may_wager);
        let is_betting = view.live().is_some_and(|round| round.stage == protocol::Stage::Betting);
        let actions = hand.map_or(&[][..], |hand| &hand.actions);
        let raises = |action: &LegalAction| matches!(action, LegalAction::Raise { times: 4, .. });
        let is_asked = matches!(view.bank, BankOffer::Offered { seat, .. } if seat == number);
        let command = if is_asked && self.declines {
            ClientCommand::DeclineBank { seat: number }
        } else if is_betting && may_wager && hand.is_none() {
            ClientCommand::Wager { seat: number, ante: 1_000, trips: 0, bad_beat: 0 }
        } else if plan == Plan::Raise && actions.iter().any(raises) {
            ClientCommand::Raise { seat: number, times: 4 }
        } else if actions.contains(&LegalAction::Check {}) {
            ClientCommand::Check { seat: number }
        } else if actions.contains(&LegalAction::Fold {}) {
            ClientCommand::Fold { seat: number }
        } else {
            return;
        };
        self.send(command);
    }
}
