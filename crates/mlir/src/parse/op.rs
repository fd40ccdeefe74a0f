//! Parses ops: results, names and the generic form, and assembles the op.

use partita_base::{Diagnostic, Span, Symbol, SyntaxError, SyntaxResult, code};
use partita_ir::{
    Attr, AttrId, BlockId, FormId, Format, Need, NewOp, OpCode, OpId, OpInfo, OpName, OpSpans, RegionId,
    TypeId, dialect_of, is_registered_dialect,
};
use smallvec::SmallVec;
use thin_vec::ThinVec;

use super::attr::Entries;
use super::loc::TrailingLoc;
use super::values::Use;
use super::{Located, Parser, UnknownDialects};
use crate::tail::tail_start;

/// The elements of one op as written, before the op is created.
#[derive(Default)]
pub(super) struct Parts<'s> {
    pub(super) uses: SmallVec<[Use<'s>; 4]>,
    pub(super) operand_types: SmallVec<[TypeId; 4]>,
    pub(super) result_types: SmallVec<[TypeId; 2]>,
    pub(super) attrs: Entries,
    pub(super) properties: Option<AttrId>,
    pub(super) regions: SmallVec<[RegionId; 2]>,
    pub(super) successors: ThinVec<BlockId>,
    /// Set by forms that parse the location themselves.
    pub(super) loc: Option<TrailingLoc<'s>>,
    /// The form of the op, if its attributes and types are those of a known tail.
    pub(super) form: Option<FormId>,
}

impl Parts<'_> {
    pub(super) fn add(&mut self, name: Symbol, attr: AttrId, span: Span) {
        self.attrs.push((name, attr, span));
    }
}

impl<'s> Parser<'s> {
    /// Parses one op into a block.
    pub(super) fn op(&mut self, block: BlockId) -> SyntaxResult<()> {
        let mut results: SmallVec<[(&'s str, u32, Span); 2]> = SmallVec::new();
        if self.c.peek() == b'%' {
            self.result_names(&mut results)?;
        }
        match self.op_after_results() {
            Ok(op) => {
                self.m.append(block, op);
                self.define_results(op, &results);
                Ok(())
            }
            Err(error) => {
                for (name, count, span) in results {
                    self.define(name, None, count, span);
                }
                Err(error)
            }
        }
    }

    fn result_names(&mut self, results: &mut SmallVec<[(&'s str, u32, Span); 2]>) -> SyntaxResult<()> {
        loop {
            let start = self.c.start();
            if self.c.peek() != b'%' {
                return Err(self.c.expected("a result name such as `%0`"));
            }
            self.c.advance(1);
            let name = self.c.suffix_id();
            let span = self.c.span_from(start);
            if name.is_empty() {
                return Err(Box::new(SyntaxError::new(
                    code::SYNTAX,
                    span,
                    "expected a value name after `%`",
                )));
            }
            let mut count = 1;
            if self.c.eat(b':') {
                let at = self.c.start();
                let number = self.c.expect_int("a number of results")?;
                count = u32::try_from(number).ok().filter(|count| (1..=1 << 20).contains(count)).ok_or_else(
                    || {
                        let span = self.c.span_from(at);
                        Box::new(SyntaxError::new(
                            code::NUMBER_RANGE,
                            span,
                            "expected a positive number of results",
                        ))
                    },
                )?;
            }
            results.push((name, count, span));
            if !self.c.eat(b',') {
                return self.c.expect(b'=');
            }
        }
    }

    fn define_results(&mut self, op: OpId, names: &[(&'s str, u32, Span)]) {
        if names.is_empty() {
            return;
        }
        let has = self.m.op(op).result_count();
        let named: usize = names.iter().map(|(_, count, _)| *count as usize).sum();
        if has != named {
            let span = names[0].2.to(names[names.len() - 1].2);
            let what = self.m.op_name(op).to_string();
            let message = format!("expected one name per result of `{what}`: {has} results, {named} names");
            let diagnostic = Diagnostic::error(code::RESULT_COUNT, span, message);
            self.diagnostics.push(diagnostic);
            for &(name, count, span) in names {
                self.define(name, None, count, span);
            }
            return;
        }
        let mut index = 0;
        for &(name, count, span) in names {
            let first = self.m.op(op).result(index);
            for number in 0..count {
                let value = self.m.nth_value(first, number);
                let value = self.m.value_mut(value);
                (value.span, value.number) = (span, (count > 1).then_some(number));
            }
            self.define(name, Some(first), count, span);
            index += count as usize;
        }
    }

    fn op_after_results(&mut self) -> SyntaxResult<OpId> {
        let start = self.c.start();
        if self.c.peek() == b'"' {
            return self.generic_op();
        }
        let opcode = match self.tails.expected_op().filter(|code| self.c.eat_word(code.name())) {
            Some(opcode) => opcode,
            None => self.op_word(start)?,
        };
        let span = self.c.span_from(start);
        let info = opcode.info();
        let mut parts = Parts::default();
        match &info.format {
            Format::Generic => {
                let message = format!("`{}` has no custom form", info.name);
                let error = SyntaxError::new(code::SYNTAX, span, message)
                    .help(format!("write it in generic form: \"{}\"(…) : (…) -> …", info.name));
                return Err(Box::new(error));
            }
            Format::Special(form) => self.special(*form, info, &mut parts)?,
            Format::Template(elements) => {
                let (head, tail) = elements.split_at(tail_start(elements));
                let after_empty_list = self.template(head, false, info, &mut parts)?;
                if after_empty_list {
                    self.template(tail, true, info, &mut parts)?;
                } else {
                    self.tail(opcode, &mut parts, |parser, parts| {
                        parser.template(tail, false, info, parts).map(drop)
                    })?;
                }
            }
        }
        self.finish(OpName::Known(opcode), &mut parts, span)
    }

    /// Parses the bare name of an op.
    fn op_word(&mut self, start: usize) -> SyntaxResult<OpCode> {
        let word = self.c.word();
        if word.is_empty() {
            return Err(self.c.expected("an op"));
        }
        self.op_code(word).ok_or_else(|| self.unknown_op(word, self.c.span_from(start)))
    }

    /// The op with this bare name, which may lack the prefix of the surrounding op's dialect.
    fn op_code(&self, word: &str) -> Option<OpCode> {
        if let Some(code) = OpCode::from_name(word) {
            return Some(code);
        }
        if word.contains('.') {
            return None;
        }
        let prefixed = |dialect: &str| OpCode::from_name(&format!("{dialect}.{word}"));
        prefixed(self.default_dialect).or_else(|| prefixed("builtin"))
    }

    fn unknown_op(&self, name: &str, span: Span) -> Box<SyntaxError> {
        let dialect = dialect_of(name);
        let error = if is_registered_dialect(dialect) || dialect.is_empty() {
            let error = SyntaxError::new(code::UNKNOWN_OP, span, format!("unknown op `{name}`"));
            match closest(name) {
                Some(close) => error.help(format!("did you mean `{close}`?")).fix(span, close),
                None => error,
            }
        } else {
            let message = format!("unknown custom form of `{name}`");
            SyntaxError::new(code::UNKNOWN_OP, span, message).help(format!(
                "write the ops of the dialect `{dialect}` in generic form; they are then kept unchanged"
            ))
        };
        Box::new(error)
    }

    fn generic_op(&mut self) -> SyntaxResult<OpId> {
        let start = self.c.start();
        let name = self.c.expect_text("an op name")?;
        let span = self.c.span_from(start);
        let op_name = match OpCode::from_name(&name) {
            Some(opcode) => OpName::Known(opcode),
            None => {
                let dialect = dialect_of(&name);
                let foreign = is_foreign_dialect(dialect);
                if is_registered_dialect(dialect)
                    || self.options.unknown_dialects == UnknownDialects::Reject && !foreign
                {
                    let error = *self.unknown_op(&name, span);
                    let error = if is_registered_dialect(dialect) {
                        error
                    } else {
                        let message = format!("the op `{name}` belongs to an unknown dialect");
                        SyntaxError::new(code::UNKNOWN_OP, span, message)
                            .help("pass `UnknownDialects::Keep` to keep ops of unknown dialects unchanged")
                    };
                    return Err(Box::new(error));
                }
                OpName::Other(self.symbol(&name))
            }
        };
        let mut parts = Parts::default();
        self.c.expect(b'(')?;
        parts.uses = self.value_uses()?.into();
        self.c.expect(b')')?;
        if self.c.eat(b'[') {
            self.successors(&mut parts)?;
        }
        if self.c.peek() == b'<' {
            self.properties(op_name, &mut parts)?;
        }
        if self.c.eat(b'(') {
            let (isolated, dialect) = region_rules(op_name);
            loop {
                let region = self.region(Vec::new(), isolated, dialect)?;
                parts.regions.push(region);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b')')?;
        }
        if self.c.peek() == b'{' {
            let entries = self.dictionary()?;
            self.merge(&mut parts, entries);
        }
        self.c.expect(b':')?;
        let (inputs, outputs) = self.function_type()?;
        parts.operand_types = inputs.into();
        parts.result_types = outputs.into();
        self.finish(op_name, &mut parts, span)
    }

    /// Parses `<{…}>`.
    fn properties(&mut self, name: OpName, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        self.c.expect(b'<')?;
        match name {
            OpName::Known(_) => {
                let entries = self.dictionary()?;
                self.merge(parts, entries);
            }
            OpName::Other(_) => parts.properties = Some(self.attr(None)?),
        }
        self.c.expect(b'>')
    }

    /// Adds the entries of a dictionary to those parsed so far.
    pub(super) fn merge(&mut self, parts: &mut Parts<'s>, entries: Entries) {
        for (name, attr, span) in entries {
            if parts.attrs.iter().any(|(other, ..)| *other == name) {
                let message = format!("duplicate attribute `{}`", self.m.context.text(name));
                self.error(code::DUPLICATE_KEY, span, message);
            } else {
                parts.add(name, attr, span);
            }
        }
    }

    /// Creates the op.
    pub(super) fn finish(&mut self, name: OpName, parts: &mut Parts<'s>, span: Span) -> SyntaxResult<OpId> {
        let loc = match parts.loc.take() {
            Some(loc) => loc,
            None => self.trailing_loc()?,
        };
        if parts.uses.len() != parts.operand_types.len() {
            let message = format!(
                "expected one type per operand: {} operands, {} operand types",
                parts.uses.len(),
                parts.operand_types.len()
            );
            return Err(Box::new(SyntaxError::new(code::OPERAND_COUNT, span, message)));
        }
        let errors = self.diagnostics.errors();
        let mut operands = SmallVec::with_capacity(parts.uses.len());
        for (used, &ty) in parts.uses.iter().zip(&parts.operand_types) {
            operands.push(self.resolve(used, ty));
        }
        if let OpName::Known(opcode) = name {
            self.materialize(opcode.info(), parts);
        }
        let op = self.m.create_op(NewOp {
            name,
            operands,
            result_types: &parts.result_types,
            attrs: parts.attrs.iter().map(|(name, attr, _)| (*name, *attr)).collect(),
            loc: match loc {
                TrailingLoc::Known(loc) => loc,
                _ => self.m.context.unknown_loc(),
            },
            span,
        });
        if let TrailingLoc::Alias(..) = loc {
            self.set_loc(Located::Op(op), loc);
        }
        for &region in &parts.regions {
            self.m.attach_region(op, region);
        }
        if parts.properties.is_some() || !parts.successors.is_empty() {
            let op = self.m.op_mut(op);
            (op.properties, op.successors) = (parts.properties, std::mem::take(&mut parts.successors));
        }
        // An operand of another type than the text states is an error.
        if let Some(form) = parts.form.filter(|_| self.diagnostics.errors() == errors) {
            self.m.set_form(op, form);
        }
        if !parts.attrs.is_empty() {
            let spans = parts.attrs.iter().map(|(name, _, span)| (*name, *span)).collect();
            self.m.spans.grow(op, OpSpans::default()).attrs = spans;
        }
        Ok(op)
    }

    /// Adds the attributes that MLIR prints even if they were omitted.
    fn materialize(&mut self, info: &OpInfo, parts: &mut Parts<'s>) {
        for attr in &info.attrs {
            if attr.need == Need::EmptyString && !parts.attrs.iter().any(|(name, ..)| *name == attr.symbol) {
                let empty = self.intern(Attr::String([].into()));
                parts.add(attr.symbol, empty, Span::default());
            }
        }
    }
}

/// Whether a region of this op is isolated from outer values, and the dialect that needs no prefix in it.
pub(super) fn region_rules(name: OpName) -> (bool, &'static str) {
    match name.code() {
        Some(opcode) => {
            let traits = opcode.traits();
            (traits.isolated, if traits.default_dialect { opcode.info().dialect() } else { "" })
        }
        None => (false, ""),
    }
}

/// Dialects that JAX registers and Partita only passes through.
pub(super) fn is_foreign_dialect(dialect: &str) -> bool {
    const FOREIGN: &[&str] = &[
        "arith",
        "cf",
        "gpu",
        "llvm",
        "math",
        "memref",
        "mhlo",
        "mpmd",
        "nvgpu",
        "nvvm",
        "scf",
        "shape",
        "sparse_tensor",
        "tensor",
        "vector",
        "vhlo",
    ];
    FOREIGN.contains(&dialect)
}

/// The op whose name is closest to `name`, if it is close enough.
fn closest(name: &str) -> Option<&'static str> {
    let distance = |other: &str| partita_base::edit_distance(name, other);
    let full = |code: OpCode| code.name();
    let best = OpCode::all().map(full).map(|other| (distance(other), other)).min()?;
    (best.0 <= 3 && best.0 * 3 < name.len()).then_some(best.1)
}
