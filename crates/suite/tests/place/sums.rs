//! Where partial sums are finished.

use partita_cost::Cost;
use partita_place::{SumState, SumTensor, place_sums};

fn tensor(cost: u128, is_produced: bool, is_needed: bool, feeds: &[usize]) -> SumTensor {
    SumTensor { cost: Cost(cost), is_produced, is_needed, feeds: feeds.to_vec() }
}

/// The cost of finishing the sums of these tensors; `None` if a partial sum reaches a use that needs a complete one.
fn cost_of(tensors: &[SumTensor], is_finished: &dyn Fn(usize) -> bool) -> Option<u128> {
    let mut holds: Vec<bool> = tensors.iter().map(|tensor| tensor.is_produced).collect();
    let mut cost = 0;
    // Tensors come after those that they are computed from.
    for (at, tensor) in tensors.iter().enumerate() {
        match (holds[at], is_finished(at)) {
            (false, _) => {}
            (true, true) => cost += tensor.cost.0,
            (true, false) if tensor.is_needed => return None,
            (true, false) => tensor.feeds.iter().for_each(|&next| holds[next] = true),
        }
    }
    Some(cost)
}

#[test]
fn values_that_join_are_summed_once() {
    let joined = [tensor(10, true, false, &[2]), tensor(10, true, false, &[2]), tensor(10, false, true, &[])];
    assert_eq!(place_sums(&joined), [SumState::Partial, SumState::Partial, SumState::Finished]);
}

#[test]
fn a_sum_is_finished_where_the_value_is_smallest_and_as_early_as_possible() {
    let chain = |costs: [u128; 4]| {
        let link = |(at, cost): (usize, u128)| {
            let next: Vec<usize> = (at + 1..4).take(1).collect();
            tensor(cost, at == 0, at == 3, &next)
        };
        place_sums(&costs.into_iter().enumerate().map(link).collect::<Vec<_>>())
    };
    use SumState::{Complete as C, Finished as F, Partial as P};
    assert_eq!(chain([8, 8, 8, 8]), [F, C, C, C]);
    assert_eq!(chain([8, 16, 16, 16]), [F, C, C, C]);
    assert_eq!(chain([8, 16, 2, 2]), [P, P, F, C]);
}

#[test]
fn a_value_with_a_use_that_needs_the_sum_is_finished() {
    let used = [tensor(10, true, true, &[1]), tensor(1, false, true, &[])];
    assert_eq!(place_sums(&used), [SumState::Finished, SumState::Complete]);
}

/// All choices of small random graphs, none of which is cheaper.
#[test]
fn no_choice_is_cheaper() {
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..500 {
        let count = 2 + random(8) as usize;
        let mut tensors: Vec<SumTensor> = (0..count)
            .map(|at| {
                let feeds: Vec<usize> = (at + 1..count).filter(|_| random(3) == 0).collect();
                let (produced, needed) = (random(3) == 0 || at == 0, random(4) == 0);
                tensor(1 + u128::from(random(9)), produced, needed, &feeds)
            })
            .collect();
        tensors[count - 1].is_needed = true;
        let states = place_sums(&tensors);
        let chosen =
            cost_of(&tensors, &|at| states[at] == SumState::Finished).expect("all sums are finished");
        let best = (0..1u32 << count).filter_map(|set| cost_of(&tensors, &|at| set >> at & 1 == 1)).min();
        assert_eq!(Some(chosen), best, "{tensors:?}");
    }
}

/// Paths as long as a deep network do not overflow the stack.
#[test]
fn long_chains_are_placed() {
    let count = 50_000;
    let link = |at: usize| {
        let next: Vec<usize> = (at + 1..count).take(1).collect();
        tensor(if at == count / 2 { 1 } else { 2 }, at == 0, at + 1 == count, &next)
    };
    let states = place_sums(&(0..count).map(link).collect::<Vec<_>>());
    assert_eq!(states.iter().position(|state| *state == SumState::Finished), Some(count / 2));
}
