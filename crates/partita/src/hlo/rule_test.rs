//! Tests the rules of a file against reference functions.

use partita_base::{Diagnostic, Diagnostics, Id, Limits, code};
use partita_engine::{FactorTrial, TrialOutcome, test_rule};
use partita_hlo::rules::{NamedRule, RuleFile, call_target};
use partita_ir::{Module, OpId};
use partita_report::{RuleTestView, RuleTestsView, TestedFactorView};
use partita_rule::{FactorId, RuleSpec};

use super::Program;
use crate::{Error, Watch};

impl Program {
    /// Tests the rules of the custom calls of the program: whether they fit, and whether the function with the name of the call's
    /// target, if the program has one, computes on shards what the rule claims. Contradictions are in the diagnostics.
    /// Stage: `rules`.
    pub fn test_rules(
        self,
        rules: &RuleFile,
        seeds: u64,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Result<(RuleTestsView, Diagnostics), Error> {
        let program = self.checked()?;
        let module = &program.module;
        let mut found = rules.check(module);
        let calls: Vec<OpId> =
            module.walk(module.top()).into_iter().filter(|&op| call_target(module, op).is_some()).collect();
        let mut view = RuleTestsView::default();
        watch.begin("rules");
        for (index, &call) in calls.iter().enumerate() {
            watch.count(index, calls.len(), "calls");
            // A call whose rule does not fit is reported already.
            let Some(Ok(rule)) = rules.rule_of_call(module, call) else { continue };
            let tested = test_call(&program, call, &rule, seeds, limits, &mut found)?;
            // Equal calls of several layers are one row.
            if !view.calls.iter().any(|known| known.is_same(&tested)) {
                view.calls.push(tested);
            }
        }
        watch.end();
        let found = program.located(found);
        Ok((view, found))
    }
}

fn test_call(
    program: &Program,
    call: OpId,
    named: &NamedRule,
    seeds: u64,
    limits: Limits,
    found: &mut Diagnostics,
) -> Result<RuleTestView, Error> {
    let module = &program.module;
    let (rule, target) = (&named.rule, call_target(module, call).unwrap_or_default());
    let line = program.source.position(module.op(call).span.start).line;
    let mut view = RuleTestView {
        target: target.to_string(),
        line,
        rule: named.written.clone(),
        reference: None,
        factors: Vec::new(),
    };
    let Some(function) = module.find_function(target) else { return Ok(view) };
    if let Some(fault) = signature_fault(module, call, function) {
        let message = format!("the function @{target} is not a reference for this call: {fault}");
        let found_here = Diagnostic::error(code::REFERENCE_MISMATCH, module.op(call).span, message);
        found.push(found_here.label(module.op(function).span, "the function"));
        return Ok(view);
    }
    view.reference = Some(target.to_string());
    let mut trials: Vec<FactorTrial> = Vec::new();
    for seed in 0..seeds.max(1) {
        let tried = test_rule(rule, module, function, seed, limits).map_err(|fault| {
            let mut found = Diagnostics::default();
            found.push(partita_engine::Failure::Global(fault).diagnostic(module.op(function).span));
            Error::in_text(&program.source, found)
        })?;
        let is_refuted = |all: &[FactorTrial]| {
            all.iter().any(|trial| matches!(trial.outcome, TrialOutcome::Refuted { .. }))
        };
        let is_over = is_refuted(&tried);
        trials = tried;
        if is_over {
            break;
        }
    }
    for trial in &trials {
        report_refuted(program, call, named, trial, found);
    }
    view.factors = trials.iter().map(|trial| factor_view(named, trial)).collect();
    Ok(view)
}

/// Why a function cannot be the reference of a call.
fn signature_fault(module: &Module, call: OpId, function: OpId) -> Option<String> {
    let data = module.op(call);
    let (inputs, results) = module.func_type(function);
    let operands: Vec<_> = data.operands.iter().map(|&value| module.type_of(value)).collect();
    let returned: Vec<_> = data.results().map(|value| module.type_of(value)).collect();
    let text = |types: &[_]| {
        let types: Vec<String> =
            types.iter().map(|&ty| partita_mlir::type_text(&module.context, ty)).collect();
        format!("({})", types.join(", "))
    };
    if operands != inputs {
        return Some(format!("expected arguments {}, found {}", text(&operands), text(inputs)));
    }
    (returned != results).then(|| format!("expected results {}, found {}", text(&returned), text(results)))
}

fn report_refuted(
    program: &Program,
    call: OpId,
    named: &NamedRule,
    trial: &FactorTrial,
    found: &mut Diagnostics,
) {
    let TrialOutcome::Refuted { claim, result, mismatch } = &trial.outcome else { return };
    let target = call_target(&program.module, call).unwrap_or_default();
    let name = factor_name(named, trial.factor);
    let message = format!(
        "the rule of `{target}` is wrong along factor {name} (size {}, {} shards): {mismatch}",
        trial.size, trial.shards
    );
    let kind = factor_kind(&named.rule, trial.factor);
    let diagnostic = Diagnostic::error(code::RULE_REFUTED, program.module.op(call).span, message)
        .note(format!("a {kind} factor claims that {claim}; result {result} contradicts it"))
        .note(format!("the rule is `{}`", named.written));
    found.push(diagnostic.help("list the factor under `need_replication`, or change the rule"));
}

fn factor_kind(rule: &RuleSpec, factor: FactorId) -> &'static str {
    if rule.reduction.contains(&factor) {
        "reduction"
    } else if rule.need_replication.contains(&factor) {
        "need_replication"
    } else if rule.permutation.contains(&factor) {
        "permutation"
    } else {
        "pass-through"
    }
}

/// The name of a factor in the file.
fn factor_name(named: &NamedRule, factor: FactorId) -> &str {
    named.names.get(factor.index()).map_or("?", String::as_str)
}

fn factor_view(named: &NamedRule, trial: &FactorTrial) -> TestedFactorView {
    let (holds, note) = match &trial.outcome {
        TrialOutcome::Holds => (Some(true), String::new()),
        TrialOutcome::NotTested(reason) => (None, (*reason).to_string()),
        TrialOutcome::Refuted { mismatch, .. } => (Some(false), mismatch.to_string()),
    };
    TestedFactorView {
        factor: factor_name(named, trial.factor).to_string(),
        kind: factor_kind(&named.rule, trial.factor),
        size: trial.size,
        shards: trial.shards,
        holds,
        note,
    }
}
