//! Parses types.

use partita_base::{Cursor, Span, SyntaxError, SyntaxResult, code};
use partita_ir::{Dim, FloatKind, Signedness, TensorType, Type, TypeId};

use super::{Parser, UnknownDialects};

/// The largest supported number of dimensions of a tensor.
pub const MAX_RANK: usize = 1024;

impl<'s> Parser<'s> {
    /// Parses a type.
    pub(super) fn ty(&mut self) -> SyntaxResult<TypeId> {
        self.c.skip_trivia();
        if let Some(text) = simple_type_text(&self.c) {
            if let Some(&ty) = self.type_cache.get(text) {
                self.c.advance(text.len());
                return Ok(ty);
            }
            let ty = self.new_type()?;
            self.type_cache.insert(text, ty);
            return Ok(ty);
        }
        self.new_type()
    }

    fn new_type(&mut self) -> SyntaxResult<TypeId> {
        self.c.enter()?;
        let ty = self.type_inner();
        self.c.leave();
        ty
    }

    fn type_inner(&mut self) -> SyntaxResult<TypeId> {
        match self.c.peek() {
            b'(' => {
                let (inputs, results) = self.function_type()?;
                let ty = Type::Function { inputs: inputs.into(), results: results.into() };
                return Ok(self.m.context.ty(ty));
            }
            b'!' => return self.dialect_type(),
            _ => {}
        }
        let start = self.c.start();
        let word = self.c.word();
        let ty = match word {
            "tensor" => return self.tensor_type(start),
            "complex" => {
                self.c.expect(b'<')?;
                let at = self.c.start();
                let element = self.ty()?;
                if !matches!(self.m.context.type_of(element), Type::Integer { .. } | Type::Float(_)) {
                    let message =
                        "expected an integer or float type as the element of a complex type".to_string();
                    return Err(Box::new(SyntaxError::new(
                        code::UNKNOWN_TYPE,
                        self.c.span_from(at),
                        message,
                    )));
                }
                self.c.expect(b'>')?;
                Type::Complex(element)
            }
            "tuple" => {
                self.c.expect(b'<')?;
                Type::Tuple(self.types_until(b'>')?.into())
            }
            "index" => Type::Index,
            "none" => Type::None,
            "vector" | "memref" => {
                let end = balanced_end(&self.c).ok_or_else(|| self.c.expected("`<`"))?;
                self.c.rewind(end);
                let text = self.c.span_from(start);
                let symbol = self.m.context.symbol(&self.c.text()[text.range()]);
                Type::Verbatim(symbol)
            }
            "f80" | "f128" => Type::Verbatim(self.m.context.symbol(word)),
            _ => match integer_type(word) {
                Some(Ok(ty)) => ty,
                Some(Err(())) => {
                    let span = self.c.span_from(start);
                    let message =
                        format!("expected an integer type of at most {} bits", Type::MAX_INTEGER_WIDTH);
                    return Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, span, message)));
                }
                None => match FloatKind::ALL.iter().find(|kind| kind.name() == word) {
                    Some(&kind) => Type::Float(kind),
                    None => {
                        self.c.rewind(start);
                        return Err(self.c.expected("a type"));
                    }
                },
            },
        };
        Ok(self.m.context.ty(ty))
    }

    /// Whether the next token starts a type.
    pub(super) fn at_type(&mut self) -> bool {
        match self.c.peek() {
            b'(' | b'!' => true,
            _ => {
                let word = self.c.peek_word();
                matches!(
                    word,
                    "tensor" | "complex" | "tuple" | "index" | "none" | "vector" | "memref" | "f80" | "f128"
                ) || integer_type(word).is_some()
                    || FloatKind::ALL.iter().any(|kind| kind.name() == word)
            }
        }
    }

    /// Parses `T, T, …` up to `close`.
    pub(super) fn types_until(&mut self, close: u8) -> SyntaxResult<Vec<TypeId>> {
        let mut types = Vec::new();
        if self.c.eat(close) {
            return Ok(types);
        }
        loop {
            types.push(self.ty()?);
            if self.c.eat(close) {
                return Ok(types);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected(&format!("`,` or `{}`", close as char)));
            }
        }
    }

    /// Parses `T, T` with at least one type.
    pub(super) fn type_list(&mut self) -> SyntaxResult<Vec<TypeId>> {
        let mut types = vec![self.ty()?];
        while self.c.eat(b',') {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// Parses `(A, B) -> C` or `(A, B) -> (C, D)`.
    pub(super) fn function_type(&mut self) -> SyntaxResult<(Vec<TypeId>, Vec<TypeId>)> {
        self.c.expect(b'(')?;
        let inputs = self.types_until(b')')?;
        self.c.expect_str("->")?;
        Ok((inputs, self.result_types()?))
    }

    /// Parses `C` or `(C, D)`.
    pub(super) fn result_types(&mut self) -> SyntaxResult<Vec<TypeId>> {
        if self.c.eat(b'(') { self.types_until(b')') } else { Ok(vec![self.ty()?]) }
    }

    fn tensor_type(&mut self, start: usize) -> SyntaxResult<TypeId> {
        self.c.expect(b'<')?;
        if self.c.eat(b'*') {
            self.dimension_x()?;
            let element = self.ty()?;
            self.c.expect(b'>')?;
            return Ok(self.m.context.ty(Type::UnrankedTensor(element)));
        }
        let mut shape = Vec::new();
        loop {
            match self.c.peek() {
                b'?' => {
                    self.c.advance(1);
                    shape.push(Dim::Dynamic);
                }
                b'0'..=b'9' => shape.push(Dim::Static(self.dimension()?)),
                _ => break,
            }
            self.dimension_x()?;
            if shape.len() > MAX_RANK {
                let span = Span::new(start, self.c.pos());
                let message = format!("expected at most {MAX_RANK} dimensions in a tensor type");
                return Err(Box::new(SyntaxError::new(code::LIMIT, span, message)));
            }
        }
        let at = self.c.start();
        let element = self.ty()?;
        if matches!(
            self.m.context.type_of(element),
            Type::Tensor(_) | Type::UnrankedTensor(_) | Type::Tuple(_) | Type::Function { .. } | Type::None
        ) {
            let message = "invalid element type of a tensor";
            return Err(Box::new(SyntaxError::new(code::UNKNOWN_TYPE, self.c.span_from(at), message)));
        }
        let encoding = if self.c.eat(b',') { Some(self.attr(None)?) } else { None };
        self.c.expect(b'>')?;
        Ok(self.m.context.ty(Type::Tensor(TensorType { shape: shape.into(), element, encoding })))
    }

    /// Parses the digits of one dimension; `0x` is a zero and the separator, not a hexadecimal number.
    fn dimension(&mut self) -> SyntaxResult<u64> {
        let start = self.c.pos();
        let mut size = Some(0i64);
        while self.c.peek_raw().is_ascii_digit() {
            let digit = i64::from(self.c.peek_raw() - b'0');
            size = size.and_then(|size| size.checked_mul(10)?.checked_add(digit));
            self.c.advance(1);
        }
        match size {
            Some(size) => Ok(size as u64),
            None => {
                let span = self.c.span_from(start);
                let message = "the dimension does not fit into 63 bits";
                Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, span, message)))
            }
        }
    }

    fn dimension_x(&mut self) -> SyntaxResult<()> {
        if self.c.peek() != b'x' {
            return Err(self.c.expected("`x` after a dimension"));
        }
        self.c.advance(1);
        Ok(())
    }

    fn dialect_type(&mut self) -> SyntaxResult<TypeId> {
        let start = self.c.pos();
        self.c.advance(1);
        let name = self.c.suffix_id();
        let ty = match (name, self.c.peek_raw()) {
            ("stablehlo.token", _) => Type::Token,
            ("stablehlo.future", b'<') => {
                self.c.advance(1);
                Type::Future(self.types_until(b'>')?.into())
            }
            ("stablehlo" | "chlo" | "sdy", _) | ("", _) => return Err(self.unknown_type(start)),
            (_, b'<') | (_, _) if name.contains('.') || self.c.peek_raw() == b'<' => {
                let (dialect, body) = self.opaque_body(name)?;
                if partita_ir::is_registered_dialect(dialect) {
                    return Err(self.unknown_type(start));
                }
                self.gate_dialect(dialect, "type", start)?;
                let dialect = self.symbol(dialect);
                let body = self.symbol(&body);
                Type::Opaque { dialect, body }
            }
            _ => {
                let span = self.c.span_from(start);
                return match self.use_type_alias(name, span)? {
                    Some(ty) => Ok(ty),
                    None => {
                        let message = format!("undefined alias `!{name}`");
                        Err(Box::new(SyntaxError::new(code::UNKNOWN_ALIAS, span, message)))
                    }
                };
            }
        };
        Ok(self.m.context.ty(ty))
    }

    fn unknown_type(&mut self, start: usize) -> Box<SyntaxError> {
        let span = self.c.span_from(start);
        let message = format!("unknown type `{}`", &self.c.text()[span.range()]);
        Box::new(SyntaxError::new(code::UNKNOWN_TYPE, span, message))
    }

    /// Parses the rest of `dialect.name<…>` or `dialect<…>`; the body keeps the text unchanged.
    pub(super) fn opaque_body(&mut self, name: &'s str) -> SyntaxResult<(&'s str, String)> {
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        let start = self.c.pos();
        if self.c.peek_raw() != b'<' {
            return Ok((dialect, mnemonic.to_string()));
        }
        let Some(end) = balanced_end(&self.c) else {
            let span = Span::new(start, start + 1);
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "unclosed `<`")));
        };
        let text = self.c.text();
        self.c.rewind(end);
        let body = if mnemonic.is_empty() {
            text[start + 1..end - 1].to_string()
        } else {
            format!("{mnemonic}{}", &text[start..end])
        };
        Ok((dialect, body))
    }

    /// Fails if unknown dialects are to be rejected.
    pub(super) fn gate_dialect(&mut self, dialect: &str, what: &str, start: usize) -> SyntaxResult<()> {
        if self.options.unknown_dialects == UnknownDialects::Keep || super::op::is_foreign_dialect(dialect) {
            return Ok(());
        }
        let code = if what == "type" { code::UNKNOWN_TYPE } else { code::UNKNOWN_ATTRIBUTE };
        let message = format!("the {what} belongs to the unknown dialect `{dialect}`");
        let error = SyntaxError::new(code, self.c.span_from(start), message)
            .help("pass `UnknownDialects::Keep` to keep attributes and types of unknown dialects unchanged");
        Err(Box::new(error))
    }
}

/// The text of a builtin type without spaces, commas or aliases: `tensor<4x8xf32>`, `i32`.
fn simple_type_text<'s>(cursor: &Cursor<'s>) -> Option<&'s str> {
    let text = cursor.text();
    let bytes = &text.as_bytes()[cursor.pos()..];
    if !bytes.first().is_some_and(u8::is_ascii_lowercase) {
        return None;
    }
    let mut depth = 0u32;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(&text[cursor.pos()..cursor.pos() + index + 1]);
                }
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'?' | b'*' => {}
            // `i32` and such: cheap to parse, not worth a lookup.
            _ => return None,
        }
    }
    None
}

/// The offset of the bracket that closes the one under the cursor; skips strings and `->`.
pub(super) fn balanced_end(cursor: &Cursor<'_>) -> Option<usize> {
    let bytes = cursor.text().as_bytes();
    let mut pos = cursor.pos();
    let mut open = Vec::new();
    if bytes.get(pos) != Some(&b'<') {
        return None;
    }
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'<' | b'(' | b'[' | b'{' => open.push(byte),
            b'-' if bytes.get(pos + 1) == Some(&b'>') => pos += 1,
            b'>' | b')' | b']' | b'}' => {
                let expected = match byte {
                    b'>' => b'<',
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                if open.pop() != Some(expected) {
                    return None;
                }
                if open.is_empty() {
                    return Some(pos + 1);
                }
            }
            b'"' => {
                pos += 1;
                while *bytes.get(pos)? != b'"' {
                    pos += if bytes[pos] == b'\\' { 2 } else { 1 };
                }
            }
            0 => return None,
            _ => {}
        }
        pos += 1;
    }
    None
}

/// `i32`, `si8`, `ui4`; the inner error is a width that is too large.
fn integer_type(word: &str) -> Option<Result<Type, ()>> {
    let (sign, digits) = if let Some(digits) = word.strip_prefix("si") {
        (Signedness::Signed, digits)
    } else if let Some(digits) = word.strip_prefix("ui") {
        (Signedness::Unsigned, digits)
    } else {
        (Signedness::Signless, word.strip_prefix('i')?)
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(match digits.parse::<u32>() {
        Ok(width) if width <= Type::MAX_INTEGER_WIDTH => Ok(Type::Integer { width, sign }),
        _ => Err(()),
    })
}
