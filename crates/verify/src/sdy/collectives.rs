//! Checks collectives: the result has exactly the sharding that the operand and the axes imply.

use std::cell::OnceCell;
use std::rc::Rc;

use partita_base::{Code, Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{AllToAllMove, OpId, SdyAttr, SdyCollective, names};
use partita_mesh::axis_list::push_axis;
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_mesh::text::ShardingSpans;
use partita_mesh::{AxisRef, DimSharding, ReductionOp, ShardingParts, TensorSharding};

use super::axes::Used;
use super::spans::{self, Written};
use super::values::{KnownSharding, ValueSharding};
use super::{Sdy, plural};

/// A collective under check.
struct CollectiveCheck<'m> {
    id: OpId,
    /// The attribute that holds its axes.
    attr: Symbol,
    /// The sharding of the operand; an operand without one is replicated.
    before: Rc<TensorSharding>,
    /// How the operand's sharding refers to its mesh, if it has a sharding.
    before_mesh: Option<&'m MeshOrRef>,
    /// The sharding of the result.
    after: Rc<TensorSharding>,
    /// The sharding of the result as written.
    out: &'m ShardingSpec,
    /// The spans of the result's sharding, computed on demand.
    out_spans: OnceCell<ShardingSpans>,
}

/// The axes of every dimension.
type Axes = Vec<Vec<AxisRef>>;

impl<'m> Sdy<'m> {
    /// Checks a collective and reports every error.
    pub(super) fn check_collective(&mut self, id: OpId, kind: SdyCollective, sink: &mut Diagnostics) {
        let Some(collective) = self.collective(id, kind, sink) else { return };
        match kind {
            SdyCollective::AllGather => self.check_all_gather(&collective, sink),
            SdyCollective::AllSlice => self.check_all_slice(&collective, sink),
            SdyCollective::ReduceScatter => self.check_reduce_scatter(&collective, sink),
            SdyCollective::AllToAll => self.check_all_to_all(&collective, sink),
            SdyCollective::CollectivePermute => self.check_permute(&collective, sink),
            SdyCollective::AllReduce => self.check_all_reduce(&collective, sink),
            SdyCollective::ShardedToUnreduced => self.check_sharded_to_unreduced(&collective, sink),
            SdyCollective::ReplicatedToUnreduced => self.check_replicated_to_unreduced(&collective, sink),
        }
    }

    /// Checks what all collectives have in common: sharded operand, valid result, one mesh, one rank.
    fn collective(
        &mut self,
        id: OpId,
        kind: SdyCollective,
        sink: &mut Diagnostics,
    ) -> Option<CollectiveCheck<'m>> {
        let (input, result) = self.unary(id, sink)?;
        if !self.check_shaped(id, input, sink) {
            return None;
        }
        let given = self.given(id, names::OUT_SHARDING, self.module.type_of(result))?;
        let after = self.check_sharding(&given, sink);
        let before = match self.sharding_of(input) {
            ValueSharding::Known(known) => Some(known),
            ValueSharding::Wrong => return None,
            ValueSharding::Unsharded if may_lack_sharding(kind) => None,
            ValueSharding::Unsharded => {
                let fault = self.fault(id, code::COLLECTIVE_UNSHARDED, "expected a sharded operand");
                let help = "annotate the operand, for example with an sdy.reshard before this op";
                sink.push(self.label(fault, input, "defined here").help(help));
                return None;
            }
        };
        let after = after?;
        let collective = CollectiveCheck {
            id,
            attr: self.axes_attr(id),
            before_mesh: before.as_ref().map(|known| known.mesh),
            before: match before {
                Some(KnownSharding { sharding, .. }) => sharding,
                None => Rc::new(TensorSharding::replicated(after.mesh(), after.dims().len())),
            },
            after,
            out: given.spec,
            out_spans: OnceCell::new(),
        };
        let fits = if kind == SdyCollective::CollectivePermute {
            self.check_permute_mesh(&collective, sink)
        } else {
            self.check_same_mesh(&collective, sink)
        };
        (fits && self.check_same_rank(&collective, sink)).then_some(collective)
    }

    /// The attribute that holds the axes of a collective; a permute has none but its sharding.
    fn axes_attr(&self, id: OpId) -> Symbol {
        let attrs = self.module.op(id).name.code().map_or(&[][..], |code| &code.info().attrs);
        let mut own = attrs.iter().map(|attr| attr.symbol);
        own.find(|&name| name != names::OUT_SHARDING).unwrap_or(names::OUT_SHARDING)
    }

    fn check_same_mesh(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) -> bool {
        let same = of.before.mesh() == of.after.mesh();
        if !same {
            let message = self.spell_meshes("the operand and the result are on different meshes", of);
            sink.push(self.out_fault(of, code::COLLECTIVE_MESH, message));
        }
        same
    }

    /// Checks that a permutation changes the order of the devices and nothing else about the mesh.
    fn check_permute_mesh(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) -> bool {
        if of.before_mesh == Some(&of.out.mesh) {
            return true;
        }
        let (before, after) = (self.meshes.get(of.before.mesh()), self.meshes.get(of.after.mesh()));
        let message = if before.axes() != after.axes() {
            "the meshes of operand and result differ in more than the order of their devices"
        } else if before == after {
            "the meshes of operand and result differ only in their name"
        } else {
            return true;
        };
        sink.push(self.out_fault(of, code::COLLECTIVE_MESH, self.spell_meshes(message, of)));
        false
    }

    fn spell_meshes(&self, message: &str, of: &CollectiveCheck<'m>) -> String {
        let spell = |mesh: &MeshOrRef| mesh.to_string();
        let before = of.before_mesh.map_or_else(|| "none".into(), spell);
        format!("{message}: {before} and {}", of.out.mesh)
    }

    fn check_same_rank(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) -> bool {
        let (before, after) = (of.before.dims().len(), of.after.dims().len());
        if before != after {
            let message = format!("expected a result sharding of rank {before}, found rank {after}");
            sink.push(self.out_fault(of, code::COLLECTIVE_RANK, message));
        }
        before == after
    }

    /// The axes of a collective that has one axis list per dimension.
    fn axes_of_dims(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) -> Option<Axes> {
        let Some(SdyAttr::AxisRefLists(lists)) = self.module.sdy_attr(of.id, of.attr) else { return None };
        let rank = of.after.dims().len();
        if lists.len() != rank {
            let message =
                format!("expected {} (one per dimension), found {}", plural(rank, "axis list"), lists.len());
            sink.push(self.attr_fault(of.id, of.attr, code::COLLECTIVE_RANK, message));
        }
        let axes = self.resolve_axes(of.id, of.attr, of.after.mesh(), lists.iter().map(|l| &**l), sink)?;
        (lists.len() == rank).then_some(axes)
    }

    /// The axes of a collective that has a single list, in the order of the mesh.
    fn axes_of_list(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) -> Option<Vec<AxisRef>> {
        let Some(SdyAttr::AxisRefs(list)) = self.module.sdy_attr(of.id, of.attr) else { return None };
        let axes = self.resolve_axes(of.id, of.attr, of.after.mesh(), [&**list], sink)?.pop()?;
        self.check_axis_order(of.id, of.attr, of.after.mesh(), &axes, sink);
        Some(axes)
    }

    fn check_all_gather(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        let Some(axes) = self.axes_of_dims(of, sink) else { return };
        let mut expected = axes_of(&of.before);
        if self.take_suffixes(of, &mut expected, axes.iter().enumerate(), sink) {
            self.check_result(of, &expected, sink);
        }
    }

    fn check_all_slice(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        if let Some(axes) = self.axes_of_dims(of, sink) {
            self.check_appended(of, &axes, sink);
        }
    }

    fn check_reduce_scatter(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        if let Some(axes) = self.axes_of_dims(of, sink) {
            self.check_operator(of, &axes.concat(), sink);
            self.check_appended(of, &axes, sink);
        }
    }

    /// Checks that the axes of every dimension of the result are those of the operand followed by `axes`.
    fn check_appended(&self, of: &CollectiveCheck<'m>, axes: &Axes, sink: &mut Diagnostics) {
        let mut expected = axes_of(&of.before);
        for (dim, axes) in expected.iter_mut().zip(axes) {
            axes.iter().for_each(|&axis| push_axis(dim, axis));
        }
        self.check_result(of, &expected, sink);
    }

    fn check_all_to_all(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        let Some(SdyAttr::AllToAll(moves)) = self.module.sdy_attr(of.id, of.attr) else { return };
        let fits = self.check_moves(of, moves, sink);
        let lists = moves.iter().map(|m| &*m.axes);
        let Some(axes) = self.resolve_axes(of.id, of.attr, of.after.mesh(), lists, sink) else { return };
        if !fits {
            return;
        }
        let dims = |dim: fn(&AllToAllMove) -> i64| moves.iter().map(move |m| dim(m) as usize);
        let mut expected = axes_of(&of.before);
        let sources = dims(|m| m.source).zip(&axes);
        if !self.take_suffixes(of, &mut expected, sources, sink) {
            return;
        }
        for (target, axes) in dims(|m| m.target).zip(&axes) {
            axes.iter().for_each(|&axis| push_axis(&mut expected[target], axis));
        }
        self.check_result(of, &expected, sink);
    }

    /// Checks that the dimensions of an all-to-all exist and are distinct, and that its sources ascend.
    fn check_moves(&self, of: &CollectiveCheck<'m>, moves: &[AllToAllMove], sink: &mut Diagnostics) -> bool {
        let rank = of.after.dims().len();
        let before = sink.errors();
        let mut fault = |message: String| {
            sink.push(self.attr_fault(of.id, of.attr, code::ALL_TO_ALL_DIMS, message));
        };
        if moves.is_empty() {
            fault("expected at least one move".into());
        }
        let mut seen = vec![false; rank];
        for each in moves {
            if each.axes.is_empty() {
                fault(format!("expected at least one axis in the move {}->{}", each.source, each.target));
            }
            for (dim, what) in [(each.source, "source"), (each.target, "target")] {
                let Some(seen) = usize::try_from(dim).ok().and_then(|dim| seen.get_mut(dim)) else {
                    fault(format!("{what} dimension {dim} is out of range for a tensor of rank {rank}"));
                    continue;
                };
                if std::mem::replace(seen, true) {
                    fault(format!("dimension {dim} is a source or target more than once"));
                }
            }
        }
        if let Some(pair) = moves.windows(2).find(|pair| pair[1].source < pair[0].source) {
            fault(format!(
                "expected source dimensions in ascending order, found {} after {}",
                pair[1].source, pair[0].source
            ));
        }
        sink.errors() == before
    }

    fn check_permute(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        for (d, (before, after)) in of.before.dims().iter().zip(of.after.dims()).enumerate() {
            if before.shards() != after.shards() {
                let (from, to) = (before.shards(), after.shards());
                let message = format!("expected {from} shards of dimension {d} in the result, found {to}");
                sink.push(self.dim_fault(of, d, code::COLLECTIVE_RESULT, message));
            }
        }
    }

    fn check_all_reduce(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        let (before, after) = (axes_of(&of.before), axes_of(&of.after));
        let sharded = before.iter().chain(&after).any(|axes| !axes.is_empty());
        if sharded && of.before_mesh.is_some_and(|mesh| *mesh != of.out.mesh) {
            let message =
                self.spell_meshes("the operand and the result refer to their mesh in different ways", of);
            sink.push(self.out_fault(of, code::COLLECTIVE_MESH, message));
        }
        self.check_result(of, &before, sink);
        let Some(axes) = self.axes_of_list(of, sink) else { return };
        self.check_operator(of, &axes, sink);
        let used = Used::new(before.concat());
        let replicated = Used::new(of.before.replicated_axes().iter().copied());
        let unreduced = Used::new(of.after.unreduced_axes().iter().copied());
        let mesh = self.meshes.get(of.after.mesh());
        for (i, &axis) in axes.iter().enumerate() {
            let spelled = mesh.axis_spec(axis);
            let (code, message) = if used.overlaps(axis) {
                let message = format!("cannot reduce along axis {spelled}, which shards the operand");
                (code::REDUCED_AXIS_USED, message)
            } else if replicated.overlaps(axis) {
                let message =
                    format!("cannot reduce along axis {spelled}, along which the operand is replicated");
                (code::REDUCED_AXIS_USED, message)
            } else if unreduced.overlaps(axis) {
                (code::REDUCED_AXIS_USED, format!("the result is still unreduced along axis {spelled}"))
            } else if let Some(other) = used.conflicting(axis) {
                let other = mesh.axis_spec(other);
                (
                    code::SUB_AXES_DISAGREE,
                    format!(
                        "the axis cannot be split into both {spelled} and {other}, which the operand uses"
                    ),
                )
            } else {
                continue;
            };
            sink.push(self.axis_fault(of, i, code, message, sink));
        }
    }

    /// Checks that the partial values are sums, the only reduction of these ops.
    fn check_operator(&self, of: &CollectiveCheck<'m>, axes: &[AxisRef], sink: &mut Diagnostics) {
        let operator = of.before.reduction();
        let unreduced = Used::new(of.before.unreduced_axes().iter().copied());
        if operator != ReductionOp::Sum && axes.iter().any(|&axis| unreduced.overlaps(axis)) {
            let message = format!("expected partial values that combine by sum, found {operator}");
            sink.push(self.attr_fault(of.id, of.attr, code::REDUCTION_OPERATOR, message));
        }
    }

    fn check_sharded_to_unreduced(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        let Some(axes) = self.axes_of_dims(of, sink) else { return };
        let mut expected = axes_of(&of.before);
        if self.take_suffixes(of, &mut expected, axes.iter().enumerate(), sink) {
            self.check_result(of, &expected, sink);
        }
        self.check_unreduced(of, &axes.concat(), sink);
    }

    fn check_replicated_to_unreduced(&self, of: &CollectiveCheck<'m>, sink: &mut Diagnostics) {
        let Some(axes) = self.axes_of_list(of, sink) else { return };
        if axes.is_empty() {
            let message = "expected at least one axis";
            sink.push(self.attr_fault(of.id, of.attr, code::COLLECTIVE_AXES, message));
        }
        let used = Used::new(axes_of(&of.before).concat());
        let unreduced = Used::new(of.before.unreduced_axes().iter().copied());
        for (i, &axis) in axes.iter().enumerate() {
            let spelled = self.meshes.get(of.after.mesh()).axis_spec(axis);
            let message = if used.overlaps(axis) {
                format!("expected the operand to be replicated along axis {spelled}, which shards it")
            } else if unreduced.overlaps(axis) {
                format!("the operand is already unreduced along axis {spelled}")
            } else {
                continue;
            };
            sink.push(self.axis_fault(of, i, code::REDUCED_AXIS_USED, message, sink));
        }
        // The dimensions do not change, and neither does their openness.
        for (d, (before, after)) in of.before.dims().iter().zip(of.after.dims()).enumerate() {
            if before != after {
                let message =
                    format!("dimension {d} of the result has a different sharding from that of the operand");
                sink.push(self.dim_fault(of, d, code::COLLECTIVE_RESULT, message));
            }
        }
        self.check_unreduced(of, &axes, sink);
    }

    /// Removes the axes from the minor end of dimensions; reports those that are not there.
    fn take_suffixes<'a>(
        &self,
        of: &CollectiveCheck<'m>,
        dims: &mut Axes,
        axes: impl Iterator<Item = (usize, &'a Vec<AxisRef>)>,
        sink: &mut Diagnostics,
    ) -> bool {
        let before = sink.errors();
        for (list, (d, axes)) in axes.enumerate() {
            if let Err(i) = take_suffix(&mut dims[d], axes) {
                let mesh = of.before.mesh();
                let axis = self.meshes.get(mesh).axis_spec(axes[i]);
                let sharded = self.spell_axes(mesh, &of.before.dims()[d].axes);
                let message = format!("axis {axis} is not at the minor end of dimension {d}, {sharded}");
                let span = self.axis_place(of.id, of.attr, list, i, sink);
                let fault = self.attr_fault(of.id, of.attr, code::COLLECTIVE_AXES, message);
                sink.push(Diagnostic { span, ..fault });
            }
        }
        sink.errors() == before
    }

    /// Reports every dimension of the result that is not sharded as expected.
    fn check_result(&self, of: &CollectiveCheck<'m>, expected: &Axes, sink: &mut Diagnostics) {
        for (d, (dim, expected)) in of.after.dims().iter().zip(expected).enumerate() {
            if dim.axes != *expected {
                let mesh = of.after.mesh();
                let (given, wanted) = (self.spell_axes(mesh, &dim.axes), self.spell_axes(mesh, expected));
                let message =
                    format!("expected dimension {d} of the result to be sharded by {wanted}, found {given}");
                sink.push(self.dim_fault(of, d, code::COLLECTIVE_RESULT, message));
            }
        }
    }

    /// Checks that the result is unreduced along the axes of the operand and along `added`.
    fn check_unreduced(&self, of: &CollectiveCheck<'m>, added: &[AxisRef], sink: &mut Diagnostics) {
        let unreduced = [of.before.unreduced_axes(), added].concat();
        let expected = ShardingParts { unreduced, ..ShardingParts::default() }.normalised().unreduced;
        if of.after.unreduced_axes() != expected {
            let mesh = of.after.mesh();
            let given = self.spell_axes(mesh, of.after.unreduced_axes());
            let wanted = self.spell_axes(mesh, &expected);
            let message = format!("expected the result to be unreduced along {wanted}, found {given}");
            sink.push(self.out_fault(of, code::COLLECTIVE_RESULT, message));
        }
    }

    fn out_fault(&self, of: &CollectiveCheck<'m>, code: Code, message: String) -> Diagnostic {
        self.attr_fault(of.id, names::OUT_SHARDING, code, message)
    }

    fn dim_fault(&self, of: &CollectiveCheck<'m>, d: usize, code: Code, message: String) -> Diagnostic {
        let fault = self.out_fault(of, code, message);
        let read = || spans::sharding_spans(self.module, of.id, Written::Value(names::OUT_SHARDING), of.out);
        match of.out_spans.get_or_init(read).dims.get(d) {
            Some(dim) => Diagnostic { span: dim.full, ..fault },
            None => fault,
        }
    }

    fn axis_fault(
        &self,
        of: &CollectiveCheck<'m>,
        i: usize,
        code: Code,
        message: String,
        sink: &Diagnostics,
    ) -> Diagnostic {
        let fault = self.attr_fault(of.id, of.attr, code, message);
        Diagnostic { span: self.axis_place(of.id, of.attr, 0, i, sink), ..fault }
    }
}

/// Ops whose operand may lack a sharding: it is then replicated.
fn may_lack_sharding(kind: SdyCollective) -> bool {
    match kind {
        SdyCollective::AllSlice | SdyCollective::AllReduce | SdyCollective::ReduceScatter => true,
        SdyCollective::AllGather
        | SdyCollective::AllToAll
        | SdyCollective::CollectivePermute
        | SdyCollective::ReplicatedToUnreduced
        | SdyCollective::ShardedToUnreduced => false,
    }
}

fn axes_of(sharding: &TensorSharding) -> Axes {
    sharding.dims().iter().map(|dim: &DimSharding| dim.axes.clone()).collect()
}

/// Removes `axes` from the minor end of `dim`; fails with the index of the first, from the minor end,
/// that is not there.
fn take_suffix(dim: &mut Vec<AxisRef>, axes: &[AxisRef]) -> Result<(), usize> {
    for (i, &axis) in axes.iter().enumerate().rev() {
        let Some(last) = dim.pop() else { return Err(i) };
        if last != axis {
            if !axis.is_suffix_of(last) {
                return Err(i);
            }
            dim.extend(last.difference(axis).0);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use partita_mesh::Mesh;
    use partita_mesh::spec::{AxisSpec, MeshSpec};

    use super::*;

    #[test]
    fn suffixes_split_axes() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("a", 2), ("b", 8)])).unwrap();
        let axis = |spec| mesh.resolve_axis(&spec).unwrap();
        let part = |pre, size| axis(AxisSpec::part("b", pre, size));
        let (a, b) = (axis(AxisSpec::full("a")), axis(AxisSpec::full("b")));
        let mut dim = vec![a, b];
        assert_eq!(take_suffix(&mut dim, &[part(4, 2)]), Ok(()));
        assert_eq!(dim, [a, part(1, 4)]);
        assert_eq!(take_suffix(&mut dim, &[a, part(1, 4)]), Ok(()));
        assert_eq!(dim, []);
        assert_eq!(take_suffix(&mut vec![a, b], &[a]), Err(0));
        assert_eq!(take_suffix(&mut vec![b], &[part(1, 2)]), Err(0));
        assert_eq!(take_suffix(&mut vec![b], &[a, b]), Err(0));
    }
}
