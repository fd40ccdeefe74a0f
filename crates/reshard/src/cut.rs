//! The spaces that a problem is searched in, from the finest to the coarsest.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::{axis_product, common_prefix};

use crate::Side;
use crate::parts::{primes, refine};
use crate::problem::Problem;
use crate::space::{Crossing, Piece, Space};
use crate::state::{MAX_DIMS, MAX_PIECES, State, push};

/// How finely axes are cut, and which are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Every axis of the mesh, into primes.
    Primes,
    /// The named parts into primes, the others whole.
    MentionedPrimes,
    /// Every axis of the mesh, cut where a named part ends.
    Named,
    /// Only what is named.
    Mentioned,
    /// Only what is named and differs.
    Frozen,
}

impl Cut {
    pub(crate) const ALL: [Cut; 5] =
        [Cut::Primes, Cut::MentionedPrimes, Cut::Named, Cut::Mentioned, Cut::Frozen];

    /// Whether every axis may be used.
    fn is_complete(self) -> bool {
        !matches!(self, Cut::Mentioned | Cut::Frozen)
    }

    /// With how many pieces a search still ends soon.
    fn most_pieces(self) -> usize {
        match self {
            Cut::Primes | Cut::MentionedPrimes => 5,
            Cut::Named | Cut::Mentioned | Cut::Frozen => MAX_PIECES,
        }
    }
}

impl<'a> Problem<'a> {
    /// What both sides have in front of every dimension, if that is left alone.
    fn frozen(&self, cut: Cut) -> Vec<Vec<AxisRef>> {
        let both = self.from.iter().zip(&self.to);
        match cut {
            Cut::Frozen if self.start_side == self.end_side => {
                both.map(|(a, b)| common_prefix(a, b)).collect()
            }
            _ => vec![Vec::new(); self.from.len()],
        }
    }

    fn pieces(&self, side: Side, mentioned: Vec<AxisRef>, cut: Cut, frozen: &[Vec<AxisRef>]) -> Vec<Piece> {
        let (mesh, _) = self.mesh(side);
        let mut cuts = mentioned.clone();
        cuts.extend(frozen.iter().flatten());
        let parts = refine(mesh, &cuts).unwrap_or_default();
        let within = |axes: &[AxisRef], part: &AxisRef| axes.iter().any(|axis| axis.contains(*part));
        let frozen = frozen.concat();
        let mut axes = Vec::new();
        for part in parts.into_iter().filter(|part| !within(&frozen, part)) {
            match (cut, within(&mentioned, &part)) {
                (Cut::Primes, _) | (Cut::MentionedPrimes, true) => axes.extend(primes(part)),
                (Cut::Mentioned | Cut::Frozen, false) => {}
                _ => axes.push(part),
            }
        }
        let link = |axis: AxisRef| self.topology.link(mesh.mesh_axis(axis.axis()).name());
        axes.into_iter().map(|axis| Piece { axis, size: axis.size(), link: link(axis) }).collect()
    }

    /// The space of the pieces of a cut, and whether all that the model promises is in it. `None` if there are too
    /// many pieces or dimensions.
    pub(crate) fn space(&self, cut: Cut, memory: Option<u64>) -> Option<(Space<'a>, bool)> {
        let frozen = self.frozen(cut);
        let one_side = self.start_side == self.end_side;
        let sides = match one_side {
            true => [self.pieces(self.start_side, self.mentioned(), cut, &frozen), Vec::new()],
            false => {
                let source = [self.from.concat(), self.unreduced.clone()].concat();
                [
                    self.pieces(self.start_side, source, cut, &frozen),
                    self.pieces(self.end_side, self.to.concat(), cut, &frozen),
                ]
            }
        };
        if sides.iter().any(|pieces| pieces.len() > cut.most_pieces()) {
            return None;
        }
        let extent = |d: usize| self.padded[d] / axis_product(&frozen[d]).unwrap_or(1);
        let named = |d: usize| !(self.from[d].is_empty() && self.to[d].is_empty());
        let useful = |d: usize| {
            named(d)
                || sides.iter().flatten().any(|piece| extent(d) > 1 && extent(d).is_multiple_of(piece.size))
        };
        let all: Vec<usize> = (0..self.padded.len()).filter(|&d| useful(d)).collect();
        let mut dims: Vec<usize> = all.iter().copied().filter(|&d| named(d)).collect();
        if dims.len() > MAX_DIMS {
            return None;
        }
        dims.extend(all.iter().copied().filter(|&d| !named(d)));
        dims.truncate(MAX_DIMS);
        dims.sort_unstable();
        let complete = dims.len() == all.len();
        let mut extents = [1; MAX_DIMS];
        let mut unit = self.element_bytes;
        for (d, &size) in self.padded.iter().enumerate() {
            match dims.iter().position(|&dim| dim == d) {
                Some(at) => extents[at] = extent(d),
                None => unit *= size / axis_product(&frozen[d]).unwrap_or(1),
            }
        }
        let last = u8::from(!one_side);
        let start = state(&sides[0], 0, &dims, &self.from, &self.unreduced);
        let goal = state(&sides[last as usize], last, &dims, &self.to, &self.kept);
        let meshes = [self.mesh(self.start_side).0, self.mesh(self.end_side).0];
        let crossing = (!one_side).then_some(Crossing { meshes, topology: self.topology });
        let complete = complete && cut.is_complete();
        Some((Space { sides, crossing, dims, extents, unit, frozen, start, goal, memory }, complete))
    }
}

/// Whether two spaces differ in nothing that a search could use.
pub(crate) fn same_pieces(a: &Space<'_>, b: &Space<'_>) -> bool {
    let axes = |space: &Space<'_>| {
        space.sides.iter().map(|side| side.iter().map(|piece| piece.axis).collect()).collect()
    };
    let (a, b): (Vec<Vec<AxisRef>>, Vec<Vec<AxisRef>>) = (axes(a), axes(b));
    a == b
}

fn state(pieces: &[Piece], side: u8, dims: &[usize], lists: &[Vec<AxisRef>], unreduced: &[AxisRef]) -> State {
    let mut state = State { side, ..State::default() };
    // What is frozen has no pieces, and so is left out.
    let of = |axis: &AxisRef| {
        let axis = *axis;
        (0..pieces.len()).filter(move |&piece| axis.contains(pieces[piece].axis))
    };
    for (at, &dim) in dims.iter().enumerate() {
        state.dims[at] = lists[dim].iter().flat_map(of).fold(0, push);
    }
    state.unreduced = unreduced.iter().flat_map(of).fold(0, |set, piece| set | 1 << piece);
    state
}
