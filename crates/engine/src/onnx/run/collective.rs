//! Collectives: where ranks meet, and what each takes away.

use partita_interp::{Data, Tensor};
use partita_onnx::proto::{Node, StringEntry};

use super::Array;
use crate::EngineError;

/// The name space of the collectives.
const DOMAIN: &str = "com.microsoft";

/// The metadata property of a node that lists the ranks which meet, in order.
const GROUP: &str = "partita.group";

/// What ranks do with the arrays that they bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MeetingKind {
    /// All take away the sum.
    Sum,
    /// All take away what the members brought, one after the other along an axis.
    Gather { axis: i64 },
    /// Each takes away its piece of what every member brought; slices are cut and put together along axis 0.
    Exchange,
}

impl std::fmt::Display for MeetingKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MeetingKind::Sum => f.write_str("AllReduce"),
            MeetingKind::Gather { axis } => write!(f, "AllGather along axis {axis}"),
            MeetingKind::Exchange => f.write_str("AllToAll"),
        }
    }
}

/// One rank's side of a collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// What the members call it.
    pub(crate) name: String,
    kind: MeetingKind,
    /// The ranks that meet, in order.
    pub(crate) group: Vec<usize>,
    /// The value that is brought.
    pub(crate) input: String,
    /// The value that is taken away.
    pub(crate) output: String,
}

/// Whether a node is a collective.
pub(crate) fn is_collective(node: &Node) -> bool {
    node.name_space() == DOMAIN && matches!(node.op(), "AllReduce" | "AllGather" | "AllToAll")
}

impl Meeting {
    /// Reads a node of rank `rank` out of `ranks`.
    pub(crate) fn of(node: &Node, rank: usize, ranks: usize) -> Result<Meeting, EngineError> {
        let name = node.name.clone().unwrap_or_default();
        let wrong = |what: String| {
            Err(EngineError::collective(format!("{} `{name}` of rank {rank} {what}", node.op())))
        };
        let number = |key| node.attribute(key).and_then(|attribute| attribute.i);
        let ([input], [output]) = (node.input.as_slice(), node.output.as_slice()) else {
            return wrong("has not one input and one output".into());
        };
        if name.is_empty() || input.is_empty() || output.is_empty() {
            return wrong("lacks its name, input or output".into());
        }
        let size = number("group_size");
        let group = match StringEntry::find(&node.metadata_props, GROUP) {
            Some(text) => text.split(',').map(|rank| rank.trim().parse().ok()).collect(),
            None => match size {
                Some(size) => usize::try_from(size).ok().filter(|&size| size <= ranks),
                None => Some(ranks),
            }
            .map(|size| (0..size).collect::<Vec<usize>>()),
        };
        let Some(group) = group else { return wrong("names a group that makes no sense".into()) };
        let mut sorted = group.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != group.len() || sorted.last().is_none_or(|&last| last >= ranks) {
            return wrong(format!("is among {group:?}, which are not some of {ranks} ranks"));
        }
        if !group.contains(&rank) {
            return wrong(format!("is among {group:?} only"));
        }
        if size.is_some_and(|size| usize::try_from(size) != Ok(group.len())) {
            return wrong(format!("is among {group:?}, but its group_size is another"));
        }
        let kind = match node.op() {
            "AllReduce" => MeetingKind::Sum,
            "AllGather" => MeetingKind::Gather { axis: number("axis").unwrap_or(0) },
            _ => MeetingKind::Exchange,
        };
        Ok(Meeting { name, kind, group, input: input.clone(), output: output.clone() })
    }

    /// What keeps two members from meeting, if anything.
    pub(crate) fn mismatch(&self, other: &Meeting) -> Option<String> {
        if self.group != other.group {
            return Some(format!("groups {:?} and {:?}", self.group, other.group));
        }
        (self.kind != other.kind).then(|| format!("{} and {}", self.kind, other.kind))
    }

    /// What each member takes away, given what each brings, in the order of the group.
    pub(crate) fn perform(&self, brought: &[Array]) -> Result<Vec<Array>, EngineError> {
        let Some((first, others)) = brought.split_first() else { return Ok(Vec::new()) };
        for (other, rank) in others.iter().zip(&self.group[1..]) {
            if other.element() != first.element() || other.shape() != first.shape() {
                let show = |array: &Array| format!("{:?} of {}", array.shape(), array.element().text());
                return Err(EngineError::collective(format!(
                    "to `{}` rank {} brings {}, rank {rank} brings {}",
                    self.name,
                    self.group[0],
                    show(first),
                    show(other)
                )));
            }
        }
        let members = brought.len();
        let result = match self.kind {
            MeetingKind::Sum => sum(brought).map(|sum| vec![sum; members]),
            MeetingKind::Gather { axis } => gather(brought, axis).map(|all| vec![all; members]),
            MeetingKind::Exchange => exchange(brought),
        };
        result.map_err(|error| error.about(format!("collective `{}`", self.name)))
    }
}

/// The sum, rounded once: narrow floats are added up as `f32`.
fn sum(brought: &[Array]) -> Result<Array, EngineError> {
    let first = brought[0].to_tensor()?;
    let element = first.element;
    let mut total = first.data;
    for array in &brought[1..] {
        let next = array.to_tensor()?.data;
        total = match (&total, &next) {
            (Data::Int(a), Data::Int(b)) => added(a, b, |a, b| element.wrap(a.wrapping_add(b))),
            (Data::F32(a), Data::F32(b)) => added(a, b, |a, b| a + b),
            (Data::F64(a), Data::F64(b)) => added(a, b, |a, b| a + b),
            (Data::C64(a), Data::C64(b)) => added(a, b, |a, b| a + b),
            (Data::C128(a), Data::C128(b)) => added(a, b, |a, b| a + b),
            _ => return Err(EngineError::collective(format!("there is no sum of {}", element.name()))),
        };
    }
    if let Data::F32(values) = &total {
        total = values.iter().map(|&value| element.round_f32(value)).collect::<Vec<_>>().into();
    }
    Array::from_tensor(&Tensor::new(element, first.shape, total))
}

fn added<T: Copy>(a: &[T], b: &[T], add: impl Fn(T, T) -> T) -> Data
where
    Data: From<Vec<T>>,
{
    a.iter().zip(b).map(|(&a, &b)| add(a, b)).collect::<Vec<T>>().into()
}

/// The arrays, all of one shape, one after the other along an axis.
fn gather(brought: &[Array], axis: i64) -> Result<Array, EngineError> {
    let first = &brought[0];
    let rank = first.shape().len();
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    let Some(axis) = usize::try_from(from_start).ok().filter(|&axis| axis < rank) else {
        return Err(EngineError::collective(format!("there is no axis {axis} in {:?}", first.shape())));
    };
    let outer: usize = first.shape()[..axis].iter().product();
    let inner = first.data().len().checked_div(outer).unwrap_or(0);
    let mut data = Vec::with_capacity(first.data().len().saturating_mul(brought.len()));
    for row in 0..outer {
        for array in brought {
            data.extend_from_slice(&array.data()[row * inner..][..inner]);
        }
    }
    let mut shape = first.shape().to_vec();
    shape[axis] = shape[axis].saturating_mul(brought.len());
    Array::new(first.element(), shape, data)
}

/// For each member, its piece of every array.
fn exchange(brought: &[Array]) -> Result<Vec<Array>, EngineError> {
    let (first, members) = (&brought[0], brought.len());
    if !first.shape().first().is_some_and(|size| size.is_multiple_of(members)) {
        let message = format!("{:?} is not cut into {members} equal slices on axis 0", first.shape());
        return Err(EngineError::collective(message));
    }
    let size = first.data().len() / members;
    let of_member = |member: usize| {
        let slices = brought.iter().map(|array| &array.data()[member * size..][..size]);
        Array::new(first.element(), first.shape().to_vec(), slices.collect::<Vec<_>>().concat())
    };
    (0..members).map(of_member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_onnx::ElementType;

    fn meeting(kind: MeetingKind, members: usize) -> Meeting {
        let (input, output) = ("x".into(), "y".into());
        Meeting { name: "c".into(), kind, group: (0..members).collect(), input, output }
    }

    #[test]
    fn sums_are_of_every_type() {
        let reduce = meeting(MeetingKind::Sum, 3);
        let of = |element, bytes: &[u8]| {
            let size = Array::element_bytes(element);
            Array::new(element, vec![bytes.len() / size], bytes.to_vec()).unwrap()
        };
        // 2048 + 1 + 1 is 2050 in f16; adding one at a time would round to 2048 twice.
        let halves = [0x6800u16, 0x3c00, 0x3c00].map(|bits| of(ElementType::Float16, &bits.to_le_bytes()));
        let total = reduce.perform(&halves).unwrap();
        assert_eq!(total, vec![of(ElementType::Float16, &0x6801u16.to_le_bytes()); 3]);
        let bytes = [200u8, 100, 1].map(|value| of(ElementType::Uint8, &[value]));
        assert_eq!(reduce.perform(&bytes).unwrap()[1].data()[..], [45]);
        let brains = [0x3f80u16; 3].map(|bits| of(ElementType::Bfloat16, &bits.to_le_bytes()));
        assert_eq!(reduce.perform(&brains).unwrap()[2].data()[..], 0x4040u16.to_le_bytes());
        let truths = [1u8; 3].map(|value| of(ElementType::Bool, &[value]));
        assert!(reduce.perform(&truths).is_err());
    }

    #[test]
    fn pieces_are_gathered_and_exchanged() {
        let arrays =
            [0i64, 10].map(|base| Array::i64(&[2, 2], &[base, base + 1, base + 2, base + 3]).unwrap());
        let rows = meeting(MeetingKind::Gather { axis: 0 }, 2).perform(&arrays).unwrap();
        assert_eq!(rows[1], Array::i64(&[4, 2], &[0, 1, 2, 3, 10, 11, 12, 13]).unwrap());
        let columns = meeting(MeetingKind::Gather { axis: -1 }, 2).perform(&arrays).unwrap();
        assert_eq!(columns[0], Array::i64(&[2, 4], &[0, 1, 10, 11, 2, 3, 12, 13]).unwrap());
        assert!(meeting(MeetingKind::Gather { axis: 2 }, 2).perform(&arrays).is_err());
        let exchanged = meeting(MeetingKind::Exchange, 2).perform(&arrays).unwrap();
        assert_eq!(exchanged[0], Array::i64(&[2, 2], &[0, 1, 10, 11]).unwrap());
        assert_eq!(exchanged[1], Array::i64(&[2, 2], &[2, 3, 12, 13]).unwrap());
        assert!(meeting(MeetingKind::Exchange, 3).perform(&[&arrays[..], &arrays[..1]].concat()).is_err());
        let other = Array::i64(&[4], &[0; 4]).unwrap();
        let error = meeting(MeetingKind::Sum, 2).perform(&[arrays[0].clone(), other]).unwrap_err();
        assert_eq!(error.message, "to `c` rank 0 brings [2, 2] of i64, rank 1 brings [4] of i64");
        let empty = Array::i64(&[0, 3], &[]).unwrap();
        let gathered = meeting(MeetingKind::Gather { axis: 1 }, 2).perform(&[empty.clone(), empty]).unwrap();
        assert_eq!(gathered[0].shape(), [0, 6]);
    }
}
