//! The ops of a file.

use std::collections::BTreeMap;

use partita_base::{Cursor, Span, Symbol, code};
use partita_ir::{
    Attr, AttrId, AttrKind, BlockId, LocId, Need, NewOp, OpCode, OpId, OpName, RegionId, TypeId, ValueId,
    is_registered_dialect,
};
use smallvec::SmallVec;

use super::bytes::Bytes;
use super::fault::{Read, Stop, beyond, invalid, unsupported};
use super::sections::{OpNameEntry, Version, pick};
use super::tables::Tables;
use super::vhlo_ops::{self, VhloOp};

/// The bits of the byte that lists what an op has.
mod has {
    pub(super) const ATTRS: u8 = 0x01;
    pub(super) const RESULTS: u8 = 0x02;
    pub(super) const OPERANDS: u8 = 0x04;
    pub(super) const SUCCESSORS: u8 = 0x08;
    pub(super) const REGIONS: u8 = 0x10;
    pub(super) const USE_ORDERS: u8 = 0x20;
    pub(super) const PROPERTIES: u8 = 0x40;
}

/// The text of an op besides its attributes and types: names, operands, brackets.
const OP_TEXT: u64 = 32;

/// How an op of the file is read.
#[derive(Clone, Copy)]
enum Reading {
    /// It is in the op table.
    Known(OpCode),
    /// It becomes one that is.
    Portable(VhloOp),
    /// It ends a region of a portable op.
    PortableReturn,
    /// It is kept unchanged.
    Other(Symbol),
}

/// The values of a region that is isolated from those around it.
#[derive(Default)]
struct ValueNumbers {
    /// Values by number; `None` before their definition.
    values: Vec<Option<ValueId>>,
    /// Uses of values before their definition.
    early: BTreeMap<usize, Vec<(OpId, usize)>>,
}

/// Builds the module.
pub(super) struct IrReader<'b> {
    tables: Tables<'b>,
    readings: Vec<Option<Reading>>,
    scopes: Vec<ValueNumbers>,
    depth: u32,
    /// Takes the place of values that are not defined yet.
    placeholder: Option<ValueId>,
    /// Whether the file has portable ops, whose values are cast where ops of other dialects use them.
    is_portable: bool,
}

/// The surroundings of an op.
struct Place<'r> {
    block: BlockId,
    /// The blocks of the region, which the op may branch to.
    blocks: &'r [BlockId],
    /// The number of the next value that is defined in the region.
    next: usize,
    /// Whether the region belongs to a function.
    is_in_func: bool,
}

impl<'b> IrReader<'b> {
    /// A reader for the ops of a file.
    pub(super) fn new(tables: Tables<'b>) -> Self {
        let readings = vec![None; tables.sections.op_names.len()];
        let is_portable = tables.sections.dialects.contains(&&b"vhlo"[..]);
        Self {
            tables,
            readings,
            scopes: vec![ValueNumbers::default()],
            depth: 0,
            placeholder: None,
            is_portable,
        }
    }

    /// Reads the only op of the file, which is a module.
    pub(super) fn read(mut self) -> Read<Tables<'b>> {
        let mut bytes = self.tables.sections.ir;
        let at = bytes.offset();
        let body = self.tables.module.body();
        let (count, has_args) = bytes.flagged()?;
        if count != 1 || has_args {
            return Err(invalid(at, "expected one op that contains all others"));
        }
        let mut place = Place { block: body, blocks: &[], next: 0, is_in_func: false };
        self.op(&mut bytes, &mut place)?;
        let module = &mut self.tables.module;
        match module.block(body).ops[..] {
            [op] if module.op(op).name == OpName::Known(OpCode::BuiltinModule) => {
                if module.op(op).regions.first().is_none_or(|&region| module.region(region).blocks.is_empty())
                {
                    return Err(invalid(at, "the module has no block"));
                }
                module.set_top(op);
                Ok(self.tables)
            }
            _ => Err(unsupported("the bytecode does not contain a module")),
        }
    }

    fn scope(&mut self) -> &mut ValueNumbers {
        self.scopes.last_mut().expect("there is always a scope")
    }

    /// Reads one op into a block.
    fn op(&mut self, bytes: &mut Bytes<'b>, place: &mut Place<'_>) -> Read<()> {
        let at = bytes.offset();
        self.tables.count(OP_TEXT)?;
        let name = bytes.index()?;
        let reading = self.reading(name, at)?;
        let mask = bytes.byte()?;
        let loc = self.loc(bytes)?;
        let mut attrs = match mask & has::ATTRS != 0 {
            true => self.dictionary(bytes)?,
            false => Vec::new(),
        };
        let mut properties = None;
        if mask & has::PROPERTIES != 0 {
            let at = bytes.offset();
            let index = bytes.index()?;
            let stored = *pick(&self.tables.sections.properties, index, at, "entry of properties")?;
            properties = self.properties(reading, name, stored, &mut attrs)?;
        }
        if let Reading::Portable(op) = reading
            && mask & has::PROPERTIES == 0
        {
            attrs = self.portable_attrs(op, attrs)?;
        }
        let result_types = self.list_if(mask & has::RESULTS != 0, bytes, |reader, bytes| reader.ty(bytes))?;
        let operands = self.list_if(mask & has::OPERANDS != 0, bytes, |_, bytes| bytes.index())?;
        let successors = self.list_if(mask & has::SUCCESSORS != 0, bytes, |_, bytes| {
            let at = bytes.offset();
            let index = bytes.index()?;
            pick(place.blocks, index, at, "block").copied()
        })?;
        if mask & has::USE_ORDERS != 0 {
            skip_use_orders(bytes, result_types.len())?;
        }
        if self.is_identity_cast(reading, &operands, &result_types) {
            return self.alias(operands[0], place, at);
        }
        let op = self.create(reading, place, loc, attrs, &result_types);
        self.tables.module.append(place.block, op);
        if properties.is_some() || !successors.is_empty() {
            let op = self.tables.module.op_mut(op);
            (op.properties, op.successors) = (properties, successors.into_iter().collect());
        }
        self.add_operands(op, &operands, at)?;
        let results: Vec<ValueId> = self.tables.module.op(op).results().collect();
        self.define(place, &results, at)?;
        if mask & has::REGIONS != 0 {
            self.regions(bytes, op, reading)?;
        }
        Ok(())
    }

    fn create(
        &mut self,
        reading: Reading,
        place: &Place<'_>,
        loc: LocId,
        attrs: Vec<(Symbol, AttrId)>,
        result_types: &[TypeId],
    ) -> OpId {
        let name = match reading {
            Reading::Known(code) => OpName::Known(code),
            Reading::Portable(op) => OpName::Known(op.code),
            Reading::PortableReturn if place.is_in_func => OpName::Known(OpCode::FuncReturn),
            Reading::PortableReturn => OpName::Known(OpCode::Return),
            Reading::Other(name) => OpName::Other(name),
        };
        let mut attrs: SmallVec<[(Symbol, AttrId); 2]> = attrs.into();
        if let OpName::Known(code) = name {
            for info in &code.info().attrs {
                if info.need == Need::EmptyString && !attrs.iter().any(|(name, _)| *name == info.symbol) {
                    attrs.push((info.symbol, self.tables.module.context.attr(Attr::String([].into()))));
                }
            }
        }
        let new = NewOp { name, operands: SmallVec::new(), result_types, attrs, loc, span: Span::default() };
        self.tables.module.create_op(new)
    }

    fn list_if<T>(
        &mut self,
        is_present: bool,
        bytes: &mut Bytes<'b>,
        mut read: impl FnMut(&mut Self, &mut Bytes<'b>) -> Read<T>,
    ) -> Read<Vec<T>> {
        if !is_present {
            return Ok(Vec::new());
        }
        let count = bytes.count()?;
        (0..count).map(|_| read(self, bytes)).collect()
    }

    fn ty(&mut self, bytes: &mut Bytes<'b>) -> Read<TypeId> {
        let at = bytes.offset();
        let index = bytes.index()?;
        self.tables.ty(index, at)
    }

    fn loc(&mut self, bytes: &mut Bytes<'b>) -> Read<LocId> {
        let at = bytes.offset();
        let index = bytes.index()?;
        self.tables.loc(index, at)
    }

    /// The names and values of a dictionary attribute.
    fn dictionary(&mut self, bytes: &mut Bytes<'b>) -> Read<Vec<(Symbol, AttrId)>> {
        let at = bytes.offset();
        let index = bytes.index()?;
        let attr = self.tables.attr(index, at)?;
        match self.tables.module.context.attr_of(attr) {
            Attr::Dict(entries) => Ok(entries.to_vec()),
            _ => Err(invalid(at, "expected a dictionary of attributes")),
        }
    }

    /// How to read the ops with a name.
    fn reading(&mut self, index: usize, at: usize) -> Read<Reading> {
        let entry = *pick(&self.tables.sections.op_names, index, at, "op name")?;
        if let Some(reading) = self.readings[index] {
            return Ok(reading);
        }
        let dialect = self.tables.sections.dialects[entry.dialect];
        let text =
            |text: &'b [u8]| std::str::from_utf8(text).map_err(|_| invalid(at, "an op name is not UTF-8"));
        let (dialect, name) = (text(dialect)?, text(entry.name)?);
        // The name of an op without a dialect is stored as that of the dialect.
        let full = if name.is_empty() { dialect.to_string() } else { format!("{dialect}.{name}") };
        let reading = match (dialect, OpCode::from_name(&full)) {
            (_, Some(code)) => Reading::Known(code),
            ("vhlo", None) if name == "return_v1" => Reading::PortableReturn,
            ("vhlo", None) => match VhloOp::find(name) {
                Some(op) => Reading::Portable(op),
                None => return Err(unsupported(format!("the portable op `{name}` is unknown"))),
            },
            (dialect, None) if is_registered_dialect(dialect) => {
                return Err(unsupported(format!("the op `{full}` is unknown")));
            }
            _ => Reading::Other(self.tables.module.context.symbol(&full)),
        };
        self.readings[index] = Some(reading);
        Ok(reading)
    }

    /// Reads the inherent attributes of an op. Those of ops that the writer had no definition of are one attribute, which is returned.
    fn properties(
        &mut self,
        reading: Reading,
        name: usize,
        mut stored: Bytes<'b>,
        attrs: &mut Vec<(Symbol, AttrId)>,
    ) -> Read<Option<AttrId>> {
        let entry = self.tables.sections.op_names[name];
        let mut kept = None;
        match reading {
            Reading::Known(code) => self.known_properties(code, &mut stored, attrs)?,
            Reading::Portable(op) => {
                let mut found = Vec::new();
                for name in op.attributes() {
                    found.push((name, self.stored_attr(&mut stored)?));
                }
                attrs.extend(vhlo_ops::convert(&mut self.tables.module.context, op, found)?);
            }
            Reading::Other(_) if !entry.is_registered => kept = Some(self.stored_attr(&mut stored)?),
            Reading::Other(_) | Reading::PortableReturn => return Err(self.unknown_properties(entry)),
        }
        match stored.is_empty() {
            true => Ok(kept),
            false => Err(invalid(stored.offset(), "bytes after the properties of an op")),
        }
    }

    /// Converts the inherent attributes of a portable op of a version in which all attributes are in one dictionary.
    fn portable_attrs(&mut self, op: VhloOp, attrs: Vec<(Symbol, AttrId)>) -> Read<Vec<(Symbol, AttrId)>> {
        let (mut found, mut kept) = (Vec::new(), Vec::new());
        let context = &mut self.tables.module.context;
        for (name, attr) in attrs {
            match op.attributes().into_iter().find(|known| *known == context.text(name)) {
                Some(known) => found.push((known, attr)),
                None => kept.push((name, attr)),
            }
        }
        kept.extend(vhlo_ops::convert(context, op, found)?);
        Ok(kept)
    }

    fn unknown_properties(&self, entry: OpNameEntry<'b>) -> Stop {
        let dialect = String::from_utf8_lossy(self.tables.sections.dialects[entry.dialect]);
        let name = String::from_utf8_lossy(entry.name);
        unsupported(format!("the encoding of the attributes of `{dialect}.{name}` is unknown"))
    }

    /// Inherent attributes in name order, then the sizes of groups.
    fn known_properties(
        &mut self,
        code: OpCode,
        stored: &mut Bytes<'b>,
        attrs: &mut Vec<(Symbol, AttrId)>,
    ) -> Read<()> {
        let has_numbers = self.tables.sections.version >= Version::SEGMENT_NUMBERS;
        let info = code.info();
        for attr in &info.attrs {
            if attr.kind == AttrKind::Segments && has_numbers {
                continue;
            }
            let value = match attr.need {
                Need::Required => Some(self.stored_attr(stored)?),
                Need::Optional | Need::Default(_) | Need::EmptyString => {
                    let at = stored.offset();
                    let (index, is_present) = stored.flagged()?;
                    let index = usize::try_from(index).unwrap_or(usize::MAX);
                    is_present.then(|| self.tables.attr(index, at)).transpose()?
                }
            };
            attrs.extend(value.map(|value| (attr.symbol, value)));
        }
        for attr in info.attrs.iter().filter(|attr| attr.kind == AttrKind::Segments && has_numbers) {
            let groups =
                if attr.name.starts_with("operand") { info.operands.len() } else { info.results.len() };
            let sizes = sparse_list(stored, groups)?;
            let element = self.tables.module.context.int_type(32);
            let sizes = self.tables.module.context.attr(Attr::DenseArray { element, values: sizes.into() });
            attrs.push((attr.symbol, sizes));
        }
        Ok(())
    }

    fn stored_attr(&mut self, stored: &mut Bytes<'b>) -> Read<AttrId> {
        let at = stored.offset();
        let index = stored.index()?;
        self.tables.attr(index, at)
    }

    /// Whether the op only connects a portable value with the same value of another dialect.
    fn is_identity_cast(&self, reading: Reading, operands: &[usize], result_types: &[TypeId]) -> bool {
        let is_cast =
            self.is_portable && matches!(reading, Reading::Known(OpCode::BuiltinUnrealizedConversionCast));
        let (&[operand], &[ty]) = (operands, result_types) else { return false };
        let scope = self.scopes.last().expect("there is always a scope");
        let value = scope.values.get(operand).copied().flatten();
        is_cast && value.is_some_and(|value| self.tables.module.type_of(value) == ty)
    }

    /// Gives a value a second number.
    fn alias(&mut self, operand: usize, place: &mut Place<'_>, at: usize) -> Read<()> {
        let value = self.scope().values.get(operand).copied().flatten();
        match value {
            Some(value) => self.define(place, &[value], at),
            None => Err(invalid(at, "a cast of an undefined value")),
        }
    }

    fn add_operands(&mut self, op: OpId, operands: &[usize], at: usize) -> Read<()> {
        for (position, &number) in operands.iter().enumerate() {
            let scope = self.scopes.last_mut().expect("there is always a scope");
            let value = match scope.values.get(number) {
                Some(Some(value)) => *value,
                Some(None) => {
                    scope.early.entry(number).or_default().push((op, position));
                    self.placeholder()
                }
                None => return Err(invalid(at, format_args!("value {number} is not in the region"))),
            };
            self.tables.module.op_mut(op).operands.push(value);
        }
        Ok(())
    }

    fn placeholder(&mut self) -> ValueId {
        let module = &mut self.tables.module;
        let none = module.context.ty(partita_ir::Type::None);
        *self.placeholder.get_or_insert_with(|| module.create_placeholder(none, Span::default()))
    }

    /// Numbers new values and corrects their earlier uses.
    fn define(&mut self, place: &mut Place<'_>, values: &[ValueId], at: usize) -> Read<()> {
        for &value in values {
            let scope = self.scopes.last_mut().expect("there is always a scope");
            let number = place.next;
            match scope.values.get_mut(number) {
                Some(slot) => *slot = Some(value),
                None => return Err(invalid(at, "more values than the region declares")),
            }
            place.next += 1;
            for (op, position) in scope.early.remove(&number).unwrap_or_default() {
                self.tables.module.op_mut(op).operands[position] = value;
            }
        }
        Ok(())
    }

    fn regions(&mut self, bytes: &mut Bytes<'b>, op: OpId, reading: Reading) -> Read<()> {
        let at = bytes.offset();
        let (count, is_isolated) = bytes.flagged()?;
        let count = bytes.checked_count(count, at)?;
        self.depth += 1;
        if self.depth > Cursor::MAX_DEPTH {
            return Err(beyond(
                code::NESTING,
                format!("regions nest more than {} levels deep", Cursor::MAX_DEPTH),
            ));
        }
        let is_func = matches!(reading, Reading::Portable(op) if op.code == OpCode::FuncFunc);
        // The regions of an isolated op share a section.
        let is_section = is_isolated && self.tables.sections.version >= Version::REGION_SECTIONS;
        let mut inner = if is_section { bytes.section()?.bytes } else { *bytes };
        if is_isolated {
            self.scopes.push(ValueNumbers::default());
        }
        for _ in 0..count {
            let region = self.tables.module.create_region();
            self.region(&mut inner, region, is_func)?;
            self.tables.module.attach_region(op, region);
        }
        if is_isolated {
            self.scopes.pop();
        }
        if !is_section {
            *bytes = inner;
        }
        self.depth -= 1;
        Ok(())
    }

    fn region(&mut self, bytes: &mut Bytes<'b>, region: RegionId, is_in_func: bool) -> Read<()> {
        let at = bytes.offset();
        let block_count = bytes.count()?;
        if block_count == 0 {
            return Ok(());
        }
        // A value takes at least a byte, for its type.
        let value_count = bytes.count()?;
        let first = self.scope().values.len();
        self.scope().values.resize(first + value_count, None);
        let module = &mut self.tables.module;
        let blocks: Vec<BlockId> =
            (0..block_count).map(|_| module.add_block(region, Span::default())).collect();
        let mut next = first;
        for &block in &blocks {
            let mut place = Place { block, blocks: &blocks, next, is_in_func };
            self.block(bytes, &mut place)?;
            next = place.next;
        }
        let scope = self.scope();
        scope.values.truncate(first);
        match scope.early.last_key_value().is_none_or(|(&number, _)| number < first) {
            true => Ok(()),
            false => Err(invalid(at, "a value is used but not defined")),
        }
    }

    fn block(&mut self, bytes: &mut Bytes<'b>, place: &mut Place<'_>) -> Read<()> {
        let at = bytes.offset();
        let (op_count, has_args) = bytes.flagged()?;
        let op_count = bytes.checked_count(op_count, at)?;
        if has_args {
            self.block_args(bytes, place)?;
        }
        for _ in 0..op_count {
            self.op(bytes, place)?;
        }
        Ok(())
    }

    fn block_args(&mut self, bytes: &mut Bytes<'b>, place: &mut Place<'_>) -> Read<()> {
        let version = self.tables.sections.version;
        let count = bytes.count()?;
        let mut args = Vec::with_capacity(count);
        for _ in 0..count {
            let at = bytes.offset();
            let (ty, has_loc) = match version >= Version::ARGUMENT_LOCS {
                true => bytes.flagged()?,
                false => (bytes.number()?, true),
            };
            let ty = self.tables.ty(usize::try_from(ty).unwrap_or(usize::MAX), at)?;
            let loc = match has_loc {
                true => self.loc(bytes)?,
                false => self.tables.module.context.unknown_loc(),
            };
            args.push(self.tables.module.add_arg(place.block, ty, Span::default(), loc));
        }
        self.define(place, &args, bytes.offset())?;
        if version >= Version::USE_ORDERS && bytes.byte()? & has::USE_ORDERS != 0 {
            skip_use_orders(bytes, count)?;
        }
        Ok(())
    }
}

/// Skips the order of the uses of values. Partita has the order of the text.
fn skip_use_orders(bytes: &mut Bytes<'_>, values: usize) -> Read<()> {
    let count = if values == 1 { 1 } else { bytes.count()? };
    for _ in 0..count {
        if values != 1 {
            bytes.number()?;
        }
        let at = bytes.offset();
        let (length, _) = bytes.flagged()?;
        for _ in 0..bytes.checked_count(length, at)? {
            bytes.number()?;
        }
    }
    Ok(())
}

/// A list of a known length, of which either all elements or only those that are not zero are stored.
fn sparse_list(bytes: &mut Bytes<'_>, length: usize) -> Read<Vec<i64>> {
    let at = bytes.offset();
    let (count, is_sparse) = bytes.flagged()?;
    let count = bytes.checked_count(count, at)?;
    let mut list = vec![0; length];
    let wrong = || invalid(at, "the sizes of groups do not match the op");
    if count > length {
        return Err(wrong());
    }
    let index_bits = if is_sparse { bytes.number()?.min(63) } else { 0 };
    for position in 0..count {
        let number = bytes.number()?;
        let (position, value) = match is_sparse {
            true => ((number & ((1 << index_bits) - 1)) as usize, number >> index_bits),
            false => (position, number),
        };
        *list.get_mut(position).ok_or_else(wrong)? = i64::try_from(value).map_err(|_| wrong())?;
    }
    Ok(list)
}
