//! `sdy-reshard-to-collectives`: every reshard becomes the collectives that carry it out.
//!
//! A reshard between meshes with different axes stays: no collective can express it. One that changes nothing is
//! removed. Unreduced axes are ignored: `sdy-insert-explicit-reshards` has reduced them already.

mod align;
mod exchange;
mod permute;
mod plan;
mod room;
mod slice;

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{AllToAllMove, Definition, Module, OpCode, OpId, SdyAttr, ValueId, names};
use partita_mesh::spec::{AxisSpec, DimSpec, MeshOrRef, Openness, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, MeshId, Meshes};
use rustc_hash::FxHashSet;

use self::plan::{Stage, Step};
use super::editor::Editor;
use super::{option_true_false, shardings};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-reshard-to-collectives",
    help: "turn reshards into the collectives that carry them out",
    anchor: Anchor::Func,
    options: &[KEEP],
    run,
};

const KEEP: PassOption = option_true_false("keep-redundant-reshards", "keep reshards that change nothing");

/// The axes of each dimension, major to minor.
type Axes = Vec<Vec<AxisRef>>;

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let ops: Vec<OpId> = module.functions().flat_map(|func| module.walk(func)).collect();
    let keep_redundant = pass::flag(options, KEEP.name, false);
    let mut meshes = module.meshes();
    let mut converted: FxHashSet<OpId> = FxHashSet::default();
    for &op in &ops {
        if let Some(reshard) = Reshard::read(module, op) {
            let stays = keep_redundant && reshard.is_redundant() || reshard.meshes(&mut meshes).is_none();
            converted.extend((!stays).then_some(op));
        }
    }
    if converted.is_empty() {
        return Ok(());
    }
    let mut diagnostics = Diagnostics::default();
    let mut editor = Editor::new(module);
    for op in ops {
        editor.update_operands(op);
        if !converted.contains(&op) {
            continue;
        }
        let Some(reshard) = Reshard::read(editor.module, op) else { continue };
        if reshard.is_redundant() {
            reshard.put(&mut editor, &[]);
            continue;
        }
        // A value that became replicated may be on a mesh with other axes. Such a reshard is kept.
        let Some((from, to)) = reshard.meshes(&mut meshes) else { continue };
        let (from, to) = (meshes.get(from), meshes.get(to));
        match reshard.stages(from, to) {
            Ok(stages) => {
                let made = reshard.build(&mut editor, from, stages);
                reshard.put(&mut editor, &made);
            }
            Err(message) => {
                let span = editor.module.op(op).span;
                diagnostics.push(Diagnostic::error(code::RESHARD_MAXIMAL, span, message));
            }
        }
    }
    editor.finish();
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
}

/// The source and target of a reshard.
struct Reshard {
    op: OpId,
    input: ValueId,
    /// The sizes of the tensor's dimensions, as far as they are known.
    sizes: Vec<Option<u64>>,
    source: ShardingSpec,
    target: ShardingSpec,
}

impl Reshard {
    /// Reads an op, if it is a reshard. Its input is the value before any barriers, which matter to propagation
    /// only.
    fn read(module: &Module, op: OpId) -> Option<Self> {
        if shardings::op_code(module, op) != Some(OpCode::SdyReshard) {
            return None;
        }
        let mut input = *module.op(op).operands.first()?;
        while let Definition::Result { op, .. } = module.value(input).definition
            && shardings::op_code(module, op) == Some(OpCode::SdyPropagationBarrier)
        {
            input = *module.op(op).operands.first()?;
        }
        let mut target = shardings::sharding_in_attr(module, op, names::SHARDING)?.clone();
        let replicated =
            || shardings::unsharded_spec(module, &target.mesh, module.type_of(input), Openness::Closed);
        let source = shardings::of_value(module, input).unwrap_or_else(replicated);
        if is_replicated(&target) {
            // A replicated value is the same on every mesh.
            target.mesh = source.mesh.clone();
            target.unreduced.clear();
        }
        let tensor = module.context.tensor(module.type_of(input));
        let sizes =
            tensor.map_or_else(Vec::new, |tensor| tensor.shape.iter().map(|dim| dim.size()).collect());
        Some(Self { op, input, sizes, source, target })
    }

    fn is_redundant(&self) -> bool {
        let (source, target) = (&self.source, &self.target);
        source.mesh == target.mesh
            && source.dims.len() == target.dims.len()
            && source.dims.iter().zip(&target.dims).all(|(a, b)| a.axes == b.axes)
    }

    /// The meshes of source and target, if collectives can carry out the reshard.
    fn meshes(&self, meshes: &mut Meshes) -> Option<(MeshId, MeshId)> {
        let (from, to) = (mesh(meshes, &self.source.mesh)?, mesh(meshes, &self.target.mesh)?);
        meshes.get(from).same_axes(meshes.get(to)).then_some((from, to))
    }

    /// The collectives that carry it out.
    fn stages(&self, from: &Mesh, to: &Mesh) -> Result<Vec<Stage>, String> {
        let (has, wants) = (self.source.dims.len(), self.target.dims.len());
        if has != wants {
            return Err(format!(
                "cannot reshard from {has} to {wants} dimensions: one of the shardings is on a single device"
            ));
        }
        let (source, target) = (axes(from, &self.source), axes(to, &self.target));
        Ok(plan::plan_stages(self.sizes.clone(), source, target, self.source.mesh != self.target.mesh))
    }

    /// Creates the ops of the collectives.
    fn build(&self, editor: &mut Editor<'_>, mesh: &Mesh, stages: Vec<Stage>) -> Vec<OpId> {
        let mut made = Vec::with_capacity(stages.len());
        let mut value = self.input;
        for stage in stages {
            let op = self.build_one(editor, mesh, value, stage);
            value = editor.result(op);
            made.push(op);
        }
        made
    }

    /// Replaces the reshard by ops, of which the last has the result.
    fn put(&self, editor: &mut Editor<'_>, made: &[OpId]) {
        for &op in made {
            editor.put_before(self.op, op);
        }
        let value = match made.last() {
            Some(&op) => editor.result(op),
            // As in Shardy, a barrier stays if the value is replicated on both sides.
            None if is_replicated(&self.target) => editor.module.op(self.op).operands[0],
            None => self.input,
        };
        editor.replace(editor.result(self.op), value);
        editor.remove(self.op);
    }

    fn build_one(&self, editor: &mut Editor<'_>, mesh: &Mesh, input: ValueId, stage: Stage) -> OpId {
        let lists = |axes: &Axes| axes.iter().map(|axes| axis_specs(mesh, axes)).collect::<Vec<_>>();
        let sharding = ShardingSpec {
            mesh: if stage.is_on_target { &self.target.mesh } else { &self.source.mesh }.clone(),
            dims: lists(&stage.axes).into_iter().map(DimSpec::closed).collect(),
            replicated: Vec::new(),
            unreduced: self.target.unreduced.clone(),
            reduction: self.target.reduction,
        };
        let (code, name, axes) = match &stage.step {
            Step::CollectivePermute => return editor.collective_permute(input, sharding, self.op),
            Step::AllSlice(axes) => (OpCode::SdyAllSlice, "slicing_axes", SdyAttr::AxisRefLists(lists(axes))),
            Step::AllGather(axes) => {
                (OpCode::SdyAllGather, "gathering_axes", SdyAttr::AxisRefLists(lists(axes)))
            }
            Step::AllToAll { axes, source, target } => {
                let axes = axis_specs(mesh, axes);
                let moves = AllToAllMove { axes, source: *source as i64, target: *target as i64 };
                (OpCode::SdyAllToAll, "params", SdyAttr::AllToAll(vec![moves]))
            }
        };
        editor.collective(code, name, input, axes, sharding, self.op)
    }
}

fn is_replicated(sharding: &ShardingSpec) -> bool {
    sharding.dims.iter().all(|dim| dim.axes.is_empty())
}

fn mesh(meshes: &mut Meshes, mesh: &MeshOrRef) -> Option<MeshId> {
    match mesh {
        MeshOrRef::Symbol(name) => meshes.find(name),
        MeshOrRef::Inline(spec) => Some(meshes.inline(Mesh::from_spec(spec).ok()?)),
    }
}

/// The axes of a sharding's dimensions. The module is verified, so the mesh has them.
fn axes(mesh: &Mesh, sharding: &ShardingSpec) -> Axes {
    let of_dim = |dim: &DimSpec| dim.axes.iter().filter_map(|axis| mesh.resolve_axis(axis)).collect();
    sharding.dims.iter().map(of_dim).collect()
}

fn axis_specs(mesh: &Mesh, axes: &[AxisRef]) -> Vec<AxisSpec> {
    axes.iter().map(|&axis| mesh.axis_spec(axis)).collect()
}
