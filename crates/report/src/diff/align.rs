//! Finds the values of one program in another one.
//!
//! Two annotations of one program differ in a few ops and in the numbers of all values after them, so names do not
//! identify a value. The longest common subsequence of the definitions does. It is computed by the greedy algorithm
//! for shortest edit scripts, whose time is the length of the sequences times the number of differences.

/// Programs with more differences are matched by name.
const MOST_DIFFERENCES: usize = 2000;

/// The pairs of equal keys of a longest common subsequence, in order; `None` if the sequences differ too much.
pub(super) fn align_keys<K: PartialEq>(before: &[K], after: &[K]) -> Option<Vec<(usize, usize)>> {
    let prefix = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (a, b) = (&before[prefix..], &after[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - suffix], &b[..b.len() - suffix]);
    let mut pairs: Vec<(usize, usize)> = (0..prefix).map(|at| (at, at)).collect();
    let inner = shortest_script(a, b)?;
    pairs.extend(inner.into_iter().map(|(i, j)| (prefix + i, prefix + j)));
    let (end_a, end_b) = (before.len() - suffix, after.len() - suffix);
    pairs.extend((0..suffix).map(|at| (end_a + at, end_b + at)));
    Some(pairs)
}

/// The kept pairs of a shortest edit script.
fn shortest_script<K: PartialEq>(a: &[K], b: &[K]) -> Option<Vec<(usize, usize)>> {
    // `furthest[d]` has, for each diagonal `k = x - y` from -d to d in steps of 2, the largest x that d differences
    // reach.
    let mut furthest: Vec<Vec<usize>> = Vec::new();
    for d in 0..=(a.len() + b.len()).min(MOST_DIFFERENCES) {
        let mut row = Vec::with_capacity(d + 1);
        let mut is_done = false;
        for step in 0..=d {
            let mut x = start_of(&furthest, d, step);
            // On the diagonal k = 2 * step - d.
            let mut y = (x + d).checked_sub(2 * step)?;
            while x < a.len() && y < b.len() && a[x] == b[y] {
                (x, y) = (x + 1, y + 1);
            }
            row.push(x);
            is_done |= x >= a.len() && y >= b.len();
        }
        furthest.push(row);
        if is_done {
            return Some(trace_back(&furthest, a.len(), b.len()));
        }
    }
    None
}

/// The first x on a diagonal after one more difference: one step right from the diagonal below, or one down from the
/// one above.
fn start_of(furthest: &[Vec<usize>], d: usize, step: usize) -> usize {
    let Some(last) = d.checked_sub(1).map(|d| &furthest[d]) else { return 0 };
    let right = step.checked_sub(1).map(|below| last[below] + 1);
    let down = last.get(step).copied();
    right.into_iter().chain(down).max().unwrap_or(0)
}

fn trace_back(furthest: &[Vec<usize>], a: usize, b: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut x, mut y) = (a, b);
    for d in (0..furthest.len()).rev() {
        // k = x - y = 2 * step - d
        let step = (x + d - y) / 2;
        let start = start_of(furthest, d, step);
        while x > start {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        let Some(last) = d.checked_sub(1).map(|d| &furthest[d]) else { break };
        let came_right =
            step > 0 && last[step - 1] + 1 == start && last.get(step).is_none_or(|&down| down < start);
        if came_right { x -= 1 } else { y -= 1 }
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::align_keys;

    /// The length of a longest common subsequence, by the textbook recurrence.
    fn longest(a: &[u8], b: &[u8]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..a.len() {
            for j in 0..b.len() {
                let skip = table[i][j + 1].max(table[i + 1][j]);
                table[i + 1][j + 1] = if a[i] == b[j] { table[i][j] + 1 } else { skip };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn alignments_are_longest_common_subsequences() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..500 {
            let mut text = || (0..next(12)).map(|_| next(3) as u8).collect::<Vec<_>>();
            let (a, b) = (text(), text());
            let pairs = align_keys(&a, &b).expect("few differences");
            assert_eq!(pairs.len(), longest(&a, &b), "{a:?} {b:?}");
            assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]), "{a:?} {b:?}");
            assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1), "{a:?} {b:?}");
        }
    }

    #[test]
    fn very_different_sequences_are_not_aligned() {
        let (a, b): (Vec<u32>, Vec<u32>) = ((0..1500).collect(), (1500..3000).collect());
        assert_eq!(align_keys(&a, &b), None);
    }
}
