//! Attributes, locations and types of the builtin dialect.

use partita_ir::{Attr, AttrId, Dim, FloatKind, Loc, NamedAttrs, Signedness, TensorType, Type, TypeId};

use super::elements;
use super::fault::{Read, invalid, unsupported};
use super::tables::{EntryReader, Item};
use crate::MAX_RANK;

/// The encoding of an unknown size.
const DYNAMIC: i64 = i64::MIN;

/// Float types without an encoding of their own parameters, by code.
const FLOATS: &[(u64, FloatKind)] = &[
    (3, FloatKind::Bf16),
    (4, FloatKind::F16),
    (5, FloatKind::F32),
    (6, FloatKind::F64),
    (21, FloatKind::Tf32),
    (22, FloatKind::F8E5M2),
    (23, FloatKind::F8E4M3),
    (24, FloatKind::F8E4M3Fn),
    (25, FloatKind::F8E5M2Fnuz),
    (26, FloatKind::F8E4M3Fnuz),
    (27, FloatKind::F8E4M3B11Fnuz),
    (28, FloatKind::F8E3M4),
    (29, FloatKind::F4E2M1Fn),
    (30, FloatKind::F6E2M3Fn),
    (31, FloatKind::F6E3M2Fn),
    (32, FloatKind::F8E8M0Fnu),
];

impl EntryReader<'_, '_> {
    /// An attribute or location of the builtin dialect.
    pub(super) fn builtin_attr(&mut self) -> Read<Item> {
        let attr = match self.bytes.number()? {
            0 => Attr::Array(self.attrs()?.into()),
            1 => {
                let pairs = self.attr_pairs()?;
                Attr::Dict(self.dictionary(pairs)?)
            }
            2 => Attr::String(self.string()?.into()),
            3 => {
                let text = self.string()?.into();
                Attr::TypedString { text, ty: self.ty()? }
            }
            4 => self.symbol_ref(false)?,
            5 => self.symbol_ref(true)?,
            6 => Attr::Type(self.ty()?),
            7 => Attr::Unit,
            8 => self.integer()?,
            9 => self.float()?,
            code @ (10..=15 | 22) => return self.location(code).map(Item::Loc),
            16 => self.resource()?,
            17 => self.dense_array()?,
            18 => self.dense()?,
            19 => self.dense_strings()?,
            20 => {
                let at = self.bytes.offset();
                let (ty, indices, values) = (self.ty()?, self.attr()?, self.attr()?);
                let context = &self.tables.module.context;
                let is_dense = |attr| matches!(context.attr_of(attr), Attr::Dense { .. });
                if context.tensor(ty).is_none() || !is_dense(indices) || !is_dense(values) {
                    return Err(invalid(at, "a sparse constant needs a tensor type and dense elements"));
                }
                Attr::Sparse { ty, indices, values }
            }
            21 => return Err(unsupported("`distinct` attributes are not supported")),
            code => return Err(self.unknown_code("a builtin attribute", code)),
        };
        Ok(Item::Attr(self.intern(attr)))
    }

    /// Names and attributes, sorted by name.
    pub(super) fn dictionary(&mut self, pairs: Vec<(AttrId, AttrId)>) -> Read<NamedAttrs> {
        let at = self.bytes.offset();
        let module = &mut self.tables.module;
        let mut entries = Vec::with_capacity(pairs.len());
        for (name, value) in pairs {
            let name = match module.context.attr_of(name) {
                Attr::String(text) => String::from_utf8(text.to_vec()).ok(),
                _ => None,
            };
            let name = name.ok_or_else(|| invalid(at, "expected a name in a dictionary"))?;
            entries.push((module.context.symbol(&name), value));
        }
        module.sort_attrs(&mut entries);
        match entries.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            true => Ok(entries.into()),
            false => Err(invalid(at, "a name occurs twice in a dictionary")),
        }
    }

    fn symbol_ref(&mut self, has_more: bool) -> Read<Attr> {
        let at = self.bytes.offset();
        let root = self.string_attr()?;
        let nested = if has_more { self.attrs()? } else { Vec::new() };
        let context = &mut self.tables.module.context;
        let text = |text: &[u8]| {
            std::str::from_utf8(text).map(str::to_string).map_err(|_| invalid(at, "a symbol is not UTF-8"))
        };
        let mut path = vec![context.symbol(&text(&root)?)];
        for attr in nested {
            match context.attr_of(attr) {
                Attr::SymbolRef(symbols) => path.extend(symbols.to_vec()),
                _ => return Err(invalid(at, "expected a symbol")),
            }
        }
        Ok(Attr::SymbolRef(path.into()))
    }

    /// A type and an integer of its width.
    pub(super) fn integer(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let ty = self.ty()?;
        let (width, sign) = match *self.tables.module.context.type_of(ty) {
            Type::Integer { width, sign } => (width, sign),
            Type::Index => (64, Signedness::Signless),
            _ => return Err(invalid(at, "expected an integer type")),
        };
        let bits = self.bits(width)?;
        // An `i0` has no bits, and is 0.
        let high = bits.checked_shl(128 - width).unwrap_or(0);
        let is_unsigned = sign == Signedness::Unsigned || width == 1;
        let value = match is_unsigned {
            true => high.checked_shr(128 - width).unwrap_or(0) as i128,
            false => (high as i128).checked_shr(128 - width).unwrap_or(0),
        };
        Ok(Attr::Integer { value, ty })
    }

    /// A number of a known width: a byte, a number with sign, or a list of 64-bit words.
    fn bits(&mut self, width: u32) -> Read<u128> {
        match width {
            0..=8 => Ok(self.bytes.byte()?.into()),
            9..=64 => Ok(u128::from(self.bytes.signed()? as u64)),
            65..=128 => {
                let words = self.bytes.count()?;
                let mut bits = 0u128;
                for word in 0..words {
                    let value = u128::from(self.bytes.signed()? as u64);
                    bits |= value.checked_shl(64 * word as u32).unwrap_or(0);
                }
                Ok(bits)
            }
            _ => Err(unsupported(format!("integers of {width} bits are not supported"))),
        }
    }

    /// A type and the bits of a float of it.
    pub(super) fn float(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let ty = self.ty()?;
        let Type::Float(kind) = *self.tables.module.context.type_of(ty) else {
            return Err(invalid(at, "expected a float type"));
        };
        Ok(Attr::Float { bits: self.float_bits(kind)?, ty })
    }

    /// The pattern of a float in the format of its type, without bits beyond its width.
    pub(super) fn float_bits(&mut self, kind: FloatKind) -> Read<u64> {
        let bits = self.bits(kind.bits())? as u64;
        Ok(bits & (u64::MAX >> (64 - kind.bits())))
    }

    fn location(&mut self, code: u64) -> Read<partita_ir::LocId> {
        let loc = match code {
            10 => Loc::CallSite { callee: self.loc()?, caller: self.loc()? },
            11 => {
                let file = self.string_attr()?;
                Loc::File { file, line: self.line_number()?, column: self.line_number()?, end: None }
            }
            12 => Loc::Fused { locs: self.locs()?, metadata: None },
            13 => {
                let locs = self.locs()?;
                Loc::Fused { locs, metadata: Some(self.attr()?) }
            }
            14 => {
                let name = self.string_attr()?;
                Loc::Name { name, child: self.loc()? }
            }
            15 => Loc::Unknown,
            _ => self.file_range()?,
        };
        Ok(self.tables.module.context.loc(loc))
    }

    /// A file and up to four numbers, of which equal ones are omitted.
    fn file_range(&mut self) -> Read<Loc> {
        let file = self.string_attr()?;
        let at = self.bytes.offset();
        let form = self.bytes.number()?;
        let (line, column, end) = match form {
            0 => (0, 0, None),
            1 => (self.line_number()?, 0, None),
            2 => (self.line_number()?, self.line_number()?, None),
            3 => {
                let (line, column) = (self.line_number()?, self.line_number()?);
                (line, column, Some((line, self.line_number()?)))
            }
            4 => {
                let (line, column) = (self.line_number()?, self.line_number()?);
                (line, column, Some((self.line_number()?, self.line_number()?)))
            }
            _ => return Err(invalid(at, "unknown form of a location")),
        };
        Ok(Loc::File { file, line, column, end })
    }

    fn line_number(&mut self) -> Read<u32> {
        let at = self.bytes.offset();
        let number = self.bytes.number()?;
        u32::try_from(number).map_err(|_| invalid(at, "a line or column does not fit into 32 bits"))
    }

    fn resource(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let ty = self.ty()?;
        elements::shape(&self.tables.module.context, ty, at)?;
        let index = self.bytes.index()?;
        let resources = &self.tables.sections.resources;
        // Those of tools come first; attributes count the others.
        let first = resources.partition_point(|entry| !entry.is_of_dialect);
        let Some(entry) = first.checked_add(index).and_then(|index| resources.get(index)) else {
            return Err(invalid(at, format_args!("resource {index} is not in the file")));
        };
        let key = std::str::from_utf8(entry.key).map_err(|_| invalid(at, "a key is not UTF-8"))?;
        Ok(Attr::DenseResource { ty, key: self.tables.module.context.symbol(key) })
    }

    fn dense_array(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let element = self.ty()?;
        let count = self.bytes.number()?;
        let data = self.bytes.blob()?;
        let (size, is_signed) = match *self.tables.module.context.type_of(element) {
            Type::Integer { width: 1, .. } => (1, false),
            Type::Integer { width: width @ (8 | 16 | 32 | 64), sign } => {
                (width as usize / 8, sign != Signedness::Unsigned)
            }
            Type::Float(kind) if kind.bits().is_multiple_of(8) => (kind.bits() as usize / 8, false),
            _ => return Err(unsupported("an array has elements of an unsupported type")),
        };
        if count.checked_mul(size as u64) != Some(data.len() as u64) {
            return Err(invalid(at, "the length of an array does not match its data"));
        }
        let value = |bytes: &[u8]| {
            let mut word = [if is_signed && bytes[size - 1] & 0x80 != 0 { 0xff } else { 0 }; 8];
            word[..size].copy_from_slice(bytes);
            i64::from_le_bytes(word)
        };
        Ok(Attr::DenseArray { element, values: data.chunks_exact(size).map(value).collect() })
    }

    fn dense_strings(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let ty = self.ty()?;
        let count = elements::shape(&self.tables.module.context, ty, at)?;
        let is_splat = self.bytes.number()? != 0;
        let count = if is_splat { 1 } else { self.bytes.checked_count(count, at)? };
        let values = (0..count).map(|_| Ok(self.string()?.into())).collect::<Read<_>>()?;
        Ok(Attr::DenseStrings { ty, values })
    }

    /// A type of the builtin dialect.
    pub(super) fn builtin_type(&mut self) -> Read<TypeId> {
        let at = self.bytes.offset();
        let code = self.bytes.number()?;
        let ty = match code {
            0 => {
                let number = self.bytes.number()?;
                let width = u32::try_from(number >> 2).ok().filter(|&width| width <= Type::MAX_INTEGER_WIDTH);
                let sign = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];
                match (width, sign.get(number as usize & 3)) {
                    (Some(width), Some(&sign)) => Type::Integer { width, sign },
                    _ => return Err(invalid(at, "invalid integer type")),
                }
            }
            1 => Type::Index,
            2 => Type::Function { inputs: self.types()?, results: self.types()? },
            7 => Type::Verbatim(self.tables.module.context.symbol("f80")),
            8 => Type::Verbatim(self.tables.module.context.symbol("f128")),
            9 => Type::Complex(self.ty()?),
            12 => Type::None,
            13 => self.tensor(false)?,
            14 => self.tensor(true)?,
            15 => Type::Tuple(self.types()?),
            18 => Type::UnrankedTensor(self.ty()?),
            19 => self.vector()?,
            10 | 11 | 16 | 17 | 20 => {
                return Err(unsupported("memory references and scalable vectors are not supported"));
            }
            _ => match FLOATS.iter().find(|(float, _)| *float == code) {
                Some(&(_, kind)) => Type::Float(kind),
                None => return Err(self.unknown_code("a builtin type", code)),
            },
        };
        Ok(self.tables.module.context.ty(ty))
    }

    /// A tensor type: an encoding if it has one, sizes, and the type of elements.
    pub(super) fn tensor(&mut self, has_encoding: bool) -> Read<Type> {
        let encoding = if has_encoding { Some(self.attr()?) } else { None };
        let shape = self.shape()?;
        let at = self.bytes.offset();
        let element = self.ty()?;
        match self.tables.module.context.type_of(element) {
            Type::Tensor(_)
            | Type::UnrankedTensor(_)
            | Type::Function { .. }
            | Type::Tuple(_)
            | Type::None => Err(invalid(at, "invalid type of elements")),
            _ => Ok(Type::Tensor(TensorType { shape, element, encoding })),
        }
    }

    fn shape(&mut self) -> Read<Box<[Dim]>> {
        let at = self.bytes.offset();
        let sizes = self.ints()?;
        if sizes.len() > MAX_RANK {
            return Err(invalid(at, format_args!("more than {MAX_RANK} dimensions")));
        }
        sizes.into_iter().map(|size| dim(size, at)).collect()
    }

    fn vector(&mut self) -> Read<Type> {
        let shape = self.shape()?;
        let element = self.ty()?;
        let mut text = String::from("vector<");
        for dim in shape {
            match dim {
                Dim::Static(size) => text.push_str(&format!("{size}x")),
                Dim::Dynamic => return Err(unsupported("vectors of unknown size are not supported")),
            }
        }
        text.push_str(&crate::type_text(&self.tables.module.context, element));
        text.push('>');
        Ok(Type::Verbatim(self.tables.module.context.symbol(&text)))
    }
}

/// A dimension of a type or a bound.
pub(super) fn dim(size: i64, at: usize) -> Read<Dim> {
    match size {
        DYNAMIC => Ok(Dim::Dynamic),
        _ => match u64::try_from(size) {
            Ok(size) => Ok(Dim::Static(size)),
            Err(_) => Err(invalid(at, format_args!("the size {size} is negative"))),
        },
    }
}
