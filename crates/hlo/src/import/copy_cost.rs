//! The cost of copies of functions, computed before any is made.
//!
//! Forty functions that each call the next one twice are 4 KB of text and 2^40 copies. Copies share attributes and
//! types, but the text that is printed later does not, so ops with large attributes count as several ops.

use partita_base::{Diagnostic, Diagnostics, Limits, Span, code};
use partita_ir::{Attr, AttrId, DenseData, Module, OpId, Type, TypeId};
use rustc_hash::FxHashMap;

use super::call_graph::Functions;

/// Fails if copying the function of every call makes more ops than the module's limits allow. `order` is that of
/// [`Functions::callees_first`].
pub(super) fn check_copies(
    module: &Module,
    functions: &Functions,
    order: &[OpId],
) -> Result<(), Diagnostics> {
    let mut calls: FxHashMap<OpId, u64> = FxHashMap::default();
    let mut weights = Weights::default();
    let (mut copies, mut ops, mut worst) = (0u64, 0u64, (0, None));
    for &func in order.iter().rev() {
        // Callers were visited before: all calls of this function are counted, once per copy of the caller.
        let own = calls.get(&func).copied().unwrap_or(0).max(1);
        for &(_, callee) in functions.calls_in(func) {
            let count = calls.entry(callee).or_default();
            *count = count.saturating_add(own);
        }
        if own > 1 {
            copies = copies.saturating_add(own - 1);
            ops = ops.saturating_add((own - 1).saturating_mul(weights.function(module, func)));
            worst = worst.max((own, Some(func)));
        }
    }
    let limit = module.limits.copied_ops_of(module.op_count());
    let Some(func) = worst.1.filter(|_| ops > limit) else { return Ok(()) };
    let name = module.symbol_name(func).unwrap_or_default();
    let message = format!(
        "every call needs a copy of its function: {} copies with {} ops, {} of them of @{name}; the limit is {limit} ops",
        in_words(copies),
        in_words(ops),
        in_words(worst.0 - 1),
    );
    Err(refusal(module.op(func).span, message))
}

/// A count as text; saturating arithmetic may have reached its end.
fn in_words(count: u64) -> String {
    if count == u64::MAX { format!("more than {count}") } else { count.to_string() }
}

fn refusal(span: Span, message: String) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let diagnostic = Diagnostic::error(code::CALL_EXPANSION, span, message);
    diagnostics
        .push(diagnostic.help("let fewer functions call others several times, or raise `Limits::expansion`"));
    diagnostics
}

/// The number of ops that further copies may have.
pub(super) struct CopyBudget {
    left: u64,
    limit: u64,
    weights: Weights,
    /// The cost of a copy of a function with copies of all functions that it calls.
    costs: FxHashMap<OpId, u64>,
}

impl CopyBudget {
    pub(super) fn new(module: &Module) -> Self {
        let limit = module.limits.copied_ops_of(module.op_count());
        Self { left: limit, limit, weights: Weights::default(), costs: FxHashMap::default() }
    }

    /// Subtracts the cost of a copy of a function and of all that it calls, or fails. The calls must not form a cycle.
    pub(super) fn pay(
        &mut self,
        module: &Module,
        functions: &Functions,
        callee: OpId,
    ) -> Result<(), Diagnostics> {
        let cost = self.cost(module, functions, callee);
        self.left = self.left.checked_sub(cost).ok_or_else(|| {
            let name = module.symbol_name(callee).unwrap_or_default();
            let (ops, limit) = (in_words((self.limit - self.left).saturating_add(cost)), self.limit);
            let message = format!(
                "copies of functions have {ops} ops, the last of them that of @{name}; the limit is {limit} ops"
            );
            refusal(module.op(callee).span, message)
        })?;
        Ok(())
    }

    fn cost(&mut self, module: &Module, functions: &Functions, root: OpId) -> u64 {
        let mut stack = vec![(root, false)];
        while let Some((func, is_visited)) = stack.pop() {
            if self.costs.contains_key(&func) {
                continue;
            }
            let calls = functions.calls(module, func);
            if !is_visited {
                stack.push((func, true));
                stack.extend(calls.iter().map(|(_, callee)| (*callee, false)));
                continue;
            }
            let inner = calls.iter().map(|(_, callee)| self.costs.get(callee).copied().unwrap_or(0));
            let inner = inner.fold(0, u64::saturating_add);
            let cost = self.weights.function(module, func).saturating_add(inner);
            self.costs.insert(func, cost);
        }
        self.costs.get(&root).copied().unwrap_or(0)
    }
}

/// The sizes of attributes and types as trees.
#[derive(Default)]
struct Weights {
    attrs: FxHashMap<AttrId, u64>,
    types: FxHashMap<TypeId, u64>,
}

impl Weights {
    /// The ops that a function counts as.
    fn function(&mut self, module: &Module, func: OpId) -> u64 {
        let mut weight = 0u64;
        for op in module.walk(func) {
            let data = module.op(op);
            let mut parts = 0u64;
            for &(_, attr) in &data.attrs {
                parts = parts.saturating_add(self.attr(module, attr));
            }
            for value in data.results() {
                parts = parts.saturating_add(self.ty(module, module.type_of(value)));
            }
            weight = weight.saturating_add(1 + parts / Limits::BYTES_PER_OP);
        }
        weight
    }

    fn attr(&mut self, module: &Module, attr: AttrId) -> u64 {
        if let Some(&known) = self.attrs.get(&attr) {
            return known;
        }
        let parts = match module.context.attr_of(attr) {
            Attr::Array(items) => {
                items.iter().fold(0, |sum: u64, &item| sum.saturating_add(self.attr(module, item)))
            }
            Attr::Dict(entries) => {
                entries.iter().fold(0, |sum: u64, &(_, item)| sum.saturating_add(self.attr(module, item)))
            }
            Attr::Type(ty) => self.ty(module, *ty),
            Attr::String(text) => text.len() as u64 / 8,
            Attr::DenseArray { values, .. } => values.len() as u64,
            Attr::Dense { data: DenseData::Full(bytes), .. } => bytes.len() as u64,
            // Shardings and rules contain no ids. Their size is that of their text; 16 characters count as one op.
            Attr::Sdy(sdy) => format!("{sdy:?}").len() as u64 / 16,
            _ => 0,
        };
        self.attrs.insert(attr, parts.saturating_add(1));
        parts.saturating_add(1)
    }

    fn ty(&mut self, module: &Module, ty: TypeId) -> u64 {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let encoding = match module.context.type_of(ty) {
            Type::Tensor(tensor) => tensor.encoding.map_or(0, |attr| self.attr(module, attr)),
            _ => 0,
        };
        let mut sum =
            |types: &[TypeId]| types.iter().fold(0, |sum: u64, &ty| sum.saturating_add(self.ty(module, ty)));
        let parts = match module.context.type_of(ty) {
            Type::Tuple(types) | Type::Future(types) => sum(types),
            Type::Function { inputs, results } => sum(inputs).saturating_add(sum(results)),
            _ => encoding,
        };
        self.types.insert(ty, parts.saturating_add(1));
        parts.saturating_add(1)
    }
}
