//! The verifier: checks that MLIR would accept a module.
//!
//! [`verify`] reports every independent error. The check of one op goes from the outside in: counts and
//! attributes against its row of the op table ([`structure`]), its blocks, the types of its values
//! ([`TypeRule`]), and then the rule that [`dispatch`] names for it. A step that fails ends the check of
//! that op, so that one mistake produces one message. Dominance and symbols are checked for the entire
//! module.

use partita_base::{Diagnostics, code};
use partita_ir::{Arity, BlockEnd, Module, OpId, OpName, ValueGroup};

use crate::check::{self, OpCheck, VerifyRun};
use crate::check_cache::{Cached, CheckCache};
use crate::dispatch::{self, Rule};
use crate::soundness::{AttrSoundness, TypeSoundness};
use crate::symbols::{self, Symbols};
use crate::type_rule::TypeRule;
use crate::{dominance, sdy, structure};

/// Checks a module and reports every error.
pub fn verify(module: &Module) -> Diagnostics {
    let mut sink = Diagnostics::default();
    let ops = module.walk(module.top());
    let symbols = Symbols::read(module, &ops, &mut sink);
    let run = VerifyRun { module, symbols };
    let mut attrs = AttrSoundness::default();
    let mut types = TypeSoundness::default();
    let mut check_cache = CheckCache::default();
    for &op in &ops {
        let known = check_cache.look_up(module, op);
        if known != Cached::Valid {
            let before = (sink.errors(), sink.warnings());
            check_op(&run, op, &mut sink);
            if known == Cached::Unseen && before == (sink.errors(), sink.warnings()) {
                check_cache.add_last(module, op);
            }
        }
        attrs.check_op(&run, op, &mut |fault| sink.push(fault));
        types.check_op(module, op, &mut |fault| sink.push(fault));
    }
    sdy::check_ops(&run, &ops, &mut sink);
    dominance::check_uses(module, &ops, &mut sink);
    sink.sort();
    sink
}

fn check_op<'m>(run: &'m VerifyRun<'m>, id: OpId, sink: &mut Diagnostics) {
    let module = run.module;
    let op = module.op(id);
    for region in &op.regions {
        for block in &module.region(*region).blocks {
            structure::check_block(module, *block, sink);
        }
    }
    let OpName::Known(code) = op.name else { return };
    let info = code.info();
    if code.traits().symbol {
        symbols::check_symbol(module, id, sink);
    }
    if !structure::fits_row(module, id, info, sink) || structure::is_poisoned(module, op) {
        return;
    }
    let check = OpCheck { run, op, id, code, info };
    let row = dispatch::check_row(code);
    let end = code.traits().block_end;
    if end != BlockEnd::Free && !structure::fits_blocks(module, id, end, sink) {
        return;
    }
    let outcome = check_least(&check, &row.least).and_then(|()| check_types(&check, row));
    let outcome = outcome.and_then(|()| match row.rule {
        Rule::First(rule) | Rule::Further(rule) => rule(&check),
        Rule::All(rule) => {
            rule(&check, sink);
            Ok(())
        }
    });
    if let Err(fault) = outcome {
        sink.push(*fault);
    }
}

fn check_least(op: &OpCheck<'_>, least: &[(&str, i64)]) -> check::Checked {
    for (name, least) in least {
        if let Some(value) = op.int(name).filter(|value| value < least) {
            return op.fail_attr(name, format!("expected `{name}` to be at least {least}, found {value}"));
        }
    }
    Ok(())
}

fn check_types(op: &OpCheck<'_>, row: &dispatch::CheckRow) -> check::Checked {
    let Some(rules) = &row.types else { return Ok(()) };
    let operands = values_with_rules(&op.info.operands, &rules.operands, op.op.operands.len());
    for (index, (group, rule)) in operands.enumerate() {
        let ty = op.operand(index);
        if !rule.allows(op.context(), ty) {
            let message = format!(
                "expected operand {index} (`{}`) to be {}, found `{}`",
                group.name,
                rule.spell(),
                op.spell(ty)
            );
            return op.fail_operands(message);
        }
    }
    let results = values_with_rules(&op.info.results, &rules.results, op.op.result_count());
    for (index, (group, rule)) in results.enumerate() {
        let ty = op.result(index);
        if !rule.allows(op.context(), ty) {
            let message = format!(
                "expected result {index} (`{}`) to be {}, found `{}`",
                group.name,
                rule.spell(),
                op.spell(ty)
            );
            return op.fail(code::RESULT_TYPE, message);
        }
    }
    Ok(())
}

/// The group and rule of each value; the lists of an op have one length, and a remainder goes to the last.
fn values_with_rules<'a>(
    groups: &'a [ValueGroup],
    rules: &'a [TypeRule],
    count: usize,
) -> impl Iterator<Item = (&'a ValueGroup, &'a TypeRule)> {
    let many = groups.iter().filter(|group| group.arity == Arity::Many).count().max(1);
    let share = (count + many).saturating_sub(groups.len()) / many;
    let widths = groups.iter().map(move |group| if group.arity == Arity::Many { share } else { 1 });
    let pairs =
        groups.iter().zip(rules).zip(widths).flat_map(|(pair, width)| std::iter::repeat_n(pair, width));
    let last = groups.last().zip(rules.last());
    pairs.chain(last.into_iter().cycle()).take(count)
}

#[cfg(test)]
mod tests {
    use partita_base::{Code, Span, Symbol};
    use smallvec::{SmallVec, smallvec};

    use super::*;
    use partita_ir::{Attr, AttrId, BlockId, Context, NewOp, OpCode, Type, TypeId, ValueId, names};

    type Attrs = SmallVec<[(Symbol, AttrId); 2]>;

    fn add_op(
        module: &mut Module,
        block: BlockId,
        code: OpCode,
        operands: SmallVec<[ValueId; 4]>,
        (result_types, attrs): (&[TypeId], Attrs),
    ) -> OpId {
        let loc = module.context.unknown_loc();
        let name = OpName::Known(code);
        let op = module.create_op(NewOp { name, operands, result_types, attrs, loc, span: Span::default() });
        module.append(block, op);
        op
    }

    /// A function of one argument of type `ty`, and what `fill` puts into it.
    fn function(ty: Type, fill: impl FnOnce(&mut Module, BlockId, TypeId, ValueId)) -> Vec<Code> {
        let mut module = Module::new(Context::default());
        let ty = module.context.ty(ty);
        let signature = module.context.ty(Type::Function { inputs: [ty].into(), results: [].into() });
        let signature = module.context.attr(Attr::Type(signature));
        let name = module.context.attr(Attr::String(b"f".as_slice().into()));
        let attrs = smallvec![(names::FUNCTION_TYPE, signature), (names::SYM_NAME, name)];
        let body = module.body();
        let func = add_op(&mut module, body, OpCode::FuncFunc, smallvec![], (&[], attrs));
        let region = module.add_region(func);
        let block = module.add_block(region, Span::default());
        let loc = module.context.unknown_loc();
        let arg = module.add_arg(block, ty, Span::default(), loc);
        fill(&mut module, block, ty, arg);
        add_op(&mut module, block, OpCode::FuncReturn, smallvec![], (&[], smallvec![]));
        let found = verify(&module);
        found.iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn an_empty_module_is_verified() {
        assert!(!verify(&Module::new(Context::default())).has_errors());
    }

    #[test]
    fn results_of_erased_ops_are_not_available() {
        let codes = function(Type::Index, |module, block, ty, arg| {
            let types: &[TypeId] = &[ty];
            let cast = OpCode::BuiltinUnrealizedConversionCast;
            let first = add_op(module, block, cast, smallvec![arg], (types, smallvec![]));
            let value = module.op(first).result(0);
            add_op(module, block, cast, smallvec![value], (types, smallvec![]));
            module.erase(first);
        });
        assert_eq!(codes, [code::DOMINANCE]);
    }

    #[test]
    fn every_wrong_op_is_reported() {
        let codes = function(Type::Index, |module, block, ty, arg| {
            for _ in 0..2 {
                add_op(module, block, OpCode::Abs, smallvec![arg], (&[ty], smallvec![]));
            }
        });
        assert_eq!(codes, [code::OPERAND_TYPE, code::OPERAND_TYPE]);
    }

    #[test]
    fn values_that_could_not_be_read_silence_their_users() {
        let use_it = |module: &mut Module, block: BlockId, ty: TypeId, arg: ValueId| {
            add_op(module, block, OpCode::Abs, smallvec![arg, arg], (&[ty], smallvec![]));
        };
        assert_eq!(function(Type::Index, use_it), [code::OPERAND_COUNT]);
        let use_it = |module: &mut Module, block: BlockId, ty: TypeId, arg: ValueId| {
            add_op(module, block, OpCode::Abs, smallvec![arg], (&[ty], smallvec![]));
        };
        assert_eq!(function(Type::Index, use_it), [code::OPERAND_TYPE]);
        assert_eq!(function(Type::Poison, use_it), []);
    }
}
