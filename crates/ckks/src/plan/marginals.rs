//! The best score with each value of each variable: what another choice would cost.
//!
//! Variables are eliminated as in [`solve`](super::solve). Then the tables are visited in the opposite order: each
//! eliminated variable learns the best cost of everything outside the tables that it was eliminated with. Two passes
//! answer for all variables together, where solving again for each would take time that grows with the square of
//! their number.

use super::objective::Score;
use super::solve::{Live, MAX_ENTRIES, Table, entries};

/// An eliminated variable with the tables that mention it.
struct Bucket {
    variable: usize,
    /// The other variables of its tables.
    others: Vec<usize>,
    /// The tables, and for those that an elimination created its bucket.
    tables: Vec<(Option<usize>, Table)>,
    /// The lowest cost of everything else, by the others; for roots, that of other components.
    outside: Option<Table>,
}

/// For every variable, the lowest total with each of its values; `None` if a table would be too large.
pub(super) fn marginals(count: &[usize], tables: &[Table]) -> Option<Vec<Vec<Score>>> {
    let mut live = Live::new(tables.iter().cloned(), count);
    let mut makers: Vec<Option<usize>> = vec![None; tables.len()];
    let mut buckets: Vec<Bucket> = Vec::new();
    let mut roots: Vec<(usize, Score)> = Vec::new();
    while let Some(variable) = live.cheapest() {
        let (mine, others) = live.remove(variable);
        if entries(&others, count).saturating_mul(count[variable]) > MAX_ENTRIES {
            return None;
        }
        let tables = mine.into_iter().map(|(number, table)| (makers[number], table)).collect();
        let bucket = Bucket { variable, others, tables, outside: None };
        let made = bucket.lowest(&bucket.others, count, None);
        if bucket.others.is_empty() {
            roots.push((buckets.len(), made.costs[0]));
        } else {
            live.add(made);
            makers.push(Some(buckets.len()));
        }
        buckets.push(bucket);
    }
    for &(root, _) in &roots {
        let elsewhere = roots.iter().filter(|(other, _)| *other != root);
        let elsewhere = elsewhere.fold(Score::default(), |sum, (_, total)| sum.plus(*total));
        buckets[root].outside = Some(Table { variables: Vec::new(), costs: vec![elsewhere] });
    }
    let mut found: Vec<Vec<Score>> = vec![Vec::new(); count.len()];
    for number in (0..buckets.len()).rev() {
        let bucket = &buckets[number];
        found[bucket.variable] = bucket.lowest(&[bucket.variable], count, None).costs;
        let makers: Vec<usize> = bucket.tables.iter().filter_map(|(maker, _)| *maker).collect();
        for maker in makers {
            let bucket = &buckets[number];
            let outside = bucket.lowest(&buckets[maker].others, count, Some(maker));
            buckets[maker].outside = Some(outside);
        }
    }
    Some(found)
}

impl Bucket {
    /// The lowest sum of its tables, except one, and of what is outside, for each choice of some variables.
    fn lowest(&self, by: &[usize], count: &[usize], except: Option<usize>) -> Table {
        let scope: Vec<usize> = self.others.iter().copied().chain([self.variable]).collect();
        let summed: Vec<&Table> = self
            .tables
            .iter()
            .filter(|(maker, _)| maker.is_none() || *maker != except)
            .map(|(_, table)| table)
            .chain(&self.outside)
            .collect();
        let mut costs = vec![Score::NEVER; entries(by, count)];
        // Positions in the scope, so that no table over all variables is needed.
        let places = |variables: &[usize]| -> Vec<usize> {
            variables.iter().filter_map(|v| scope.iter().position(|s| s == v)).collect()
        };
        let at = |places: &[usize], values: &[usize]| {
            places.iter().fold(0, |n, &place| n * count[scope[place]] + values[place])
        };
        let tables: Vec<(Vec<usize>, &Table)> =
            summed.into_iter().map(|table| (places(&table.variables), table)).collect();
        let by_places = places(by);
        let mut values = vec![0; scope.len()];
        for n in 0..entries(&scope, count) {
            let mut rest = n;
            for (value, &variable) in values.iter_mut().zip(&scope).rev() {
                *value = rest % count[variable];
                rest /= count[variable];
            }
            let sum = tables
                .iter()
                .fold(Score::default(), |sum, (places, table)| sum.plus(table.costs[at(places, &values)]));
            let lowest = &mut costs[at(&by_places, &values)];
            *lowest = sum.min(*lowest);
        }
        Table { variables: by.to_vec(), costs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every value of every variable costs what exhaustive search finds.
        #[test]
        fn alternatives_are_exact(seed in proptest::collection::vec(0u64..9, 60), extra in 0usize..4, apart in any::<bool>()) {
            let sizes = [2, 3, 2, 3, 2];
            let mut pairs = vec![(0, 1), (1, 2), (3, 4)];
            if !apart {
                pairs.push((2, 3));
                pairs.extend([(0, 2), (1, 4), (0, 4), (1, 3)].into_iter().take(extra));
            }
            let mut numbers = seed.iter().cycle();
            let mut cost = || match *numbers.next().unwrap() {
                8 => Score::NEVER,
                n => Score(n, 0),
            };
            let tables: Vec<Table> = pairs
                .iter()
                .map(|&(a, b)| {
                    Table { variables: vec![a, b], costs: (0..sizes[a] * sizes[b]).map(|_| cost()).collect() }
                })
                .collect();
            let found = marginals(&sizes, &tables).unwrap();
            let all: Vec<Vec<usize>> =
                (0..72).map(|n| vec![n % 2, n / 2 % 3, n / 6 % 2, n / 12 % 3, n / 36 % 2]).collect();
            let total = |values: &[usize]| {
                tables.iter().fold(Score::default(), |sum, table| {
                    let place = table.variables.iter().fold(0, |n, &v| n * sizes[v] + values[v]);
                    sum.plus(table.costs[place])
                })
            };
            for (variable, scores) in found.iter().enumerate() {
                for (value, score) in scores.iter().enumerate() {
                    let with = all.iter().filter(|values| values[variable] == value);
                    prop_assert_eq!(with.map(|values| total(values)).min().unwrap(), *score);
                }
            }
        }
    }
}
