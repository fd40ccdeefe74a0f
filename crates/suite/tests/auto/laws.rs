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
