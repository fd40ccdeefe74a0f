//! What the alternatives to the sharding of a tensor of an ONNX model would have cost: the model with each of them is propagated,
//! partitioned and priced.

use std::cmp::Reverse;

use partita_base::Id;
use partita_cost::{Machine, Overlap};
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_onnx::infer_types_with;
use partita_report::{AlternativeView, AlternativesView, PlanFigures, Unanswerable};

use super::alternatives::{MAX_TRIED, differences, layouts};
use super::model_plan::first_rank_figures;
use crate::Error;
use crate::notation::Sharding;
use crate::onnx::{Model, OnMesh, RankPartition, infer_partitioned_types};

impl Model {
    /// What the shardings that a tensor of the main graph could have would cost on a machine. All other shardings stay.
    ///
    /// # Errors
    /// Without a mesh, and for a tensor that the main graph lacks or whose rank is unknown, [`Error::Question`].
    pub fn alternatives(
        &self,
        partition: &RankPartition,
        tensor: &str,
        machine: &Machine,
    ) -> Result<AlternativesView, Error> {
        let refuse = |message: String| Error::Question(Unanswerable::without_names(message));
        let Some(on) = &partition.on else {
            return Err(refuse("other shardings are those on a mesh, but none is given".to_owned()));
        };
        let (model, sizes) = self.inlined(partition)?;
        let plain = infer_types_with(&model, &sizes);
        let ty = plain.main.graph.find(tensor).map(|value| &plain.main.types[value]);
        let Some((ty, dims)) = ty.and_then(|ty| Some((ty, ty.dims.as_deref()?))) else {
            return Err(refuse(format!(
                "expected a tensor of the main graph with a known rank, found `{tensor}`"
            )));
        };
        // A dimension of unknown size is not sharded.
        let shape: Vec<u64> = dims.iter().map(|dim| dim.known().unwrap_or(1)).collect();
        let element = ty.element.map_or("?", |element| element.text());
        let current = self.current_sharding(partition, tensor)?;
        let has_rank = |sharding: &&TensorSharding| sharding.dims().len() == shape.len();
        let current: Vec<Vec<AxisRef>> = match current.as_ref().filter(has_rank) {
            Some(sharding) => sharding.dims().iter().map(|dim| dim.axes.clone()).collect(),
            None => vec![Vec::new(); shape.len()],
        };
        let mut all = layouts(&on.mesh, &shape);
        if !all.contains(&current) {
            all.push(current.clone());
        }
        all.sort_by_key(|dims| differences(dims, &current));
        let mut view = AlternativesView {
            hardware: machine.name.clone(),
            tried: Vec::new(),
            left_out: all.len().saturating_sub(MAX_TRIED),
        };
        all.truncate(MAX_TRIED);
        for axes in all {
            let parts = axes.iter().map(|axes| DimSharding::closed(axes.clone())).collect();
            let parts = ShardingParts { dims: parts, ..ShardingParts::default() };
            let Ok(sharding) = TensorSharding::new(MeshId::from_index(0), &on.mesh, parts) else { continue };
            let is_current = axes == current;
            let figures = match is_current {
                true => self.price(partition, machine),
                false => self.price(&partition.clone().on(Some(with_sharding(on, tensor, &axes))), machine),
            };
            view.tried.push(AlternativeView {
                sharding: MeshSharding::unnamed(&on.mesh, &sharding).tensor_text(
                    Notation::Short,
                    element,
                    dims,
                ),
                current: is_current,
                figures: figures.ok(),
            });
        }
        // The current one is first of those that are equally fast.
        let seconds =
            |each: &AlternativeView| each.figures.map_or(f64::INFINITY, |figures| figures.step_seconds);
        view.tried.sort_by(|a, b| {
            seconds(a).total_cmp(&seconds(b)).then_with(|| Reverse(a.current).cmp(&Reverse(b.current)))
        });
        Ok(view)
    }

    /// The sharding of a tensor of the main graph after propagation.
    fn current_sharding(
        &self,
        partition: &RankPartition,
        tensor: &str,
    ) -> Result<Option<TensorSharding>, Error> {
        let (model, sizes) = self.inlined(partition)?;
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let record = self.place(&model, &typed, partition, false)?.record;
        let value = typed.main.graph.find(tensor);
        let found = value.and_then(|value| record.tensors[&typed.main.id][value]);
        Ok(found.and_then(|tensor| record.solution.sharding(tensor).cloned()))
    }

    /// What the first rank of the partitioned model costs.
    fn price(&self, partition: &RankPartition, machine: &Machine) -> Result<PlanFigures, Error> {
        let partition = partition.clone().machine(Some(machine.clone())).defer_weights(true);
        let (model, sizes) = self.inlined(&partition)?;
        let typed = infer_partitioned_types(&model, &sizes, &partition);
        let placed = self.place(&model, &typed, &partition, false)?;
        let ranks = self.make_first_rank(&model, &typed, &partition, &placed)?;
        Ok(first_rank_figures(&ranks, machine, Overlap::Streams).figures)
    }
}

/// The mesh with another sharding of a tensor.
fn with_sharding(on: &OnMesh, tensor: &str, axes: &[Vec<AxisRef>]) -> OnMesh {
    let name = |mesh: &Mesh, axis: &AxisRef| mesh.mesh_axis(axis.axis()).name().to_owned();
    let names: Vec<Vec<String>> =
        axes.iter().map(|axes| axes.iter().map(|axis| name(&on.mesh, axis)).collect()).collect();
    let sharding = Sharding::of_axes(names.iter().map(|axes| axes.iter().map(String::as_str)));
    let mut on = on.clone();
    on.shardings.retain(|(name, _)| name != tensor);
    on.shard(tensor, sharding)
}
