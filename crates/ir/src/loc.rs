//! Locations, interned and compared by [`LocId`].

use partita_base::ids;

use crate::AttrId;

ids! {
    /// An interned [`Loc`].
    LocId;
}

/// The origin of an op or value in the user's program.
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
        /// Last line and column, if a range is given.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`
    Name {
        /// The name, for JAX a name stack.
        name: Box<[u8]>,
        /// The location of the named entity.
        child: LocId,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// The location inside the called function.
        callee: LocId,
        /// The location of the call.
        caller: LocId,
    },
    /// `loc(fused<meta>[…])`
    Fused {
        /// The locations that were fused.
        locs: Box<[LocId]>,
        /// An attribute about the fusion.
        metadata: Option<AttrId>,
    },
}
