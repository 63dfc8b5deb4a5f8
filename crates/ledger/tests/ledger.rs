//! Money: what the ledger does, what it refuses, and what always holds.

use ledger::{AccountId, Amount, Done, Kind, Ledger, LedgerError, Transfer, TransferId};
use proptest::prelude::*;

const CASHIER: AccountId = AccountId(0);
const ANN: AccountId = AccountId(1);
const BOB: AccountId = AccountId(2);
const MINT: AccountId = AccountId(3);
const NOBODY: AccountId = AccountId(9);

fn transfer(id: u128, debit: AccountId, credit: AccountId, amount: i64) -> Transfer {
    Transfer { id: TransferId(id), debit, credit, amount: Amount(amount) }
}

/// A ledger in which Ann has 100 and Bob nothing.
fn ledger() -> Ledger {
    let mut ledger = Ledger::default();
    ledger.open(CASHIER, Kind::Source).unwrap();
    ledger.open(ANN, Kind::Purse).unwrap();
    ledger.open(BOB, Kind::Purse).unwrap();
    ledger.open(MINT, Kind::Source).unwrap();
    assert_eq!(ledger.transfer(transfer(1, CASHIER, ANN, 100)), Ok(Done::Now));
    ledger
}

fn balances(ledger: &Ledger) -> [i64; 3] {
    [CASHIER, ANN, BOB].map(|account| ledger.balance(account).unwrap().0)
}

/// Refused for that reason, and nothing has changed.
#[track_caller]
fn refused(ledger: &Ledger, batch: &[Transfer], expected: LedgerError) {
    let mut tried = ledger.clone();
    assert_eq!(tried.apply(batch), Err(expected));
    assert_eq!(tried, *ledger, "a refusal changes nothing");
}

#[test]
fn a_transfer_takes_from_one_account_what_it_gives_to_another() {
    let mut ledger = ledger();
    assert_eq!(balances(&ledger), [-100, 100, 0]);
    assert_eq!(ledger.transfer(transfer(2, ANN, BOB, 30)), Ok(Done::Now));
    assert_eq!(balances(&ledger), [-100, 70, 30]);
    assert_eq!(ledger.imbalance(), 0);
    assert_eq!(ledger.done(TransferId(2)), Some(&transfer(2, ANN, BOB, 30)));
    assert_eq!(ledger.transfers().len(), 2);
    assert_eq!(ledger.balance(NOBODY), None);
}

#[test]
fn a_transfer_is_done_once_however_often_it_is_asked_for() {
    let mut ledger = ledger();
    let once = transfer(2, ANN, BOB, 60);
    assert_eq!(ledger.transfer(once), Ok(Done::Now));
    assert_eq!(ledger.transfer(once), Ok(Done::Before), "although Ann could not pay it again");
    assert_eq!(balances(&ledger), [-100, 40, 60]);
    for other in [transfer(2, ANN, BOB, 61), transfer(2, BOB, ANN, 60), transfer(2, CASHIER, BOB, 60)] {
        refused(&ledger, &[other], LedgerError::IdUsed { id: TransferId(2) });
    }
}

#[test]
fn a_refused_transfer_leaves_its_id_free() {
    let mut ledger = ledger();
    refused(&ledger, &[transfer(2, BOB, ANN, 1)], LedgerError::WouldOverdraw { account: BOB });
    assert_eq!(ledger.transfer(transfer(2, ANN, BOB, 1)), Ok(Done::Now));
}

#[test]
fn what_is_refused_and_why() {
    let ledger = ledger();
    let id = TransferId(2);
    let rows = [
        (transfer(2, NOBODY, ANN, 1), LedgerError::NoSuchAccount { account: NOBODY }),
        (transfer(2, ANN, NOBODY, 1), LedgerError::NoSuchAccount { account: NOBODY }),
        (transfer(2, ANN, ANN, 1), LedgerError::SameAccount { account: ANN }),
        (transfer(2, ANN, BOB, 0), LedgerError::NotPositive { id }),
        (transfer(2, ANN, BOB, -1), LedgerError::NotPositive { id }),
        (transfer(2, ANN, BOB, i64::MIN), LedgerError::NotPositive { id }),
        (transfer(2, ANN, BOB, 101), LedgerError::WouldOverdraw { account: ANN }),
        (transfer(2, ANN, BOB, i64::MAX), LedgerError::WouldOverdraw { account: ANN }),
        (transfer(2, CASHIER, ANN, i64::MAX), LedgerError::WouldOverflow { account: CASHIER }),
        (transfer(2, MINT, ANN, i64::MAX), LedgerError::WouldOverflow { account: ANN }),
    ];
    for (transfer, error) in rows {
        refused(&ledger, &[transfer], error);
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn a_refusal_says_which_account_or_transfer_it_is_about() {
    let account = AccountId(0x2a);
    let id = TransferId(0xff);
    let rows = [
        (LedgerError::NoSuchAccount { account }, "there is no account 2a"),
        (LedgerError::OpenedDifferently { account }, "account 2a is open already, as another kind"),
        (LedgerError::SameAccount { account }, "account 2a cannot transfer to itself"),
        (LedgerError::NotPositive { id }, "transfer ff must be of more than zero"),
        (LedgerError::WouldOverdraw { account }, "account 2a does not hold so much"),
        (LedgerError::WouldOverflow { account }, "account 2a cannot hold so much"),
        (LedgerError::IdUsed { id }, "transfer ff has been done with other content"),
        (LedgerError::PartlyDone { id }, "transfer ff is done already, but not all others of its batch are"),
    ];
    for (error, expected) in rows {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_batch_is_done_as_a_whole_or_not_at_all() {
    let mut ledger = ledger();
    let batch = [transfer(2, ANN, BOB, 100), transfer(3, BOB, CASHIER, 40)];
    let broken = [batch[0], batch[1], transfer(4, BOB, ANN, 61)];
    refused(&ledger, &broken, LedgerError::WouldOverdraw { account: BOB });
    let too_early = [batch[1], batch[0]];
    refused(&ledger, &too_early, LedgerError::WouldOverdraw { account: BOB });
    assert_eq!(ledger.apply(&batch), Ok(Done::Now));
    assert_eq!(balances(&ledger), [-60, 0, 60]);
    assert_eq!(ledger.apply(&batch), Ok(Done::Before));
    assert_eq!(ledger.apply(&[]), Ok(Done::Now), "nothing is easily done");
}

#[test]
fn a_batch_that_was_done_in_part_is_another_batch() {
    let mut ledger = ledger();
    ledger.transfer(transfer(2, ANN, BOB, 10)).unwrap();
    let partly = [transfer(3, ANN, BOB, 10), transfer(2, ANN, BOB, 10)];
    refused(&ledger, &partly, LedgerError::PartlyDone { id: TransferId(2) });
    let twice = [transfer(4, ANN, BOB, 10), transfer(4, ANN, BOB, 10)];
    refused(&ledger, &twice, LedgerError::PartlyDone { id: TransferId(4) });
}

#[test]
fn an_account_is_opened_once_and_keeps_its_kind() {
    let mut ledger = ledger();
    assert_eq!(ledger.open(ANN, Kind::Purse), Ok(Done::Before));
    assert_eq!(ledger.open(ANN, Kind::Source), Err(LedgerError::OpenedDifferently { account: ANN }));
    assert_eq!(balances(&ledger), [-100, 100, 0]);
    let all: Vec<_> = ledger.accounts().collect();
    assert_eq!(all[0], (CASHIER, Kind::Source, Amount(-100)));
    assert_eq!(all[2], (BOB, Kind::Purse, Amount(0)));
}

/// Batches of transfers between few accounts under few ids, so that they collide, with amounts from all over.
fn batches() -> impl Strategy<Value = Vec<Vec<Transfer>>> {
    let amount = prop_oneof![4 => 1..200i64, 1 => any::<i64>(), 1 => Just(i64::MAX)];
    let one = (0..60u128, 0..5u128, 0..5u128, amount)
        .prop_map(|(id, debit, credit, amount)| transfer(id, AccountId(debit), AccountId(credit), amount));
    proptest::collection::vec(proptest::collection::vec(one, 1..4), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn the_sum_is_zero_and_no_purse_is_overdrawn_whatever_is_asked(batches in batches()) {
        let mut ledger = Ledger::default();
        for account in 0..4 {
            ledger.open(AccountId(account), if account == 0 { Kind::Source } else { Kind::Purse }).unwrap();
        }
        for batch in &batches {
            let before = ledger.clone();
            match ledger.apply(batch) {
                Ok(Done::Now) => {
                    prop_assert!(batch.iter().all(|transfer| ledger.done(transfer.id) == Some(transfer)));
                    prop_assert_eq!(ledger.transfers().len(), before.transfers().len() + batch.len());
                    prop_assert_eq!(ledger.clone().apply(batch), Ok(Done::Before));
                }
                Ok(Done::Before) | Err(_) => prop_assert_eq!(&ledger, &before),
            }
            prop_assert_eq!(ledger.imbalance(), 0);
            for (_, kind, balance) in ledger.accounts() {
                prop_assert!(kind == Kind::Source || balance >= Amount::ZERO);
            }
        }
        for (account, _, balance) in ledger.accounts() {
            let paid: i128 = ledger.transfers().filter(|t| t.debit == account).map(|t| i128::from(t.amount.0)).sum();
            let got: i128 = ledger.transfers().filter(|t| t.credit == account).map(|t| i128::from(t.amount.0)).sum();
            prop_assert_eq!(i128::from(balance.0), got - paid, "a balance is the sum of its transfers");
        }
    }
}

#[test]
fn a_ledger_goes_on_from_balances_that_were_kept_elsewhere() {
    let mut ledger = Ledger::default();
    let (purse, other) = (AccountId(1), AccountId(2));
    assert_eq!(ledger.resume(purse, Kind::Purse, Amount(70)), Ok(()));
    assert_eq!(
        ledger.resume(other, Kind::Purse, Amount(-1)),
        Err(LedgerError::WouldOverdraw { account: other })
    );
    assert_eq!(ledger.resume(other, Kind::Purse, Amount(0)), Ok(()));
    let again = ledger.resume(purse, Kind::Purse, Amount(90));
    assert_eq!(again, Err(LedgerError::OpenedDifferently { account: purse }));
    let transfer = Transfer { id: TransferId(1), debit: purse, credit: other, amount: Amount(71) };
    assert_eq!(ledger.transfer(transfer), Err(LedgerError::WouldOverdraw { account: purse }));
    assert_eq!(ledger.balance(purse), Some(Amount(70)));
}
