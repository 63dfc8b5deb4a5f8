//! Exports of a card room with something changed in them: no entry of a log and no card of a hand can be changed
//! without being noticed, and nothing that a forger writes stops the check.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use audit::verify;
use journal::chain::{GENESIS, chained};
use serde_json::{Value, json};
use store::LogId;

/// The whole log of a solo table, and a hand of a California table with a short bank, as a card room exported them.
const LOG: &str = include_str!("../seeds/records/log.jsonl");
const HAND: &str = include_str!("../seeds/records/hand.json");

/// What a hand proves by itself. The rest follows from where the table stood, which only the whole log knows.
const PROVED: [&str; 7] = ["table", "round", "commitment", "seed", "player_seeds", "deck", "holes"];

static LINES: LazyLock<Vec<Value>> =
    LazyLock::new(|| LOG.lines().map(|line| serde_json::from_str(line).expect("a line")).collect());
static ROUND: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(HAND).expect("a hand"));

pub fn try_out(bytes: &[u8]) {
    let mut chance = Unstructured::new(bytes);
    let _ = match chance.int_in_range(0..=3u8) {
        Ok(0) => of_a_hand(&mut chance),
        Ok(1) => of_a_log(&mut chance),
        Ok(_) => chained_again(&mut chance),
        Err(_) => Ok(()),
    };
}

fn of_a_hand(chance: &mut Unstructured<'_>) -> Result<()> {
    let mut hand = ROUND.clone();
    let edits = chance.int_in_range(1..=3u8)?;
    for _ in 0..edits {
        edit(&mut hand, chance)?;
    }
    let is_right = verify::file(hand.to_string().as_bytes()).is_ok();
    let is_forged = PROVED.iter().any(|name| hand.get(*name) != ROUND.get(*name));
    assert!(!(is_right && is_forged), "{hand}");
    Ok(())
}

fn of_a_log(chance: &mut Unstructured<'_>) -> Result<()> {
    let mut lines = LINES.clone();
    let place = chance.choose_index(lines.len())?;
    match chance.int_in_range(0..=3u8)? {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[chance.choose_index(lines.len())?].clone()),
        2 => lines.swap(place, 0),
        _ => edit(&mut lines[place], chance)?,
    }
    let text = lines.iter().map(|line| line.to_string() + "\n").collect::<String>();
    // The first line says where the log ends; wherever it stands, and however often, it says the same.
    let entries = |lines: &[Value]| -> Vec<Value> {
        lines.iter().filter(|line| line.get("last_hash").is_none()).cloned().collect()
    };
    let is_right = verify::file(text.as_bytes()).is_ok();
    assert!(!is_right || entries(&lines) == entries(&LINES), "{text}");
    Ok(())
}

/// What somebody can do who may write the whole log: change events, and chain everything again. What contradicts the
/// rules or the seeds is still noticed; here it is enough that the check comes to an end.
fn chained_again(chance: &mut Unstructured<'_>) -> Result<()> {
    let entries = LINES.iter().filter(|line| line.get("body").is_some());
    let mut bodies: Vec<(Value, Value)> = entries
        .map(|line| {
            (
                line.clone(),
                line["body"].as_str().and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default(),
            )
        })
        .collect();
    let edits = chance.int_in_range(1..=4u8)?;
    for _ in 0..edits {
        let place = chance.choose_index(bodies.len())?;
        edit(&mut bodies[place].1, chance)?;
    }
    let (mut text, mut hash, mut seq) = (String::new(), GENESIS, 1);
    for (line, body) in &bodies {
        let number = |name: &str| line[name].as_u64().unwrap_or_default();
        let events = body["events"].as_array().map_or(0, Vec::len) as u32;
        let entry = chained(&hash, LogId(number("log")), seq, events, number("at_ms"), body.to_string());
        (hash, seq) = (entry.hash, seq + u64::from(events));
        let line = serde_json::to_string(&audit::history::log_entry(entry)).expect("it is written");
        text += &line;
        text += "\n";
    }
    if let Err(failure) = verify::file(text.as_bytes()) {
        assert!(!failure.to_string().is_empty());
    }
    Ok(())
}

/// Changes something, somewhere within.
fn edit(value: &mut Value, chance: &mut Unstructured<'_>) -> Result<()> {
    match value {
        Value::Object(fields) if !fields.is_empty() && chance.ratio(9, 10)? => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = chance.choose(&names)?;
            match chance.int_in_range(0..=19u8)? {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert("more".to_owned(), Value::Null)),
                _ => edit(&mut fields[name], chance)?,
            }
        }
        Value::Array(elements) if !elements.is_empty() && chance.ratio(9, 10)? => {
            let place = chance.choose_index(elements.len())?;
            match chance.int_in_range(0..=9u8)? {
                0 => drop(elements.remove(place)),
                1 => elements.push(elements[place].clone()),
                2 => elements.swap(place, 0),
                _ => edit(&mut elements[place], chance)?,
            }
        }
        _ => *value = other(value, chance)?,
    }
    Ok(())
}

/// Another value, of the same kind or not.
fn other(value: &Value, chance: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match (value, chance.int_in_range(0..=9u8)?) {
        (_, 0) => Value::Null,
        (_, 1) => json!(chance.arbitrary::<u64>()?),
        (_, 2) => json!(chance.arbitrary::<i64>()?),
        (_, 3) => json!([]),
        (_, 4) => json!({}),
        (Value::Number(number), 5..=7) => {
            let near = number.as_i64().unwrap_or_default().wrapping_add(chance.int_in_range(-3..=3)?);
            json!(near)
        }
        (Value::Number(_), 8) => json!(u64::MAX),
        (Value::String(text), 5..=8) => {
            let mut letters: Vec<char> = text.chars().collect();
            if letters.is_empty() {
                letters.push('x');
            }
            let place = chance.choose_index(letters.len())?;
            letters[place] = *chance.choose(&['0', '1', 'a', 'f', 's', '2', 'K', ' ', 'é'])?;
            json!(letters.into_iter().collect::<String>())
        }
        (Value::Bool(flag), _) => json!(!flag),
        _ => json!(chance.int_in_range(0..=9u8)?),
    })
}
