//! Small random problems.

use partita_auto::{ChoiceProblem, Interval, ProblemBuilder, Strategy};

/// A small generator of numbers, independent of the solver's.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// A problem with up to `nodes` nodes. Tables may be dense, mostly infinite, one to one, sums, or have equal rows; intervals may be empty.
pub(crate) fn problem(draw: &mut Draw, nodes: u64) -> ChoiceProblem {
    let count = 1 + draw.below(nodes);
    let mut builder = ProblemBuilder::default();
    let mut sizes = Vec::new();
    for _ in 0..count {
        let size = 1 + draw.below(4);
        let start = draw.below(8) as u32;
        let live = Interval { start, end: start + draw.below(6) as u32 };
        let strategies = (0..size)
            .map(|_| {
                let cost = if draw.below(12) == 0 { f64::INFINITY } else { draw.below(20) as f64 };
                Strategy { cost, memory: draw.below(10) }
            })
            .collect();
        builder.node(live, strategies).expect("a valid node");
        sizes.push(size);
    }
    for _ in 0..draw.below(2 * count) {
        let (first, second) = (draw.below(count), draw.below(count));
        if first == second {
            continue;
        }
        let (rows, columns) = (sizes[first as usize], sizes[second as usize]);
        let kind = draw.below(6);
        let cost = |draw: &mut Draw, row: u64, column: u64| match kind {
            // The second node follows the first.
            0 if row % columns != column => f64::INFINITY,
            1 if draw.below(3) == 0 => f64::INFINITY,
            // A sum of costs of both nodes.
            4 => (5 * (row % 3) + 3 * column) as f64,
            // Strategies with equal costs.
            5 => (4 * (row / 2) * (column / 2 + 1)) as f64,
            _ => draw.below(15) as f64,
        };
        let pairs = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let table = pairs.map(|(row, column)| cost(draw, row, column)).collect();
        let [first, second] =
            [first, second].map(|node| builder.node_id(node as usize).expect("a node that was added"));
        builder.edge(first, second, table).expect("a valid edge");
    }
    if draw.below(4) > 0 {
        builder.memory_limit(draw.below(8 * count + 8));
    }
    builder.build()
}

/// A problem in which cheap strategies hold much memory, with a limit that few choices meet: reductions leave most of it.
pub(crate) fn tight_problem(draw: &mut Draw, nodes: u64, states: u64) -> ChoiceProblem {
    let mut builder = ProblemBuilder::default();
    let (mut least, mut most) = (0, 0);
    for _ in 0..nodes {
        let live = Interval { start: draw.below(3) as u32, end: 3 + draw.below(4) as u32 };
        let strategies: Vec<Strategy> = (0..states)
            .map(|state| {
                let memory = 7 * state + draw.below(7);
                Strategy { cost: (12 * (states - state) + draw.below(15)) as f64, memory }
            })
            .collect();
        least += strategies[0].memory;
        most += strategies[states as usize - 1].memory;
        builder.node(live, strategies).expect("a valid node");
    }
    for second in 1..nodes {
        for first in [second - 1, draw.below(second)] {
            let is_in_classes = draw.below(4) == 0;
            let table = (0..states * states)
                .map(|at| match is_in_classes {
                    true => (at / states / 2 * 7 % 30 * (at % states / 3 + 1)) as f64,
                    false if draw.below(9) == 0 => f64::INFINITY,
                    false => draw.below(30) as f64,
                })
                .collect();
            let [first, second] =
                [first, second].map(|node| builder.node_id(node as usize).expect("a node that was added"));
            builder.edge(first, second, table).expect("a valid edge");
        }
    }
    builder.memory_limit(least + draw.below(most - least));
    builder.build()
}
