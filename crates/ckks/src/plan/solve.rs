//! Finds the best value of every variable, exactly, by variable elimination.
//!
//! Costs are tables over two variables (or one). To eliminate a variable, the tables that mention it are added
//! up, and its best value is recorded for every choice of their other variables. The variable whose elimination
//! makes the smallest table goes first. Chains and residual blocks never need tables over more than a few
//! variables. If a graph is so dense that a table would be too large, the worst values of every variable are
//! dropped first, and the solution is no longer marked exact.

use std::collections::BTreeSet;

use super::objective::Score;

/// Costs over some variables, row-major in their order.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) variables: Vec<usize>,
    pub(super) costs: Vec<Score>,
}

/// The best values found.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) values: Vec<usize>,
    pub(super) total: Score,
    pub(super) is_exact: bool,
}

/// The most combinations that eliminating one variable compares. It limits the time of the step, and the new
/// table to 32 MiB of scores.
pub(super) const MAX_ENTRIES: usize = 1 << 21;

/// The best choice; `None` if no choice is possible.
pub(super) fn solve_tables(sizes: &[usize], tables: &[Table]) -> Option<Solution> {
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

/// For every variable, the values with the lowest costs in its own tables.
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

/// An eliminated variable: the variables that its value depends on, and its value for each choice of them.
struct Eliminated {
    variable: usize,
    others: Vec<usize>,
    best: Vec<usize>,
}

/// `None` if a table would be too large, `Some(None)` if no choice is possible.
fn eliminate(sizes: &[usize], kept: &[Vec<usize>], tables: &[Table]) -> Option<Option<(Vec<usize>, Score)>> {
    // Tables over the kept values, renumbered.
    let count: Vec<usize> = kept.iter().map(Vec::len).collect();
    let mut live = Live::new(tables.iter().map(|table| restricted(table, sizes, kept)), &count);
    let mut done: Vec<Eliminated> = Vec::new();
    let mut total = Score::default();
    let mut choice = vec![0; sizes.len()];
    while let Some(variable) = live.cheapest() {
        let (mine, others) = live.remove(variable);
        let entries = entries(&others, &count);
        if entries.saturating_mul(count[variable]) > MAX_ENTRIES {
            return None;
        }
        let mut best = Vec::with_capacity(entries);
        let mut costs = Vec::with_capacity(entries);
        for n in 0..entries {
            let mut rest = n;
            for &other in others.iter().rev() {
                choice[other] = rest % count[other];
                rest /= count[other];
            }
            let (mut least, mut value) = (Score::NEVER, 0);
            for candidate in 0..count[variable] {
                choice[variable] = candidate;
                let cost =
                    mine.iter().fold(Score::default(), |sum, (_, table)| sum.plus(table.at(&choice, &count)));
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
            live.add(Table { variables: others.clone(), costs });
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

/// The number of choices of some variables.
pub(super) fn entries<'v>(variables: impl IntoIterator<Item = &'v usize>, count: &[usize]) -> usize {
    variables.into_iter().fold(1, |n, &variable| n.saturating_mul(count[variable]))
}

/// The remaining tables, by variable. Eliminating a variable affects only those that share a table with it, so
/// the total time grows with the number of tables, not with variables times tables.
pub(super) struct Live<'c> {
    count: &'c [usize],
    /// `None` once a table is used; newer tables have higher indices.
    tables: Vec<Option<Table>>,
    /// The tables that mention each variable.
    of: Vec<Vec<usize>>,
    /// The variables that share a table with each variable.
    neighbours: Vec<BTreeSet<usize>>,
    /// The remaining variables, by the size of the table that eliminating them creates.
    queue: BTreeSet<(usize, usize)>,
}

impl<'c> Live<'c> {
    pub(super) fn new(tables: impl Iterator<Item = Table>, count: &'c [usize]) -> Self {
        let queue = (0..count.len()).map(|variable| (1, variable)).collect();
        let (of, neighbours) = (vec![Vec::new(); count.len()], vec![BTreeSet::new(); count.len()]);
        let mut live = Self { count, tables: Vec::new(), of, neighbours, queue };
        tables.for_each(|table| live.add(table));
        live
    }

    pub(super) fn add(&mut self, table: Table) {
        for &variable in &table.variables {
            let others = table.variables.iter().copied().filter(|&other| other != variable);
            self.change(variable, |neighbours| neighbours.extend(others));
            self.of[variable].push(self.tables.len());
        }
        self.tables.push(Some(table));
    }

    /// Changes the neighbours of a variable, and its position in the queue accordingly.
    fn change(&mut self, variable: usize, change: impl FnOnce(&mut BTreeSet<usize>)) {
        self.queue.remove(&(entries(&self.neighbours[variable], self.count), variable));
        change(&mut self.neighbours[variable]);
        self.queue.insert((entries(&self.neighbours[variable], self.count), variable));
    }

    /// The variable whose elimination creates the smallest table.
    pub(super) fn cheapest(&self) -> Option<usize> {
        self.queue.first().map(|&(_, variable)| variable)
    }

    /// Removes a variable; returns its tables, with their numbers in the order in which they were added, and the
    /// other variables that they mention.
    pub(super) fn remove(&mut self, variable: usize) -> (Vec<(usize, Table)>, Vec<usize>) {
        self.queue.remove(&(entries(&self.neighbours[variable], self.count), variable));
        let others: Vec<usize> = std::mem::take(&mut self.neighbours[variable]).into_iter().collect();
        for &other in &others {
            self.change(other, |neighbours| {
                neighbours.remove(&variable);
            });
        }
        let mine = std::mem::take(&mut self.of[variable]);
        let taken = mine.into_iter().filter_map(|table| Some((table, self.tables[table].take()?)));
        (taken.collect(), others)
    }
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
        /// As good as exhaustive search.
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
            let found = solve_tables(&sizes, &tables).unwrap();
            let cost = |values: &[usize]| {
                tables.iter().fold(Score::default(), |sum, table| sum.plus(table.at(values, &sizes)))
            };
            let all = (0..72).map(|n| vec![n % 2, n / 2 % 3, n / 6 % 2, n / 12 % 3, n / 36 % 2]);
            prop_assert_eq!(all.map(|values| cost(&values)).min().unwrap(), found.total);
            prop_assert_eq!(cost(&found.values), found.total);
            prop_assert!(found.is_exact);
        }
    }

    /// Eliminating a variable affects only its neighbours; if every elimination looked at all tables, this
    /// would take minutes.
    #[test]
    fn long_chains_are_solved_at_once() {
        const LENGTH: usize = 4000;
        let start = std::time::Instant::now();
        // Adjacent variables should differ, and the first should be 1.
        let differ = |n: usize| Table {
            variables: vec![n, n + 1],
            costs: [3, 1, 1, 3].map(|cost| Score(cost, 0)).to_vec(),
        };
        let mut tables: Vec<Table> = (0..LENGTH - 1).map(differ).collect();
        tables.push(Table { variables: vec![0], costs: vec![Score(1, 0), Score(0, 0)] });
        let found = solve_tables(&[2; LENGTH], &tables).expect("everything is possible");
        assert_eq!(found.total, Score(LENGTH as u64 - 1, 0));
        assert!(found.values.iter().enumerate().all(|(n, &value)| value == (n + 1) % 2));
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
    }
}
