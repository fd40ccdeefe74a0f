//! Prints ops: results, the generic form, and the forms that the op table describes.

use partita_base::Symbol;
use partita_ir::{
    Attr, AttrId, AttrKind, BlockId, CustomElement, Default, Format, FormatElement, Need, OpId, OpInfo,
    RegionId, Type, TypeForm, TypeId, ValueId,
};

use super::Printer;
use super::attr::{self, Elide, write_string};
use crate::tail::tail_start;

impl Printer<'_> {
    /// Writes an op with its results and location.
    pub(super) fn op(&mut self, op: OpId) {
        let data = self.m.op(op);
        let mut results = data.results();
        let count = results.len();
        if let Some(first) = results.next() {
            self.names.write_base(first, &mut self.out);
            if count > 1 {
                self.more_results(op, count);
            }
            self.out.push_str(" = ");
        }
        match data.name.code() {
            Some(code) if !self.options.generic => self.custom_op(op, code.info()),
            _ => self.generic_op(op),
        }
        self.trailing_loc(self.m.op(op).loc);
    }

    /// Writes `:2`, or the names of further results that have their own.
    fn more_results(&mut self, op: OpId, count: usize) {
        let named = self.m.op(op).results().skip(1).any(|result| self.names.starts_group(result));
        if !named {
            self.out.push(':');
            self.number(count as u64);
            return;
        }
        for result in self.m.op(op).results().skip(1) {
            self.out.push_str(", ");
            self.names.write_base(result, &mut self.out);
        }
    }

    fn custom_op(&mut self, op: OpId, info: &'static OpInfo) {
        match &info.format {
            Format::Generic => self.generic_op(op),
            Format::Special(form) => self.special(*form, op, info),
            Format::Template(elements) => {
                self.op_name(info);
                let (head, tail) = elements.split_at(tail_start(elements));
                self.template(head, op, info);
                self.tail(tail, op, info);
            }
        }
    }

    /// Writes the op's name, without a prefix if it is of the surrounding op's default dialect.
    pub(super) fn op_name(&mut self, info: &OpInfo) {
        let name = info.name.strip_prefix(self.default_dialect).and_then(|rest| rest.strip_prefix('.'));
        self.out.push_str(name.unwrap_or(info.name));
    }

    fn generic_op(&mut self, op: OpId) {
        let m = self.m;
        let data = m.op(op);
        write_string(m.op_name(op).as_bytes(), &mut self.out);
        self.out.push('(');
        self.values(&data.operands);
        self.out.push(')');
        if !data.successors.is_empty() {
            self.out.push('[');
            for (index, &block) in data.successors.iter().enumerate() {
                if index > 0 {
                    self.out.push_str(", ");
                }
                self.block_name(block);
            }
            self.out.push(']');
        }
        let info = data.name.code().map(|code| code.info());
        let inherent = |name: Symbol| info.is_some_and(|info| info.attr(name).is_some());
        if let Some(properties) = data.properties {
            self.out.push_str(" <");
            self.attr(properties);
            self.out.push('>');
        }
        if data.attrs.iter().any(|(name, _)| inherent(*name)) {
            self.out.push_str(" <");
            self.dict(data.attrs.iter().copied().filter(|(name, _)| inherent(*name)));
            self.out.push('>');
        }
        if !data.regions.is_empty() {
            self.out.push_str(" (");
            for (index, &region) in data.regions.iter().enumerate() {
                if index > 0 {
                    self.out.push_str(", ");
                }
                self.region(region, EntryArgs::Label, "");
            }
            self.out.push(')');
        }
        if data.attrs.iter().any(|(name, _)| !inherent(*name)) {
            self.out.push(' ');
            self.dict(data.attrs.iter().copied().filter(|(name, _)| !inherent(*name)));
        }
        self.out.push_str(" : ");
        self.signature(op, 0);
    }

    pub(super) fn dict(&mut self, entries: impl Iterator<Item = (Symbol, AttrId)>) {
        self.out.push('{');
        for (index, (name, attr)) in entries.enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            attr::write_keyword_or_string(self.m.context.text(name), &mut self.out);
            if *self.m.context.attr_of(attr) != Attr::Unit {
                self.out.push_str(" = ");
                self.attr(attr);
            }
        }
        self.out.push('}');
    }

    /// Writes ` {…}` with the attributes that are neither listed nor equal to their default.
    pub(super) fn attr_dict(&mut self, op: OpId, info: &OpInfo, listed: &[Symbol]) {
        self.attr_dict_after("", op, info, listed);
    }

    /// The same after a word, if there are any attributes.
    pub(super) fn attr_dict_after(&mut self, word: &str, op: OpId, info: &OpInfo, listed: &[Symbol]) {
        let m = self.m;
        let shown = |(name, attr): &(Symbol, AttrId)| {
            !listed.contains(name) && !info.attr(*name).is_some_and(|info| self.is_default(*attr, info.need))
        };
        let entries: smallvec::SmallVec<[(Symbol, AttrId); 4]> =
            m.op(op).attrs.iter().copied().filter(shown).collect();
        if !entries.is_empty() {
            self.out.push_str(word);
            self.out.push(' ');
            self.dict(entries.into_iter());
        }
    }

    fn is_default(&self, attr: AttrId, need: Need) -> bool {
        let Need::Default(default) = need else { return false };
        match (self.m.context.attr_of(attr), default) {
            (Attr::Integer { value, .. }, Default::False) => *value == 0,
            (Attr::Integer { value, .. }, Default::Int(number)) => *value == i128::from(number),
            (Attr::Array(items), Default::EmptyArray) => items.is_empty(),
            (Attr::Dict(entries), Default::EmptyDict) => entries.is_empty(),
            (Attr::Record(record), Default::Accuracy) => {
                let mode = record.attr("mode").map(|mode| self.m.context.attr_of(mode));
                let default = matches!(mode, Some(Attr::Enum(mode)) if mode.text() == "DEFAULT");
                default && record.fields()[..3].iter().all(|field| field.is_empty())
            }
            _ => false,
        }
    }

    /// Writes `(A, B) -> C`, without the first `skip` operands.
    pub(super) fn signature(&mut self, op: OpId, skip: usize) {
        let m = self.m;
        let data = m.op(op);
        self.out.push('(');
        for (index, &operand) in data.operands.iter().skip(skip).enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(m.type_of(operand));
        }
        self.out.push_str(") -> ");
        self.result_types(op);
    }

    fn result_types(&mut self, op: OpId) {
        let m = self.m;
        let data = m.op(op);
        if data.result_count() == 1 {
            let ty = m.type_of(data.result(0));
            if !matches!(m.context.type_of(ty), Type::Function { .. }) {
                self.ty(ty);
                return;
            }
        }
        self.out.push('(');
        for (index, result) in data.results().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(m.type_of(result));
        }
        self.out.push(')');
    }

    pub(super) fn operand_types(&self, op: OpId) -> smallvec::SmallVec<[TypeId; 4]> {
        self.m.op(op).operands.iter().map(|&operand| self.m.type_of(operand)).collect()
    }

    pub(super) fn template(&mut self, elements: &[FormatElement], op: OpId, info: &'static OpInfo) {
        let m = self.m;
        for element in elements {
            match element {
                FormatElement::Literal(text) => self.out.push_str(text),
                FormatElement::Operand(group) | FormatElement::Operands(group) => {
                    let range = group_range(info, *group, m.op(op).operands.len());
                    self.values(&m.op(op).operands[range]);
                }
                FormatElement::AllOperands => self.values(&m.op(op).operands),
                FormatElement::Attr(index) => {
                    let attr = info.attrs[*index];
                    if let Some(value) = m.op(op).attr(attr.symbol) {
                        self.bare_attr(value, attr.kind);
                    }
                }
                FormatElement::AttrDict if m.op(op).attrs.is_empty() => {}
                FormatElement::AttrDict => {
                    let listed: smallvec::SmallVec<[Symbol; 8]> =
                        info.spelled.iter().map(|&index| info.attrs[index].symbol).collect();
                    self.attr_dict(op, info, &listed);
                }
                FormatElement::Optional(index, inner) => {
                    let attr = info.attrs[*index];
                    let value = m.op(op).attr(attr.symbol);
                    if value.is_some_and(|value| !self.is_default(value, attr.need)) {
                        self.template(inner, op, info);
                    }
                }
                FormatElement::Types(form) => self.types_of(*form, op),
                FormatElement::TypesOfOperands => {
                    if !m.op(op).operands.is_empty() {
                        self.out.push_str(" : ");
                        self.types(&self.operand_types(op));
                    }
                }
                FormatElement::Values => {
                    if !m.op(op).operands.is_empty() {
                        self.out.push(' ');
                        self.values(&m.op(op).operands);
                        self.out.push_str(" : ");
                        self.types(&self.operand_types(op));
                    }
                }
                FormatElement::Regions => {
                    if !m.op(op).regions.is_empty() {
                        self.out.push_str(" (");
                        for (index, &region) in m.op(op).regions.iter().enumerate() {
                            if index > 0 {
                                self.out.push_str(", ");
                            }
                            self.region(region, EntryArgs::Label, "");
                        }
                        self.out.push(')');
                    }
                }
                FormatElement::Custom(custom) => self.custom_element(*custom, op, info),
            }
        }
    }

    fn types_of(&mut self, form: TypeForm, op: OpId) {
        let m = self.m;
        let data = m.op(op);
        let operand = |index: usize| m.type_of(data.operands[index]);
        match form {
            TypeForm::Signature => self.signature(op, 0),
            TypeForm::SignatureOfCallee => self.signature(op, 1),
            TypeForm::Same => {
                let mut types = data
                    .operands
                    .iter()
                    .map(|&value| m.type_of(value))
                    .chain(data.results().map(|value| m.type_of(value)));
                match types.next() {
                    Some(first) if types.all(|ty| ty == first) => self.ty(first),
                    _ => self.signature(op, 0),
                }
            }
            TypeForm::Arrow => {
                self.types(&self.operand_types(op));
                self.out.push_str(" -> ");
                self.result_types(op);
            }
            TypeForm::Result => {
                if let Some(result) = data.results().next() {
                    self.ty(m.type_of(result));
                }
            }
            TypeForm::Select => {
                let result = data.results().next().map(|result| m.type_of(result));
                if data.operands.len() == 3 && operand(1) == operand(2) && Some(operand(1)) == result {
                    self.ty(operand(0));
                    self.out.push_str(", ");
                    self.ty(operand(1));
                } else {
                    self.signature(op, 0);
                }
            }
            TypeForm::Complex => {
                let result = data.results().next().map(|result| m.type_of(result));
                let fits = result.is_some_and(|result| {
                    data.operands.iter().all(|&value| self.is_complex_of(result, m.type_of(value)))
                });
                match result {
                    Some(result) if fits => self.ty(result),
                    _ => self.signature(op, 0),
                }
            }
            TypeForm::Tuple => {
                if let Some(result) = data.results().next() {
                    self.ty(m.type_of(result));
                }
            }
        }
    }

    /// Whether `complex` is the tensor of complex numbers with components of type `part`.
    fn is_complex_of(&self, complex: TypeId, part: TypeId) -> bool {
        let (Some(complex), Some(part)) = (self.m.context.tensor(complex), self.m.context.tensor(part))
        else {
            return false;
        };
        complex.shape == part.shape
            && complex.encoding == part.encoding
            && *self.m.context.type_of(complex.element) == Type::Complex(part.element)
    }

    /// Writes an inherent attribute in the bare spelling of its kind.
    pub(super) fn bare_attr(&mut self, attr: AttrId, kind: AttrKind) {
        let context = &self.m.context;
        match (kind, context.attr_of(attr)) {
            (AttrKind::I64 | AttrKind::I32 | AttrKind::Bool, Attr::Integer { .. }) => {
                attr::write_attr(context, attr, Elide::Always, &mut self.out);
            }
            (AttrKind::Ints, Attr::DenseArray { values, .. }) => attr::write_ints(values, &mut self.out),
            (AttrKind::SymName, Attr::String(text)) => {
                attr::write_symbol(&String::from_utf8_lossy(text), &mut self.out);
            }
            (AttrKind::Enum(_), Attr::Enum(case)) => self.out.push_str(case.text()),
            (AttrKind::Record(_), Attr::Record(record)) => attr::write_record(context, record, &mut self.out),
            (AttrKind::Conv, Attr::Conv(dims)) => attr::write_conv(dims, &mut self.out),
            (AttrKind::Precision(_), Attr::Array(items)) => {
                self.out.push('[');
                for (index, &item) in items.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.bare_attr(item, AttrKind::Enum(partita_ir::EnumKind::Precision));
                }
                self.out.push(']');
            }
            (AttrKind::Direction, Attr::Integer { value, .. }) => {
                let direction = usize::try_from(*value).ok().and_then(|index| crate::DIRECTIONS.get(index));
                self.out.push_str(direction.copied().unwrap_or("NONE"));
            }
            (_, Attr::Sdy(sdy)) => attr::write_sdy_bare(sdy, &mut self.out),
            _ => self.attr(attr),
        }
    }

    fn custom_element(&mut self, element: CustomElement, op: OpId, info: &OpInfo) {
        let m = self.m;
        let named = |name: &str| -> Option<AttrId> {
            let info = info.attrs.iter().find(|attr| attr.name == name)?;
            m.op(op).attr(info.symbol)
        };
        let ints = |name: &str| -> &[i64] {
            match named(name).map(|attr| m.context.attr_of(attr)) {
                Some(Attr::DenseArray { values, .. }) => values,
                _ => &[],
            }
        };
        match element {
            CustomElement::DotDims => {
                let Some(Attr::Record(dims)) =
                    named("dot_dimension_numbers").map(|attr| m.context.attr_of(attr))
                else {
                    return;
                };
                let (lhs, rhs) = (dims.ints("lhs_batching_dimensions"), dims.ints("rhs_batching_dimensions"));
                if !lhs.is_empty() || !rhs.is_empty() {
                    self.out.push_str("batching_dims = ");
                    self.list_by_list(lhs, rhs);
                    self.out.push_str(", ");
                }
                self.out.push_str("contracting_dims = ");
                self.list_by_list(
                    dims.ints("lhs_contracting_dimensions"),
                    dims.ints("rhs_contracting_dimensions"),
                );
            }
            CustomElement::Window => {
                self.out.push('{');
                let mut first = true;
                for (word, name) in [
                    ("stride", "window_strides"),
                    ("pad", "padding"),
                    ("lhs_dilate", "lhs_dilation"),
                    ("rhs_dilate", "rhs_dilation"),
                    ("reverse", "window_reversal"),
                ] {
                    let Some(attr) = named(name) else { continue };
                    if !std::mem::take(&mut first) {
                        self.out.push_str(", ");
                    }
                    self.out.push_str(word);
                    self.out.push_str(" = ");
                    self.window_value(attr);
                }
                self.out.push('}');
            }
            CustomElement::Ranges => {
                self.out.push('[');
                let (starts, limits, strides) =
                    (ints("start_indices"), ints("limit_indices"), ints("strides"));
                for (index, ((start, limit), stride)) in starts.iter().zip(limits).zip(strides).enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    super::types::write_signed(*start, &mut self.out);
                    self.out.push(':');
                    super::types::write_signed(*limit, &mut self.out);
                    if *stride != 1 {
                        self.out.push(':');
                        super::types::write_signed(*stride, &mut self.out);
                    }
                }
                self.out.push(']');
            }
            CustomElement::Format => {
                for (letter, name) in [('e', "exponent_bits"), ('m', "mantissa_bits")] {
                    self.out.push(letter);
                    if let Some(attr) = named(name) {
                        self.bare_attr(attr, AttrKind::I32);
                    }
                }
            }
            CustomElement::Body => {
                if let Some(&region) = m.op(op).regions.first() {
                    let args = m.region(region).blocks.first().map_or(&[][..], |&block| &m.block(block).args);
                    self.typed_args(args);
                    self.out.push(' ');
                    self.region(region, EntryArgs::Elsewhere, "");
                }
            }
        }
    }

    fn list_by_list(&mut self, lhs: &[i64], rhs: &[i64]) {
        attr::write_ints(lhs, &mut self.out);
        self.out.push_str(" x ");
        attr::write_ints(rhs, &mut self.out);
    }

    fn window_value(&mut self, attr: AttrId) {
        let context = &self.m.context;
        match context.attr_of(attr) {
            Attr::DenseArray { element, values } => {
                let bools = matches!(context.type_of(*element), Type::Integer { width: 1, .. });
                if !bools {
                    attr::write_ints(values, &mut self.out);
                    return;
                }
                self.out.push('[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.out.push_str(if *value == 0 { "false" } else { "true" });
                }
                self.out.push(']');
            }
            Attr::Dense { .. } => {
                let values = crate::dense::i64_values(context, attr).unwrap_or_default();
                self.out.push('[');
                for (index, row) in values.chunks(2).enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    attr::write_ints(row, &mut self.out);
                }
                self.out.push(']');
            }
            _ => self.attr(attr),
        }
    }

    /// Writes `(%arg0: T, %arg1: U)`.
    pub(super) fn typed_args(&mut self, args: &[ValueId]) {
        self.out.push('(');
        for (index, &arg) in args.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.typed_arg(arg);
        }
        self.out.push(')');
    }

    pub(super) fn typed_arg(&mut self, arg: ValueId) {
        self.value(arg);
        self.out.push_str(": ");
        self.ty(self.m.type_of(arg));
        self.arg_loc(self.m.value(arg).loc);
    }

    /// Writes a region in braces.
    pub(super) fn region(&mut self, region: RegionId, entry_args: EntryArgs, default_dialect: &'static str) {
        let m = self.m;
        self.out.push('{');
        let outer = std::mem::replace(&mut self.default_dialect, default_dialect);
        for (index, &block) in m.region(region).blocks.iter().enumerate() {
            let entry = index == 0;
            let data = m.block(block);
            let label = match entry_args {
                _ if !entry => true,
                EntryArgs::Label => !data.args.is_empty() || data.ops.is_empty(),
                EntryArgs::Elsewhere => false,
            };
            if label {
                self.block_label(block, entry);
            }
            self.indent += 1;
            for &op in &data.ops {
                self.newline();
                self.op(op);
            }
            self.indent -= 1;
        }
        self.default_dialect = outer;
        self.newline();
        self.out.push('}');
    }

    fn block_name(&mut self, block: BlockId) {
        self.out.push_str("^bb");
        self.number(self.names.block_number(block).into());
    }

    fn block_label(&mut self, block: BlockId, entry: bool) {
        let m = self.m;
        self.newline();
        self.block_name(block);
        let args = &m.block(block).args;
        if !args.is_empty() {
            self.typed_args(args);
        }
        self.out.push(':');
        if entry {
            return;
        }
        let predecessors = self.predecessors(block);
        match predecessors.len() {
            0 => self.out.push_str("  // no predecessors"),
            1 => self.out.push_str("  // pred: "),
            count => {
                self.out.push_str("  // ");
                self.number(count as u64);
                self.out.push_str(" preds: ");
            }
        }
        for (index, predecessor) in predecessors.into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.block_name(predecessor);
        }
    }

    /// The blocks that branch to a block, once per branch.
    fn predecessors(&self, block: BlockId) -> Vec<BlockId> {
        let mut predecessors = Vec::new();
        for &other in &self.m.region(self.m.block(block).region).blocks {
            if let Some(&last) = self.m.block(other).ops.last() {
                let branches = self.m.op(last).successors.iter().filter(|successor| **successor == block);
                predecessors.extend(branches.map(|_| other));
            }
        }
        predecessors.sort_by_key(|block| self.names.block_number(*block));
        predecessors
    }
}

/// Where the arguments of an entry block are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryArgs {
    /// In a label, if there are any.
    Label,
    /// By the op's own form.
    Elsewhere,
}

/// The operands that belong to a group of the signature. At most one group holds a list.
fn group_range(info: &OpInfo, group: usize, operands: usize) -> std::ops::Range<usize> {
    if operands == info.operands.len() {
        return group..group + 1;
    }
    let many = operands.saturating_sub(info.operands.len() - 1);
    let width = |index: usize| match info.operands[index].arity {
        partita_ir::Arity::One => 1,
        partita_ir::Arity::Many => many,
    };
    let has_list = info.operands.iter().any(|group| group.arity == partita_ir::Arity::Many);
    let start: usize = (0..group).map(width).sum();
    let end = if has_list { start + width(group) } else { start + 1 };
    start.min(operands)..end.min(operands)
}
