//! Laws of the answer of a search, from the program to the estimate of the annotated and partitioned plan: more memory or
//! bandwidth never makes it slower, the names of axes change nothing, and an annotation that is kept never makes it faster.

use partita::hlo::{Machine, Program};
use partita::mesh::{DimSharding, MeshId, ShardingParts, TensorSharding};
use partita::notation::parse_mesh;
use partita::onnx::{Bindings, Model, read_text};
use partita::plans::{Annotations, Given};
use partita::search::{SearchOptions, ShardingPlanView, find_model_plan, find_plan};

use partita_base::Id;
use partita_ir::ValueId;
use partita_mesh::spec::ShardingSpec;

use super::experts::{CASES, price};
use super::onnx_models::perceptron;
use super::{MACHINE, MLP, auto_program, on_mesh, read};

const MODEL: &str = include_str!("../../../../examples/mlp.textproto");
/// Sums of the same numbers in another order.
const ROUNDING: f64 = 1e-9;
/// The annotations of arguments of a program that are tried, about.
const SAMPLES: usize = 3;
/// Those of results and products.
const OTHER_SAMPLES: usize = 2;

/// A program of either kind.
enum Input {
    Program(Box<Program>),
    Model(Box<Model>),
}

/// What is searched for.
struct Question<'a> {
    input: &'a Input,
    mesh: &'a str,
    machine: &'a str,
    memory: u64,
    given: Given,
}

impl Question<'_> {
    /// The answer, if there is one.
    fn view(&self) -> Option<ShardingPlanView> {
        let machine = Machine::parse(self.machine).unwrap();
        let mesh = parse_mesh(self.mesh, None).unwrap();
        let mut options = SearchOptions::new(&mesh, &machine);
        options.memory = Some(self.memory);
        options.given = self.given;
        match self.input {
            Input::Program(program) => Some(find_plan(program, &options, &mut (), &mut ()).ok()?.view),
            Input::Model(model) => {
                let sizes = Bindings::default();
                Some(find_model_plan(model, &sizes, &options, &mut (), &mut ()).ok()?.view)
            }
        }
    }

    fn seconds(&self) -> Option<f64> {
        self.view().map(|view| view.figures.step_seconds)
    }
}

/// Set by `cargo xtask test` to try one in N of what takes long, except with `--long`.
const ONE_IN: &str = "PARTITA_ONE_IN";

fn one_in() -> Option<usize> {
    std::env::var(ONE_IN).ok().and_then(|count| count.parse::<usize>().ok())
}

/// Whether a case is tried: those named always, and of the others, which take long, one in twice N.
fn is_tried(at: usize, name: &str, always: &[&str]) -> bool {
    always.contains(&name) || at.is_multiple_of(one_in().map_or(1, |count| (2 * count).max(1)))
}

fn inputs() -> Vec<(&'static str, Input, &'static str, &'static str)> {
    let program = |text: &str| Input::Program(Box::new(read(text)));
    let mut all: Vec<(&str, Input, &str, &str)> = CASES
        .iter()
        .enumerate()
        .filter(|(at, case)| is_tried(*at, case.name, &["fsdp", "megatron", "decode"]))
        .map(|(_, case)| case)
        .map(|case| (case.name, program(&auto_program(case.name)), case.mesh, case.machine))
        .collect();
    all.push(("mlp", program(MLP), "x=2,y=2", MACHINE));
    all.push(("model", Input::Model(Box::new(read_text("mlp.textproto", MODEL).unwrap())), "x=2", MACHINE));
    all.push(("perceptron", Input::Model(Box::new(perceptron(8, 16, 32))), "x=2,y=2", MACHINE));
    all
}

/// Limits from what the fastest plan needs to less than any plan needs.
#[test]
fn more_memory_never_makes_a_plan_slower() {
    let mut broken = Vec::new();
    let mut limits = 0;
    for (name, input, mesh, machine) in &inputs() {
        let ask = |memory| Question { input, mesh, machine, memory, given: Given::Removed }.view();
        let ample = ask(1 << 30).unwrap();
        let mut least = ample.figures.step_seconds;
        let mut memory = ample.figures.peak_bytes;
        // Steps of a seventh, or else of a third: limits that are on no ladder of the search.
        let steps = if one_in().is_some() { 3 } else { 7 };
        while let Some(found) = ask(memory) {
            assert!(found.figures.peak_bytes <= memory);
            limits += 1;
            if found.figures.step_seconds < least {
                broken.push(format!(
                    "{name}: {memory} bytes take {} s and more take {least} s",
                    found.figures.step_seconds
                ));
            }
            least = found.figures.step_seconds;
            memory -= (memory / steps).max(1);
        }
    }
    assert!(limits > 12, "{limits}");
    assert_eq!(broken, [""; 0]);
}

/// The machine with other bandwidths of its links.
fn with_links(machine: &str, factor: f64) -> String {
    let (device, links) = machine.split_once("[[links]]").unwrap();
    let scaled = links.lines().map(|line| match line.strip_prefix("bandwidth_gb_s = ") {
        Some(number) => format!("bandwidth_gb_s = {}", number.parse::<f64>().unwrap() * factor),
        None => line.to_string(),
    });
    format!("{device}[[links]]{}", scaled.collect::<Vec<_>>().join("\n"))
}

#[test]
fn more_bandwidth_never_makes_a_plan_slower() {
    let mut broken = Vec::new();
    let factors: &[f64] = if one_in().is_some() { &[0.5, 3.0] } else { &[0.5, 1.0, 3.0] };
    for (name, input, mesh, machine) in &inputs() {
        let ask = |factor: f64, memory| {
            let machine = with_links(machine, factor);
            Question { input, mesh, machine: &machine, memory, given: Given::Removed }.view()
        };
        let ample = ask(1.0, 1 << 30).unwrap();
        for memory in [1 << 30, ample.figures.peak_bytes * 2 / 3] {
            let mut least = f64::INFINITY;
            for &factor in factors {
                let Some(found) = ask(factor, memory) else { continue };
                let seconds = found.figures.step_seconds;
                if seconds > least * (1.0 + ROUNDING) {
                    broken.push(format!(
                        "{name}: {factor} times the bandwidth take {seconds} s after {least} s"
                    ));
                }
                least = seconds;
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn names_of_axes_change_nothing() {
    for (name, input, mesh, machine) in &inputs() {
        let memory = 100_000;
        let ask = |mesh: &str| Question { input, mesh, machine, memory, given: Given::Removed }.seconds();
        // The order of the names is the opposite one.
        let others = ["zz", "aa"];
        let axes = mesh
            .split(',')
            .zip(others)
            .map(|(axis, other)| format!("{other}={}", axis.split_once('=').unwrap().1));
        let renamed = axes.collect::<Vec<_>>().join(",");
        assert_eq!(ask(mesh), ask(&renamed), "{name}");
    }
}

/// Where an annotation is added.
#[derive(Clone, Copy, Debug)]
enum Site {
    Argument(usize),
    Result(usize),
    /// The result of a product.
    Value(ValueId),
}

/// A sharding of one tensor: along a dimension, or along none of them.
type Added = (Site, usize, Option<usize>);

/// All arguments, results and products, along every dimension, and not at all.
fn additions(program: &Program) -> [Vec<Added>; 2] {
    let module = program.module();
    let rank = |ty| module.context.tensor(ty).map_or(0, |tensor| tensor.rank());
    let (inputs, results) = module.func_type(module.entry_function().unwrap());
    let every = |sites: Vec<(Site, usize)>| -> Vec<Added> {
        let dims = |&(site, rank): &(Site, usize)| {
            (0..rank).map(Some).chain([None]).map(move |dim| (site, rank, dim))
        };
        sites.iter().flat_map(dims).collect()
    };
    let arguments = inputs.iter().enumerate().map(|(at, &ty)| (Site::Argument(at), rank(ty)));
    let ops = module.walk(module.entry_function().unwrap());
    let products = ops.into_iter().filter(|&op| module.op_name(op) == "stablehlo.dot_general");
    let products = products.filter_map(|op| module.op(op).results().next());
    let others = results.iter().enumerate().map(|(at, &ty)| (Site::Result(at), rank(ty)));
    let others = others.chain(products.map(|value| (Site::Value(value), rank(module.value(value).ty))));
    [every(arguments.collect()), every(others.filter(|(_, rank)| *rank > 0).collect())]
}

/// A part of a list: this many, evenly apart.
fn sample<T: Copy>(all: &[T], count: usize) -> impl Iterator<Item = T> + use<'_, T> {
    all.iter().copied().step_by(all.len().div_ceil(count).max(1))
}

/// The annotations with one more, along an axis.
fn with_added(none: &Annotations, id: MeshId, axis: usize, (site, rank, dim): Added) -> Annotations {
    let mesh = none.meshes.get(id);
    let axis = mesh.axis(mesh.axis_ids().nth(axis % mesh.axes().len()).unwrap());
    let dims = (0..rank).map(|at| DimSharding::closed(if Some(at) == dim { vec![axis] } else { vec![] }));
    let parts = ShardingParts { dims: dims.collect(), ..ShardingParts::default() };
    let sharding = TensorSharding::new(id, mesh, parts).unwrap();
    let mut annotations = none.clone();
    match site {
        Site::Argument(at) => annotations.arguments[at] = Some(sharding),
        Site::Result(at) => annotations.results[at] = Some(sharding),
        Site::Value(value) => annotations.constraints.push((value, sharding)),
    }
    annotations
}

/// Annotations that once led to faster plans.
fn once(name: &str) -> Option<Added> {
    match name {
        "data_and_model" => Some((Site::Argument(4), 2, Some(0))),
        "vocabulary" => Some((Site::Argument(1), 2, Some(1))),
        // The plan had another sharding for the next value of the state than for the state.
        "decode" => Some((Site::Value(ValueId::from_index(7)), 2, None)),
        _ => None,
    }
}

/// A sample of arguments, results and products, along one axis and another.
#[test]
fn an_annotation_never_makes_a_plan_faster() {
    let mut broken = Vec::new();
    let mut asked = [0; 2];
    let cases = CASES.iter().map(|case| (case.name, auto_program(case.name), case.mesh, case.machine));
    let cases = cases.chain([("mlp", MLP.to_string(), "x=2,y=2", MACHINE)]).enumerate();
    let always = ["data_and_model", "vocabulary", "decode", "mlp"];
    for (_, (name, text, mesh_text, machine)) in cases.filter(|(at, (name, ..))| is_tried(*at, name, &always))
    {
        let (program, id) = on_mesh(&text, mesh_text);
        let none = Annotations::none(&program);
        let free = Input::Program(Box::new(program.clone()));
        let ask =
            |input: &Input, memory, given| Question { input, mesh: mesh_text, machine, memory, given }.view();
        let ample = ask(&free, 1 << 30, Given::Removed).unwrap();
        for memory in [1 << 30, ample.figures.peak_bytes * 2 / 3] {
            let Some(found) = ask(&free, memory, Given::Removed) else { continue };
            let least = found.figures.step_seconds;
            let [arguments, others] = additions(&program);
            let samples = sample(&arguments, SAMPLES).chain(sample(&others, OTHER_SAMPLES)).enumerate();
            // Of each list the next axis along which the next tensor is sharded.
            for (at, added) in samples.chain(once(name).map(|added| (0, added))) {
                let annotations = with_added(&none, id, at, added);
                let annotated = Input::Program(Box::new(annotations.apply(&program, Given::Removed)));
                let Some(bound) = ask(&annotated, memory, Given::Kept) else { continue };
                asked[usize::from(!matches!(added.0, Site::Argument(_)))] += 1;
                let seconds = bound.figures.step_seconds;
                if seconds < least * (1.0 - ROUNDING) {
                    broken.push(format!(
                        "{name}: {added:?} along axis {at} takes {seconds} s within {memory}, and {least} s without"
                    ));
                }
            }
        }
    }
    assert!(asked[0] > 10 && asked[1] > 5, "{asked:?}");
    assert_eq!(broken, [""; 0]);
}

/// The step returns the state that it takes. With another sharding, every step would begin with reshards that no price contains; within
/// this memory and with this annotation such a plan would be the fastest.
#[test]
fn a_state_is_returned_as_it_was_taken() {
    let case = CASES.iter().find(|case| case.name == "decode").unwrap();
    let (program, id) = on_mesh(&auto_program(case.name), case.mesh);
    let annotations = with_added(&Annotations::none(&program), id, 0, once(case.name).unwrap());
    let annotated = annotations.apply(&program, Given::Removed);
    let machine = Machine::parse(case.machine).unwrap();
    let mesh = parse_mesh(case.mesh, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    (options.memory, options.given) = (Some(88_000), Given::Kept);
    let priced = price(find_plan(&annotated, &options, &mut (), &mut ()).unwrap().program, case);
    let interface = priced.partitioned.interface();
    let axes = |sharding: &Option<ShardingSpec>| -> Vec<Vec<String>> {
        let dims = sharding.iter().flat_map(|sharding| &sharding.dims);
        dims.map(|dim| dim.axes.iter().map(|axis| axis.name.to_string()).collect()).collect()
    };
    assert_eq!(axes(&interface.inputs[4]), axes(&interface.results[0]));
}
