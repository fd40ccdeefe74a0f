//! `partita ckks plan`: a table of layers, beside what others would need.

use std::path::Path;

use partita_ckks::baseline::{Block, greedy_rotations};
use partita_ckks::linear::LinearOp;
use partita_ckks::network::{LayerId, Network};
use partita_ckks::plan::{Plan, Step};
use partita_report::{Table, html_page};
use serde_json::{Value, json};

use super::load;
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{Minimise, Network as Arguments};
use crate::commands::write;
use crate::{FINE, output};

const HEADINGS: [&str; 12] = [
    "layer",
    "op",
    "mesh",
    "layout",
    "cts",
    "rotations",
    "pmul",
    "levels",
    "greedy",
    "full",
    "half",
    "next best",
];

pub(super) fn run(arguments: &Arguments, html: Option<&Path>, common: &Common) -> Result<u8, u8> {
    let network = load::network(arguments, common)?;
    let load::Planned { network, plan, bootstraps } = load::planned(network, arguments, true, None, common)?;
    let rows = rows(&network, &plan, arguments.minimise);
    let cuts = bootstraps.cuts.iter().map(|cut| {
        let name = &network.layers[plan.layer_of(cut)].name;
        format!("bootstrap {} ciphertexts before {name}", cut.ciphertexts)
    });
    let cuts: Vec<String> = cuts.collect();
    let sum = format!(
        "{} rotations, {} plaintext products, {} levels, {} bootstraps; {}",
        plan.rotations(),
        plan.pmul(),
        plan.depth(),
        bootstraps.count(),
        if plan.is_exact { "no other choice of these layouts is better" } else { "not the best for certain" },
    );
    if let Some(path) = html {
        let title = format!("{} in ciphertexts of {} slots", arguments.model, plan.slots);
        let notes: Vec<String> = std::iter::once(sum.clone()).chain(cuts.iter().cloned()).collect();
        write(Some(path), &html_page(&title, &notes, &HEADINGS, &rows))?;
    }
    match common.format {
        OutputFormat::Text => {
            let mut table = Table::default();
            table.row(HEADINGS.map(String::from));
            rows.into_iter().for_each(|row| table.row(row));
            output::print(&table.render(""));
            cuts.iter().for_each(|cut| output::print(&format!("{cut}\n")));
            output::print(&format!("{sum}\n"));
        }
        OutputFormat::Json => {
            let rows: Vec<Value> = rows
                .iter()
                .map(|row| {
                    HEADINGS
                        .iter()
                        .zip(row)
                        .map(|(k, v)| ((*k).to_string(), json!(v)))
                        .collect::<serde_json::Map<_, _>>()
                })
                .map(Value::Object)
                .collect();
            let json = json!({
                "model": arguments.model, "slots": plan.slots, "rotations": plan.rotations(), "pmul": plan.pmul(),
                "levels": plan.depth(), "bootstraps": bootstraps.count(), "exact": plan.is_exact, "steps": rows,
                "cuts": cuts,
            });
            output::print(&format!("{json:#}\n"));
        }
    }
    Ok(FINE)
}

fn rows(network: &Network, plan: &Plan, minimise: Minimise) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (id, layer) in network.layers.iter() {
        let steps: Vec<&Step> = plan.layer_steps(id).collect();
        let sum = |of: fn(&Step) -> usize| steps.iter().map(|step| of(step)).sum::<usize>();
        let levels = steps.iter().map(|step| step.cost.levels).max().unwrap_or(0);
        let mesh = steps.first().map_or("-".to_string(), |step| {
            format!("{}x{}x{}", step.to.groups(), step.from.groups(), step.to.parts())
        });
        let [greedy, full, half] = baselines(layer.op.linear(), steps.first().copied(), plan.slots);
        rows.push(vec![
            layer.name.clone(),
            layer.op.kind().to_string(),
            mesh,
            plan.made[id].to_string(),
            plan.made[id].ciphertexts().to_string(),
            sum(|step| step.cost.rotations).to_string(),
            sum(|step| step.cost.pmul).to_string(),
            levels.to_string(),
            greedy,
            full,
            half,
            next_best(plan, id, minimise),
        ]);
        for step in plan.changes(id) {
            let empty = String::new;
            rows.push(vec![
                layer.name.clone(),
                "reshard".into(),
                empty(),
                step.to.to_string(),
                step.to.ciphertexts().to_string(),
                step.cost.rotations.to_string(),
                step.cost.pmul.to_string(),
                step.cost.levels.to_string(),
                empty(),
                empty(),
                empty(),
                empty(),
            ]);
        }
    }
    rows
}

/// A greedy mesh; and on our mesh the full-slot and the half-slot kernel, of which the taps of a window are not counted.
fn baselines(op: Option<&LinearOp>, step: Option<&Step>, slots: usize) -> [String; 3] {
    let (Some(op), Some(step)) = (op, step) else { return ["-", "-", "-"].map(String::from) };
    let greedy = greedy_rotations(op, slots as u64).map_or("-".into(), |n| n.to_string());
    let mesh = [step.to.groups() as u64, step.from.groups() as u64, step.to.parts() as u64];
    let channels = step.from.spec().channels.max(step.to.spec().channels) as u64;
    let block = Block { mesh, channels };
    [greedy, block.full_slot().to_string(), block.half_slot().to_string()]
}

fn next_best(plan: &Plan, id: LayerId, minimise: Minimise) -> String {
    let Some(next) = &plan.alternatives[id] else { return "-".into() };
    let worse = next.total.0.saturating_sub(plan.total.0);
    let unit = match minimise {
        Minimise::Rotations => "rotations",
        Minimise::Time => "µs",
    };
    let other = next.layout.to_string();
    let other = other.split_once(" in ").map_or(other.as_str(), |(_, rest)| rest);
    format!("+{worse} {unit} as {other}")
}
