//! The op under check: typed access to its elements, and diagnostics that point at it.

use partita_base::{Code, Diagnostic, code};
use partita_ir::{
    Attr, Block, Context, ConvDims, DenseData, EnumAttr, Module, Op, OpCode, OpId, OpInfo, RecordAttr,
    RegionId, Type, TypeId,
};

use crate::shape::{Extent, TensorView};
use crate::spell::{spell_list, spell_tensor, spell_type};
use crate::symbols::Symbols;

/// What all checks of one module share.
pub(crate) struct VerifyRun<'m> {
    /// The module under check.
    pub(crate) module: &'m Module,
    /// The symbol tables of the module and of nested modules.
    pub(crate) symbols: Symbols<'m>,
}

/// The result of a check; the first error ends the check of an op.
pub(crate) type Checked<T = ()> = Result<T, Box<Diagnostic>>;

/// An op of the table whose counts match its row.
pub(crate) struct OpCheck<'m> {
    /// What all checks of one module share.
    pub(crate) run: &'m VerifyRun<'m>,
    /// The op under check.
    pub(crate) op: &'m Op,
    /// The id of the op under check.
    pub(crate) id: OpId,
    /// The opcode of the op.
    pub(crate) code: OpCode,
    /// The row of the op in the op table.
    pub(crate) info: &'static OpInfo,
}

/// The element type that a result must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpectedElement {
    /// Exactly this type.
    Is(TypeId),
    /// The complex type with components of this type.
    ComplexOf(TypeId),
    /// The type `i1`.
    Bool,
    /// A signless integer of 32 bits.
    I32,
    /// An unsigned integer of 32 bits.
    Ui32,
    /// Any type.
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
    /// The integers of an attribute, if it is a dense constant of 64-bit integers.
    pub(crate) fn of(context: &'m Context, attr: &'m Attr) -> Option<Integers<'m>> {
        let Attr::Dense { ty, data } = attr else { return None };
        let shape = match context.type_of(*ty) {
            Type::Tensor(tensor) => &*tensor.shape,
            _ => &[],
        };
        Some(Integers { data, shape })
    }

    /// The size of a dimension of the constant.
    pub(crate) fn size(self, dim: usize) -> u64 {
        self.shape.get(dim).and_then(|dim| dim.size()).unwrap_or(0)
    }

    /// The number of elements that are stored: one for a splat.
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
    /// The context of the module, which holds its types and attributes.
    pub(crate) fn context(&self) -> &'m Context {
        &self.run.module.context
    }

    /// The name of the op.
    pub(crate) fn name(&self) -> &'static str {
        self.info.name
    }

    // Values

    /// The type of the operand at an index.
    pub(crate) fn operand(&self, index: usize) -> TypeId {
        self.run.module.type_of(self.op.operands[index])
    }

    /// The types of all operands.
    pub(crate) fn operands(&self) -> impl ExactSizeIterator<Item = TypeId> + Clone + use<'m> {
        let module = self.run.module;
        self.op.operands.iter().map(move |value| module.type_of(*value))
    }

    /// The type of the result at an index.
    pub(crate) fn result(&self, index: usize) -> TypeId {
        self.run.module.type_of(self.op.result(index))
    }

    /// The types of all results.
    pub(crate) fn results(&self) -> impl ExactSizeIterator<Item = TypeId> + use<'m> {
        let module = self.run.module;
        self.op.results().map(move |value| module.type_of(value))
    }

    /// The operand at an index as a ranked tensor; fails if it is not one.
    pub(crate) fn tensor(&self, index: usize) -> Checked<TensorView<'m>> {
        self.ranked(self.operand(index))
    }

    /// The result at an index as a ranked tensor; fails if it is not one.
    pub(crate) fn result_tensor(&self, index: usize) -> Checked<TensorView<'m>> {
        self.ranked(self.result(index))
    }

    /// All operands as ranked tensors; fails if one is not.
    pub(crate) fn tensors(&self) -> Checked<Vec<TensorView<'m>>> {
        self.operands().map(|ty| self.ranked(ty)).collect()
    }

    /// All results as ranked tensors; fails if one is not.
    pub(crate) fn result_tensors(&self) -> Checked<Vec<TensorView<'m>>> {
        self.results().map(|ty| self.ranked(ty)).collect()
    }

    /// A type as a ranked tensor; fails if it is not one.
    pub(crate) fn ranked(&self, ty: TypeId) -> Checked<TensorView<'m>> {
        match TensorView::of(self.context(), ty) {
            Some(tensor) => Ok(tensor),
            None => {
                self.fail(code::OPERAND_TYPE, format!("expected a ranked tensor, found `{}`", self.spell(ty)))
            }
        }
    }

    // Attributes

    /// The attribute with a name.
    pub(crate) fn attr(&self, name: &str) -> Option<&'m Attr> {
        let info = self.info.attrs.iter().find(|attr| attr.name == name)?;
        self.op.attr(info.symbol).map(|attr| self.context().attr_of(attr))
    }

    /// The value of an integer attribute.
    pub(crate) fn int(&self, name: &str) -> Option<i64> {
        match self.attr(name)? {
            Attr::Integer { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The value of a boolean attribute.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.int(name).map(|value| value != 0)
    }

    /// The value of an integer-list attribute.
    pub(crate) fn ints(&self, name: &str) -> Option<&'m [i64]> {
        match self.attr(name)? {
            Attr::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// The items of a list attribute.
    pub(crate) fn array(&self, name: &str) -> Option<&'m [partita_ir::AttrId]> {
        match self.attr(name)? {
            Attr::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The elements of a dense integer constant.
    pub(crate) fn integers(&self, name: &str) -> Option<Integers<'m>> {
        Integers::of(self.context(), self.attr(name)?)
    }

    /// The fields of a record attribute.
    pub(crate) fn record(&self, name: &str) -> Option<&'m RecordAttr> {
        match self.attr(name)? {
            Attr::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The case of an enumeration attribute.
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

    /// The types of the operands of a block's last op.
    pub(crate) fn returned(&self, block: &'m Block) -> Vec<TypeId> {
        let Some(last) = block.ops.last() else { return Vec::new() };
        let op = self.run.module.op(*last);
        op.operands.iter().map(|value| self.run.module.type_of(*value)).collect()
    }

    // Types

    /// A type in MLIR syntax.
    pub(crate) fn spell(&self, ty: TypeId) -> String {
        spell_type(self.context(), ty)
    }

    /// Several types in MLIR syntax, separated by commas.
    pub(crate) fn spell_all(&self, types: impl IntoIterator<Item = TypeId>) -> String {
        spell_list(self.context(), types)
    }

    /// Whether a value of both types can exist: tensors may differ in unknown sizes, other types must be equal.
    pub(crate) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.element_of(a), self.element_of(b)) {
            (Some(x), Some(y)) if x == y => {
                match (TensorView::of(self.context(), a), TensorView::of(self.context(), b)) {
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

    /// The component type of a complex type, or the type itself.
    pub(crate) fn part_of(&self, element: TypeId) -> TypeId {
        match self.context().type_of(element) {
            Type::Complex(part) => *part,
            _ => element,
        }
    }

    /// Whether an element type is complex.
    pub(crate) fn is_complex(&self, element: TypeId) -> bool {
        matches!(self.context().type_of(element), Type::Complex(_))
    }

    /// Whether an element type is the expected one.
    pub(crate) fn is_element(&self, ty: TypeId, wanted: ExpectedElement) -> bool {
        let integer = |width, sign| *self.context().type_of(ty) == Type::Integer { width, sign };
        match wanted {
            ExpectedElement::Is(other) => ty == other,
            ExpectedElement::ComplexOf(part) => *self.context().type_of(ty) == Type::Complex(part),
            ExpectedElement::Bool => integer(1, partita_ir::Signedness::Signless),
            ExpectedElement::I32 => integer(32, partita_ir::Signedness::Signless),
            ExpectedElement::Ui32 => integer(32, partita_ir::Signedness::Unsigned),
            ExpectedElement::Any => true,
        }
    }

    fn spell_element(&self, wanted: ExpectedElement) -> String {
        match wanted {
            ExpectedElement::Is(ty) => self.spell(ty),
            ExpectedElement::ComplexOf(part) => format!("complex<{}>", self.spell(part)),
            ExpectedElement::Bool => "i1".to_string(),
            ExpectedElement::I32 => "i32".to_string(),
            ExpectedElement::Ui32 => "ui32".to_string(),
            ExpectedElement::Any => "…".to_string(),
        }
    }

    // Diagnostics

    /// An error about this op.
    pub(crate) fn fault(&self, code: Code, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::error(code, self.op.span, format!("{}: {message}", self.name()))
    }

    /// An error about an attribute of this op.
    pub(crate) fn attr_fault(&self, code: Code, name: &str, message: impl std::fmt::Display) -> Diagnostic {
        let span = match self.info.attrs.iter().find(|attr| attr.name == name) {
            Some(info) => self.run.module.attr_span(self.id, info.symbol),
            None => self.op.span,
        };
        Diagnostic::error(code, span, format!("{}: {message}", self.name()))
    }

    /// Fails with an error about this op.
    pub(crate) fn fail<T>(&self, code: Code, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.fault(code, message).into())
    }

    /// Fails because of the value of an attribute.
    pub(crate) fn fail_attr<T>(&self, name: &str, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.attr_fault(code::ATTRIBUTE_VALUE, name, message).into())
    }

    /// Fails because shapes do not match; labels the operands.
    pub(crate) fn fail_shape<T>(&self, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.label_operands(self.fault(code::SHAPE, message)).into())
    }

    /// Fails because of the operand types; labels the operands.
    pub(crate) fn fail_operands<T>(&self, message: impl std::fmt::Display) -> Checked<T> {
        Err(self.label_operands(self.fault(code::OPERAND_TYPE, message)).into())
    }

    /// Labels the definitions of the first few operands with their types.
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

    /// Checks that result `index` can be a tensor of these sizes and this element type.
    pub(crate) fn infer(&self, index: usize, extents: &[Extent], element: ExpectedElement) -> Checked {
        if index >= self.op.result_count() {
            return self.fail(code::RESULT_COUNT, format!("missing result {index}"));
        }
        let ty = self.result(index);
        let result = self.ranked(ty)?;
        let fits = result.rank() == extents.len() && result.dims().zip(extents).all(|(a, b)| a.agrees(*b));
        if fits && self.is_element(result.element, element) {
            return Ok(());
        }
        let wanted = match element {
            ExpectedElement::Any => spell_tensor(extents, &self.spell(result.element)),
            _ => spell_tensor(extents, &self.spell_element(element)),
        };
        self.wrong_result(index, &wanted)
    }

    /// Checks that result `index` can be a tensor of these sizes, ignoring bounds and the element type.
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

    /// Fails because result `index` does not have the inferred type.
    pub(crate) fn wrong_result<T>(&self, index: usize, wanted: &str) -> Checked<T> {
        let which =
            if self.op.result_count() > 1 { format!("result {index}") } else { "the result".to_string() };
        let message =
            format!("expected type `{wanted}` for {which}, found `{}`", self.spell(self.result(index)));
        let fault =
            self.fault(code::RESULT_TYPE, message).help(format!("write `{wanted}` as the result type"));
        Err(self.label_operands(fault).into())
    }
}
