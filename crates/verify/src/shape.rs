//! Dimension sizes as StableHLO defines them: fixed, bounded or unknown.

use std::fmt::Write as _;

use smallvec::SmallVec;

use partita_ir::{Attr, Context, Dim, Type, TypeId};

/// One dimension of a tensor type together with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Always this size.
    Fixed(u64),
    /// At most this size.
    Bounded(u64),
    /// Any size.
    Unknown,
}

/// The dimensions of a tensor.
pub(crate) type Extents = SmallVec<[Extent; 6]>;

impl Extent {
    /// The size, if it is fixed.
    pub(crate) fn fixed(self) -> Option<u64> {
        match self {
            Extent::Fixed(size) => Some(size),
            Extent::Bounded(_) | Extent::Unknown => None,
        }
    }

    /// The largest size it can have, if it is limited.
    pub(crate) fn limit(self) -> Option<u64> {
        match self {
            Extent::Fixed(size) | Extent::Bounded(size) => Some(size),
            Extent::Unknown => None,
        }
    }

    /// Whether one size can be both; a fixed size must respect the other's bound.
    pub(crate) fn agrees(self, other: Extent) -> bool {
        match (self, other) {
            (Extent::Fixed(a), Extent::Fixed(b)) => a == b,
            (Extent::Fixed(size), Extent::Bounded(bound)) | (Extent::Bounded(bound), Extent::Fixed(size)) => {
                size <= bound
            }
            _ => true,
        }
    }

    /// Whether one size can be both, ignoring bounds.
    pub(crate) fn matches(self, other: Extent) -> bool {
        match (self, other) {
            (Extent::Fixed(a), Extent::Fixed(b)) => a == b,
            _ => true,
        }
    }

    /// The most precise extent of a size that is both, or `None` if there is no such size.
    pub(crate) fn both(self, other: Extent) -> Option<Extent> {
        match (self, other) {
            _ if !self.agrees(other) => None,
            (Extent::Fixed(size), _) | (_, Extent::Fixed(size)) => Some(Extent::Fixed(size)),
            (Extent::Bounded(a), Extent::Bounded(b)) => Some(Extent::Bounded(a.min(b))),
            (Extent::Bounded(bound), _) | (_, Extent::Bounded(bound)) => Some(Extent::Bounded(bound)),
            (Extent::Unknown, Extent::Unknown) => Some(Extent::Unknown),
        }
    }

    /// The most precise extent of a size that is one or the other.
    pub(crate) fn either(self, other: Extent) -> Extent {
        match (self, other) {
            (Extent::Fixed(a), Extent::Fixed(b)) if a == b => self,
            _ => match (self.limit(), other.limit()) {
                (Some(a), Some(b)) => Extent::Bounded(a.max(b)),
                _ => Extent::Unknown,
            },
        }
    }

    /// The extent without its bound.
    pub(crate) fn unbounded(self) -> Extent {
        self.fixed().map_or(Extent::Unknown, Extent::Fixed)
    }

    /// The extent with `f` applied to its size or bound.
    pub(crate) fn map(self, f: impl FnOnce(u64) -> u64) -> Extent {
        match self {
            Extent::Fixed(size) => Extent::Fixed(f(size)),
            Extent::Bounded(bound) => Extent::Bounded(f(bound)),
            Extent::Unknown => Extent::Unknown,
        }
    }
}

/// A ranked tensor type with access to its dimensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TensorView<'m> {
    /// The tensor type itself.
    pub(crate) ty: TypeId,
    /// The type of its elements, without the shape.
    pub(crate) element: TypeId,
    shape: &'m [Dim],
    bounds: Option<&'m [Dim]>,
}

impl<'m> TensorView<'m> {
    /// The view of a type, if it is a ranked tensor.
    pub(crate) fn of(context: &'m Context, ty: TypeId) -> Option<TensorView<'m>> {
        let Type::Tensor(tensor) = context.type_of(ty) else { return None };
        let bounds = match tensor.encoding.map(|encoding| context.attr_of(encoding)) {
            Some(Attr::Bounds(bounds)) => Some(&**bounds),
            _ => None,
        };
        Some(TensorView { ty, element: tensor.element, shape: &tensor.shape, bounds })
    }

    /// The number of dimensions.
    pub(crate) fn rank(self) -> usize {
        self.shape.len()
    }

    /// The extent of a dimension.
    pub(crate) fn dim(self, index: usize) -> Extent {
        match self.shape[index] {
            Dim::Static(size) => Extent::Fixed(size),
            Dim::Dynamic => match self.bounds.and_then(|bounds| bounds.get(index)) {
                Some(Dim::Static(bound)) => Extent::Bounded(*bound),
                _ => Extent::Unknown,
            },
        }
    }

    /// The extents of all dimensions.
    pub(crate) fn dims(self) -> impl DoubleEndedIterator<Item = Extent> + ExactSizeIterator + use<'m> {
        (0..self.rank()).map(move |index| self.dim(index))
    }

    /// The extents of all dimensions, as a list.
    pub(crate) fn extents(self) -> Extents {
        self.dims().collect()
    }

    /// Whether the type has bounds.
    pub(crate) fn has_bounds(self) -> bool {
        self.bounds.is_some()
    }

    /// The extents of all dimensions without their bounds.
    pub(crate) fn unbounded(self) -> Extents {
        self.dims().map(Extent::unbounded).collect()
    }

    /// Whether all sizes are fixed.
    pub(crate) fn is_static(self) -> bool {
        self.shape.iter().all(|dim| dim.size().is_some())
    }

    /// The number of elements, if all sizes are fixed.
    pub(crate) fn elements(self) -> Option<u128> {
        self.shape.iter().try_fold(1u128, |n, dim| Some(n.saturating_mul(u128::from(dim.size()?))))
    }

    /// Whether one shape can be both, ignoring bounds.
    pub(crate) fn matches(self, other: TensorView<'_>) -> bool {
        self.rank() == other.rank() && self.dims().zip(other.dims()).all(|(a, b)| a.matches(b))
    }

    /// Whether one shape can be both, including bounds.
    pub(crate) fn agrees(self, other: TensorView<'_>) -> bool {
        self.rank() == other.rank() && self.dims().zip(other.dims()).all(|(a, b)| a.agrees(b))
    }
}

/// Whether all tensors that fix the size of a dimension agree on it.
pub(crate) fn all_match(tensors: &[TensorView<'_>]) -> bool {
    let Some(first) = tensors.first() else { return true };
    tensors.iter().all(|tensor| tensor.rank() == first.rank())
        && (0..first.rank()).all(|index| {
            let mut sizes = tensors.iter().filter_map(|tensor| tensor.dim(index).fixed());
            let size = sizes.next();
            sizes.all(|other| Some(other) == size)
        })
}

/// Writes `4x?x` and so on, as before an element type.
pub(crate) fn spell_dims(out: &mut String, extents: impl Iterator<Item = Extent>) {
    for extent in extents {
        match extent {
            Extent::Fixed(size) => {
                let _ = write!(out, "{size}x");
            }
            Extent::Bounded(_) | Extent::Unknown => out.push_str("?x"),
        }
    }
}

/// Writes the bounds of dimensions, if any has one.
pub(crate) fn spell_bounds(out: &mut String, extents: &[Extent]) {
    if !extents.iter().any(|extent| matches!(extent, Extent::Bounded(_))) {
        return;
    }
    out.push_str(", #stablehlo.bounds<");
    for (index, extent) in extents.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        match extent {
            Extent::Bounded(bound) => {
                let _ = write!(out, "{bound}");
            }
            Extent::Fixed(_) | Extent::Unknown => out.push('?'),
        }
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::Extent::{Bounded, Fixed, Unknown};

    #[test]
    fn agreement_respects_bounds() {
        assert!(Fixed(3).agrees(Bounded(3)));
        assert!(!Fixed(4).agrees(Bounded(3)));
        assert!(Fixed(4).matches(Bounded(3)));
        assert!(Bounded(3).agrees(Bounded(9)));
        assert!(!Fixed(3).agrees(Fixed(4)));
    }

    #[test]
    fn both_keeps_the_most_precise_extent() {
        assert_eq!(Fixed(3).both(Unknown), Some(Fixed(3)));
        assert_eq!(Bounded(3).both(Bounded(2)), Some(Bounded(2)));
        assert_eq!(Bounded(3).both(Fixed(4)), None);
        assert_eq!(Unknown.both(Unknown), Some(Unknown));
    }
}
