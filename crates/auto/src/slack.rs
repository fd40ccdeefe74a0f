//! Where choices lose against the bound.
//!
//! After messages were sent, all costs of states and pairs of states are at least their minima, and the sum of the minima is the bound. What
//! the states of a point cost above the minima adds up to its gap, so it shows where a search may gain.

use crate::dual::Dual;
use crate::messages::Scratch;
use crate::model::SearchModel;

/// Sums over the variables up to each: of the roots of what their states cost above the least, and half of what their edges do. Roots, because
/// what cannot be gained, such as the price of memory, is often large.
pub(crate) fn slack_sums(model: &SearchModel, dual: &Dual, states: &[u32]) -> Vec<f64> {
    let mut slack = vec![0.0; model.len()];
    let (mut all, mut least, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
    for (number, variable) in model.variables.iter().enumerate() {
        let state = states[number] as usize;
        all.clear();
        all.extend_from_slice(dual.priced_of(model, number as u32));
        for next in &variable.neighbours {
            let mine = dual.message(next.inbox, all.len());
            all.iter_mut().zip(mine).for_each(|(sum, more)| *sum += more);
            if next.first {
                let theirs = dual.message(next.outbox, model.states(next.variable));
                least.resize(theirs.len(), 0.0);
                next.sending.send(mine, &mut least, &mut scratch);
                let least =
                    least.iter().zip(theirs).map(|(cost, more)| cost - more).fold(f64::INFINITY, f64::min);
                let other = states[next.variable as usize] as usize;
                let cost = next.from[other * mine.len() + state] - mine[state] - theirs[other];
                let half = 0.5 * (cost - least).max(0.0);
                slack[number] += half;
                slack[next.variable as usize] += half;
            }
        }
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        slack[number] += (all[state] - least).max(0.0);
    }
    let mut sum = 0.0;
    for slack in &mut slack {
        sum += slack.sqrt();
        *slack = sum;
    }
    slack
}
