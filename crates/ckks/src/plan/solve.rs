//! The best choice of one value for every variable, exactly: variables are eliminated one after the other.
//!
//! Costs are tables over two variables (or one). To eliminate a variable, the tables that mention it are added, and for every
//! choice of their other variables its best value is noted. Chains and residual blocks never need tables over more than
//! a few variables; where a graph is so entangled that a table would be too large, the worst values are dropped first, and
//! the answer is not called exact any more.

use super::objective::Score;

/// Costs over some variables, row-major in their order.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) variables: Vec<usize>,
    pub(super) costs: Vec<Score>,
}

/// The best choice.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) values: Vec<usize>,
    pub(super) total: Score,
    pub(super) is_exact: bool,
}

/// Most entries of a table.
const MAX_ENTRIES: usize = 1 << 21;

/// The best choice; `None` if there is no possible one.
pub(super) fn solve(sizes: &[usize], tables: &[Table]) -> Option<Solution> {
    let all: Vec<Vec<usize>> = sizes.iter().map(|&size| (0..size).collect()).collect();
    for keep in [usize::MAX, 8, 4, 2, 1] {
        let kept = if keep == usize::MAX { all.clone() } else { best_values(&all, tables, sizes, keep) };
        if let Some(found) = eliminate(sizes, &kept, tables) {
            let (values, total) = found?;
            return Some(Solution { values, total, is_exact: keep == usize::MAX });
        }
    }
    None
}

/// For every variable the values that look best in its own tables.
fn best_values(all: &[Vec<usize>], tables: &[Table], sizes: &[usize], keep: usize) -> Vec<Vec<usize>> {
    let mut scores: Vec<Vec<Score>> = sizes.iter().map(|&size| vec![Score::default(); size]).collect();
    for table in tables {
        for (place, &variable) in table.variables.iter().enumerate() {
            let mut least = vec![Score::NEVER; sizes[variable]];
            let after: usize = table.variables[place + 1..].iter().map(|&v| sizes[v]).product();
            for (n, &cost) in table.costs.iter().enumerate() {
                let value = n / after % sizes[variable];
                least[value] = least[value].min(cost);
            }
            for (score, least) in scores[variable].iter_mut().zip(least) {
                *score = score.plus(least);
            }
        }
    }
    all.iter()
        .zip(scores)
        .map(|(values, scores)| {
            let mut values = values.clone();
            values.sort_by_key(|&value| (scores[value], value));
            values.truncate(keep);
            values
        })
        .collect()
}

/// A variable that was eliminated: the variables its value depends on, and its value for each choice of them.
struct Eliminated {
    variable: usize,
    others: Vec<usize>,
    best: Vec<usize>,
}

/// `None` if a table would be too large, `Some(None)` if nothing is possible.
fn eliminate(sizes: &[usize], kept: &[Vec<usize>], tables: &[Table]) -> Option<Option<(Vec<usize>, Score)>> {
    // Tables over the kept values, numbered anew.
    let mut live: Vec<Table> = tables.iter().map(|table| restricted(table, sizes, kept)).collect();
    let count: Vec<usize> = kept.iter().map(Vec::len).collect();
    let mut left: Vec<usize> = (0..sizes.len()).collect();
    let mut done: Vec<Eliminated> = Vec::new();
    let mut total = Score::default();
    while !left.is_empty() {
        let others = |variable: usize| {
            let mut others: Vec<usize> = live
                .iter()
                .filter(|table| table.variables.contains(&variable))
                .flat_map(|table| table.variables.iter().copied())
                .filter(|&other| other != variable)
                .collect();
            others.sort_unstable();
            others.dedup();
            others
        };
        let entries = |others: &[usize]| others.iter().fold(1usize, |n, &v| n.saturating_mul(count[v]));
        let (place, others) = left
            .iter()
            .enumerate()
            .map(|(place, &variable)| (place, others(variable)))
            .min_by_key(|(_, others)| entries(others))?;
        let variable = left.remove(place);
        if entries(&others).saturating_mul(count[variable]) > MAX_ENTRIES {
            return None;
        }
        let (mine, rest): (Vec<Table>, Vec<Table>) =
            live.into_iter().partition(|table| table.variables.contains(&variable));
        live = rest;
        let mut best = Vec::with_capacity(entries(&others));
        let mut costs = Vec::with_capacity(entries(&others));
        let mut choice = vec![0; sizes.len()];
        for n in 0..entries(&others) {
            let mut rest = n;
            for &other in others.iter().rev() {
                choice[other] = rest % count[other];
                rest /= count[other];
            }
            let (mut least, mut value) = (Score::NEVER, 0);
            for candidate in 0..count[variable] {
                choice[variable] = candidate;
                let cost =
                    mine.iter().fold(Score::default(), |sum, table| sum.plus(table.at(&choice, &count)));
                if cost < least {
                    (least, value) = (cost, candidate);
                }
            }
            best.push(value);
            costs.push(least);
        }
        if others.is_empty() {
            total = total.plus(costs[0]);
        } else {
            live.push(Table { variables: others.clone(), costs });
        }
        done.push(Eliminated { variable, others, best });
    }
    if total == Score::NEVER {
        return Some(None);
    }
    let mut choice = vec![0; sizes.len()];
    for Eliminated { variable, others, best } in done.iter().rev() {
        let place = others.iter().fold(0, |n, &other| n * count[other] + choice[other]);
        choice[*variable] = best[place];
    }
    let values = choice.iter().zip(kept).map(|(&value, kept)| kept[value]).collect();
    Some(Some((values, total)))
}

fn restricted(table: &Table, sizes: &[usize], kept: &[Vec<usize>]) -> Table {
    let entries: usize = table.variables.iter().map(|&v| kept[v].len()).product();
    let costs = (0..entries).map(|n| {
        let (mut rest, mut place, mut stride) = (n, 0, 1);
        for &variable in table.variables.iter().rev() {
            place += kept[variable][rest % kept[variable].len()] * stride;
            rest /= kept[variable].len();
            stride *= sizes[variable];
        }
        table.costs[place]
    });
    Table { variables: table.variables.clone(), costs: costs.collect() }
}

impl Table {
    fn at(&self, choice: &[usize], count: &[usize]) -> Score {
        self.costs[self.variables.iter().fold(0, |n, &v| n * count[v] + choice[v])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// As good as trying everything.
        #[test]
        fn nothing_is_better(seed in proptest::collection::vec(0u64..9, 60), extra in 0usize..4) {
            let sizes = [2, 3, 2, 3, 2];
            let mut pairs = vec![(0, 1), (1, 2), (2, 3), (3, 4)];
            pairs.extend([(0, 2), (1, 4), (0, 4), (1, 3)].into_iter().take(extra));
            let mut numbers = seed.iter().cycle();
            let tables: Vec<Table> = pairs
                .iter()
                .map(|&(a, b)| Table {
                    variables: vec![a, b],
                    costs: (0..sizes[a] * sizes[b]).map(|_| Score(*numbers.next().unwrap(), 0)).collect(),
                })
                .collect();
            let found = solve(&sizes, &tables).unwrap();
            let cost = |values: &[usize]| {
                tables.iter().fold(Score::default(), |sum, table| sum.plus(table.at(values, &sizes)))
            };
            let all = (0..72).map(|n| vec![n % 2, n / 2 % 3, n / 6 % 2, n / 12 % 3, n / 36 % 2]);
            prop_assert_eq!(all.map(|values| cost(&values)).min().unwrap(), found.total);
            prop_assert_eq!(cost(&found.values), found.total);
            prop_assert!(found.is_exact);
        }
    }
}
