//! The span of each element of a mesh or sharding in its text.

use partita_base::Span;

/// What the parser has just read. Axes come before the list they belong to.
#[derive(Clone, Copy)]
pub(super) enum TextElement {
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
    /// The entire sharding.
    All,
}

/// Receives the span of every element. The parser is generic over this trait, so that recording
/// costs nothing when the spans are not needed.
pub(super) trait Record {
    fn mark(&mut self, element: TextElement, span: Span);
}

/// Records nothing.
impl Record for () {
    #[inline(always)]
    fn mark(&mut self, _: TextElement, _: Span) {}
}

/// The spans of one dimension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DimSpans {
    /// From the opening brace to the closing brace or the priority.
    pub full: Span,
    /// Each axis.
    pub axes: Vec<Span>,
    /// The priority, if there is one.
    pub priority: Option<Span>,
}

/// The spans of a sharding as written, from `<` to `>`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardingSpans {
    /// From `<` to `>`.
    pub full: Span,
    /// The mesh or its symbol.
    pub mesh: Span,
    /// The spans of an inline mesh; empty if the mesh is a symbol.
    pub inline: MeshSpans,
    /// Each dimension.
    pub dims: Vec<DimSpans>,
    /// Each replicated axis.
    pub replicated: Vec<Span>,
    /// Each unreduced axis.
    pub unreduced: Vec<Span>,
}

/// The spans of a mesh as written, from `<` to `>`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshSpans {
    /// From `<` to `>`.
    pub full: Span,
    /// Each axis with its size.
    pub axes: Vec<Span>,
    /// Each device id, including those of a list that the parser drops because it is `0, 1, 2, …`.
    pub device_ids: Vec<Span>,
}

/// Collects the spans of inner elements until the element that contains them is complete.
#[derive(Default)]
pub(super) struct Recorder {
    axes: Vec<Span>,
    device_ids: Vec<Span>,
    priority: Option<Span>,
    pub(super) sharding: ShardingSpans,
}

impl Recorder {
    /// The spans of a mesh that was parsed on its own.
    pub(super) fn into_mesh(self) -> MeshSpans {
        self.sharding.inline
    }
}

impl Record for Recorder {
    fn mark(&mut self, element: TextElement, span: Span) {
        let out = &mut self.sharding;
        match element {
            TextElement::Axis => self.axes.push(span),
            TextElement::DeviceId => self.device_ids.push(span),
            TextElement::Priority => self.priority = Some(span),
            TextElement::Mesh => {
                out.mesh = span;
                if !self.axes.is_empty() || !self.device_ids.is_empty() {
                    out.inline = MeshSpans {
                        full: span,
                        axes: std::mem::take(&mut self.axes),
                        device_ids: std::mem::take(&mut self.device_ids),
                    };
                }
            }
            TextElement::Dim => out.dims.push(DimSpans {
                full: span,
                axes: std::mem::take(&mut self.axes),
                priority: self.priority.take(),
            }),
            TextElement::Replicated => out.replicated = std::mem::take(&mut self.axes),
            TextElement::Unreduced => out.unreduced = std::mem::take(&mut self.axes),
            TextElement::All => out.full = span,
        }
    }
}
