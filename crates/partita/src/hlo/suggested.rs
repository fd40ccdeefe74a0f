//! Searches for annotations that make a program cheaper.

use partita_base::Interrupt;
use partita_report::{Candidate, PriceView, SuggestView, SuggestionView};

use super::trial::{jax_line, price_program, with_constraint};
use super::{Partitioning, Program, Propagation};
use crate::{Error, Watch};

/// Options of the search. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SuggestOptions {
    /// The smallest improvement that counts: the sum of the changes of sent bytes and of peak memory, each as a share
    /// of the original.
    pub margin: f64,
    /// The largest number of programs to price.
    pub max_trials: usize,
}

partita_base::setters! { SuggestOptions { margin: f64, max_trials: usize } }

impl Default for SuggestOptions {
    fn default() -> Self {
        Self { margin: 0.01, max_trials: 200 }
    }
}

/// Annotations that make a program cheaper, and the program with them.
#[derive(Debug)]
pub struct Suggested {
    /// The annotations and what they change.
    pub view: SuggestView,
    /// The program with the annotations, as constraints.
    pub program: Program,
}

impl Program {
    /// Tries a constraint at each conflict of propagation, keeps the best one, and repeats this until no constraint
    /// improves the program. `is_over` is asked before each trial and, many times, during it: a running trial ends as
    /// soon as the answer is yes. Only the price of the program itself is always computed. Stage: `suggest`.
    pub fn suggest(
        self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        options: SuggestOptions,
        is_over: &dyn Fn() -> bool,
        watch: &mut dyn Watch,
    ) -> Result<Suggested, Error> {
        watch.begin("suggest");
        let result = Search { propagation, partitioning, options, is_over, trials: 0 }.run(self, watch);
        watch.end();
        result
    }
}

struct Search<'s> {
    propagation: &'s Propagation<'s>,
    partitioning: &'s Partitioning<'s>,
    options: SuggestOptions,
    is_over: &'s dyn Fn() -> bool,
    trials: usize,
}

impl Search<'_> {
    fn run(&mut self, program: Program, watch: &mut dyn Watch) -> Result<Suggested, Error> {
        let before = self.price(program.clone(), Interrupt::default())?;
        let (mut program, mut price) = (program, before);
        let mut suggestions = Vec::new();
        let mut conflicts = None;
        let stopped = loop {
            let (candidates, count) = self.candidates(&program)?;
            if (self.is_over)() {
                break "time limit";
            }
            conflicts.get_or_insert(count);
            let mut best: Option<(f64, PriceView, &Candidate)> = None;
            let mut stopped = "no improvement";
            for (index, candidate) in candidates.iter().enumerate() {
                if self.trials >= self.options.max_trials {
                    stopped = "trial limit";
                    break;
                }
                if (self.is_over)() {
                    stopped = "time limit";
                    break;
                }
                watch.count(index, candidates.len(), "constraints");
                self.trials += 1;
                let Some(trial) = with_constraint(&program, candidate) else { continue };
                // A program that cannot be partitioned has no price.
                let found = self.price(trial, Interrupt::when(self.is_over));
                if (self.is_over)() {
                    stopped = "time limit";
                    break;
                }
                let Ok(found) = found else { continue };
                let gain = share(price, before) - share(found, before);
                let is_best = best.as_ref().is_none_or(|(most, ..)| gain > *most);
                if gain >= self.options.margin && is_best {
                    best = Some((gain, found, candidate));
                }
            }
            let Some((_, found, candidate)) = best else { break stopped };
            suggestions.push(suggestion(candidate, price, found, count));
            // Trials are priced without a copy, so the best one is made again.
            program = with_constraint(&program, candidate).expect("it was tried");
            price = found;
            if stopped != "no improvement" {
                break stopped;
            }
        };
        let view = SuggestView {
            before,
            after: price,
            suggestions,
            conflicts: conflicts.unwrap_or(0),
            trials: self.trials,
            stopped,
            margin: self.options.margin,
        };
        Ok(Suggested { view, program })
    }

    /// The bytes and the memory of a program.
    fn price(&self, program: Program, interrupt: Interrupt<'_>) -> Result<PriceView, Error> {
        Ok(price_program(program, self.propagation, self.partitioning, interrupt)?.0)
    }

    /// The constraints to try, and the number of conflicts.
    fn candidates(&self, program: &Program) -> Result<(Vec<Candidate>, usize), Error> {
        let (options, interrupt) = (self.propagation.options.trace(true), Interrupt::when(self.is_over));
        let propagation = Propagation { options, interrupt, ..*self.propagation };
        let propagated = program.clone().propagate(&propagation, &mut ())?;
        Ok(propagated.solution.into_inner().candidates(&propagated.program.source))
    }
}

/// The bytes and the memory, each as a share of the original.
fn share(price: PriceView, original: PriceView) -> f64 {
    let share = |now: u64, original: u64| now as f64 / original.max(1) as f64;
    share(price.sent_bytes, original.sent_bytes) + share(price.peak_bytes, original.peak_bytes)
}

fn suggestion(
    candidate: &Candidate,
    before: PriceView,
    after: PriceView,
    conflicts: usize,
) -> SuggestionView {
    let Candidate { values, label, place, line, spec, jax, short: [from, to], conflict, .. } =
        candidate.clone();
    let (blame, conflict_number) = conflict.expect("candidates of conflicts have one");
    SuggestionView {
        jax: jax.map(jax_line),
        sdy: format!("sdy.sharding_constraint {label} {spec}"),
        place,
        line,
        value: label,
        values: values.len(),
        from,
        to,
        from_side: format!("{} has {} on dimension {}", blame.from, blame.axis, blame.from_dim),
        reason: blame.reason,
        conflict_number,
        conflicts,
        before,
        after,
    }
}
