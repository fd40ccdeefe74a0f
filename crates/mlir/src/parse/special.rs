//! Parses the custom forms that no template describes.

use partita_base::{Span, SyntaxError, SyntaxResult, code};
use partita_ir::{Attr, AttrId, AttrInfo, NewOp, OpCode, OpInfo, OpName, SpecialForm, Type, TypeId, names};
use smallvec::SmallVec;

use super::Parser;
use super::attr::Entries;
use super::loc::TrailingLoc;
use super::op::{Parts, region_rules};
use super::region::BlockArg;
use super::values::Use;

impl<'s> Parser<'s> {
    pub(super) fn special(
        &mut self,
        form: SpecialForm,
        info: &'static OpInfo,
        parts: &mut Parts<'s>,
    ) -> SyntaxResult<()> {
        match form {
            SpecialForm::Module => self.module_form(parts),
            SpecialForm::Func => self.func_form(parts),
            SpecialForm::Cast => self.cast_form(parts),
            SpecialForm::Constant => self.tail(info.code, parts, |parser, parts| parser.constant_form(parts)),
            SpecialForm::Barrier => self.barrier_form(parts),
            SpecialForm::Reduce => self.reduce_form(parts),
            SpecialForm::While => self.while_form(parts),
            SpecialForm::Scan => self.scan_form(info, parts),
        }
    }

    fn optional_dictionary(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        if self.c.peek() == b'{' {
            let entries = self.dictionary()?;
            self.merge(parts, entries);
        }
        Ok(())
    }

    fn attributes_dictionary(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        if self.c.eat_word("attributes") {
            let entries = self.dictionary()?;
            self.merge(parts, entries);
        }
        Ok(())
    }

    fn add_symbol_name(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let start = self.c.start();
        let name = self.symbol_name()?;
        let attr = self.string_attr(name.as_bytes());
        let span = self.c.span_from(start);
        parts.add(names::SYM_NAME, attr, span);
        Ok(())
    }

    fn module_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        if self.c.peek() == b'@' {
            self.add_symbol_name(parts)?;
        }
        self.attributes_dictionary(parts)?;
        let (isolated, dialect) = region_rules(OpName::Known(OpCode::BuiltinModule));
        let region = self.region(Vec::new(), isolated, dialect)?;
        if self.m.region(region).blocks.is_empty() {
            self.m.add_block(region, Span::default());
        }
        parts.regions.push(region);
        Ok(())
    }

    fn func_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let start = self.c.start();
        let word = self.c.peek_word();
        if matches!(word, "public" | "private" | "nested") {
            self.c.advance(word.len());
            let attr = self.string_attr(word.as_bytes());
            let span = self.c.span_from(start);
            parts.add(names::SYM_VISIBILITY, attr, span);
        }
        self.add_symbol_name(parts)?;
        let signature = self.c.start();
        let (args, arg_types, arg_attrs) = self.func_args()?;
        let (result_types, result_attrs) =
            if self.c.eat_str("->") { self.func_results()? } else { Default::default() };
        let signature = self.c.span_from(signature);
        let ty = Type::Function { inputs: arg_types.into(), results: result_types.into() };
        let ty = self.m.context.ty(ty);
        let attr = self.intern(Attr::Type(ty));
        parts.add(names::FUNCTION_TYPE, attr, signature);
        for (name, dicts) in [(names::ARG_ATTRS, arg_attrs), (names::RES_ATTRS, result_attrs)] {
            self.add_attr_dicts(parts, name, dicts, signature);
        }
        if self.c.eat_word("attributes") {
            let entries = self.dictionary()?;
            let implied = entries.iter().find(|(name, ..)| {
                matches!(*name, names::SYM_NAME | names::FUNCTION_TYPE | names::SYM_VISIBILITY)
            });
            if let Some(&(name, _, span)) = implied {
                let message = format!(
                    "the custom form of the function already defines `{}`",
                    self.m.context.text(name)
                );
                return Err(Box::new(SyntaxError::new(code::DUPLICATE_KEY, span, message)));
            }
            self.merge(parts, entries);
        }
        if self.c.peek() == b'{' {
            let at = self.c.token_span();
            if args.len() != self.function_inputs(ty) {
                let message = "expected argument names in a function with a body";
                return Err(Box::new(SyntaxError::new(code::SYNTAX, signature, message)));
            }
            let (isolated, dialect) = region_rules(OpName::Known(OpCode::FuncFunc));
            let region = self.region(args, isolated, dialect)?;
            if self.m.region(region).blocks.is_empty() {
                let message = "expected at least one op in the body of the function";
                return Err(Box::new(SyntaxError::new(code::REGION_SHAPE, at, message)));
            }
            parts.regions.push(region);
        } else {
            parts.regions.push(self.m.create_region());
        }
        Ok(())
    }

    fn function_inputs(&self, ty: TypeId) -> usize {
        match self.m.context.type_of(ty) {
            Type::Function { inputs, .. } => inputs.len(),
            _ => 0,
        }
    }

    /// Combines the attributes of single values into one list of dictionaries, unless all are empty.
    fn add_attr_dicts(
        &mut self,
        parts: &mut Parts<'s>,
        name: partita_base::Symbol,
        dicts: Vec<Entries>,
        span: Span,
    ) {
        if dicts.iter().all(|dict| dict.is_empty()) {
            return;
        }
        let span = dicts.iter().flatten().map(|(_, _, span)| *span).reduce(Span::to).unwrap_or(span);
        let items: Vec<AttrId> = dicts
            .into_iter()
            .map(|entries| {
                let dict = self.sorted(entries);
                self.intern(Attr::Dict(dict))
            })
            .collect();
        let attr = self.intern(Attr::Array(items.into()));
        parts.add(name, attr, span);
    }

    fn func_args(&mut self) -> SyntaxResult<(Vec<BlockArg<'s>>, Vec<TypeId>, Vec<Entries>)> {
        self.c.expect(b'(')?;
        let (mut args, mut types, mut attrs) = (Vec::new(), Vec::new(), Vec::new());
        if self.c.eat(b')') {
            return Ok((args, types, attrs));
        }
        loop {
            let named = if self.c.peek() == b'%' {
                let (name, span) = self.arg_name()?;
                self.c.expect(b':')?;
                Some((name, span))
            } else {
                None
            };
            if named.is_some() && args.len() != types.len() {
                return Err(self.c.expected("a type without a name, like the argument before"));
            }
            let ty = self.ty()?;
            types.push(ty);
            attrs.push(if self.c.peek() == b'{' { self.dictionary()? } else { Entries::new() });
            let loc = self.trailing_loc()?;
            if let Some((name, span)) = named {
                args.push(BlockArg { name, ty, span, loc });
            }
            if self.c.eat(b')') {
                return Ok((args, types, attrs));
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `)`"));
            }
        }
    }

    fn func_results(&mut self) -> SyntaxResult<(Vec<TypeId>, Vec<Entries>)> {
        if !self.c.eat(b'(') {
            return Ok((vec![self.ty()?], Vec::new()));
        }
        let (mut types, mut attrs) = (Vec::new(), Vec::new());
        if self.c.eat(b')') {
            return Ok((types, attrs));
        }
        loop {
            types.push(self.ty()?);
            attrs.push(if self.c.peek() == b'{' { self.dictionary()? } else { Entries::new() });
            if self.c.eat(b')') {
                return Ok((types, attrs));
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `)`"));
            }
        }
    }

    fn cast_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        parts.uses = self.value_uses()?.into();
        if !parts.uses.is_empty() {
            self.c.expect(b':')?;
            parts.operand_types = self.type_list()?.into();
        }
        self.c.expect_word("to")?;
        parts.result_types = self.type_list()?.into();
        self.optional_dictionary(parts)
    }

    fn constant_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        if self.c.eat(b'(') {
            // The generic form without quotes, which older printers wrote.
            self.c.expect(b')')?;
            if self.c.eat(b'<') {
                self.optional_dictionary(parts)?;
                self.c.expect(b'>')?;
            } else {
                self.optional_dictionary(parts)?;
            }
            self.c.expect(b':')?;
            let (_, results) = self.function_type()?;
            parts.result_types = results.into();
            return Ok(());
        }
        self.optional_dictionary(parts)?;
        let start = self.c.start();
        let value = self.attr(None)?;
        let span = self.c.span_from(start);
        let ty = match self.m.context.attr_of(value) {
            Attr::Dense { ty, .. }
            | Attr::DenseStrings { ty, .. }
            | Attr::DenseResource { ty, .. }
            | Attr::Sparse { ty, .. } => *ty,
            _ => {
                let message = "expected a constant such as `dense<1> : tensor<4xi32>`";
                return Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)));
            }
        };
        parts.add(names::VALUE, value, span);
        parts.result_types.push(ty);
        Ok(())
    }

    fn barrier_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        self.optional_dictionary(parts)?;
        if self.c.eat(b'(') {
            return self.c.expect(b')');
        }
        parts.uses = self.value_uses()?.into();
        self.c.expect(b':')?;
        let types = self.type_list()?;
        parts.operand_types = types.clone().into();
        parts.result_types = types.into();
        Ok(())
    }

    fn reduce_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let mut inits: Vec<Use<'s>> = Vec::new();
        loop {
            self.c.expect(b'(')?;
            let input = self.value_use()?;
            parts.uses.push(input);
            self.c.expect_word("init")?;
            self.c.expect(b':')?;
            inits.push(self.value_use()?);
            self.c.expect(b')')?;
            if !self.c.eat(b',') {
                break;
            }
        }
        let inputs = inits.len();
        parts.uses.extend(inits);
        let applied = if self.c.eat_word("applies") { Some(self.applied_op()?) } else { None };
        self.c.expect_word("across")?;
        self.c.expect_word("dimensions")?;
        self.c.expect(b'=')?;
        let start = self.c.start();
        let dimensions = self.int_list()?;
        let attr = self.ints_attr(&dimensions);
        let span = self.c.span_from(start);
        parts.add(names::DIMENSIONS, attr, span);
        self.optional_dictionary(parts)?;
        self.c.expect(b':')?;
        let (operand_types, result_types) = self.function_type()?;
        parts.operand_types = operand_types.into();
        parts.result_types = result_types.into();
        if let Some((opcode, span)) = applied {
            return self.applied_region(opcode, span, parts);
        }
        self.c.expect_word("reducer")?;
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for _ in 0..inputs {
            let start = self.c.start();
            let mut pair = self.typed_args()?.into_iter();
            match (pair.next(), pair.next(), pair.next()) {
                (Some(first), Some(second), None) => {
                    firsts.push(first);
                    seconds.push(second);
                }
                _ => {
                    let span = self.c.span_from(start);
                    return Err(Box::new(SyntaxError::new(
                        code::SYNTAX,
                        span,
                        "expected pairs of arguments in a reducer",
                    )));
                }
            }
        }
        firsts.extend(seconds);
        let region = self.region(firsts, false, "")?;
        parts.regions.push(region);
        Ok(())
    }

    fn applied_op(&mut self) -> SyntaxResult<(OpCode, Span)> {
        let start = self.c.start();
        let word = self.c.word();
        let span = self.c.span_from(start);
        match OpCode::from_name(word) {
            Some(opcode) if opcode.traits().commutative => Ok((opcode, span)),
            _ => {
                let message = format!("expected a commutative StableHLO op of two operands, found `{word}`");
                Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)))
            }
        }
    }

    /// Builds the region that `applies op` abbreviates.
    fn applied_region(&mut self, opcode: OpCode, span: Span, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let loc = self.trailing_loc()?;
        let loc_id = match loc {
            TrailingLoc::Known(loc) => loc,
            _ => self.m.context.unknown_loc(),
        };
        parts.loc = Some(loc);
        let input = parts.operand_types.first().and_then(|&ty| match self.m.context.type_of(ty) {
            Type::Tensor(tensor) => Some(tensor.element),
            Type::UnrankedTensor(element) => Some(*element),
            _ => None,
        });
        let Some(element) = input else {
            return Err(Box::new(SyntaxError::new(
                code::OPERAND_TYPE,
                span,
                "expected a tensor operand in a reduction",
            )));
        };
        let scalar = self.m.context.tensor_type(&[], element);
        let region = self.m.create_region();
        let block = self.m.add_block(region, span);
        let args: SmallVec<[_; 4]> = (0..2).map(|_| self.m.add_arg(block, scalar, span, loc_id)).collect();
        let mut make = |name: OpCode, operands, result_types: &[TypeId]| {
            let name = OpName::Known(name);
            let op = self.m.create_op(NewOp {
                name,
                operands,
                result_types,
                attrs: SmallVec::new(),
                loc: loc_id,
                span,
            });
            self.m.append(block, op);
            self.m.op(op).results().next()
        };
        let result = make(opcode, args, &[scalar]);
        make(OpCode::Return, result.into_iter().collect(), &[]);
        parts.regions.push(region);
        Ok(())
    }

    fn while_form(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        self.c.expect(b'(')?;
        let mut names = Vec::new();
        if !self.c.eat(b')') {
            loop {
                names.push(self.arg_name()?);
                self.c.expect(b'=')?;
                let used = self.value_use()?;
                parts.uses.push(used);
                if self.c.eat(b')') {
                    break;
                }
                if !self.c.eat(b',') {
                    return Err(self.c.expected("`,` or `)`"));
                }
            }
        }
        let mut locs: Vec<TrailingLoc<'s>> = Vec::new();
        if !names.is_empty() {
            self.c.expect(b':')?;
            let start = self.c.start();
            let types = self.type_list()?;
            if types.len() != names.len() {
                let span = self.c.span_from(start);
                let message =
                    format!("expected one type per value: {} values, {} types", names.len(), types.len());
                return Err(Box::new(SyntaxError::new(code::OPERAND_COUNT, span, message)));
            }
            parts.operand_types = types.clone().into();
            parts.result_types = types.into();
        }
        locs.resize_with(names.len(), || TrailingLoc::None);
        self.attributes_dictionary(parts)?;
        for word in ["cond", "do"] {
            self.c.expect_word(word)?;
            let args = names
                .iter()
                .zip(&parts.operand_types)
                .map(|(&(name, span), &ty)| BlockArg { name, ty, span, loc: TrailingLoc::None })
                .collect();
            let region = self.region(args, false, "")?;
            parts.regions.push(region);
        }
        Ok(())
    }

    fn scan_form(&mut self, info: &OpInfo, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let attr = |name: &str| -> AttrInfo {
            *info.attrs.iter().find(|attr| attr.name == name).expect("the scan row has this attribute")
        };
        self.c.expect(b'(')?;
        let inputs = self.value_uses()?;
        self.c.expect(b')')?;
        self.c.expect_word("inits")?;
        self.c.expect(b'(')?;
        let inits = self.value_uses()?;
        self.c.expect(b')')?;
        let segments = [inputs.len() as i64, inits.len() as i64];
        parts.uses.extend(inputs);
        parts.uses.extend(inits);
        self.c.expect_word("dimension")?;
        self.c.expect(b'=')?;
        let start = self.c.start();
        let dimension = self.bare_attr(attr("dimension").kind)?;
        let span = self.c.span_from(start);
        parts.add(attr("dimension").symbol, dimension, span);
        self.attributes_dictionary(parts)?;
        let region = self.region(Vec::new(), false, "")?;
        parts.regions.push(region);
        self.c.expect(b':')?;
        let (operand_types, result_types) = self.function_type()?;
        let carries = (segments[1] as usize).min(result_types.len());
        let result_segments = [(result_types.len() - carries) as i64, carries as i64];
        parts.operand_types = operand_types.into();
        parts.result_types = result_types.into();
        let element = self.m.context.int_type(32);
        for (name, values) in [("operandSegmentSizes", segments), ("resultSegmentSizes", result_segments)] {
            let value = self.intern(Attr::DenseArray { element, values: values.into() });
            parts.add(attr(name).symbol, value, span);
        }
        Ok(())
    }
}
