//! The questions about a recorded run that every front end answers alike.
//!
//! A front end gives names, places and types of tensors and ops; the answers come from the record of propagation.

use partita_base::Id;
use partita_mesh::{AxisRef, Mesh, MeshId, notation};
use partita_propagate::{
    Blame, Cause, Explainer, Hop, Layer, Origin, Precedence, Reason, TensorDim, TensorId,
};
use partita_rule::{FactorId, FactorSize};

use crate::sources::SourceView;
use crate::why_view::{BlameView, DimView, HopView, OriginView, WhyView};

/// A recorded run with the names of its front end. Provided methods are the explanations.
pub(crate) trait Explains<'a> {
    /// The record.
    fn explainer(&self) -> &Explainer<'a>;
    /// The record, to ask it.
    fn explainer_mut(&mut self) -> &mut Explainer<'a>;
    /// How messages refer to a tensor.
    fn tensor_name(&self, tensor: TensorId) -> String;
    /// Where a tensor is defined.
    fn tensor_place(&self, tensor: TensorId) -> String;
    /// Whether a tensor has an annotation.
    fn is_annotated(&self, tensor: TensorId) -> bool;
    /// The op of a step, and its position.
    fn cause(&self, cause: Cause) -> (String, String);
    /// The line of the op of a step, and its origin in the user's own program.
    fn cause_source(&self, cause: Cause) -> (Option<usize>, SourceView);
    /// The sizes of a tensor; 0 for a size that is not a number.
    fn shape(&self, tensor: TensorId) -> Vec<u64>;
    /// The sizes of a tensor, if they are numbers.
    fn sizes(&self, tensor: TensorId) -> Vec<Option<u64>> {
        self.shape(tensor).into_iter().map(Some).collect()
    }
    /// Type and sharding in short notation.
    fn short(&self, tensor: TensorId) -> String;
    /// Type and sharding in the notation of the user, unless that is the short one.
    fn in_notation(&self, _: TensorId) -> Option<String> {
        None
    }
    /// The bytes of a tensor on one device.
    fn local_bytes(&self, tensor: TensorId) -> u64;

    /// The mesh of the sharding of a tensor.
    fn mesh<'s>(&'s self, tensor: TensorId) -> Option<(MeshId, &'s Mesh)>
    where
        'a: 's,
    {
        let problem = self.explainer().problem();
        let id = problem.sharding_of(problem.tensors[tensor].sharding?).mesh();
        Some((id, problem.meshes.get(id)))
    }

    /// Explains the sharding of a value. If a path has more than `most_hops` hops, those in the middle are omitted.
    fn explanation(&mut self, tensor: TensorId, dim: Option<usize>, most_hops: usize) -> WhyView {
        let sizes = self.sizes(tensor);
        let mut dims = Vec::new();
        for (index, &size) in
            sizes.iter().enumerate().filter(|(index, _)| dim.is_none_or(|dim| dim == *index))
        {
            let place = TensorDim { tensor, dim: index };
            let mut origins = Vec::new();
            for axis in self.explainer().axes(place) {
                if let Some(mut origin) = self.explainer_mut().origin(place, axis) {
                    self.look_through_group(&mut origin);
                    origins.push(self.origin_view(&origin, most_hops));
                }
            }
            dims.push(DimView { dim: index, size, origins });
        }
        WhyView {
            value: self.tensor_name(tensor),
            short: self.short(tensor),
            notation: self.in_notation(tensor),
            dims,
            tables: Vec::new(),
            alternatives: None,
        }
    }

    /// Traces an axis back to the annotated member of a sharding group: all members start with the sharding of that member.
    fn look_through_group(&self, origin: &mut Origin) {
        let problem = self.explainer().problem();
        let Some(group) = problem.group(origin.given.tensor) else { return };
        if self.is_annotated(origin.given.tensor) {
            return;
        }
        let mut members = problem.groups[group as usize].iter();
        if let Some(&source) = members.find(|member| self.is_annotated(**member)) {
            let from = TensorDim { tensor: source, dim: origin.given.dim };
            let layer = Layer { user_priority: origin.priority, ..Layer::default() };
            let cause = Cause::Group(source);
            origin.hops.insert(0, Hop { from, to: origin.given, cause, factor: None, layer });
            origin.given = from;
        }
    }

    /// The origin of an axis, and its path.
    fn origin_view(&self, origin: &Origin, most_hops: usize) -> OriginView {
        let left_out = origin.hops.len().saturating_sub(most_hops);
        // Keep a third at the start and two thirds near the value, which matter most.
        let before = if left_out > 0 { most_hops / 3 } else { 0 };
        let hops = origin.hops[..before].iter().chain(&origin.hops[before + left_out..]);
        OriginView {
            axis: self.axis_name(origin.given.tensor, origin.axis),
            value: self.tensor_name(origin.given.tensor),
            dim: origin.given.dim,
            place: self.tensor_place(origin.given.tensor),
            priority: origin.priority,
            hops: hops.map(|hop| self.hop_view(hop)).collect(),
            hops_left_out: left_out,
        }
    }

    /// One step on the path.
    fn hop_view(&self, hop: &Hop) -> HopView {
        let (op, place) = self.cause(hop.cause);
        HopView {
            value: self.tensor_name(hop.to.tensor),
            dim: hop.to.dim,
            op,
            factor: hop.factor.map(|factor| self.factor(hop.cause, factor)),
            place,
            layer: layer_text(hop.layer),
        }
    }

    /// A factor with its size: `k=64`.
    fn factor(&self, cause: Cause, factor: usize) -> String {
        let problem = self.explainer().problem();
        let rule = match cause {
            Cause::Op(id) => problem.ops[id].rule,
            Cause::Boundary(index) => problem.boundary[index as usize].rule,
            Cause::Group(_) | Cause::Annotation => None,
        };
        let size = rule.and_then(|rule| problem.rule_of(rule).factor_sizes.get(factor).copied());
        let size = size.unwrap_or(FactorSize::Known(0));
        format!("{}={size}", FactorId::from_index(factor))
    }

    /// An axis in short notation.
    fn axis_name(&self, tensor: TensorId, axis: AxisRef) -> String {
        self.mesh(tensor).map_or_else(String::new, |(_, mesh)| notation::axes_notation(mesh, &[axis]))
    }

    /// All conflicts between the tensors of an op, which require communication.
    fn all_conflicts(&mut self) -> Vec<BlameView> {
        let blames = self.explainer_mut().conflicts();
        blames.iter().map(|blame| self.blame_view(blame)).collect()
    }

    /// An op that does not propagate an axis.
    fn blame_view(&self, blame: &Blame) -> BlameView {
        let (op, place) = self.cause(blame.cause);
        let axis = self.axis_name(blame.from.tensor, blame.axis);
        let (line, source) = self.cause_source(blame.cause);
        BlameView {
            op,
            place,
            from: self.tensor_name(blame.from.tensor),
            from_dim: blame.from.dim,
            to: self.tensor_name(blame.to.tensor),
            to_dim: blame.to.dim,
            factor: self.factor(blame.cause, blame.factor),
            reason: self.reason(&blame.reason, blame, &axis),
            axis,
            line,
            tensor_bytes: self.local_bytes(blame.from.tensor),
            sent: None,
            notations: self
                .in_notation(blame.from.tensor)
                .zip(self.in_notation(blame.to.tensor))
                .map(|(from, to)| [from, to]),
            source,
        }
    }

    /// Why it does not.
    fn reason(&self, reason: &Reason, blame: &Blame, axis: &str) -> String {
        let to = self.tensor_name(blame.to.tensor);
        match reason {
            Reason::BlockedFactor => "the factor rule of the op blocks this factor".into(),
            Reason::Direction => "the op does not propagate shardings in this direction".into(),
            Reason::Closed => format!("dimension {} of {to} is closed", blame.to.dim),
            Reason::Replicated => format!("{to} has {axis} explicitly replicated"),
            Reason::Unreduced => format!("{to} is unreduced along {axis}"),
            Reason::InUse { dim, precedence } => {
                format!("{to} has {axis} on dimension {dim}: {}", precedence_text(*precedence))
            }
            Reason::Conflict { has, precedence } => {
                let has = self.axis_name(blame.to.tensor, *has);
                format!("{to} has {has} instead: {}", precedence_text(*precedence))
            }
            Reason::NoRoom { size, shards } => {
                format!("a factor of size {size} with {shards} shards is not divisible further by the axis")
            }
            Reason::Overflow => format!("dimension {} of {to} has axes that do not divide it", blame.to.dim),
            Reason::Disagreement { with } => {
                format!("{} has different axes along the factor", self.tensor_name(with.tensor))
            }
            Reason::Behind { axis: first, reason } => {
                let first = self.axis_name(blame.from.tensor, *first);
                format!("it comes after {first}, and {}", self.reason(reason, blame, &first))
            }
            Reason::Erased => "nothing uses the result of the op, so it is removed".into(),
            Reason::UsedBy { by } => {
                format!("{} has {axis} on dimension {}", self.tensor_name(by.tensor), by.dim)
            }
            Reason::BehindFactor { factor } => {
                let factor = self.factor(blame.cause, *factor);
                format!(
                    "factor {factor} is major to it in dimension {} of {to} and not sharded completely",
                    blame.to.dim
                )
            }
            Reason::Unvisited => "the op was not visited after the axis arrived".into(),
            Reason::Unfinished => "propagation stopped before this step".into(),
        }
    }
}

pub(crate) fn layer_text(layer: Layer) -> String {
    let mut parts = Vec::new();
    if layer.user_priority > 0 {
        parts.push(format!("user priority {}", layer.user_priority));
    }
    if let Some(level) = layer.op_level {
        parts.push(format!("op priority {level}"));
    }
    parts.push(if layer.aggressive { "aggressive" } else { "basic" }.to_string());
    parts.join(", ")
}

fn precedence_text(precedence: Precedence) -> String {
    match precedence {
        Precedence::Annotated => "it is annotated".into(),
        Precedence::UserPriority { won, lost } => format!("user priority {won} comes before {lost}"),
        Precedence::OpPriority { won, lost } => format!("op priority {won} comes before {lost}"),
        Precedence::LargerTensor => {
            "it comes from the larger tensor, or from the first of equally large ones".into()
        }
        Precedence::CameFirst => "it was propagated first".into(),
    }
}
