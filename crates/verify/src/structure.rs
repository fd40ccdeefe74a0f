//! Checks what every op must satisfy, whatever it computes: the numbers of operands, results, regions and
//! successors, its attributes, and the ends of its blocks.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::{
    Arity, Attr, Block, BlockEnd, BlockId, Module, Need, Op, OpCode, OpId, OpInfo, OpKind, OpName, Regions,
    Type, ValueGroup, ValueId, names,
};

use crate::attr_kind::{is_of_kind, spell_kind};
use crate::check::OpCheck;

/// Whether an op matches its row in the op table; reports every mismatch.
pub(crate) fn fits_row(module: &Module, id: OpId, info: &OpInfo, sink: &mut Diagnostics) -> bool {
    let op = module.op(id);
    let before = sink.errors();
    check_count(op, info, Side::Operands, sink);
    check_count(op, info, Side::Results, sink);
    check_regions(op, info, sink);
    check_attrs(module, id, info, sink);
    if info.code.kind() == OpKind::Terminator && !op.successors.is_empty() {
        let message =
            format!("{}: expected no successors of a return, found {}", info.name, op.successors.len());
        sink.push(Diagnostic::error(code::BLOCK, op.span, message));
    }
    sink.errors() == before
}

/// Whether a value of the op has a type that could not be parsed; further checks are then skipped.
pub(crate) fn is_poisoned(module: &Module, op: &Op) -> bool {
    let poison = |value: ValueId| matches!(module.context.type_of(module.type_of(value)), Type::Poison);
    if op.operands.iter().any(|value| poison(*value)) || op.results().any(poison) {
        return true;
    }
    let mut blocks = op.regions.iter().flat_map(|region| &module.region(*region).blocks);
    blocks.any(|block| {
        let block = module.block(*block);
        let last = block.ops.last().map(|last| &module.op(*last).operands);
        block.args.iter().chain(last.into_iter().flatten()).any(|value| poison(*value))
    })
}

#[derive(Clone, Copy)]
enum Side {
    Operands,
    Results,
}

fn check_count(op: &Op, info: &OpInfo, side: Side, sink: &mut Diagnostics) {
    let (groups, count, code, what) = match side {
        Side::Operands => (&info.operands, op.operands.len(), code::OPERAND_COUNT, "operand"),
        Side::Results => (&info.results, op.result_count(), code::RESULT_COUNT, "result"),
    };
    let fixed = groups.iter().filter(|group| group.arity == Arity::One).count();
    let many = groups.len() - fixed;
    let fits = match many {
        0 => count == fixed,
        // The lists of an op have one length, unless the op has segment sizes.
        _ if info.code == OpCode::ChloScan => true,
        _ => count >= fixed && (count - fixed) % many == 0,
    };
    if fits {
        return;
    }
    let wanted = match many {
        0 => plural(fixed, what),
        1 => format!("at least {}", plural(fixed, what)),
        _ => format!("{} of equal length", spell_groups(groups)),
    };
    let message = format!("{}: expected {wanted}, found {count}", info.name);
    sink.push(Diagnostic::error(code, op.span, message));
}

fn plural(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

fn spell_groups(groups: &[ValueGroup]) -> String {
    let names: Vec<String> = groups.iter().map(|group| format!("`{}`", group.name)).collect();
    names.join(" and ")
}

fn check_regions(op: &Op, info: &OpInfo, sink: &mut Diagnostics) {
    let Regions::Exactly(wanted) = info.code.traits().regions else { return };
    if op.regions.len() != wanted {
        let message =
            format!("{}: expected {}, found {}", info.name, plural(wanted, "region"), op.regions.len());
        sink.push(Diagnostic::error(code::REGION_COUNT, op.span, message));
    }
}

fn check_attrs(module: &Module, id: OpId, info: &OpInfo, sink: &mut Diagnostics) {
    let op = module.op(id);
    for attr in &info.attrs {
        match op.attr(attr.symbol) {
            None if attr.need == Need::Required => {
                let message = format!("{}: missing attribute `{}`", info.name, attr.name);
                let help = format!("`{}` is {}", attr.name, spell_kind(attr.kind));
                sink.push(Diagnostic::error(code::MISSING_ATTRIBUTE, op.span, message).help(help));
            }
            Some(given) if !is_of_kind(&module.context, given, attr.kind) => {
                let message = format!(
                    "{}: expected the attribute `{}` to be {}",
                    info.name,
                    attr.name,
                    spell_kind(attr.kind)
                );
                let span = module.attr_span(id, attr.symbol);
                sink.push(Diagnostic::error(code::ATTRIBUTE_KIND, span, message));
            }
            _ => {}
        }
    }
}

/// Whether each region of an op has one block that ends as the op requires; reports the ones that do not.
pub(crate) fn fits_blocks(module: &Module, id: OpId, terminator: BlockEnd, sink: &mut Diagnostics) -> bool {
    let op = module.op(id);
    let name = module.op_name(id);
    let before = sink.errors();
    for (index, region) in op.regions.iter().enumerate() {
        let blocks = &module.region(*region).blocks;
        let [block] = &blocks[..] else {
            let message = format!("{name}: expected one block in region {index}, found {}", blocks.len());
            sink.push(Diagnostic::error(code::REGION_SHAPE, op.span, message));
            continue;
        };
        check_end(module, id, index, *block, terminator, sink);
    }
    sink.errors() == before
}

fn check_end(
    module: &Module,
    id: OpId,
    index: usize,
    block: BlockId,
    terminator: BlockEnd,
    sink: &mut Diagnostics,
) {
    let name = module.op_name(id);
    let wanted = match terminator {
        BlockEnd::Free => return,
        BlockEnd::Any => "a terminator",
        BlockEnd::Is(code) => code.name(),
    };
    let Some(last) = module.block(block).ops.last() else {
        let message = format!("{name}: expected {wanted} at the end of region {index}, found an empty block");
        sink.push(Diagnostic::error(code::REGION_SHAPE, module.op(id).span, message));
        return;
    };
    let fits = match (terminator, module.op(*last).name) {
        (BlockEnd::Is(code), OpName::Known(given)) => code == given,
        (_, given) => may_end_block(given),
    };
    if !fits {
        let message = format!(
            "{name}: expected {wanted} at the end of region {index}, found {}",
            module.op_name(*last)
        );
        let fault = Diagnostic::error(code::REGION_SHAPE, module.op(*last).span, message);
        sink.push(fault.label(module.op(id).span, "the region belongs to this op"));
    }
}

/// Whether an op may be the last of a block; an unknown op may.
pub(crate) fn may_end_block(name: OpName) -> bool {
    match name {
        OpName::Known(code) => code.kind() == OpKind::Terminator,
        OpName::Other(_) => true,
    }
}

/// Checks the terminator and successors of a block of any op.
pub(crate) fn check_block(module: &Module, id: BlockId, sink: &mut Diagnostics) {
    let block: &Block = module.block(id);
    let Some((last, others)) = block.ops.split_last() else { return };
    for op in others {
        let op = module.op(*op);
        let ends = matches!(op.name, OpName::Known(code) if code.kind() == OpKind::Terminator);
        if ends {
            let message = format!("{} must be the last op of its block", name_of(module, op));
            let fault = Diagnostic::error(code::BLOCK, op.span, message);
            sink.push(fault.label(module.op(*last).span, "this is the last op"));
        } else if !op.successors.is_empty() {
            let message =
                format!("{} has successors, but is not the last op of its block", name_of(module, op));
            sink.push(Diagnostic::error(code::BLOCK, op.span, message));
        }
    }
    let op = module.op(*last);
    let region = module.region(block.region);
    for successor in &op.successors {
        if module.block(*successor).region != block.region {
            let message = format!("{} branches to a block of another region", name_of(module, op));
            sink.push(Diagnostic::error(code::BLOCK, op.span, message));
        } else if region.blocks.first() == Some(successor) {
            let message = format!("{} branches to the entry block of its region", name_of(module, op));
            sink.push(Diagnostic::error(code::BLOCK, op.span, message));
        }
    }
    if !op.successors.is_empty() && !may_end_block(op.name) {
        let message = format!("{} is not a terminator, so it cannot have successors", name_of(module, op));
        sink.push(Diagnostic::error(code::BLOCK, op.span, message));
    }
}

fn name_of<'m>(module: &'m Module, op: &'m Op) -> &'m str {
    match op.name {
        OpName::Known(code) => code.name(),
        OpName::Other(name) => module.context.text(name),
    }
}

/// Checks a `builtin.module`.
pub(crate) fn check_module(check: &OpCheck<'_>, sink: &mut Diagnostics) {
    let (module, id, op) = (check.run.module, check.id, check.op);
    fits_blocks(module, id, BlockEnd::Free, sink);
    for (name, _) in &op.attrs {
        let text = module.context.text(*name);
        let own = *name == names::SYM_NAME || *name == names::SYM_VISIBILITY;
        if !own && !text.contains('.') {
            let message = format!("missing dialect prefix in the module attribute `{text}`");
            let fault = Diagnostic::error(code::ATTRIBUTE_PREFIX, module.attr_span(id, *name), message);
            sink.push(fault.help(format!("add a dialect prefix, for example `mhlo.{text}`")));
        }
    }
    for region in &op.regions {
        if let [block] = &module.region(*region).blocks[..] {
            let args = module.block(*block).args.len();
            if args > 0 {
                let message = format!("expected no arguments of the body of a module, found {args}");
                sink.push(Diagnostic::error(code::REGION_SHAPE, op.span, message));
            }
        }
    }
}

/// The dictionaries of a list attribute such as `arg_attrs`.
pub(crate) fn list_dictionaries(
    module: &Module,
    id: OpId,
    name: partita_base::Symbol,
) -> Option<Vec<&partita_ir::NamedAttrs>> {
    let Attr::Array(items) = module.attr(id, name)? else { return None };
    let dict = |item: &partita_ir::AttrId| match module.context.attr_of(*item) {
        Attr::Dict(entries) => Some(entries),
        _ => None,
    };
    items.iter().map(dict).collect()
}
