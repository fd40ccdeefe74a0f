//! The number of times every op of a module runs when its entry function runs once.

use partita_base::Id;
use partita_ir::{Module, OpCode, OpId};
use rustc_hash::FxHashMap;

use crate::import::Functions;
use crate::loops::trip_count;

/// The number of times an op runs. Every branch of an `if` or a `case` counts as taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// The number of times it runs if every loop makes one iteration.
    pub calls: u64,
    /// The number of times it runs; a loop of unknown trip count counts as one iteration.
    pub times: u64,
    /// Whether there is a loop around it, in its function or in one that calls it.
    pub in_loop: bool,
    /// Whether `times` is for one iteration of a loop of unknown trip count.
    pub per_turn: bool,
}

impl Runs {
    const ONCE: Runs = Runs { calls: 1, times: 1, in_loop: false, per_turn: false };

    /// The runs of an op in a loop that itself has these runs.
    fn in_loop(self, turns: Option<u64>) -> Runs {
        Runs {
            calls: self.calls,
            times: self.times.saturating_mul(turns.unwrap_or(1)),
            in_loop: true,
            per_turn: self.per_turn || turns.is_none(),
        }
    }

    /// The runs of a function that is called from two places.
    fn and(self, other: Runs) -> Runs {
        Runs {
            calls: self.calls.saturating_add(other.calls),
            times: self.times.saturating_add(other.times),
            in_loop: self.in_loop || other.in_loop,
            per_turn: self.per_turn || other.per_turn,
        }
    }
}

/// The number of times each op of a module runs.
#[derive(Clone, Debug)]
pub struct RunCounts {
    of: Vec<Runs>,
}

impl RunCounts {
    /// Counts the runs of all ops of a module, in time linear in the size of the module. In a module without an entry
    /// function every function without a caller runs once; for a function that calls itself, only calls from outside
    /// count.
    pub fn new(module: &Module) -> Self {
        let functions = Functions::new(module);
        let all: Vec<OpId> = module.functions().collect();
        let place: FxHashMap<OpId, usize> = all.iter().enumerate().map(|(at, &each)| (each, at)).collect();
        let calls: Vec<Vec<(OpId, OpId)>> = all.iter().map(|&each| functions.calls(module, each)).collect();
        let mut callers = vec![0usize; all.len()];
        calls.iter().flatten().for_each(|(_, callee)| callers[place[callee]] += 1);
        let entry = module.main_function();
        let begins = |at: usize| entry.map_or(callers[at] == 0, |entry| entry == all[at]);
        let start = |at: usize| if begins(at) { Runs::ONCE } else { Runs::default() };
        let mut of_functions: Vec<Runs> = (0..all.len()).map(start).collect();
        let mut counts = Self { of: vec![Runs::default(); module.op_count()] };
        let mut seen = vec![false; all.len()];
        // A function is counted after all its callers. Those that call themselves come last, in text order.
        let mut ready: Vec<usize> = (0..all.len()).rev().filter(|&at| callers[at] == 0).collect();
        let mut rest = 0..all.len();
        while let Some(at) = ready.pop().or_else(|| rest.next()) {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            counts.count_below(module, &functions, all[at], of_functions[at]);
            for (call, callee) in &calls[at] {
                let callee = place[callee];
                if seen[callee] {
                    continue;
                }
                of_functions[callee] = of_functions[callee].and(counts.of(*call));
                callers[callee] = callers[callee].saturating_sub(1);
                if callers[callee] == 0 {
                    ready.push(callee);
                }
            }
        }
        counts
    }

    /// The number of times an op runs; zero if the entry function does not reach it.
    pub fn of(&self, op: OpId) -> Runs {
        self.of.get(op.index()).copied().unwrap_or_default()
    }

    fn count_below(&mut self, module: &Module, functions: &Functions, function: OpId, runs: Runs) {
        self.of[function.index()] = runs;
        let mut open = vec![function];
        while let Some(op) = open.pop() {
            let data = module.op(op);
            let outer = self.of[op.index()];
            let is_loop = data.name.code() == Some(OpCode::While);
            let turns = if is_loop { trip_count(module, functions, op) } else { None };
            for (index, &region) in data.regions.iter().enumerate() {
                // The condition runs once more than the body.
                let inner = match (is_loop, index) {
                    (false, _) => outer,
                    (true, 0) => outer.in_loop(turns.map(|turns| turns.saturating_add(1))),
                    (true, _) => outer.in_loop(turns),
                };
                for &block in &module.region(region).blocks {
                    for &inside in &module.block(block).ops {
                        self.of[inside.index()] = inner;
                        if !module.op(inside).regions.is_empty() {
                            open.push(inside);
                        }
                    }
                }
            }
        }
    }
}
