//! What a table posts: everything that its document wants printed on the layout or on a sign, for everybody to see at
//! all times (R25). It follows from the terms, so nobody stores it.

use core::fmt;

use alloc::vec::Vec;

use crate::collection::Schedule;
use crate::order::SeatOrder;
use crate::pay::PayTableId;
use crate::setup::{Aggregate, Limits};
use crate::terms::Terms;

/// What is posted at a table. The odds of every wager belong to it as well; [`Terms::wager_offers`] has them, area by
/// area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// What the layout says (CA.table.2, BB.table.2).
    pub inscription: Option<&'static str>,
    /// The minimum and the maximum, unless wagers of any size are taken.
    pub limits: Option<Limits>,
    /// The approved pay table, unless the table has pays of its own.
    pub pay_table: Option<PayTableId>,
    /// What is collected from the player/dealer.
    pub collection: Option<Schedule>,
    /// Everything else, one sentence each.
    pub notices: Vec<TableNotice>,
}

/// A sentence on a sign at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableNotice {
    /// What the document prescribes word for word (WA.more.6).
    Placard(&'static str),
    /// What all players together win at most in a round (WA.more.3, R24).
    Aggregate(Aggregate),
    /// The casino resolves the bets in an order of its own choice (WA.more.4, R21).
    SeatOrder(SeatOrder),
}

impl Terms {
    /// Returns what a table with these terms posts.
    pub fn posting(&self) -> Posting {
        let (rules, setup) = (self.rules(), self.setup());
        // An order that the document itself describes needs no sign.
        let order = (setup.seat_order != rules.seat_order).then_some(setup.seat_order);
        let notices = [
            rules.placard.map(TableNotice::Placard),
            setup.aggregate.map(TableNotice::Aggregate),
            order.map(TableNotice::SeatOrder),
        ];
        Posting {
            inscription: rules.inscription,
            limits: setup.limits,
            // Pays of a table's own have no name; the odds themselves are posted all the same.
            pay_table: setup.pays.approved_as(),
            collection: setup.schedule,
            notices: notices.into_iter().flatten().collect(),
        }
    }
}

impl fmt::Display for TableNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableNotice::Placard(sentence) => f.write_str(sentence),
            TableNotice::Aggregate(Aggregate { blind, trips }) => write!(
                f,
                "In one round all players together win at most {blind} on the Blind and {trips} on Trips; if more is \
                 due, each is paid a proportional share."
            ),
            TableNotice::SeatOrder(order) => write!(f, "Bets are resolved {order}."),
        }
    }
}
