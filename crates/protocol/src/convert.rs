//! Conversions between types of the domain and their forms on the wire. A trait of this crate's own, instead of `From`,
//! so that amounts, options and lists convert as well, whose types all belong to others.

use crate::id::{Hex32, RoundId};

/// Turns a type of the domain into its form on the wire, or back.
pub(crate) trait Convert<T> {
    fn convert(self) -> T;
}

/// Declares how types of the domain are written.
macro_rules! one_way {
    ($($domain:ty => $wire:ty, $write:expr;)*) => {
        $(impl $crate::convert::Convert<$wire> for $domain {
            fn convert(self) -> $wire {
                // A pointer to a function: what is written depends on the value alone.
                let write: fn($domain) -> $wire = $write;
                write(self)
            }
        })*
    };
}
pub(crate) use one_way;

/// Declares how types of the domain are written and read.
macro_rules! both_ways {
    ($($domain:ty => $wire:ty, $write:expr, $read:expr;)*) => {
        $crate::convert::one_way! { $($domain => $wire, $write; $wire => $domain, $read;)* }
    };
}
pub(crate) use both_ways;

/// Declares conversions both ways that `From` has as well, because other crates ask for them.
macro_rules! from_both_ways {
    ($($domain:ty => $wire:ty, $write:expr, $read:expr;)*) => {
        $crate::convert::both_ways! { $($domain => $wire, $write, $read;)* }
        $(
            impl From<$domain> for $wire {
                fn from(value: $domain) -> $wire {
                    $crate::convert::Convert::convert(value)
                }
            }

            impl From<$wire> for $domain {
                fn from(value: $wire) -> $domain {
                    $crate::convert::Convert::convert(value)
                }
            }
        )*
    };
}
pub(crate) use from_both_ways;

both_ways! {
    uth::Cents => i64, |cents| cents.0, uth::Cents;
    // The only bare number of events and views is a round's.
    u64 => RoundId, RoundId, |round| round.0;
    table::Seed => Hex32, |seed| Hex32(seed.0), |bytes| table::Seed(bytes.0);
    table::Commitment => Hex32, |hash| Hex32(hash.0), |bytes| table::Commitment(bytes.0);
}

one_way! {
    bool => bool, |value| value;
    String => String, |text| text;
}

impl<F: Convert<T>, T> Convert<Option<T>> for Option<F> {
    fn convert(self) -> Option<T> {
        self.map(F::convert)
    }
}

impl<F: Convert<T>, T> Convert<Vec<T>> for Vec<F> {
    fn convert(self) -> Vec<T> {
        self.into_iter().map(F::convert).collect()
    }
}

impl<F: Convert<T>, T, const COUNT: usize> Convert<[T; COUNT]> for [F; COUNT] {
    fn convert(self) -> [T; COUNT] {
        self.map(F::convert)
    }
}
