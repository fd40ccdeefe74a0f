//! Emits ops of the local program.

use partita_base::{Span, Symbol};
use partita_ir::{
    Attr, AttrId, BlockId, DenseData, EnumAttr, EnumKind, Field, LocId, Module, OpCode, OpId, OpKind,
    RecordAttr, RecordKind, RegionId, Signedness, Type, TypeId, ValueId,
};
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, Mesh, MeshId, Meshes};
use rustc_hash::FxHashMap;

use crate::cause::Cause;
use crate::combiner::Combiner;
use crate::devices;
use crate::groups::groups_along;
use crate::local_layout::{Axes, LocalLayout, Shape};

/// Emits ops at the end of the current block of the local program.
pub(crate) struct Emitter {
    /// The local program.
    pub(crate) out: Module,
    /// The meshes of the global program, and those that shardings define inline.
    pub(crate) meshes: Meshes,
    /// The block that ops are appended to.
    pub(crate) block: BlockId,
    /// The source location of the global op that is being written.
    pub(crate) loc: LocId,
    pub(crate) span: Span,
    /// The reason for the collectives that are emitted next.
    pub(crate) cause: Cause,
    /// The reason for each collective that was emitted.
    pub(crate) causes: FxHashMap<OpId, Cause>,
    /// The highest channel in use.
    channels: i64,
    /// The type of indices: `i32` unless a dimension is too long.
    index: TypeId,
    positions: FxHashMap<(BlockId, Option<MeshId>), ValueId>,
    shard_indices: FxHashMap<(BlockId, MeshId, Axes), ValueId>,
    groups: FxHashMap<(MeshId, Axes), AttrId>,
    scalars: FxHashMap<(BlockId, AttrId), ValueId>,
}

impl Emitter {
    pub(crate) fn new(out: Module, meshes: Meshes, wide_indices: bool) -> Self {
        let mut out = out;
        let index = out.context.int_type(if wide_indices { 64 } else { 32 });
        let (block, loc) = (out.body(), out.context.unknown_loc());
        Self {
            out,
            meshes,
            block,
            loc,
            span: Span::default(),
            cause: Cause::default(),
            causes: FxHashMap::default(),
            channels: 0,
            index,
            positions: FxHashMap::default(),
            shard_indices: FxHashMap::default(),
            groups: FxHashMap::default(),
            scalars: FxHashMap::default(),
        }
    }

    pub(crate) fn mesh(&self, id: MeshId) -> &Mesh {
        self.meshes.get(id)
    }

    /// Emits ops into another block while `write` runs.
    pub(crate) fn within<T>(&mut self, block: BlockId, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.block, block);
        let result = write(self);
        self.block = outer;
        result
    }

    // Types and attributes.

    /// The shape of a local value.
    pub(crate) fn shape(&self, value: ValueId) -> Shape {
        let tensor = self.out.context.tensor(self.out.type_of(value));
        tensor.map_or_else(Shape::new, |tensor| tensor.shape.iter().filter_map(|dim| dim.size()).collect())
    }

    /// The element type of a local value.
    pub(crate) fn element(&self, value: ValueId) -> TypeId {
        let ty = self.out.type_of(value);
        self.out.context.tensor(ty).map_or(ty, |tensor| tensor.element)
    }

    pub(crate) fn tensor(&mut self, shape: &[u64], element: TypeId) -> TypeId {
        self.out.context.tensor_type(shape, element)
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        self.out.context.symbol(name)
    }

    pub(crate) fn int_attr(&mut self, value: i64) -> AttrId {
        let ty = self.out.context.int_type(64);
        self.out.context.attr(Attr::Integer { value: value.into(), ty })
    }

    pub(crate) fn ints_attr(&mut self, values: &[i64]) -> AttrId {
        let element = self.out.context.int_type(64);
        self.out.context.attr(Attr::DenseArray { element, values: values.into() })
    }

    /// `dense<[[…], …]> : tensor<RxCxi64>`
    pub(crate) fn matrix_attr(&mut self, rows: usize, columns: usize, values: &[i64]) -> AttrId {
        crate::groups::matrix_attr(&mut self.out, rows, columns, values)
    }

    fn channel(&mut self) -> (Symbol, AttrId) {
        self.channels += 1;
        let fields = vec![Field::Int(self.channels), Field::Int(1)];
        let record = RecordAttr::new(RecordKind::ChannelHandle, fields);
        (self.symbol("channel_handle"), self.out.context.attr(Attr::Record(record)))
    }

    /// Marks all channels up to this number as used.
    pub(crate) fn reserve_channels(&mut self, highest: i64) {
        self.channels = self.channels.max(highest);
    }

    // Ops.

    /// Emits an op without regions.
    pub(crate) fn op(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        results: &[TypeId],
        attrs: &[(Symbol, AttrId)],
    ) -> OpId {
        let op = self.out.build(code, operands, results, attrs, self.loc, self.span);
        self.out.append(self.block, op);
        if code.kind() == OpKind::Collective {
            self.causes.insert(op, self.cause.for_kind(code));
        }
        op
    }

    /// Emits an op with one result.
    pub(crate) fn one(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        result: TypeId,
        attrs: &[(&str, AttrId)],
    ) -> ValueId {
        let attrs: Vec<_> = attrs.iter().map(|&(name, attr)| (self.symbol(name), attr)).collect();
        let op = self.op(code, operands, &[result], &attrs);
        self.out.op(op).result(0)
    }

    /// Emits an op whose result has the type of its first operand.
    pub(crate) fn like(&mut self, code: OpCode, operands: &[ValueId]) -> ValueId {
        let ty = self.out.type_of(operands[0]);
        self.one(code, operands, ty, &[])
    }

    /// A constant whose elements all have these bytes.
    pub(crate) fn splat(&mut self, bytes: &[u8], shape: &[u64], element: TypeId) -> ValueId {
        let ty = self.tensor(shape, element);
        let value = self.out.context.attr(Attr::Dense { ty, data: DenseData::Splat(bytes.into()) });
        if !shape.is_empty() {
            return self.one(OpCode::Constant, &[], ty, &[("value", value)]);
        }
        if let Some(&known) = self.scalars.get(&(self.block, value)) {
            return known;
        }
        let scalar = self.one(OpCode::Constant, &[], ty, &[("value", value)]);
        self.scalars.insert((self.block, value), scalar);
        scalar
    }

    /// A constant of zeros of a shape.
    pub(crate) fn zeros(&mut self, shape: &[u64], element: TypeId) -> ValueId {
        let bytes = self.zero_bytes(element);
        self.splat(&bytes, shape, element)
    }

    fn zero_bytes(&self, element: TypeId) -> Vec<u8> {
        let bytes = match self.out.context.type_of(element) {
            Type::Complex(part) => 2 * self.out.element_bits(*part).unwrap_or(8).div_ceil(8),
            _ => self.out.element_bits(element).unwrap_or(8).div_ceil(8),
        };
        vec![0; bytes as usize]
    }

    /// The type of indices: `i32` or `i64`.
    pub(crate) fn index_type(&self) -> TypeId {
        self.index
    }

    fn index_bytes(&self, value: i64) -> Vec<u8> {
        let wide = self.out.element_bits(self.index) == Some(64);
        if wide { value.to_le_bytes().to_vec() } else { (value as i32).to_le_bytes().to_vec() }
    }

    /// A scalar constant of the index type.
    pub(crate) fn constant_index(&mut self, value: i64) -> ValueId {
        let bytes = self.index_bytes(value);
        self.splat(&bytes, &[], self.index)
    }

    /// A one-dimensional constant of indices.
    pub(crate) fn index_table(&mut self, values: &[i64]) -> ValueId {
        let ty = self.tensor(&[values.len() as u64], self.index);
        let data = values.iter().flat_map(|&value| self.index_bytes(value)).collect();
        let value = self.out.context.attr(Attr::Dense { ty, data: DenseData::Full(data) });
        self.one(OpCode::Constant, &[], ty, &[("value", value)])
    }

    /// Converts a value to the index type.
    pub(crate) fn as_index(&mut self, value: ValueId) -> ValueId {
        if self.element(value) == self.index {
            return value;
        }
        let shape = self.shape(value);
        let ty = self.tensor(&shape, self.index);
        self.one(OpCode::Convert, &[value], ty, &[])
    }

    /// `a + constant`; emits nothing if the constant is 0.
    pub(crate) fn add_constant(&mut self, a: ValueId, constant: i64) -> ValueId {
        if constant == 0 {
            return a;
        }
        let constant = self.constant_index(constant);
        self.like(OpCode::Add, &[a, constant])
    }

    /// `a * constant`; emits nothing if the constant is 1.
    pub(crate) fn times_constant(&mut self, a: ValueId, constant: i64) -> ValueId {
        if constant == 1 {
            return a;
        }
        let constant = self.constant_index(constant);
        self.like(OpCode::Multiply, &[a, constant])
    }

    /// Broadcasts a scalar to a shape.
    pub(crate) fn broadcast(&mut self, scalar: ValueId, shape: &[u64]) -> ValueId {
        self.broadcast_in_dim(scalar, shape, &[])
    }

    pub(crate) fn broadcast_in_dim(&mut self, value: ValueId, shape: &[u64], dims: &[i64]) -> ValueId {
        let ty = self.tensor(shape, self.element(value));
        let dims = self.ints_attr(dims);
        self.one(OpCode::BroadcastInDim, &[value], ty, &[("broadcast_dimensions", dims)])
    }

    pub(crate) fn reshape(&mut self, value: ValueId, shape: &[u64]) -> ValueId {
        if self.shape(value)[..] == *shape {
            return value;
        }
        let ty = self.tensor(shape, self.element(value));
        self.one(OpCode::Reshape, &[value], ty, &[])
    }

    /// Compares two values of one shape, element by element.
    pub(crate) fn compare(&mut self, direction: &str, a: ValueId, b: ValueId) -> ValueId {
        let element = self.element(a);
        let kind = match self.out.context.type_of(element) {
            Type::Float(_) | Type::Complex(_) => "FLOAT",
            Type::Integer { sign: Signedness::Unsigned, .. } | Type::Integer { width: 1, .. } => "UNSIGNED",
            _ => "SIGNED",
        };
        let truth = self.out.context.int_type(1);
        let shape = self.shape(a);
        let ty = self.tensor(&shape, truth);
        let mut case = |kind, text| {
            let case = EnumAttr::parse(kind, text).expect("a case of the enumeration");
            self.out.context.attr(Attr::Enum(case))
        };
        let direction = case(EnumKind::ComparisonDirection, direction);
        let kind = case(EnumKind::ComparisonType, kind);
        let attrs = [("compare_type", kind), ("comparison_direction", direction)];
        self.one(OpCode::Compare, &[a, b], ty, &attrs)
    }

    pub(crate) fn select(&mut self, which: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.out.type_of(yes);
        self.one(OpCode::Select, &[which, yes, no], ty, &[])
    }

    /// `value[start..limit]` of one dimension.
    pub(crate) fn slice(&mut self, value: ValueId, dim: usize, start: u64, limit: u64) -> ValueId {
        self.strided_slice(value, dim, start, limit, 1)
    }

    pub(crate) fn strided_slice(
        &mut self,
        value: ValueId,
        dim: usize,
        start: u64,
        limit: u64,
        stride: u64,
    ) -> ValueId {
        let mut shape = self.shape(value);
        if start == 0 && limit == shape[dim] && stride == 1 {
            return value;
        }
        let mut starts = vec![0; shape.len()];
        let mut limits: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
        let mut strides = vec![1; shape.len()];
        (starts[dim], limits[dim], strides[dim]) = (start as i64, limit as i64, stride as i64);
        shape[dim] = (limit - start).div_ceil(stride);
        let ty = self.tensor(&shape, self.element(value));
        let [starts, limits, strides] = [&starts, &limits, &strides].map(|list| self.ints_attr(list));
        let attrs = [("limit_indices", limits), ("start_indices", starts), ("strides", strides)];
        self.one(OpCode::Slice, &[value], ty, &attrs)
    }

    /// `size` elements of one dimension from an index on. The caller guarantees that they are in range.
    pub(crate) fn dynamic_slice(&mut self, value: ValueId, dim: usize, start: ValueId, size: u64) -> ValueId {
        let zero = self.constant_index(0);
        let mut starts = vec![zero; self.shape(value).len()];
        let mut shape = self.shape(value);
        if shape[dim] == size {
            return value;
        }
        starts[dim] = start;
        shape[dim] = size;
        self.dynamic_slices(value, &starts, &shape)
    }

    pub(crate) fn dynamic_slices(&mut self, value: ValueId, starts: &[ValueId], shape: &[u64]) -> ValueId {
        if self.shape(value)[..] == *shape {
            return value;
        }
        let ty = self.tensor(shape, self.element(value));
        let sizes: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
        let sizes = self.ints_attr(&sizes);
        let operands: Vec<ValueId> = std::iter::once(value).chain(starts.iter().copied()).collect();
        self.one(OpCode::DynamicSlice, &operands, ty, &[("slice_sizes", sizes)])
    }

    /// Pads one dimension: `edges` are the elements added before, after and between.
    pub(crate) fn pad(&mut self, value: ValueId, fill: ValueId, dim: usize, edges: [i64; 3]) -> ValueId {
        if edges == [0; 3] {
            return value;
        }
        let mut shape = self.shape(value);
        let rank = shape.len();
        let size = shape[dim] as i64;
        shape[dim] = (size + edges[0] + edges[1] + edges[2] * (size - 1).max(0)) as u64;
        let ty = self.tensor(&shape, self.element(value));
        let mut list = |edge: i64| {
            let mut list = vec![0; rank];
            list[dim] = edge;
            self.ints_attr(&list)
        };
        let [low, high, interior] = edges.map(&mut list);
        let attrs = [("edge_padding_high", high), ("edge_padding_low", low), ("interior_padding", interior)];
        self.one(OpCode::Pad, &[value, fill], ty, &attrs)
    }

    pub(crate) fn concatenate(&mut self, slices: &[ValueId], dim: usize) -> ValueId {
        if let &[only] = slices {
            return only;
        }
        let mut shape = self.shape(slices[0]);
        shape[dim] = slices.iter().map(|&slice| self.shape(slice)[dim]).sum();
        let ty = self.tensor(&shape, self.element(slices[0]));
        let dimension = self.int_attr(dim as i64);
        self.one(OpCode::Concatenate, slices, ty, &[("dimension", dimension)])
    }

    /// The numbers `0, 1, …` along one dimension of a shape.
    pub(crate) fn iota(&mut self, shape: &[u64], dim: usize, element: TypeId) -> ValueId {
        let ty = self.tensor(shape, element);
        let dim = self.int_attr(dim as i64);
        self.one(OpCode::Iota, &[], ty, &[("iota_dimension", dim)])
    }

    /// Combines two values, element by element.
    pub(crate) fn combine(&mut self, combiner: Combiner, a: ValueId, b: ValueId) -> ValueId {
        self.like(combiner.code(), &[a, b])
    }

    /// Adds the body of a reduction by one combiner as a region.
    pub(crate) fn body(&mut self, op: OpId, combiner: Combiner, element: TypeId) -> RegionId {
        let region = self.out.add_region(op);
        let block = self.out.add_block(region, self.span);
        let ty = self.tensor(&[], element);
        let a = self.out.add_arg(block, ty, self.span, self.loc);
        let b = self.out.add_arg(block, ty, self.span, self.loc);
        self.within(block, |emit| {
            let result = emit.combine(combiner, a, b);
            emit.op(OpCode::Return, &[result], &[], &[]);
        });
        region
    }

    /// Reduces dimensions of a value by a combiner, starting from a scalar.
    pub(crate) fn reduce(
        &mut self,
        value: ValueId,
        init: ValueId,
        dims: &[usize],
        combiner: Combiner,
    ) -> ValueId {
        let element = self.element(value);
        let shape = self.shape(value);
        let kept: Shape =
            shape.iter().enumerate().filter(|(dim, _)| !dims.contains(dim)).map(|(_, &size)| size).collect();
        let ty = self.tensor(&kept, element);
        let dims: Vec<i64> = dims.iter().map(|&dim| dim as i64).collect();
        let dims = (self.symbol("dimensions"), self.ints_attr(&dims));
        let op = self.op(OpCode::Reduce, &[value, init], &[ty], &[dims]);
        self.body(op, combiner, element);
        self.out.op(op).result(0)
    }

    // Where a device is.

    /// The position, in a mesh, of the executing device.
    fn position(&mut self, mesh: MeshId) -> ValueId {
        let ordered = (0..self.mesh(mesh).device_count())
            .all(|position| self.mesh(mesh).device(position).is_some_and(|device| device.0 == position));
        let key = (self.block, (!ordered).then_some(mesh));
        if let Some(&known) = self.positions.get(&key) {
            return known;
        }
        let position = if ordered {
            let element = self.out.context.ty(Type::Integer { width: 32, sign: Signedness::Unsigned });
            let ty = self.tensor(&[], element);
            let id = self.one(OpCode::PartitionId, &[], ty, &[]);
            self.as_index(id)
        } else {
            let mesh = self.mesh(mesh);
            let places: Vec<i64> = (0..mesh.device_count())
                .filter_map(|device| mesh.position(partita_mesh::DeviceId(device)))
                .map(|position| position as i64)
                .collect();
            let element = self.out.context.ty(Type::Integer { width: 32, sign: Signedness::Unsigned });
            let ty = self.tensor(&[], element);
            let id = self.one(OpCode::PartitionId, &[], ty, &[]);
            let id = self.as_index(id);
            self.look_up(&places, id)
        };
        self.positions.insert(key, position);
        position
    }

    /// Whether the executing device has this id.
    pub(crate) fn is_device(&mut self, device: u64) -> ValueId {
        let element = self.out.context.ty(Type::Integer { width: 32, sign: Signedness::Unsigned });
        let ty = self.tensor(&[], element);
        let id = self.one(OpCode::PartitionId, &[], ty, &[]);
        let (id, device) = (self.as_index(id), self.constant_index(device as i64));
        self.compare("EQ", id, device)
    }

    /// The shard number of the executing device along some axes.
    pub(crate) fn shard_index(&mut self, mesh: MeshId, axes: &[AxisRef]) -> ValueId {
        if axes.is_empty() {
            return self.constant_index(0);
        }
        let key = (self.block, mesh, Axes::from_slice(axes));
        if let Some(&known) = self.shard_indices.get(&key) {
            return known;
        }
        let position = self.position(mesh);
        let devices = self.mesh(mesh).device_count();
        // Adjacent digits of the position are extracted as one.
        let mut digits: Vec<(u64, u64)> = Vec::new();
        for &axis in axes {
            let (stride, size) = (self.mesh(mesh).stride(axis), axis.size());
            match digits.last_mut() {
                Some(last) if last.0 == stride * size => *last = (stride, last.1 * size),
                _ => digits.push((stride, size)),
            }
        }
        let mut index: Option<ValueId> = None;
        for (stride, size) in digits {
            let mut digit = position;
            if stride > 1 {
                let stride = self.constant_index(stride as i64);
                digit = self.like(OpCode::Divide, &[digit, stride]);
            }
            if stride * size < devices {
                let size = self.constant_index(size as i64);
                digit = self.like(OpCode::Remainder, &[digit, size]);
            }
            index = Some(match index {
                None => digit,
                Some(major) => {
                    let major = self.times_constant(major, size as i64);
                    self.like(OpCode::Add, &[major, digit])
                }
            });
        }
        let index = index.expect("there is an axis");
        self.shard_indices.insert(key, index);
        index
    }

    /// `table[index]`, at run time.
    pub(crate) fn look_up(&mut self, table: &[i64], index: ValueId) -> ValueId {
        let steps: Vec<i64> = table.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let step = steps.first().copied().unwrap_or(0);
        if steps.iter().all(|&other| other == step) {
            if step == 0 {
                return self.constant_index(table[0]);
            }
            let scaled = self.times_constant(index, step);
            return self.add_constant(scaled, table[0]);
        }
        let table = self.index_table(table);
        let entry = self.dynamic_slices(table, &[index], &[1]);
        self.reshape(entry, &[])
    }

    // Collectives.

    /// Replica groups of the devices that differ along some axes only.
    fn groups(&mut self, mesh: MeshId, axes: &[AxisRef]) -> AttrId {
        let key = (mesh, Axes::from_slice(axes));
        if let Some(&known) = self.groups.get(&key) {
            return known;
        }
        let attr = match self.meshes.name(mesh) {
            Some(name) => groups_along(&mut self.out, name, self.meshes.get(mesh), axes),
            None => {
                let groups = devices::device_groups(self.mesh(mesh), axes);
                let columns = groups.first().map_or(0, Vec::len);
                let values: Vec<i64> = groups.iter().flatten().map(|&device| device as i64).collect();
                self.matrix_attr(groups.len(), columns, &values)
            }
        };
        self.groups.insert(key, attr);
        attr
    }

    /// Gathers the blocks of a dimension along its most minor axes.
    pub(crate) fn all_gather(
        &mut self,
        mesh: MeshId,
        value: ValueId,
        dim: usize,
        axes: &[AxisRef],
    ) -> ValueId {
        let mut shape = self.shape(value);
        if shard_count(axes) == 1 || shape[dim] == 0 {
            return value;
        }
        shape[dim] *= shard_count(axes);
        let ty = self.tensor(&shape, self.element(value));
        let dim = self.int_attr(dim as i64);
        let attrs = self.collective_attrs(mesh, axes, &[("all_gather_dim", dim)], true);
        let op = self.op(OpCode::AllGather, &[value], &[ty], &attrs);
        self.out.op(op).result(0)
    }

    fn collective_attrs(
        &mut self,
        mesh: MeshId,
        axes: &[AxisRef],
        own: &[(&str, AttrId)],
        global_ids: bool,
    ) -> Vec<(Symbol, AttrId)> {
        let groups = self.groups(mesh, axes);
        let mut attrs: Vec<_> = own.iter().map(|&(name, attr)| (self.symbol(name), attr)).collect();
        attrs.push((self.symbol("replica_groups"), groups));
        attrs.push(self.channel());
        if global_ids {
            let unit = self.out.context.attr(Attr::Unit);
            attrs.push((self.symbol("use_global_device_ids"), unit));
        }
        attrs
    }

    /// Combines the values of all devices along some axes.
    pub(crate) fn all_reduce(
        &mut self,
        mesh: MeshId,
        value: ValueId,
        axes: &[AxisRef],
        combiner: Combiner,
    ) -> ValueId {
        if shard_count(axes) == 1 {
            return value;
        }
        let ty = self.out.type_of(value);
        let attrs = self.collective_attrs(mesh, axes, &[], true);
        let op = self.op(OpCode::AllReduce, &[value], &[ty], &attrs);
        let element = self.element(value);
        self.body(op, combiner, element);
        self.out.op(op).result(0)
    }

    /// Combines the values of all devices along some axes and keeps one block of a dimension.
    pub(crate) fn reduce_scatter(
        &mut self,
        mesh: MeshId,
        value: ValueId,
        dim: usize,
        axes: &[AxisRef],
        combiner: Combiner,
    ) -> ValueId {
        if shard_count(axes) == 1 {
            return value;
        }
        let mut shape = self.shape(value);
        shape[dim] /= shard_count(axes);
        let element = self.element(value);
        let ty = self.tensor(&shape, element);
        let dim = self.int_attr(dim as i64);
        let attrs = self.collective_attrs(mesh, axes, &[("scatter_dimension", dim)], true);
        let op = self.op(OpCode::ReduceScatter, &[value], &[ty], &attrs);
        self.body(op, combiner, element);
        self.out.op(op).result(0)
    }

    /// Moves the most minor axes of one dimension to another.
    pub(crate) fn all_to_all(
        &mut self,
        mesh: MeshId,
        value: ValueId,
        from: usize,
        to: usize,
        axes: &[AxisRef],
    ) -> ValueId {
        let count = shard_count(axes);
        if count == 1 {
            return value;
        }
        let mut shape = self.shape(value);
        shape[to] /= count;
        shape[from] *= count;
        let ty = self.tensor(&shape, self.element(value));
        let [split, concat, count] = [to as i64, from as i64, count as i64].map(|value| self.int_attr(value));
        let own = [("concat_dimension", concat), ("split_count", count), ("split_dimension", split)];
        let attrs = self.collective_attrs(mesh, axes, &own, false);
        let op = self.op(OpCode::AllToAll, &[value], &[ty], &attrs);
        self.out.op(op).result(0)
    }

    /// Keeps one block of a dimension, which unused axes then shard. This sends nothing.
    pub(crate) fn all_slice(
        &mut self,
        mesh: MeshId,
        value: ValueId,
        dim: usize,
        axes: &[AxisRef],
    ) -> ValueId {
        let count = shard_count(axes);
        if count == 1 {
            return value;
        }
        let size = self.shape(value)[dim] / count;
        let index = self.shard_index(mesh, axes);
        let start = self.times_constant(index, size as i64);
        self.dynamic_slice(value, dim, start, size)
    }

    /// Sends values from device to device. A device that receives nothing gets zeros.
    pub(crate) fn permute(&mut self, value: ValueId, pairs: &[(u64, u64)]) -> ValueId {
        let flat: Vec<i64> = pairs.iter().flat_map(|&(from, to)| [from as i64, to as i64]).collect();
        let pairs = self.matrix_attr(pairs.len(), 2, &flat);
        let ty = self.out.type_of(value);
        let attrs = [(self.symbol("source_target_pairs"), pairs), self.channel()];
        let op = self.op(OpCode::CollectivePermute, &[value], &[ty], &attrs);
        self.out.op(op).result(0)
    }

    /// Sends every shard to the device that holds it in another layout with the same shard counts.
    pub(crate) fn permute_layout(&mut self, value: ValueId, from: &LocalLayout, to: &LocalLayout) -> ValueId {
        let pairs = devices::device_permutation((self.mesh(from.mesh), from), (self.mesh(to.mesh), to));
        if pairs.iter().all(|(from, to)| from == to) {
            return value;
        }
        self.permute(value, &pairs)
    }
}
