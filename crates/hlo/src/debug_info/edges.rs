//! `sdy.propagation_edges`: which step propagated which axis between which values.

use std::collections::BTreeMap;

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Module, OpId, SdyAttr, names};
use partita_mesh::spec::AxisSpec;
use partita_rule::edges::{AxisToPropagationDetails, EdgeValueRef, PropagationEdges, PropagationOneStep};

/// The edges of all steps so far.
#[derive(Default)]
pub(crate) struct StepEdges {
    of_ops: BTreeMap<OpId, PropagationEdges>,
    /// Of the boundary between returned values and the results of a function. Shardy writes all of them at result 0.
    of_results: BTreeMap<OpId, PropagationEdges>,
}

impl StepEdges {
    /// The number after the last step that is recorded in the module.
    pub(crate) fn next_step(module: &Module) -> i64 {
        let mut last = -1;
        let mut look = |edges: &PropagationEdges| {
            last = edges.steps.iter().map(|step| step.step).fold(last, i64::max);
        };
        for op in module.walk(module.top()) {
            if let Some(SdyAttr::Edges(edges)) = module.sdy_attr(op, names::SDY_PROPAGATION_EDGES) {
                look(edges);
            }
        }
        for func in module.functions() {
            for index in 0..module.func_type(func).1.len() {
                let attrs = module.value_attrs(func, names::RES_ATTRS, index);
                let edges = attrs.iter().find(|(name, _)| *name == names::SDY_PROPAGATION_EDGES);
                if let Some(Attr::Sdy(attr)) = edges.map(|(_, attr)| module.context.attr_of(*attr))
                    && let SdyAttr::Edges(edges) = &**attr
                {
                    look(edges);
                }
            }
        }
        last.saturating_add(1)
    }

    /// Adds an axis that a step of an op propagated.
    pub(crate) fn add(&mut self, op: OpId, step: i64, axis: AxisSpec, from: EdgeValueRef, to: EdgeValueRef) {
        add(self.of_ops.entry(op).or_default(), step, axis, from, to);
    }

    /// Adds an axis that was propagated between a returned value and the result of a function.
    pub(crate) fn add_to_results(
        &mut self,
        func: OpId,
        step: i64,
        axis: AxisSpec,
        from: EdgeValueRef,
        to: EdgeValueRef,
    ) {
        add(self.of_results.entry(func).or_default(), step, axis, from, to);
    }

    /// Writes all edges into the module.
    pub(crate) fn write(self, module: &mut Module) {
        for (op, edges) in self.of_ops {
            let attr = attr(module, edges);
            module.set_attr(op, names::SDY_PROPAGATION_EDGES, attr);
        }
        for (func, edges) in self.of_results {
            let attr = attr(module, edges);
            set_func_attr(module, func, names::RES_ATTRS, 0, names::SDY_PROPAGATION_EDGES, attr);
        }
    }
}

fn add(edges: &mut PropagationEdges, step: i64, axis: AxisSpec, source: EdgeValueRef, target: EdgeValueRef) {
    let known = |details: &AxisToPropagationDetails| {
        details.axis == axis && details.source == source && details.targets.contains(&target)
    };
    // Shardy records an edge only in the first step that has it.
    if edges.steps.iter().flat_map(|step| &step.axes).any(known) {
        return;
    }
    if edges.steps.last().is_none_or(|last| last.step != step) {
        edges.steps.push(PropagationOneStep { step, axes: Vec::new() });
    }
    let Some(last) = edges.steps.last_mut() else { return };
    match last.axes.iter_mut().find(|known| known.axis == axis && known.source == source) {
        Some(known) => known.targets.push(target),
        None => last.axes.push(AxisToPropagationDetails { axis, source, targets: vec![target] }),
    }
}

fn attr(module: &mut Module, mut edges: PropagationEdges) -> AttrId {
    for step in &mut edges.steps {
        for details in &mut step.axes {
            details.targets.sort();
            details.targets.dedup();
        }
        let part = |axis: &AxisSpec| axis.part.map_or((1, i64::MAX), |part| (part.pre, part.size));
        // One axis may come from several tensors, along different factors; those stay in the order of the factors. (In
        // Shardy their order is that of a hash table.)
        step.axes.sort_by(|a, b| (&a.axis.name, part(&a.axis)).cmp(&(&b.axis.name, part(&b.axis))));
    }
    module.context.attr(Attr::Sdy(Box::new(SdyAttr::Edges(edges))))
}

/// Sets one attribute of an argument or result of a function.
pub(super) fn set_func_attr(
    module: &mut Module,
    func: OpId,
    lists: Symbol,
    index: usize,
    name: Symbol,
    attr: AttrId,
) {
    let (arguments, results) = module.func_type(func);
    let count = if lists == names::ARG_ATTRS { arguments.len() } else { results.len() };
    let mut dicts = Vec::with_capacity(count);
    for at in 0..count {
        let mut entries = module.value_attrs(func, lists, at).to_vec();
        if at == index {
            entries.retain(|(key, _)| *key != name);
            entries.push((name, attr));
            module.sort_attrs(&mut entries);
        }
        dicts.push(module.context.attr(Attr::Dict(entries.into())));
    }
    let list = module.context.attr(Attr::Array(dicts.into()));
    module.set_attr(func, lists, list);
}
