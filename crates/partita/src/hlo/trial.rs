//! A program with one more annotation, and its price: what searches for annotations try.

use std::collections::BTreeMap;

use partita_base::{Id, Interrupt};
use partita_ir::{Attr, Definition, Module, OpCode, SdyAttr, Uses, ValueId, names};
use partita_partition::{Arguments, estimate_memory};
use partita_report::{Candidate, PriceView};

use super::{Partitioned, Partitioning, Program, Propagation};
use crate::Error;

/// The bytes and the memory of a program, and the program that has them.
pub(super) fn price_program(
    program: Program,
    propagation: &Propagation<'_>,
    partitioning: &Partitioning<'_>,
    interrupt: Interrupt<'_>,
) -> Result<(PriceView, Partitioned), Error> {
    // A price needs no explanations.
    let propagation = Propagation { options: propagation.options.trace(false), interrupt, ..*propagation };
    let partitioning = Partitioning { interrupt, ..*partitioning };
    let partitioned = program.propagate(&propagation, &mut ())?.partition(&partitioning, &mut ())?;
    let peak_bytes = estimate_memory(&partitioned.local.module, Arguments::Kept).peak;
    Ok((PriceView { sent_bytes: partitioned.sent_bytes(), peak_bytes }, partitioned))
}

/// The line of Python that demands a `PartitionSpec`.
pub(super) fn jax_line(spec: String) -> String {
    format!("x = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, {spec}))")
}

/// The program with a constraint after the definition of each value of a candidate; `None` if none of them is in the
/// program.
pub(super) fn with_constraint(program: &Program, candidate: &Candidate) -> Option<Program> {
    let mut program = program.clone();
    let module = &mut program.module;
    let mut named: BTreeMap<(u32, Option<u32>), ValueId> = BTreeMap::new();
    for value in (0..module.value_count()).map(ValueId::from_index) {
        let name = module.value(value).name();
        if !name.span.is_empty() {
            named.entry((name.span.start, name.number)).or_insert(value);
        }
    }
    let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(candidate.spec.clone()))));
    let mut uses = Uses::new(module);
    let mut is_changed = false;
    for name in &candidate.values {
        let Some(&value) = named.get(&(name.span.start, name.number)) else { continue };
        is_changed = true;
        constrain(module, &mut uses, value, attr);
    }
    is_changed.then_some(program)
}

/// Puts a constraint after the definition of a value, in front of all its uses.
fn constrain(module: &mut Module, uses: &mut Uses, value: ValueId, attr: partita_ir::AttrId) {
    let ty = module.type_of(value);
    let (loc, span) = match module.value(value).definition {
        Definition::Result { op, .. } => (module.op(op).loc, module.op(op).span),
        Definition::Argument { .. } => (module.context.unknown_loc(), module.value(value).span),
    };
    let constraint =
        module.build(OpCode::SdyShardingConstraint, &[value], &[ty], &[(names::SHARDING, attr)], loc, span);
    uses.add_op(module, constraint);
    match module.value(value).definition {
        Definition::Result { op, .. } => module.insert_after(op, constraint),
        Definition::Argument { block, .. } => module.insert(block, 0, constraint),
    }
    let result = module.op(constraint).result(0);
    uses.replace(module, value, result, |_, (user, _)| user != constraint);
}
