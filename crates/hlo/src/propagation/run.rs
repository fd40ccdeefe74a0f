//! One propagation through a prepared module: builds the problem, solves it and writes the solution back.

use partita_base::{Diagnostic, Diagnostics, Interrupt, code};
use partita_ir::{Definition, Module, OpId, SdyAttr, ValueId, names};
use partita_mesh::spec::MeshOrRef;
use partita_propagate::{Options, Outcome, Solution, Stop, TensorId, propagate_until};
use rustc_hash::FxHashMap;

use super::build::ModuleProblem;
use super::write_back::drop_priorities;
use crate::class::unsupported_result;
use crate::rules::{Compat, RuleOptions, RuleTable};

/// How to propagate through a module.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Settings<'a> {
    /// Which rules ops have.
    pub rules: RuleOptions<'a>,
    /// Priorities, strategy and limits of propagation.
    pub options: Options,
    /// Whether the result is still wanted.
    pub interrupt: Interrupt<'a>,
}

partita_base::setters! { Settings<'a> { rules: RuleOptions<'a>, options: Options, interrupt: Interrupt<'a> } }

/// A finished propagation.
pub struct Run {
    /// The problem with its solution.
    pub problem: ModuleProblem,
    /// The statistics of propagation.
    pub outcome: Outcome,
    /// Warnings: ops without rules, values that take no part, contradictions.
    pub warnings: Diagnostics,
    /// Whether all priorities were propagated, so that they need not be kept.
    drop_priorities: bool,
}

/// Propagates through a prepared module. The solution is not in the module before [`write_solution`]; only tensors of
/// groups with contradictory shardings get a constraint of their own.
pub(super) fn solve_module(module: &mut Module, settings: &Settings<'_>) -> Run {
    let mut warnings = Diagnostics::default();
    let mut problem = ModuleProblem::new(module, RuleTable::new(settings.rules));
    for &op in &problem.unsupported {
        let what = unsupported_result(module, op).unwrap_or_default();
        let message = format!("{what} takes no part in propagation");
        warnings.push(
            Diagnostic::warning(code::NOT_PROPAGATED, module.op(op).span, message)
                .help("lower the program with static shapes and without tuples"),
        );
    }
    warn_about_unknown_ops(module, &problem.unknown, settings.rules.compat, &mut warnings);
    warn_about_contradictions(module, &problem, &mut warnings);
    if problem.open_contradictions(module) {
        problem = ModuleProblem::new(module, RuleTable::new(settings.rules));
    }
    let Solution { problem: solved, outcome } =
        propagate_until(problem.problem, settings.options, settings.interrupt);
    problem.problem = solved;
    if outcome.stop == Stop::StepLimit {
        let message = format!("stopped after {} steps; some shardings may not be propagated", outcome.steps);
        let diagnostic = Diagnostic::warning(code::STEP_LIMIT, module.op(module.top()).span, message);
        warnings.push(diagnostic.help("raise the step limit"));
    }
    Run { problem, outcome, warnings, drop_priorities: settings.options.user_priorities }
}

/// Writes the solution into the module.
pub(super) fn write_solution(module: &mut Module, run: &Run) {
    run.problem.write_back(module);
    if run.drop_priorities {
        drop_priorities(module, run.problem.has_calls);
    }
    run.problem.erase(module, &run.outcome.erased);
}

/// Adds one warning per kind of op, at the first op of the kind.
fn warn_about_unknown_ops(module: &Module, unknown: &[OpId], compat: Compat, warnings: &mut Diagnostics) {
    let mut kinds: FxHashMap<String, usize> = FxHashMap::default();
    let mut found: Vec<(String, OpId, u64, u64)> = Vec::new();
    for &op in unknown {
        let data = module.op(op);
        let tensors = data.operands.iter().copied().chain(data.results());
        let bytes: u64 = tensors.map(|value| bytes(module, value)).fold(0, u64::saturating_add);
        if bytes == 0 || is_fully_manual(module, op) {
            continue;
        }
        let kind = kind_of(module, op);
        let index = *kinds.entry(kind.clone()).or_insert(found.len());
        if index == found.len() {
            found.push((kind, op, 0, 0));
        }
        found[index].2 += 1;
        found[index].3 = found[index].3.saturating_add(bytes);
    }
    for (kind, op, count, bytes) in found {
        let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
        let message =
            format!("no rule for `{kind}`{times}: shardings stop there, {bytes} bytes may be gathered");
        let diagnostic = Diagnostic::warning(code::OP_WITHOUT_RULE, module.op(op).span, message);
        warnings.push(match compat {
            Compat::Full => {
                diagnostic.help("give the op an `sdy.sharding_rule`, or its target a rule in a rule file")
            }
            Compat::Shardy => diagnostic.help("Shardy has none; with `Compat::Full` there may be one"),
        });
    }
}

/// Whether all axes around an op are manual: then nothing is left to shard or to gather.
fn is_fully_manual(module: &Module, op: OpId) -> bool {
    let mut manual: Vec<&str> = Vec::new();
    let mut axes: Vec<&str> = Vec::new();
    let mut at = op;
    while let Some(parent) = module.parent(at) {
        if let Some(SdyAttr::ManualAxes(names)) = module.sdy_attr(parent, names::MANUAL_AXES) {
            manual.extend(names.iter().map(|name| &**name));
            let lists = [names::IN_SHARDINGS, names::OUT_SHARDINGS];
            let spec = lists.into_iter().find_map(|list| match module.sdy_attr(parent, list)? {
                SdyAttr::ShardingPerValue(specs) => specs.first(),
                _ => None,
            });
            let mesh = spec.and_then(|spec| match &spec.mesh {
                MeshOrRef::Symbol(name) => module.mesh_spec(name),
                MeshOrRef::Inline(mesh) => Some(mesh),
            });
            let Some(mesh) = mesh else { return false };
            axes.extend(mesh.axes.iter().filter(|axis| axis.size > 1).map(|axis| &*axis.name));
        }
        at = parent;
    }
    !manual.is_empty() && axes.iter().all(|axis| manual.contains(axis))
}

/// The name of an op; of a custom call also its target.
pub fn kind_of(module: &Module, op: OpId) -> String {
    match crate::rules::call_target(module, op) {
        Some(target) => format!("stablehlo.custom_call @{target}"),
        None => module.op_name(op).to_string(),
    }
}

fn bytes(module: &Module, value: ValueId) -> u64 {
    let Some(tensor) = module.context.tensor(module.type_of(value)) else { return 0 };
    let bits = module.element_bits(tensor.element).unwrap_or(0);
    let elements = tensor.shape.iter().map(|dim| dim.size().unwrap_or(1));
    elements.fold(bits, u64::saturating_mul).div_ceil(8)
}

fn warn_about_contradictions(module: &Module, problem: &ModuleProblem, warnings: &mut Diagnostics) {
    if problem.contradictions.is_empty() {
        return;
    }
    let mut values: FxHashMap<TensorId, ValueId> = FxHashMap::default();
    for (index, tensor) in problem.tensors.iter().enumerate() {
        if let Some(tensor) = tensor {
            values.entry(*tensor).or_insert(partita_base::Id::from_index(index));
        }
    }
    let span = |tensor: &TensorId| match values.get(tensor).map(|&value| module.value(value)) {
        Some(value) if !value.span.is_empty() => value.span,
        Some(value) => match value.definition {
            Definition::Result { op, .. } => module.op(op).span,
            Definition::Argument { .. } => value.span,
        },
        None => module.op(module.top()).span,
    };
    for (first, other) in &problem.contradictions {
        let message = "this tensor and another of its sharding group are given different shardings";
        let diagnostic = Diagnostic::warning(code::GROUP_CONTRADICTION, span(other), message);
        warnings.push(
            diagnostic
                .label(span(first), "the other one")
                .help("give the tensors of a group one sharding, or only one of them a sharding"),
        );
    }
}
