//! `sdy-pad-for-divisibility`: every dimension is padded to a multiple of the number of its shards.
//!
//! A tensor is padded with zeros before it is sliced and loses the padding again when it is gathered; in between every
//! op computes with padded tensors. Only a product masks the padding where it is summed over; as in Shardy, no other op
//! does. The arguments and results of a function must be even.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{
    Attr, Definition, Dialect, Dim, Module, OpCode, OpId, SdyAttr, TensorType, Type, TypeId, ValueId, names,
};
use partita_mesh::Meshes;
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashSet;

use super::conversion::{Conversion, Convert, inferred_shapes, single_diagnostic};
use super::shardings::{self, static_shape};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-pad-for-divisibility",
    help: "pad dimensions to multiples of their shard counts",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let meshes = module.meshes();
    for func in module.functions().collect::<Vec<_>>() {
        check_interface(module, &meshes, func)?;
        let mut padding = Padding { meshes: &meshes, zeros: FxHashSet::default() };
        Conversion::run(module, func, &mut padding)?;
    }
    Ok(())
}

fn check_interface(module: &mut Module, meshes: &Meshes, func: OpId) -> Result<(), Diagnostics> {
    for (lists, what) in [(names::ARG_ATTRS, "argument"), (names::RES_ATTRS, "result")] {
        let types = shardings::func_types(module, func, lists);
        for (index, (spec, ty)) in shardings::of_func(module, func, lists).iter().zip(types).enumerate() {
            if padded(module, meshes, ty, spec.as_ref()) != ty {
                let message = format!("{what} {index} of the function is not divisible by its shards");
                let fault = Diagnostic::error(code::UNEVEN_INTERFACE, module.op(func).span, message)
                    .help("run `sdy-update-non-divisible-input-output-shardings` first");
                return Err(single_diagnostic(fault));
            }
        }
    }
    Ok(())
}

/// The type that a value of this type and sharding is padded to.
fn padded(module: &mut Module, meshes: &Meshes, ty: TypeId, spec: Option<&ShardingSpec>) -> TypeId {
    let (Some(tensor), Some(spec)) = (module.context.tensor(ty), spec) else { return ty };
    if spec.dims.iter().all(|dim| dim.axes.is_empty()) {
        return ty;
    }
    let Some(counts) = shardings::shard_counts(meshes, spec) else { return ty };
    let pad = |(dim, &count): (&Dim, &u64)| match *dim {
        Dim::Static(size) => Dim::Static(size.next_multiple_of(count.max(1))),
        Dim::Dynamic => Dim::Dynamic,
    };
    let shape: Box<[Dim]> = tensor.shape.iter().zip(&counts).map(pad).collect();
    if shape == tensor.shape {
        return ty;
    }
    let element = tensor.element;
    module.context.ty(Type::Tensor(TensorType { shape, element, encoding: None }))
}

/// The pass on one function.
struct Padding<'a> {
    meshes: &'a Meshes,
    /// Values whose padding holds zeros.
    zeros: FxHashSet<ValueId>,
}

impl Convert for Padding<'_> {
    fn convert(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let Some(code) = conversion.module.op(op).name.code() else {
            conversion.leave(op);
            return Ok(());
        };
        match code {
            OpCode::SdyAllSlice if !self.is_even_slice(conversion, op) => self.all_slice(conversion, op),
            OpCode::SdyAllGather
                if !self.are_even(conversion, conversion.module.op(op).operands.to_vec()) =>
            {
                self.all_gather(conversion, op)
            }
            _ if code.dialect() != Dialect::StableHlo || self.is_even(conversion, op) => {
                conversion.leave(op);
                Ok(())
            }
            OpCode::Slice => self.slice(conversion, op),
            OpCode::DotGeneral => self.dot_general(conversion, op),
            _ => {
                let operands = self.operands(conversion, op);
                self.change(conversion, op, &operands)
            }
        }
    }
}

impl Padding<'_> {
    /// The padded type of a value of the original program.
    fn type_of(&self, conversion: &mut Conversion<'_>, value: ValueId) -> TypeId {
        let spec = shardings::of_value(conversion.module, value);
        let ty = conversion.type_before(value);
        padded(conversion.module, self.meshes, ty, spec.as_ref())
    }

    fn are_even(&self, conversion: &mut Conversion<'_>, values: Vec<ValueId>) -> bool {
        values.into_iter().all(|value| self.type_of(conversion, value) == conversion.type_before(value))
    }

    fn is_even(&self, conversion: &mut Conversion<'_>, op: OpId) -> bool {
        let data = conversion.module.op(op);
        let values = data.operands.iter().copied().chain(data.results()).collect();
        self.are_even(conversion, values)
    }

    /// Whether the operand of an all-slice is already padded as its result must be.
    fn is_even_slice(&self, conversion: &mut Conversion<'_>, op: OpId) -> bool {
        let operand = conversion.module.op(op).operands[0];
        let ty = conversion.type_before(operand);
        let spec = shardings::sharding_in_attr(conversion.module, op, names::OUT_SHARDING).cloned();
        padded(conversion.module, self.meshes, ty, spec.as_ref()) == ty
    }

    /// The operands of an op, padded.
    fn operands(&self, conversion: &mut Conversion<'_>, op: OpId) -> Vec<ValueId> {
        let operands = conversion.module.op(op).operands.to_vec();
        operands.into_iter().map(|value| self.operand(conversion, value)).collect()
    }

    fn operand(&self, conversion: &mut Conversion<'_>, value: ValueId) -> ValueId {
        let ty = self.type_of(conversion, value);
        conversion.value_of_type(value, ty)
    }

    /// Gives an op padded operands, and its results the shapes that follow from them.
    fn change(
        &self,
        conversion: &mut Conversion<'_>,
        op: OpId,
        operands: &[ValueId],
    ) -> Result<(), Diagnostics> {
        let operands: Vec<ValueId> = operands.iter().map(|&value| owner(conversion.module, value)).collect();
        let shapes = inferred_shapes(conversion.module, op, &operands);
        let results: Vec<ValueId> = conversion.module.op(op).results().collect();
        let mut types = Vec::with_capacity(results.len());
        for (index, &result) in results.iter().enumerate() {
            let padded = self.type_of(conversion, result);
            let inferred = shapes.as_ref().and_then(|shapes| shapes.get(index));
            types.push(larger(conversion.module, padded, inferred));
        }
        conversion.change(op, &operands, &types);
        for (result, ty) in results.into_iter().zip(types) {
            let spec = shardings::of_value(conversion.module, result);
            if padded(conversion.module, self.meshes, ty, spec.as_ref()) != ty {
                return Err(fault(conversion.module, op, "its result is not even with padded operands"));
            }
        }
        Ok(())
    }

    fn all_slice(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let source = conversion.module.op(op).operands[0];
        let mut input = self.operand(conversion, source);
        let ty = conversion.module.type_of(input);
        let spec = shardings::sharding_in_attr(conversion.module, op, names::OUT_SHARDING).cloned();
        let padded = padded(conversion.module, self.meshes, ty, spec.as_ref());
        if padded != ty {
            input = self.pad(conversion, op, input, padded)?;
        }
        conversion.change(op, &[input], &[padded]);
        if self.zeros.contains(&input) {
            self.zeros.insert(conversion.module.op(op).result(0));
        }
        Ok(())
    }

    /// Pads a value with zeros behind its elements.
    fn pad(
        &mut self,
        conversion: &mut Conversion<'_>,
        op: OpId,
        value: ValueId,
        ty: TypeId,
    ) -> Result<ValueId, Diagnostics> {
        let scalar = conversion.tensor(&[], conversion.element(value));
        let Some(zero) = conversion.zeros(scalar) else {
            return Err(fault(conversion.module, op, "its element type has no zero to pad with"));
        };
        let (Some(old), Some(new)) = (
            static_shape(conversion.module, conversion.module.type_of(value)),
            static_shape(conversion.module, ty),
        ) else {
            return Err(fault(conversion.module, op, "its shape is dynamic"));
        };
        let high: Vec<i64> = old.iter().zip(&new).map(|(old, new)| (new - old) as i64).collect();
        let none = vec![0; high.len()];
        let sharding = shardings::of_value(conversion.module, value);
        let pad = conversion.pad(value, zero, ty, [&none, &high, &none]);
        if let Some(sharding) = sharding {
            conversion.set_sharding(pad, sharding);
        }
        let padded = conversion.module.op(pad).result(0);
        self.zeros.insert(padded);
        Ok(padded)
    }

    /// A gathered value loses the padding of the dimensions along which it is gathered.
    fn all_gather(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let source = conversion.module.op(op).operands[0];
        let input = self.operand(conversion, source);
        let old = conversion.module.op(op).result(0);
        let before = static_shape(conversion.module, conversion.type_before(old));
        let shape = static_shape(conversion.module, conversion.module.type_of(input));
        let (Some(before), Some(shape)) = (before, shape) else {
            return Err(fault(conversion.module, op, "its shape is dynamic"));
        };
        let padded = self.type_of(conversion, old);
        let ty = larger(conversion.module, padded, Some(&shape));
        let gathered: Vec<bool> = match conversion.sdy_attr(op, "gathering_axes") {
            Some(SdyAttr::AxisRefLists(lists)) => lists.iter().map(|axes| !axes.is_empty()).collect(),
            _ => Vec::new(),
        };
        conversion.change(op, &[input], &[ty]);
        let is_zero = self.zeros.contains(&input);
        self.zeros.extend(is_zero.then_some(old));
        let new = conversion.shape(old);
        let is_trimmed = |dim: usize| gathered.get(dim) == Some(&true) && new[dim] > before[dim];
        if !(0..new.len()).any(is_trimmed) {
            return Ok(());
        }
        let limits: Vec<u64> =
            (0..new.len()).map(|dim| if is_trimmed(dim) { before[dim] } else { new[dim] }).collect();
        self.trim(conversion, op, limits, is_zero)
    }

    /// Removes the padding of a gathered value by a slice. A dimension that is still sharded must be even again.
    fn trim(
        &mut self,
        conversion: &mut Conversion<'_>,
        gather: OpId,
        mut limits: Vec<u64>,
        is_zero: bool,
    ) -> Result<(), Diagnostics> {
        let value = conversion.module.op(gather).result(0);
        let sharding = shardings::of_value(conversion.module, value);
        let counts = sharding.as_ref().and_then(|spec| shardings::shard_counts(self.meshes, spec));
        let size = conversion.shape(value);
        let mut is_even = true;
        for (dim, &count) in counts.iter().flatten().enumerate() {
            let even = limits[dim].next_multiple_of(count.max(1));
            if even == limits[dim] {
                continue;
            }
            is_even = false;
            if size[dim].div_ceil(count) != limits[dim].div_ceil(count) {
                return Err(fault(conversion.module, gather, "trimming its padding needs communication"));
            }
            limits[dim] = even;
        }
        let slice = conversion.head(value, &limits);
        if let Some(sharding) = sharding {
            conversion.set_sharding(slice, sharding);
        }
        let trimmed = conversion.module.op(slice).result(0);
        self.zeros.extend((is_zero && is_even).then_some(trimmed));
        conversion.replace(value, trimmed);
        Ok(())
    }

    /// A slice extends to the end of the padding.
    fn slice(&self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let operands = self.operands(conversion, op);
        let result = conversion.module.op(op).result(0);
        let ty = self.type_of(conversion, result);
        if ty == conversion.type_before(result) {
            return self.change(conversion, op, &operands);
        }
        let list = |name: &str| conversion.int_list(op, name).unwrap_or_default().to_vec();
        let (starts, limits, strides) = (list("start_indices"), list("limit_indices"), list("strides"));
        let operand = conversion.module.op(op).operands[0];
        let sizes = |ty| static_shape(conversion.module, ty).unwrap_or_default();
        let (input, output) = (sizes(conversion.type_before(operand)), sizes(conversion.type_before(result)));
        let shape = sizes(ty);
        let spec = shardings::of_value(conversion.module, operands[0]);
        let counts = spec.and_then(|spec| shardings::shard_counts(self.meshes, &spec));
        let mut new_limits = Vec::with_capacity(limits.len());
        for (dim, &size) in shape.iter().enumerate() {
            let limit = starts[dim] + size as i64;
            let Some(&count) = counts.as_ref().and_then(|counts| counts.get(dim)) else {
                return Err(fault(conversion.module, op, "its operand has no sharding"));
            };
            let is_local = count <= 1
                || starts[dim] == 0
                    && strides[dim] == 1
                    && input[dim].div_ceil(count) == output[dim].div_ceil(count);
            if limit != limits[dim] && !is_local {
                return Err(fault(conversion.module, op, "it needs communication"));
            }
            new_limits.push(limit);
        }
        let sharding = shardings::of_value(conversion.module, result);
        let lists = [("limit_indices", new_limits), ("start_indices", starts), ("strides", strides)];
        let attrs = lists.map(|(name, list)| (name, conversion.ints(&list)));
        let slice = conversion.op(OpCode::Slice, &operands, &[ty], &attrs);
        if let Some(sharding) = sharding {
            conversion.set_sharding(slice, sharding);
        }
        conversion.replace(result, conversion.module.op(slice).result(0));
        Ok(())
    }

    /// A product must sum zeros where its operands are padded.
    fn dot_general(&self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let mut operands = self.operands(conversion, op);
        let name = conversion.module.context.symbol("dot_dimension_numbers");
        let Some(Attr::Record(numbers)) = conversion.module.attr(op, name) else {
            return self.change(conversion, op, &operands);
        };
        let dims = ["lhs_contracting_dimensions", "rhs_contracting_dimensions"]
            .map(|name| numbers.ints(name).to_vec());
        for (index, dims) in dims.iter().enumerate() {
            let before = conversion.type_before(conversion.module.op(op).operands[index]);
            let Some(before) = static_shape(conversion.module, before) else { continue };
            operands[index] = self.masked(conversion, op, operands[index], &before, dims)?;
        }
        self.change(conversion, op, &operands)
    }

    /// A value whose padding along these dimensions holds zeros.
    fn masked(
        &self,
        conversion: &mut Conversion<'_>,
        op: OpId,
        value: ValueId,
        before: &[u64],
        dims: &[i64],
    ) -> Result<ValueId, Diagnostics> {
        let shape = conversion.shape(value);
        if self.zeros.contains(&value) {
            return Ok(value);
        }
        let index = conversion.module.context.int_type(32);
        let (indices, scalar) = (conversion.tensor(&shape, index), conversion.tensor(&[], index));
        let mut mask = None;
        for (dim, &size) in before.iter().enumerate() {
            if size == shape[dim] || !dims.contains(&(dim as i64)) {
                continue;
            }
            let number = conversion.int(dim as i64);
            let position =
                conversion.single_result(OpCode::Iota, &[], indices, &[("iota_dimension", number)]);
            let limit = conversion.splat(&(size as i32).to_le_bytes(), scalar);
            let limit = conversion.broadcast(limit, indices, &[]);
            let inside = conversion.compare("LT", position, limit);
            mask = Some(match mask {
                Some(mask) => conversion.like(OpCode::And, &[mask, inside]),
                None => inside,
            });
        }
        let Some(mask) = mask else { return Ok(value) };
        let scalar = conversion.tensor(&[], conversion.element(value));
        let Some(zero) = conversion.zeros(scalar) else {
            return Err(fault(conversion.module, op, "its element type has no zero to mask with"));
        };
        let zeros = conversion.broadcast(zero, conversion.module.type_of(value), &[]);
        Ok(conversion.select(mask, value, zeros))
    }
}

/// As in Shardy, an op that is padded inside a loop uses the result of the loop for the value that the loop carries.
/// Such a module does not verify.
fn owner(module: &Module, value: ValueId) -> ValueId {
    match module.value(value).definition {
        Definition::Argument { block, index } => {
            let parent = module.block_parent(block);
            let is_loop = shardings::op_code(module, parent) == Some(OpCode::While);
            if is_loop { module.op(parent).result(index as usize) } else { value }
        }
        Definition::Result { .. } => value,
    }
}

/// The larger size of each dimension.
fn larger(module: &mut Module, ty: TypeId, shape: Option<&Vec<u64>>) -> TypeId {
    let (Some(shape), Some(tensor)) = (shape, module.context.tensor(ty)) else { return ty };
    let (element, old) = (tensor.element, tensor.shape.clone());
    let sizes: Vec<u64> =
        shape.iter().zip(&old).map(|(&size, old)| old.size().map_or(size, |old| old.max(size))).collect();
    module.context.tensor_type(&sizes, element)
}

fn fault(module: &Module, op: OpId, why: &str) -> Diagnostics {
    let message = format!("`{}` cannot be padded to a multiple of its shards: {why}", module.op_name(op));
    let help = "reshard the value so that its shard counts divide it, or use `partita partition`";
    let fault = Diagnostic::error(code::CANNOT_PAD, module.op(op).span, message).help(help);
    single_diagnostic(fault)
}
