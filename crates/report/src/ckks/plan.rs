//! A plan as a table of layers, with published baselines for comparison.

use partita_base::IdVec;
use partita_ckks::CkksResult;
use partita_ckks::baseline::{ConvMesh, UtilisationFirst, greedy_rotations};
use partita_ckks::linear::LinearOp;
use partita_ckks::network::{LayerId, Network, ShardingOption, ShardingOrigin};
use partita_ckks::plan::{Bootstraps, CostTable, Plan, PlanStep, Times, Work};
use serde_json::{Value, json};

use super::RingView;
use crate::explorer::PlanTable;
use crate::view::View;
use crate::{ExplorerView, PartView, ReportView, Table};

/// The baselines by name, as columns of the table.
const BASELINES: [&str; 5] = ["greedy", "full", "half", "meta", "utilisation"];

const HEADINGS: [&str; 16] = [
    "layer",
    "op",
    "sharding",
    "mesh",
    "layout",
    "cts",
    "rotations",
    "pmul",
    "levels",
    "ms",
    "greedy",
    "full",
    "half",
    "meta",
    "utilisation",
    "next best",
];

/// The inputs of a [`PlanView`].
#[derive(Clone, Copy, Debug)]
pub struct PlanParts<'p> {
    /// The name of the network.
    pub model: &'p str,
    /// The layers that the plan covers.
    pub network: &'p Network,
    /// The chosen slot layouts.
    pub plan: &'p Plan,
    /// Where levels are restored.
    pub bootstraps: &'p Bootstraps,
    /// The costs of ops.
    pub costs: &'p CostTable,
    /// The unit of what was minimised.
    pub unit: &'static str,
}

/// A plan for people: a row for each layer and repacking, and notes below the table.
pub struct PlanView<'p> {
    parts: PlanParts<'p>,
    rows: Vec<Vec<String>>,
    bootstrap_lines: Vec<String>,
    sums: [Sum; 5],
    times: Times,
    ring: RingView,
}

impl<'p> PlanView<'p> {
    /// Describes a plan, with baselines for comparison.
    pub fn new(parts: PlanParts<'p>, ring: RingView) -> CkksResult<Self> {
        let PlanParts { network, plan, bootstraps, costs, .. } = parts;
        let others = baselines(network, plan);
        let points = bootstraps.points.iter().map(|point| {
            let name = &network.layers[plan.layer_of(point)].name;
            (point.before, format!("bootstrap {} ciphertexts before {name}", point.ciphertexts))
        });
        let inner = bootstraps.inner.iter().map(|inner| {
            let name = &network.layers[plan.steps[inner.step].layer].name;
            let after: Vec<String> = inner.after.iter().map(|n| (n + 1).to_string()).collect();
            let polynomials = if after.len() == 1 { "polynomial" } else { "polynomials" };
            let after = after.join(" and ");
            (
                inner.step,
                format!("bootstrap {} ciphertexts in {name} after {polynomials} {after}", inner.ciphertexts),
            )
        });
        let mut lines: Vec<(usize, String)> = points.chain(inner).collect();
        lines.sort_by_key(|&(step, _)| step);
        let bootstrap_lines = lines.into_iter().map(|(_, line)| line).collect();
        let times = plan.milliseconds(network, bootstraps, costs)?;
        let rows = rows(&parts, &times, &others);
        Ok(Self { parts, rows, bootstrap_lines, sums: sums(&others), times, ring })
    }

    /// Notes about the entire plan, one line each.
    fn notes(&self) -> Vec<String> {
        let PlanParts { network, plan, bootstraps, .. } = self.parts;
        let is_best = if plan.is_exact {
            "no other combination of these layouts is better"
        } else {
            "not proved to be the best"
        };
        let sum = format!(
            "{} rotations, {} plaintext products, {} levels, {} bootstraps, at most {} live ciphertexts; {is_best}",
            plan.rotations(),
            plan.pmul(),
            plan.depth(),
            bootstraps.count(),
            plan.peak(),
        );
        let time = format!(
            "{:.1} s by the cost table, of which {:.1} s for bootstraps",
            self.times.total() / 1000.0,
            self.times.bootstraps / 1000.0
        );
        let about = [sum, time, compared(plan, network, &self.sums)];
        self.bootstrap_lines.iter().cloned().chain(about).chain([self.ring.line.clone()]).collect()
    }

    /// The table and notes for a terminal of this many columns: what a layer costs first, layouts last.
    pub fn text_within(&self, width: usize) -> String {
        const ORDER: [usize; 16] = [0, 1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 4, 2, 15];
        let mut table = Table::default();
        table.row(ORDER.map(|column| HEADINGS[column].to_string()));
        self.rows.iter().for_each(|row| table.row(ORDER.map(|column| row[column].clone())));
        self.with_notes(&table.render_within(width))
    }

    /// A table with the warning before it and the notes after it.
    fn with_notes(&self, table: &str) -> String {
        let lines = |notes: &[String]| notes.iter().map(|note| format!("{note}\n")).collect::<String>();
        lines(self.ring.warning.as_slice()) + table + &lines(&self.notes())
    }

    /// The plan as a page of the explorer.
    pub fn report(&self) -> ReportView {
        let PlanParts { model, plan, .. } = self.parts;
        let table = PlanTable {
            headings: &HEADINGS,
            rows: &self.rows,
            notes: self.notes(),
            warning: self.ring.warning.clone(),
            times: &self.times,
        };
        let explorer = ExplorerView::of_plan(&self.parts, &table);
        let mut view = ReportView::of_one(model, PartView::of_explorer(explorer));
        view.title = format!("{model} in ciphertexts of {} slots", plan.slots);
        view
    }

    /// The plan as a page.
    pub fn html(&self) -> String {
        self.report().html()
    }
}

impl View for PlanView<'_> {
    /// The table, and notes about the entire plan.
    fn text(&self) -> String {
        let mut table = Table::default();
        table.row(HEADINGS.map(String::from));
        self.rows.iter().for_each(|row| table.row(row.clone()));
        self.with_notes(&table.render(""))
    }

    fn json(&self) -> String {
        let PlanParts { model, plan, bootstraps, .. } = self.parts;
        let row = |row: &Vec<String>| -> Value {
            HEADINGS.iter().zip(row).map(|(k, v)| ((*k).to_string(), json!(v))).collect()
        };
        let sum = |(name, sum): (&&str, &Sum)| {
            ((*name).to_string(), json!({"rotations": sum.rotations, "left_out": sum.left_out}))
        };
        let mut json = json!({
            "model": model, "slots": plan.slots, "rotations": plan.rotations(), "pmul": plan.pmul(),
            "levels": plan.depth(), "bootstraps": bootstraps.count(), "peak": plan.peak(), "milliseconds": self.times.total(), "exact": plan.is_exact,
            "steps": self.rows.iter().map(row).collect::<Vec<_>>(), "cuts": self.bootstrap_lines,
            "baselines": BASELINES.iter().zip(&self.sums).map(sum).collect::<Value>(),
        });
        json.as_object_mut().expect("it has fields").extend(self.ring.fields.clone());
        format!("{json:#}\n")
    }
}

fn rows(parts: &PlanParts<'_>, times: &Times, others: &Others) -> Vec<Vec<String>> {
    let PlanParts { network, plan, unit, .. } = *parts;
    let mut rows = Vec::new();
    let time = |is_it: &dyn Fn(&PlanStep) -> bool| {
        let taken = plan.steps.iter().zip(&times.steps).filter(|(step, _)| is_it(step));
        format!("{:.0}", taken.fold(0.0, |sum, (_, time)| sum + time))
    };
    for (id, layer) in network.layers.iter() {
        let steps: Vec<&PlanStep> = plan.layer_steps(id).collect();
        let sum = |of: fn(&PlanStep) -> usize| steps.iter().map(|step| of(step)).sum::<usize>();
        let levels = steps.iter().map(|step| step.cost.levels).max().unwrap_or(0);
        let mesh = steps.first().map_or("-".to_string(), |step| {
            format!("{}x{}x{}", step.to.groups(), step.from.groups(), step.to.parts())
        });
        let shown = |count: Option<u64>| count.map_or("-".into(), |count| count.to_string());
        let [greedy, full, half, meta, utilisation] = others[id].unwrap_or_default().map(shown);
        rows.push(vec![
            layer.name.clone(),
            layer.op.kind().to_string(),
            sharding(plan, id),
            mesh,
            plan.made[id].to_string(),
            plan.made[id].ciphertexts().to_string(),
            sum(|step| step.cost.rotations).to_string(),
            sum(|step| step.cost.pmul).to_string(),
            levels.to_string(),
            time(&|step| step.layer == id && step.work != Work::Change),
            greedy,
            full,
            half,
            meta,
            utilisation,
            next_best(plan, id, unit),
        ]);
        for step in plan.changes(id) {
            let empty = String::new;
            rows.push(vec![
                layer.name.clone(),
                "reshard".into(),
                empty(),
                empty(),
                step.to.to_string(),
                step.to.ciphertexts().to_string(),
                step.cost.rotations.to_string(),
                step.cost.pmul.to_string(),
                step.cost.levels.to_string(),
                time(&|other| std::ptr::eq(other, step)),
                empty(),
                empty(),
                empty(),
                empty(),
                empty(),
                empty(),
            ]);
        }
    }
    rows
}

/// The requested sharding of a result, for this layer or propagated from another, and whether the plan uses it.
fn sharding(plan: &Plan, id: LayerId) -> String {
    let made = [plan.made[id].groups(), plan.made[id].parts()];
    let requested: Vec<&ShardingOption> =
        plan.strategy.options[id].iter().filter(|option| option.is_requested()).collect();
    match (requested.iter().find(|option| option.blocks() == made), requested.first()) {
        (Some(option), _) if option.origin == ShardingOrigin::Given => format!("{} given", option.sharding),
        (Some(option), _) => option.sharding.to_string(),
        (None, Some(option)) => format!("not {}", option.sharding),
        (None, None) => "-".into(),
    }
}

/// For every linear layer, the rotations of all baselines that fit.
type Others = IdVec<LayerId, Option<[Option<u64>; 5]>>;

fn baselines(network: &Network, plan: &Plan) -> Others {
    let mut exact = UtilisationFirst::default();
    let mut others = IdVec::new();
    for (id, layer) in network.layers.iter() {
        let step = plan.layer_steps(id).next();
        // Published kernels are for windows, not for views.
        let op = layer.op.linear().filter(|op| op.as_view().is_none());
        others.push(op.zip(step).map(|(op, step)| {
            let [full, half, meta] = on_our_mesh(op, step).map(Some);
            let slots = plan.slots;
            [greedy_rotations(op, slots as u64).ok(), full, half, meta, exact.rotations(op, slots).ok()]
        }));
    }
    others
}

/// The full-slot kernel, the half-slot kernel and the MetaKernel on our mesh, for the latter two split until a
/// block fits; taps are rolled once for every input.
fn on_our_mesh(op: &LinearOp, step: &PlanStep) -> [u64; 3] {
    let mesh = [step.to.groups() as u64, step.from.groups() as u64, step.to.parts() as u64];
    let channels = step.from.spec().channels.max(step.to.spec().channels) as u64;
    let taps = (op.window().kernel[0] * op.window().kernel[1]) as u64;
    let full = ConvMesh { mesh, channels };
    let block = step.from.block().max(step.to.block()) as u64;
    let slots = step.from.slots() as u64;
    let half = full.halved(block, slots);
    let meta = full.published_meta_kernel(block, slots);
    [
        full.full_slot() + full.tap_rolls(taps),
        half.half_slot() + half.tap_rolls(taps),
        meta + half.tap_rolls(taps),
    ]
}

/// A baseline over all linear layers.
#[derive(Clone, Copy, Default)]
struct Sum {
    rotations: u64,
    /// The number of layers that it cannot compute.
    left_out: usize,
}

fn sums(others: &Others) -> [Sum; 5] {
    let mut sums = [Sum::default(); 5];
    for counts in others.iter().filter_map(|(_, counts)| *counts) {
        for (sum, count) in sums.iter_mut().zip(counts) {
            match count {
                Some(count) => sum.rotations = sum.rotations.saturating_add(count),
                None => sum.left_out += 1,
            }
        }
    }
    sums
}

/// One line: our linear layers and repackings, and the linear layers of the baselines.
fn compared(plan: &Plan, network: &Network, sums: &[Sum; 5]) -> String {
    let is_ours =
        |step: &&PlanStep| step.work != Work::Layer || network.layers[step.layer].op.linear().is_some();
    let ours: usize = plan.steps.iter().filter(is_ours).map(|step| step.cost.rotations).sum();
    let others: Vec<String> = BASELINES
        .iter()
        .zip(sums)
        .map(|(name, sum)| match sum.left_out {
            0 => format!("{name} {}", sum.rotations),
            n => format!("{name} {} without {n} layers", sum.rotations),
        })
        .collect();
    format!("linear layers, ours with all repackings: {ours} rotations; {}", others.join(", "))
}

fn next_best(plan: &Plan, id: LayerId, unit: &str) -> String {
    let Some(next) = &plan.alternatives[id] else { return "-".into() };
    let worse = next.total.0.saturating_sub(plan.total.0);
    let other = next.layout.to_string();
    let other = other.split_once(" in ").map_or(other.as_str(), |(_, rest)| rest);
    // Times are compared in microseconds, too small a unit for most of them.
    match unit {
        "µs" if worse >= 10_000 => format!("+{} ms as {other}", (worse + 500) / 1000),
        _ => format!("+{worse} {unit} as {other}"),
    }
}
