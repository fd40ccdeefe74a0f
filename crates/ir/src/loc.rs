//! Locations, interned and compared by [`LocId`].

use partita_base::ids;

use crate::{AttrId, Context};

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

/// The most links of a location that are followed.
const LONGEST: usize = 1000;

/// What a location states about the user's program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePosition<'c> {
    /// The file as written.
    pub file: &'c [u8],
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Context {
    /// The innermost file position of a location. A called function without one has the position of its call.
    pub fn file_position(&self, loc: LocId) -> Option<FilePosition<'_>> {
        self.file_position_and_names(loc).0
    }

    /// The innermost file position, and the outermost name of each location on the way to it, innermost first: one name, and
    /// those of the calls that the position had to be taken from.
    pub fn file_position_and_names(&self, loc: LocId) -> (Option<FilePosition<'_>>, Vec<&[u8]>) {
        let (mut names, mut name): (Vec<&[u8]>, Option<&[u8]>) = (Vec::new(), None);
        // Callers whose locations are still to be read, each with whether a name covers the call as well.
        let mut callers: Vec<(LocId, bool)> = Vec::new();
        let mut is_named = false;
        let mut at = Some(loc);
        for _ in 0..LONGEST {
            let Some(loc) = at else { break };
            at = match self.loc_of(loc) {
                Loc::File { file, line, column, .. } => {
                    names.extend(name);
                    return (Some(FilePosition { file, line: *line, column: *column }), names);
                }
                Loc::Name { name: inner, child } => {
                    name = name.or((!is_named).then_some(inner));
                    Some(*child)
                }
                Loc::CallSite { callee, caller } => {
                    callers.push((*caller, name.is_some()));
                    Some(*callee)
                }
                Loc::Fused { locs, .. } if !locs.is_empty() => Some(locs[0]),
                Loc::Fused { .. } | Loc::Unknown => {
                    names.extend(name.take());
                    callers.pop().map(|(caller, covered)| {
                        is_named |= covered;
                        caller
                    })
                }
            };
        }
        names.extend(name);
        (None, names)
    }
}
