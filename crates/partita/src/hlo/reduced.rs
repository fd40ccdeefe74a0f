//! A smaller program with the same property.

use std::collections::BTreeSet;
use std::ops::Range;

use partita_base::{Code, Diagnostic, Diagnostics, Severity, Span, code};
#[cfg(feature = "engine")]
use partita_engine::Seeds;
use partita_hlo::reduce::{ReduceEdit, integer_sizes, replace_integer};
use partita_lint::Thresholds;
use partita_mlir::PrintOptions;
use partita_report::ReduceView;

use super::{Partitioning, Program, Propagation, UnknownDialects, print_as};
use crate::{Error, Watch};

/// Options of the reduction of a program. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReduceOptions {
    /// The number of programs to try at most.
    pub max_trials: usize,
}

partita_base::setters! { ReduceOptions { max_trials: usize } }

impl Default for ReduceOptions {
    fn default() -> Self {
        Self { max_trials: 5000 }
    }
}

/// A reduced program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The program as MLIR text.
    pub text: String,
    /// What was tried.
    pub view: ReduceView,
}

impl Program {
    /// Removes whatever `keep` does not need. `keep` receives the text of a program, which is valid or has no other errors than
    /// this one, and decides whether it still has the property. The steps are the same in every run. Stage: `reduce`.
    pub fn reduce(
        &self,
        keep: &mut dyn FnMut(&str) -> bool,
        options: ReduceOptions,
        watch: &mut dyn Watch,
    ) -> Result<Reduced, Error> {
        let allowed = error_codes(&self.found);
        let print = PrintOptions::default();
        let mut reducer =
            Reducer { current: self.clone(), allowed, print, keep, options, trials: 0, kept: 0 };
        let before = Measure::of(self);
        watch.begin("reduce");
        let outcome = reducer.start();
        while outcome.is_ok() && reducer.round(watch) {}
        watch.end();
        outcome?;
        let after = Measure::of(&reducer.current);
        let view = ReduceView {
            ops_before: before.ops,
            ops_after: after.ops,
            trials: reducer.trials,
            kept: reducer.kept,
            is_complete: reducer.trials < options.max_trials,
        };
        Ok(Reduced { text: reducer.current.source.text().to_string(), view })
    }

    /// The codes of all diagnostics about the program: of its text and, if it is valid, of its partition. Lints are included if
    /// asked for.
    pub fn codes(
        self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        with_lints: bool,
    ) -> BTreeSet<Code> {
        let all = |found: &Diagnostics| found.iter().map(|each| each.code).collect::<BTreeSet<Code>>();
        let mut codes = all(&self.found);
        if self.found.has_errors() {
            return codes;
        }
        let partitioned =
            self.propagate(propagation, &mut ()).and_then(|made| made.partition(partitioning, &mut ()));
        match partitioned {
            Ok(partitioned) => {
                codes.extend(all(partitioned.found()));
                if with_lints {
                    codes.extend(all(&partitioned.lint(&Thresholds::default(), &mut ())));
                }
            }
            Err(error) => codes.extend(error.codes()),
        }
        codes
    }

    /// Whether the partitioned program computes other numbers than this one. A program that cannot be partitioned or run does not.
    #[cfg(feature = "engine")]
    pub fn differs(
        self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        seeds: Seeds,
    ) -> bool {
        let partitioned =
            self.propagate(propagation, &mut ()).and_then(|made| made.partition(partitioning, &mut ()));
        let report = partitioned.and_then(|partitioned| partitioned.verify(seeds));
        report.is_ok_and(|report| !report.differences.is_empty())
    }
}

fn error_codes(found: &Diagnostics) -> BTreeSet<Code> {
    found.iter().filter(|each| each.severity == Severity::Error).map(|each| each.code).collect()
}

/// The size of a program. A smaller one has fewer ops, or less text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Measure {
    ops: usize,
    bytes: usize,
}

impl Measure {
    fn of(program: &Program) -> Self {
        let ops = program.module.walk(program.module.top()).into_iter().count();
        Self { ops, bytes: program.source.text().len() }
    }
}

struct Reducer<'k> {
    /// The smallest program so far, as its text is written.
    current: Program,
    /// The errors that a program may have.
    allowed: BTreeSet<Code>,
    print: PrintOptions,
    keep: &'k mut dyn FnMut(&str) -> bool,
    options: ReduceOptions,
    trials: usize,
    kept: usize,
}

impl Reducer<'_> {
    /// Tries the program itself: as printed, without locations, with them, or unchanged.
    fn start(&mut self) -> Result<(), Error> {
        for debug_info in [false, true] {
            self.print = PrintOptions::default().debug_info(debug_info);
            let text = print_as(&self.current.module, self.print);
            if let Some(program) = self.valid(text)
                && self.ask(&program)
            {
                self.current = program;
                return Ok(());
            }
        }
        // An invalid program may not have a canonical form with the same errors.
        self.print = PrintOptions::default();
        let unchanged = self.current.clone();
        if self.ask(&unchanged) {
            return Ok(());
        }
        let message = "the program does not have the property that the reduction is to keep";
        let mut found = Diagnostics::default();
        found.push(Diagnostic::error(code::NOTHING_TO_KEEP, Span::default(), message));
        Err(Error::in_text(&self.current.source, found))
    }

    /// Tries every edit once; returns whether one of them was kept.
    fn round(&mut self, watch: &mut dyn Watch) -> bool {
        let before = self.kept;
        for edit in ReduceEdit::ALL {
            self.remove_sites(edit, watch);
        }
        self.shrink_sizes(watch);
        self.kept > before && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.trials >= self.options.max_trials
    }

    /// Removes all sites of a kind, then halves, quarters and so on down to single ones.
    fn remove_sites(&mut self, edit: ReduceEdit, watch: &mut dyn Watch) {
        let mut size = edit.count(&self.current.module);
        while size > 0 {
            // From the end: users are removed before what they use.
            let mut end = edit.count(&self.current.module);
            while end > 0 {
                if self.is_over() {
                    return;
                }
                watch.count(self.trials, self.options.max_trials, "trials");
                let begin = end.saturating_sub(size);
                end = if self.try_edit(edit, begin..end) {
                    begin.min(edit.count(&self.current.module))
                } else {
                    begin
                };
            }
            size /= 2;
        }
    }

    fn try_edit(&mut self, edit: ReduceEdit, range: Range<usize>) -> bool {
        let mut module = self.current.module.clone();
        edit.apply(&mut module, range);
        let text = print_as(&module, self.print);
        let smaller = |program: &Program| Measure::of(program) < Measure::of(&self.current);
        let program = self.valid(text).filter(smaller);
        self.adopt(program)
    }

    /// Makes every size as small as possible, largest first.
    fn shrink_sizes(&mut self, watch: &mut dyn Watch) {
        for from in integer_sizes(&self.current.module) {
            let smaller = [1, 2, 4, 8].into_iter().filter(|&to| to < from);
            let half = Some(from / 2).filter(|&half| half > 8);
            for to in smaller.chain(half) {
                if self.is_over() {
                    return;
                }
                watch.count(self.trials, self.options.max_trials, "trials");
                let text = replace_integer(self.current.source.text(), from, to);
                let program = self.valid(text);
                if self.adopt(program) {
                    break;
                }
            }
        }
    }

    /// The program of a text, if it has no other errors than the first one.
    fn valid(&self, text: String) -> Option<Program> {
        let source = crate::text::new_source(self.current.source.name(), &text).ok()?;
        let program =
            Program::read_as_written(&source, 0..source.text().len(), UnknownDialects::Keep, &mut ());
        error_codes(&program.found).is_subset(&self.allowed).then_some(program)
    }

    fn adopt(&mut self, program: Option<Program>) -> bool {
        let Some(program) = program else { return false };
        let is_kept = self.ask(&program);
        if is_kept {
            self.kept += 1;
            self.current = program;
        }
        is_kept
    }

    fn ask(&mut self, program: &Program) -> bool {
        self.trials += 1;
        (self.keep)(program.source.text())
    }
}
