//! Along which axes of a mesh the devices of a collective talk.

use partita_ir::{Attr, Context, DenseData, Module};
use partita_mesh::{DeviceId, Mesh};
use rustc_hash::FxHashMap;

use crate::comms::Collective;

/// For each collective the axes, major first, along which devices that talk to each other differ. Devices that the mesh does not
/// have are passed over.
pub fn collective_axes(module: &Module, all: &[Collective], mesh: &Mesh) -> Vec<Vec<String>> {
    // Programs repeat a few groupings many times.
    let mut known = FxHashMap::default();
    let names = ["replica_groups", "source_target_pairs"].map(|name| module.context.find_symbol(name));
    let axes = |collective: &Collective| {
        let groups = names.iter().flatten().find_map(|&name| module.op(collective.op).attr(name));
        let Some(groups) = groups else { return Vec::<String>::new() };
        let axes = known.entry(groups);
        axes.or_insert_with(|| differing(&module.context, module.context.attr_of(groups), mesh)).clone()
    };
    all.iter().map(axes).collect()
}

/// The axes along which the devices of a row differ from its first, in any row.
fn differing(context: &Context, groups: &Attr, mesh: &Mesh) -> Vec<String> {
    let Attr::Dense { ty, data: DenseData::Full(bytes) } = groups else { return Vec::new() };
    let row = context.tensor(*ty).and_then(|tensor| tensor.shape.get(1)?.size()).unwrap_or(1).max(1);
    let position = |bytes: &[u8]| {
        let device = i64::from_le_bytes(bytes.try_into().ok()?);
        // A group that is shorter than others ends in -1.
        mesh.position(DeviceId(u64::try_from(device).ok()?))
    };
    let positions: Vec<Option<u64>> = bytes.chunks(8).map(position).collect();
    let mut differ = vec![false; mesh.axes().len()];
    for group in positions.chunks(usize::try_from(row).unwrap_or(usize::MAX)) {
        let Some(first) = group.first().copied().flatten() else { continue };
        for other in group.iter().flatten() {
            let (mut here, mut there) = (first, *other);
            for (axis, differs) in mesh.axes().iter().zip(&mut differ).rev() {
                *differs |= here % axis.size() != there % axis.size();
                (here, there) = (here / axis.size(), there / axis.size());
            }
        }
    }
    let named = mesh.axes().iter().zip(differ).filter(|(_, differs)| *differs);
    named.map(|(axis, _)| axis.name().to_string()).collect()
}
