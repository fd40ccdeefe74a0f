//! Shardings in the notations of other systems: `P('x', None)` of JAX and `{devices=[2,1]<=[2]}` of GSPMD.
//!
//! Both describe where the data is. What only propagation needs, such as openness and priorities, is left out.

use crate::{AxisRef, Mesh, MeshKind, TensorSharding};

/// The most devices that are listed one by one.
const MAX_LISTED: u64 = 1024;

/// A sharding as a `PartitionSpec` of JAX, with one entry per dimension of a tensor with `rank` dimensions. `None` for
/// sub-axes and maximal meshes, which it cannot express.
///
/// ```
/// use partita_mesh::{Mesh, Meshes, Subject, foreign_notation, spec::MeshSpec, text::parse_sharding_spans};
///
/// let mut meshes = Meshes::default();
/// let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4)])).unwrap();
/// meshes.define("mesh", mesh.clone());
/// let mut cursor = partita_base::Cursor::new(r#"<@mesh, [{"y", "x"}, {?}]>"#);
/// let (spec, _) = parse_sharding_spans(&mut cursor).unwrap();
/// let sharding = meshes.resolve(&spec, Subject::Ranked(2)).unwrap();
/// assert_eq!(foreign_notation::jax_notation(&mesh, &sharding, 2).unwrap(), "P(('y', 'x'), None)");
/// assert_eq!(foreign_notation::gspmd_notation(&mesh, &sharding, 2).unwrap(), "{devices=[8,1]<=[2,4]T(1,0)}");
/// ```
pub fn jax_notation(mesh: &Mesh, sharding: &TensorSharding, rank: usize) -> Option<String> {
    if mesh.is_maximal() || sharding.axes().any(|axis| !mesh.is_full_axis(axis)) {
        return None;
    }
    let name = |axis: &AxisRef| python_string(mesh.mesh_axis(axis.axis()).name());
    let entry = |dim: usize| match sharding.dims().get(dim).map_or(&[][..], |dim| &dim.axes) {
        [] => "None".to_string(),
        [one] => name(one),
        several => format!("({})", several.iter().map(name).collect::<Vec<_>>().join(", ")),
    };
    let mut entries: Vec<String> = (0..rank).map(entry).collect();
    let unreduced: Vec<String> = sharding.unreduced_axes().iter().map(name).collect();
    if !unreduced.is_empty() {
        entries.push(format!("unreduced={{{}}}", unreduced.join(", ")));
    }
    Some(format!("P({})", entries.join(", ")))
}

/// A string literal of Python.
fn python_string(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The sharding of a tensor with `rank` dimensions as GSPMD prints it. `None` for unreduced axes, which it cannot
/// express, and for a mesh with more than 1024 devices in an order of its own.
pub fn gspmd_notation(mesh: &Mesh, sharding: &TensorSharding, rank: usize) -> Option<String> {
    if let MeshKind::Maximal(device) = mesh.kind() {
        return Some(format!("{{maximal device={}}}", device.0));
    }
    if !sharding.unreduced_axes().is_empty() {
        return None;
    }
    if sharding.is_fully_replicated() {
        return Some("{replicated}".into());
    }
    let parts = axis_parts(mesh, sharding);
    let used: Vec<AxisRef> = sharding.dims().iter().flat_map(|dim| &dim.axes).copied().collect();
    let is_used = |part: &AxisRef| used.iter().any(|axis| axis.contains(*part));
    // The devices are read along the axes of each dimension, and then along those that are not used.
    let mut order: Vec<usize> = Vec::new();
    for axis in &used {
        order.extend((0..parts.len()).filter(|&index| axis.contains(parts[index])));
    }
    order.extend((0..parts.len()).filter(|&index| !is_used(&parts[index])));
    let mut tiles: Vec<u64> = (0..rank).map(|dim| sharding.shards(dim)).collect();
    let copies = mesh.device_count() / tiles.iter().product::<u64>().max(1);
    let rest = if copies > 1 { " last_tile_dim_replicate" } else { "" };
    tiles.extend((copies > 1).then_some(copies));
    let sizes: Vec<u64> = parts.iter().map(|part| part.size()).collect();
    let devices = match mesh.kind() {
        MeshKind::Iota | MeshKind::Empty => iota(&sizes, &order),
        _ if mesh.device_count() > MAX_LISTED => return None,
        _ => {
            let device = |position: u64| Some(mesh.device(position)?.0.to_string());
            transposed(&sizes, &order).into_iter().map(device).collect::<Option<Vec<_>>>()?.join(",")
        }
    };
    Some(format!("{{devices=[{}]{devices}{rest}}}", join(&tiles)))
}

/// The axes of a mesh in order, each split wherever a sharding uses a sub-axis of it.
fn axis_parts(mesh: &Mesh, sharding: &TensorSharding) -> Vec<AxisRef> {
    let mut parts = Vec::new();
    for id in mesh.axis_ids() {
        let size = mesh.mesh_axis(id).size();
        let mut borders = vec![1, size];
        let uses = sharding.dims().iter().flat_map(|dim| &dim.axes).filter(|axis| axis.axis() == id);
        borders.extend(uses.flat_map(|axis| [axis.pre(), axis.end()]));
        borders.sort_unstable();
        borders.dedup();
        parts.extend(borders.windows(2).filter_map(|pair| mesh.part(id, pair[0], pair[1] / pair[0])));
    }
    parts
}

/// `<=[4,2]T(1,0)`: the positions of an array of these sizes, with its dimensions in another order. Neighbours that
/// stay neighbours are one dimension.
fn iota(sizes: &[u64], order: &[usize]) -> String {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &dim in order.iter().filter(|&&dim| sizes[dim] > 1) {
        match groups.last_mut() {
            Some(group) if follows(sizes, group[group.len() - 1], dim) => group.push(dim),
            _ => groups.push(vec![dim]),
        }
    }
    let mut sorted: Vec<usize> = (0..groups.len()).collect();
    sorted.sort_by_key(|&group| groups[group][0]);
    let merged: Vec<u64> =
        sorted.iter().map(|&group| groups[group].iter().map(|&dim| sizes[dim]).product()).collect();
    let rank_of = |group: usize| sorted.iter().position(|&other| other == group).unwrap_or(0) as u64;
    let order: Vec<u64> = (0..groups.len()).map(rank_of).collect();
    let transposition = if order.is_sorted() { String::new() } else { format!("T({})", join(&order)) };
    let merged = if merged.is_empty() { vec![1] } else { merged };
    format!("<=[{}]{transposition}", join(&merged))
}

/// Whether `next` is the dimension after `dim`, apart from those of size 1.
fn follows(sizes: &[u64], dim: usize, next: usize) -> bool {
    next > dim && sizes[dim + 1..next].iter().all(|&size| size == 1)
}

/// The positions of an array of these sizes, listed with its dimensions in another order.
fn transposed(sizes: &[u64], order: &[usize]) -> Vec<u64> {
    let mut positions = vec![0];
    for &dim in order {
        let stride: u64 = sizes[dim + 1..].iter().product();
        positions = positions
            .into_iter()
            .flat_map(|position| (0..sizes[dim]).map(move |index| position + index * stride))
            .collect();
    }
    positions
}

fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::MeshSpec;
    use crate::text::parse_sharding_spans;
    use crate::{DeviceId, DeviceSlices, Meshes, Subject};

    /// The JAX and GSPMD notations of a sharding.
    fn notations(mesh: &MeshSpec, text: &str, rank: usize) -> (String, String) {
        let mut meshes = Meshes::default();
        let id = meshes.define("m", Mesh::from_spec(mesh).unwrap()).unwrap();
        let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(text)).unwrap();
        let sharding = meshes.resolve(&spec, Subject::Ranked(rank)).unwrap();
        let mesh = meshes.get(id);
        let gspmd = gspmd_notation(mesh, &sharding, rank);
        if let Some(text) = gspmd.as_ref().filter(|text| text.starts_with("{devices=")) {
            let slices = DeviceSlices::new(mesh, &sharding, &vec![64; rank]);
            for (device, shard) in shards(text, rank) {
                assert_eq!(slices.shard(DeviceId(device)), Some(shard), "device {device} in {text}");
            }
        }
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
        (or_none(jax_notation(mesh, &sharding, rank)), or_none(gspmd))
    }

    fn numbers(text: &str) -> Vec<u64> {
        text.split(',').map(|number| number.parse().unwrap()).collect()
    }

    /// The shard of every device according to a sharding of GSPMD, read by its definition.
    fn shards(text: &str, rank: usize) -> Vec<(u64, Vec<u64>)> {
        let (tiles, rest) = text.strip_prefix("{devices=[").unwrap().split_once(']').unwrap();
        let tiles = numbers(tiles);
        let rest = rest.trim_end_matches('}').trim_end_matches(" last_tile_dim_replicate");
        let devices = match rest.strip_prefix("<=[") {
            None => numbers(rest),
            Some(iota) => {
                let (sizes, order) = iota.split_once(']').unwrap();
                let sizes = numbers(sizes);
                let order = order.strip_prefix("T(").and_then(|order| order.strip_suffix(')'));
                let order = order.map_or((0..sizes.len() as u64).collect(), numbers);
                // Count in the transposed array, and look up each element in the original one.
                let count: u64 = sizes.iter().product();
                let element = |index: u64| {
                    let (mut rest, mut device) = (index, 0);
                    for &dim in order.iter().rev() {
                        let stride: u64 = sizes[dim as usize + 1..].iter().product();
                        device += rest % sizes[dim as usize] * stride;
                        rest /= sizes[dim as usize];
                    }
                    device
                };
                (0..count).map(element).collect()
            }
        };
        let shard = |(index, device): (usize, u64)| {
            let mut rest = index as u64;
            let digit = |tile: &u64| {
                let digit = rest % tile;
                rest /= tile;
                digit
            };
            let mut shard: Vec<u64> = tiles.iter().rev().map(digit).collect();
            shard.reverse();
            shard.truncate(rank);
            (device, shard)
        };
        devices.into_iter().enumerate().map(shard).collect()
    }

    #[test]
    fn shardings_have_the_notations_of_other_systems() {
        let mesh = MeshSpec::new([("x", 2), ("y", 4)]);
        for (text, jax, gspmd) in [
            (r#"<@m, [{"x"}, {}]>"#, "P('x', None)", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
            (
                r#"<@m, [{}, {"y"}]>"#,
                "P(None, 'y')",
                "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
            ),
            (r#"<@m, [{"x"}, {"y"}]>"#, "P('x', 'y')", "{devices=[2,4]<=[8]}"),
            (r#"<@m, [{"y"}, {"x"}]>"#, "P('y', 'x')", "{devices=[4,2]<=[2,4]T(1,0)}"),
            (r#"<@m, [{"x", "y", ?}, {?}]>"#, "P(('x', 'y'), None)", "{devices=[8,1]<=[8]}"),
            (r#"<@m, [{}, {?}]>"#, "P(None, None)", "{replicated}"),
            (r#"<@m, [{"y":(1)2}, {}]>"#, "-", "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"),
            (r#"<@m, [{"y":(2)2}, {"x"}]>"#, "-", "{devices=[2,2,2]<=[4,2]T(1,0) last_tile_dim_replicate}"),
            (r#"<@m, [{"x"}, {}], unreduced={"y"}>"#, "P('x', None, unreduced={'y'})", "-"),
        ] {
            assert_eq!(notations(&mesh, text, 2), (jax.to_string(), gspmd.to_string()), "{text}");
        }
    }

    #[test]
    fn every_device_has_the_same_shard_in_both_notations() {
        let mesh = MeshSpec::new([("x", 2), ("y", 12), ("one", 1), ("z", 4)]);
        let axes = [
            r#""x""#,
            r#""y""#,
            r#""y":(1)3"#,
            r#""y":(3)4"#,
            r#""y":(2)3"#,
            r#""z""#,
            r#""z":(2)2"#,
            r#""one""#,
        ];
        let mut count = 0;
        for first in axes {
            for second in axes.into_iter().filter(|second| second[..3] != first[..3]) {
                for text in [
                    format!("<@m, [{{{first}}}, {{{second}}}, {{}}]>"),
                    format!("<@m, [{{}}, {{{first}, {second}}}, {{}}]>"),
                ] {
                    notations(&mesh, &text, 3);
                    count += 1;
                }
            }
        }
        assert!(count > 50, "{count}");
    }

    #[test]
    fn other_orders_of_devices_are_listed() {
        let mut mesh = MeshSpec::new([("x", 2), ("y", 2)]);
        mesh.device_ids = vec![3, 2, 1, 0];
        let listed = "{devices=[2,1,2]3,1,2,0 last_tile_dim_replicate}";
        assert_eq!(notations(&mesh, r#"<@m, [{"y"}, {}]>"#, 2).1, listed);
        let single = MeshSpec::maximal(5);
        assert_eq!(notations(&single, "<@m, []>", 2), ("-".into(), "{maximal device=5}".into()));
    }
}
