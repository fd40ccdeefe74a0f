//! Where each piece of a mesh or sharding stands in its text.

use partita_base::Span;

/// What the reader has just read. Axes come before the list they belong to.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    /// One axis reference, or one axis of a mesh.
    Axis,
    /// One device id.
    DeviceId,
    /// A priority such as `p1`.
    Priority,
    /// The mesh of a sharding.
    Mesh,
    /// A dimension with all axes since the last list.
    Dim,
    /// The list of replicated axes.
    Replicated,
    /// The list of unreduced axes.
    Unreduced,
    /// All of it.
    Whole,
}

/// Is told the place of every piece. The reader is generic over this, so that it costs nothing
/// when nobody listens.
pub(super) trait Record {
    fn mark(&mut self, piece: Piece, span: Span);
}

/// Listens to nothing.
impl Record for () {
    #[inline(always)]
    fn mark(&mut self, _: Piece, _: Span) {}
}

/// The places of one dimension's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DimSpans {
    /// From the brace to the brace or the priority.
    pub whole: Span,
    /// Each axis.
    pub axes: Vec<Span>,
    /// The priority, if there is one.
    pub priority: Option<Span>,
}

/// The places of a sharding's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardingSpans {
    /// From `<` to `>`.
    pub whole: Span,
    /// The mesh or its symbol.
    pub mesh: Span,
    /// The pieces of a mesh written in place; empty when the mesh is a symbol.
    pub inline: MeshSpans,
    /// Each dimension.
    pub dims: Vec<DimSpans>,
    /// Each replicated axis.
    pub replicated: Vec<Span>,
    /// Each unreduced axis.
    pub unreduced: Vec<Span>,
}

/// The places of a mesh's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshSpans {
    /// From `<` to `>`.
    pub whole: Span,
    /// Each axis with its size.
    pub axes: Vec<Span>,
    /// Each device id, including those of a list that reading drops because it says `0, 1, 2, …`.
    pub device_ids: Vec<Span>,
}

/// Collects places until a whole is complete.
#[derive(Default)]
pub(super) struct Recorder {
    axes: Vec<Span>,
    device_ids: Vec<Span>,
    priority: Option<Span>,
    pub(super) sharding: ShardingSpans,
}

impl Recorder {
    /// The places of a mesh that was read on its own.
    pub(super) fn into_mesh(self) -> MeshSpans {
        self.sharding.inline
    }
}

impl Record for Recorder {
    fn mark(&mut self, piece: Piece, span: Span) {
        let out = &mut self.sharding;
        match piece {
            Piece::Axis => self.axes.push(span),
            Piece::DeviceId => self.device_ids.push(span),
            Piece::Priority => self.priority = Some(span),
            Piece::Mesh => {
                out.mesh = span;
                if !self.axes.is_empty() || !self.device_ids.is_empty() {
                    out.inline = MeshSpans {
                        whole: span,
                        axes: std::mem::take(&mut self.axes),
                        device_ids: std::mem::take(&mut self.device_ids),
                    };
                }
            }
            Piece::Dim => out.dims.push(DimSpans {
                whole: span,
                axes: std::mem::take(&mut self.axes),
                priority: self.priority.take(),
            }),
            Piece::Replicated => out.replicated = std::mem::take(&mut self.axes),
            Piece::Unreduced => out.unreduced = std::mem::take(&mut self.axes),
            Piece::Whole => out.whole = span,
        }
    }
}
