//! What the page says is what the program says: the coach as `uth advise`, the laboratory as `uth solve`.

use std::process::Command;

use serde_json::Value;

use crate::hand::{act, check_down, deal_alone, wait_for, wait_for_street};
use crate::stage::play;
use crate::window::Window;

#[test]
fn the_coach_says_what_uth_advise_says() {
    play(|_, [window]| {
        deal_alone(window);
        let streets = [
            (0, "Raise 4×", "Each Ante on Play", "c", "Before the flop: Check"),
            (3, "Bet 2×", "on the river", "c", "On the flop: Check"),
            (5, "Bet 1×", "Folding", "f", "On the river: Fold"),
        ];
        for (board, most, reason, next, graded) in streets {
            let scene = wait_for_street(window, board);
            act(window, "h");
            // What was done on the street before may still be graded there.
            let rows = window.wait(&format!(
                "(() => {{
                  const rows = [...document.querySelectorAll('.coach .values tbody tr')];
                  const cell = (row, css) => row.querySelector(css);
                  const name = (row) => cell(row, 'th').textContent;
                  return rows.some((row) => name(row) === '{most}') && rows.map((row) =>
                    [name(row), cell(row, '.number').textContent, cell(row, '.number').title]);
                }})()"
            ));
            let (hole, board) = (scene.cards("hole").join(" "), scene.cards("board").join(" "));
            let advised = uth(&["advise", &hole, "--board", &board, "--json"]);
            let actions = advised["actions"].as_array().expect("actions");
            let expected: Vec<Value> = actions.iter().map(row).collect();
            assert_eq!(rows, Value::Array(expected), "{hole} on {board}");
            let why = window.text(".coach .values p");
            assert!(why.contains(reason), "{why}");
            act(window, next);
            window.wait(&format!(
                "[...document.querySelectorAll('.coach .verdict')].some((each) =>
                   each.textContent.startsWith('{graded}') && !each.textContent.includes('Counting'))"
            ));
        }
    });
}

#[test]
fn the_coach_values_the_wagers_that_lie_there() {
    play(|_, [window]| {
        window.open("/");
        window.click("#play");
        wait_for(window, "bet");
        window.click("#circle-trips");
        act(window, "Enter");
        for _ in 0..2 {
            wait_for(window, "decide");
            act(window, "c");
        }
        let scene = wait_for_street(window, 5);
        act(window, "h");
        let fold = window.wait(
            "[...document.querySelectorAll('.coach .values tbody tr')]
               .find((row) => row.querySelector('th').textContent === 'Fold')?.querySelector('.number').title",
        );
        let (hole, board) = (scene.cards("hole").join(" "), scene.cards("board").join(" "));
        let advised = uth(&["advise", &hole, "--board", &board, "--mix", "trips=1", "--json"]);
        let actions = advised["actions"].as_array().expect("actions");
        let expected = actions.iter().find(|each| each["action"] == "fold").expect("a fold");
        assert_eq!(fold, expected["exact"], "{hole} on {board} with Trips");
    });
}

#[test]
fn every_decision_is_reviewed_and_the_parts_sum_to_the_result() {
    play(|_, [window]| {
        deal_alone(window);
        let result = check_down(window);
        let streets = window.wait(
            "(() => {
               const lines = [...document.querySelectorAll('.review .verdict')].map((each) => each.textContent);
               return lines.length === 3 && !lines.some((each) => each.includes('Counting')) && lines;
             })()",
        );
        for (at, street) in ["Before the flop", "On the flop", "On the river"].iter().enumerate() {
            assert!(streets[at].as_str().is_some_and(|line| line.starts_with(street)), "{streets}");
        }
        window.wait("document.querySelector('.coach .session h3 .quiet')?.textContent === '1 hand'");
        let address = window.value("`#/replay/${location.hash.split('/')[2]}/0`");
        for page in ["#/mistakes", address.as_str().expect("an address")] {
            window.value(&format!("location.hash = '{page}'"));
            let parts = window.wait(WATERFALL);
            let parts: Vec<i64> =
                parts.as_array().into_iter().flatten().filter_map(serde_json::Value::as_i64).collect();
            let (end, parts) = parts.split_last().expect("a result");
            assert_eq!(*end, result.cents("net"), "{page}");
            assert_eq!(parts.iter().sum::<i64>(), *end, "{page}: {parts:?}");
        }
    });
}

/// The amounts of the first waterfall in cents, the result last.
const WATERFALL: &str = "(() => {
    const cents = (cell) => {
      const [, minus, digits] = cell.textContent.match(/(−)?\\$([\\d,.]+)/);
      return Math.round(Number(digits.replaceAll(',', '')) * 100) * (minus ? -1 : 1);
    };
    const cells = [...document.querySelectorAll('.waterfall:not([hidden]) .number')].slice(1);
    const end = cells.findIndex((cell) => cell.closest('.sum'));
    return end >= 0 && cells.slice(0, end + 1).map(cents);
  })()";

#[test]
fn sums_over_hands_say_whether_earlier_ones_are_left_out() {
    play(|_, [window]| {
        deal_alone(window);
        check_down(window);
        window.value("window.honest = window.fetch, true");
        for left_out in [true, false] {
            // As a player with more rounds than one request reads is answered.
            window.value(&format!(
                "(window.fetch = async (...asked) => {{
                  const answer = await honest(...asked);
                  if (!String(asked[0]).endsWith('/hands/split')) return answer;
                  return new Response(JSON.stringify({{ ...await answer.json(), earlier_left_out: {left_out} }}));
                }}, location.hash = '#/mistakes', true)"
            ));
            window.value("location.hash = '#/history'");
            window.wait("document.querySelector('details.splits:not(#banking)')");
            window.value("document.querySelector('details.splits:not(#banking)').open = true");
            window.wait(WATERFALL);
            let said = window.value(
                "document.querySelector('details.splits').textContent
                   .includes('Earlier hands are not included in these sums.')",
            );
            assert_eq!(said, left_out);
        }
    });
}

#[test]
fn the_coach_is_seen_and_heard_on_a_phone() {
    play(|_, [window]| {
        window.size(360, 740, true);
        deal_alone(window);
        act(window, "h");
        window.wait(
            "(() => {
              const at = document.querySelector('.coach .values table')?.getBoundingClientRect();
              return at && at.top >= 0 && at.bottom <= innerHeight;
            })()",
        );
        window.wait("document.querySelector('#announcements').textContent.includes('Coach: ')");
        act(window, "c");
        wait_for_street(window, 3);
        window.wait("document.querySelector('.board').getBoundingClientRect().top >= 0");
    });
}

/// As the coach writes it: the action, its value in Antes, and the exact value.
fn row(action: &Value) -> Value {
    let name = match action["action"].as_str().expect("a name") {
        "check" => "Check",
        "fold" => "Fold",
        "1x" => "Bet 1×",
        "2x" => "Bet 2×",
        "3x" => "Raise 3×",
        _ => "Raise 4×",
    };
    let value = format!("{:+.3}", action["value"].as_f64().expect("a value")).replace('-', "−");
    Value::Array(vec![name.into(), value.into(), action["exact"].clone()])
}

#[test]
fn the_laboratory_says_what_uth_solve_says() {
    play(|_, [window]| {
        window.open("/#/lab");
        assert_figures(window, &uth(&["solve", "--json"]));
        window.open("/#/lab/UTH-03&q=none&p=5");
        let other = ["solve", "--json", "--paytable", "UTH-03", "--qualify", "none", "--raises", "5/2/1"];
        assert_figures(window, &uth(&other));
    });
}

#[test]
fn the_bonus_wagers_of_a_game_count_in_its_edge() {
    play(|_, [window]| {
        window.open("/#/lab/UTH-04&mt=1&mb=1");
        let solved = uth(&["solve", "--json", "--paytable", "UTH-04", "--mix", "trips=1,bad-beat=1"]);
        let edge = |value: &Value| format!("{:.4}%", -100.0 * value["value"].as_f64().expect("a value"));
        window.wait(&format!(
            "document.querySelector('.lab-edge')?.textContent === '{}'",
            edge(&solved["mix"])
        ));
        let shown = window.value(
            "Object.fromEntries([...document.querySelector('.lab-card').querySelectorAll('dl div')].map((row) =>
              [row.querySelector('dt').textContent, row.querySelector('dd').textContent]))",
        );
        for (name, value) in [("Ante, Blind, Play", "base"), ("Trips", "trips"), ("Bad Beat", "bad_beat")] {
            assert_eq!(shown[name], edge(&solved[value]), "{name}");
        }
    });
}

#[test]
fn raises_are_read_as_they_are_typed() {
    play(|_, [window]| {
        window.open("/#/lab/UTH-01&p=4%203");
        assert_figures(window, &uth(&["solve", "--json"]));
        window.open("/#/lab/UTH-01&p=1:2");
        window.wait("document.querySelector('.lab-failure')?.textContent.startsWith('“1/2” is not a raise')");
    });
}

#[test]
fn what_else_follows_from_a_game_is_what_the_program_says() {
    play(|_, [window]| {
        window.open("/#/lab/UTH-01/@bankroll=60&hands=300");
        // A section asks for its figures when it scrolls into view.
        window.wait("document.querySelector('#lab-ruin')");
        window.value("document.querySelector('#lab-ruin').scrollIntoView() ?? true");
        let ruin = window.wait("document.querySelector('#lab-ruin-chance')?.dataset.value");
        let solved = uth(&["solve", "--json", "--bankroll", "60", "--rounds", "300"]);
        let ruin: f64 = ruin.as_str().and_then(|ruin| ruin.parse().ok()).expect("a chance");
        // No text that holds a number promises its last digit.
        let solved = solved["ruin"]["ruin"].as_f64().expect("a chance");
        assert!((ruin - solved).abs() < 1e-12, "{ruin} and {solved}");
        window.value("document.querySelector('#lab-bank').scrollIntoView() ?? true");
        let rows = "document.querySelectorAll('#lab-bank tbody tr').length";
        assert_eq!(window.wait(&format!("{rows} > 0 && {rows}")), 24);
        window.value("document.querySelector('#lab-information').scrollIntoView() ?? true");
        window.wait("document.querySelector('#lab-information [data-scenario]')");
    });
}

/// Every figure with its fraction, and the best play and its value of all 169 starting hands.
fn assert_figures(window: &Window, solved: &Value) {
    let base = &solved["base"];
    let percent =
        |share: &Value| format!("{:.4}%", 100.0 * share.as_f64().expect("a share")).replace('-', "−");
    let signed =
        |share: &Value| format!("{:+.4}%", 100.0 * share.as_f64().expect("a share")).replace('-', "−");
    window.wait(&format!(
        "document.querySelector('.lab-edge')?.textContent === '{}'
         && !document.querySelector('.lab-card[aria-busy]') && document.querySelector('.lab-chart')",
        percent(&base["house_edge"])
    ));
    let exactly = |css: &str| window.value(&format!("document.querySelector(`{css}`).dataset.exact"));
    // The edge of the house is what the player loses.
    let value = base["exact"].as_str().expect("a fraction");
    let edge = value.strip_prefix('-').map_or_else(|| format!("-{value}"), str::to_owned);
    assert_eq!(exactly(".lab-edge .exact"), format!("= {edge}"));
    assert_eq!(
        exactly(".lab-figures dd .exact"),
        format!("= {}", base["element_of_risk_exact"].as_str().unwrap())
    );
    let row = |name: &str| {
        let rows = "[...document.querySelectorAll('.lab-wagers tr')]";
        let button = format!("{rows}.find((row) => row.querySelector('th')?.textContent === '{name}')");
        let cell = window.value(&format!(
            "[{button}].map((row) => row.querySelector('.exact')).map(
            (cell) => [cell.textContent, cell.dataset.exact])[0]"
        ));
        (cell[0].as_str().unwrap_or_default().to_owned(), cell[1].as_str().unwrap_or_default().to_owned())
    };
    let wagers = &solved["wagers"];
    for (name, value) in [
        ("Ante", &wagers["ante"]),
        ("Blind", &wagers["blind"]),
        ("Play", &wagers["play"]),
        ("Trips", &solved["trips"]),
        ("Bad Beat", &solved["bad_beat"]),
    ] {
        let expected =
            (signed(&value["value"]), format!("= {}", value["exact"].as_str().expect("a fraction")));
        assert_eq!(row(name), expected, "{name}");
    }
    let cells = window
        .value("[...document.querySelectorAll('.lab-chart [data-hand]')].map((cell) => cell.ariaLabel)");
    let mut cells: Vec<&str> = cells.as_array().expect("cells").iter().filter_map(Value::as_str).collect();
    let mut expected: Vec<String> = solved["preflop"].as_array().expect("hands").iter().map(cell).collect();
    cells.sort_unstable();
    expected.sort();
    assert_eq!(cells, expected);
}

/// A cell of the chart, as it is read out.
fn cell(start: &Value) -> String {
    let best = start["best"].as_str().expect("an action");
    let action =
        if best == "check" { "Check".to_owned() } else { format!("Raise {}", best.replace('x', "×")) };
    let value = format!("{:+.4}", start[best]["value"].as_f64().expect("a value")).replace('-', "−");
    format!("{}: {action}, worth {value} Antes", start["hand"].as_str().expect("a hand"))
}

/// What the program prints.
fn uth(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}
