//! Peak memory from the lifetimes of buffers, independent of any dialect.
//!
//! A front end decides when a buffer is allocated and freed; [`peak_of`] finds the moment at which the most bytes are
//! live, and what is live then. `T` identifies a tensor of the front end, `O` an op.

use std::rc::Rc;

/// The role of a tensor in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BufferRole {
    /// An argument of the program.
    Argument,
    /// A result of the program.
    Result,
    /// A constant with distinct elements, such as a weight.
    Constant,
    /// Any other value.
    Temporary,
    /// Memory that an op uses while it runs; the value is its first result.
    Workspace,
}

impl BufferRole {
    /// The role in one word.
    pub fn text(self) -> &'static str {
        match self {
            BufferRole::Argument => "argument",
            BufferRole::Result => "result",
            BufferRole::Constant => "constant",
            BufferRole::Temporary => "temporary",
            BufferRole::Workspace => "workspace",
        }
    }
}

/// A tensor that is live at the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveTensor<T> {
    /// The value that it was allocated for.
    pub value: T,
    /// Its size.
    pub bytes: u64,
    /// What it is for.
    pub role: BufferRole,
}

/// A buffer of a block and when it is live. For [`peak_of`], positions of ops: 0 is before the first op, `n + 1` is op `n`. In a
/// [`Peak`], points of its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetime<T> {
    /// The tensor that it was allocated for.
    pub tensor: LiveTensor<T>,
    /// The first position at which it is live.
    pub birth: usize,
    /// The last one. A buffer that outlives the block has a later one than the block.
    pub death: usize,
}

/// What the body of an op adds at the point of the op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPeak<T> {
    /// The point of the op.
    pub point: usize,
    /// The tensors that are live at the peak of the body.
    pub live: Vec<LiveTensor<T>>,
}

/// The peak of a block.
#[derive(Clone, Debug)]
pub struct Peak<T, O> {
    /// The most bytes that are live at once.
    pub bytes: u128,
    /// The innermost op during which the peak occurs; `None` before the first op.
    pub at: Option<O>,
    /// The tensors that are live at the peak.
    pub live: Vec<LiveTensor<T>>,
    /// The live bytes at each point of the block.
    pub course: Vec<u128>,
    /// The buffers of the block. Together with the bodies, those at a point add up to its course.
    pub lifetimes: Vec<Lifetime<T>>,
    /// The bodies that determine the memory at their point.
    pub bodies: Vec<BodyPeak<T>>,
}

impl<T, O> Default for Peak<T, O> {
    fn default() -> Self {
        Self {
            bytes: 0,
            at: None,
            live: Vec::new(),
            course: Vec::new(),
            lifetimes: Vec::new(),
            bodies: Vec::new(),
        }
    }
}

/// What the body of an op adds while the op runs.
#[derive(Clone, Debug)]
pub enum Inner<T, O> {
    /// The results are live throughout; the peak of the body is added.
    Beside(Rc<Peak<T, O>>),
    /// The results become live only after the peak of the body.
    Before(Rc<Peak<T, O>>),
}

/// The moment of a point at which the most bytes are live.
#[derive(Clone, Copy)]
struct Moment {
    bytes: u128,
    position: usize,
    /// Whether the results of the op are there already.
    has_results: bool,
    /// Whether a body adds to it.
    is_inside: bool,
}

impl Moment {
    fn has<T>(&self, buffer: &Lifetime<T>) -> bool {
        let is_born =
            if self.has_results { buffer.birth <= self.position } else { buffer.birth < self.position };
        is_born && self.position <= buffer.death
    }
}

/// The moment of a block at which the most bytes are live. `inner` has an entry for each op. Consecutive ops with one place share
/// a point of the course, which has the most of them; the place before the first op is 0.
pub fn peak_of<T: Copy, O: Copy>(
    ops: &[O],
    place: impl Fn(usize) -> usize,
    buffers: &[Lifetime<T>],
    inner: &[Option<Inner<T, O>>],
) -> Peak<T, O> {
    let moments = moments(place, buffers, inner);
    let first_most = |best: Moment, each: Moment| if each.bytes > best.bytes { each } else { best };
    let Some(best) = moments.iter().copied().reduce(first_most) else { return Peak::default() };
    let body = |moment: &Moment| {
        let inner = inner.get(moment.position.checked_sub(1)?)?.as_ref().filter(|_| moment.is_inside);
        inner.map(|(Inner::Beside(peak) | Inner::Before(peak))| peak)
    };
    let is_live = |buffer: &&Lifetime<T>| best.has(buffer) && buffer.tensor.bytes > 0;
    let mut live: Vec<LiveTensor<T>> = buffers.iter().filter(is_live).map(|buffer| buffer.tensor).collect();
    let mut at = ops.get(best.position.max(1) - 1).copied();
    if let Some(peak) = body(&best) {
        live.extend(&peak.live);
        at = peak.at.or(at);
    }
    let lifetime = |buffer: &Lifetime<T>| {
        // A buffer is live at consecutive moments.
        let birth = moments.partition_point(|moment| {
            moment.position < buffer.birth || (moment.position == buffer.birth && !moment.has_results)
        });
        let end = moments.partition_point(|moment| moment.position <= buffer.death);
        (birth < end).then(|| Lifetime { tensor: buffer.tensor, birth, death: end - 1 })
    };
    let bodies = moments
        .iter()
        .enumerate()
        .filter_map(|(point, moment)| body(moment).map(|peak| BodyPeak { point, live: peak.live.clone() }));
    Peak {
        bytes: best.bytes,
        at,
        live,
        course: moments.iter().map(|moment| moment.bytes).collect(),
        bodies: bodies.collect(),
        lifetimes: buffers.iter().filter_map(lifetime).collect(),
    }
}

/// The decisive moment of each point.
fn moments<T, O>(
    place: impl Fn(usize) -> usize,
    buffers: &[Lifetime<T>],
    inner: &[Option<Inner<T, O>>],
) -> Vec<Moment> {
    let end = inner.len();
    let (mut births, mut deaths) = (vec![0u128; end + 1], vec![0u128; end + 1]);
    for buffer in buffers {
        let bytes = u128::from(buffer.tensor.bytes);
        births[buffer.birth] += bytes;
        // A buffer that outlives the block is never freed.
        if let Some(died) = deaths.get_mut(buffer.death) {
            *died += bytes;
        }
    }
    let mut live = 0u128;
    let mut moments: Vec<Moment> = Vec::new();
    let mut last_place = usize::MAX;
    for position in 0..=end {
        let before = live;
        live += births[position];
        let body = position.checked_sub(1).and_then(|op| inner[op].as_ref());
        let moment = match body {
            Some(Inner::Beside(peak)) => {
                Moment { bytes: live + peak.bytes, position, has_results: true, is_inside: peak.bytes > 0 }
            }
            Some(Inner::Before(peak)) if before + peak.bytes > live => {
                Moment { bytes: before + peak.bytes, position, has_results: false, is_inside: true }
            }
            _ => Moment { bytes: live, position, has_results: true, is_inside: false },
        };
        live -= deaths[position];
        let here = position.checked_sub(1).map_or(0, &place);
        match moments.last_mut() {
            Some(last) if here == last_place => {
                if moment.bytes > last.bytes {
                    *last = moment;
                }
            }
            _ => moments.push(moment),
        }
        last_place = here;
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(value: u32, bytes: u64, birth: usize, death: usize) -> Lifetime<u32> {
        Lifetime { tensor: LiveTensor { value, bytes, role: BufferRole::Temporary }, birth, death }
    }

    #[test]
    fn operands_and_results_of_an_op_are_live_together() {
        let buffers = vec![buffer(0, 4, 0, 2), buffer(1, 8, 1, 2), buffer(2, 1, 2, 3)];
        let peak = peak_of(&['a', 'b', 'c'], |op| op + 1, &buffers, &[None, None, None]);
        assert_eq!(peak.course, [4, 12, 13, 1]);
        assert_eq!((peak.bytes, peak.at, peak.live.len()), (13, Some('b'), 3));
    }

    #[test]
    fn the_results_of_a_branch_become_live_after_its_body() {
        let body = Rc::new(peak_of(&['x'], |op| op + 1, &[buffer(9, 20, 1, 1)], &[None]));
        let buffers = vec![buffer(0, 4, 0, 2), buffer(1, 8, 1, 1)];
        let peak = peak_of(&['a'], |op| op + 1, &buffers, &[Some(Inner::Before(body))]);
        assert_eq!((peak.course, peak.at), (vec![4, 24], Some('x')));
        assert_eq!(peak.lifetimes.len(), 1, "the result is not live at the decisive moment");
        assert_eq!(peak.live.iter().map(|tensor| tensor.value).collect::<Vec<_>>(), [0, 9]);
    }
    #[test]
    fn ops_at_one_place_share_a_point() {
        let buffers = vec![buffer(0, 4, 0, 2), buffer(1, 8, 1, 1), buffer(2, 1, 2, 3)];
        let peak = peak_of(&['a', 'b', 'c'], |op| [1, 1, 2][op], &buffers, &[None, None, None]);
        assert_eq!((peak.course, peak.at), (vec![4, 12, 1], Some('a')));
        let points = peak.lifetimes.iter().map(|each| (each.tensor.value, each.birth, each.death));
        assert_eq!(points.collect::<Vec<_>>(), [(0, 0, 1), (1, 1, 1), (2, 2, 2)]);
    }
}
