//! Writes ops between slot layouts as loops.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::CkksResult;
use crate::indexer::{Access, Accessor, Indexer};
use crate::kernels::GlobalPool;
use crate::linear::LinearMap;
use crate::loop_form::{Array, LoopForm, Role};
use crate::loop_kernel::Kernel;
use crate::loops::{Action, LoopShard, ShardKind, Statement, StatementCount};
use crate::program::PlaintextSource;
use crate::sharding::ciphertext_mesh;
use crate::slot_layout::SlotLayout;

/// A program of loops under construction.
#[derive(Default)]
pub(crate) struct Writer {
    form: LoopForm,
    /// The kernel of every shard.
    kernels: Vec<Kernel>,
    names: BTreeSet<String>,
}

/// The plaintexts of a map besides masks and uniform weights.
#[derive(Clone, Default)]
pub(crate) struct Plaintexts {
    /// Whether there is a weight tensor.
    pub(crate) weights: bool,
    /// One number for each output channel.
    pub(crate) bias: Option<PlaintextSource>,
}

impl Writer {
    /// Declares an array with this name, or a similar one if it is taken.
    pub(crate) fn array(&mut self, like: &str, role: Role, layout: &SlotLayout) -> String {
        let name = self.name(like);
        self.form.arrays.push(Array { name: name.clone(), role, layout: layout.clone() });
        name
    }

    /// A unique name similar to `like`.
    fn name(&mut self, like: &str) -> String {
        let mut base: String =
            like.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            base.insert(0, '_');
        }
        let mut name = base.clone();
        for n in 2.. {
            if self.names.insert(name.clone()) {
                break;
            }
            name = format!("{base}_{n}");
        }
        name
    }

    /// Finishes the program with this array as its result; returns the loops and the kernel of each shard.
    pub(crate) fn finish(mut self, output: &str) -> (LoopForm, Vec<Kernel>) {
        for array in &mut self.form.arrays {
            if array.name == output && array.role == Role::Inner {
                array.role = Role::Output;
            }
        }
        (self.form, self.kernels)
    }

    /// A function of blocks at the same coordinates.
    pub(crate) fn eltwise(
        &mut self,
        made: &str,
        of: &[String],
        (compute, kernel): (&str, Kernel),
        layout: &SlotLayout,
    ) -> CkksResult<()> {
        let nest = Nest::blocks(layout);
        let mut body = LoopBody::default();
        let values: Vec<usize> = of.iter().map(|array| body.load(2, array, &nest.output)).collect();
        let value = body.compute(2, compute, values, StatementCount::NONE);
        body.write(2, made, &nest.output, Access::Store, value);
        self.shard(made, nest, body, kernel)
    }

    /// The sum over entire planes: first over row parts, then by rotations for every channel group, then a
    /// division unless a later op performs it.
    pub(crate) fn pool(
        &mut self,
        read: &str,
        made: &str,
        from: &SlotLayout,
        is_divided: bool,
    ) -> CkksResult<()> {
        let pool = GlobalPool::new(from)?;
        let each = pool.rotations() / from.groups();
        let groups = Indexer::new(vec![term("x", 1)]);
        let mut source = read.to_string();
        if from.parts() > 1 {
            let mut nest = Nest::blocks(from);
            nest.reduced.push("z".into());
            let mut body = LoopBody::default();
            let value = body.load(2, read, &nest.output);
            source = self.sums(made);
            body.write(2, &source, &groups, Access::Update, value);
            self.shard(&source.clone(), nest, body, Kernel::Sum)?;
        }
        let axes = vec![axis("x", from.groups())];
        let nest = Nest { axes, order: vec!["x".into()], reduced: Vec::new(), ..Nest::blocks(from) };
        let mut body = LoopBody::default();
        let value = body.load(1, &source, &groups);
        let mut value = body.compute(1, "double", vec![value], StatementCount::Each(each as u64));
        if is_divided {
            value = body.multiply(1, "divide", vec![value], StatementCount::Each(1));
        }
        body.write(1, made, &groups, Access::Store, value);
        let times = is_divided.then(|| pool.factor());
        self.shard(made, nest, body, Kernel::Double { pool, times })
    }

    /// A linear map. Copies and baby steps are made once per input, products for every pair, giant steps and
    /// folds once per output.
    pub(crate) fn map(
        &mut self,
        map: &Arc<LinearMap>,
        read: &str,
        made: &str,
        access: Access,
        plain: Plaintexts,
    ) -> CkksResult<()> {
        let steps = Steps::of(map);
        let nest = Nest::pairs(map);
        let outer = nest.order.iter().filter(|axis| nest.input.uses(axis)).count();
        let inner = nest.order.len();
        let is_finished = steps.has_outputs() || plain.bias.is_some();
        let sums = if is_finished { self.sums(made) } else { made.to_string() };
        let mut body = LoopBody::default();
        let mut value = body.load(outer, read, &nest.input);
        for (name, rotations) in [("copy", &steps.copies), ("roll", &steps.babies)] {
            if rotations.iter().any(|&n| n != 0) {
                value = body.compute(outer, name, vec![value], StatementCount::of(rotations.iter().copied()));
            }
        }
        if plain.weights {
            let weights = body.load(inner, &self.name(&format!("{made}_weight")), &nest.weights);
            value = body.multiply(inner, "multiply", vec![value, weights], steps.products(&nest));
        } else if !map.is_gather {
            value = body.multiply(inner, "select", vec![value], steps.products(&nest));
        }
        let is_sum = !nest.reduced.is_empty();
        let into =
            if is_sum || (access == Access::Update && !is_finished) { Access::Update } else { Access::Store };
        body.write(inner, &sums, &nest.output, into, value);
        let kernel = Kernel::Products { map: Arc::clone(map), is_last: !is_finished };
        self.shard(&sums, nest, body, kernel)?;
        if !is_finished {
            return Ok(());
        }
        let nest = Nest::blocks(map.to());
        let mut body = LoopBody::default();
        let mut value = body.load(2, &sums, &nest.output);
        for (name, rotations) in [("roll", &steps.giants), ("fold", &steps.folds)] {
            if rotations.iter().any(|&n| n != 0) {
                value = body.compute(2, name, vec![value], StatementCount::of(rotations.iter().copied()));
            }
        }
        if plain.bias.is_some() {
            let bias = self.name(&format!("{made}_bias"));
            let bias = body.load(2, &bias, &Indexer::new(vec![term("x", 1)]));
            value = body.compute(2, "add", vec![value, bias], StatementCount::NONE);
        }
        body.write(2, made, &nest.output, access, value);
        self.shard(made, nest, body, Kernel::Finish { map: Arc::clone(map), bias: plain.bias })
    }

    /// An array for the sums of another array, with as many blocks.
    fn sums(&mut self, made: &str) -> String {
        let array = self.form.arrays.iter().find(|array| array.name == made);
        let layout = array.expect("the target array is declared").layout.clone();
        self.array(&format!("{made}_sums"), Role::Inner, &layout)
    }

    fn shard(&mut self, name: &str, nest: Nest, body: LoopBody, kernel: Kernel) -> CkksResult<()> {
        let axes: Vec<(&str, u64)> = nest.axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        let kind = match nest.reduced {
            over if over.is_empty() => ShardKind::Eltwise,
            over => ShardKind::Reduce { over },
        };
        let mesh = ciphertext_mesh(&axes)?;
        let (name, order, body) = (name.to_string(), nest.order, body.statements);
        self.form.shards.push(LoopShard { name, mesh, kind, order, body });
        self.kernels.push(kernel);
        Ok(())
    }
}

/// A list of statements under construction, with the number of values so far.
#[derive(Default)]
struct LoopBody {
    statements: Vec<Statement>,
    values: usize,
}

impl LoopBody {
    fn load(&mut self, depth: usize, array: &str, indexer: &Indexer) -> usize {
        let accessor = Accessor { array: array.into(), indexer: indexer.clone(), access: Access::Load };
        self.value(depth, Action::Load(accessor))
    }

    fn compute(
        &mut self,
        depth: usize,
        name: &str,
        arguments: Vec<usize>,
        rotations: StatementCount,
    ) -> usize {
        let (name, products) = (name.into(), StatementCount::NONE);
        self.value(depth, Action::Compute { name, arguments, rotations, products })
    }

    fn multiply(
        &mut self,
        depth: usize,
        name: &str,
        arguments: Vec<usize>,
        products: StatementCount,
    ) -> usize {
        let (name, rotations) = (name.into(), StatementCount::NONE);
        self.value(depth, Action::Compute { name, arguments, rotations, products })
    }

    fn write(&mut self, depth: usize, array: &str, indexer: &Indexer, access: Access, value: usize) {
        let accessor = Accessor { array: array.into(), indexer: indexer.clone(), access };
        self.statements.push(Statement { depth, action: Action::Write(accessor, value) });
    }

    fn value(&mut self, depth: usize, action: Action) -> usize {
        self.statements.push(Statement { depth, action });
        self.values += 1;
        self.values - 1
    }
}

type Term = (String, u64);

fn term(axis: &str, stride: usize) -> Term {
    (axis.to_string(), stride as u64)
}

fn axis(name: &str, size: usize) -> Term {
    (name.to_string(), size as u64)
}

/// The loops of an op and the blocks that it accesses.
struct Nest {
    axes: Vec<Term>,
    order: Vec<String>,
    reduced: Vec<String>,
    input: Indexer,
    output: Indexer,
    weights: Indexer,
}

impl Nest {
    /// All blocks of a layout.
    fn blocks(layout: &SlotLayout) -> Nest {
        let blocks = Indexer::new(vec![term("x", layout.parts()), term("z", 1)]);
        Nest {
            axes: vec![axis("x", layout.groups()), axis("z", layout.parts())],
            order: vec!["x".into(), "z".into()],
            reduced: Vec::new(),
            input: blocks.clone(),
            output: blocks,
            weights: Indexer::default(),
        }
    }

    /// The pairs of blocks that a map connects and, if they are irregular, some that it does not. The axes of
    /// the input come first.
    fn pairs(map: &LinearMap) -> Nest {
        let [parts_in, parts_out] = [map.from().parts(), map.to().parts()];
        let meets = |input: fn(usize, usize) -> usize| {
            let pair =
                |&(i, j, _): &(u32, u32, u32)| (input(i as usize, parts_in), input(j as usize, parts_out));
            map.pairs.iter().map(pair).collect::<BTreeSet<(usize, usize)>>()
        };
        let sizes = [map.from().groups(), map.to().groups()];
        let is_mesh = sizes.contains(&1);
        let groups = Meeting::new(&meets(|block, parts| block / parts), sizes, ["y", "x"], is_mesh);
        let parts =
            Meeting::new(&meets(|block, parts| block % parts), [parts_in, parts_out], ["v", "z"], false);
        let blocks = |groups: &[Term], count: usize, parts: &[Term]| -> Vec<Term> {
            let groups = groups.iter().map(|(name, stride)| (name.clone(), stride * count as u64));
            groups.chain(parts.iter().cloned()).collect()
        };
        let input = blocks(&groups.input, parts_in, &parts.input);
        let output = Indexer::new(blocks(&groups.output, parts_out, &parts.output));
        let axes: Vec<Term> = groups.axes.into_iter().chain(parts.axes).collect();
        let mut order: Vec<String> = input.iter().map(|(name, _)| name.clone()).collect();
        order.extend(
            axes.iter().map(|(name, _)| name.clone()).filter(|name| !input.iter().any(|t| t.0 == *name)),
        );
        Nest {
            axes,
            order,
            reduced: groups.reduced.into_iter().chain(parts.reduced).collect(),
            input: Indexer::new(input),
            output,
            weights: Indexer::new(groups.weights),
        }
    }
}

/// How input blocks meet output blocks along one dimension.
struct Meeting {
    axes: Vec<Term>,
    input: Vec<Term>,
    output: Vec<Term>,
    weights: Vec<Term>,
    reduced: Option<String>,
}

impl Meeting {
    /// The simplest indexers that cover these pairs. `all` requests a loop over each side even if one would
    /// suffice.
    fn new(
        pairs: &BTreeSet<(usize, usize)>,
        [from, to]: [usize; 2],
        [i, o]: [&str; 2],
        all: bool,
    ) -> Meeting {
        let is = |relation: &dyn Fn(usize, usize) -> bool| !all && pairs.iter().all(|&(a, b)| relation(a, b));
        if from == to && is(&|a, b| a == b) {
            let same = vec![term(o, 1)];
            let axes = vec![axis(o, to)];
            Meeting { axes, input: same.clone(), output: same.clone(), weights: same, reduced: None }
        } else if from.is_multiple_of(to) && is(&|a, b| a / (from / to) == b) {
            // Several adjacent inputs contribute to one output.
            let input = vec![term(o, from / to), term(i, 1)];
            let axes = vec![axis(o, to), axis(i, from / to)];
            Meeting { axes, weights: input.clone(), input, output: vec![term(o, 1)], reduced: Some(i.into()) }
        } else if to.is_multiple_of(from) && is(&|a, b| b / (to / from) == a) {
            let output = vec![term(i, to / from), term(o, 1)];
            let axes = vec![axis(o, to / from), axis(i, from)];
            Meeting { axes, input: vec![term(i, 1)], weights: output.clone(), output, reduced: None }
        } else {
            let axes = vec![axis(o, to), axis(i, from)];
            let (input, output) = (vec![term(i, 1)], vec![term(o, 1)]);
            let weights = vec![term(o, from), term(i, 1)];
            Meeting { axes, input, output, weights, reduced: Some(i.into()) }
        }
    }
}

/// The counts of a map, by input and by output ciphertext.
struct Steps {
    copies: Vec<usize>,
    babies: Vec<usize>,
    giants: Vec<usize>,
    folds: Vec<usize>,
    /// The products of every connected pair.
    pairs: Vec<usize>,
}

impl Steps {
    fn of(map: &LinearMap) -> Steps {
        let slots = map.from().slots() as u32;
        let mut babies: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut giants: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for &(i, j, set) in &map.pairs {
            let (babies, giants) = (babies.entry(i).or_default(), giants.entry(j).or_default());
            for &term in &map.sets[set as usize] {
                let (baby, giant) = map.split.steps[term as usize];
                if map.is_gather {
                    babies.insert((baby + giant) % slots);
                } else {
                    babies.insert(baby);
                    giants.insert(giant);
                }
            }
        }
        let count = |steps: &BTreeMap<u32, BTreeSet<u32>>, blocks: usize| {
            let of =
                |block: u32| steps.get(&block).map_or(0, |steps| steps.iter().filter(|&&n| n != 0).count());
            (0..blocks as u32).map(of).collect::<Vec<usize>>()
        };
        let each = |steps: &BTreeMap<u32, BTreeSet<u32>>, blocks: usize, shifts: usize| {
            let shifts = if map.is_gather { 0 } else { shifts };
            let of = |block: u32| if steps.contains_key(&block) { shifts } else { 0 };
            (0..blocks as u32).map(of).collect::<Vec<usize>>()
        };
        let (inputs, outputs) = (map.from().ciphertexts(), map.to().ciphertexts());
        Steps {
            copies: each(&babies, inputs, map.copy_shifts().len()),
            babies: count(&babies, inputs),
            giants: count(&giants, outputs),
            folds: each(&giants, outputs, map.folds.len()),
            pairs: map.pairs.iter().map(|&(_, _, set)| map.sets[set as usize].len()).collect(),
        }
    }

    /// The products in all cells of a mesh.
    fn products(&self, nest: &Nest) -> StatementCount {
        let cells: u64 = nest.axes.iter().map(|(_, size)| size).product();
        match StatementCount::of(self.pairs.iter().copied()) {
            StatementCount::Each(each) if self.pairs.len() as u64 == cells => StatementCount::Each(each),
            count => StatementCount::InAll(count.total(self.pairs.len() as u64)),
        }
    }

    /// Whether outputs are rotated.
    fn has_outputs(&self) -> bool {
        self.giants.iter().chain(&self.folds).any(|&n| n != 0)
    }
}
