//! Days since 1970 as people write them, in universal time.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Year, month and day, by the Gregorian calendar.
pub fn date(day: u64) -> (u64, u64, u64) {
    // Years are counted from March here, so that the leap day is the last of its year.
    let day = day + 719_468;
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day_of_year - (153 * from_march + 2) / 5 + 1)
}

/// The day that people write so.
pub fn day(text: &str) -> Option<u64> {
    let mut parts = text.splitn(3, '-').map(|part| part.parse::<u64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Months have different lengths: the day is the one that is written back just so.
    let guess = (year - 1970) * 365 + (month - 1) * 28;
    (guess..guess + 2_100).find(|count| date(*count) == (year, month, day))
}

/// "2026-11-15".
pub fn day_text(day: u64) -> String {
    let (year, month, day) = date(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// "2026-11-15T23:08:00.250Z".
pub fn time_text(at_ms: u64) -> String {
    let (seconds, ms) = (at_ms % DAY_MS / 1000, at_ms % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}T{hours:02}:{minutes:02}:{seconds:02}.{ms:03}Z", day_text(at_ms / DAY_MS))
}

#[cfg(test)]
mod tests {
    use super::{day_text, time_text};

    #[test]
    fn only_days_that_there_are_are_days() {
        let years = ["99999999-01-01", "1969-12-31", "11-1611-16", "18446744073709551615-01-01"];
        let rest = ["2026-02-29", "2026-13-01", "2026-0-1", "2026-1", "yesterday", "", "2026-11-15-1"];
        for text in years.into_iter().chain(rest) {
            assert_eq!(super::day(text), None, "{text}");
        }
        assert_eq!(super::day("9999-12-31").map(day_text).as_deref(), Some("9999-12-31"));
    }

    #[test]
    fn days_have_their_dates() {
        let rows = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")];
        for (day, expected) in rows {
            assert_eq!(day_text(day), expected);
            assert_eq!(super::day(expected), Some(day));
        }
        assert_eq!(time_text(1_794_784_080_250), "2026-11-15T23:08:00.250Z");
    }
}
