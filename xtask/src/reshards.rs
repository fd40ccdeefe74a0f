//! Compares `sdy-reshard-to-collectives` of jaxlib with ours on many reshards.
//!
//! All ordered pairs of shardings of a tensor with three dimensions on three axes of size 2, and random pairs:
//! on meshes of other sizes, with sub-axes, other device orders, unreduced and replicated axes.

use std::fmt::Write;

use serde_json::json;

use crate::Outcome;
use crate::differential::check_same_text;
use crate::oracle::{Server, report_verdict};
use crate::passes;
use crate::random::XorShift;

const PASS: passes::Stage = ("sdy-reshard-to-collectives", &[]);

/// How many reshards one module contains. A larger module needs fewer questions; after a crash it is bisected.
const PER_MODULE: usize = 2000;

/// Compares all small pairs and `count` random ones. The seed alone determines which.
pub(crate) fn compare_collectives(seed: u64, count: usize) -> Outcome {
    let mut comparison = Comparison::new()?;
    comparison.compare("reshards of three axes and dimensions", &all_small())?;
    let mut random = XorShift::new(seed);
    let cases: Vec<ReshardPair> = (0..count).map(|_| ReshardPair::random(&mut random, Split::One)).collect();
    println!("seed {seed}");
    comparison.compare("random reshards", &cases)?;
    let cases: Vec<ReshardPair> =
        (0..count / 10).map(|_| ReshardPair::random(&mut random, Split::Two)).collect();
    comparison.compare_few_differ("random reshards between splits of axes", &cases)
}

/// A reshard, as text.
struct ReshardPair {
    /// The meshes of the operand and of the result.
    meshes: [String; 2],
    /// The text after the mesh in each sharding.
    shardings: [String; 2],
    /// The type of the tensor.
    shape: String,
}

/// Whether both shardings of a reshard split each axis in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    One,
    Two,
}

/// The axis sizes of each mesh.
const MESHES: &[&[u64]] = &[
    &[8],
    &[12],
    &[16],
    &[36],
    &[2, 3],
    &[4, 2],
    &[4, 6],
    &[6, 4],
    &[12, 2],
    &[24, 3],
    &[1, 2, 3],
    &[2, 3, 4],
    &[2, 3, 5],
    &[4, 4, 2],
    &[8, 3, 2],
    &[6, 10, 15],
    &[2, 2, 3, 3],
    &[2, 3, 2, 3],
    &[4, 2, 2, 2],
    &[2, 2, 2, 2, 2],
];

const NAMES: &[&str] = &["x", "y", "z", "w", "u"];

/// Sizes of dimensions, many of which do not divide evenly.
const SIZES: &[&str] = &["?", "0", "1", "7", "12", "60", "64", "64", "100", "720"];

/// A sub-axis: the index of its axis, its pre-size, its size.
type Part = (usize, u64, u64);

impl ReshardPair {
    fn random(random: &mut XorShift, split: Split) -> Self {
        let mesh = *random.pick(MESHES);
        let rank = 1 + random.below(4);
        let boundaries: Vec<Vec<u64>> = mesh.iter().map(|&size| chain(random, size)).collect();
        let others = match split {
            Split::One => boundaries.clone(),
            Split::Two => mesh.iter().map(|&size| chain(random, size)).collect(),
        };
        let axes: Vec<String> =
            mesh.iter().zip(NAMES).map(|(size, name)| format!("\"{name}\"={size}")).collect();
        let plain = format!("<[{}]>", axes.join(", "));
        let other = if random.percent(30) { other_order(random, mesh, &axes) } else { plain.clone() };
        let sizes: Vec<&str> = (0..rank).map(|_| *random.pick(SIZES)).collect();
        Self {
            meshes: [plain, other],
            shardings: [&boundaries, &others].map(|boundaries| sharding(random, mesh, rank, boundaries)),
            shape: format!("tensor<{}xf32>", sizes.join("x")),
        }
    }

    /// A function that contains the reshard.
    fn function(&self, number: usize, meshes: [usize; 2]) -> String {
        let ([from, to], [source, target], shape) = (meshes, &self.shardings, &self.shape);
        format!(
            "  func.func @r{number}(%arg0: {shape} {{sdy.sharding = #sdy.sharding<@m{from}, {source}>}}) -> {shape} {{\n    \
             %0 = sdy.reshard %arg0 <@m{to}, {target}> : {shape}\n    return %0 : {shape}\n  }}\n"
        )
    }
}

/// Divisors of a size from 1 to the size, each dividing the next.
fn chain(random: &mut XorShift, size: u64) -> Vec<u64> {
    let mut chain = vec![1];
    while let Some(&last) = chain.last().filter(|&&last| last < size) {
        let next: Vec<u64> =
            (last + 1..=size).filter(|d| size.is_multiple_of(*d) && d.is_multiple_of(last)).collect();
        chain.push(*random.pick(&next));
    }
    chain
}

fn other_order(random: &mut XorShift, mesh: &[u64], axes: &[String]) -> String {
    let mut ids: Vec<u64> = (0..mesh.iter().product()).collect();
    random.shuffle(&mut ids);
    if ids.is_sorted() {
        // Shardy rejects the identity order, so rotate it.
        ids.rotate_left(1);
    }
    let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
    format!("<[{}], device_ids=[{}]>", axes.join(", "), ids.join(", "))
}

/// A sharding without its mesh. The axes are split at some of the given boundaries.
fn sharding(random: &mut XorShift, mesh: &[u64], rank: usize, boundaries: &[Vec<u64>]) -> String {
    let mut dims: Vec<Vec<Part>> = vec![Vec::new(); rank];
    let (mut replicated, mut unreduced) = (Vec::new(), Vec::new());
    let mut used = Vec::new();
    for (axis, boundaries) in boundaries.iter().enumerate() {
        let inner = boundaries.len().saturating_sub(2);
        let mut points = boundaries.clone();
        if inner > 0 {
            let keep = random.percent(50);
            points.retain(|&point| point == 1 || point == mesh[axis] || (keep && random.percent(70)));
        }
        let parts: Vec<Part> = match &points[..] {
            [_] => vec![(axis, 1, 1)],
            points => points.windows(2).map(|pair| (axis, pair[0], pair[1] / pair[0])).collect(),
        };
        for part in parts {
            match random.below(100) {
                0..70 => used.push(part),
                70..75 => replicated.push(part),
                75..80 => unreduced.push(part),
                _ => {}
            }
        }
    }
    random.shuffle(&mut used);
    for part in used {
        dims[random.below(rank)].push(part);
    }
    let dims: Vec<String> = dims
        .into_iter()
        .map(|axes| {
            let open = random.percent(10);
            let mut axes = axis_texts(mesh, axes);
            axes.extend(open.then(|| "?".to_string()));
            format!("{{{}}}", axes.join(", "))
        })
        .collect();
    let mut text = format!("[{}]", dims.join(", "));
    for (name, axes) in [("replicated", replicated), ("unreduced", unreduced)] {
        if !axes.is_empty() {
            let _ = write!(text, ", {name}={{{}}}", axis_texts(mesh, axes).join(", "));
        }
    }
    text
}

/// Axes as text, with adjacent sub-axes merged.
fn axis_texts(mesh: &[u64], mut axes: Vec<Part>) -> Vec<String> {
    axes.dedup_by(|next, kept| {
        let neighbours = kept.0 == next.0 && kept.1 * kept.2 == next.1;
        if neighbours {
            kept.2 *= next.2;
        }
        neighbours
    });
    let text = |(axis, pre, size): Part| {
        if mesh[axis] == size {
            format!("\"{}\"", NAMES[axis])
        } else {
            format!("\"{}\":({pre}){size}", NAMES[axis])
        }
    };
    axes.into_iter().map(text).collect()
}

/// All ordered pairs of different shardings of three dimensions on three axes of size 2.
fn all_small() -> Vec<ReshardPair> {
    let mut all: Vec<Vec<Vec<&str>>> = vec![vec![Vec::new(); 3]];
    for axis in &NAMES[..3] {
        let mut more = all.clone();
        for dims in all {
            for dim in 0..dims.len() {
                for at in 0..=dims[dim].len() {
                    let mut dims = dims.clone();
                    dims[dim].insert(at, axis);
                    more.push(dims);
                }
            }
        }
        all = more;
    }
    let text = |dims: &Vec<Vec<&str>>| {
        let dim = |axes: &Vec<&str>| {
            format!("{{{}}}", axes.iter().map(|axis| format!("\"{axis}\"")).collect::<Vec<_>>().join(", "))
        };
        format!("[{}]", dims.iter().map(dim).collect::<Vec<_>>().join(", "))
    };
    let texts: Vec<String> = all.iter().map(text).collect();
    let mesh = "<[\"x\"=2, \"y\"=2, \"z\"=2]>".to_string();
    let mut cases = Vec::new();
    for source in &texts {
        for target in texts.iter().filter(|target| *target != source) {
            cases.push(ReshardPair {
                meshes: [mesh.clone(), mesh.clone()],
                shardings: [source.clone(), target.clone()],
                shape: "tensor<8x8x8xf32>".into(),
            });
        }
    }
    cases
}

/// A module with some reshards.
fn module(cases: &[ReshardPair]) -> String {
    let mut meshes: Vec<&str> = Vec::new();
    let mut functions = String::new();
    for (number, case) in cases.iter().enumerate() {
        let indices = [0, 1].map(|side| {
            let mesh = case.meshes[side].as_str();
            meshes.iter().position(|other| *other == mesh).unwrap_or_else(|| {
                meshes.push(mesh);
                meshes.len() - 1
            })
        });
        functions += &case.function(number, indices);
    }
    let mut text = "module {\n".to_string();
    for (index, mesh) in meshes.iter().enumerate() {
        let _ = writeln!(text, "  sdy.mesh @m{index} = {mesh}");
    }
    text + &functions + "}\n"
}

/// The server, and the outcomes of the current set of reshards.
struct Comparison {
    server: Server,
    passed: usize,
    failures: Vec<String>,
    crashes: Vec<String>,
}

impl Comparison {
    fn new() -> Result<Self, String> {
        Ok(Self { server: Server::start()?, passed: 0, failures: Vec::new(), crashes: Vec::new() })
    }

    /// Compares a set of reshards; all must agree.
    fn compare(&mut self, what: &str, cases: &[ReshardPair]) -> Outcome {
        self.ask_all(what, cases)?;
        report_verdict(what, self.passed, &self.failures)
    }

    /// Compares reshards between shardings that split an axis at boundaries of which neither divides the other.
    /// On such reshards jaxlib loses track of overlapping sub-axes; ours match it in nearly all cases.
    fn compare_few_differ(&mut self, what: &str, cases: &[ReshardPair]) -> Outcome {
        self.ask_all(what, cases)?;
        let allowed = 1 + cases.len() / 10_000;
        println!("{what}: {} passed, {} differ", self.passed, self.failures.len());
        if self.failures.len() <= allowed {
            Ok(())
        } else {
            report_verdict(what, self.passed, &self.failures)
        }
    }

    fn ask_all(&mut self, what: &str, cases: &[ReshardPair]) -> Outcome {
        (self.passed, self.failures, self.crashes) = (0, Vec::new(), Vec::new());
        for cases in cases.chunks(PER_MODULE) {
            self.ask(cases)?;
        }
        if !self.crashes.is_empty() {
            println!("{what}: jaxlib refuses or crashes on {}:", self.crashes.len());
            self.crashes.iter().take(5).for_each(|case| println!("{case}"));
        }
        // A run in which jaxlib fails on more than one in fifty proves too little.
        if self.crashes.len() * 50 > cases.len() { Err("jaxlib answers for too few".into()) } else { Ok(()) }
    }

    fn ask(&mut self, cases: &[ReshardPair]) -> Outcome {
        let text = module(cases);
        let pipeline = format!("builtin.module(func.func({}))", PASS.0);
        // Some results do not verify; they are compared all the same.
        let question = json!({
            "cmd": "passes", "text": text, "pipeline": pipeline, "verify": false, "assume_verified": true,
        });
        let answer = self.server.ask(question)?.filter(|answer| answer["ok"] == true);
        let Some(expected) = answer.as_ref().and_then(|answer| answer["text"].as_str()) else {
            // A crash loses the answers of the entire module: each half is asked again, down to the reshard that
            // crashes.
            if let [case] = cases {
                self.crashes.push(module(std::slice::from_ref(case)));
                return Ok(());
            }
            let (first, second) = cases.split_at(cases.len() / 2);
            self.ask(first)?;
            return self.ask(second);
        };
        let ours = passes::run_passes("reshards", &text, &[PASS])?;
        let ours = partita_mlir::print(&ours, partita_mlir::PrintOptions::default());
        let split = |text: &str| text.split("  func.func ").skip(1).map(String::from).collect::<Vec<_>>();
        let (expected, ours) = (split(expected), split(&ours));
        if expected.len() != ours.len() {
            return Err("jaxlib's output has a different number of functions".into());
        }
        for (index, (expected, ours)) in expected.iter().zip(&ours).enumerate() {
            match check_same_text(expected, ours) {
                Ok(()) => self.passed += 1,
                Err(message) => {
                    self.failures.push(format!("{}{message}", module(&cases[index..=index])));
                }
            }
        }
        Ok(())
    }
}
