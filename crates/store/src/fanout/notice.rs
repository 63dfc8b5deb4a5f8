//! What nodes say to each other.

use std::fmt;
use std::str::FromStr;

use super::{LogId, MOST_TOGETHER, PlayerId};

/// Where others should look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeerNotice {
    /// A log goes up to there.
    Log(LogId, u64),
    /// A session or a token of that player has ended.
    Ended(PlayerId),
}

/// `7:1203`, `ended:12`.
impl fmt::Display for PeerNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerNotice::Log(log, seq) => write!(f, "{log}:{seq}"),
            PeerNotice::Ended(player) => write!(f, "ended:{player}"),
        }
    }
}

impl FromStr for PeerNotice {
    type Err = NoticeError;

    fn from_str(text: &str) -> Result<PeerNotice, NoticeError> {
        let number = |text: &str| text.parse().map_err(|_| NoticeError);
        match text.split_once(':').ok_or(NoticeError)? {
            ("ended", player) => Ok(PeerNotice::Ended(PlayerId(number(player)?))),
            (log, seq) => Ok(PeerNotice::Log(LogId(number(log)?), number(seq)?)),
        }
    }
}

/// A text that is no word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoticeError;

impl fmt::Display for NoticeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nodes say 7:1203 of a log, or ended:12 of a player")
    }
}

/// Words of a node as they travel, in as many pieces as they need.
pub(super) fn payloads(node: &str, notices: &[PeerNotice]) -> Vec<String> {
    let payload =
        |notices: &[PeerNotice]| notices.iter().fold(node.to_owned(), |text, word| format!("{text} {word}"));
    notices.chunks(MOST_TOGETHER).map(payload).collect()
}

/// What another node says. A later version may say more, which is passed over.
pub(super) fn notices(node: &str, payload: &str) -> impl Iterator<Item = PeerNotice> {
    let (speaker, notices) = payload.split_once(' ').unwrap_or((node, ""));
    let notices = if speaker == node { "" } else { notices };
    notices.split(' ').filter_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{LogId, PeerNotice, PlayerId, notices, payloads};

    #[test]
    fn words_come_out_as_they_went_in_but_not_to_the_speaker() {
        let said = [
            PeerNotice::Log(LogId(7), 1_203),
            PeerNotice::Ended(PlayerId(12)),
            PeerNotice::Log(LogId(u64::MAX), u64::MAX),
        ];
        let payload = payloads("ann", &said).concat();
        assert_eq!(payload, "ann 7:1203 ended:12 18446744073709551615:18446744073709551615");
        assert_eq!(notices("bob", &payload).collect::<Vec<_>>(), said);
        assert_eq!(notices("ann", &payload).count(), 0);
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for payload in
            ["", " ", "ann", "ann ", "ann 7", "ann 7:", "ann :7", "ann 7:-1", "ann renamed:5", "ann \0:\n"]
        {
            assert_eq!(notices("bob", payload).count(), 0, "{payload:?}");
        }
        assert_eq!(notices("bob", "ann later:7 3:4").collect::<Vec<_>>(), [PeerNotice::Log(LogId(3), 4)]);
    }

    #[test]
    fn a_piece_fits_into_a_notification() {
        let many = vec![PeerNotice::Log(LogId(u64::MAX), u64::MAX); 1_000];
        let pieces = payloads("0123456789abcdef", &many);
        assert!(pieces.iter().all(|piece| piece.len() < 8_000));
        assert_eq!(pieces.iter().map(|piece| notices("another", piece).count()).sum::<usize>(), many.len());
    }
}
