//! Which nodes may leave partial sums to their users, and which take them.
//!
//! A contraction of a sharded dimension leaves partial sums. They are finished at once, or by the users, if all of these are linear.
//! Waiting pays where sums of several nodes are added, and where a user makes a tensor smaller; only there it is a choice, because
//! every choice makes the problem larger.

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
            // Its users take one operand less, and its maker has no reason to take any.
            for &number in self.uses[tensor].iter().map(|(user, _)| user).chain([&maker]) {
                let op = &self.program.ops[number];
                for &near in op.operands.iter().chain(&op.results) {
                    if self.kept[near] && !std::mem::replace(&mut is_waiting[near], true) {
                        waiting.push(near);
                    }
                }
            }
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
            OpPlace::Own(_) => self.leaves(number) || !self.taken(number).is_empty(),
            OpPlace::Follows(..) => !self.taken(number).is_empty(),
        };
        // A loop uses the tensor of its last iteration, which is complete.
        comes && self.uses[result].iter().all(|&(user, at)| user > number && self.is_taken(user, at))
    }

    /// Whether an op takes an operand as partial sums, and later something is gained.
    fn is_taken(&self, number: usize, operand: usize) -> bool {
        let taken = self.taken(number);
        if !taken.contains(&operand) {
            return false;
        }
        let op = &self.program.ops[number];
        let result = op.results[0];
        self.kept[result]
            || (matches!(self.places[number], OpPlace::Own(_)) && self.pays(number, operand, &taken))
    }

    /// Whether it pays that an op takes an operand as partial sums: it adds those of several nodes, or its result has at most half the
    /// size.
    fn pays(&self, number: usize, operand: usize, taken: &[usize]) -> bool {
        let op = &self.program.ops[number];
        let node = |&at: &usize| self.view(op.operands[at]).map(|view| view.node);
        let bytes = |tensor: usize| self.program.tensors[tensor].bytes();
        taken.iter().any(|at| node(at) != node(&operand))
            || 2.0 * bytes(op.results[0]) <= bytes(op.operands[operand])
    }

    /// The operands that an op takes as partial sums if they are.
    fn taken(&self, number: usize) -> OperandList {
        let op = &self.program.ops[number];
        let (Some(form), [_]) = (&op.sums.keeps, &op.results[..]) else { return OperandList::new() };
        let is_kept = |&&at: &&usize| self.kept[op.operands[at]];
        match &self.places[number] {
            OpPlace::Free => OperandList::new(),
            OpPlace::Follows(node, others) => {
                let leads = |at: &usize| {
                    let tensor = op.operands[*at];
                    self.view(tensor).is_some_and(|view| view.node == *node) && !others.contains(&tensor)
                };
                let leaders: OperandList = (0..op.operands.len()).filter(leads).collect();
                let all = leaders.iter().all(|at| form.operands().contains(at) && is_kept(&at));
                let is_linear = matches!(form, LinearIn::Together(_)) || leaders.len() == 1;
                if all && is_linear { leaders } else { OperandList::new() }
            }
            OpPlace::Own(node) => {
                let is_read = |at: &&usize| {
                    let view = self.view(op.operands[**at]);
                    view.is_some_and(|view| view.node != *node && view.dims.iter().any(Option::is_some))
                };
                let taken = form.operands().iter().filter(is_kept).filter(is_read).copied();
                match form {
                    LinearIn::Together(_) => taken.collect(),
                    // The larger factor costs more to finish before. The other one must be complete.
                    LinearIn::Each(_) => {
                        let bytes = |at: &usize| self.program.tensors[op.operands[*at]].bytes();
                        let larger = taken.filter(|&at| op.factors.is_small_product(at));
                        let larger = larger.max_by(|a, b| bytes(a).total_cmp(&bytes(b)).then(b.cmp(a)));
                        larger.into_iter().collect()
                    }
                }
            }
        }
    }
}
