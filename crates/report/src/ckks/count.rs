//! What a plan counts, from shapes alone.

use partita_ckks::network::{Layer, LayerId};
use serde_json::{Value, json};

use super::{PlanParts, RingView};
use crate::view::View;

/// The counts of a plan, and the ring that it would be encrypted in.
#[derive(Clone, Debug)]
pub struct CountView<'p> {
    /// The network and its plan.
    pub parts: PlanParts<'p>,
    /// The ring and the memory of its keys.
    pub ring: RingView,
    /// Whether levels are limited, so that there may be bootstraps.
    pub has_limited_levels: bool,
}

impl CountView<'_> {
    /// The rotations without matrix products, and those of matrix products.
    fn rotations(&self) -> (usize, usize) {
        let without = self.parts.plan.rotations_without_gemm(self.parts.network);
        (without, self.parts.plan.rotations() - without)
    }

    fn layer(&self, id: LayerId, layer: &Layer) -> Value {
        let plan = self.parts.plan;
        let own: usize = plan.layer_steps(id).map(|step| step.cost.rotations).sum();
        let changes: usize = plan.changes(id).map(|step| step.cost.rotations).sum();
        let pmul: usize = plan.layer_steps(id).chain(plan.changes(id)).map(|step| step.cost.pmul).sum();
        json!({
            "name": layer.name, "op": layer.op.kind(), "rotations": own, "changes": changes, "pmul": pmul,
            "ciphertexts": plan.made[id].ciphertexts(),
        })
    }
}

impl View for CountView<'_> {
    fn text(&self) -> String {
        let PlanParts { model, plan, bootstraps, .. } = self.parts;
        let (rotations, gemm) = self.rotations();
        let warning = self.ring.warning.as_ref().map(|warning| format!("{warning}\n")).unwrap_or_default();
        let bootstraps = if self.has_limited_levels {
            format!("{} bootstraps\n", bootstraps.count())
        } else {
            String::new()
        };
        format!(
            "{warning}{model}, {} slots: {rotations} rotations, {gemm} more for matrix products; {} plaintext products, {} levels\n\
             {bootstraps}{}\n",
            plan.slots,
            plan.pmul(),
            plan.depth(),
            self.ring.line
        )
    }

    fn json(&self) -> String {
        let PlanParts { model, network, plan, bootstraps, .. } = self.parts;
        let (rotations, gemm) = self.rotations();
        let layers: Vec<Value> = network.layers.iter().map(|(id, layer)| self.layer(id, layer)).collect();
        let mut json = json!({
            "model": model, "slots": plan.slots, "rotations": rotations, "gemm": gemm,
            "pmul": plan.pmul(), "levels": plan.depth(), "bootstraps": bootstraps.count(),
            "exact": plan.is_exact, "layers": layers,
        });
        json.as_object_mut().expect("it has fields").extend(self.ring.fields.clone());
        format!("{json:#}\n")
    }
}
