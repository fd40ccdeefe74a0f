//! The unit of all costs.

use std::fmt::{self, Display, Formatter};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// A time as an integer number of femtoseconds, so that sums and comparisons are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cost(pub u128);

impl Cost {
    /// A time in seconds, rounded to the next femtosecond; at most `Cost(u128::MAX)`.
    pub fn from_seconds(seconds: f64) -> Self {
        Cost((seconds * 1e15).round() as u128)
    }

    /// The time in seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1e15
    }

    /// What is left of this time without the other; zero if that is longer.
    pub fn minus(self, other: Cost) -> Cost {
        Cost(self.0.saturating_sub(other.0))
    }

    /// The time in microseconds.
    pub fn micros(self) -> f64 {
        self.0 as f64 / FEMTOS_PER_MICRO
    }
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl Mul<u128> for Cost {
    type Output = Cost;
    fn mul(self, times: u128) -> Cost {
        Cost(self.0.saturating_mul(times))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), Cost::add)
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} µs", self.micros())
    }
}

pub(crate) const FEMTOS_PER_MICRO: f64 = 1e9;
