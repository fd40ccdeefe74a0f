//! `sdy-resolve-permutation-factors`: no op needs elements of other shards along a dimension whose elements it moves.
//!
//! A reverse along a sharded dimension runs on a mesh whose devices are in reversed order. The operands and results of
//! every other op are resharded without the axes along such dimensions.

mod reverse;

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Attr, Dialect, Module, OpCode, OpId, OpKind, ValueId};
use partita_mesh::Meshes;
use partita_rule::FactorKind;

use self::reverse::{Meshwork, Outcome};
use super::insert_explicit_reshards::Reshards;
use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-resolve-permutation-factors",
    help: "exchange or reshard data where ops move elements between shards",
    anchor: Anchor::Module,
    options: &[HALO],
    run,
};

const HALO: PassOption = PassOption {
    name: "enable-halo-exchange",
    default: "true",
    help: "let devices exchange the edges of their shards, instead of resharding",
};

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let exchange = pass::flag(options, HALO.name, true);
    let ops = shardings::walk_inner_first(module, module.top());
    let mut diagnostics = Diagnostics::default();
    let meshes = module.meshes();
    let mut meshwork = Meshwork::new(module);
    let mut reshards = Reshards::new(module, &ops, true);
    for op in ops {
        reshards.editor.update_operands(op);
        let outcome = resolve(&mut reshards, &meshes, &mut meshwork, op, exchange);
        if let Err(why) = outcome {
            let module = &*reshards.editor.module;
            let message = format!("the shards of `{}` cannot be exchanged: {why}", module.op_name(op));
            let fault = Diagnostic::error(code::CANNOT_RESOLVE_PERMUTATION, module.op(op).span, message);
            diagnostics
                .push(fault.help("run `sdy-insert-explicit-reshards{enable-full-version=true}` first"));
        }
    }
    reshards.editor.finish();
    meshwork.place(module);
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
}

fn resolve(
    reshards: &mut Reshards<'_>,
    meshes: &Meshes,
    meshwork: &mut Meshwork,
    op: OpId,
    exchange: bool,
) -> Result<(), String> {
    let Some(code) = reshards.editor.module.op(op).name.code() else { return Ok(()) };
    if code.dialect() != Dialect::StableHlo || code.kind() == OpKind::Terminator {
        return Ok(());
    }
    let kinds = reshards.factor_kinds(op);
    if !kinds.contains(&FactorKind::Permutation) {
        return Ok(());
    }
    if code == OpCode::Reverse && exchange {
        match reverse::make_reverse_local(&mut reshards.editor, meshes, meshwork, op)? {
            Outcome::Done => return Ok(()),
            Outcome::TooFar => {}
        }
    }
    let mut local = vec![false; kinds.len()];
    if code == OpCode::Slice {
        local = local_dims(reshards.editor.module, meshes, op, &kinds)?;
    }
    reshards.unshard_factors(op, |factors, factor| {
        factors.kinds[factor] == FactorKind::Permutation && !local[factor]
    });
    Ok(())
}

/// Whether every device can slice each dimension on its own: that is, if only elements of the last shards are lost.
fn local_dims(module: &Module, meshes: &Meshes, op: OpId, kinds: &[FactorKind]) -> Result<Vec<bool>, String> {
    let (input, output) = (module.op(op).operands[0], module.op(op).result(0));
    let (source, target) = (shardings::of_value(module, input), shardings::of_value(module, output));
    if source.is_none() && target.is_none() {
        return Ok(vec![false; kinds.len()]);
    }
    if source != target {
        return Err("its operand and its result are sharded differently".into());
    }
    let counts = source.and_then(|spec| shardings::shard_counts(meshes, &spec));
    let list = |name: &str| match module.context.find_symbol(name).and_then(|name| module.attr(op, name)) {
        Some(Attr::DenseArray { values, .. }) => values.to_vec(),
        _ => Vec::new(),
    };
    let (starts, strides) = (list("start_indices"), list("strides"));
    let sizes = |value: ValueId| shardings::static_shape(module, module.type_of(value)).unwrap_or_default();
    let (before, after) = (sizes(input), sizes(output));
    // As in Shardy, a slice has one factor for each dimension, in their order.
    let is_local = |dim: usize| {
        let Some(&count) = counts.as_ref().and_then(|counts| counts.get(dim)) else { return false };
        count <= 1
            || starts.get(dim) == Some(&0)
                && strides.get(dim) == Some(&1)
                && before[dim].div_ceil(count) == after[dim].div_ceil(count)
    };
    Ok((0..kinds.len()).map(is_local).collect())
}
