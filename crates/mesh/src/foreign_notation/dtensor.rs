//! Shardings as the placements of a DTensor: `(Shard(0), Replicate())`, one per axis of the mesh, in its order.

use super::Inexpressible;
use super::jax::check_full_axes;
use crate::{AxisRef, Mesh, ReductionOp, TensorSharding};

/// The placements of a DTensor. Fails for sub-axes and maximal meshes.
///
/// Placements apply in the order of the mesh, so several axes of one dimension are major to minor in that order.
/// Where the order of a dimension differs, `_StridedShard` has the number of shards that axes which come later in the
/// mesh, but are major in the dimension, have made.
///
/// ```
/// use partita_mesh::{Mesh, Meshes, Subject, foreign_notation, spec::MeshSpec, text::parse_sharding_spans};
///
/// let mut meshes = Meshes::default();
/// let mesh = Mesh::from_spec(&MeshSpec::new([("dp", 2), ("tp", 4)])).unwrap();
/// meshes.define("mesh", mesh.clone());
/// let placements = |text: &str| {
///     let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(text)).unwrap();
///     let sharding = meshes.clone().resolve(&spec, Subject::Ranked(2)).unwrap();
///     foreign_notation::dtensor_notation(&mesh, &sharding).unwrap()
/// };
/// assert_eq!(placements(r#"<@mesh, [{}, {"tp"}]>"#), "(Replicate(), Shard(1))");
/// assert_eq!(placements(r#"<@mesh, [{"dp", "tp"}, {}]>"#), "(Shard(0), Shard(0))");
/// assert_eq!(placements(r#"<@mesh, [{"tp", "dp"}, {}]>"#), "(_StridedShard(0, split_factor=4), Shard(0))");
/// assert_eq!(placements(r#"<@mesh, [{"tp"}, {}], unreduced={"dp"}>"#), "(Partial(), Shard(0))");
/// ```
pub fn dtensor_notation(mesh: &Mesh, sharding: &TensorSharding) -> Result<String, Inexpressible> {
    check_full_axes(mesh, sharding)?;
    let partial = match sharding.reduction() {
        ReductionOp::Sum => "Partial()".to_string(),
        other => format!("Partial('{}')", other.keyword()),
    };
    let placement = |axis: AxisRef| {
        if sharding.unreduced_axes().contains(&axis) {
            return partial.clone();
        }
        let dims = sharding.dims().iter().enumerate();
        let mut found =
            dims.filter_map(|(dim, axes)| Some((dim, axes, axes.axes.iter().position(|a| *a == axis)?)));
        match found.next_back() {
            None => "Replicate()".into(),
            Some((dim, axes, at)) => {
                let earlier = axes.axes[..at].iter().filter(|major| major.axis() > axis.axis());
                match earlier.map(|major| major.size()).product::<u64>() {
                    1 => format!("Shard({dim})"),
                    factor => format!("_StridedShard({dim}, split_factor={factor})"),
                }
            }
        }
    };
    let mut placements: Vec<String> = mesh.axis_ids().map(|id| placement(mesh.axis(id))).collect();
    if let [one] = &mut placements[..] {
        // A tuple of one element has a comma.
        one.push(',');
    }
    Ok(format!("({})", placements.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::MeshSpec;
    use crate::text::parse_sharding_spans;
    use crate::{DeviceId, DeviceSlices, Meshes, Subject};

    const SIZE: u64 = 24;

    /// The elements of one dimension that a device holds, by the definition of each placement: `Shard` divides what is left
    /// into equal chunks, `_StridedShard` divides each of `split_factor` chunks.
    fn elements(placements: &str, dim: usize, position: u64, sizes: &[u64]) -> Vec<u64> {
        let mut left: Vec<u64> = (0..SIZE).collect();
        let inner = placements.strip_prefix('(').unwrap().strip_suffix(')').unwrap();
        for (axis, text) in inner.split("), ").map(|text| text.trim_end_matches([')', ','])).enumerate() {
            let stride: u64 = sizes[axis + 1..].iter().product();
            let index = (position / stride % sizes[axis]) as usize;
            let (of, factor) = match text.split_once('(').unwrap() {
                ("Shard", of) => (of, 1),
                ("_StridedShard", rest) => {
                    let (of, factor) = rest.split_once(", split_factor=").unwrap();
                    (of, factor.parse().unwrap())
                }
                ("Replicate" | "Partial", _) => continue,
                other => panic!("{other:?}"),
            };
            if of != dim.to_string() {
                continue;
            }
            let chunk = left.len() / (factor * sizes[axis] as usize);
            let blocks = left.chunks(chunk * sizes[axis] as usize);
            left = blocks.flat_map(|block| block[index * chunk..][..chunk].to_vec()).collect();
        }
        left
    }

    #[test]
    fn every_device_has_the_same_elements() {
        let sizes = [2, 3, 4, 1];
        let names = ["a", "b", "c", "one"];
        let mesh = MeshSpec::new(names.iter().zip(sizes).map(|(name, size)| (*name, size as i64)));
        let mut meshes = Meshes::default();
        let id = meshes.define("m", Mesh::from_spec(&mesh).unwrap()).unwrap();
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut strided = 0;
        for order in orders {
            // The first axes shard dimension 0 and the others dimension 1.
            for split in 0..=3 {
                let list = |axes: &[usize]| {
                    axes.iter().map(|&axis| format!("\"{}\"", names[axis])).collect::<Vec<_>>().join(", ")
                };
                let text = format!("<@m, [{{{}}}, {{{}}}]>", list(&order[..split]), list(&order[split..]));
                let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(&text)).unwrap();
                let sharding = meshes.resolve(&spec, Subject::Ranked(2)).unwrap();
                let mesh = meshes.get(id);
                let written = dtensor_notation(mesh, &sharding).unwrap();
                strided += usize::from(written.contains("_StridedShard"));
                let slices = DeviceSlices::new(mesh, &sharding, &[SIZE, SIZE]);
                for position in 0..mesh.device_count() {
                    let held = slices.slice(DeviceId(position)).unwrap();
                    for (dim, range) in held.iter().enumerate() {
                        let expected: Vec<u64> = range.clone().collect();
                        assert_eq!(
                            elements(&written, dim, position, &sizes),
                            expected,
                            "{text} is {written}"
                        );
                    }
                }
            }
        }
        assert!(strided > 8, "{strided}");
    }

    #[test]
    fn what_it_cannot_express_has_a_reason() {
        let mut meshes = Meshes::default();
        meshes.define("m", Mesh::from_spec(&MeshSpec::new([("x", 4)])).unwrap());
        meshes.define("one", Mesh::from_spec(&MeshSpec::maximal(3)).unwrap());
        let mut written = |text: &str| {
            let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(text)).unwrap();
            let sharding = meshes.resolve(&spec, Subject::Ranked(1)).unwrap();
            dtensor_notation(meshes.get(sharding.mesh()), &sharding)
        };
        assert_eq!(written(r#"<@m, [{"x"}]>"#).unwrap(), "(Shard(0),)");
        assert_eq!(written(r#"<@m, [{}], unreduced=max{"x"}>"#).unwrap(), "(Partial('max'),)");
        assert_eq!(written(r#"<@m, [{"x":(2)2}]>"#).unwrap_err().to_string(), "sub-axis x:(2)2");
        assert_eq!(written("<@one, []>").unwrap_err().to_string(), "device 3 alone");
    }
}
