//! Parses the custom forms that the op table describes.

use partita_base::{Span, SyntaxError, SyntaxResult, code};
use partita_ir::{
    Attr, AttrKind, CustomElement, Field, FormatElement, OpInfo, RecordAttr, RecordKind, Type, TypeForm,
    TypeId,
};

use super::Parser;
use super::op::{Parts, region_rules};

impl<'s> Parser<'s> {
    /// Parses the elements of an op's template. The flag, passed in and returned, tracks whether an empty list comes right before.
    pub(super) fn template(
        &mut self,
        elements: &'static [FormatElement],
        mut after_empty_list: bool,
        info: &'static OpInfo,
        parts: &mut Parts<'s>,
    ) -> SyntaxResult<bool> {
        for element in elements {
            let skip_comma = std::mem::take(&mut after_empty_list);
            match element {
                FormatElement::Literal(text) => {
                    // `%a, sizes = []`, where an empty list was between two commas.
                    let text = if skip_comma && self.c.peek() != b',' {
                        text.strip_prefix(',').unwrap_or(text)
                    } else {
                        text
                    };
                    self.literal(text)?;
                }
                FormatElement::Operand(_) => {
                    let used = self.value_use()?;
                    parts.uses.push(used);
                }
                FormatElement::Operands(_) | FormatElement::AllOperands => {
                    let uses = self.value_uses()?;
                    after_empty_list = uses.is_empty();
                    parts.uses.extend(uses);
                }
                FormatElement::Attr(index) => {
                    let attr = info.attrs[*index];
                    let start = self.c.start();
                    let value = self.bare_attr(attr.kind)?;
                    if attr.kind == AttrKind::Elements {
                        let ty = self.type_of_elements(value, start)?;
                        parts.result_types.push(ty);
                    }
                    let span = self.c.span_from(start);
                    parts.add(attr.symbol, value, span);
                }
                FormatElement::AttrDict => {
                    if self.c.peek() == b'{' {
                        let entries = self.dictionary()?;
                        self.merge(parts, entries);
                    }
                }
                FormatElement::Optional(_, inner) => {
                    let Some(FormatElement::Literal(first)) = inner.first() else {
                        unreachable!("an optional element starts with a literal")
                    };
                    if self.has_literal(first) {
                        self.template(&inner[1..], false, info, parts)?;
                    }
                }
                FormatElement::Types(form) => {
                    self.types(*form, info, parts)?;
                }
                FormatElement::TypesOfOperands => {
                    if !parts.uses.is_empty() {
                        self.c.expect(b':')?;
                        parts.operand_types = self.type_list()?.into();
                    }
                }
                FormatElement::Values => {
                    let uses = self.value_uses()?;
                    if !uses.is_empty() {
                        parts.uses = uses.into();
                        self.c.expect(b':')?;
                        parts.operand_types = self.type_list()?.into();
                    }
                }
                FormatElement::Regions => {
                    if self.c.peek() == b'(' {
                        self.c.advance(1);
                        let (isolated, dialect) = region_rules(partita_ir::OpName::Known(info.code));
                        loop {
                            let region = self.region(Vec::new(), isolated, dialect)?;
                            parts.regions.push(region);
                            if !self.c.eat(b',') {
                                break;
                            }
                        }
                        self.c.expect(b')')?;
                    }
                }
                FormatElement::Custom(custom) => self.custom(*custom, info, parts)?,
            }
        }
        Ok(after_empty_list)
    }

    /// Consumes the words and punctuation of a template's literal if they are next.
    fn has_literal(&mut self, text: &str) -> bool {
        let before = self.c.pos();
        // Building an error costs more than a look ahead.
        let first = text.trim_ascii_start().as_bytes().first();
        let found = first.is_none_or(|first| self.c.peek() == *first) && self.literal(text).is_ok();
        if !found {
            self.c.rewind(before);
        }
        found
    }

    /// Consumes the words and punctuation of a template's literal.
    fn literal(&mut self, text: &str) -> SyntaxResult<()> {
        // Text is usually spaced as it is printed.
        if self.c.eat_exactly(text) {
            return Ok(());
        }
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
            if word > 0 {
                self.c.expect_word(&rest[..word])?;
                rest = rest[word..].trim_start();
            } else {
                self.c.expect(rest.as_bytes()[0])?;
                rest = rest[1..].trim_start();
            }
        }
        Ok(())
    }

    fn type_of_elements(&mut self, attr: partita_ir::AttrId, start: usize) -> SyntaxResult<TypeId> {
        match self.m.context.attr_of(attr) {
            Attr::Dense { ty, .. }
            | Attr::DenseStrings { ty, .. }
            | Attr::DenseResource { ty, .. }
            | Attr::Sparse { ty, .. } => Ok(*ty),
            _ => {
                let span = self.c.span_from(start);
                Err(Box::new(SyntaxError::new(
                    code::SYNTAX,
                    span,
                    "expected a constant such as `dense<…> : tensor<…>`",
                )))
            }
        }
    }

    /// Parses types and assigns them to operands and results.
    fn types(&mut self, form: TypeForm, info: &OpInfo, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let results = info.results.len();
        let by_signature = match form {
            TypeForm::Signature | TypeForm::SignatureOfCallee => true,
            TypeForm::Same | TypeForm::Select | TypeForm::Complex => self.c.peek() == b'(',
            TypeForm::Arrow | TypeForm::Result | TypeForm::Tuple => false,
        };
        if by_signature {
            let start = self.c.start();
            let (inputs, outputs) = self.function_type()?;
            if form == TypeForm::SignatureOfCallee {
                let (inputs, results) = (inputs.clone().into(), outputs.clone().into());
                let callee = self.m.context.ty(Type::Function { inputs, results });
                parts.operand_types.push(callee);
            }
            parts.operand_types.extend(inputs);
            parts.result_types.extend(outputs);
            let given = parts.uses.len();
            if given != parts.operand_types.len() {
                let span = self.c.span_from(start);
                let message = format!(
                    "expected one type per operand: {given} operands, {} operand types",
                    parts.operand_types.len()
                );
                return Err(Box::new(SyntaxError::new(code::OPERAND_COUNT, span, message)));
            }
            return Ok(());
        }
        match form {
            TypeForm::Same | TypeForm::Result => {
                let ty = self.ty()?;
                parts.operand_types = parts.uses.iter().map(|_| ty).collect();
                parts.result_types = (0..results).map(|_| ty).collect();
            }
            TypeForm::Arrow => {
                let inputs = self.type_list()?;
                self.c.expect_str("->")?;
                parts.operand_types = inputs.into();
                parts.result_types = self.result_types()?.into();
            }
            TypeForm::Select => {
                let pred = self.ty()?;
                self.c.expect(b',')?;
                let ty = self.ty()?;
                parts.operand_types.extend([pred, ty, ty]);
                parts.result_types.push(ty);
            }
            TypeForm::Complex => {
                let start = self.c.start();
                let ty = self.ty()?;
                let part = self.complex_part(ty).ok_or_else(|| {
                    let span = self.c.span_from(start);
                    Box::new(SyntaxError::new(code::SYNTAX, span, "expected a tensor of complex numbers"))
                })?;
                parts.operand_types.extend([part, part]);
                parts.result_types.push(ty);
            }
            TypeForm::Tuple => {
                let start = self.c.start();
                let ty = self.ty()?;
                let Type::Tuple(members) = self.m.context.type_of(ty) else {
                    let span = self.c.span_from(start);
                    return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "expected a tuple type")));
                };
                parts.operand_types.extend(members.iter().copied());
                parts.result_types.push(ty);
            }
            TypeForm::Signature | TypeForm::SignatureOfCallee => unreachable!("read above"),
        }
        Ok(())
    }

    /// The tensor type of the real component of a tensor of complex numbers.
    fn complex_part(&mut self, ty: TypeId) -> Option<TypeId> {
        let mut tensor = self.m.context.tensor(ty)?.clone();
        let Type::Complex(part) = *self.m.context.type_of(tensor.element) else { return None };
        tensor.element = part;
        Some(self.m.context.ty(Type::Tensor(tensor)))
    }

    fn custom(&mut self, custom: CustomElement, info: &OpInfo, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        let start = self.c.start();
        let mut add = |parser: &mut Self, name: &str, attr| {
            let info =
                info.attrs.iter().find(|attr| attr.name == name).expect("the template names its attributes");
            let span = parser.c.span_from(start);
            parts.add(info.symbol, attr, span);
        };
        match custom {
            CustomElement::DotDims => {
                let attr = self.dot_dims()?;
                add(self, "dot_dimension_numbers", attr);
            }
            CustomElement::Window => {
                for (name, attr) in self.window()? {
                    add(self, name, attr);
                }
            }
            CustomElement::Ranges => {
                let [starts, limits, strides] = self.ranges()?;
                for (name, values) in
                    [("start_indices", starts), ("limit_indices", limits), ("strides", strides)]
                {
                    let attr = self.ints_attr(&values);
                    add(self, name, attr);
                }
            }
            CustomElement::Format => {
                let (exponent, mantissa) = self.precision_format()?;
                let attr = self.i32_attr(exponent);
                add(self, "exponent_bits", attr);
                let attr = self.i32_attr(mantissa);
                add(self, "mantissa_bits", attr);
            }
            CustomElement::Body => {
                let args = self.typed_args()?;
                let (isolated, dialect) = region_rules(partita_ir::OpName::Known(info.code));
                let region = self.region(args, isolated, dialect)?;
                parts.regions.push(region);
            }
        }
        Ok(())
    }

    /// Parses `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
    fn dot_dims(&mut self) -> SyntaxResult<partita_ir::AttrId> {
        let mut fields = vec![Field::Absent; 4];
        let mut put = |index: usize, (lhs, rhs): (Vec<i64>, Vec<i64>)| {
            for (offset, list) in [lhs, rhs].into_iter().enumerate() {
                if !list.is_empty() {
                    fields[index + offset] = Field::Ints(list.into());
                }
            }
        };
        if self.c.eat_word("batching_dims") {
            self.c.expect(b'=')?;
            put(0, self.list_by_list()?);
            self.c.expect(b',')?;
        }
        self.c.expect_word("contracting_dims")?;
        self.c.expect(b'=')?;
        put(2, self.list_by_list()?);
        Ok(self.intern(Attr::Record(RecordAttr::new(RecordKind::Dot, fields))))
    }

    fn list_by_list(&mut self) -> SyntaxResult<(Vec<i64>, Vec<i64>)> {
        let lhs = self.int_list()?;
        self.c.expect_word("x")?;
        Ok((lhs, self.int_list()?))
    }

    /// Parses `{stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]}`.
    fn window(&mut self) -> SyntaxResult<Vec<(&'static str, partita_ir::AttrId)>> {
        self.c.expect(b'{')?;
        let mut attrs: Vec<(&'static str, partita_ir::AttrId)> = Vec::new();
        if self.c.eat(b'}') {
            return Ok(attrs);
        }
        loop {
            let start = self.c.start();
            let word = self.c.word();
            let name = match word {
                "stride" => "window_strides",
                "pad" => "padding",
                "lhs_dilate" => "lhs_dilation",
                "rhs_dilate" => "rhs_dilation",
                "reverse" => "window_reversal",
                _ => {
                    self.c.rewind(start);
                    return Err(self.c.expected("one of stride, pad, lhs_dilate, rhs_dilate, reverse"));
                }
            };
            if attrs.iter().any(|(other, _)| *other == name) {
                let message = format!("duplicate `{word}`");
                return Err(Box::new(SyntaxError::new(
                    code::DUPLICATE_KEY,
                    self.c.span_from(start),
                    message,
                )));
            }
            self.c.expect(b'=')?;
            let attr = match name {
                "padding" => self.padding()?,
                "window_reversal" => self.bool_list()?,
                _ => {
                    let values = self.int_list()?;
                    self.ints_attr(&values)
                }
            };
            attrs.push((name, attr));
            if self.c.eat(b'}') {
                return Ok(attrs);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `}`"));
            }
        }
    }

    fn bool_list(&mut self) -> SyntaxResult<partita_ir::AttrId> {
        self.c.expect(b'[')?;
        let values = self.c.list_until(b']', |c| {
            if c.eat_word("true") {
                Ok(1)
            } else if c.eat_word("false") {
                Ok(0)
            } else {
                Ok(i64::from(c.expect_int("`true` or `false`")? != 0))
            }
        })?;
        let element = self.m.context.int_type(1);
        Ok(self.intern(Attr::DenseArray { element, values: values.into() }))
    }

    /// Parses `[[low, high], …]`.
    fn padding(&mut self) -> SyntaxResult<partita_ir::AttrId> {
        self.c.expect(b'[')?;
        let rows = self.c.list_until(b']', |c| {
            c.expect(b'[')?;
            let low = c.expect_int("a padding")?;
            c.expect(b',')?;
            let high = c.expect_int("a padding")?;
            c.expect(b']')?;
            Ok([low, high])
        })?;
        let element = self.m.context.int_type(64);
        let ty = self.m.context.tensor_type(&[rows.len() as u64, 2], element);
        let values: Vec<i64> = rows.iter().flatten().copied().collect();
        Ok(self.intern(crate::dense::i64_elements(ty, &values)))
    }

    /// Parses `[0:4, 1:3:2]`.
    fn ranges(&mut self) -> SyntaxResult<[Vec<i64>; 3]> {
        self.c.expect(b'[')?;
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        self.c.list_until(b']', |c| {
            lists[0].push(c.expect_int("a start")?);
            c.expect(b':')?;
            lists[1].push(c.expect_int("a limit")?);
            lists[2].push(if c.eat(b':') { c.expect_int("a stride")? } else { 1 });
            Ok(())
        })?;
        Ok(lists)
    }

    /// Parses `e5m10`.
    fn precision_format(&mut self) -> SyntaxResult<(i64, i64)> {
        let start = self.c.start();
        let word = self.c.word();
        let parsed =
            word.strip_prefix('e').and_then(|rest| rest.split_once('m')).and_then(|(exponent, mantissa)| {
                Some((i64::from(exponent.parse::<i32>().ok()?), i64::from(mantissa.parse::<i32>().ok()?)))
            });
        parsed.ok_or_else(|| {
            let span = Span::new(start, start + word.len().max(1));
            Box::new(SyntaxError::new(code::SYNTAX, span, "expected a format such as `e5m10`"))
        })
    }
}
