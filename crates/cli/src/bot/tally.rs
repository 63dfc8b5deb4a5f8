//! The results of a bot: a line for each round, and the total beside the exact expectation.

use std::io::{self, Write};

use analysis::strategies::NamedStrategy;
use anyhow::Result;
use odds::{Fraction, Game, Solver};
use protocol::{Card, HandView, PlayerId, RoundId, RoundView, Stage, TableView};
use uth::{Cents, Pays, Wagers};

use crate::money::signed;

/// The score of one player.
pub(crate) struct Tally {
    player: PlayerId,
    wagers: Wagers,
    /// The last round that was counted.
    last: Option<RoundId>,
    played: u64,
    won: Cents,
    banked: u64,
    bank_won: Cents,
}

impl Tally {
    pub(crate) const fn new(player: PlayerId, wagers: Wagers) -> Tally {
        let (won, bank_won) = (Cents::ZERO, Cents::ZERO);
        Tally { player, wagers, last: None, played: 0, won, banked: 0, bank_won }
    }

    /// Returns how many rounds were played or banked.
    pub(crate) const fn rounds(&self) -> u64 {
        self.played + self.banked
    }

    /// Counts the round that has just ended, once. Rounds that ended while the connection was lost are not counted.
    pub(crate) fn count(&mut self, view: Option<&TableView>, output: &mut impl Write) -> io::Result<()> {
        let Some(round) = view.and_then(|view| view.round.as_ref()) else { return Ok(()) };
        if round.stage < Stage::Settled || self.last.is_some_and(|last| last >= round.number) {
            return Ok(());
        }
        self.last = Some(round.number);
        if round.stage == Stage::Void {
            let reason = round.void_reason.as_deref().unwrap_or_default();
            return writeln!(output, "{:>6}  void: {reason}", round.number.0);
        }
        if round.is_banked_by(self.player) {
            let won = Cents(round.bank_net.unwrap_or(0).saturating_sub(round.collection.unwrap_or(0)));
            self.banked += 1;
            self.bank_won.0 = self.bank_won.0.saturating_add(won.0);
            return writeln!(output, "{:>6}  banked  {:>12}", round.number.0, signed(won));
        }
        for hand in round.hands_of(self.player) {
            let won = Cents(hand.net.unwrap_or(0));
            self.played += 1;
            self.won.0 = self.won.0.saturating_add(won.0);
            let line = line(round, hand);
            writeln!(output, "{:>6}  {line}  {:>12}  {:>12}", round.number.0, signed(won), signed(self.won))?;
        }
        Ok(())
    }

    /// Writes the total, beside the exact expectation and standard deviation of the strategy.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn write_result(
        &self,
        output: &mut impl Write,
        named: &NamedStrategy,
        pays: &Pays,
        is_player_banked: bool,
    ) -> Result<()> {
        writeln!(output, "{} rounds played, {} in all.", self.played, signed(self.won))?;
        if self.banked > 0 {
            writeln!(output, "{} rounds banked, {} in all.", self.banked, signed(self.bank_won))?;
        }
        if self.played == 0 {
            return Ok(());
        }
        let mut game = Game::of(pays);
        game.mix.trips =
            Fraction::new(self.wagers.trips.0.into(), self.wagers.ante.0.into()).unwrap_or(Fraction::ZERO);
        let solver = Solver::new();
        let evaluation =
            named.play(&solver, &game, |strategy| solver.evaluate(&game, strategy, &|_, _| {}))??;
        let (ante, rounds) = (self.wagers.ante.0 as f64, self.played as f64);
        let expected = evaluation.distribution.mean().to_f64() * ante * rounds;
        let deviation = evaluation.distribution.standard_deviation() * ante * rounds.sqrt();
        let away = (self.won.0 as f64 - expected) / deviation;
        let cents = |value: f64| Cents(value.round() as i64);
        writeln!(
            output,
            "The exact expectation of {} is {}, with a standard deviation of {}: this result is {away:+.2} standard \
             deviations away.",
            named.title,
            signed(cents(expected)),
            cents(deviation)
        )?;
        if is_player_banked {
            writeln!(
                output,
                "The expectation is against a bank that covers every wager; a player-dealer's bank may run out."
            )?;
        }
        Ok(())
    }
}

/// Returns the cards of a hand, the board and the dealer, and the action.
fn line(round: &RoundView, hand: &HandView) -> String {
    let cards = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let two = |two: Option<[Card; 2]>| two.map_or_else(|| "-- --".into(), |two| cards(&two));
    let play = match hand.play {
        Some(times @ 1..) => format!("{times}x"),
        _ => "fold".into(),
    };
    format!("{}  {:<14}  {}  {play:<4}", two(hand.hole), cards(&round.board), two(round.dealer))
}
