//! Expresses axes of one mesh in terms of another mesh over the same devices.
//!
//! An axis is a digit of a device's position. If every digit of one mesh corresponds to one or more digits of
//! the other, a sharding can be expressed on either mesh, and a plan needs only one of them.

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, DeviceId, Mesh, MeshKind};

use crate::sub_axes::{axis_stride, prime_sub_axes};

/// Expresses axes of `from` as axes of `to`, if every device has the same coordinates along both.
pub(crate) fn translate_axes(lists: &[Vec<AxisRef>], from: &Mesh, to: &Mesh) -> Option<Vec<Vec<AxisRef>>> {
    let digits = Digits::new(from, to);
    lists
        .iter()
        .map(|axes| {
            let mut out = Vec::new();
            // A coordinate of prime size is a coordinate of the other mesh or is not; a larger one may be a
            // product of several.
            for prime in axes.iter().flat_map(|&axis| prime_sub_axes(axis)) {
                out.push(digits.translate_sub_axis(prime)?);
            }
            merge_neighbours(&mut out);
            Some(out)
        })
        .collect()
}

struct Digits<'m> {
    from: &'m Mesh,
    to: &'m Mesh,
    /// The position in `from` of each position in `to`; `None` if all are equal.
    positions: Option<Vec<u64>>,
}

impl<'m> Digits<'m> {
    fn new(from: &'m Mesh, to: &'m Mesh) -> Self {
        let explicit = [from, to].iter().any(|mesh| mesh.kind() == MeshKind::Explicit);
        let positions = explicit.then(|| {
            let device = |position| to.device(position).unwrap_or(DeviceId(position));
            let position = |device| from.position(device).unwrap_or(u64::MAX);
            (0..to.device_count()).map(|p| position(device(p))).collect::<Vec<_>>()
        });
        let moved = |positions: &Vec<u64>| positions.iter().enumerate().any(|(i, &p)| i as u64 != p);
        Self { from, to, positions: positions.filter(moved) }
    }

    /// The sub-axis of `to` that has the same coordinate on every device as this sub-axis, of prime size, of
    /// `from`.
    fn translate_sub_axis(&self, part: AxisRef) -> Option<AxisRef> {
        let (from_stride, size) = (axis_stride(self.from, part), part.size());
        let Some(positions) = &self.positions else { return self.sub_axis_at(from_stride, size) };
        let value = |position: u64| positions[position as usize] / from_stride % size;
        let count = positions.len() as u64;
        // The first position at which a digit is 1 is its stride.
        let to_stride = (1..count).find(|&position| value(position) == 1)?;
        let alike = |position: u64| value(position) == position / to_stride % size;
        if !(0..count).all(alike) {
            return None;
        }
        self.sub_axis_at(to_stride, size)
    }

    /// The sub-axis of `to` with this stride and size, if it is part of a single axis.
    fn sub_axis_at(&self, wanted: u64, size: u64) -> Option<AxisRef> {
        let mut axis_stride = 1u64;
        for id in self.to.axis_ids().rev() {
            let axis_size = self.to.mesh_axis(id).size();
            let end = axis_stride * axis_size;
            if wanted < end {
                let part_end = wanted.checked_mul(size)?;
                let fits = wanted.is_multiple_of(axis_stride) && end.is_multiple_of(part_end);
                return if fits { self.to.part(id, end / part_end, size) } else { None };
            }
            axis_stride = end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_mesh::spec::{MeshAxisSpec, MeshSpec};

    fn mesh(axes: &[(&str, i64)], ids: &[i64]) -> Mesh {
        let axes = axes.iter().map(|&(name, size)| MeshAxisSpec::new(name, size)).collect();
        Mesh::from_spec(&MeshSpec { axes, device_ids: ids.to_vec() }).unwrap()
    }

    fn full_axis(mesh: &Mesh, name: &str) -> AxisRef {
        mesh.axis(mesh.find(name).unwrap())
    }

    #[test]
    fn axes_of_another_factorisation() {
        let fine = mesh(&[("a", 2), ("b", 2), ("c", 2)], &[]);
        let coarse = mesh(&[("x", 4), ("y", 2)], &[]);
        let (x, y) = (full_axis(&coarse, "x"), full_axis(&coarse, "y"));
        let abc = ["a", "b", "c"].map(|name| full_axis(&fine, name));
        assert_eq!(
            translate_axes(&[vec![x], vec![y]], &coarse, &fine),
            Some(vec![abc[..2].to_vec(), vec![abc[2]]])
        );
        assert_eq!(translate_axes(&[abc.to_vec()], &fine, &coarse), Some(vec![vec![x, y]]));
        let other = mesh(&[("p", 3), ("q", 2)], &[]);
        let third = mesh(&[("r", 2), ("s", 3)], &[]);
        assert_eq!(translate_axes(&[vec![full_axis(&other, "p")]], &other, &third), None);
    }

    #[test]
    fn axes_of_another_device_order() {
        let plain = mesh(&[("x", 2), ("y", 2)], &[]);
        let turned = mesh(&[("x", 2), ("y", 2)], &[0, 2, 1, 3]);
        let mixed = mesh(&[("x", 2), ("y", 2)], &[0, 1, 3, 2]);
        assert_eq!(
            translate_axes(&[vec![full_axis(&turned, "x")]], &turned, &plain),
            Some(vec![vec![full_axis(&plain, "y")]])
        );
        assert_eq!(translate_axes(&[vec![full_axis(&mixed, "y")]], &mixed, &plain), None);
        assert_eq!(
            translate_axes(&[vec![full_axis(&mixed, "x")]], &mixed, &plain),
            Some(vec![vec![full_axis(&plain, "x")]])
        );
    }
}
