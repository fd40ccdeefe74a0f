//! One op under check: typed access to what it is made of, and faults that point at it.

use partita_base::{Code, Diagnostic, code};
use partita_ir::{
    Attr, Block, Context, ConvDims, DenseData, EnumAttr, Module, Op, OpCode, OpId, OpInfo, RecordAttr,
    RegionId, Type, TypeId,
};

use crate::shape::{Extent, Tensor};
use crate::spell::{spell, spell_list, spell_tensor};
use crate::symbols::Symbols;

/// What all checks of one run share.
pub(crate) struct Run<'m> {
    /// The module under check.
    pub(crate) module: &'m Module,
    /// Its symbol tables.
    pub(crate) symbols: Symbols<'m>,
}

/// A check's answer; the first fault ends the check of one op.
pub(crate) type Checked<T = ()> = Result<T, Box<Diagnostic>>;

/// One op of the table, its counts already known to fit its row.
pub(crate) struct OpCheck<'m> {
    /// What all checks share.
    pub(crate) run: &'m Run<'m>,
    /// The op.
    pub(crate) op: &'m Op,
    /// Its id.
    pub(crate) id: OpId,
    /// What it is.
    pub(crate) code: OpCode,
    /// Its row.
    pub(crate) info: &'static OpInfo,
}

/// An element type a result must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// This type.
    Is(TypeId),
    /// `complex` of this type.
    ComplexOf(TypeId),
    /// `i1`
    Bool,
    /// `i32`
    I32,
    /// `ui32`
    Ui32,
    /// Any type at all.
    Any,
}

/// A dense constant of 64-bit integers.
#[derive(Clone, Copy)]
pub(crate) struct Integers<'m> {
    data: &'m DenseData,
    /// The shape of the constant.
    pub(crate) shape: &'m [partita_ir::Dim],
}

impl<'m> Integers<'m> {
    /// The integers of an attribute, if it is a dense constant of them.
    pub(crate) fn of(context: &'m Context, attr: &'m Attr) -> Option<Integers<'m>> {
        let Attr::Dense { ty, data } = attr else { return None };
        let shape = match context.type_of(*ty) {
            Type::Tensor(tensor) => &*tensor.shape,
            _ => &[],
        };
        Some(Integers { data, shape })
    }

    /// The size of a dimension.
    pub(crate) fn size(self, dim: usize) -> u64 {
        self.shape.get(dim).and_then(|dim| dim.size()).unwrap_or(0)
    }

    /// How many elements are written out: one when all are equal.
    pub(crate) fn stored(self) -> usize {
        match self.data {
            DenseData::Full(bytes) => bytes.len() / 8,
            DenseData::Splat(_) => 1,
        }
    }

    /// All elements, in row-major order.
    pub(crate) fn iter(self) -> impl Iterator<Item = i64> + use<'m> {
        let total = self.shape.iter().try_fold(1u64, |n, dim| n.checked_mul(dim.size()?)).unwrap_or(u64::MAX);
        let number = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let (full, splat) = match self.data {
            DenseData::Full(bytes) => (&**bytes, None),
            DenseData::Splat(bytes) => (&[][..], Some(number(bytes))),
        };
        let repeated = splat.map(|value| (0..total).map(move |_| value)).into_iter().flatten();
        full.chunks_exact(8).map(number).chain(repeated)
    }
}

impl<'m> OpCheck<'m> {
    /// The vocabulary of the module.
    pub(crate) fn context(&self) -> &'m Context {
        &self.run.module.context
    }

    /// The name of the op.
    pub(crate) fn name(&self) -> &'static str {
        self.info.name
    }

    // Values

    /// The type of an operand.
    pub(crate) fn operand(&self, index: usize) -> TypeId {
        self.run.module.type_of(self.op.operands[index])
    }

    /// The types of all operands.
    pub(crate) fn operands(&self) -> impl ExactSizeIterator<Item = TypeId> + Clone + use<'m> {
        let module = self.run.module;
        self.op.operands.iter().map(move |value| module.type_of(*value))
    }

    /// The type of a result.
    pub(crate) fn result(&self, index: usize) -> TypeId {
        self.run.module.type_of(self.op.result(index))
    }

    /// The types of all results.
    pub(crate) fn results(&self) -> impl ExactSizeIterator<Item = TypeId> + use<'m> {
        let module = self.run.module;
        self.op.results().map(move |value| module.type_of(value))
    }

    /// The ranked tensor an operand is.
    pub(crate) fn tensor(&self, index: usize) -> Checked<Tensor<'m>> {
        self.ranked(self.operand(index))
    }

    /// The ranked tensor a result is.
    pub(crate) fn result_tensor(&self, index: usize) -> Checked<Tensor<'m>> {
        self.ranked(self.result(index))
    }

    /// The ranked tensors all operands are.
    pub(crate) fn tensors(&self) -> Checked<Vec<Tensor<'m>>> {
        self.operands().map(|ty| self.ranked(ty)).collect()
    }

    /// The ranked tensors all results are.
    pub(crate) fn result_tensors(&self) -> Checked<Vec<Tensor<'m>>> {
        self.results().map(|ty| self.ranked(ty)).collect()
    }

    /// The ranked tensor a type is.
    pub(crate) fn ranked(&self, ty: TypeId) -> Checked<Tensor<'m>> {
        match Tensor::of(self.context(), ty) {
            Some(tensor) => Ok(tensor),
            None => self.fail(code::OPERAND_TYPE, format!("`{}` is no ranked tensor", self.spell(ty))),
        }
    }

    // Attributes

    /// The attribute of a name.
    pub(crate) fn attr(&self, name: &str) -> Option<&'m Attr> {
        let info = self.info.attrs.iter().find(|attr| attr.name == name)?;
        self.op.attr(info.symbol).map(|attr| self.context().attr_of(attr))
    }

    /// An integer attribute.
    pub(crate) fn int(&self, name: &str) -> Option<i64> {
        match self.attr(name)? {
            Attr::Integer { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// A truth attribute.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.int(name).map(|value| value != 0)
    }

    /// A list of integers.
    pub(crate) fn ints(&self, name: &str) -> Option<&'m [i64]> {
        match self.attr(name)? {
            Attr::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// A list of attributes.
    pub(crate) fn array(&self, name: &str) -> Option<&'m [partita_ir::AttrId]> {
        match self.attr(name)? {
            Attr::Array(items) => Some(items),
            _ => None,
        }
    }

    /// A dense constant of integers.
    pub(crate) fn integers(&self, name: &str) -> Option<Integers<'m>> {
        Integers::of(self.context(), self.attr(name)?)
    }

    /// A record.
    pub(crate) fn record(&self, name: &str) -> Option<&'m RecordAttr> {
        match self.attr(name)? {
            Attr::Record(record) => Some(record),
            _ => None,
        }
    }

    /// A case of an enumeration.
    pub(crate) fn case(&self, name: &str) -> Option<&'static str> {
        match self.attr(name)? {
            Attr::Enum(case) => Some(EnumAttr::text(*case)),
            _ => None,
        }
    }

    /// The dimension numbers of a convolution.
    pub(crate) fn conv(&self, name: &str) -> Option<&'m ConvDims> {
        match self.attr(name)? {
            Attr::Conv(dims) => Some(dims),
            _ => None,
        }
    }

    // Regions

    /// The only block of a region.
    pub(crate) fn block(&self, region: usize) -> Option<&'m Block> {
        let region: RegionId = *self.op.regions.get(region)?;
        match &*self.run.module.region(region).blocks {
            [block] => Some(self.run.module.block(*block)),
            _ => None,
        }
    }

    /// The types of a block's arguments.
    pub(crate) fn args(&self, block: &'m Block) -> Vec<TypeId> {
        block.args.iter().map(|arg| self.run.module.type_of(*arg)).collect()
    }

    /// The types a block's last op takes.
    pub(crate) fn returned(&self, block: &'m Block) -> Vec<TypeId> {
        let Some(last) = block.ops.last() else { return Vec::new() };
        let op = self.run.module.op(*last);
        op.operands.iter().map(|value| self.run.module.type_of(*value)).collect()
    }

    // Types

    /// The MLIR spelling of a type.
    pub(crate) fn spell(&self, ty: TypeId) -> String {
        spell(self.context(), ty)
    }

    /// The MLIR spelling of types.
    pub(crate) fn spell_all(&self, types: impl IntoIterator<Item = TypeId>) -> String {
        spell_list(self.context(), types)
    }

    /// Whether a value of both types can exist: tensors up to unknown sizes, others when equal.
    pub(crate) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.element_of(a), self.element_of(b)) {
            (Some(x), Some(y)) if x == y => {
                match (Tensor::of(self.context(), a), Tensor::of(self.context(), b)) {
                    (Some(a), Some(b)) => a.agrees(b),
                    _ => true,
                }
            }
            _ => match (self.context().type_of(a), self.context().type_of(b)) {
                (Type::Tuple(a), Type::Tuple(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.compatible(*a, *b))
                }
                _ => false,
            },
        }
    }

    /// The element type of a tensor, ranked or not.
    pub(crate) fn element_of(&self, ty: TypeId) -> Option<TypeId> {
        match self.context().type_of(ty) {
            Type::Tensor(tensor) => Some(tensor.element),
            Type::UnrankedTensor(element) => Some(*element),
            _ => None,
        }
    }

    /// The type of a complex number's parts, or the type itself.
    pub(crate) fn part_of(&self, element: TypeId) -> TypeId {
        match self.context().type_of(element) {
            Type::Complex(part) => *part,
            _ => element,
        }
    }

    /// Whether a type is complex.
    pub(crate) fn is_complex(&self, element: TypeId) -> bool {
        matches!(self.context().type_of(element), Type::Complex(_))
    }

    /// Whether an element type is the one wanted.
    pub(crate) fn is_element(&self, ty: TypeId, wanted: Element) -> bool {
        let integer = |width, sign| *self.context().type_of(ty) == Type::Integer { width, sign };
        match wanted {
            Element::Is(other) => ty == other,
            Element::ComplexOf(part) => *self.context().type_of(ty) == Type::Complex(part),
            Element::Bool => integer(1, partita_ir::Signedness::Signless),
            Element::I32 => integer(32, partita_ir::Signedness::Signless),
            Element::Ui32 => integer(32, partita_ir::Signedness::Unsigned),
            Element::Any => true,
        }
    }

    fn spell_element(&self, wanted: Element) -> String {
        match wanted {
            Element::Is(ty) => self.spell(ty),
            Element::ComplexOf(part) => format!("complex<{}>", self.spell(part)),
            Element::Bool => "i1".to_string(),
            Element::I32 => "i32".to_string(),
            Element::Ui32 => "ui32".to_string(),
            Element::Any => "…".to_string(),
        }
    }

    // Faults

    /// A fault of this op.
    pub(crate) fn fault(&self, code: Code, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::error(code, self.op.span, format!("{}: {message}", self.name()))
    }

    /// A fault of one of its attributes.
    pub(crate) fn attr_fault(&self, code: Code, name: &str, message: impl std::fmt::Display) -> Diagnostic {
        let span = match self.info.attrs.iter().find(|attr| attr.name == name) {
            Some(info) => self.run.module.attr_span(self.id, info.symbol),
            None => self.op.span,
        };
        Diagnostic::error(code, span, format!("{}: {message}", self.name()))
    }

    /// Fails.
    pub(crate) fn fail<T>(&self, code: Code, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.fault(code, message).into())
    }

    /// Fails because of an attribute's value.
    pub(crate) fn fail_attr<T>(&self, name: &str, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.attr_fault(code::ATTRIBUTE_VALUE, name, message).into())
    }

    /// Fails because shapes do not fit; labels the operands.
    pub(crate) fn fail_shape<T>(&self, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.label_operands(self.fault(code::SHAPE, message)).into())
    }

    /// Fails because of operand types; labels the operands.
    pub(crate) fn fail_operands<T>(&self, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.label_operands(self.fault(code::OPERAND_TYPE, message)).into())
    }

    /// Shows where the first few operands come from and what they are.
    pub(crate) fn label_operands(&self, mut fault: Diagnostic) -> Diagnostic {
        for value in self.op.operands.iter().take(3) {
            let value = self.run.module.value(*value);
            if value.span != partita_base::Span::default()
                && fault.labels.iter().all(|label| label.span != value.span)
            {
                fault = fault.label(value.span, format!("`{}`", self.spell(value.ty)));
            }
        }
        fault
    }

    /// Checks that result `index` can be a tensor of these dimensions and elements.
    pub(crate) fn infer(&self, index: usize, extents: &[Extent], element: Element) -> Checked {
        if index >= self.op.result_count() {
            return self.fail(code::RESULT_COUNT, format!("there is no result {index}"));
        }
        let ty = self.result(index);
        let result = self.ranked(ty)?;
        let fits = result.rank() == extents.len() && result.dims().zip(extents).all(|(a, b)| a.agrees(*b));
        if fits && self.is_element(result.element, element) {
            return Ok(());
        }
        let wanted = match element {
            Element::Any => spell_tensor(extents, &self.spell(result.element)),
            _ => spell_tensor(extents, &self.spell_element(element)),
        };
        self.wrong_result(index, &wanted)
    }

    /// Checks that result `index` can be a tensor of these dimensions, bounds and elements aside.
    pub(crate) fn infer_shape(&self, index: usize, extents: &[Extent]) -> Checked {
        let result = self.ranked(self.result(index))?;
        if result.rank() == extents.len() && result.dims().zip(extents).all(|(a, b)| a.matches(*b)) {
            return Ok(());
        }
        self.wrong_result(index, &spell_tensor(extents, &self.spell(result.element)))
    }

    /// Checks that result `index` can be of type `ty`.
    pub(crate) fn infer_type(&self, index: usize, ty: TypeId) -> Checked {
        if self.compatible(self.result(index), ty) {
            Ok(())
        } else {
            self.wrong_result(index, &self.spell(ty))
        }
    }

    /// Fails because result `index` is not of the type that was worked out.
    pub(crate) fn wrong_result<T>(&self, index: usize, wanted: &str) -> Checked<T> {
        let which =
            if self.op.result_count() > 1 { format!("result {index}") } else { "the result".to_string() };
        let message = format!("{which} is `{}`, but the op makes `{wanted}`", self.spell(self.result(index)));
        let fault =
            self.fault(code::RESULT_TYPE, message).help(format!("write `{wanted}` as the result type"));
        Err(self.label_operands(fault).into())
    }
}
