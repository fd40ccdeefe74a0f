//! Prints the custom forms that no template describes.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, AttrKind, Module, OpCode, OpId, OpInfo, SpecialForm, Type, ValueId, names};

use super::Printer;
use super::op::EntryArgs;

impl Printer<'_> {
    pub(super) fn special(&mut self, form: SpecialForm, op: OpId, info: &'static OpInfo) {
        match form {
            SpecialForm::Module => self.module_form(op, info),
            SpecialForm::Func => self.func_form(op, info),
            SpecialForm::Cast => self.cast_form(op, info),
            SpecialForm::Constant => self.constant_form(op, info),
            SpecialForm::Barrier => self.barrier_form(op, info),
            SpecialForm::Reduce => self.reduce_form(op, info),
            SpecialForm::While => self.while_form(op, info),
            SpecialForm::Scan => self.scan_form(op, info),
        }
    }

    fn symbol_attr(&mut self, op: OpId) {
        if let Some(name) = self.m.op(op).attr(names::SYM_NAME) {
            self.bare_attr(name, AttrKind::SymName);
        }
    }

    /// Writes the word ` attributes` and a dictionary, unless it is empty.
    fn attributes(&mut self, op: OpId, info: &OpInfo, listed: &[Symbol]) {
        self.attr_dict_after(" attributes", op, info, listed);
    }

    fn module_form(&mut self, op: OpId, info: &'static OpInfo) {
        self.out.push_str("module");
        if self.m.op(op).attr(names::SYM_NAME).is_some() {
            self.out.push(' ');
            self.symbol_attr(op);
        }
        self.attributes(op, info, &[names::SYM_NAME]);
        self.out.push(' ');
        if let Some(&region) = self.m.op(op).regions.first() {
            self.region(region, EntryArgs::Elsewhere, "builtin");
        }
    }

    fn func_form(&mut self, op: OpId, info: &'static OpInfo) {
        let m = self.m;
        self.op_name(info);
        self.out.push(' ');
        if let Some(Attr::String(visibility)) = m.attr(op, names::SYM_VISIBILITY) {
            self.out.push_str(&String::from_utf8_lossy(visibility));
            self.out.push(' ');
        }
        self.symbol_attr(op);
        let (inputs, results) = match m.attr(op, names::FUNCTION_TYPE) {
            Some(Attr::Type(ty)) => match m.context.type_of(*ty) {
                Type::Function { inputs, results } => (&inputs[..], &results[..]),
                _ => (&[][..], &[][..]),
            },
            _ => (&[][..], &[][..]),
        };
        let region = m.op(op).regions.first().copied();
        let entry = region.and_then(|region| m.region(region).blocks.first().copied());
        self.out.push('(');
        for (index, &ty) in inputs.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            let arg = entry.and_then(|entry| m.block(entry).args.get(index).copied());
            if let Some(arg) = arg {
                self.value(arg);
                self.out.push_str(": ");
            }
            self.ty(ty);
            self.value_attrs(op, names::ARG_ATTRS, index);
            if let Some(arg) = arg {
                self.arg_loc(m.value(arg).loc);
            }
        }
        self.out.push(')');
        if !results.is_empty() {
            self.out.push_str(" -> ");
            let bare = results.len() == 1
                && self.value_dict(op, names::RES_ATTRS, 0).is_none()
                && !matches!(m.context.type_of(results[0]), Type::Function { .. });
            if !bare {
                self.out.push('(');
            }
            for (index, &ty) in results.iter().enumerate() {
                if index > 0 {
                    self.out.push_str(", ");
                }
                self.ty(ty);
                self.value_attrs(op, names::RES_ATTRS, index);
            }
            if !bare {
                self.out.push(')');
            }
        }
        let listed = [
            names::SYM_NAME,
            names::SYM_VISIBILITY,
            names::FUNCTION_TYPE,
            names::ARG_ATTRS,
            names::RES_ATTRS,
        ];
        self.attributes(op, info, &listed);
        if let Some(region) = region
            && entry.is_some()
        {
            self.out.push(' ');
            self.region(region, EntryArgs::Elsewhere, "func");
        }
    }

    /// The attributes of one argument or result, if it has any.
    fn value_dict(&self, op: OpId, name: Symbol, index: usize) -> Option<AttrId> {
        let Attr::Array(dicts) = self.m.attr(op, name)? else { return None };
        let dict = *dicts.get(index)?;
        match self.m.context.attr_of(dict) {
            Attr::Dict(entries) if !entries.is_empty() => Some(dict),
            _ => None,
        }
    }

    fn value_attrs(&mut self, op: OpId, name: Symbol, index: usize) {
        if let Some(dict) = self.value_dict(op, name, index) {
            self.out.push(' ');
            self.attr(dict);
        }
    }

    fn cast_form(&mut self, op: OpId, info: &OpInfo) {
        let m = self.m;
        self.op_name(info);
        if !m.op(op).operands.is_empty() {
            self.out.push(' ');
            self.values(&m.op(op).operands);
            self.out.push_str(" : ");
            self.types(&self.operand_types(op));
        }
        self.out.push_str(" to ");
        for (index, result) in m.op(op).results().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(m.type_of(result));
        }
        self.attr_dict(op, info, &[]);
    }

    fn constant_form(&mut self, op: OpId, info: &OpInfo) {
        self.op_name(info);
        self.attr_dict(op, info, &[names::VALUE]);
        if let Some(value) = self.m.op(op).attr(names::VALUE) {
            self.out.push(' ');
            self.attr(value);
        }
    }

    fn barrier_form(&mut self, op: OpId, info: &OpInfo) {
        let m = self.m;
        self.op_name(info);
        self.attr_dict(op, info, &[]);
        if m.op(op).operands.is_empty() {
            self.out.push_str("()");
            return;
        }
        self.out.push(' ');
        self.values(&m.op(op).operands);
        self.out.push_str(" : ");
        self.types(&self.operand_types(op));
    }

    fn reduce_form(&mut self, op: OpId, info: &'static OpInfo) {
        let m = self.m;
        self.op_name(info);
        let operands = &m.op(op).operands;
        let inputs = operands.len() / 2;
        for index in 0..inputs {
            self.out.push_str(if index > 0 { ", (" } else { "(" });
            self.value(operands[index]);
            self.out.push_str(" init: ");
            self.value(operands[inputs + index]);
            self.out.push(')');
        }
        let compact = is_compact_reduce(m, op);
        if compact {
            self.out.push_str(" applies ");
            let region = m.op(op).regions[0];
            let inner = m.block(m.region(region).blocks[0]).ops[0];
            self.out.push_str(m.op_name(inner));
        }
        self.out.push_str(" across dimensions = ");
        if let Some(dimensions) = m.op(op).attr(names::DIMENSIONS) {
            self.bare_attr(dimensions, AttrKind::Ints);
        }
        self.attr_dict(op, info, &[names::DIMENSIONS]);
        self.out.push_str(" : ");
        self.signature(op, 0);
        if compact {
            return;
        }
        self.newline();
        self.out.push_str(" reducer");
        let Some(&region) = m.op(op).regions.first() else { return };
        let args = m.region(region).blocks.first().map_or(&[][..], |&block| &m.block(block).args);
        for index in 0..inputs.min(args.len() / 2) {
            if index > 0 {
                self.out.push(' ');
            }
            self.typed_args(&[args[index], args[inputs + index]]);
        }
        self.out.push_str("  ");
        self.region(region, EntryArgs::Elsewhere, "");
    }

    fn while_form(&mut self, op: OpId, info: &OpInfo) {
        let m = self.m;
        self.op_name(info);
        self.out.push('(');
        let regions = &m.op(op).regions;
        let args = regions
            .first()
            .and_then(|&region| m.region(region).blocks.first())
            .map_or(&[][..], |&block| &m.block(block).args);
        for (index, (&arg, &operand)) in args.iter().zip(&m.op(op).operands).enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(arg);
            self.out.push_str(" = ");
            self.value(operand);
        }
        self.out.push(')');
        if !m.op(op).operands.is_empty() {
            self.out.push_str(" : ");
            self.types(&self.operand_types(op));
        }
        self.attributes(op, info, &[]);
        self.newline();
        for (word, &region) in ["cond ", " do "].into_iter().zip(regions) {
            self.out.push_str(word);
            self.region(region, EntryArgs::Elsewhere, "");
        }
    }

    fn scan_form(&mut self, op: OpId, info: &OpInfo) {
        let m = self.m;
        self.op_name(info);
        let operands = &m.op(op).operands;
        let inputs = operands.len() - scan_inits(m, op).min(operands.len());
        self.out.push('(');
        self.values(&operands[..inputs]);
        self.out.push_str(") inits (");
        self.values(&operands[inputs..]);
        self.out.push_str(") dimension=");
        if let Some(dimension) = m.op(op).attr(names::DIMENSION) {
            self.bare_attr(dimension, AttrKind::I64);
        }
        self.out.push(' ');
        let listed: Vec<Symbol> = info
            .attrs
            .iter()
            .filter(|attr| attr.name == "dimension" || attr.kind == AttrKind::Segments)
            .map(|attr| attr.symbol)
            .collect();
        self.attributes(op, info, &listed);
        self.out.push(' ');
        if let Some(&region) = m.op(op).regions.first() {
            self.region(region, EntryArgs::Label, "");
        }
        self.out.push_str(" : ");
        self.signature(op, 0);
    }
}

/// The number of operands of a scan that are initial values.
pub(super) fn scan_inits(module: &Module, op: OpId) -> usize {
    let segments = OpCode::ChloScan.info().attrs.iter().find(|attr| attr.name == "operandSegmentSizes");
    match segments.and_then(|attr| module.attr(op, attr.symbol)) {
        Some(Attr::DenseArray { values, .. }) => values.get(1).map_or(0, |&count| count.max(0) as usize),
        _ => 0,
    }
}

/// Block arguments in the order in which they are printed: those of a reducer go by pairs.
pub(super) fn printed_args(module: &Module, op: OpId, args: &[ValueId], generic: bool) -> Vec<ValueId> {
    if generic || module.op(op).name.code() != Some(OpCode::Reduce) {
        return args.to_vec();
    }
    let pairs = args.len() / 2;
    (0..pairs).flat_map(|index| [args[index], args[pairs + index]]).collect()
}

/// Whether a reduction prints as `applies op`: its body is one commutative op on the two arguments, in
/// order, and its element type is that of the input.
pub(super) fn is_compact_reduce(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    if data.name.code() != Some(OpCode::Reduce) || data.operands.len() != 2 || data.regions.len() != 1 {
        return false;
    }
    let [block] = module.region(data.regions[0]).blocks[..] else { return false };
    let block = module.block(block);
    let ([inner, end], [first, second]) = (&block.ops[..], &block.args[..]) else { return false };
    let (inner_op, end_op) = (module.op(*inner), module.op(*end));
    let commutative = inner_op.name.code().is_some_and(|code| code.traits().commutative);
    if !commutative || inner_op.operands[..] != [*first, *second] || inner_op.result_count() != 1 {
        return false;
    }
    let returns = end_op.name.code() == Some(OpCode::Return) && end_op.operands[..] == [inner_op.result(0)];
    let element = |value| match module.context.type_of(module.type_of(value)) {
        Type::Tensor(tensor) => Some(tensor.element),
        Type::UnrankedTensor(element) => Some(*element),
        _ => None,
    };
    let body_type = module.type_of(*first);
    returns
        && module.type_of(*second) == body_type
        && module.type_of(inner_op.result(0)) == body_type
        && element(*first) == element(data.operands[0])
}
