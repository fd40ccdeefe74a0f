//! Axes cut into the parts that a plan moves around.

use partita_mesh::{AxisRef, Mesh};

/// The coarsest parts of all axes of a mesh of which every one of `mentioned` is made, in the order of the mesh and
/// without those of size 1. `None` if no split of an axis has all its mentioned parts.
pub(crate) fn refine(mesh: &Mesh, mentioned: &[AxisRef]) -> Option<Vec<AxisRef>> {
    let mut parts = Vec::new();
    for id in mesh.axis_ids() {
        let size = mesh.mesh_axis(id).size();
        let mut cuts = vec![1, size];
        for part in mentioned.iter().filter(|part| part.axis() == id) {
            cuts.extend([part.pre(), part.end()]);
        }
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            if !pair[1].is_multiple_of(pair[0]) {
                return None;
            }
            parts.extend(mesh.part(id, pair[0], pair[1] / pair[0]));
        }
    }
    Some(parts)
}

/// A part cut into parts of prime sizes, the smallest most major.
pub(crate) fn primes(mut part: AxisRef) -> Vec<AxisRef> {
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

/// Where the digit of a part stands in the number of a position: `position / stride % size` is its value.
pub(crate) fn stride(mesh: &Mesh, part: AxisRef) -> u64 {
    let minor = mesh.axis_ids().filter(|&id| id > part.axis());
    mesh.post(part) * minor.map(|id| mesh.mesh_axis(id).size()).product::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_mesh::spec::MeshSpec;

    #[test]
    fn axes_are_cut_where_the_mentioned_parts_end() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 12), ("y", 1), ("z", 2)])).unwrap();
        let [x, _, z] = [0, 1, 2].map(|i| mesh.axis_ids().nth(i).unwrap());
        let part = |pre, size| mesh.part(x, pre, size).unwrap();
        assert_eq!(
            refine(&mesh, &[part(2, 3)]),
            Some(vec![part(1, 2), part(2, 3), part(6, 2), mesh.axis(z)])
        );
        assert_eq!(refine(&mesh, &[part(1, 4), part(1, 3)]), None);
        assert_eq!(primes(mesh.axis(x)), [part(1, 2), part(2, 2), part(4, 3)]);
        assert_eq!(stride(&mesh, part(2, 3)), 4);
    }
}
