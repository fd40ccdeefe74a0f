//! The rows of a network on ciphertexts, and its plan.

use partita_base::Id;
use partita_ckks::SlotLayout;
use partita_ckks::network::{LayerId, Network};
use partita_ckks::plan::{Bootstraps, Plan, Times, Work};
use rustc_hash::FxHashMap;

use super::folds::fold;
use super::items::{Item, Kind, scopes};
use super::model::{ExplorerView, Size, ValueKey, Words};
use super::plan::{LayerData, LayoutData, PlanData, StepData};
use crate::ckks::PlanParts;

/// What the table of a plan holds, for the page.
pub(crate) struct PlanTable<'t> {
    /// The headings, and a row for each layer and repacking.
    pub(crate) headings: &'t [&'static str],
    /// The cells of each line, in the order of the headings.
    pub(crate) rows: &'t [Vec<String>],
    /// Notes about the entire plan, and a warning.
    pub(crate) notes: Vec<String>,
    /// A warning about the ring.
    pub(crate) warning: Option<String>,
    /// The time and level of every step.
    pub(crate) times: &'t Times,
}

impl ExplorerView {
    /// The rows of a network and its plan. Repackings are rows of their own, after the layer whose result they repack.
    pub(crate) fn of_plan(parts: &PlanParts<'_>, table: &PlanTable<'_>) -> Self {
        let PlanParts { model, network, plan, .. } = *parts;
        let words = Words { place: "layer", op: "layer", program: "network", language: "layer" };
        let mut view = Self::default();
        view.words = Some(words);
        let mut root = Item::leaf(Kind::Function);
        root.title = model.to_string();
        root.children = fold(items(network, plan));
        for layer in view.fill(vec![root]) {
            let id = LayerId::from_index(layer);
            let sizes = network.layers[id].shape.iter().map(|&size| Size::Number(size as u64)).collect();
            let ty = view.add_type("", Some(sizes));
            view.add_value(ValueKey(layer as u32, None), &network.layers[id].name, ty);
        }
        view.plan = Some(view.plan_data(parts, table));
        view
    }

    fn plan_data(&self, parts: &PlanParts<'_>, table: &PlanTable<'_>) -> PlanData {
        let PlanParts { network, plan, bootstraps, unit, .. } = *parts;
        let mut layouts = Layouts::default();
        let mut seen: FxHashMap<LayerId, u32> = FxHashMap::default();
        let steps = plan.steps.iter().enumerate().map(|(number, step)| {
            let is_change = step.work == Work::Change && step.from != step.to;
            let key = match is_change {
                true => {
                    let count = seen.entry(step.layer).or_default();
                    *count += 1;
                    change_key(step.layer, *count - 1)
                }
                false => layer_key(step.layer),
            };
            StepData {
                row: self.row_at(key).unwrap_or(0),
                rotations: step.cost.rotations,
                pmul: step.cost.pmul,
                levels: table.times.levels[number],
                milliseconds: table.times.steps[number],
                live: plan.live_during(number),
                from: layouts.add(&step.from),
                to: layouts.add(&step.to),
                repack: is_change,
            }
        });
        let steps = steps.collect();
        let mut cells = table.rows.iter();
        let layers = network.layers.ids().map(|id| {
            let own = cells.next().cloned().unwrap_or_default();
            // The rows of its repackings follow.
            plan.changes(id).for_each(|_| {
                cells.next();
            });
            let of: Vec<_> = plan.layer_steps(id).collect();
            LayerData {
                row: self.row_at(layer_key(id)).unwrap_or(0),
                layout: layouts.add(&plan.made[id]),
                rotations: of.iter().map(|step| step.cost.rotations).sum(),
                pmul: of.iter().map(|step| step.cost.pmul).sum(),
                levels: of.iter().map(|step| step.cost.levels).max().unwrap_or(0),
                cells: own.iter().map(|cell| crate::visible_line(cell).into_owned()).collect(),
                next: plan.alternatives[id]
                    .as_ref()
                    .map(|next| (layouts.add(&next.layout), next.total.0.saturating_sub(plan.total.0))),
            }
        });
        let layers = layers.collect();
        PlanData {
            slots: plan.slots,
            unit,
            total: plan.total.0,
            exact: plan.is_exact,
            rotations: plan.rotations(),
            pmul: plan.pmul(),
            depth: plan.depth(),
            peak: plan.peak(),
            milliseconds: table.times.total(),
            top: bootstraps.top,
            bootstraps: bootstrap_rows(bootstraps),
            notes: table.notes.iter().map(|note| crate::visible_line(note).into_owned()).collect(),
            warning: table.warning.clone(),
            headings: table.headings.to_vec(),
            layouts: layouts.all,
            steps,
            layers,
        }
    }
}

/// The row of a layer.
/// The bootstraps before and inside steps, in order.
fn bootstrap_rows(bootstraps: &Bootstraps) -> Vec<(usize, usize, bool)> {
    let points = bootstraps.points.iter().map(|point| (point.before, point.ciphertexts, false));
    let inner =
        bootstraps.inner.iter().map(|inner| (inner.step, inner.ciphertexts * inner.after.len(), true));
    let mut rows: Vec<_> = points.chain(inner).collect();
    rows.sort_by_key(|&(step, _, inside)| (step, inside));
    rows
}

fn layer_key(layer: LayerId) -> u32 {
    layer.index() as u32 * 16
}

/// The row of a repacking; a layer with more of them shows the others at the last.
fn change_key(layer: LayerId, number: u32) -> u32 {
    layer_key(layer) + 1 + number.min(14)
}

fn items(network: &Network, plan: &Plan) -> Vec<Item> {
    let mut items = Vec::new();
    for (id, layer) in network.layers.iter() {
        let mut item = Item::leaf(Kind::Op);
        item.line = id.index();
        item.title = layer.op.kind().to_string();
        item.text = layer.op.kind().to_string();
        item.values = vec![id.index()];
        item.operands = layer.inputs.iter().map(|input| input.index()).collect();
        item.span = Some(layer_key(id));
        item.scopes = scopes(&layer.name).into();
        // Names are unique, so no sequence of layers counts as repeated.
        item.sign = (id.index() as u32, 0);
        let scopes = item.scopes.clone();
        items.push(item);
        for (number, step) in plan.changes(id).enumerate() {
            let mut item = Item::leaf(Kind::Repack);
            item.line = id.index();
            item.title = layer.name.clone();
            item.text = step.to.to_string();
            item.span = Some(change_key(id, number as u32));
            item.scopes = scopes.clone();
            item.sign = (id.index() as u32, 1 + number as u32);
            items.push(item);
        }
    }
    items
}

/// Layouts without repetitions.
#[derive(Default)]
struct Layouts {
    all: Vec<LayoutData>,
    known: FxHashMap<SlotLayout, usize>,
}

impl Layouts {
    fn add(&mut self, layout: &SlotLayout) -> usize {
        if let Some(&known) = self.known.get(layout) {
            return known;
        }
        let spec = layout.spec();
        // The channel at each position of the first ciphertext.
        let mut at: Vec<(usize, usize)> = (0..spec.shape[0])
            .map(|channel| (spec.order.get(channel).map_or(channel, |&place| place as usize), channel))
            .filter(|(place, _)| *place < spec.channels)
            .collect();
        at.sort_unstable();
        let bases = at.iter().map(|&(_, channel)| layout.channel_slot(layout.channel(channel)));
        self.all.push(LayoutData {
            text: layout.to_string(),
            shape: spec.shape,
            slots: spec.slots,
            mesh: [layout.groups(), layout.parts()],
            block: [spec.channels, spec.rows],
            halo: spec.halo,
            copies: spec.copies,
            strides: [layout.row_stride(), layout.column_stride()],
            width: spec.plane[1],
            order: spec.order.clone(),
            bases: bases.collect(),
            dirty: spec.pads == partita_ckks::Pads::Dirty,
            used: layout.utilisation(),
        });
        self.known.insert(layout.clone(), self.all.len() - 1);
        self.all.len() - 1
    }
}
