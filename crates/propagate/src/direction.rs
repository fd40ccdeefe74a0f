//! The directions in which shardings may propagate through an op.

use crate::problem::OpTraits;

/// A set of directions: from operands to results, from results to operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(u8);

impl Direction {
    /// No direction: the factor is skipped.
    pub const NONE: Direction = Direction(0);
    /// From operands to results, and among operands.
    pub const FORWARD: Direction = Direction(1);
    /// From results to operands, and among results.
    pub const BACKWARD: Direction = Direction(2);
    /// Between all operands and results.
    pub const BOTH: Direction = Direction(3);

    /// The directions that either allows.
    pub fn union(self, other: Direction) -> Direction {
        Direction(self.0 | other.0)
    }

    /// The directions that both allow.
    pub fn intersection(self, other: Direction) -> Direction {
        Direction(self.0 & other.0)
    }

    /// A number below 4 that identifies the set.
    pub(crate) fn bits(self) -> u8 {
        self.0
    }
}

/// Whether an op passes shardings on before other ops, and in which direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassThrough {
    /// Not before others: it waits for the level of its factors.
    #[default]
    No,
    /// From operands to results and from results to operands.
    Both,
    /// From operands to results only.
    Forward,
}

/// The directions of an op at one level of op priority: one for its pass-through factors, one for the
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Directions {
    pub(crate) pass_through: Direction,
    pub(crate) special: Direction,
}

impl Directions {
    /// The number of levels of op priority. It is Shardy's schedule; see [`at_level`](Self::at_level).
    pub(crate) const LEVELS: u8 = 5;

    /// Every factor in both directions.
    pub(crate) const ALL: Directions = Directions { pass_through: Direction::BOTH, special: Direction::BOTH };

    /// The directions that levels 0 to `level` allow together.
    ///
    /// 0: pass-through ops whose operands have one use; 1: all pass-through ops; 2: pass-through factors of every op;
    /// 3: every factor, where ops that broadcast still only propagate from results to operands; 4: everything.
    ///
    /// Each level includes the earlier ones. A pass-through op needs no communication if its tensors are sharded alike,
    /// so these ops agree before an op that has to exchange data anyway decides for them. A broadcast waits longest in
    /// the forward direction, because its operand is smaller than its result and should not determine the sharding of
    /// the larger tensor.
    pub(crate) fn at_level(traits: &OpTraits, level: u8) -> Directions {
        let through = match traits.pass_through {
            PassThrough::No => Direction::NONE,
            PassThrough::Both => Direction::BOTH,
            PassThrough::Forward => Direction::FORWARD,
        };
        let first = if level >= 1 || traits.single_use { through } else { Direction::NONE };
        let general = if traits.broadcasts && level < 4 { Direction::BACKWARD } else { Direction::BOTH };
        let mut directions = Directions { pass_through: first, special: first };
        if level >= 2 {
            directions.pass_through = first.union(general);
        }
        if level >= 3 {
            directions.special = first.union(general);
        }
        directions
    }

    pub(crate) fn limited(self, limit: Direction) -> Directions {
        Directions {
            pass_through: self.pass_through.intersection(limit),
            special: self.special.intersection(limit),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self.pass_through == Direction::NONE && self.special == Direction::NONE
    }

    /// A small number that identifies the pair.
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.pass_through.0) << 2 | u32::from(self.special.0)
    }
}
