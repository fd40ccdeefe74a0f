//! Improves a plan with the estimate itself: one argument after the other gets another sharding, as long as the partitioned
//! program becomes faster. The model that the search uses cannot see what fusion and overlap make of a plan.

use std::collections::BTreeMap;

use partita_ir::names;
use partita_mesh::{AxisRef, DimSharding, ShardingParts, TensorSharding};

use super::alternatives::near_layouts;
use super::annotate::{AnnotatedPlan, PlanTarget};
use super::evaluate::Evaluator;
use super::limits::SearchLimits;
use crate::plans::Structure;

/// Arguments that are changed together: the same parameter of every layer. Each with the results that replace it.
struct ArgumentGroup {
    arguments: Vec<usize>,
    results: Vec<usize>,
    shape: Vec<u64>,
    bytes: u128,
}

/// The fastest plan that changes of one group at a time lead to, with at most `trials` programs priced.
pub(super) fn polish(
    target: PlanTarget<'_>,
    mut best: AnnotatedPlan,
    evaluator: &Evaluator<'_>,
    (limit, limits, trials): (u64, SearchLimits<'_>, usize),
) -> AnnotatedPlan {
    let groups = groups(target);
    let mesh = target.program.module.meshes().get(target.mesh).clone();
    let mut left = trials;
    loop {
        let mut is_better = false;
        for group in &groups {
            let current = best.annotations.arguments[group.arguments[0]].clone();
            let current: Vec<Vec<AxisRef>> = match &current {
                Some(sharding) => sharding.dims().iter().map(|dim| dim.axes.clone()).collect(),
                None => vec![Vec::new(); group.shape.len()],
            };
            for dims in near_layouts(&mesh, &group.shape, &current) {
                if left == 0 || limits.is_over() {
                    return best;
                }
                let dims = dims.into_iter().map(DimSharding::closed).collect();
                let parts = ShardingParts { dims, ..ShardingParts::default() };
                let Ok(sharding) = TensorSharding::new(target.mesh, &mesh, parts) else { continue };
                let mut annotations = best.annotations.clone();
                group.arguments.iter().for_each(|&at| annotations.arguments[at] = Some(sharding.clone()));
                group.results.iter().for_each(|&at| annotations.results[at] = Some(sharding.clone()));
                left -= 1;
                let program = annotations.apply(target.program, target.given);
                if let Ok(evaluated) = evaluator.price(program)
                    && evaluated.is_better(&best.evaluated, limit)
                {
                    best = AnnotatedPlan { annotations, evaluated };
                    is_better = true;
                }
            }
        }
        if !is_better {
            return best;
        }
    }
}

/// The arguments of a program by their types and names without numbers, the largest first.
fn groups(target: PlanTarget<'_>) -> Vec<ArgumentGroup> {
    let module = &target.program.module;
    let Some(entry) = module.entry_function() else { return Vec::new() };
    let updates =
        Structure::new(target.program).map(|structure| structure.updates().to_vec()).unwrap_or_default();
    let mut found: BTreeMap<(usize, String), ArgumentGroup> = BTreeMap::default();
    let mut types = Vec::new();
    for (index, &value) in module.func_args(entry).iter().enumerate() {
        let ty = module.type_of(value);
        let Some(tensor) = module.context.tensor(ty) else { continue };
        let Some(shape) = tensor.static_shape().filter(|shape| !shape.is_empty()) else { continue };
        // An annotation that stays is not changed.
        if target.is_given(names::ARG_ATTRS, index) {
            continue;
        }
        let kind = types.iter().position(|known| *known == ty).unwrap_or(types.len());
        if kind == types.len() {
            types.push(ty);
        }
        let name = partita_report::argument_path(module, index);
        let name: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        let elements: u128 = shape.iter().map(|&size| u128::from(size)).product();
        let group = found.entry((kind, name)).or_insert_with(|| ArgumentGroup {
            arguments: Vec::new(),
            results: Vec::new(),
            shape,
            bytes: 0,
        });
        group.arguments.push(index);
        group.bytes += elements * u128::from(module.element_bits(tensor.element).unwrap_or(32));
        let own = updates.iter().enumerate().filter(|(_, argument)| **argument == Some(index));
        group
            .results
            .extend(own.map(|(result, _)| result).filter(|&at| !target.is_given(names::RES_ATTRS, at)));
    }
    let mut groups: Vec<ArgumentGroup> = found.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.bytes));
    groups
}
