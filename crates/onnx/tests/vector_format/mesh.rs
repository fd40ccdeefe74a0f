//! Vectors about meshes.

use partita_base::Id;
use partita_mesh::spec::{AxisSpec, MeshAxisSpec, MeshSpec, SubAxis};
use partita_mesh::{DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use serde_json::Value;

use super::{Fields, dims, layout, same};
use partita_onnx::layout::{DeviceLayout, layouts_to_mesh, mesh_to_layout};
use partita_onnx::types::Dim;

/// From a mesh to a spec.
pub(super) fn to_onnx(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["mesh", "dim_shardings", "shape", "num_devices", "expect"])?;
    let mesh = mesh(&fields.object("mesh")?)?;
    let shardings = fields.list("dim_shardings")?;
    let dims = match fields.get("shape") {
        Some(shape) => dims(shape)?,
        None => vec![Dim::Unknown; shardings.len()],
    };
    let mut parts = ShardingParts::default();
    for list in shardings {
        let axes = list
            .as_array()
            .ok_or("expected a list of axes per dimension")?
            .iter()
            .map(axis)
            .collect::<Result<Vec<_>, _>>()?;
        let axes = axes.iter().map(|axis| mesh.resolve_axis(axis)).collect::<Option<Vec<_>>>();
        parts.dims.push(DimSharding::closed(axes.ok_or("the mesh has no such axis")?));
    }
    let sharding = TensorSharding::new(MeshId::from_index(0), &mesh, parts.normalised())
        .map_err(|errors| format!("the sharding is wrong: {errors:?}"))?;
    let found = mesh_to_layout(&mesh, &sharding, &dims).ok_or("the sharding has no layout")?;
    let expect = fields.object("expect")?;
    expect.only(&["spec"])?;
    let expected =
        layout(expect.need("spec")?, &dims, mesh.device_count()).map_err(|errors| errors.join(", "))?;
    same(&found, &expected, "the layout")?;
    // The written spec has the same layout.
    let again = DeviceLayout::from_spec(&found.to_spec("x"), &dims, mesh.device_count());
    same(&again.map_err(|errors| format!("what is written is wrong: {errors:?}"))?, &found, "what is written")
}

/// From specs to a mesh.
pub(super) fn from_onnx(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["num_devices", "tensors", "expect"])?;
    let num_devices = fields.num_devices()?;
    let mut layouts = Vec::new();
    let mut shapes = Vec::new();
    for tensor in fields.list("tensors")? {
        let tensor = Fields::of(tensor, "a tensor")?;
        tensor.only(&["name", "shape", "spec"])?;
        let dims = dims(tensor.need("shape")?)?;
        layouts.push(layout(tensor.need("spec")?, &dims, num_devices).map_err(|errors| errors.join(", "))?);
        shapes.push(dims);
    }
    let expect = fields.object("expect")?;
    expect.only(&["mesh", "inexpressible"])?;
    let found = layouts_to_mesh(&layouts.iter().collect::<Vec<_>>(), num_devices, MeshId::from_index(0));
    if let Some(reason) = expect.get("inexpressible").and_then(Value::as_str) {
        return match found {
            Err((_, why)) if why.name() == reason => Ok(()),
            Err((_, why)) => Err(format!("the reason is {}, expected {reason}", why.name())),
            Ok((mesh, _)) => Err(format!("there is a mesh: {:?}", mesh.to_spec())),
        };
    }
    let (found, shardings) =
        found.map_err(|(tensor, why)| format!("no mesh for tensor {tensor}: {}", why.name()))?;
    for ((sharding, layout), dims) in shardings.iter().zip(&layouts).zip(&shapes) {
        let again = mesh_to_layout(&found, sharding, dims).ok_or("a sharding has no layout")?;
        same(&again, layout, "the layout on the mesh")?;
    }
    let expect = expect.object("mesh")?;
    expect.only(&["axis_sizes", "device_ids"])?;
    let expected = mesh_of(expect.list("axis_sizes")?.iter().map(Value::as_u64), expect.get("device_ids"))?;
    let ids = |mesh: &Mesh| mesh.devices().map_err(|error| format!("{error:?}"));
    if ids(&found)? != ids(&expected)? {
        return Err(format!("the devices are {:?}", ids(&found)?));
    }
    if !coarsens(&expected, &found) && !coarsens(&found, &expected) {
        return Err(format!("the axes are {:?}", found.to_spec().axes));
    }
    Ok(())
}

/// Whether the axes of `coarse` are those of `fine` with neighbours merged.
fn coarsens(coarse: &Mesh, fine: &Mesh) -> bool {
    let ends = |mesh: &Mesh| {
        let mut product = 1;
        mesh.axes().iter().map(|axis| (product *= axis.size(), product).1).collect::<Vec<u64>>()
    };
    let fine = ends(fine);
    ends(coarse).iter().all(|end| *end == 1 || fine.contains(end))
}

fn mesh(fields: &Fields<'_>) -> Result<Mesh, String> {
    fields.only(&["axes", "device_ids"])?;
    let mut axes = Vec::new();
    for axis in fields.list("axes")? {
        match (axis.get(0).and_then(Value::as_str), axis.get(1).and_then(Value::as_i64)) {
            (Some(name), Some(size)) => axes.push(MeshAxisSpec::new(name, size)),
            _ => return Err("an axis is not a name and a size".into()),
        }
    }
    build(axes, fields.get("device_ids"))
}

fn mesh_of(sizes: impl Iterator<Item = Option<u64>>, ids: Option<&Value>) -> Result<Mesh, String> {
    let mut axes = Vec::new();
    for (i, size) in sizes.enumerate() {
        axes.push(MeshAxisSpec::new(format!("a{i}"), size.ok_or("expected a number as size")? as i64));
    }
    build(axes, ids)
}

fn build(axes: Vec<MeshAxisSpec>, ids: Option<&Value>) -> Result<Mesh, String> {
    let ids = ids.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let device_ids =
        ids.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>().ok_or("expected a number as device")?;
    Mesh::from_spec(&MeshSpec { axes, device_ids }).map_err(|errors| format!("the mesh is wrong: {errors:?}"))
}

fn axis(value: &Value) -> Result<AxisSpec, String> {
    if let Some(name) = value.as_str() {
        return Ok(AxisSpec { name: name.into(), part: None });
    }
    let fields = Fields::of(value, "an axis")?;
    fields.only(&["axis", "pre_size", "size"])?;
    let part = SubAxis { pre: fields.number("pre_size")? as i64, size: fields.number("size")? as i64 };
    Ok(AxisSpec { name: fields.text("axis")?.into(), part: Some(part) })
}
