//! What the builder refuses, and problems without a solution.

use partita_auto::{Interval, NoChoices, ProblemBuilder, ProblemError, SolveOptions, Strategy, solve};

fn strategy(cost: f64, memory: u64) -> Strategy {
    Strategy { cost, memory }
}

const LIVE: Interval = Interval { start: 3, end: 5 };

#[test]
fn the_builder_checks_nodes_and_edges() {
    let mut builder = ProblemBuilder::default();
    assert_eq!(builder.node(LIVE, vec![]), Err(ProblemError::NoStrategies { node: 0 }));
    for bad in [-1.0, f64::NAN] {
        let error = builder.node(LIVE, vec![strategy(bad, 0)]).expect_err("an invalid cost");
        assert!(matches!(error, ProblemError::NodeCost { node: 0, .. }), "{error}");
    }
    let huge = builder.node(LIVE, vec![strategy(0.0, u64::MAX)]).expect_err("too much memory");
    assert_eq!(huge, ProblemError::Memory { node: 0 });
    let mut builder = ProblemBuilder::default();
    let first = builder.node(LIVE, vec![strategy(1.0, 1); 2]).expect("valid");
    let second = builder.node(LIVE, vec![strategy(1.0, 1); 3]).expect("valid");
    assert_eq!(builder.edge(first, first, vec![0.0; 4]), Err(ProblemError::Loop { edge: 0, node: 0 }));
    let size = ProblemError::TableSize { edge: 0, rows: 2, columns: 3, found: 5 };
    assert_eq!(builder.edge(first, second, vec![0.0; 5]), Err(size));
    let error = builder.edge(first, second, vec![f64::NAN; 6]).expect_err("an invalid cost");
    assert!(matches!(error, ProblemError::EdgeCost { edge: 0, .. }), "{error}");
    let other = ProblemBuilder::default().edge(first, second, vec![]).expect_err("nodes of another problem");
    assert_eq!(other, ProblemError::UnknownNode { edge: 0, node: 0 });
}

#[test]
fn a_limit_that_is_too_low_names_point_and_nodes() {
    let mut builder = ProblemBuilder::default();
    builder.node(LIVE, vec![strategy(0.0, 70), strategy(9.0, 30)]).expect("valid");
    builder.node(Interval { start: 4, end: 9 }, vec![strategy(0.0, 50)]).expect("valid");
    builder.node(Interval { start: 9, end: 10 }, vec![strategy(0.0, 60)]).expect("valid");
    builder.memory_limit(64);
    let error = solve(&builder.build(), &SolveOptions::default(), &mut ()).expect_err("80 bytes do not fit");
    let NoChoices::Memory { limit, least, point, holders, proven } = &error else { panic!("{error}") };
    assert_eq!((*limit, *least, *point, *proven), (64, 80, 4, true));
    let held: Vec<(usize, u64)> = holders.iter().map(|holder| (holder.node.index(), holder.memory)).collect();
    assert_eq!(held, [(1, 50), (0, 30)]);
    let text =
        "no choices fit: 80 bytes at point 4 are 16 above the limit of 64; node 1 holds 50, node 0 holds 30";
    assert_eq!(error.to_string(), text);
}

#[test]
fn combinations_that_exclude_each_other_are_reported() {
    let mut builder = ProblemBuilder::default();
    let first = builder.node(LIVE, vec![strategy(0.0, 0); 2]).expect("valid");
    let second = builder.node(LIVE, vec![strategy(0.0, 0); 2]).expect("valid");
    let infinite = f64::INFINITY;
    builder.edge(first, second, vec![0.0, infinite, infinite, 0.0]).expect("valid");
    builder.edge(second, first, vec![infinite, 0.0, 0.0, infinite]).expect("valid");
    let error = solve(&builder.build(), &SolveOptions::default(), &mut ()).expect_err("a contradiction");
    assert!(matches!(error, NoChoices::Conflict { .. }), "{error}");
}

#[test]
fn nothing_to_choose_costs_nothing() {
    let outcome = solve(&ProblemBuilder::default().build(), &SolveOptions::default(), &mut ());
    let outcome = outcome.expect("an empty problem has a solution");
    assert!(outcome.is_optimal() && outcome.cost == 0.0 && outcome.choices.is_empty());
}
