//! Parses builtin attributes.

use partita_base::{Number, Span, Symbol, SyntaxError, SyntaxResult, code};
use partita_ir::{Attr, AttrId, FloatKind, NamedAttrs, Signedness, Type, TypeId};
use smallvec::SmallVec;

use super::Parser;
use crate::float;

/// A dictionary as written: entries in text order with the spans of their values.
pub(super) type Entries = SmallVec<[(Symbol, AttrId, Span); 2]>;

impl<'s> Parser<'s> {
    /// Parses an attribute. If `ty` is given, a number or string has that type and none may follow.
    pub(super) fn attr(&mut self, ty: Option<TypeId>) -> SyntaxResult<AttrId> {
        self.c.enter()?;
        let attr = self.attr_inner(ty);
        self.c.leave();
        attr
    }

    fn attr_inner(&mut self, ty: Option<TypeId>) -> SyntaxResult<AttrId> {
        match self.c.peek() {
            b'"' => {
                let text = self.c.string()?.expect("a quote is next").into_owned().into_boxed_slice();
                match ty {
                    None if self.c.eat(b':') => {
                        let ty = self.ty()?;
                        let none = *self.m.context.type_of(ty) == Type::None;
                        Ok(self.intern(if none {
                            Attr::String(text)
                        } else {
                            Attr::TypedString { text, ty }
                        }))
                    }
                    _ => Ok(self.intern(Attr::String(text))),
                }
            }
            b'[' => {
                self.c.advance(1);
                let items = self.attrs_until(b']')?;
                Ok(self.intern(Attr::Array(items.into())))
            }
            b'{' => {
                let entries = self.dictionary()?;
                let dict = self.sorted(entries);
                Ok(self.intern(Attr::Dict(dict)))
            }
            b'@' => self.symbol_ref(),
            b'#' => self.hash_attr(),
            b'-' | b'0'..=b'9' => self.number_attr(ty),
            _ => self.word_attr(),
        }
    }

    fn word_attr(&mut self) -> SyntaxResult<AttrId> {
        let start = self.c.start();
        let word = self.c.peek_word();
        match word {
            "true" | "false" => {
                self.c.advance(word.len());
                Ok(self.bool_attr(word == "true"))
            }
            "unit" => {
                self.c.advance(word.len());
                Ok(self.intern(Attr::Unit))
            }
            "dense" => {
                self.c.advance(word.len());
                self.dense()
            }
            "dense_resource" => {
                self.c.advance(word.len());
                self.dense_resource()
            }
            "sparse" => {
                self.c.advance(word.len());
                self.sparse()
            }
            "array" => {
                self.c.advance(word.len());
                self.dense_array()
            }
            "loc" => {
                self.c.advance(word.len());
                self.c.expect(b'(')?;
                let loc = self.loc_instance()?;
                self.c.expect(b')')?;
                Ok(self.intern(Attr::Loc(loc)))
            }
            "strided" => {
                self.c.advance(word.len());
                self.c.skip_trivia();
                let end = super::types::balanced_end(&self.c).ok_or_else(|| self.c.expected("`<`"))?;
                self.c.rewind(end);
                let text = &self.c.text()[start..end];
                let symbol = self.symbol(text);
                Ok(self.intern(Attr::Verbatim(symbol)))
            }
            "affine_map" | "affine_set" | "distinct" | "opaque" => {
                let message = format!("`{word}` attributes are not supported");
                let span = Span::new(start, start + word.len());
                Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, span, message)))
            }
            _ => {
                if !self.at_type() {
                    return Err(self.c.expected("an attribute value"));
                }
                let ty = self.ty()?;
                Ok(self.intern(Attr::Type(ty)))
            }
        }
    }

    pub(super) fn attrs_until(&mut self, close: u8) -> SyntaxResult<Vec<AttrId>> {
        let mut items = Vec::new();
        if self.c.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(self.attr(None)?);
            if self.c.eat(close) {
                return Ok(items);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected(&format!("`,` or `{}`", close as char)));
            }
        }
    }

    /// Parses `{name = value, flag}`.
    pub(super) fn dictionary(&mut self) -> SyntaxResult<Entries> {
        self.c.expect(b'{')?;
        let mut entries = Entries::new();
        if self.c.eat(b'}') {
            return Ok(entries);
        }
        loop {
            let start = self.c.start();
            let name = if self.c.peek() == b'"' {
                let text = self.c.expect_text("an attribute name")?;
                if text.is_empty() {
                    let span = self.c.span_from(start);
                    return Err(Box::new(SyntaxError::new(
                        code::SYNTAX,
                        span,
                        "expected an attribute name, found an empty string",
                    )));
                }
                self.symbol(&text)
            } else {
                let word = self.c.word();
                if word.is_empty() {
                    return Err(self.c.expected("an attribute name"));
                }
                self.symbol(word)
            };
            let key_span = self.c.span_from(start);
            let (value, span) = if self.c.eat(b'=') {
                let start = self.c.start();
                let value = self.attr(None)?;
                (value, self.c.span_from(start))
            } else {
                (self.intern(Attr::Unit), key_span)
            };
            if entries.iter().any(|(other, ..)| *other == name) {
                let message = format!("duplicate key `{}` in the dictionary", self.m.context.text(name));
                self.error(code::DUPLICATE_KEY, key_span, message);
            } else {
                entries.push((name, value, span));
            }
            if self.c.eat(b'}') {
                return Ok(entries);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `}`"));
            }
        }
    }

    pub(super) fn sorted(&self, entries: Entries) -> NamedAttrs {
        let mut attrs: Box<[(Symbol, AttrId)]> =
            entries.into_iter().map(|(name, attr, _)| (name, attr)).collect();
        self.m.sort_attrs(&mut attrs);
        attrs
    }

    fn symbol_ref(&mut self) -> SyntaxResult<AttrId> {
        let mut path = Vec::new();
        loop {
            let name = self.symbol_name()?;
            path.push(self.symbol(&name));
            let before = self.c.pos();
            if !self.c.eat_str("::") {
                self.c.rewind(before);
                return Ok(self.intern(Attr::SymbolRef(path.into())));
            }
        }
    }

    fn number_attr(&mut self, expected: Option<TypeId>) -> SyntaxResult<AttrId> {
        let start = self.c.start();
        let negative = self.c.eat(b'-');
        let Some(number) = self.c.number() else { return Err(self.c.expected("a number")) };
        let span = self.c.span_from(start);
        let ty = match expected {
            Some(ty) => ty,
            None if self.c.eat(b':') => self.ty()?,
            None => match number {
                Number::Float(_) => self.m.context.float_type(FloatKind::F64),
                _ => self.m.context.int_type(64),
            },
        };
        match *self.m.context.type_of(ty) {
            Type::Float(kind) => {
                let bits = self.float_literal(kind, negative, number, span)?;
                Ok(self.intern(Attr::Float { bits, ty }))
            }
            Type::Integer { width, sign } => {
                let value = self.int_literal(width, sign, negative, number, span)?;
                Ok(self.intern(Attr::Integer { value, ty }))
            }
            Type::Index => {
                let value = self.int_literal(64, Signedness::Signless, negative, number, span)?;
                Ok(self.intern(Attr::Integer { value, ty }))
            }
            Type::Verbatim(_) => {
                let message = format!("number literals of type {} are not supported", self.type_text(ty));
                Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, span, message)))
            }
            _ => {
                let message = format!(
                    "expected a number or float type for a number literal, found {}",
                    self.type_text(ty)
                );
                Err(Box::new(SyntaxError::new(code::BAD_LITERAL, span, message)))
            }
        }
    }

    /// The bits of a float literal: a decimal with a point, or the bit pattern in hexadecimal.
    pub(super) fn float_literal(
        &mut self,
        kind: FloatKind,
        negative: bool,
        number: Number<'s>,
        span: Span,
    ) -> SyntaxResult<u64> {
        let bad = |message: String| Box::new(SyntaxError::new(code::BAD_LITERAL, span, message));
        match number {
            Number::Float(text) => {
                let text: std::borrow::Cow<'_, str> =
                    if negative { format!("-{text}").into() } else { text.into() };
                float::encode(kind, &text).ok_or_else(|| bad(format!("`{text}` is not a number")))
            }
            Number::Hex(digits) => {
                if negative {
                    return Err(bad("a hexadecimal bit pattern cannot have a sign".into()));
                }
                match u64::from_str_radix(digits, 16) {
                    Ok(bits) if kind.bits() == 64 || bits >> kind.bits() == 0 => Ok(bits),
                    _ => Err(bad(format!("the bit pattern does not fit into {}", kind.name()))),
                }
            }
            Number::Decimal(text) => {
                let message =
                    format!("expected a literal of type {}, found the integer `{text}`", kind.name());
                let error = SyntaxError::new(code::BAD_LITERAL, span, message)
                    .help("add a decimal point: write `1.` for the number one")
                    .fix(Span::new(span.end as usize, span.end as usize), ".");
                Err(Box::new(error))
            }
        }
    }

    /// The value of an integer literal, wrapped to its type.
    pub(super) fn int_literal(
        &mut self,
        width: u32,
        sign: Signedness,
        negative: bool,
        number: Number<'s>,
        span: Span,
    ) -> SyntaxResult<i128> {
        let magnitude = match number {
            Number::Decimal(digits) => digits.parse::<u128>().ok(),
            Number::Hex(digits) => u128::from_str_radix(digits, 16).ok(),
            Number::Float(text) => {
                let message = format!("expected an integer, found the float `{text}`");
                return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, span, message)));
            }
        };
        if width > 128 {
            let message = "integer literals of more than 128 bits are not supported";
            return Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, span, message)));
        }
        let value = magnitude.and_then(|magnitude| fit_integer(width, sign, negative, magnitude));
        value.ok_or_else(|| {
            let prefix = match sign {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            let message = format!("the number is out of range for {prefix}{width}");
            Box::new(SyntaxError::new(code::NUMBER_RANGE, span, message))
        })
    }

    fn dense_array(&mut self) -> SyntaxResult<AttrId> {
        self.c.expect(b'<')?;
        let start = self.c.start();
        let element = self.ty()?;
        let valid = match self.m.context.type_of(element) {
            Type::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
            Type::Float(kind) => kind.bits().is_multiple_of(8),
            _ => false,
        };
        if !valid {
            let message = "expected an array element type of i1, i8, i16, i32, i64 or a float whose width is a multiple of 8 bits";
            return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, self.c.span_from(start), message)));
        }
        if self.c.eat(b'>') {
            return Ok(self.intern(Attr::DenseArray { element, values: [].into() }));
        }
        self.c.expect(b':')?;
        let mut values = Vec::new();
        loop {
            values.push(self.array_element(element)?);
            if self.c.eat(b'>') {
                return Ok(self.intern(Attr::DenseArray { element, values: values.into() }));
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `>`"));
            }
        }
    }

    fn array_element(&mut self, element: TypeId) -> SyntaxResult<i64> {
        let start = self.c.start();
        if let Type::Integer { width: 1, .. } = self.m.context.type_of(element) {
            if self.c.eat_word("true") {
                return Ok(1);
            }
            if self.c.eat_word("false") {
                return Ok(0);
            }
        }
        let negative = self.c.eat(b'-');
        let Some(number) = self.c.number() else { return Err(self.c.expected("a number")) };
        let span = self.c.span_from(start);
        match *self.m.context.type_of(element) {
            Type::Float(kind) => Ok(self.float_literal(kind, negative, number, span)? as i64),
            Type::Integer { width, sign } => {
                Ok(self.int_literal(width, sign, negative, number, span)? as i64)
            }
            _ => unreachable!("the element type of an array was checked"),
        }
    }
}

/// Wraps a number to a type as MLIR does: signless types accept both the signed and the unsigned reading of their bits.
fn fit_integer(width: u32, sign: Signedness, negative: bool, magnitude: u128) -> Option<i128> {
    let max_unsigned = if width == 128 { u128::MAX } else { (1u128 << width) - 1 };
    let half = if width == 0 { 0 } else { 1u128 << (width - 1) };
    if negative {
        if sign == Signedness::Unsigned && magnitude != 0 || magnitude > half {
            return None;
        }
        let value = (magnitude as i128).wrapping_neg();
        return Some(if width == 1 { value & 1 } else { value });
    }
    match sign {
        Signedness::Signed if magnitude >= half.max(1) => None,
        _ if magnitude > max_unsigned => None,
        Signedness::Signless if width > 1 && magnitude >= half => {
            // The two's complement of a negative number.
            Some(if width == 128 { magnitude as i128 } else { magnitude as i128 - (1i128 << width) })
        }
        _ => Some(magnitude as i128),
    }
}
