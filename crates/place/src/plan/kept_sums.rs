//! Which nodes may leave partial sums to their users, and which take them.
//!
//! A contraction of a sharded dimension leaves partial sums. They are finished at once, or by the users, if all of these are linear.
//! Waiting pays where sums of several nodes are added, and where a user makes a tensor smaller; only there it is a choice, because
//! every choice makes the problem larger.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{ChoiceGraph, MadeBy, OpPlace, Seen};
use super::program::{Allowed, LinearIn, OperandList, PlanProgram};
use crate::factors::Role;

/// What a node does with partial sums of its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Waiting {
    /// It finishes them.
    #[default]
    Never,
    /// It finishes them, or its users do. With several users, to finish them once may be cheaper.
    MayWait,
    /// Its only user finishes or keeps them.
    Always,
}

/// Where partial sums may cross a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeSums {
    /// Whether partial sums of its result wait.
    pub(crate) waiting: Waiting,
    /// The operands that it may take as partial sums.
    pub(crate) takes: OperandList,
}

/// Where partial sums may cross each node.
pub(crate) fn kept_sums(program: &PlanProgram, graph: &ChoiceGraph, places: &[OpPlace]) -> Vec<NodeSums> {
    let mut sums = vec![NodeSums::default(); graph.nodes.len()];
    let Some(kept) = KeptTensors::new(program, graph, places) else { return sums };
    let mut users = vec![0usize; graph.nodes.len()];
    // Users of another type finish sums of another size.
    let mut is_retyped = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        let own = graph.nodes[edge.from.node].op.results[edge.from.result];
        users[edge.from.node] += 1;
        is_retyped[edge.from.node] |= edge.bits != program.tensors[own].bits;
    }
    for (number, place) in places.iter().enumerate() {
        let OpPlace::Own(node) = *place else { continue };
        let op = &program.ops[number];
        if let [result] = op.results[..]
            && kept.kept[result]
        {
            let is_simple = users[node] == 1 && !is_retyped[node];
            sums[node].waiting = if is_simple { Waiting::Always } else { Waiting::MayWait };
        }
        sums[node].takes = kept.taken(number);
    }
    sums
}

/// Tensors that may stay partial sums.
struct KeptTensors<'p> {
    program: &'p PlanProgram,
    graph: &'p ChoiceGraph,
    places: &'p [OpPlace],
    kept: Vec<bool>,
    /// The op that makes each tensor.
    maker: Vec<Option<usize>>,
    /// The ops that use each tensor, and as which operand.
    uses: Vec<Vec<(usize, usize)>>,
    /// What each op takes, but for those whose operands are small in number.
    terms: Vec<Option<Terms>>,
}

/// The operands that an op takes together, such as the terms of a sum, of which there may be thousands.
struct Terms {
    /// Whether each operand may be one.
    is_term: Vec<bool>,
    /// Whether the op takes all of them or none.
    is_all: bool,
    /// How many of them there are.
    count: usize,
    /// How many of them are partial sums.
    kept: usize,
    /// The nodes that make these, and how many of them each makes.
    nodes: FxHashMap<usize, usize>,
}

impl Terms {
    fn is_empty(&self) -> bool {
        self.kept == 0 || (self.is_all && self.kept < self.count)
    }
}

impl<'p> KeptTensors<'p> {
    /// `None` if there are none.
    fn new(program: &'p PlanProgram, graph: &'p ChoiceGraph, places: &'p [OpPlace]) -> Option<Self> {
        let count = program.tensors.len();
        let mut found = Self {
            program,
            graph,
            places,
            kept: vec![false; count],
            maker: vec![None; count],
            uses: vec![Vec::new(); count],
            terms: Vec::new(),
        };
        for (number, op) in program.ops.iter().enumerate() {
            op.results.iter().for_each(|&result| found.maker[result] = Some(number));
            op.operands.iter().enumerate().for_each(|(at, &read)| found.uses[read].push((number, at)));
            if let [result] = op.results[..] {
                found.kept[result] = found.may_keep(number, result);
            }
        }
        let complete =
            program.returned.iter().map(|&(tensor, _)| tensor).chain(program.results.iter().copied());
        complete.for_each(|tensor| found.kept[tensor] = false);
        found.terms = (0..program.ops.len()).map(|number| found.terms_of(number)).collect();
        found.keep_what_stays();
        found.kept.contains(&true).then_some(found)
    }

    /// Leaves what is consistent: sums that wait come from somewhere and end somewhere.
    fn keep_what_stays(&mut self) {
        let mut waiting: Vec<usize> = (0..self.kept.len()).collect();
        let mut is_waiting = vec![true; self.kept.len()];
        while let Some(tensor) = waiting.pop() {
            is_waiting[tensor] = false;
            let Some(maker) = self.maker[tensor].filter(|_| self.kept[tensor]) else { continue };
            if self.stays(maker, tensor) {
                continue;
            }
            self.kept[tensor] = false;
            // Its maker has no reason to take any.
            let mut again: Vec<usize> = self.program.ops[maker].operands.clone();
            // Its users take one operand less.
            for at in 0..self.uses[tensor].len() {
                let (user, operand) = self.uses[tensor][at];
                self.remove_term(user, operand, &mut again);
            }
            for near in again {
                if self.kept[near] && !std::mem::replace(&mut is_waiting[near], true) {
                    waiting.push(near);
                }
            }
        }
    }

    /// Collects the tensors around an op that may no longer stay partial, because one of its operands is complete.
    fn remove_term(&mut self, number: usize, operand: usize, again: &mut Vec<usize>) {
        let op = &self.program.ops[number];
        let node = self.view(op.operands[operand]).map(|view| view.node);
        let Some(terms) = &mut self.terms[number] else {
            again.extend(op.operands.iter().chain(&op.results));
            return;
        };
        if !terms.is_term[operand] {
            return;
        }
        let (was_empty, nodes) = (terms.is_empty(), terms.nodes.len());
        terms.kept -= 1;
        if let Some(node) = node
            && let Some(own) = terms.nodes.get_mut(&node)
        {
            *own -= 1;
            if *own == 0 {
                terms.nodes.remove(&node);
            }
        }
        if terms.is_empty() && !was_empty {
            again.extend(op.results.iter().chain(&op.operands));
        } else if terms.nodes.len() == 1 && nodes > 1 {
            // To add those of one node pays less.
            again.extend(&op.operands);
        }
    }

    /// Whether the result of an op may be a partial sum, by the op and its operands.
    fn may_keep(&self, number: usize, result: usize) -> bool {
        let op = &self.program.ops[number];
        let passes = op.sums.keeps.iter().flat_map(LinearIn::operands);
        let may = self.leaves(number) || passes.clone().any(|&at| self.kept[op.operands[at]]);
        let has_view = self.view(result).is_some_and(|view| view.dims.iter().any(Option::is_some));
        may && has_view && self.program.tensors[result].allowed == Allowed::Any
    }

    /// Whether an op leaves partial sums itself.
    fn leaves(&self, number: usize) -> bool {
        let op = &self.program.ops[number];
        op.sums.leaves
            && op.abilities.partial
            && op.factors.roles.contains(&Role::Reduction)
            && matches!(self.places[number], OpPlace::Own(_))
    }

    fn view(&self, tensor: usize) -> Option<&Seen> {
        match &self.graph.sources[tensor] {
            MadeBy::Seen(view) => Some(view),
            MadeBy::Free => None,
        }
    }

    /// Whether a tensor may wait, given which others do: partial sums come to it, and all its users take them.
    fn stays(&self, number: usize, result: usize) -> bool {
        let comes = match &self.places[number] {
            OpPlace::Free => false,
            OpPlace::Own(_) => self.leaves(number) || self.takes_any(number),
            OpPlace::Follows(..) => self.takes_any(number),
        };
        // A loop uses the tensor of its last iteration, which is complete.
        comes && self.uses[result].iter().all(|&(user, at)| user > number && self.is_taken(user, at))
    }

    /// Whether an op takes an operand as partial sums, and later something is gained.
    fn is_taken(&self, number: usize, operand: usize) -> bool {
        if !self.takes(number, operand) {
            return false;
        }
        let op = &self.program.ops[number];
        let result = op.results[0];
        self.kept[result] || (matches!(self.places[number], OpPlace::Own(_)) && self.pays(number, operand))
    }

    /// Whether it pays that an op takes an operand as partial sums: it adds those of several nodes, or its result has at most half the
    /// size.
    fn pays(&self, number: usize, operand: usize) -> bool {
        let op = &self.program.ops[number];
        let bytes = |tensor: usize| self.program.tensors[tensor].bytes();
        self.terms[number].as_ref().is_some_and(|terms| terms.nodes.len() > 1)
            || 2.0 * bytes(op.results[0]) <= bytes(op.operands[operand])
    }

    /// Whether an op takes an operand as partial sums if it is one.
    fn takes(&self, number: usize, operand: usize) -> bool {
        match &self.terms[number] {
            Some(terms) => {
                let is_kept = self.kept[self.program.ops[number].operands[operand]];
                is_kept && terms.is_term[operand] && !terms.is_empty()
            }
            None => self.larger_factor(number) == Some(operand),
        }
    }

    fn takes_any(&self, number: usize) -> bool {
        match &self.terms[number] {
            Some(terms) => !terms.is_empty(),
            None => self.larger_factor(number).is_some(),
        }
    }

    /// The operands that an op takes as partial sums if they are.
    fn taken(&self, number: usize) -> OperandList {
        (0..self.program.ops[number].operands.len()).filter(|&at| self.takes(number, at)).collect()
    }

    /// The operands that an op may take together. `None` if it takes one factor of a product at most.
    fn terms_of(&self, number: usize) -> Option<Terms> {
        let op = &self.program.ops[number];
        let count = op.operands.len();
        let none = Terms {
            is_term: vec![false; count],
            is_all: false,
            count: 0,
            kept: 0,
            nodes: FxHashMap::default(),
        };
        let (Some(form), [_]) = (&op.sums.keeps, &op.results[..]) else { return Some(none) };
        let mut linear = vec![false; count];
        form.operands().iter().for_each(|&at| linear[at] = true);
        let (is_term, is_all) = match (&self.places[number], form) {
            (OpPlace::Free, _) => return Some(none),
            (OpPlace::Follows(node, others), _) => {
                let others: FxHashSet<usize> = others.iter().copied().collect();
                let leads = |&tensor: &usize| {
                    self.view(tensor).is_some_and(|view| view.node == *node) && !others.contains(&tensor)
                };
                let leaders: Vec<bool> = op.operands.iter().map(leads).collect();
                let is_linear = matches!(form, LinearIn::Together(_))
                    || leaders.iter().filter(|&&is_leader| is_leader).count() == 1;
                if !is_linear || leaders.iter().zip(&linear).any(|(leads, linear)| *leads && !linear) {
                    return Some(none);
                }
                (leaders, true)
            }
            (OpPlace::Own(_), LinearIn::Each(_)) => return None,
            (OpPlace::Own(_), LinearIn::Together(_)) => {
                ((0..count).map(|at| linear[at] && self.is_read(number, at)).collect(), false)
            }
        };
        let mut terms = Terms { is_all, ..none };
        for (at, _) in is_term.iter().enumerate().filter(|(_, is_term)| **is_term) {
            terms.count += 1;
            let tensor = op.operands[at];
            if self.kept[tensor] {
                terms.kept += 1;
                if let Some(view) = self.view(tensor) {
                    *terms.nodes.entry(view.node).or_default() += 1;
                }
            }
        }
        Some(Terms { is_term, ..terms })
    }

    /// Whether the node of an op reads an operand from another one.
    fn is_read(&self, number: usize, operand: usize) -> bool {
        let view = self.view(self.program.ops[number].operands[operand]);
        let OpPlace::Own(node) = self.places[number] else { return false };
        view.is_some_and(|view| view.node != node && view.dims.iter().any(Option::is_some))
    }

    /// The factor of a product that it takes as partial sums, if it does: the larger one costs more to finish before. The other one must
    /// be complete.
    fn larger_factor(&self, number: usize) -> Option<usize> {
        let op = &self.program.ops[number];
        let bytes = |at: usize| self.program.tensors[op.operands[at]].bytes();
        let factors = op.sums.keeps.iter().flat_map(LinearIn::operands).copied();
        factors
            .filter(|&at| self.kept[op.operands[at]] && self.is_read(number, at))
            .filter(|&at| op.factors.is_small_product(at))
            .max_by(|&a, &b| bytes(a).total_cmp(&bytes(b)).then(b.cmp(&a)))
    }
}
