//! How many documents a second `uth settle --json` handles from one stream.

use std::time::Instant;

use uth_cli::settle::{Form, settle_all};

const DOCUMENTS: usize = 200_000;
const ROUNDS: u32 = 5;

/// The manual's example: two seats, four kinds of wagers.
const DOCUMENT: &str = r#"{"rules":"california-bad-beat","paytable":"UTH-04","collection_schedule":7,
 "button":2,"bank":50000,"seats":[{"seat":1,"ante":1000,"trips":500,"bad_beat":500,"hole":"As Kd","play":"4x"},
 {"seat":4,"ante":2500,"hole":"7h 2c","play":"fold"}],"dealer":"7c 7d","board":"Ks Js 9s 4h 3h"}
"#;

pub fn run() {
    let input = DOCUMENT.repeat(DOCUMENTS);
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut output = Vec::new();
        let start = Instant::now();
        let faults = settle_all(input.as_bytes(), &mut output, Form::Json).expect("memory can be written");
        best = best.min(start.elapsed().as_secs_f64());
        let settled =
            output.split(|byte| *byte == b'\n').filter(|line| line.ends_with(br#""collection":200}"#));
        assert_eq!((faults, settled.count()), (0, DOCUMENTS));
    }
    println!("\nsettle: two-seat documents from one stream, best of {ROUNDS}\n");
    println!("{:.0} thousand documents a second", DOCUMENTS as f64 / best / 1e3);
}
