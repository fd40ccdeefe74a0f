//! Laws: the same answer for the same question, and more room never costs more.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use partita_auto::{ChoiceProblem, Outcome, Progress, SolveOptions, StopReason, Watch, solve};

use crate::drawn::{Draw, problem};

fn cost(problem: &ChoiceProblem) -> f64 {
    let solved = solve(problem, &SolveOptions::default().rounds(Some(20)).threads(1), &mut ());
    solved.map_or(f64::INFINITY, |outcome| outcome.cost)
}

#[test]
fn more_memory_never_raises_the_optimum() {
    let mut draw = Draw::new(3);
    for number in 0..150 {
        let problem = problem(&mut draw, 7);
        let mut before = f64::INFINITY;
        for limit in [0, 5, 10, 20, 40, 80] {
            let now = cost(&problem.clone().with_memory_limit(Some(limit)));
            assert!(now <= before, "problem {number}, limit {limit}: {now} above {before}");
            before = now;
        }
        assert!(cost(&problem.with_memory_limit(None)) <= before, "problem {number}");
    }
}

/// The same problem with its nodes in another order, `edge` applied to the costs of edges, and one strategy fewer where `is_left` is
/// false.
fn changed(
    problem: &ChoiceProblem,
    order: &[usize],
    edge: impl Fn(f64) -> f64,
    is_left: impl Fn(usize, usize) -> bool,
) -> ChoiceProblem {
    use partita_auto::ProblemBuilder;
    let nodes = problem.nodes();
    let left = |node: usize| -> Vec<usize> {
        (0..nodes[node].strategies.len()).filter(|&strategy| is_left(node, strategy)).collect()
    };
    let mut builder = ProblemBuilder::default();
    for &node in order {
        let strategies = left(node).into_iter().map(|at| nodes[node].strategies[at]).collect();
        builder.node(nodes[node].live, strategies).expect("a valid node");
    }
    let place = |node: usize| order.iter().position(|&each| each == node).expect("an order of all nodes");
    for each in problem.edges() {
        let [first, second] = each.nodes.map(|node| node.index());
        let columns = nodes[second].strategies.len();
        let rows = left(first).into_iter();
        let pairs = rows.flat_map(|row| left(second).into_iter().map(move |column| row * columns + column));
        let table = pairs.map(|at| edge(each.table[at])).collect();
        let [first, second] = [first, second].map(|node| builder.node_id(place(node)).expect("a node"));
        builder.edge(first, second, table).expect("a valid edge");
    }
    if let Some(limit) = problem.memory_limit() {
        builder.memory_limit(limit);
    }
    builder.build()
}

#[test]
fn the_order_of_nodes_changes_nothing() {
    let mut draw = Draw::new(5);
    for number in 0..200 {
        let problem = problem(&mut draw, 7);
        let mut order: Vec<usize> = (0..problem.nodes().len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, draw.below(at as u64 + 1) as usize);
        }
        let other = changed(&problem, &order, |cost| cost, |_, _| true);
        assert_eq!(cost(&other), cost(&problem), "problem {number} in the order {order:?}");
    }
}

#[test]
fn cheaper_edges_never_raise_the_optimum() {
    let mut draw = Draw::new(6);
    for number in 0..200 {
        let problem = problem(&mut draw, 7);
        let order: Vec<usize> = (0..problem.nodes().len()).collect();
        let mut before = f64::INFINITY;
        // As links become faster.
        for factor in [4.0, 1.0, 0.5, 0.0] {
            let scaled = |cost: f64| if cost.is_finite() { factor * cost } else { cost };
            let now = cost(&changed(&problem, &order, scaled, |_, _| true));
            assert!(now <= before, "problem {number}, factor {factor}: {now} above {before}");
            before = now;
        }
    }
}

#[test]
fn a_strategy_that_is_forbidden_never_lowers_the_optimum() {
    let mut draw = Draw::new(7);
    for number in 0..200 {
        let problem = problem(&mut draw, 7);
        let order: Vec<usize> = (0..problem.nodes().len()).collect();
        let node = draw.below(order.len() as u64) as usize;
        let strategies = problem.nodes()[node].strategies.len();
        let (all, fixed) = (cost(&problem), draw.below(strategies as u64) as usize);
        let is_left = |at: usize, strategy: usize| at != node || strategy == fixed;
        let now = cost(&changed(&problem, &order, |cost| cost, is_left));
        assert!(now >= all, "problem {number}: {now} below {all}");
    }
}

/// A problem that no reduction and no bound settles at once: a grid of nodes with memory.
fn grid(side: usize) -> ChoiceProblem {
    use partita_auto::{Interval, ProblemBuilder, Strategy};
    let mut draw = Draw::new(4);
    let mut builder = ProblemBuilder::default();
    for at in 0..side * side {
        let live = Interval { start: at as u32, end: (at + side) as u32 };
        let strategies =
            (0..4).map(|_| Strategy { cost: draw.below(50) as f64, memory: draw.below(50) }).collect();
        builder.node(live, strategies).expect("a valid node");
    }
    for at in 0..side * side {
        for other in [at + 1, at + side] {
            if other < side * side && (other != at + 1 || other % side != 0) {
                let table = (0..16).map(|_| draw.below(40) as f64).collect();
                let [first, second] = [at, other].map(|node| builder.node_id(node).expect("a node"));
                builder.edge(first, second, table).expect("a valid edge");
            }
        }
    }
    builder.memory_limit(side as u64 * 25);
    builder.build()
}

/// Layers of three nodes each, all alike, with memory that is held to the end, as that of weights is.
fn layers(count: usize, limit: u64) -> (ChoiceProblem, Vec<u32>) {
    use partita_auto::{Interval, ProblemBuilder, Strategy};
    let mut builder = ProblemBuilder::default();
    let end = 3 * count as u32;
    // The cheapest strategy holds most.
    let kinds =
        [[(1.0, 8), (5.0, 4), (9.0, 2)], [(2.0, 1), (2.5, 1), (3.0, 1)], [(1.0, 3), (4.0, 2), (6.0, 1)]];
    for at in 0..3 * count {
        let live = if at % 3 == 1 {
            Interval { start: at as u32, end: at as u32 + 4 }
        } else {
            Interval { start: 0, end }
        };
        let strategies = kinds[at % 3].map(|(cost, memory)| Strategy { cost, memory }).to_vec();
        builder.node(live, strategies).expect("a valid node");
    }
    for at in 1..3 * count {
        let table = vec![0.0, 3.0, 4.0, 3.0, 0.0, 2.0, 4.0, 2.0, 0.0];
        let [first, second] = [at - 1, at].map(|node| builder.node_id(node).expect("a node"));
        builder.edge(first, second, table).expect("a valid edge");
    }
    builder.memory_limit(limit);
    (builder.build(), (0..3 * count as u32).map(|at| at % 3).collect())
}

#[test]
fn layers_that_are_alike_are_solved_once() {
    // 240 units would suffice for the cheapest strategies of all 20 layers.
    for limit in [70, 110, 150, 200] {
        let (problem, classes) = layers(20, limit);
        let options =
            SolveOptions::default().rounds(Some(0)).threads(1).classes(Some(classes.clone().into()));
        let outcome = solve(&problem, &options, &mut ()).expect("choices exist");
        let (alike, cost) = outcome.uniform.clone().expect("memory is tight");
        assert!(alike.iter().zip(&classes).all(|(choice, class)| *choice == alike[*class as usize]));
        let evaluation = partita_auto::evaluate(&problem, &alike);
        assert!(evaluation.is_feasible(&problem) && evaluation.cost == cost);
        assert!(outcome.cost <= cost && outcome.bound <= outcome.cost, "limit {limit}");
    }
}

#[test]
fn threads_and_repetition_change_nothing() {
    let problem = grid(9);
    let run = |threads: usize| -> Outcome {
        let options = SolveOptions::default().rounds(Some(1)).threads(threads);
        solve(&problem, &options, &mut ()).expect("choices exist")
    };
    let one = run(1);
    assert_eq!(run(2), one);
    assert!(one.bound <= one.cost);
}

struct Ends(u64);

impl Watch for Ends {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0 = progress.round;
        ControlFlow::Break(())
    }
}

#[test]
fn a_search_can_be_ended() {
    let mut ends = Ends(0);
    let outcome = solve(&grid(9), &SolveOptions::default(), &mut ends).expect("choices exist");
    assert!(outcome.reason == StopReason::Cancelled || outcome.is_optimal());
    assert!(ends.0 <= 1 && outcome.rounds <= 1);
}

#[test]
fn a_time_limit_is_kept() {
    let started = Instant::now();
    let options = SolveOptions::default().rounds(None).time_limit(Some(Duration::from_millis(50)));
    let outcome = solve(&grid(9), &options, &mut ()).expect("choices exist");
    assert!(outcome.reason == StopReason::TimeLimit || outcome.is_optimal());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
