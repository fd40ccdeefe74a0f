//! Optimisation problems.

use partita_auto::{SolveOptions, evaluate, read_iopddl, solve};

use super::{Broken, Checked};

/// Larger problems are read but not solved.
const SOLVED_NODES: usize = 64;

/// The choices for an instance that reads cost what the solver claims, fit into memory, and are not below the bound.
pub(super) fn outcomes_are_what_they_claim(input: &[u8]) -> Checked {
    let Ok(problem) = read_iopddl(input) else { return Ok(()) };
    if problem.nodes().len() > SOLVED_NODES {
        return Ok(());
    }
    let options = SolveOptions::default().rounds(Some(0)).threads(1);
    let Ok(outcome) = solve(&problem, &options, &mut ()) else { return Ok(()) };
    let evaluation = evaluate(&problem, &outcome.choices);
    if !evaluation.is_feasible(&problem) || evaluation.cost != outcome.cost {
        return Err(Broken::new("choices cost something else", format!("{evaluation:?} {outcome:?}")));
    }
    if outcome.bound > outcome.cost {
        return Err(Broken::new("the bound is above the cost", format!("{outcome:?}")));
    }
    Ok(())
}
