//! Collectives between ranks: which ranks take part, and what each receives.

use partita_interp::{Data, Tensor};
use partita_onnx::ElementType;
use partita_onnx::proto::{Node, StringEntry};

use super::Array;
use crate::EngineError;

/// The domain of the collectives, that of onnxruntime's own multi-device ops.
const DOMAIN: &str = "com.microsoft";

/// The metadata property of a node that lists the ranks of its group, in order. onnxruntime's ops have only a
/// `group_size`, which cannot describe the groups of one axis of a mesh.
const GROUP: &str = "partita.group";

/// What a collective computes from the arrays of its members.
#[allow(clippy::enum_variant_names, reason = "the names are those of the ops")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RankCollectiveKind {
    /// Every member receives the sum.
    AllReduce,
    /// Every member receives the arrays of all members, concatenated along an axis.
    AllGather { axis: i64 },
    /// Member `i` receives the `i`-th slice of every member's array; arrays are split and concatenated along axis 0.
    AllToAll,
}

impl std::fmt::Display for RankCollectiveKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RankCollectiveKind::AllReduce => f.write_str("AllReduce"),
            RankCollectiveKind::AllGather { axis } => write!(f, "AllGather along axis {axis}"),
            RankCollectiveKind::AllToAll => f.write_str("AllToAll"),
        }
    }
}

/// One rank's side of a collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RankCollective {
    /// The name of the node, by which members find each other.
    pub(crate) name: String,
    kind: RankCollectiveKind,
    /// The ranks that take part, in order.
    pub(crate) group: Vec<usize>,
    /// The name of the value that the rank sends.
    pub(crate) input: String,
    /// The name of the value that the rank receives.
    pub(crate) output: String,
}

/// Whether a node is a collective.
pub(crate) fn is_collective(node: &Node) -> bool {
    node.name_space() == DOMAIN && matches!(node.op(), "AllReduce" | "AllGather" | "AllToAll")
}

impl RankCollective {
    /// Reads a node of rank `rank` out of `ranks`.
    pub(crate) fn of(node: &Node, rank: usize, ranks: usize) -> Result<RankCollective, EngineError> {
        let name = node.name.clone().unwrap_or_default();
        let wrong = |what: String| {
            Err(EngineError::collective(format!("{} `{name}` of rank {rank} {what}", node.op())))
        };
        let number = |key| node.attribute(key).and_then(|attribute| attribute.i);
        let ([input], [output]) = (node.input.as_slice(), node.output.as_slice()) else {
            let (inputs, outputs) = (node.input.len(), node.output.len());
            return wrong(format!("has {inputs} inputs and {outputs} outputs, expected one of each"));
        };
        if name.is_empty() || input.is_empty() || output.is_empty() {
            return wrong("lacks a name, an input or an output".into());
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
        let Some(group) = group else { return wrong("has an invalid group".into()) };
        let mut sorted = group.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != group.len() || sorted.last().is_none_or(|&last| last >= ranks) {
            return wrong(format!("has the group {group:?}, expected distinct ranks below {ranks}"));
        }
        if !group.contains(&rank) {
            return wrong(format!("has the group {group:?}, which does not contain rank {rank}"));
        }
        if let Some(size) = size.filter(|&size| usize::try_from(size) != Ok(group.len())) {
            return wrong(format!("has the group {group:?} and group_size {size}"));
        }
        let kind = match node.op() {
            "AllReduce" => RankCollectiveKind::AllReduce,
            "AllGather" => RankCollectiveKind::AllGather { axis: number("axis").unwrap_or(0) },
            _ => RankCollectiveKind::AllToAll,
        };
        Ok(RankCollective { name, kind, group, input: input.clone(), output: output.clone() })
    }

    /// Fails if two members disagree about the collective: this one, of `rank`, and that of `member`.
    pub(crate) fn check_agreement(
        &self,
        rank: usize,
        other: &RankCollective,
        member: usize,
    ) -> Result<(), EngineError> {
        let difference = if self.group != other.group {
            format!("groups {:?} and {:?}", self.group, other.group)
        } else if self.kind != other.kind {
            format!("{} and {}", self.kind, other.kind)
        } else {
            return Ok(());
        };
        let message = format!("ranks {rank} and {member} disagree about `{}`: {difference}", self.name);
        Err(EngineError::collective(message))
    }

    /// The name of its op, and the axis of an AllGather.
    pub(crate) fn op(&self) -> (&'static str, Option<i64>) {
        match self.kind {
            RankCollectiveKind::AllReduce => ("AllReduce", None),
            RankCollectiveKind::AllGather { axis } => ("AllGather", Some(axis)),
            RankCollectiveKind::AllToAll => ("AllToAll", None),
        }
    }

    /// Fails unless all members, in the order of the group, send the same type and shape.
    pub(crate) fn check_sent(&self, sent: &[(ElementType, &[usize])]) -> Result<(), EngineError> {
        let Some((first, others)) = sent.split_first() else { return Ok(()) };
        match others.iter().zip(&self.group[1..]).find(|(other, _)| *other != first) {
            None => Ok(()),
            Some((other, rank)) => {
                let show =
                    |(element, shape): &(ElementType, &[usize])| format!("{shape:?} of {}", element.text());
                Err(EngineError::collective(format!(
                    "collective `{}`: rank {} sends {}, rank {rank} sends {}",
                    self.name,
                    self.group[0],
                    show(first),
                    show(other)
                )))
            }
        }
    }

    /// What each member receives, given what each sends, both in the order of the group.
    pub(crate) fn perform(&self, sent: &[Array]) -> Result<Vec<Array>, EngineError> {
        let types: Vec<_> = sent.iter().map(|array| (array.element(), array.shape())).collect();
        self.check_sent(&types)?;
        let members = sent.len();
        let result = match self.kind {
            RankCollectiveKind::AllReduce => sum(sent).map(|sum| vec![sum; members]),
            RankCollectiveKind::AllGather { axis } => gather(sent, axis).map(|all| vec![all; members]),
            RankCollectiveKind::AllToAll => exchange(sent),
        };
        result.map_err(|error| error.about(format!("collective `{}`", self.name)))
    }
}

/// The sum, rounded once at the end: narrow floats are added as `f32`. Rounding after every rank would lose small
/// terms.
fn sum(sent: &[Array]) -> Result<Array, EngineError> {
    let first = sent[0].to_tensor()?;
    let element = first.element;
    let mut total = first.data;
    for array in &sent[1..] {
        let next = array.to_tensor()?.data;
        total = match (&total, &next) {
            (Data::Int(a), Data::Int(b)) => added(a, b, |a, b| element.wrap(a.wrapping_add(b))),
            (Data::F32(a), Data::F32(b)) => added(a, b, |a, b| a + b),
            (Data::F64(a), Data::F64(b)) => added(a, b, |a, b| a + b),
            (Data::C64(a), Data::C64(b)) => added(a, b, |a, b| a + b),
            (Data::C128(a), Data::C128(b)) => added(a, b, |a, b| a + b),
            _ => {
                return Err(EngineError::collective(format!("sums of {} are not supported", element.name())));
            }
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

/// The arrays, all of one shape, concatenated along an axis. A negative axis counts from the last dimension.
fn gather(sent: &[Array], axis: i64) -> Result<Array, EngineError> {
    let first = &sent[0];
    let rank = first.shape().len();
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    let Some(axis) = usize::try_from(from_start).ok().filter(|&axis| axis < rank) else {
        return Err(EngineError::collective(format!(
            "axis {axis} is out of range for shape {:?}",
            first.shape()
        )));
    };
    let outer: usize = first.shape()[..axis].iter().product();
    // If an outer dimension is empty, there are no rows to copy.
    let inner = first.data().len().checked_div(outer).unwrap_or(0);
    let mut data = Vec::with_capacity(first.data().len().saturating_mul(sent.len()));
    for row in 0..outer {
        for array in sent {
            data.extend_from_slice(&array.data()[row * inner..][..inner]);
        }
    }
    let mut shape = first.shape().to_vec();
    shape[axis] = shape[axis].saturating_mul(sent.len());
    Array::new(first.element(), shape, data)
}

/// For each member, its slice of every array.
fn exchange(sent: &[Array]) -> Result<Vec<Array>, EngineError> {
    let (first, members) = (&sent[0], sent.len());
    if !first.shape().first().is_some_and(|size| size.is_multiple_of(members)) {
        let message = format!("axis 0 of shape {:?} is not a multiple of {members} ranks", first.shape());
        return Err(EngineError::collective(message));
    }
    let size = first.data().len() / members;
    let of_member = |member: usize| {
        let slices = sent.iter().map(|array| &array.data()[member * size..][..size]);
        Array::new(first.element(), first.shape().to_vec(), slices.collect::<Vec<_>>().concat())
    };
    (0..members).map(of_member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collective(kind: RankCollectiveKind, members: usize) -> RankCollective {
        let (input, output) = ("x".into(), "y".into());
        RankCollective { name: "c".into(), kind, group: (0..members).collect(), input, output }
    }

    #[test]
    fn sums_have_the_type_of_their_terms() {
        let reduce = collective(RankCollectiveKind::AllReduce, 3);
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
    fn arrays_are_gathered_and_exchanged() {
        let arrays =
            [0i64, 10].map(|base| Array::i64(&[2, 2], &[base, base + 1, base + 2, base + 3]).unwrap());
        let rows = collective(RankCollectiveKind::AllGather { axis: 0 }, 2).perform(&arrays).unwrap();
        assert_eq!(rows[1], Array::i64(&[4, 2], &[0, 1, 2, 3, 10, 11, 12, 13]).unwrap());
        let columns = collective(RankCollectiveKind::AllGather { axis: -1 }, 2).perform(&arrays).unwrap();
        assert_eq!(columns[0], Array::i64(&[2, 4], &[0, 1, 10, 11, 2, 3, 12, 13]).unwrap());
        assert!(collective(RankCollectiveKind::AllGather { axis: 2 }, 2).perform(&arrays).is_err());
        let exchanged = collective(RankCollectiveKind::AllToAll, 2).perform(&arrays).unwrap();
        assert_eq!(exchanged[0], Array::i64(&[2, 2], &[0, 1, 10, 11]).unwrap());
        assert_eq!(exchanged[1], Array::i64(&[2, 2], &[2, 3, 12, 13]).unwrap());
        assert!(
            collective(RankCollectiveKind::AllToAll, 3)
                .perform(&[&arrays[..], &arrays[..1]].concat())
                .is_err()
        );
        let other = Array::i64(&[4], &[0; 4]).unwrap();
        let error =
            collective(RankCollectiveKind::AllReduce, 2).perform(&[arrays[0].clone(), other]).unwrap_err();
        assert_eq!(error.message, "collective `c`: rank 0 sends [2, 2] of i64, rank 1 sends [4] of i64");
        let empty = Array::i64(&[0, 3], &[]).unwrap();
        let gathered = collective(RankCollectiveKind::AllGather { axis: 1 }, 2)
            .perform(&[empty.clone(), empty])
            .unwrap();
        assert_eq!(gathered[0].shape(), [0, 6]);
    }
}
