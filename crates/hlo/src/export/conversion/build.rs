//! Creates the ops of a conversion at the current position.

use partita_ir::{
    Attr, AttrId, DenseData, EnumAttr, EnumKind, Field, OpCode, OpId, RecordAttr, RecordKind, Type, TypeId,
    ValueId, names,
};
use partita_mesh::spec::ShardingSpec;

use super::super::shardings;
use super::Conversion;

impl Conversion<'_> {
    /// Creates an op at the current position.
    pub(in super::super) fn op(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        results: &[TypeId],
        attrs: &[(&str, AttrId)],
    ) -> OpId {
        let attrs: Vec<_> =
            attrs.iter().map(|&(name, attr)| (self.module.context.symbol(name), attr)).collect();
        let (loc, span) = self.cause;
        let op = self.module.build(code, operands, results, &attrs, loc, span);
        self.emit(op);
        op
    }

    /// Creates an op with one result at the current position.
    pub(in super::super) fn single_result(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        result: TypeId,
        attrs: &[(&str, AttrId)],
    ) -> ValueId {
        let op = self.op(code, operands, &[result], attrs);
        self.module.op(op).result(0)
    }

    /// Creates an op whose result has the type of its first operand.
    pub(in super::super) fn like(&mut self, code: OpCode, operands: &[ValueId]) -> ValueId {
        let ty = self.module.type_of(operands[0]);
        self.single_result(code, operands, ty, &[])
    }

    /// The element type of a tensor; a type that is not a tensor is its own.
    pub(in super::super) fn element(&self, value: ValueId) -> TypeId {
        let ty = self.module.type_of(value);
        self.module.context.tensor(ty).map_or(ty, |tensor| tensor.element)
    }

    /// The sizes of a value of static shape.
    pub(in super::super) fn shape(&self, value: ValueId) -> Vec<u64> {
        shardings::static_shape(self.module, self.module.type_of(value)).unwrap_or_default()
    }

    pub(in super::super) fn tensor(&mut self, shape: &[u64], element: TypeId) -> TypeId {
        self.module.context.tensor_type(shape, element)
    }

    /// `array<i64: …>`
    pub(in super::super) fn ints(&mut self, values: &[i64]) -> AttrId {
        let element = self.module.context.int_type(64);
        self.module.context.attr(Attr::DenseArray { element, values: values.into() })
    }

    /// `3 : i64`
    pub(in super::super) fn int(&mut self, value: i64) -> AttrId {
        let ty = self.module.context.int_type(64);
        self.module.context.attr(Attr::Integer { value: value.into(), ty })
    }

    /// `#stablehlo.channel_handle<handle = 3, type = 1>`
    pub(in super::super) fn channel(&mut self, handle: i64) -> AttrId {
        let fields = vec![Field::Int(handle), Field::Int(1)];
        self.module.context.attr(Attr::Record(RecordAttr::new(RecordKind::ChannelHandle, fields)))
    }

    /// `dense<[[…], …]> : tensor<RxCxi64>`
    pub(in super::super) fn matrix(&mut self, columns: usize, values: &[i64]) -> AttrId {
        let element = self.module.context.int_type(64);
        let rows = values.len() / columns.max(1);
        let ty = self.tensor(&[rows as u64, columns as u64], element);
        self.dense(ty, values)
    }

    /// A constant of 64-bit integers.
    fn dense(&mut self, ty: TypeId, values: &[i64]) -> AttrId {
        let all_equal = values.first().filter(|first| values.iter().all(|value| value == *first));
        let data = match all_equal {
            Some(value) => DenseData::Splat(value.to_le_bytes().into()),
            None => DenseData::Full(values.iter().flat_map(|value| value.to_le_bytes()).collect()),
        };
        self.module.context.attr(Attr::Dense { ty, data })
    }

    /// A constant of these 64-bit integers, one for each device.
    pub(in super::super) fn table(&mut self, values: &[i64]) -> ValueId {
        let element = self.module.context.int_type(64);
        let ty = self.tensor(&[values.len() as u64], element);
        let value = self.dense(ty, values);
        self.single_result(OpCode::Constant, &[], ty, &[("value", value)])
    }

    /// A constant whose elements are all the same.
    pub(in super::super) fn splat(&mut self, bytes: &[u8], ty: TypeId) -> ValueId {
        let value = self.module.context.attr(Attr::Dense { ty, data: DenseData::Splat(bytes.into()) });
        self.single_result(OpCode::Constant, &[], ty, &[("value", value)])
    }

    /// A constant of this type whose elements are all this integer; `None` where the elements are not integers.
    pub(in super::super) fn integer(&mut self, value: i64, ty: TypeId) -> Option<ValueId> {
        let element = self.module.context.tensor(ty)?.element;
        let Type::Integer { width, .. } = *self.module.context.type_of(element) else { return None };
        let bytes = value.to_le_bytes();
        let count = (width.div_ceil(8) as usize).min(bytes.len());
        Some(self.splat(&bytes[..count], ty))
    }

    /// A constant of zeros; `None` for elements that have no zero in MLIR, such as complex ones.
    pub(in super::super) fn zeros(&mut self, ty: TypeId) -> Option<ValueId> {
        let element = self.module.context.tensor(ty)?.element;
        let bits = match self.module.context.type_of(element) {
            Type::Integer { width, .. } => *width,
            Type::Float(kind) => kind.bits(),
            _ => return None,
        };
        Some(self.splat(&vec![0; bits.div_ceil(8) as usize], ty))
    }

    pub(in super::super) fn reshape(&mut self, value: ValueId, shape: &[u64]) -> ValueId {
        let ty = self.tensor(shape, self.element(value));
        self.single_result(OpCode::Reshape, &[value], ty, &[])
    }

    pub(in super::super) fn transpose(&mut self, value: ValueId, permutation: &[i64]) -> ValueId {
        let old = self.shape(value);
        let shape: Vec<u64> = permutation.iter().map(|&dim| old[dim as usize]).collect();
        let ty = self.tensor(&shape, self.element(value));
        let permutation = self.ints(permutation);
        self.single_result(OpCode::Transpose, &[value], ty, &[("permutation", permutation)])
    }

    pub(in super::super) fn broadcast(&mut self, value: ValueId, ty: TypeId, dims: &[i64]) -> ValueId {
        let dims = self.ints(dims);
        self.single_result(OpCode::BroadcastInDim, &[value], ty, &[("broadcast_dimensions", dims)])
    }

    pub(in super::super) fn compare(&mut self, direction: &str, a: ValueId, b: ValueId) -> ValueId {
        let truth = self.module.context.int_type(1);
        let shape = self.shape(a);
        let ty = self.tensor(&shape, truth);
        let case = EnumAttr::parse(EnumKind::ComparisonDirection, direction).expect("a direction");
        let case = self.module.context.attr(Attr::Enum(case));
        self.single_result(OpCode::Compare, &[a, b], ty, &[("comparison_direction", case)])
    }

    pub(in super::super) fn select(&mut self, which: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.module.type_of(yes);
        self.single_result(OpCode::Select, &[which, yes, no], ty, &[])
    }

    /// `value[0..limits]`, with the sharding given, if any.
    pub(in super::super) fn head(&mut self, value: ValueId, limits: &[u64]) -> OpId {
        let ty = self.tensor(limits, self.element(value));
        let starts = self.ints(&vec![0; limits.len()]);
        let strides = self.ints(&vec![1; limits.len()]);
        let limits: Vec<i64> = limits.iter().map(|&limit| limit as i64).collect();
        let limits = self.ints(&limits);
        let attrs = [("limit_indices", limits), ("start_indices", starts), ("strides", strides)];
        self.op(OpCode::Slice, &[value], &[ty], &attrs)
    }

    /// Pads a value; `low`, `high` and `interior` are per dimension.
    pub(in super::super) fn pad(
        &mut self,
        value: ValueId,
        padding: ValueId,
        ty: TypeId,
        [low, high, interior]: [&[i64]; 3],
    ) -> OpId {
        let (low, high, interior) = (self.ints(low), self.ints(high), self.ints(interior));
        let attrs = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
        self.op(OpCode::Pad, &[value, padding], &[ty], &attrs)
    }

    /// Gives the only result of an op a sharding.
    pub(in super::super) fn set_sharding(&mut self, op: OpId, sharding: ShardingSpec) {
        let attr = shardings::list_attr(self.module, vec![sharding]);
        self.module.set_attr(op, names::SDY_SHARDING, attr);
    }
}

/// The elements of a constant of 64-bit integers.
pub(in super::super) fn integers(data: &DenseData, count: usize) -> Vec<i64> {
    let read = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
    match data {
        DenseData::Full(bytes) => bytes.chunks_exact(8).map(read).collect(),
        DenseData::Splat(bytes) if bytes.len() == 8 => vec![read(bytes); count],
        DenseData::Splat(_) => vec![0; count],
    }
}
