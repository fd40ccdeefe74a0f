//! The solver against all choices, on problems small enough to try them.

use partita_auto::{ChoiceProblem, NoChoices, SolveOptions, evaluate, solve};

use crate::drawn::{Draw, problem, tight_problem};

/// The least cost of all choices within the limit, without the solver and its evaluator.
fn least_cost(problem: &ChoiceProblem) -> Option<f64> {
    let nodes = problem.nodes();
    let mut choices = vec![0_usize; nodes.len()];
    let mut least: Option<f64> = None;
    loop {
        let cost = cost_within_limit(problem, &choices);
        if let Some(cost) = cost.filter(|cost| least.is_none_or(|least| *cost < least)) {
            least = Some(cost);
        }
        let mut at = 0;
        loop {
            if at == nodes.len() {
                return least;
            }
            choices[at] += 1;
            if choices[at] < nodes[at].strategies.len() {
                break;
            }
            choices[at] = 0;
            at += 1;
        }
    }
}

fn cost_within_limit(problem: &ChoiceProblem, choices: &[usize]) -> Option<f64> {
    let nodes = problem.nodes();
    let mut cost = 0.0;
    for (node, &choice) in nodes.iter().zip(choices) {
        cost += node.strategies[choice].cost;
    }
    for edge in problem.edges() {
        let [first, second] = edge.nodes.map(|node| node.index());
        cost += edge.table[choices[first] * nodes[second].strategies.len() + choices[second]];
    }
    let held = |point: u32| -> u64 {
        let live =
            nodes.iter().zip(choices).filter(|(node, _)| node.live.start <= point && point < node.live.end);
        live.map(|(node, &choice)| node.strategies[choice].memory).sum()
    };
    let fits = (0..16).all(|point| problem.memory_limit().is_none_or(|limit| held(point) <= limit));
    (fits && cost.is_finite()).then_some(cost)
}

#[test]
fn small_problems_are_solved_to_the_optimum_and_proven() {
    let mut draw = Draw::new(1);
    let (mut solved, mut limited, mut refused) = (0, 0, 0);
    for number in 0..2500 {
        let problem = problem(&mut draw, 7);
        let expected = least_cost(&problem);
        match solve(&problem, &SolveOptions::default().rounds(Some(20)).threads(1), &mut ()) {
            Ok(outcome) => {
                assert_eq!(Some(outcome.cost), expected, "problem {number}: {problem:?}");
                assert!(outcome.bound <= outcome.cost, "problem {number}");
                assert!(outcome.is_optimal(), "problem {number}: bound {}", outcome.bound);
                let evaluation = evaluate(&problem, &outcome.choices);
                assert_eq!(evaluation.cost, outcome.cost, "problem {number}");
                assert!(evaluation.is_feasible(&problem), "problem {number}");
                solved += 1;
                limited += usize::from(problem.memory_limit().is_some());
            }
            Err(error) => {
                assert_eq!(expected, None, "problem {number}: {error}");
                let is_memory = matches!(error, NoChoices::Memory { .. });
                assert!(!is_memory || problem.memory_limit().is_some(), "problem {number}: {error}");
                refused += 1;
            }
        }
    }
    // The problems are of all kinds, or the test would show little.
    assert!(
        solved > 1000 && limited > 500 && refused > 200,
        "{solved} solved, {limited} limited, {refused} refused"
    );
}

#[test]
fn the_bound_is_never_above_the_optimum() {
    let mut draw = Draw::new(2);
    for number in 0..500 {
        let problem = problem(&mut draw, 8);
        let Some(least) = least_cost(&problem) else { continue };
        // No rounds: the bound is what the first passes find.
        for rounds in [0, 1] {
            let options = SolveOptions::default().rounds(Some(rounds)).threads(1);
            if let Ok(outcome) = solve(&problem, &options, &mut ()) {
                assert!(outcome.bound <= least, "problem {number}: {} above {least}", outcome.bound);
            }
        }
    }
}

#[test]
fn problems_with_little_room_are_proven() {
    let mut draw = Draw::new(3);
    let (mut solved, mut refused) = (0, 0);
    for number in 0..450 {
        let (nodes, states) = [(8, 3), (6, 4), (11, 2), (3, 13), (4, 7)][number % 5];
        let problem = tight_problem(&mut draw, nodes, states);
        let expected = least_cost(&problem);
        match solve(&problem, &SolveOptions::default().rounds(Some(20)).threads(1), &mut ()) {
            Ok(outcome) => {
                assert_eq!(Some(outcome.cost), expected, "problem {number}: {problem:?}");
                assert!(outcome.is_optimal(), "problem {number}: bound {}", outcome.bound);
                solved += 1;
            }
            Err(NoChoices::Memory { proven, .. }) => {
                assert_eq!((expected, proven), (None, true), "problem {number}: {problem:?}");
                refused += 1;
            }
            Err(error) => assert_eq!(expected, None, "problem {number}: {error}"),
        }
    }
    assert!(solved > 300 && refused > 5, "{solved} solved, {refused} refused");
}

#[test]
fn the_bound_of_problems_with_little_room_is_never_above_the_optimum() {
    let mut draw = Draw::new(4);
    for number in 0..300 {
        let problem = tight_problem(&mut draw, 8, 3);
        let Some(least) = least_cost(&problem) else { continue };
        for rounds in [0, 1] {
            let options = SolveOptions::default().rounds(Some(rounds)).threads(1);
            if let Ok(outcome) = solve(&problem, &options, &mut ()) {
                assert!(outcome.bound <= least, "problem {number}: {} above {least}", outcome.bound);
            }
        }
    }
}
