//! Which device holds which tile, as digits of the device's number.
//!
//! A mesh counts its devices in a mixed radix, one digit per axis. An order of devices fits a mesh if every tile
//! dimension is a list of such digits: `[4,2]<=[8]` has tiles of stride 2 and 1, `[2,4]<=[4,2]T(1,0)` of stride 1 and
//! 2.

use partita_mesh::spec::{AxisSpec, MeshAxisSpec, MeshSpec};

use super::text::{Devices, Tiles};

/// One digit: the number of a device divided by `stride`, modulo `size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    stride: u64,
    size: u64,
}

/// The digits of each tile dimension, major to minor.
pub(super) type Digits = Vec<Vec<Digit>>;

/// The order of the devices of a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// `0, 1, 2, …`
    Iota,
    /// The position of each device, and the device at each position.
    List { positions: Vec<u64>, devices: Vec<i64> },
}

impl Order {
    /// The order in which the devices hold some tiles.
    pub(super) fn of(tiles: &Tiles) -> Self {
        let devices = listed(&tiles.devices);
        let mut positions = vec![0; devices.len()];
        for (position, &device) in (0..).zip(&devices) {
            positions[device as usize] = position;
        }
        Order::List { positions, devices }
    }
}

/// The digits of tiles, one list per dimension of the tensor, on a mesh with this order of devices. `None` if a tile
/// dimension is not a list of digits.
pub(super) fn tile_digits(tiles: &Tiles, order: &Order) -> Option<Digits> {
    let sequence = match (&tiles.devices, order) {
        (Devices::Iota { sizes, order }, Order::Iota) => iota_digits(sizes, order),
        (devices, Order::Iota) => {
            list_digits(&listed(devices).iter().map(|&id| id as u64).collect::<Vec<_>>())?
        }
        (devices, Order::List { positions, .. }) => {
            let position = |&id: &i64| positions.get(id as usize).copied();
            list_digits(&listed(devices).iter().map(position).collect::<Option<Vec<_>>>()?)?
        }
    };
    let mut dims = dealt(sequence, &tiles.counts)?;
    dims.truncate(tiles.counts.len() - tiles.subgroups.len());
    Some(dims)
}

/// The digits of `0, 1, 2, …` reshaped and transposed.
fn iota_digits(sizes: &[u64], order: &[usize]) -> Vec<Digit> {
    let stride = |dim: usize| sizes[dim + 1..].iter().product();
    order.iter().map(|&dim| Digit { stride: stride(dim), size: sizes[dim] }).collect()
}

/// The digits that count through a list of positions, major to minor. The most minor digit is found first: the longest
/// run of multiples of the second entry; then the same with the run as a unit. At the end all entries are checked.
fn list_digits(places: &[u64]) -> Option<Vec<Digit>> {
    let mut digits = Vec::new();
    let mut done = 1;
    while done < places.len() {
        let stride = places[done];
        let steps = places[done..].iter().step_by(done).zip(1..);
        let size = 1 + steps
            .take_while(|&(&place, step): &(&u64, u64)| Some(place) == stride.checked_mul(step))
            .count();
        if size < 2 || !places.len().is_multiple_of(done * size) {
            return None;
        }
        digits.push(Digit { stride, size: size as u64 });
        done *= size;
    }
    let place = |index: u64| {
        let mut rest = index;
        digits.iter().fold(0, |place, digit| {
            let here = place + rest % digit.size * digit.stride;
            rest /= digit.size;
            here
        })
    };
    if (0..).zip(places).any(|(index, &found)| found != place(index)) {
        return None;
    }
    digits.reverse();
    Some(digits)
}

fn listed(devices: &Devices) -> Vec<i64> {
    match devices {
        Devices::List(list) => list.clone(),
        Devices::Iota { sizes, order } => {
            let digits = iota_digits(sizes, order);
            let mut list: Vec<i64> = vec![0];
            for digit in &digits {
                let next = list
                    .iter()
                    .flat_map(|&base| (0..digit.size).map(move |i| base + (i * digit.stride) as i64));
                list = next.collect();
            }
            list
        }
    }
}

/// Distributes a sequence of digits over tile dimensions of these counts, splitting digits where a dimension ends.
fn dealt(sequence: Vec<Digit>, counts: &[u64]) -> Option<Digits> {
    let mut rest: Vec<Digit> = sequence.into_iter().rev().filter(|digit| digit.size > 1).collect();
    let mut dims = Vec::new();
    for &count in counts {
        let mut left = count;
        let mut dim = Vec::new();
        while left > 1 {
            let digit = rest.pop()?;
            if left.is_multiple_of(digit.size) {
                left /= digit.size;
                dim.push(digit);
            } else if digit.size.is_multiple_of(left) {
                let minor = digit.size / left;
                dim.push(Digit { stride: digit.stride * minor, size: left });
                rest.push(Digit { stride: digit.stride, size: minor });
                left = 1;
            } else {
                return None;
            }
        }
        dims.push(dim);
    }
    Some(dims)
}

/// The axes of a mesh in which all digits can be written, major first.
pub(super) struct Axes {
    /// The strides at which axes begin: from the number of devices down to 1.
    bounds: Vec<u64>,
}

impl Axes {
    /// The largest number of axes such that each digit is a list of full axes; where digits contradict each other, of
    /// sub-axes of one.
    pub(super) fn new<'a>(devices: u64, digits: impl Iterator<Item = &'a Digit>) -> Self {
        let mut strides: Vec<u64> =
            digits.flat_map(|digit| [digit.stride, digit.stride * digit.size]).collect();
        strides.extend([1, devices]);
        strides.sort_unstable_by(|a, b| b.cmp(a));
        strides.dedup();
        let fits = |a: u64, b: u64| a.is_multiple_of(b) || b.is_multiple_of(a);
        let fits_all = |&stride: &u64| strides.iter().all(|&other| fits(stride, other));
        let bounds = strides.iter().copied().filter(fits_all).collect();
        Self { bounds }
    }

    /// The mesh with these axes.
    pub(super) fn mesh(&self, order: &Order) -> MeshSpec {
        let sizes = self.bounds.windows(2).map(|bounds| (bounds[0] / bounds[1]) as i64);
        let axes = sizes.enumerate().map(|(index, size)| MeshAxisSpec::new(name(index), size)).collect();
        let device_ids = match order {
            Order::Iota => Vec::new(),
            Order::List { devices, .. } => devices.clone(),
        };
        MeshSpec { axes, device_ids }
    }

    /// The axes, or the sub-axis, that a digit consists of.
    pub(super) fn of(&self, digit: Digit) -> Vec<AxisSpec> {
        let (low, high) = (digit.stride, digit.stride * digit.size);
        let mut axes = Vec::new();
        for (index, bounds) in self.bounds.windows(2).enumerate() {
            let (begin, end) = (high.min(bounds[0]), low.max(bounds[1]));
            if begin <= end {
                continue;
            }
            axes.push(if (begin, end) == (bounds[0], bounds[1]) {
                AxisSpec::full(name(index))
            } else {
                AxisSpec::part(name(index), (bounds[0] / begin) as i64, (begin / end) as i64)
            });
        }
        axes
    }
}

/// The name of an axis. XLA gives the same names to the axes it makes.
fn name(index: usize) -> String {
    format!("axis_{index}")
}

#[cfg(test)]
mod tests {
    use super::super::text::HloSharding;
    use super::*;

    fn tiles(text: &str) -> Tiles {
        match HloSharding::parse(text) {
            Ok(HloSharding::Tiled(tiles)) => tiles,
            other => panic!("{other:?}"),
        }
    }

    /// Strides and sizes of the digits of every tile dimension.
    fn found(text: &str) -> Option<Vec<Vec<(u64, u64)>>> {
        let pairs = |dim: Vec<Digit>| dim.iter().map(|digit| (digit.stride, digit.size)).collect();
        Some(tile_digits(&tiles(text), &Order::Iota)?.into_iter().map(pairs).collect())
    }

    #[test]
    fn tiles_are_digits_of_devices() {
        assert_eq!(found("{devices=[4,2]<=[8]}").unwrap(), [[(2, 4)], [(1, 2)]]);
        assert_eq!(found("{devices=[2,4]<=[4,2]T(1,0)}").unwrap(), [[(1, 2)], [(2, 4)]]);
        assert_eq!(found("{devices=[4,2]<=[2,2,2]T(0,2,1)}").unwrap(), [vec![(4, 2), (1, 2)], vec![(2, 2)]]);
        assert_eq!(found("{devices=[2,3]<=[3,2]T(1,0)}").unwrap(), [[(1, 2)], [(2, 3)]]);
        assert_eq!(found("{devices=[3,2]<=[3,2]T(1,0)}"), None);
    }

    #[test]
    fn lists_are_the_same_digits() {
        assert_eq!(found("{devices=[4,2]0,1,2,3,4,5,6,7}"), found("{devices=[4,2]<=[8]}"));
        assert_eq!(found("{devices=[2,4]0,2,4,6,1,3,5,7}"), found("{devices=[2,4]<=[4,2]T(1,0)}"));
        assert_eq!(found("{devices=[4]0,1,3,2}"), None);
        // In its own order a list counts through the devices.
        let list = tiles("{devices=[2,2]0,1,3,2}");
        let own = tile_digits(&list, &Order::of(&list)).unwrap();
        assert_eq!(own, tile_digits(&tiles("{devices=[2,2]<=[4]}"), &Order::Iota).unwrap());
    }

    #[test]
    fn axes_are_common_to_all_digits() {
        let axes = |texts: &[&str], devices| {
            let all: Vec<Digit> = texts
                .iter()
                .flat_map(|text| tile_digits(&tiles(text), &Order::Iota).unwrap().concat())
                .collect();
            let axes = Axes::new(devices, all.iter());
            let of = |&digit: &Digit| {
                axes.of(digit).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            };
            (axes.mesh(&Order::Iota).to_string(), all.iter().map(of).collect::<Vec<_>>())
        };
        let (mesh, of) = axes(&["{devices=[8]<=[8]}", "{devices=[2,4]<=[4,2]T(1,0)}"], 8);
        assert_eq!(mesh, "<[\"axis_0\"=4, \"axis_1\"=2]>");
        assert_eq!(of, ["\"axis_0\", \"axis_1\"", "\"axis_1\"", "\"axis_0\""]);
        // Halves and thirds of six devices are parts of one axis.
        let (mesh, of) = axes(&["{devices=[2,3]<=[6]}", "{devices=[3,2]<=[6]}"], 6);
        assert_eq!(mesh, "<[\"axis_0\"=6]>");
        assert_eq!(of[0], "\"axis_0\":(1)2");
        assert_eq!(of[3], "\"axis_0\":(3)2");
    }
}
