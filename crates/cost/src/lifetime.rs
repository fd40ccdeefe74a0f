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
}

impl BufferRole {
    /// The role in one word.
    pub fn text(self) -> &'static str {
        match self {
            BufferRole::Argument => "argument",
            BufferRole::Result => "result",
            BufferRole::Constant => "constant",
            BufferRole::Temporary => "temporary",
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
    /// Argument, result, constant or temporary.
    pub role: BufferRole,
}

/// A buffer of a block and the points at which it is live: point 0 is before the first op, point `n + 1` is op `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetime<T> {
    /// The tensor that it was allocated for.
    pub tensor: LiveTensor<T>,
    /// The first point at which it is live.
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

/// The moment of a block at which the most bytes are live. `inner` has an entry for each point: one more than ops.
pub fn peak_of<T: Copy, O: Copy>(
    ops: &[O],
    lifetimes: Vec<Lifetime<T>>,
    inner: Vec<Option<Inner<T, O>>>,
) -> Peak<T, O> {
    let mut births = vec![0u128; inner.len()];
    let mut deaths = vec![0u128; inner.len()];
    for each in &lifetimes {
        let bytes = u128::from(each.tensor.bytes);
        births[each.birth] += bytes;
        // A buffer that outlives the block is never freed.
        if let Some(died) = deaths.get_mut(each.death) {
            *died += bytes;
        }
    }
    let mut live = 0u128;
    let mut best: (u128, usize, bool) = (0, 0, false);
    let mut course = Vec::with_capacity(inner.len());
    let mut bodies = Vec::new();
    // The points whose decisive moment is before the results of their op.
    let mut is_late = vec![false; inner.len()];
    for (at, inner) in inner.iter().enumerate() {
        let before = live;
        live += births[at];
        let (most, inside) = match inner {
            Some(Inner::Beside(peak)) => (live + peak.bytes, peak.bytes > 0),
            Some(Inner::Before(peak)) if before + peak.bytes > live => (before + peak.bytes, true),
            _ => (live, false),
        };
        course.push(most);
        if let Some(Inner::Beside(peak) | Inner::Before(peak)) = inner.as_ref().filter(|_| inside) {
            bodies.push(BodyPeak { point: at, live: peak.live.clone() });
            is_late[at] = matches!(inner, Some(Inner::Before(_)));
        }
        if most > best.0 {
            best = (most, at, inside);
        }
        live -= deaths[at];
    }
    let (bytes, at, inside) = best;
    let inner = inner.into_iter().nth(at).flatten().filter(|_| inside);
    let is_before = matches!(inner, Some(Inner::Before(_)));
    let is_live = |each: &&Lifetime<T>| {
        let born = if is_before { each.birth < at } else { each.birth <= at };
        born && at <= each.death && each.tensor.bytes > 0
    };
    let mut live: Vec<LiveTensor<T>> = lifetimes.iter().filter(is_live).map(|each| each.tensor).collect();
    let mut op = ops.get(at.max(1) - 1).copied();
    if let Some(Inner::Beside(peak) | Inner::Before(peak)) = inner {
        live.extend(&peak.live);
        op = peak.at.or(op);
    }
    let shown = lifetimes
        .into_iter()
        .map(|each| Lifetime { birth: each.birth + usize::from(is_late[each.birth]), ..each });
    let lifetimes = shown.filter(|each| each.birth <= each.death).collect();
    Peak { bytes, at: op, live, course, lifetimes, bodies }
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
        let peak = peak_of(&['a', 'b', 'c'], buffers, vec![None; 4]);
        assert_eq!(peak.course, [4, 12, 13, 1]);
        assert_eq!((peak.bytes, peak.at, peak.live.len()), (13, Some('b'), 3));
    }

    #[test]
    fn the_results_of_a_branch_become_live_after_its_body() {
        let body = Rc::new(peak_of(&['x'], vec![buffer(9, 20, 1, 1)], vec![None; 2]));
        let buffers = vec![buffer(0, 4, 0, 2), buffer(1, 8, 1, 1)];
        let peak = peak_of(&['a'], buffers, vec![None, Some(Inner::Before(body))]);
        assert_eq!((peak.course, peak.at), (vec![4, 24], Some('x')));
        assert_eq!(peak.lifetimes.len(), 1, "the result is not live at the decisive moment");
        assert_eq!(peak.live.iter().map(|tensor| tensor.value).collect::<Vec<_>>(), [0, 9]);
    }
}
