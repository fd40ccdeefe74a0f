//! The dimensions of a model's value as steps through the tensor of a layer.
//!
//! Transposing, reshaping, splitting and broadcasting change only these steps. They cost nothing until an op needs the
//! values in an order of its own; then a layer moves them.

use crate::CkksResult;
use crate::linear::View;

/// Size and stride of a digit of an index.
type Digit = (usize, usize);

/// Which dimensions of a value are channels, rows and columns of a layer, each in order.
pub(super) type Groups = [Vec<usize>; 3];

/// The dimensions of a value, each a list of steps through a layer's tensor, the most significant first. Steps of size
/// 1 are left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dims {
    first: usize,
    steps: Vec<Vec<Digit>>,
}

impl Dims {
    /// The dimensions of a value that is an entire layer, grouped like this.
    pub(super) fn arranged(sizes: &[usize], groups: &Groups) -> Dims {
        let mut steps = vec![Vec::new(); sizes.len()];
        let mut stride = 1;
        for &dim in groups.iter().flatten().rev() {
            if sizes[dim] != 1 {
                steps[dim].push((sizes[dim], stride));
            }
            stride *= sizes[dim];
        }
        Dims { first: 0, steps }
    }

    /// The size of each dimension.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.steps.iter().map(|steps| steps.iter().map(|&(size, _)| size).product()).collect()
    }

    pub(super) fn rank(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn count(&self) -> usize {
        self.steps.iter().flatten().map(|&(size, _)| size).product()
    }

    /// The steps of a dimension.
    pub(super) fn of(&self, dim: usize) -> &[Digit] {
        &self.steps[dim]
    }

    /// Whether it has every value of a layer of this many values exactly once.
    pub(super) fn is_complete(&self, count: usize) -> bool {
        let mut steps: Vec<Digit> = self.steps.iter().flatten().copied().collect();
        steps.sort_by_key(|&(_, stride)| stride);
        let mut reach = 1;
        let is_dense = steps.iter().all(|&(size, stride)| {
            let fits = stride == reach;
            reach *= size;
            fits
        });
        self.first == 0 && is_dense && reach == count
    }

    /// The dimensions in another order.
    pub(super) fn permuted(&self, order: &[usize]) -> Dims {
        Dims { first: self.first, steps: order.iter().map(|&dim| self.steps[dim].clone()).collect() }
    }

    /// The same values, row-major, in dimensions of other sizes; `None` if a step would have to be split unevenly.
    pub(super) fn reshaped(&self, sizes: &[usize]) -> Option<Dims> {
        let mut rest: Vec<Digit> = self.steps.iter().flatten().copied().collect();
        let mut made = Vec::new();
        // From the last dimension on, taking the last steps.
        for &size in sizes.iter().rev() {
            let (mut steps, mut missing) = (Vec::new(), size);
            while missing > 1 {
                let (have, stride) = rest.pop()?;
                if have <= missing && missing.is_multiple_of(have) {
                    steps.push((have, stride));
                    missing /= have;
                } else if have.is_multiple_of(missing) {
                    steps.push((missing, stride));
                    rest.push((have / missing, stride * missing));
                    missing = 1;
                } else {
                    return None;
                }
            }
            steps.reverse();
            made.push(steps);
        }
        made.reverse();
        rest.is_empty().then_some(Dims { first: self.first, steps: made })
    }

    /// The part of a dimension from `start` on; `None` if its steps would have to be split.
    pub(super) fn sliced(&self, dim: usize, start: usize, size: usize) -> Option<Dims> {
        let mut made = self.clone();
        if size == self.sizes()[dim] {
            return (start == 0).then_some(made);
        }
        let (&(_, stride), inner) = self.steps[dim].split_first()?;
        let per: usize = inner.iter().map(|&(size, _)| size).product();
        if !start.is_multiple_of(per) || !size.is_multiple_of(per) {
            // Within one value of the first step, the others may be split.
            let [at, last] = [start / per, (start + size - 1) / per];
            if at != last {
                return None;
            }
            made.first += at * stride;
            made.steps[dim] = inner.to_vec();
            return made.sliced(dim, start % per, size);
        }
        made.first += start / per * stride;
        made.steps[dim] = Some((size / per, stride)).into_iter().filter(|&(size, _)| size != 1).collect();
        made.steps[dim].extend(inner);
        Some(made)
    }

    /// Broadcast to these sizes; `None` if they do not fit.
    pub(super) fn broadcast(&self, sizes: &[usize]) -> Option<Dims> {
        let new = sizes.len().checked_sub(self.rank())?;
        let own = self.sizes();
        let mut steps = vec![Vec::new(); new];
        steps.extend(self.steps.iter().cloned());
        for (dim, &size) in sizes.iter().enumerate() {
            let have = if dim < new { 1 } else { own[dim - new] };
            if have == 1 && size != 1 {
                steps[dim] = vec![(size, 0)];
            } else if have != size {
                return None;
            }
        }
        Some(Dims { first: self.first, steps })
    }

    /// With a dimension of this many equal values inserted.
    pub(super) fn repeated(&self, at: usize, size: usize) -> Dims {
        let mut made = self.clone();
        made.steps.insert(at, if size == 1 { Vec::new() } else { vec![(size, 0)] });
        made
    }

    /// With the steps of one dimension replaced.
    pub(super) fn with(&self, dim: usize, steps: Vec<Digit>) -> Dims {
        let mut made = self.clone();
        made.steps[dim] = steps.into_iter().filter(|&(size, _)| size != 1).collect();
        made
    }

    /// The shape of a layer with the dimensions grouped like this.
    pub(super) fn shape(&self, groups: &Groups) -> [usize; 3] {
        let sizes = self.sizes();
        [0, 1, 2].map(|d| groups[d].iter().map(|&dim| sizes[dim]).product())
    }

    /// How a layer with the dimensions grouped like this reads the tensor.
    pub(super) fn view(&self, count: usize, groups: &Groups) -> CkksResult<View> {
        View::new(count, self.first, groups.iter().flatten().flat_map(|&dim| self.steps[dim].iter().copied()))
    }

    /// All values, in the order of the model.
    pub(super) fn in_order(&self, count: usize) -> CkksResult<View> {
        View::new(count, self.first, self.steps.iter().flatten().copied())
    }

    /// How a layer whose values are in the order of `like` reads this tensor, which has the same sizes; `None` if
    /// steps do not correspond, or `like` does not have each value of its layer once.
    pub(super) fn view_like(&self, count: usize, like: &Dims) -> Option<View> {
        let mut both: Vec<(usize, usize, usize)> = Vec::new();
        for (own, other) in self.steps.iter().zip(&like.steps) {
            let (mut own, mut other) = (own.clone(), other.clone());
            while let (Some((a, by)), Some((b, like))) = (own.pop(), other.pop()) {
                let size = a.min(b);
                if !a.is_multiple_of(size) || !b.is_multiple_of(size) {
                    return None;
                }
                both.push((size, by, like));
                own.extend((a != size).then_some((a / size, by * size)));
                other.extend((b != size).then_some((b / size, like * size)));
            }
            if !own.is_empty() || !other.is_empty() {
                return None;
            }
        }
        both.sort_by_key(|&(_, _, like)| std::cmp::Reverse(like));
        View::new(count, self.first, both.into_iter().map(|(size, by, _)| (size, by))).ok()
    }
}

/// How dimensions are grouped by default: an image by channels, rows and columns; a matrix of positions and features by
/// features, then positions; anything else by its last two dimensions.
pub(super) fn usual_groups(sizes: &[usize]) -> Groups {
    let rank = sizes.len();
    let large: Vec<usize> = (0..rank).filter(|&dim| sizes[dim] != 1).collect();
    match *large.as_slice() {
        _ if rank == 4 && sizes[0] == 1 => [vec![0, 1], vec![2], vec![3]],
        [] | [_] => [(0..rank).collect(), Vec::new(), Vec::new()],
        [position, feature] => along(sizes, &[feature], &[position]),
        [.., row, column] => {
            let rest = (0..rank).filter(|&dim| dim != row && dim != column).collect();
            [rest, vec![row], vec![column]]
        }
    }
}

/// Groups with these dimensions as channels, and the others as rows and columns.
pub(super) fn channel_groups(sizes: &[usize], channels: &[usize]) -> Groups {
    let rest: Vec<usize> =
        (0..sizes.len()).filter(|dim| !channels.contains(dim) && sizes[*dim] != 1).collect();
    match rest.split_last() {
        Some((&last, rows)) if !rows.is_empty() => {
            let ones = (0..sizes.len()).filter(|dim| !channels.contains(dim) && sizes[*dim] == 1);
            [channels.iter().copied().chain(ones).collect(), rows.to_vec(), vec![last]]
        }
        _ => along(sizes, channels, &rest),
    }
}

fn along(sizes: &[usize], channels: &[usize], rows: &[usize]) -> Groups {
    let rest = (0..sizes.len()).filter(|dim| !channels.contains(dim) && !rows.contains(dim));
    [channels.to_vec(), rows.to_vec(), rest.collect()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(dims: &Dims, count: usize) -> Vec<usize> {
        dims.in_order(count).unwrap().sources().collect()
    }

    #[test]
    fn heads_are_split_off_without_moving_anything() {
        // Positions and features, which the layer has the other way round: 2 heads of 3 features, 4 positions.
        let sizes = [1, 4, 6];
        let groups = usual_groups(&sizes);
        assert_eq!(groups, [vec![2], vec![1], vec![0]]);
        let tokens = Dims::arranged(&sizes, &groups);
        assert_eq!(order(&tokens, 24)[..4], [0, 4, 8, 12]);
        let heads = tokens.reshaped(&[1, 4, 2, 3]).unwrap().permuted(&[0, 2, 1, 3]);
        assert_eq!(heads.sizes(), [1, 2, 4, 3]);
        assert!(heads.is_complete(24));
        let back = heads.permuted(&[0, 2, 1, 3]).reshaped(&[1, 4, 6]).unwrap();
        // The steps are finer than at first, but lead to the same values.
        assert_eq!(order(&back, 24), order(&tokens, 24));
        let view = back.view_like(24, &tokens).unwrap();
        assert_eq!(view, View::all(24).unwrap());
    }

    #[test]
    fn uneven_shapes_need_a_layer() {
        let dims = Dims::arranged(&[4, 6], &usual_groups(&[4, 6]));
        assert_eq!(dims.reshaped(&[3, 8]), None);
        assert!(dims.reshaped(&[2, 12]).is_some());
        assert_eq!(dims.reshaped(&[4, 5]), None);
        assert_eq!(dims.reshaped(&[4, 12]), None);
    }

    #[test]
    fn slices_and_broadcasts_are_steps_too() {
        let dims = Dims::arranged(&[1, 2, 12], &usual_groups(&[1, 2, 12]));
        let keys = dims.sliced(2, 4, 4).unwrap();
        assert_eq!((keys.sizes(), order(&keys, 24)[0]), (vec![1, 2, 4], 8));
        assert!(!keys.is_complete(24));
        let merged = dims.permuted(&[0, 2, 1]).reshaped(&[24]).unwrap();
        assert_eq!(order(&merged.sliced(0, 4, 4).unwrap(), 24), [4, 5, 6, 7]);
        let fused = dims.reshaped(&[1, 2, 3, 4]).unwrap().permuted(&[2, 0, 1, 3]).reshaped(&[6, 4]).unwrap();
        assert_eq!(fused.sliced(0, 1, 2), None, "from two of the three parts");
        assert_eq!(order(&fused.sliced(0, 1, 1).unwrap(), 24), [1, 3, 5, 7]);
        let wide = keys.broadcast(&[3, 2, 4]).unwrap();
        assert_eq!(wide.count(), 24);
        assert_eq!(keys.broadcast(&[1, 2, 5]), None);
        assert_eq!(keys.broadcast(&[4]), None);
    }
}
