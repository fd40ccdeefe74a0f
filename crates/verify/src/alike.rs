//! Ops that need no look because one like them was found right: a model repeats its layers.

use partita_base::Id;
use partita_ir::{Dialect, Module, OpId};
use rustc_hash::FxHashSet;

use crate::dispatch::{self, Rule};

/// The ops found right so far, by all that their checks look at: name, types and attributes.
#[derive(Default)]
pub(crate) struct Alike {
    right: FxHashSet<Box<[u32]>>,
    /// What the op asked about last is made of.
    last: Vec<u32>,
}

/// What is known about an op before it is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// One like it was found right.
    Right,
    /// None like it was.
    New,
    /// Its check looks further than at the op itself.
    Own,
}

impl Alike {
    /// Whether an op like this one was found right.
    pub(crate) fn ask(&mut self, module: &Module, op: OpId) -> Known {
        let data = module.op(op);
        let Some(code) = data.name.code() else { return Known::Own };
        let looks_further =
            !matches!(dispatch::row(code).rule, Rule::First(_)) || code.dialect() != Dialect::StableHlo;
        if looks_further || !data.regions.is_empty() || !data.successors.is_empty() {
            return Known::Own;
        }
        self.last.clear();
        self.last.extend([code as u32, data.operands.len() as u32, data.result_count() as u32]);
        for value in data.operands.iter().copied().chain(data.results()) {
            self.last.push(module.type_of(value).index() as u32);
        }
        for (name, attr) in &data.attrs {
            self.last.extend([name.index() as u32, attr.index() as u32]);
        }
        if self.right.contains(&*self.last) { Known::Right } else { Known::New }
    }

    /// The op asked about last is right.
    pub(crate) fn add(&mut self) {
        self.right.insert(self.last.as_slice().into());
    }
}
