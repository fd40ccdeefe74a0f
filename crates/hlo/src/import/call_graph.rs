//! The call graph, and copies of functions.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{Attr, Copies, FunctionTable, Module, OpCode, OpId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::copy_cost::CopyBudget;
use super::symbol_table::SymbolTable;

/// The functions of a module and the calls between them.
pub(crate) struct Functions {
    table: FunctionTable,
    /// The calls in each op of the module's body, in text order, with the functions they call.
    calls: FxHashMap<OpId, Vec<(OpId, OpId)>>,
}

impl Functions {
    pub(crate) fn new(module: &Module) -> Self {
        let mut functions = Self { table: FunctionTable::new(module), calls: FxHashMap::default() };
        for call in module.landmarks(|code| code == OpCode::FuncCall) {
            if let Some(callee) = functions.callee(module, call) {
                functions.calls.entry(module.outermost(call)).or_default().push((call, callee));
            }
        }
        functions
    }

    /// The function that a `func.call` calls, if the module has it.
    pub(crate) fn callee(&self, module: &Module, call: OpId) -> Option<OpId> {
        self.table.callee(module, call)
    }

    /// The calls in a function, in text order, with the functions they call; as they were when this was made.
    pub(crate) fn calls_in(&self, func: OpId) -> &[(OpId, OpId)] {
        self.calls.get(&func).map_or(&[], |calls| calls)
    }

    /// All calls, in text order, with the functions they call; as they were when this was made.
    pub(crate) fn all_calls<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = &'a (OpId, OpId)> {
        module.block(module.body()).ops.iter().flat_map(|&op| self.calls_in(op))
    }

    /// The calls below an op as it is now, in text order, with the functions they call.
    pub(crate) fn calls(&self, module: &Module, root: OpId) -> Vec<(OpId, OpId)> {
        let mut calls = Vec::new();
        for &op in &module.walk(root) {
            if let Some(callee) = self.callee(module, op) {
                calls.push((op, callee));
            }
        }
        calls
    }

    /// All functions, each after those that it calls; otherwise in text order. Declarations are omitted.
    pub(super) fn callees_first(&self, module: &Module) -> Vec<OpId> {
        let mut order = Vec::new();
        let mut seen: FxHashSet<OpId> = FxHashSet::default();
        let mut stack: Vec<(OpId, std::slice::Iter<'_, (OpId, OpId)>)> = Vec::new();
        for root in module.functions() {
            if has_body(module, root) && seen.insert(root) {
                stack.push((root, self.calls_in(root).iter()));
            }
            while let Some((func, calls)) = stack.last_mut() {
                match calls.next() {
                    Some(&(_, callee)) => {
                        if has_body(module, callee) && seen.insert(callee) {
                            stack.push((callee, self.calls_in(callee).iter()));
                        }
                    }
                    None => {
                        order.push(*func);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// Fails if a function calls itself, directly or indirectly. `order` is that of [`Functions::callees_first`].
    pub(super) fn check_acyclic(&self, module: &Module, order: &[OpId]) -> Result<(), Diagnostics> {
        let rank: FxHashMap<OpId, usize> =
            order.iter().enumerate().map(|(rank, &func)| (func, rank)).collect();
        let mut diagnostics = Diagnostics::default();
        for (at, &func) in order.iter().enumerate() {
            for &(call, callee) in self.calls_in(func) {
                if rank.get(&callee).is_some_and(|&rank| rank >= at) {
                    let name = module.symbol_name(callee).unwrap_or_default();
                    let message = format!("@{name} calls itself, directly or through other functions");
                    let diagnostic = Diagnostic::error(code::RECURSIVE_CALL, module.op(call).span, message);
                    diagnostics.push(diagnostic.label(module.op(callee).span, "the function"));
                }
            }
        }
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
    }
}

/// Whether a function is more than a declaration.
pub(super) fn has_body(module: &Module, func: OpId) -> bool {
    module.op(func).regions.first().is_some_and(|&region| !module.region(region).blocks.is_empty())
}

/// The name of the function that a function is a copy of.
pub(super) fn original_name(module: &Module, func: OpId) -> Box<[u8]> {
    let original =
        module.context.find_symbol("sdy.original_func_name").and_then(|name| module.attr(func, name));
    match original {
        Some(Attr::String(text)) => text.clone(),
        _ => module.symbol_name(func).unwrap_or_default().as_bytes().into(),
    }
}

/// Makes copies of functions, which go to the end of the module.
pub(super) struct FunctionCopier<'a> {
    functions: &'a mut Functions,
    symbols: SymbolTable,
    original: Symbol,
    budget: CopyBudget,
    /// The copies, in their final order.
    pub(super) copies: Vec<OpId>,
}

/// An unfinished copy: the calls in it that still call the functions of the original.
struct Unfinished {
    copy: OpId,
    calls: std::vec::IntoIter<(OpId, OpId)>,
    /// The call that waits for the copy above on the stack.
    waiting: Option<OpId>,
}

impl<'a> FunctionCopier<'a> {
    pub(super) fn new(module: &mut Module, functions: &'a mut Functions) -> Self {
        let original = module.context.symbol("sdy.original_func_name");
        let budget = CopyBudget::new(module);
        Self { functions, symbols: SymbolTable::new(module), original, budget, copies: Vec::new() }
    }

    /// The functions, copies included.
    pub(super) fn functions(&self) -> &Functions {
        self.functions
    }

    /// Gives a call a function of its own: a copy of the callee, whose calls have copies of their own.
    /// The calls must not form a cycle.
    pub(super) fn copy_callee(
        &mut self,
        module: &mut Module,
        call: OpId,
        callee: OpId,
    ) -> Result<(), Diagnostics> {
        self.budget.pay(module, self.functions, callee)?;
        let mut stack = vec![Unfinished { waiting: Some(call), ..self.start(module, callee) }];
        while let Some(top) = stack.last_mut() {
            if let Some((inner, callee)) = top.calls.next() {
                let unfinished = self.start(module, callee);
                stack.push(Unfinished { waiting: Some(inner), ..unfinished });
                continue;
            }
            let (copy, waiting) = (top.copy, top.waiting);
            stack.pop();
            let name = self.finish(module, copy);
            if let Some(call) = waiting {
                let callee = module.context.attr(Attr::SymbolRef([name].into()));
                module.set_attr(call, names::CALLEE, callee);
            }
        }
        Ok(())
    }

    fn start(&self, module: &mut Module, func: OpId) -> Unfinished {
        let name = original_name(module, func);
        let copy = module.clone_op(func, &mut Copies::default());
        let name = module.context.attr(Attr::String(name));
        module.set_attr(copy, self.original, name);
        let calls = self.functions.calls(module, copy).into_iter();
        Unfinished { copy, calls, waiting: None }
    }

    fn finish(&mut self, module: &mut Module, copy: OpId) -> Symbol {
        let name = self.symbols.insert(module.symbol_name(copy).unwrap_or_default());
        let symbol = module.context.symbol(&name);
        let attr = module.context.attr(Attr::String(name.as_bytes().into()));
        module.set_attr(copy, names::SYM_NAME, attr);
        self.functions.table.insert(symbol, copy);
        self.copies.push(copy);
        symbol
    }

    /// Puts the copies at the end of the module.
    pub(super) fn place(self, module: &mut Module) {
        for copy in self.copies {
            module.append(module.body(), copy);
        }
    }
}
