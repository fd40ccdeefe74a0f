//! The position of a device's shards, looked up by the device id.

use partita_ir::{OpCode, Signedness, Type, TypeId, ValueId};
use partita_mesh::spec::AxisSpec;
use partita_mesh::{AxisRef, DeviceId, Mesh};

use super::super::conversion::Conversion;
use super::{Refusal, resolve};

/// The index of a device's shard along some axes.
///
/// For a sub-axis this reproduces a mistake of Shardy, which takes the sub-axes of an axis in the opposite order:
/// `"y":(1)2` of an axis of size 4 is read as its minor half.
pub(super) fn shard_index(mesh: &Mesh, axes: &[AxisRef], device: u64) -> u64 {
    let position = mesh.position(DeviceId(device)).unwrap_or(device);
    axes.iter().fold(0, |index, &axis| {
        let minor = mesh.stride(mesh.axis(axis.axis()));
        index * axis.size() + position / (minor * axis.pre()) % axis.size()
    })
}

/// One entry for each device.
pub(super) fn per_device<T>(mesh: &Mesh, axes: &[AxisRef], value: impl Fn(u64) -> T) -> Vec<T> {
    (0..mesh.device_count()).map(|device| value(shard_index(mesh, axes, device))).collect()
}

impl Conversion<'_> {
    /// The type of a scalar.
    pub(super) fn scalar(&mut self, element: TypeId) -> TypeId {
        self.tensor(&[], element)
    }

    /// `tensor<i64>`
    pub(super) fn index_type(&mut self) -> TypeId {
        let element = self.module.context.int_type(64);
        self.scalar(element)
    }

    /// Converts a value to another element type.
    pub(super) fn convert_to(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        self.single_result(OpCode::Convert, &[value], ty, &[])
    }

    /// The id of this device as a 64-bit scalar: `partition_id`, converted.
    pub(super) fn device_number(&mut self) -> ValueId {
        let element = self.module.context.ty(Type::Integer { width: 32, sign: Signedness::Unsigned });
        let ty = self.scalar(element);
        let number = self.single_result(OpCode::PartitionId, &[], ty, &[]);
        let ty = self.index_type();
        self.convert_to(number, ty)
    }

    /// The entry of a table at an index.
    pub(super) fn look_up(&mut self, table: ValueId, index: ValueId) -> ValueId {
        let ty = self.tensor(&[1], self.element(table));
        let sizes = self.ints(&[1]);
        self.single_result(OpCode::DynamicSlice, &[table, index], ty, &[("slice_sizes", sizes)])
    }

    /// The entry of a table of 64-bit integers for this device.
    pub(super) fn look_up_index(&mut self, entries: &[i64], device: ValueId) -> ValueId {
        let table = self.table(entries);
        let entry = self.look_up(table, device);
        self.reshape(entry, &[])
    }

    /// The index of the first element of this device's shard along a dimension.
    pub(super) fn shard_start(
        &mut self,
        mesh: &Mesh,
        axes: &[AxisSpec],
        size: u64,
    ) -> Result<ValueId, Refusal> {
        let starts = per_device(mesh, &resolve(mesh, axes)?, |index| (index * size) as i64);
        let device = self.device_number();
        Ok(self.look_up_index(&starts, device))
    }

    /// A scalar constant of 64 bits.
    pub(super) fn constant_index(&mut self, value: i64) -> ValueId {
        let ty = self.index_type();
        self.splat(&value.to_le_bytes(), ty)
    }

    /// The shard of a value along the axes of each dimension.
    pub(super) fn slice_along(
        &mut self,
        value: ValueId,
        mesh: &Mesh,
        axes: &[Vec<AxisSpec>],
        ty: TypeId,
    ) -> Result<ValueId, Refusal> {
        let shape = super::shardings::static_shape(self.module, ty).ok_or("its shape is dynamic")?;
        let mut operands = vec![value];
        for (dim, &size) in shape.iter().enumerate() {
            operands.push(match axes.get(dim) {
                Some(axes) if !axes.is_empty() => self.shard_start(mesh, axes, size)?,
                _ => self.constant_index(0),
            });
        }
        Ok(self.dynamic_slice(&operands, ty, &shape))
    }

    pub(super) fn dynamic_slice(&mut self, operands: &[ValueId], ty: TypeId, shape: &[u64]) -> ValueId {
        let sizes: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
        let sizes = self.ints(&sizes);
        self.single_result(OpCode::DynamicSlice, operands, ty, &[("slice_sizes", sizes)])
    }
}
