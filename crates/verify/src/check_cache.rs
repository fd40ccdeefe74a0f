//! Skips ops that equal one that already passed its check: a model repeats its layers.

use partita_base::{Id, IdVec};
use partita_ir::{Dialect, FormId, Module, OpId};
use rustc_hash::FxHashSet;

use crate::dispatch::{self, Rule};

/// The ops that passed their checks so far, by everything that a check depends on: name, types and attributes.
#[derive(Default)]
pub(crate) struct CheckCache {
    valid: FxHashSet<Box<[u32]>>,
    /// Whether an op of a form passed its check, by the form.
    forms: IdVec<FormId, bool>,
    /// The key of the op that was looked up last.
    last: Vec<u32>,
}

/// What the cache holds about an op.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cached {
    /// An equal op passed its check.
    Valid,
    /// No equal op has passed its check.
    Unseen,
    /// The op is never cached: its check depends on more than the op itself.
    Never,
}

impl CheckCache {
    /// Whether an op equal to this one has passed its check.
    pub(crate) fn look_up(&mut self, module: &Module, op: OpId) -> Cached {
        if module.form(op).is_some_and(|form| self.forms.get(form) == Some(&true)) {
            return Cached::Valid;
        }
        let data = module.op(op);
        let Some(code) = data.name.code() else { return Cached::Never };
        let looks_further =
            !matches!(dispatch::check_row(code).rule, Rule::First(_)) || code.dialect() != Dialect::StableHlo;
        if looks_further || !data.regions.is_empty() || !data.successors.is_empty() {
            return Cached::Never;
        }
        self.last.clear();
        self.last.extend([code as u32, data.operands.len() as u32, data.result_count() as u32]);
        for value in data.operands.iter().copied().chain(data.results()) {
            self.last.push(module.type_of(value).index() as u32);
        }
        for (name, attr) in &data.attrs {
            self.last.extend([name.index() as u32, attr.index() as u32]);
        }
        if !self.valid.contains(&*self.last) {
            return Cached::Unseen;
        }
        self.add_form(module, op);
        Cached::Valid
    }

    /// Records that the op looked up last passed its check.
    pub(crate) fn add_last(&mut self, module: &Module, op: OpId) {
        self.valid.insert(self.last.as_slice().into());
        self.add_form(module, op);
    }

    fn add_form(&mut self, module: &Module, op: OpId) {
        if let Some(form) = module.form(op) {
            *self.forms.grow(form, false) = true;
        }
    }
}
