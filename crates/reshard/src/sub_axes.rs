//! Splits axes into the sub-axes that a plan moves.

use partita_mesh::{AxisRef, Mesh};

/// The coarsest sub-axes of all axes of a mesh that every one of `mentioned` is a product of, in mesh order and
/// without those of size 1. `None` if the mentioned sub-axes of an axis cannot coexist.
pub(crate) fn refine_axes(mesh: &Mesh, mentioned: &[AxisRef]) -> Option<Vec<AxisRef>> {
    let mut parts = Vec::new();
    for id in mesh.axis_ids() {
        let size = mesh.mesh_axis(id).size();
        let mut boundaries = vec![1, size];
        for part in mentioned.iter().filter(|part| part.axis() == id) {
            boundaries.extend([part.pre(), part.end()]);
        }
        boundaries.sort_unstable();
        boundaries.dedup();
        for pair in boundaries.windows(2) {
            if !pair[1].is_multiple_of(pair[0]) {
                return None;
            }
            parts.extend(mesh.part(id, pair[0], pair[1] / pair[0]));
        }
    }
    Some(parts)
}

/// Splits a sub-axis into sub-axes of prime size, the smallest most major.
pub(crate) fn prime_sub_axes(mut part: AxisRef) -> Vec<AxisRef> {
    let mut parts = Vec::new();
    let mut prime = 2;
    while prime * prime <= part.size() {
        match part.split(prime) {
            Some((major, rest)) => {
                parts.push(major);
                part = rest;
            }
            None => prime += 1,
        }
    }
    parts.push(part);
    parts
}

/// The stride of a sub-axis in a device's position: `position / stride % size` is its coordinate.
pub(crate) fn axis_stride(mesh: &Mesh, part: AxisRef) -> u64 {
    let minor = mesh.axis_ids().filter(|&id| id > part.axis());
    mesh.post(part) * minor.map(|id| mesh.mesh_axis(id).size()).product::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_mesh::spec::MeshSpec;

    #[test]
    fn axes_are_split_where_the_mentioned_sub_axes_end() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 12), ("y", 1), ("z", 2)])).unwrap();
        let [x, _, z] = [0, 1, 2].map(|i| mesh.axis_ids().nth(i).unwrap());
        let part = |pre, size| mesh.part(x, pre, size).unwrap();
        assert_eq!(
            refine_axes(&mesh, &[part(2, 3)]),
            Some(vec![part(1, 2), part(2, 3), part(6, 2), mesh.axis(z)])
        );
        assert_eq!(refine_axes(&mesh, &[part(1, 4), part(1, 3)]), None);
        assert_eq!(prime_sub_axes(mesh.axis(x)), [part(1, 2), part(2, 2), part(4, 3)]);
        assert_eq!(axis_stride(&mesh, part(2, 3)), 4);
    }
}
