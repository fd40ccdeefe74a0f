//! Shardings as GSPMD prints them: `{devices=[2,1]<=[2]}`.

use super::Inexpressible;
use crate::{AxisRef, Mesh, MeshKind, TensorSharding, notation};

/// The most devices that are listed one by one.
const MAX_LISTED: u64 = 1024;

/// The sharding of a tensor with `rank` dimensions as GSPMD prints it. Fails for unreduced axes, which it cannot
/// express, and for a mesh with more than 1024 devices in an order of its own.
pub fn gspmd_notation(mesh: &Mesh, sharding: &TensorSharding, rank: usize) -> Result<String, Inexpressible> {
    if let MeshKind::Maximal(device) = mesh.kind() {
        return Ok(format!("{{maximal device={}}}", device.0));
    }
    if !sharding.unreduced_axes().is_empty() {
        return Err(Inexpressible::Unreduced(notation::axes_notation(mesh, sharding.unreduced_axes())));
    }
    // Axes of size 1 shard nothing.
    if (0..rank).all(|dim| sharding.shards(dim) == 1) {
        return Ok("{replicated}".into());
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
        _ if mesh.device_count() > MAX_LISTED => {
            return Err(Inexpressible::DeviceOrder(mesh.device_count()));
        }
        _ => {
            let device = |position: u64| mesh.device(position).map(|device| device.0.to_string());
            transposed(&sizes, &order).into_iter().filter_map(device).collect::<Vec<_>>().join(",")
        }
    };
    Ok(format!("{{devices=[{}]{devices}{rest}}}", join(&tiles)))
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

    /// The GSPMD notation of a sharding, checked device by device.
    fn written(mesh: &MeshSpec, text: &str, rank: usize) -> String {
        let mut meshes = Meshes::default();
        let id = meshes.define("m", Mesh::from_spec(mesh).unwrap()).unwrap();
        let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(text)).unwrap();
        let sharding = meshes.resolve(&spec, Subject::Ranked(rank)).unwrap();
        let mesh = meshes.get(id);
        let gspmd = gspmd_notation(mesh, &sharding, rank);
        if let Some(text) = gspmd.as_ref().ok().filter(|text| text.starts_with("{devices=")) {
            let slices = DeviceSlices::new(mesh, &sharding, &vec![64; rank]);
            for (device, shard) in shards(text, rank) {
                assert_eq!(slices.shard(DeviceId(device)), Some(shard), "device {device} in {text}");
            }
        }
        gspmd.unwrap_or_else(|why| why.to_string())
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
    fn tiles_follow_the_axes_of_each_dimension() {
        let mesh = MeshSpec::new([("x", 2), ("y", 4)]);
        for (text, gspmd) in [
            (r#"<@m, [{"x"}, {}]>"#, "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
            (r#"<@m, [{}, {"y"}]>"#, "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"),
            (r#"<@m, [{"x"}, {"y"}]>"#, "{devices=[2,4]<=[8]}"),
            (r#"<@m, [{"y"}, {"x"}]>"#, "{devices=[4,2]<=[2,4]T(1,0)}"),
            (r#"<@m, [{"x", "y", ?}, {?}]>"#, "{devices=[8,1]<=[8]}"),
            (r#"<@m, [{}, {?}]>"#, "{replicated}"),
            (r#"<@m, [{"y":(1)2}, {}]>"#, "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"),
            (r#"<@m, [{"y":(2)2}, {"x"}]>"#, "{devices=[2,2,2]<=[4,2]T(1,0) last_tile_dim_replicate}"),
            (r#"<@m, [{"x"}, {}], unreduced={"y"}>"#, "unreduced y"),
        ] {
            assert_eq!(written(&mesh, text, 2), gspmd, "{text}");
        }
    }

    #[test]
    fn every_device_has_the_same_shard() {
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
                    written(&mesh, &text, 3);
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
        assert_eq!(written(&mesh, r#"<@m, [{"y"}, {}]>"#, 2), listed);
        let single = MeshSpec::maximal(5);
        assert_eq!(written(&single, "<@m, []>", 2), "{maximal device=5}");
    }
}
