//! The stored form of [`Sums`]. Sums of products exceed 64 bits, so they are written as decimal text; the matrix of
//! products is symmetric, so each is written once.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use protocol::sums::{Products, Sums};

/// The products that are written: the upper right half of the matrix.
const PRODUCTS: [(usize, usize); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    hands: u64,
    wagered: [String; 3],
    own: [String; 6],
    shared: [String; 6],
}

pub(crate) fn serialize<S: Serializer>(sums: &Sums, to: S) -> Result<S::Ok, S::Error> {
    let products = |all: &Products| PRODUCTS.map(|(one, other)| all[one][other].to_string());
    Form {
        hands: sums.hands,
        wagered: sums.wagered.map(|wagered| wagered.to_string()),
        own: products(&sums.own),
        shared: products(&sums.shared),
    }
    .serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Sums, D::Error> {
    let form = Form::deserialize(from)?;
    let number = |text: &String| text.parse::<i128>().map_err(de::Error::custom);
    let products = |texts: &[String; 6]| {
        let mut all = Products::default();
        for ((one, other), text) in PRODUCTS.into_iter().zip(texts) {
            (all[one][other], all[other][one]) = (number(text)?, number(text)?);
        }
        Ok(all)
    };
    let [antes, trips, bad_beats] = &form.wagered;
    Ok(Sums {
        hands: form.hands,
        wagered: [number(antes)?, number(trips)?, number(bad_beats)?],
        own: products(&form.own)?,
        shared: products(&form.shared)?,
    })
}

#[cfg(test)]
mod tests {
    use uth::{Cents, Wagers};

    use crate::summary::DailyTotals;

    #[test]
    fn sums_come_back_as_they_were() {
        let mut day = DailyTotals::default();
        let large = Cents(i64::MAX / 1_000);
        let hands = [
            Wagers { ante: Cents(500), trips: Cents(300), bad_beat: Cents(200) },
            Wagers { ante: large, trips: large, bad_beat: Cents::ZERO },
        ];
        day.sums.add_round(hands);
        let text = serde_json::to_string(&day).expect("text");
        assert!(text.contains(r#""sums":{"hands":2,"wagered":["9223372036855275","#), "{text}");
        assert_eq!(serde_json::from_str::<DailyTotals>(&text).expect("a day"), day);
        assert!(serde_json::from_str::<DailyTotals>(&text.replace("[\"92", "[\"x92")).is_err());
    }
}
