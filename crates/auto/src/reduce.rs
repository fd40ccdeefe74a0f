//! Exact reductions: the reduced problem has the same optimum, and every solution of it gives one of the original.
//!
//! Programs have many nodes that follow another (their strategy is a function of its strategy), strategies that cost more
//! than another and hold no less memory, and nodes that hold no memory where it is tight. Removing them first shrinks the problem several times.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::dominance::{RowPairs, dearer_at_most};
use crate::points::RangeLeast;
use crate::reduced::{Conflict, Holding, Member, Reduced};

/// Dominance compares pairs of states; variables with more work than this are skipped.
const DOMINANCE_WORK: usize = 20_000_000;
/// A table that merging or elimination creates may have this many costs.
const TABLE_LIMIT: usize = 1 << 14;
/// Elimination of a variable with two neighbours may do this much work.
const ELIMINATION_WORK: usize = 1 << 21;

/// Applies all reductions until none applies.
pub(crate) fn reduce(reduced: &mut Reduced) -> Result<(), Conflict> {
    reduce_by(reduced, true)
}

/// Applies all reductions except those that need room for all variables: there may be none.
pub(crate) fn reduce_without_room(reduced: &mut Reduced) -> Result<(), Conflict> {
    reduce_by(reduced, false)
}

fn reduce_by(reduced: &mut Reduced, has_room: bool) -> Result<(), Conflict> {
    let all: Vec<u32> = (0..reduced.variables.len() as u32).collect();
    let mut queue = Queue { list: all.into(), queued: vec![true; reduced.variables.len()] };
    // Dominance is dear and applies more often after the cheaper rules, so it waits for them.
    let mut unchecked = vec![true; reduced.variables.len()];
    loop {
        while let Some(variable) = queue.pop() {
            if reduced.variables[variable as usize].alive {
                unchecked[variable as usize] = true;
                visit(reduced, variable, &mut queue)?;
            }
        }
        for variable in shrink_memory(reduced) {
            queue.push(variable);
        }
        if has_room {
            remove_oversized(reduced, &mut queue)?;
        }
        for (variable, is_unchecked) in unchecked.iter_mut().enumerate() {
            if std::mem::take(is_unchecked) && reduced.variables[variable].alive {
                remove_dominated(reduced, variable as u32, &mut queue);
            }
        }
        if queue.list.is_empty() {
            return Ok(());
        }
    }
}

/// The variables to look at again.
struct Queue {
    list: VecDeque<u32>,
    queued: Vec<bool>,
}

impl Queue {
    fn pop(&mut self) -> Option<u32> {
        let variable = self.list.pop_front()?;
        self.queued[variable as usize] = false;
        Some(variable)
    }

    fn push(&mut self, variable: u32) {
        if !std::mem::replace(&mut self.queued[variable as usize], true) {
            self.list.push_back(variable);
        }
    }

    fn push_neighbours(&mut self, reduced: &Reduced, variable: u32) {
        for &edge in &reduced.variables[variable as usize].edges {
            self.push(reduced.other(edge, variable));
        }
    }
}

fn visit(reduced: &mut Reduced, variable: u32, queue: &mut Queue) -> Result<(), Conflict> {
    remove_impossible(reduced, variable, queue)?;
    if reduced.variables[variable as usize].states() == 1 {
        fix_single(reduced, variable, queue);
        return Ok(());
    }
    if reduced.variables[variable as usize].holdings.is_empty() && eliminate_free(reduced, variable, queue) {
        return Ok(());
    }
    remove_sums(reduced, variable, queue);
    if reduced.variables[variable as usize].holdings.is_empty() && eliminate_free(reduced, variable, queue) {
        return Ok(());
    }
    while let Some((edge, leader)) = find_follower(reduced, variable) {
        merge(reduced, edge, leader, queue);
        if !reduced.variables[variable as usize].alive {
            return Ok(());
        }
    }
    Ok(())
}

/// Removes states that are not allowed, or that some neighbour allows with none of its states.
fn remove_impossible(reduced: &mut Reduced, variable: u32, queue: &mut Queue) -> Result<(), Conflict> {
    let at = &reduced.variables[variable as usize];
    let mut keep: Vec<bool> = at.costs.iter().map(|cost| cost.is_finite()).collect();
    for &edge in &at.edges {
        let ends = reduced.edges[edge as usize].ends;
        let table = &reduced.edges[edge as usize].table;
        let columns = reduced.variables[ends[1] as usize].states();
        if ends[0] == variable {
            for (row, keep) in table.chunks_exact(columns).zip(&mut keep) {
                *keep = *keep && row.iter().any(|cost| cost.is_finite());
            }
        } else {
            let mut possible = vec![false; columns];
            for row in table.chunks_exact(columns) {
                for (possible, cost) in possible.iter_mut().zip(row) {
                    *possible |= cost.is_finite();
                }
            }
            keep.iter_mut().zip(possible).for_each(|(keep, possible)| *keep &= possible);
        }
    }
    if !keep.contains(&true) {
        return Err(Conflict { node: at.members[0].node });
    }
    if keep.contains(&false) {
        reduced.keep_states(variable, &keep);
        queue.push_neighbours(reduced, variable);
    }
    Ok(())
}

/// Removes edges whose costs are a sum of a cost of one end and a cost of the other, as those of a constant table are.
fn remove_sums(reduced: &mut Reduced, variable: u32, queue: &mut Queue) {
    for edge in reduced.variables[variable as usize].edges.clone() {
        if reduced.edges[edge as usize].independent || !is_sum(reduced, edge) {
            continue;
        }
        let ends = reduced.edges[edge as usize].ends;
        let table = Arc::clone(&reduced.edges[edge as usize].table);
        let columns = reduced.variables[ends[1] as usize].states();
        reduced.remove_edge(edge);
        let first: Vec<f64> = table.chunks_exact(columns).map(|row| row[0] - table[0]).collect();
        reduced.add_costs(ends[0], &first);
        reduced.add_costs(ends[1], &table[..columns]);
        ends.iter().for_each(|&end| queue.push(end));
    }
}

/// Whether all rows of a table differ by a constant each, exactly.
fn is_sum(reduced: &Reduced, edge: u32) -> bool {
    let table = &reduced.edges[edge as usize].table;
    let columns = reduced.variables[reduced.edges[edge as usize].ends[1] as usize].states();
    let first = &table[..columns];
    table.chunks_exact(columns).all(|row| {
        let more = row[0] - first[0];
        more.is_finite()
            && row.iter().zip(first).all(|(cost, least)| cost - least == more && least + more == *cost)
    })
}

/// Removes states for which another one is never dearer and never holds more memory.
fn remove_dominated(reduced: &mut Reduced, variable: u32, queue: &mut Queue) {
    let at = &reduced.variables[variable as usize];
    let states = at.states();
    let width: usize =
        at.edges.iter().map(|&edge| reduced.variables[reduced.other(edge, variable) as usize].states()).sum();
    if states < 2 || states * states * (width + at.holdings.len() + 1) > DOMINANCE_WORK {
        return;
    }
    let tables: Vec<_> = at.edges.iter().map(|&edge| reduced.oriented(edge, variable)).collect();
    let samples = sampled_costs(&at.costs, &tables);
    let rows: Vec<RowPairs<'_>> = tables.iter().map(|table| RowPairs::new(table, states)).collect();
    let mut keep = vec![true; states];
    for dominated in 0..states {
        let beaten = (0..states).any(|by| {
            by != dominated
                && keep[by]
                && samples.iter().all(|sample| sample[by] <= sample[dominated])
                && at.holdings.iter().all(|holding| holding.memory[by] <= holding.memory[dominated])
                && dearer_at_most(&rows, by, dominated, at.costs[dominated] - at.costs[by])
        });
        keep[dominated] = !beaten;
    }
    if keep.contains(&false) {
        reduced.keep_states(variable, &keep);
        queue.push(variable);
        queue.push_neighbours(reduced, variable);
    }
}

/// The costs of all states for a few choices of the neighbours. A state that is dearer for one of them dominates nothing,
/// which settles most pairs without a look at all tables.
fn sampled_costs(costs: &[f64], tables: &[std::sync::Arc<[f64]>]) -> Vec<Vec<f64>> {
    let states = costs.len();
    let mut random = crate::random::Random::new(states as u64);
    (0..8)
        .map(|_| {
            let mut sample = costs.to_vec();
            for table in tables {
                let columns = table.len() / states;
                let column = random.below(columns);
                sample
                    .iter_mut()
                    .enumerate()
                    .for_each(|(state, sum)| *sum += table[state * columns + column]);
            }
            sample
        })
        .collect()
}

/// A variable with one state: its edges become costs of its neighbours, its memory is taken.
fn fix_single(reduced: &mut Reduced, variable: u32, queue: &mut Queue) {
    for edge in reduced.variables[variable as usize].edges.clone() {
        let other = reduced.other(edge, variable);
        let table = reduced.oriented(edge, variable);
        reduced.remove_edge(edge);
        reduced.add_costs(other, &table);
        queue.push(other);
    }
    let at = &mut reduced.variables[variable as usize];
    reduced.constant += at.costs[0];
    for holding in std::mem::take(&mut at.holdings) {
        for room in &mut reduced.room[holding.start as usize..holding.end as usize] {
            *room -= holding.memory[0] as i64;
        }
    }
    reduced.eliminate(variable, &[], vec![0]);
}

/// Minimises over a variable that holds no memory and has at most two neighbours.
fn eliminate_free(reduced: &mut Reduced, variable: u32, queue: &mut Queue) -> bool {
    let at = &reduced.variables[variable as usize];
    if at.edges.len() > 2 {
        return false;
    }
    let neighbours: Vec<u32> = at.edges.iter().map(|&edge| reduced.other(edge, variable)).collect();
    let sizes: Vec<usize> =
        neighbours.iter().map(|&other| reduced.variables[other as usize].states()).collect();
    let entries: usize = sizes.iter().product();
    if neighbours.len() == 2 && (entries > TABLE_LIMIT || entries * at.states() > ELIMINATION_WORK) {
        return false;
    }
    let edges = at.edges.clone();
    let costs = at.costs.clone();
    let tables: Vec<_> =
        edges.iter().zip(&neighbours).map(|(&edge, &other)| reduced.oriented(edge, other)).collect();
    let (mut least, mut best) = (vec![f64::INFINITY; entries], vec![0; entries]);
    for entry in 0..entries {
        let mut rest = entry;
        let mut rows: Vec<&[f64]> = Vec::with_capacity(2);
        for (table, size) in tables.iter().zip(&sizes).rev() {
            rows.push(&table[rest % size * costs.len()..][..costs.len()]);
            rest /= size;
        }
        for (state, cost) in costs.iter().enumerate() {
            let cost = rows.iter().fold(*cost, |sum, row| sum + row[state]);
            if cost < least[entry] {
                (least[entry], best[entry]) = (cost, state as u32);
            }
        }
    }
    edges.iter().for_each(|&edge| reduced.remove_edge(edge));
    reduced.eliminate(variable, &neighbours, best);
    match neighbours[..] {
        [] => reduced.constant += least[0],
        [only] => reduced.add_costs(only, &least),
        [first, second] => reduced.add_edge(first, second, least.into()),
        _ => unreachable!("at most two neighbours"),
    }
    neighbours.iter().for_each(|&other| queue.push(other));
    true
}

/// An edge that makes one end a function of the other, and the end that leads.
fn find_follower(reduced: &mut Reduced, variable: u32) -> Option<(u32, u32)> {
    let edges = reduced.variables[variable as usize].edges.clone();
    edges
        .into_iter()
        .filter(|&edge| !reduced.edges[edge as usize].independent)
        .collect::<Vec<_>>()
        .into_iter()
        .find_map(|edge| {
            let ends = reduced.edges[edge as usize].ends;
            let table = &reduced.edges[edge as usize].table;
            let columns = reduced.variables[ends[1] as usize].states();
            let mut in_column = vec![0_u32; columns];
            let mut rows_unique = true;
            for row in table.chunks_exact(columns) {
                let mut in_row = 0;
                for (count, cost) in in_column.iter_mut().zip(row) {
                    if cost.is_finite() {
                        *count += 1;
                        in_row += 1;
                    }
                }
                rows_unique &= in_row <= 1;
            }
            let columns_unique = in_column.iter().all(|&count| count <= 1);
            let degree = |end: u32| reduced.variables[end as usize].edges.len();
            let leader = match (rows_unique, columns_unique) {
                // One to one: the end with fewer edges follows.
                (true, true) => ends[usize::from(degree(ends[0]) < degree(ends[1]))],
                (true, false) => ends[0],
                (false, true) => ends[1],
                (false, false) => {
                    reduced.edges[edge as usize].independent = true;
                    return None;
                }
            };
            let follower = reduced.other(edge, leader);
            (may_merge(reduced, leader, follower)).then_some((edge, leader))
        })
}

/// Whether the tables of the follower stay small when they get a row per state of the leader.
fn may_merge(reduced: &Reduced, leader: u32, follower: u32) -> bool {
    let states = reduced.variables[leader as usize].states();
    let at = &reduced.variables[follower as usize];
    states == at.states()
        || at.edges.iter().all(|&edge| {
            let other = reduced.other(edge, follower);
            other == leader || states * reduced.variables[other as usize].states() <= TABLE_LIMIT
        })
}

/// Merges the follower of an edge into its leader. All states of both are possible.
fn merge(reduced: &mut Reduced, edge: u32, leader: u32, queue: &mut Queue) {
    let follower = reduced.other(edge, leader);
    let table = reduced.oriented(edge, leader);
    let columns = reduced.variables[follower as usize].states();
    let follows: Vec<Option<usize>> =
        table.chunks_exact(columns).map(|row| row.iter().position(|cost| cost.is_finite())).collect();
    if follows.contains(&None) {
        // A state of the leader that became impossible since the leader was last visited.
        let keep: Vec<bool> = follows.iter().map(Option::is_some).collect();
        if !keep.contains(&true) {
            // The next visit of the leader reports the conflict.
            queue.push(leader);
            reduced.variables[leader as usize].costs.fill(f64::INFINITY);
        } else {
            reduced.keep_states(leader, &keep);
            queue.push_neighbours(reduced, leader);
            return merge(reduced, edge, leader, queue);
        }
    }
    let follows: Vec<usize> = follows.into_iter().map(Option::unwrap_or_default).collect();
    let costs: Vec<f64> = follows
        .iter()
        .enumerate()
        .map(|(state, &to)| table[state * columns + to] + reduced.variables[follower as usize].costs[to])
        .collect();
    reduced.remove_edge(edge);
    reduced.add_costs(leader, &costs);
    for edge in reduced.variables[follower as usize].edges.clone() {
        let other = reduced.other(edge, follower);
        let table = reduced.oriented(edge, follower);
        let columns = reduced.variables[other as usize].states();
        let rows: Vec<f64> =
            follows.iter().flat_map(|&to| table[to * columns..][..columns].iter().copied()).collect();
        reduced.remove_edge(edge);
        reduced.add_edge(leader, other, rows.into());
        queue.push(other);
    }
    let gone = std::mem::take(&mut reduced.variables[follower as usize]);
    let by_leader = |list: &[u32]| follows.iter().map(|&to| list[to]).collect();
    let at = &mut reduced.variables[leader as usize];
    at.members.extend(
        gone.members.iter().map(|member| Member { node: member.node, strategy: by_leader(&member.strategy) }),
    );
    at.holdings.extend(gone.holdings.iter().map(|holding| Holding {
        start: holding.start,
        end: holding.end,
        memory: follows.iter().map(|&to| holding.memory[to]).collect(),
    }));
    add_equal_ranges(&mut at.holdings);
    queue.push(leader);
}

/// Adds up the memory of holdings over the same points.
fn add_equal_ranges(holdings: &mut Vec<Holding>) {
    holdings.sort_by_key(|holding| (holding.start, holding.end));
    holdings.dedup_by(|holding, before| {
        let same = (holding.start, holding.end) == (before.start, before.end);
        if same {
            before.memory.iter_mut().zip(&holding.memory).for_each(|(sum, more)| *sum += more);
        }
        same
    });
}

/// Takes the least memory of every holding, drops points at which memory cannot be exceeded or another point is tighter.
/// Returns the variables whose holdings changed.
fn shrink_memory(reduced: &mut Reduced) -> Vec<u32> {
    let points = reduced.points.len();
    let mut most = vec![0_i64; points + 1];
    let mut taken = vec![0_i64; points + 1];
    for holding in reduced.variables.iter_mut().flat_map(|variable| &mut variable.holdings) {
        let least = holding.memory.iter().copied().min().unwrap_or(0);
        holding.memory.iter_mut().for_each(|memory| *memory -= least);
        let largest = holding.memory.iter().copied().max().unwrap_or(0) as i64;
        let (start, end) = (holding.start as usize, holding.end as usize);
        taken[start] += least as i64;
        taken[end] -= least as i64;
        most[start] += largest;
        most[end] -= largest;
    }
    let (mut now, mut now_taken) = (0, 0);
    let mut kept: Vec<usize> = Vec::new();
    for point in 0..points {
        now += most[point];
        now_taken += taken[point];
        reduced.room[point] -= now_taken;
        if now > reduced.room[point] {
            kept.push(point);
        }
    }
    let mut changed = renumber(reduced, &kept);
    loop {
        let kept = undominated(reduced);
        let dropped = reduced.points.len() - kept.len();
        // Long chains lose a point at a time, which is not worth the time.
        let is_worth_it = dropped * 50 > reduced.points.len();
        changed.extend(renumber(reduced, &kept));
        if !is_worth_it {
            return changed;
        }
    }
}

/// Removes states that exceed the room even if all other variables hold least.
fn remove_oversized(reduced: &mut Reduced, queue: &mut Queue) -> Result<(), Conflict> {
    let room = RangeLeast::new(&reduced.room);
    for variable in 0..reduced.variables.len() as u32 {
        let at = &reduced.variables[variable as usize];
        if at.holdings.is_empty() {
            continue;
        }
        let mut changes: Vec<(u32, bool, usize)> = Vec::with_capacity(2 * at.holdings.len());
        for (number, holding) in at.holdings.iter().enumerate() {
            changes.push((holding.start, true, number));
            changes.push((holding.end, false, number));
        }
        changes.sort_unstable();
        let mut held = vec![0_i64; at.states()];
        let mut keep = vec![true; at.states()];
        let mut from = 0;
        for (point, begins, number) in changes {
            if from < point {
                let room = room.least(from as usize, point as usize);
                keep.iter_mut().zip(&held).for_each(|(keep, &held)| *keep &= held <= room);
                from = point;
            }
            let memory = at.holdings[number].memory.iter().map(|&memory| memory as i64);
            held.iter_mut()
                .zip(memory)
                .for_each(|(sum, memory)| *sum += if begins { memory } else { -memory });
        }
        if !keep.contains(&true) {
            return Err(Conflict { node: at.members[0].node });
        }
        if keep.contains(&false) {
            reduced.keep_states(variable, &keep);
            queue.push(variable);
            queue.push_neighbours(reduced, variable);
        }
    }
    Ok(())
}

/// The points after which, or before which, memory may be tighter for no choice.
///
/// From a point to the next, some holdings end and others start. If the most that any choice frees is at most what the room shrinks by,
/// the first point is never exceeded alone; the same holds in the other direction.
fn undominated(reduced: &Reduced) -> Vec<usize> {
    let points = reduced.points.len();
    let mut ending: Vec<Vec<(u32, u32)>> = vec![Vec::new(); points + 1];
    let mut starting = ending.clone();
    for (at, variable) in reduced.variables.iter().enumerate() {
        for (number, holding) in variable.holdings.iter().enumerate() {
            starting[holding.start as usize].push((at as u32, number as u32));
            ending[holding.end as usize].push((at as u32, number as u32));
        }
    }
    let mut gone = vec![false; points];
    for next in 1..points {
        let mut changes: Vec<(u32, u32, i64)> =
            ending[next].iter().map(|&(variable, holding)| (variable, holding, 1)).collect();
        changes.extend(starting[next].iter().map(|&(variable, holding)| (variable, holding, -1)));
        changes.sort_unstable();
        let (freed, taken) = extremes(reduced, &changes);
        let shrinks = reduced.room[next - 1] - reduced.room[next];
        // Never both of a pair, and never a point because of one that is gone.
        if freed <= shrinks && !gone[next - 1] {
            gone[next - 1] = true;
        } else if taken <= -shrinks && !gone[next - 1] {
            gone[next] = true;
        }
    }
    (0..points).filter(|&point| !gone[point]).collect()
}

/// The most memory that the changes free, and the most that they take, over all states.
fn extremes(reduced: &Reduced, changes: &[(u32, u32, i64)]) -> (i64, i64) {
    let (mut freed, mut taken) = (0, 0);
    for group in changes.chunk_by(|a, b| a.0 == b.0) {
        let variable = &reduced.variables[group[0].0 as usize];
        let by_state = |state: usize| -> i64 {
            group
                .iter()
                .map(|&(_, holding, sign)| sign * variable.holdings[holding as usize].memory[state] as i64)
                .sum()
        };
        freed += (0..variable.states()).map(by_state).max().unwrap_or(0);
        taken += (0..variable.states()).map(|state| -by_state(state)).max().unwrap_or(0);
    }
    (freed, taken)
}

/// Keeps only some points, and the holdings that still cover one.
pub(crate) fn renumber(reduced: &mut Reduced, kept: &[usize]) -> Vec<u32> {
    let mut changed = Vec::new();
    for (at, variable) in reduced.variables.iter_mut().enumerate() {
        let before = variable.holdings.len();
        variable.holdings.retain_mut(|holding| {
            let index = |bound: u32| kept.partition_point(|&point| point < bound as usize) as u32;
            (holding.start, holding.end) = (index(holding.start), index(holding.end));
            holding.start < holding.end && holding.memory.iter().any(|&memory| memory > 0)
        });
        add_equal_ranges(&mut variable.holdings);
        if variable.holdings.len() < before {
            changed.push(at as u32);
        }
    }
    reduced.room = kept.iter().map(|&point| reduced.room[point]).collect();
    reduced.points = kept.iter().map(|&point| reduced.points[point]).collect();
    changed
}
