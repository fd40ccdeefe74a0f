//! Parses constants with elements: `dense<…>`, `dense_resource<…>`, `sparse<…>`.

use std::borrow::Cow;

use partita_base::{Span, SyntaxError, SyntaxResult, code};
use partita_ir::{
    Attr, AttrId, DenseData, Dim, Elements, Signedness, TensorType, Type, TypeId, hex_bytes, is_hex,
};

use super::Parser;
use crate::dense::{ElementFormat, Scalar, canonical_data};

/// Constants of at least this many bytes are kept as digits of the text and decoded on use.
const LEFT_IN_TEXT: usize = 4096;

impl<'s> Parser<'s> {
    /// Parses the rest of `dense<…> : type`. The type determines how the elements are parsed, so it is parsed first.
    pub(super) fn dense(&mut self) -> SyntaxResult<AttrId> {
        self.c.expect(b'<')?;
        let body = self.c.start();
        self.skip_literal()?;
        self.c.expect(b'>')?;
        let (ty, type_span) = self.constant_type()?;
        let end = self.c.pos();
        self.c.rewind(body);
        let attr = self.dense_body(ty, type_span)?;
        self.c.expect(b'>')?;
        self.c.rewind(end);
        Ok(attr)
    }

    fn constant_type(&mut self) -> SyntaxResult<(TypeId, Span)> {
        self.c.expect(b':')?;
        let start = self.c.start();
        let ty = self.ty()?;
        Ok((ty, self.c.span_from(start)))
    }

    /// Skips to the `>` that ends a literal.
    fn skip_literal(&mut self) -> SyntaxResult<()> {
        let bytes = self.c.text().as_bytes();
        loop {
            match self.c.peek() {
                b'"' => {
                    self.c.string()?;
                }
                b'>' | 0 => return Ok(()),
                _ => {
                    let from = self.c.pos() + 1;
                    let rest = bytes[from..].iter().position(|b| matches!(b, b'"' | b'>' | b'/' | 0));
                    self.c.rewind(rest.map_or(bytes.len(), |n| from + n));
                }
            }
        }
    }

    /// The shape of a constant's type, which must be static.
    fn constant_shape(&mut self, ty: TypeId, span: Span) -> SyntaxResult<(Vec<u64>, TypeId)> {
        let message = match self.m.context.type_of(ty) {
            Type::Tensor(TensorType { shape, element, .. }) => {
                match shape.iter().map(|dim| dim.size()).collect::<Option<Vec<u64>>>() {
                    Some(shape) => return Ok((shape, *element)),
                    None => "expected a static shape for a constant",
                }
            }
            Type::Verbatim(_) => {
                let message = format!("constants of type {} are not supported", self.type_text(ty));
                return Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, span, message)));
            }
            _ => "expected a tensor type for a constant",
        };
        Err(Box::new(SyntaxError::new(code::BAD_LITERAL, span, message)))
    }

    fn dense_body(&mut self, ty: TypeId, type_span: Span) -> SyntaxResult<AttrId> {
        let (shape, element_type) = self.constant_shape(ty, type_span)?;
        let count = TensorType {
            shape: shape.iter().map(|&n| Dim::Static(n)).collect(),
            element: ty,
            encoding: None,
        }
        .elements();
        let Some(element) = ElementFormat::of(&self.m.context, element_type) else {
            return self.dense_strings(ty, &shape, type_span);
        };
        let wide = matches!(element.scalar, Scalar::Int { width, .. } if width > 64);
        if wide {
            let message = "constants with elements of more than 64 bits are not supported";
            return Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, type_span, message)));
        }
        let mut data = Vec::new();
        match self.c.peek() {
            b'>' => {
                if count != Some(0) {
                    let message = "the constant is empty, but its type has elements";
                    return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, type_span, message)));
                }
                return Ok(self.intern(Attr::Dense { ty, data: DenseData::Full([].into()) }));
            }
            b'"' => {
                let data = self.hex_elements(ty, element.bytes(), count)?;
                return Ok(self.intern(Attr::Dense { ty, data }));
            }
            b'[' => {
                self.nested_elements(&shape, 0, element, &mut data)?;
            }
            _ => self.element(element, &mut data)?,
        }
        let data = canonical_data(data, element.bytes(), count);
        Ok(self.intern(Attr::Dense { ty, data }))
    }

    /// Parses `"0x…"`: one element of `size` bytes for all, or one each.
    fn hex_elements(&mut self, ty: TypeId, size: usize, count: Option<u64>) -> SyntaxResult<DenseData> {
        let start = self.c.start();
        let text = self.c.string()?.expect("a quote is next");
        let span = self.c.span_from(start);
        let wrong = |message| Err(Box::new(SyntaxError::new(code::BAD_LITERAL, span, message)));
        let Some(digits) = text.strip_prefix(b"0x").filter(|digits| is_hex(digits)) else {
            return wrong("expected `0x` and an even number of hexadecimal digits".to_string());
        };
        let len = digits.len() / 2;
        if len != size && Some(len as u64) != count.and_then(|n| n.checked_mul(size as u64)) {
            return wrong(format!("the data has {len} bytes, which does not match {}", self.type_text(ty)));
        }
        let first = &digits[..digits.len().min(2 * size)];
        if !digits.is_empty() && digits.chunks_exact(2 * size).all(|one| one.eq_ignore_ascii_case(first)) {
            return Ok(DenseData::Splat(hex_bytes(first).into()));
        }
        Ok(DenseData::Full(self.hex_literal(start, text)))
    }

    /// The bytes of a valid literal `"0x…"` that begins at `start`. A long one remains digits of the text.
    pub(super) fn hex_literal(&self, start: usize, literal: Cow<'_, [u8]>) -> Elements {
        let digits = &literal["0x".len()..];
        match (&literal, &self.m.source) {
            (Cow::Borrowed(_), Some(source)) if digits.len() / 2 >= LEFT_IN_TEXT => {
                let place = start + "\"0x".len();
                Elements::from_hex(source.clone(), Span::new(place, place + digits.len()))
            }
            _ => hex_bytes(digits).into(),
        }
    }

    fn nested_elements(
        &mut self,
        shape: &[u64],
        level: usize,
        element: ElementFormat,
        data: &mut Vec<u8>,
    ) -> SyntaxResult<()> {
        let start = self.c.start();
        if level == shape.len() {
            return self.element(element, data);
        }
        if self.c.peek() != b'[' {
            return Err(self.shape_mismatch(start, shape));
        }
        self.c.advance(1);
        let mut count = 0u64;
        if !self.c.eat(b']') {
            loop {
                if self.c.peek() == b'[' && level + 1 == shape.len() {
                    return Err(self.shape_mismatch(start, shape));
                }
                self.nested_elements(shape, level + 1, element, data)?;
                count += 1;
                if self.c.eat(b']') {
                    break;
                }
                if !self.c.eat(b',') {
                    return Err(self.c.expected("`,` or `]`"));
                }
            }
        }
        // An empty list matches any shape without elements.
        if count != shape[level] {
            return Err(self.shape_mismatch(start, shape));
        }
        Ok(())
    }

    fn shape_mismatch(&mut self, start: usize, shape: &[u64]) -> Box<SyntaxError> {
        let shape = shape.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        let message = format!("the nesting of the elements does not match the shape {shape}");
        Box::new(SyntaxError::new(code::BAD_LITERAL, self.c.span_from(start), message))
    }

    fn element(&mut self, element: ElementFormat, data: &mut Vec<u8>) -> SyntaxResult<()> {
        if element.complex {
            self.c.expect(b'(')?;
            self.scalar(element.scalar, data)?;
            self.c.expect(b',')?;
            self.scalar(element.scalar, data)?;
            return self.c.expect(b')');
        }
        self.scalar(element.scalar, data)
    }

    fn scalar(&mut self, scalar: Scalar, data: &mut Vec<u8>) -> SyntaxResult<()> {
        let start = self.c.start();
        let bytes = scalar.bytes();
        if let Scalar::Int { width: 1, .. } = scalar {
            if self.c.eat_word("true") {
                data.push(1);
                return Ok(());
            }
            if self.c.eat_word("false") {
                data.push(0);
                return Ok(());
            }
        }
        let negative = self.c.eat(b'-');
        let Some(number) = self.c.number() else {
            self.c.rewind(start);
            return Err(self.c.expected("an element"));
        };
        let span = self.c.span_from(start);
        let bits = match scalar {
            Scalar::Float(kind) => self.float_literal(kind, negative, number, span)?,
            Scalar::Int { width, sign } => {
                let value = self.int_literal(width, sign, negative, number, span)?;
                (value as u64) & if width >= 64 { u64::MAX } else { (1 << width) - 1 }
            }
        };
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    fn dense_strings(&mut self, ty: TypeId, shape: &[u64], type_span: Span) -> SyntaxResult<AttrId> {
        let known = matches!(self.m.context.type_of(ty), Type::Tensor(t)
            if matches!(self.m.context.type_of(t.element), Type::Opaque { .. } | Type::Verbatim(_) | Type::Token));
        if !known && self.c.peek() != b'"' && self.c.peek() != b'[' {
            let message = format!("a constant cannot have type {}", self.type_text(ty));
            return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, type_span, message)));
        }
        let mut values = Vec::new();
        self.string_elements(shape, 0, &mut values)?;
        Ok(self.intern(Attr::DenseStrings { ty, values: values.into() }))
    }

    fn string_elements(
        &mut self,
        shape: &[u64],
        level: usize,
        values: &mut Vec<Box<[u8]>>,
    ) -> SyntaxResult<()> {
        let start = self.c.start();
        if self.c.peek() == b'"' {
            if level != 0 && level != shape.len() {
                return Err(self.shape_mismatch(start, shape));
            }
            let text = self.c.string()?.expect("a quote is next").into_owned();
            values.push(text.into());
            return Ok(());
        }
        if level == shape.len() {
            return Err(self.c.expected("a string"));
        }
        self.c.expect(b'[')?;
        let mut count = 0;
        loop {
            self.string_elements(shape, level + 1, values)?;
            count += 1;
            if self.c.eat(b']') {
                break;
            }
            self.c.expect(b',')?;
        }
        if count != shape[level] {
            return Err(self.shape_mismatch(start, shape));
        }
        Ok(())
    }

    /// Parses the rest of `dense_resource<key> : type`.
    pub(super) fn dense_resource(&mut self) -> SyntaxResult<AttrId> {
        self.c.expect(b'<')?;
        let key =
            if self.c.peek() == b'"' { self.c.expect_text("a resource key")? } else { self.c.word().into() };
        if key.is_empty() {
            return Err(self.c.expected("a resource key"));
        }
        let key = self.symbol(&key);
        self.c.expect(b'>')?;
        let (ty, span) = self.constant_type()?;
        self.constant_shape(ty, span)?;
        Ok(self.intern(Attr::DenseResource { ty, key }))
    }

    /// Parses the rest of `sparse<indices, values> : type`.
    pub(super) fn sparse(&mut self) -> SyntaxResult<AttrId> {
        self.c.expect(b'<')?;
        let body = self.c.start();
        self.skip_literal()?;
        self.c.expect(b'>')?;
        let (ty, type_span) = self.constant_type()?;
        let end = self.c.pos();
        let (shape, element_type) = self.constant_shape(ty, type_span)?;
        let Some(element) = ElementFormat::of(&self.m.context, element_type) else {
            let message = "sparse constants of this element type are not supported";
            return Err(Box::new(SyntaxError::new(code::UNSUPPORTED_TEXT, type_span, message)));
        };
        self.c.rewind(body);
        let i64_type = self.m.context.int_type(64);
        if self.c.peek() == b'>' {
            self.c.rewind(end);
            let index_type = self.m.context.tensor_type(&[0, shape.len() as u64], i64_type);
            let value_type = self.m.context.tensor_type(&[0], element_type);
            let empty = |ty| Attr::Dense { ty, data: DenseData::Full([].into()) };
            let (indices, values) = (self.intern(empty(index_type)), self.intern(empty(value_type)));
            return Ok(self.intern(Attr::Sparse { ty, indices, values }));
        }
        let index =
            ElementFormat { scalar: Scalar::Int { width: 64, sign: Signedness::Signless }, complex: false };
        let (rows, indices) = self.table(index)?;
        self.c.expect(b',')?;
        let (_, values) = self.table(element)?;
        self.c.expect(b'>')?;
        self.c.rewind(end);
        let width = shape.len() as u64;
        let count = indices.len() as u64 / 8;
        let rows = rows.unwrap_or(count.checked_div(width).unwrap_or(0));
        if rows * width != count || values.len() as u64 != rows * element.bytes() as u64 && rows != 1 {
            let message = "the indices and values of the sparse constant do not match its shape";
            return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, Span::new(body, end), message)));
        }
        let index_type = self.m.context.tensor_type(&[rows, width], i64_type);
        let value_type = self.m.context.tensor_type(&[rows], element_type);
        let data = canonical_data(indices, 8, Some(count));
        let indices = self.intern(Attr::Dense { ty: index_type, data });
        let data = canonical_data(values, element.bytes(), Some(rows));
        let values = self.intern(Attr::Dense { ty: value_type, data });
        Ok(self.intern(Attr::Sparse { ty, indices, values }))
    }

    /// Parses elements nested to any depth; an outer length, if there is one, comes first.
    fn table(&mut self, element: ElementFormat) -> SyntaxResult<(Option<u64>, Vec<u8>)> {
        let mut data = Vec::new();
        if self.c.peek() != b'[' {
            self.element(element, &mut data)?;
            return Ok((None, data));
        }
        self.c.advance(1);
        let mut rows = 0;
        if !self.c.eat(b']') {
            loop {
                rows += 1;
                if self.c.eat(b'[') {
                    loop {
                        self.element(element, &mut data)?;
                        if self.c.eat(b']') {
                            break;
                        }
                        self.c.expect(b',')?;
                    }
                } else {
                    self.element(element, &mut data)?;
                }
                if self.c.eat(b']') {
                    break;
                }
                self.c.expect(b',')?;
            }
        }
        Ok((Some(rows), data))
    }
}
