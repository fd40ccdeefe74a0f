//! Compares our redistribution plans with the collectives that Shardy's pass emits for the same reshards.
//!
//! jaxlib runs `sdy-reshard-to-collectives`; its collectives and ours are priced by the same function. None of
//! our plans may cost more.

use std::fmt::Write;

use partita_base::Source;
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::spec::{AxisSpec, MeshSpec};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, Subject, TensorSharding};
use partita_mlir::{ParseOptions, UnknownDialects, parse_range};
use partita_reshard::{
    AxisMove, Collective, Cost, Link, Placed, PlanLimits, ReshardTensor, Topology, plan_reshard,
    price_collective,
};
use serde_json::json;

use crate::Outcome;
use crate::oracle::{Server, report_verdict};

/// Axes of a mesh, and the shape of the tensor.
type Setting = (&'static [(&'static str, i64)], &'static [u64]);

/// The setting in which all pairs are tried.
const ALL_PAIRS: Setting = (&[("x", 2), ("y", 2), ("z", 2)], &[64, 64, 64]);

/// Settings in which some pairs are tried: sizes that differ, sub-axes, sizes other than powers of two.
const SAMPLED: &[Setting] = &[
    (&[("x", 4), ("y", 2), ("z", 2)], &[64, 64, 64]),
    (&[("x", 8), ("y", 2)], &[64, 64]),
    (&[("x", 6), ("y", 2)], &[144, 144, 144]),
    (&[("x", 4), ("y", 3), ("z", 2)], &[288, 288]),
    (&[("x", 2), ("y", 2), ("z", 2), ("w", 2)], &[64, 64, 64]),
];

/// How many sources, and how many targets of each, are tried in each sampled setting.
const SAMPLE: (usize, usize) = (20, 50);

const ELEMENT_BYTES: u64 = 4;

/// Runs the comparison; `seed` chooses the samples.
pub(crate) fn compare_plan_costs(seed: u64) -> Outcome {
    let mut server = Server::start()?;
    let mut failures = Vec::new();
    let mut compared = 0;
    let setting = MeshAndTensor::new(ALL_PAIRS)?;
    let all = setting.all_shardings();
    let sources: Vec<_> =
        all.iter().map(|from| (from, all.iter().filter(|to| *to != from).collect())).collect();
    compared += compare(&mut server, &setting, &sources, &mut failures)?;
    let mut random = Sampler(seed);
    for setting in SAMPLED {
        let setting = MeshAndTensor::new(*setting)?;
        let all = setting.all_shardings();
        let sources: Vec<_> = (0..SAMPLE.0)
            .map(|_| {
                let from = random.pick(&all);
                let targets = (0..SAMPLE.1).map(|_| random.pick(&all)).filter(|to| *to != from);
                (from, targets.collect())
            })
            .collect();
        compared += compare(&mut server, &setting, &sources, &mut failures)?;
    }
    report_verdict("plans at most as expensive as Shardy's", compared, &failures)
}

/// A topology, how many plans cost the same or less on it, and the total costs.
struct TopologyCosts {
    name: &'static str,
    topology: Topology,
    equal: usize,
    better: usize,
    ours: Cost,
    theirs: Cost,
}

impl TopologyCosts {
    fn all() -> Result<Vec<TopologyCosts>, String> {
        let link = |latency, bandwidth| Link::new(latency, bandwidth).ok_or("invalid link");
        let models = [
            ("bandwidth only", Topology::uniform(link(0.0, 100.0)?)),
            ("1 µs, 100 GB/s", Topology::default()),
            ("axis x 8 times slower", Topology::uniform(link(0.0, 100.0)?).with_axis("x", link(0.0, 12.5)?)),
        ];
        let costs = |(name, topology)| TopologyCosts {
            name,
            topology,
            equal: 0,
            better: 0,
            ours: Cost::default(),
            theirs: Cost::default(),
        };
        Ok(models.into_iter().map(costs).collect())
    }
}

type Pairs<'a> = [(&'a TensorSharding, Vec<&'a TensorSharding>)];

/// Compares plans from each source to its targets; returns how many.
fn compare(
    server: &mut Server,
    setting: &MeshAndTensor,
    sources: &Pairs<'_>,
    failures: &mut Vec<String>,
) -> Result<usize, String> {
    let mut all_costs = TopologyCosts::all()?;
    let (mut left, mut astray) = (0, Vec::new());
    for (from, targets) in sources {
        let text = setting.module(from, targets);
        let pipeline = "builtin.module(func.func(sdy-reshard-to-collectives))";
        let answer = server.ask(json!({"cmd": "passes", "text": text, "pipeline": pipeline}))?;
        let answer = answer.ok_or("jaxlib crashed")?;
        let made = answer["text"].as_str().ok_or_else(|| format!("jaxlib refuses: {}", answer["error"]))?;
        let module = read(made)?;
        let functions: Vec<OpId> = module.functions().collect();
        if functions.len() != targets.len() {
            return Err("jaxlib lost a function".into());
        }
        for (&func, to) in functions.iter().zip(targets) {
            let Some(steps) = setting.steps(&module, func)? else {
                left += 1;
                continue;
            };
            let end = steps.last().map_or(*from, |(_, after)| after);
            if !end.same_placement(to) {
                // Observed if an axis is not a power of two: its two rounds do not finish.
                astray.push(format!(
                    "{} -> {} ends at {}",
                    setting.text(from),
                    setting.text(to),
                    setting.text(end)
                ));
                continue;
            }
            for costs in &mut all_costs {
                let theirs = setting.price(from, &steps, &costs.topology);
                let (source, target) = (setting.placed(from), setting.placed(to));
                let tensor = ReshardTensor { shape: setting.shape, element_bytes: ELEMENT_BYTES };
                let ours = plan_reshard(source, target, tensor, &costs.topology, PlanLimits::default())
                    .map_err(|why| why.to_string())?;
                costs.equal += usize::from(ours.cost == theirs);
                costs.better += usize::from(ours.cost < theirs);
                costs.ours += ours.cost;
                costs.theirs += theirs;
                if ours.cost > theirs || !ours.optimal {
                    let steps = ours.steps.iter().map(|step| step.collective.text(&setting.mesh).to_string());
                    let text = steps.collect::<Vec<_>>().join("\n");
                    let what = format!("{} -> {}", setting.text(from), setting.text(to));
                    failures.push(format!("{what} ({}): Shardy {theirs}, ours\n{text}", costs.name));
                }
            }
        }
    }
    let axes: Vec<String> =
        setting.mesh.axes().iter().map(|axis| format!("{}={}", axis.name(), axis.size())).collect();
    let pairs = all_costs[0].equal + all_costs[0].better;
    println!("{}, rank {}: {pairs} pairs", axes.join(","), setting.shape.len());
    if left > 0 {
        println!("  Shardy leaves {left} reshards undone");
    }
    if let Some(first) = astray.first() {
        println!("  {} of Shardy's sequences end elsewhere, as {first}", astray.len());
    }
    for TopologyCosts { name, equal, better, ours, theirs, .. } in &all_costs {
        let ratio = theirs.micros() / ours.micros().max(f64::MIN_POSITIVE);
        println!("  {name}: {equal} equal, {better} better; Shardy's cost in all is {ratio:.3} times ours");
    }
    Ok(all_costs.iter().map(|costs| costs.equal + costs.better).sum())
}

fn read(text: &str) -> Result<Module, String> {
    let source = Source::new("jaxlib", text).map_err(|_| "too large")?;
    let options = ParseOptions::default().unknown_dialects(UnknownDialects::Reject);
    let parsed = parse_range(&source, 0..text.len(), options);
    if parsed.diagnostics.has_errors() {
        Err("cannot parse jaxlib's output".into())
    } else {
        Ok(parsed.module)
    }
}

/// A mesh, and the shape of the tensor that is resharded on it.
struct MeshAndTensor {
    mesh: Mesh,
    id: MeshId,
    shape: &'static [u64],
}

impl MeshAndTensor {
    fn new((axes, shape): Setting) -> Result<MeshAndTensor, String> {
        let mesh = Mesh::from_spec(&MeshSpec::new(axes.iter().copied())).map_err(|_| "invalid mesh")?;
        let id = Meshes::default().define("mesh", mesh.clone()).ok_or("duplicate mesh name")?;
        Ok(MeshAndTensor { mesh, id, shape })
    }

    fn placed<'a>(&'a self, sharding: &'a TensorSharding) -> Placed<'a> {
        Placed { mesh: &self.mesh, sharding }
    }

    fn text(&self, sharding: &TensorSharding) -> String {
        sharding.to_spec(&self.mesh, partita_mesh::spec::MeshOrRef::Symbol("mesh".into())).to_string()
    }

    /// All shardings by the prime sub-axes of all axes, where these divide the dimensions.
    fn all_shardings(&self) -> Vec<TensorSharding> {
        let mut parts = Vec::new();
        for id in self.mesh.axis_ids() {
            let size = self.mesh.mesh_axis(id).size();
            let mut pre = 1;
            while pre < size {
                let prime = (2..=size).find(|p| (size / pre).is_multiple_of(*p)).unwrap_or(size);
                parts.extend(self.mesh.part(id, pre, prime));
                pre *= prime;
            }
        }
        let mut all: Vec<Vec<Vec<AxisRef>>> = Vec::new();
        let mut longest = vec![vec![Vec::new(); self.shape.len()]];
        // Every sharding extends a shorter one by a sub-axis at the end of a dimension.
        while !longest.is_empty() {
            let mut next = Vec::new();
            for dims in &longest {
                for (d, &part) in (0..dims.len()).flat_map(|d| parts.iter().map(move |part| (d, part))) {
                    if dims.iter().all(|axes| !axes.contains(&part)) {
                        let mut dims = dims.clone();
                        dims[d].push(part);
                        next.push(dims);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            all.append(&mut std::mem::replace(&mut longest, next));
        }
        let sharding = |dims: Vec<Vec<AxisRef>>| {
            let dims = dims.into_iter().map(DimSharding::closed).collect();
            let parts = ShardingParts { dims, ..ShardingParts::default() }.normalised();
            TensorSharding::new(self.id, &self.mesh, parts).ok()
        };
        all.into_iter().filter_map(sharding).collect()
    }

    /// A module with one function per target.
    fn module(&self, from: &TensorSharding, targets: &[&TensorSharding]) -> String {
        let sizes: String = self.shape.iter().map(|size| format!("{size}x")).collect();
        let tensor = format!("tensor<{sizes}f32>");
        let mut text = format!("sdy.mesh @mesh = {}\n", self.mesh.to_spec());
        for (i, to) in targets.iter().enumerate() {
            let _ = writeln!(
                text,
                "func.func @f{i}(%arg0: {tensor} {{sdy.sharding = #sdy.sharding{}}}) -> {tensor} {{\n  \
                 %0 = sdy.reshard %arg0 {} : {tensor}\n  return %0 : {tensor}\n}}",
                self.text(from),
                self.text(to)
            );
        }
        text
    }

    /// The collectives of a function with the sharding after each; `None` if a reshard is left.
    fn steps(
        &self,
        module: &Module,
        func: OpId,
    ) -> Result<Option<Vec<(Collective, TensorSharding)>>, String> {
        let mut steps = Vec::new();
        for id in module.walk(func) {
            let Some(code) = module.op(id).name.code() else { continue };
            if code == OpCode::SdyReshard {
                return Ok(None);
            }
            let Some(SdyAttr::Sharding(spec)) = module.sdy_attr(id, names::OUT_SHARDING) else { continue };
            let subject = Subject::Ranked(self.shape.len());
            let after = TensorSharding::resolve(spec, self.id, &self.mesh, subject);
            let after = after.map_err(|_| "jaxlib produced an invalid sharding")?;
            steps.push((self.collective(module, id, code)?, after));
        }
        Ok(Some(steps))
    }

    fn collective(&self, module: &Module, id: OpId, code: OpCode) -> Result<Collective, String> {
        let axes = |specs: &[AxisSpec]| -> Vec<AxisRef> {
            specs.iter().filter_map(|spec| self.mesh.resolve_axis(spec)).collect()
        };
        let mut lists = Vec::new();
        let mut moves = Vec::new();
        for (_, attr) in &module.op(id).attrs {
            let Attr::Sdy(attr) = module.context.attr_of(*attr) else { continue };
            match &**attr {
                SdyAttr::AxisRefLists(dims) => lists = dims.iter().map(|dim| axes(dim)).collect(),
                SdyAttr::AllToAll(all) => {
                    let each = |m: &partita_ir::AllToAllMove| AxisMove {
                        axes: axes(&m.axes),
                        from: m.source as usize,
                        to: m.target as usize,
                    };
                    moves = all.iter().map(each).collect();
                }
                _ => {}
            }
        }
        Ok(match code {
            OpCode::SdyAllGather => Collective::AllGather(lists),
            OpCode::SdyAllSlice => Collective::AllSlice(lists),
            OpCode::SdyAllToAll => Collective::AllToAll(moves),
            OpCode::SdyCollectivePermute => Collective::CollectivePermute,
            _ => return Err(format!("jaxlib uses {}", module.op_name(id))),
        })
    }

    /// The total cost of consecutive steps.
    fn price(
        &self,
        from: &TensorSharding,
        steps: &[(Collective, TensorSharding)],
        topology: &Topology,
    ) -> Cost {
        let mut before = from;
        let mut cost = Cost::default();
        for (collective, after) in steps {
            let size = (self.shape, ELEMENT_BYTES);
            cost +=
                price_collective(collective, self.placed(before), self.placed(after), size, topology).cost;
            before = after;
        }
        cost
    }
}

/// Pseudo-random numbers; equal for equal seeds.
struct Sampler(u64);

impl Sampler {
    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        // The constants of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        &items[(self.0 >> 33) as usize % items.len()]
    }
}
