//! Locations, interned and compared by [`LocId`].

use partita_base::ids;

use crate::AttrId;

ids! {
    /// An interned [`Loc`].
    LocId;
}

/// Where an op or value came from in the user's own program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loc {
    /// `loc(unknown)`
    Unknown,
    /// `loc("f.py":9:18 to :22)`
    File {
        /// The file as written.
        file: Box<[u8]>,
        /// First line.
        line: u32,
        /// First column.
        column: u32,
        /// Last line and column, where a range is given.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`
    Name {
        /// The name, for JAX a name stack.
        name: Box<[u8]>,
        /// Where the named thing is.
        child: LocId,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// Inner.
        callee: LocId,
        /// Outer.
        caller: LocId,
    },
    /// `loc(fused<meta>[…])`
    Fused {
        /// The parts.
        locs: Box<[LocId]>,
        /// What joined them.
        metadata: Option<AttrId>,
    },
}
