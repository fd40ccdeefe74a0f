//! Exact minimisation over a set of variables, the others fixed, by variable elimination.
//!
//! A [`Region`] is a set of variables with an order in which to eliminate them. Variables whose elimination would need a table above the
//! limit are left out of the set: they keep their states. Scopes of tables list the variable that is eliminated last first, so that
//! the variable to eliminate is always the innermost dimension.

use crate::model::SearchModel;
use crate::random::Random;

/// One elimination.
#[derive(Clone, Debug)]
struct Elimination {
    variable: u32,
    /// The variables of the table it leaves, eliminated later; the last of them is eliminated first.
    scope: Vec<u32>,
    /// Neighbours with an edge in the region: position in `scope`, index in the variable's neighbours.
    pairs: Vec<(u32, u32)>,
    /// Steps whose tables this one consumes.
    inputs: Vec<u32>,
}

/// Variables and the order of their elimination.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    steps: Vec<Elimination>,
    /// Variables of the set that were asked for but left out.
    pub(crate) left_out: usize,
    /// The work of one minimisation, in additions.
    pub(crate) work: usize,
}

impl Region {
    /// The variables, in the order of elimination.
    pub(crate) fn variables(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().map(|step| step.variable)
    }

    /// Plans the elimination of `wanted` variables with tables of at most `limit` entries (times the states of the eliminated
    /// variable). `random` chooses among those that could be left out.
    pub(crate) fn plan(model: &SearchModel, wanted: &[u32], limit: usize, random: &mut Random) -> Self {
        Planner::new(model, wanted).plan(limit, random)
    }
}

/// The graph of the region while it is planned. Variables have local numbers.
struct Planner<'m> {
    model: &'m SearchModel,
    wanted: Vec<u32>,
    /// Sorted local numbers of neighbours.
    adjacent: Vec<Vec<u32>>,
    /// The entries that eliminating a variable touches.
    entries: Vec<f64>,
    done: Vec<bool>,
}

impl<'m> Planner<'m> {
    fn new(model: &'m SearchModel, wanted: &[u32]) -> Self {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let local = |variable: u32| wanted.binary_search(&variable).ok().map(|at| at as u32);
        let adjacent: Vec<Vec<u32>> = wanted
            .iter()
            .map(|&variable| {
                let neighbours = &model.variables[variable as usize].neighbours;
                let mut list: Vec<u32> = neighbours.iter().filter_map(|next| local(next.variable)).collect();
                list.sort_unstable();
                list
            })
            .collect();
        let mut planner = Self {
            model,
            entries: vec![0.0; wanted.len()],
            done: vec![false; wanted.len()],
            wanted,
            adjacent,
        };
        for at in 0..planner.wanted.len() {
            planner.measure(at);
        }
        planner
    }

    fn states(&self, at: usize) -> usize {
        self.model.states(self.wanted[at])
    }

    fn measure(&mut self, at: usize) {
        let scope: f64 = self.adjacent[at].iter().map(|&next| self.states(next as usize) as f64).product();
        self.entries[at] = scope * self.states(at) as f64;
    }

    fn plan(mut self, limit: usize, random: &mut Random) -> Region {
        let mut left_out = 0;
        let mut order: Vec<(usize, Vec<u32>)> = Vec::with_capacity(self.wanted.len());
        let mut work = 0.0;
        let power = [1.0, 0.5, 0.0][random.below(3)];
        let rank: Vec<f64> = self.wanted.iter().map(|_| 0.02 + random.unit()).collect();
        while let Some(next) = self.cheapest() {
            if self.entries[next] <= limit as f64 {
                self.done[next] = true;
                work += self.entries[next];
                let scope = self.remove(next);
                self.connect(&scope);
                order.push((next, scope));
            } else {
                let worst = self.dearest(power, &rank);
                self.done[worst] = true;
                let scope = self.remove(worst);
                scope.iter().for_each(|&next| self.measure(next as usize));
                left_out += 1;
            }
        }
        Region { steps: self.steps(&order), left_out, work: work as usize }
    }

    /// The variable with the smallest table.
    fn cheapest(&self) -> Option<usize> {
        let open = (0..self.wanted.len()).filter(|&at| !self.done[at]);
        open.min_by(|&a, &b| self.entries[a].total_cmp(&self.entries[b]))
    }

    /// A variable to leave out: one with many neighbours makes tables smaller, one with a high rank changes between regions.
    fn dearest(&self, power: f64, rank: &[f64]) -> usize {
        let mut worst = (0, f64::NEG_INFINITY);
        for at in (0..self.wanted.len()).filter(|&at| !self.done[at]) {
            let size = (self.adjacent[at].len() as f64 + 1.0) * (self.states(at) as f64).ln();
            let weight = size.powf(power) * rank[at];
            if weight > worst.1 {
                worst = (at, weight);
            }
        }
        worst.0
    }

    /// Removes a variable from the graph and returns its neighbours.
    fn remove(&mut self, at: usize) -> Vec<u32> {
        let scope = std::mem::take(&mut self.adjacent[at]);
        for &next in &scope {
            let list = &mut self.adjacent[next as usize];
            if let Ok(found) = list.binary_search(&(at as u32)) {
                list.remove(found);
            }
        }
        scope
    }

    /// Connects all variables of a scope with each other.
    fn connect(&mut self, scope: &[u32]) {
        for &one in scope {
            let list = &mut self.adjacent[one as usize];
            for &other in scope {
                if other != one
                    && let Err(gap) = list.binary_search(&other)
                {
                    list.insert(gap, other);
                }
            }
            self.measure(one as usize);
        }
    }

    fn steps(&self, order: &[(usize, Vec<u32>)]) -> Vec<Elimination> {
        let mut position = vec![u32::MAX; self.wanted.len()];
        for (step, (at, _)) in order.iter().enumerate() {
            position[*at] = step as u32;
        }
        let mut inputs: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        let mut steps = Vec::with_capacity(order.len());
        for (number, (at, scope)) in order.iter().enumerate() {
            let mut scope: Vec<u32> = scope.iter().map(|&next| position[next as usize]).collect();
            scope.retain(|&next| next != u32::MAX);
            scope.sort_unstable_by(|a, b| b.cmp(a));
            if let Some(&consumer) = scope.last() {
                inputs[consumer as usize].push(number as u32);
            }
            let variable = self.wanted[*at];
            let scope: Vec<u32> = scope.iter().map(|&step| self.wanted[order[step as usize].0]).collect();
            let mut pairs = Vec::new();
            for (index, next) in self.model.variables[variable as usize].neighbours.iter().enumerate() {
                if let Some(place) = scope.iter().position(|&other| other == next.variable) {
                    pairs.push((place as u32, index as u32));
                }
            }
            steps.push(Elimination { variable, scope, pairs, inputs: Vec::new() });
        }
        for (step, inputs) in steps.iter_mut().zip(inputs) {
            step.inputs = inputs;
        }
        steps
    }
}

/// A table that is added up: where it begins in its storage, and the stride of every variable of the scope.
struct Term<'t> {
    table: &'t [f64],
    strides: Vec<usize>,
}

/// Minimises over regions; keeps its storage between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minimiser {
    tables: Vec<Vec<f64>>,
    costs: Vec<Vec<f64>>,
    /// Whether a variable is in the region; false between calls.
    inside: Vec<bool>,
}

impl Minimiser {
    /// Sets the states of the region's variables to a minimum of the costs plus `extra`, which adds the price of memory to the
    /// costs of a variable, given its place in the region. Returns the minimum over the region, including its edges to fixed variables.
    pub(crate) fn minimise(
        &mut self,
        model: &SearchModel,
        region: &Region,
        states: &mut [u32],
        extra: &dyn Fn(usize, u32, &mut [f64]),
    ) -> f64 {
        let count = region.steps.len();
        self.tables.resize(self.tables.len().max(count), Vec::new());
        self.costs.resize(self.costs.len().max(count), Vec::new());
        self.inside.resize(model.len(), false);
        region.variables().for_each(|variable| self.inside[variable as usize] = true);
        for (number, step) in region.steps.iter().enumerate() {
            let variable = &model.variables[step.variable as usize];
            let costs = &mut self.costs[number];
            costs.clone_from(&variable.costs);
            for next in variable.neighbours.iter().filter(|next| !self.inside[next.variable as usize]) {
                let row = &next.from[states[next.variable as usize] as usize * costs.len()..][..costs.len()];
                costs.iter_mut().zip(row).for_each(|(cost, more)| *cost += more);
            }
            extra(number, step.variable, costs);
        }
        region.variables().for_each(|variable| self.inside[variable as usize] = false);
        let mut total = 0.0;
        for (number, step) in region.steps.iter().enumerate() {
            let mut out = std::mem::take(&mut self.tables[number]);
            self.eliminate(model, region, number, step, &mut out);
            if step.scope.is_empty() {
                total += out[0];
            }
            self.tables[number] = out;
        }
        for (number, step) in region.steps.iter().enumerate().rev() {
            let mut row = self.costs[number].clone();
            for term in self.terms(model, region, step) {
                let offset: usize = step
                    .scope
                    .iter()
                    .zip(&term.strides)
                    .map(|(&other, stride)| states[other as usize] as usize * stride)
                    .sum();
                row.iter_mut().zip(&term.table[offset..]).for_each(|(cost, more)| *cost += more);
            }
            states[step.variable as usize] = least(&row) as u32;
        }
        total
    }

    /// The tables that a step adds up, besides the costs of its variable.
    fn terms<'t>(&'t self, model: &'t SearchModel, region: &Region, step: &Elimination) -> Vec<Term<'t>> {
        let inner = model.states(step.variable);
        let pairs = step.pairs.iter().map(|&(place, index)| {
            let mut strides = vec![0; step.scope.len()];
            strides[place as usize] = inner;
            Term { table: &model.variables[step.variable as usize].neighbours[index as usize].from, strides }
        });
        let inputs = step.inputs.iter().map(|&input| {
            // The scope of the input is a subsequence of this scope, followed by this variable.
            let scope = &region.steps[input as usize].scope;
            let mut strides = vec![0; step.scope.len()];
            let mut stride = inner;
            let mut place = step.scope.len();
            for &other in scope[..scope.len() - 1].iter().rev() {
                while place > 0 && step.scope[place - 1] != other {
                    place -= 1;
                }
                strides[place - 1] = stride;
                stride *= model.states(other);
            }
            Term { table: &self.tables[input as usize], strides }
        });
        pairs.chain(inputs).collect()
    }

    fn eliminate(
        &self,
        model: &SearchModel,
        region: &Region,
        number: usize,
        step: &Elimination,
        out: &mut Vec<f64>,
    ) {
        let sizes: Vec<usize> = step.scope.iter().map(|&other| model.states(other)).collect();
        let terms = self.terms(model, region, step);
        let costs = &self.costs[number];
        out.clear();
        let Some((&inner, outer)) = sizes.split_last() else {
            let rows: Vec<&[f64]> = terms.iter().map(|term| term.table).collect();
            out.push(least_sum(costs, &rows, &mut costs.clone()));
            return;
        };
        out.reserve(sizes.iter().product());
        // Terms that do not depend on the last variable of the scope are added up once for all of its states.
        let (moving, still): (Vec<&Term<'_>>, Vec<&Term<'_>>) =
            terms.iter().partition(|term| term.strides[outer.len()] > 0);
        let mut at = vec![0; outer.len()];
        let [mut offsets, mut still_offsets] = [&moving, &still].map(|terms| vec![0; terms.len()]);
        let mut base = vec![0.0; costs.len()];
        let mut sum = base.clone();
        let mut rows: Vec<&[f64]> = Vec::with_capacity(moving.len());
        loop {
            base.copy_from_slice(costs);
            for (term, &offset) in still.iter().zip(&still_offsets) {
                base.iter_mut().zip(&term.table[offset..]).for_each(|(cost, more)| *cost += more);
            }
            for state in 0..inner {
                rows.clear();
                rows.extend(moving.iter().zip(&offsets).map(|(term, &offset)| {
                    &term.table[offset + state * term.strides[outer.len()]..][..costs.len()]
                }));
                out.push(least_sum(&base, &rows, &mut sum));
            }
            // The next combination of states of the others, the last of them fastest.
            let mut place = outer.len();
            loop {
                if place == 0 {
                    return;
                }
                place -= 1;
                at[place] += 1;
                let (is_within, back) = (at[place] < outer[place], outer[place] - 1);
                for (terms, offsets) in [(&moving, &mut offsets), (&still, &mut still_offsets)] {
                    for (term, offset) in terms.iter().zip(offsets) {
                        let stride = term.strides[place];
                        *offset = if is_within { *offset + stride } else { *offset - stride * back };
                    }
                }
                if is_within {
                    break;
                }
                at[place] = 0;
            }
        }
    }
}

/// The least sum of costs and rows over the states; `sum` is for storage.
fn least_sum(costs: &[f64], rows: &[&[f64]], sum: &mut [f64]) -> f64 {
    match rows {
        [] => least_of(costs.len(), |at| costs[at]),
        [one] => {
            let one = &one[..costs.len()];
            least_of(costs.len(), |at| costs[at] + one[at])
        }
        [one, two] => {
            let (one, two) = (&one[..costs.len()], &two[..costs.len()]);
            least_of(costs.len(), |at| costs[at] + one[at] + two[at])
        }
        [rows @ .., last] => {
            sum.copy_from_slice(costs);
            for row in rows {
                sum.iter_mut().zip(*row).for_each(|(cost, more)| *cost += more);
            }
            let last = &last[..sum.len()];
            least_of(sum.len(), |at| sum[at] + last[at])
        }
    }
}

/// The least of numbers by index, four at a time.
fn least_of(count: usize, cost: impl Fn(usize) -> f64) -> f64 {
    const LANES: usize = 4;
    let less = |a: f64, b: f64| if a < b { a } else { b };
    let mut lanes = [f64::INFINITY; LANES];
    let full = count / LANES * LANES;
    for start in (0..full).step_by(LANES) {
        for (at, least) in lanes.iter_mut().enumerate() {
            *least = less(cost(start + at), *least);
        }
    }
    let rest = (full..count).map(cost).fold(f64::INFINITY, less);
    less(less(lanes[0], lanes[1]), less(less(lanes[2], lanes[3]), rest))
}

/// The first index of the least number.
pub(crate) fn least(list: &[f64]) -> usize {
    let mut best = 0;
    for (at, &value) in list.iter().enumerate() {
        if value < list[best] {
            best = at;
        }
    }
    best
}
