//! Days and times in universal time, as text. Days are counted from 1970.

use jiff::civil::{Date, date};
use jiff::{Span, Timestamp, Unit};

const EPOCH: Date = date(1970, 1, 1);

/// Reads a day from 1970 to 9999, such as `2026-11-15`.
pub fn day(text: &str) -> Option<u64> {
    let date: Date = text.parse().ok()?;
    let days = EPOCH.until((Unit::Day, date)).ok()?.get_days();
    // The parser accepts more than one way to write a date; an address or an option has one.
    u64::try_from(days).ok().filter(|day| day_text(*day) == text)
}

/// Writes a day, such as `2026-11-15`. Days after the year 9999 are written as its last one.
pub fn day_text(day: u64) -> String {
    let days = i64::try_from(day).ok().and_then(|days| Span::new().try_days(days).ok());
    // A forged record of the far future must not stop a report.
    days.and_then(|days| EPOCH.checked_add(days).ok()).unwrap_or(Date::MAX).to_string()
}

/// Reads a time since 1970 with its zone, such as `2026-11-15T23:08:00Z`, in milliseconds since 1970.
pub fn time(text: &str) -> Option<u64> {
    let time: Timestamp = text.parse().ok()?;
    u64::try_from(time.as_millisecond()).ok()
}

/// Writes a time in milliseconds since 1970, such as `2026-11-15T23:08:00.250Z`.
pub fn time_text(at_ms: u64) -> String {
    let time = i64::try_from(at_ms).ok().and_then(|at_ms| Timestamp::from_millisecond(at_ms).ok());
    format!("{:.3}", time.unwrap_or(Timestamp::MAX))
}

#[cfg(test)]
mod tests {
    use super::{day, day_text, time, time_text};

    #[test]
    fn only_days_that_exist_are_days() {
        let years = ["99999999-01-01", "1969-12-31", "11-1611-16", "18446744073709551615-01-01"];
        let rest = ["2026-02-29", "2026-13-01", "2026-0-1", "2026-1", "yesterday", "", "2026-11-15-1"];
        let forms = ["20261115", "2026-11-15T00:00:00", " 2026-11-15", "+002026-11-15"];
        for text in years.into_iter().chain(rest).chain(forms) {
            assert_eq!(day(text), None, "{text}");
        }
        assert_eq!(day("9999-12-31").map(day_text).as_deref(), Some("9999-12-31"));
    }

    #[test]
    fn days_have_their_dates() {
        let rows = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")];
        for (number, expected) in rows {
            assert_eq!(day_text(number), expected);
            assert_eq!(day(expected), Some(number));
        }
        assert_eq!(time_text(1_794_784_080_250), "2026-11-15T23:08:00.250Z");
        assert_eq!(time("2026-11-15T23:08:00.250Z"), Some(1_794_784_080_250));
        for text in ["2026-11-15", "2026-11-15T23:08:00", "1969-12-31T23:59:59Z", "now", ""] {
            assert_eq!(time(text), None, "{text}");
        }
        assert_eq!(day_text(u64::MAX), "9999-12-31");
    }
}
