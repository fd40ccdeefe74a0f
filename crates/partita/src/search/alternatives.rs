//! What the alternatives to the sharding of a value would have cost: the program with each of them is propagated,
//! partitioned and priced.

use std::cmp::Reverse;

use partita_base::Id;
use partita_cost::{Machine, Overlap};
use partita_ir::ValueId;
use partita_mesh::axis_list::shard_count;
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_partition::Arguments;
use partita_propagate::Options;
use partita_report::{AlternativeView, AlternativesView, ShardedSite, ValueSite};

use super::evaluate::Evaluator;
use crate::Error;
use crate::hlo::{Partitioning, Program, Propagated, Propagation};
use crate::plans::{Annotations, Given};

/// The most alternatives that are tried.
pub(super) const MAX_TRIED: usize = 16;

impl Propagated {
    /// What the shardings that a value could have would cost on a machine, for each tensor that the name refers to. The
    /// value is named as for [`Propagated::why`]; all other annotations stay.
    pub fn alternatives(&self, value: &str, machine: &Machine) -> Result<Vec<AlternativesView>, Error> {
        let sites = self.sites(value)?;
        let trial = AlternativeTrial {
            program: self.program(),
            machine,
            annotations: Annotations::read(self.program()),
            evaluator: Evaluator {
                machine,
                overlap: Overlap::Streams,
                arguments: Arguments::Kept,
                propagation: Propagation::default().options(Options::default()),
                partitioning: Partitioning::default().machine(Some(machine)),
            },
        };
        Ok(sites.iter().map(|site| trial.table(site)).collect())
    }
}

struct AlternativeTrial<'a> {
    program: &'a Program,
    machine: &'a Machine,
    annotations: Annotations,
    evaluator: Evaluator<'a>,
}

impl AlternativeTrial<'_> {
    fn table(&self, site: &ShardedSite) -> AlternativesView {
        let mut view =
            AlternativesView { hardware: self.machine.name.clone(), tried: Vec::new(), left_out: 0 };
        let meshes = &self.annotations.meshes;
        let is_own = |id: &MeshId| match &site.sharding {
            Some((mesh, _)) => meshes.get(*id).same_axes(mesh),
            None => meshes.get(*id).device_count() > 1,
        };
        let Some(id) = meshes.ids().find(is_own) else { return view };
        let mesh = meshes.get(id);
        let current: Vec<Vec<AxisRef>> = match &site.sharding {
            Some((_, sharding)) => sharding.dims().iter().map(|dim| dim.axes.clone()).collect(),
            None => vec![Vec::new(); site.shape.len()],
        };
        let mut all = layouts(mesh, &site.shape);
        if !all.contains(&current) {
            all.push(current.clone());
        }
        all.sort_by_key(|dims| differences(dims, &current));
        view.left_out = all.len().saturating_sub(MAX_TRIED);
        all.truncate(MAX_TRIED);
        for dims in all {
            let parts = dims.iter().map(|axes| DimSharding::closed(axes.clone())).collect();
            let parts = ShardingParts { dims: parts, ..ShardingParts::default() };
            let Ok(sharding) = TensorSharding::new(id, mesh, parts) else { continue };
            let is_current = dims == current;
            let figures = match is_current {
                true => self.evaluator.price(self.program.clone()),
                false => self.price(&site.site, &sharding),
            };
            let written = MeshSharding::of(meshes, &sharding);
            view.tried.push(AlternativeView {
                sharding: written.tensor_text(Notation::Short, &site.element, &site.shape),
                current: is_current,
                figures: figures.ok().map(|evaluated| evaluated.figures),
            });
        }
        // The current one is first of those that are equally fast.
        let seconds =
            |each: &AlternativeView| each.figures.map_or(f64::INFINITY, |figures| figures.step_seconds);
        view.tried.sort_by(|a, b| {
            seconds(a).total_cmp(&seconds(b)).then_with(|| Reverse(a.current).cmp(&Reverse(b.current)))
        });
        view
    }

    /// The price of the program if the value at a site has another sharding.
    fn price(
        &self,
        site: &ValueSite,
        sharding: &TensorSharding,
    ) -> Result<super::evaluate::Evaluated, Error> {
        let mut annotations = self.annotations.clone();
        let sharding = sharding.clone();
        match site {
            ValueSite::Argument(index) => annotations.arguments[*index] = Some(sharding),
            ValueSite::Result(index) => annotations.results[*index] = Some(sharding),
            ValueSite::Value(name) => {
                let module = &self.program.module;
                let values = (0..module.value_count()).map(ValueId::from_index);
                let named: Vec<ValueId> =
                    values.filter(|&value| module.value(value).name() == *name).collect();
                annotations.constraints.retain(|(value, _)| !named.contains(value));
                annotations.constraints.extend(named.first().map(|&value| (value, sharding)));
                annotations.constraints.sort_by_key(|(value, _)| *value);
            }
        }
        self.evaluator.price(annotations.apply(self.program, Given::Removed))
    }
}

/// All ways to shard a tensor evenly along complete axes, each axis after those before it in the mesh.
pub(super) fn layouts(mesh: &Mesh, shape: &[u64]) -> Vec<Vec<Vec<AxisRef>>> {
    let mut all = vec![vec![Vec::new(); shape.len()]];
    for axis in mesh.axis_ids().map(|axis| mesh.axis(axis)).filter(|axis| axis.size() > 1) {
        for at in 0..all.len() {
            for (dim, &size) in shape.iter().enumerate() {
                let mut next: Vec<Vec<AxisRef>> = all[at].clone();
                next[dim].push(axis);
                let shards = shard_count(&next[dim]);
                if size > 0 && size.is_multiple_of(shards) {
                    all.push(next);
                }
            }
            // Small tensors on many axes: enough to choose the nearest from.
            if all.len() > 4096 {
                return all;
            }
        }
    }
    all
}

/// The layouts that differ from one by an axis that is added, removed or moved.
pub(super) fn near_layouts(mesh: &Mesh, shape: &[u64], from: &[Vec<AxisRef>]) -> Vec<Vec<Vec<AxisRef>>> {
    let mut near = layouts(mesh, shape);
    near.retain(|dims| (1..=2).contains(&differences(dims, from)));
    near
}

/// How many axes are elsewhere in one of two layouts.
pub(super) fn differences(a: &[Vec<AxisRef>], b: &[Vec<AxisRef>]) -> usize {
    let missing = |a: &[Vec<AxisRef>], b: &[Vec<AxisRef>]| -> usize {
        a.iter().zip(b).map(|(a, b)| a.iter().filter(|axis| !b.contains(axis)).count()).sum()
    };
    missing(a, b) + missing(b, a)
}
