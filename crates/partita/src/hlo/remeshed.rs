//! The same program on a mesh of other sizes.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, TypeId, names};
use partita_mesh::spec::{MeshSpec, ShardingSpec};
use partita_mesh::{Mesh, Meshes, notation};
use partita_report::RemeshView;

use super::Program;
use super::memory::name_of;

impl Program {
    /// Replaces the sizes of the axes of all meshes by those of `mesh`, which must have the same axes by name; the
    /// order of axes remains that of the program, and listed device ids are dropped. The result is verified again, and
    /// errors are in [`Program::found`]. The view lists the annotated dimensions that divided before and no longer do.
    pub fn on_mesh(mut self, mesh: &Mesh) -> (Program, RemeshView) {
        if self.found.has_errors() {
            return (self, RemeshView::default());
        }
        let before = self.module.meshes();
        let replaced = replace_sizes(&mut self.module, mesh);
        if replaced.has_errors() {
            self.add(replaced);
            return (self, RemeshView::default());
        }
        let found = partita_verify::verify(&self.module);
        if found.has_errors() {
            self.add(found);
            return (self, RemeshView::default());
        }
        let view = indivisible(&self, before);
        (self, view)
    }
}

fn replace_sizes(module: &mut Module, mesh: &Mesh) -> Diagnostics {
    let mut found = Diagnostics::default();
    let is_mesh = |op: &OpId| module.op(*op).name.code() == Some(OpCode::SdyMesh);
    let ops: Vec<OpId> = module.block(module.body()).ops.iter().copied().filter(is_mesh).collect();
    let mut is_replaced = false;
    for op in ops {
        let Some(SdyAttr::Mesh(spec)) = module.sdy_attr(op, names::MESH) else { continue };
        // A mesh of a single device and the empty mesh have no sizes.
        if spec.axes.is_empty() {
            continue;
        }
        is_replaced = true;
        let span = module.op(op).span;
        let known: Vec<String> = spec.axes.iter().map(|axis| axis.name.to_string()).collect();
        let help = format!("give the sizes of the axes {}", known.join(", "));
        for axis in mesh.axes().iter().filter(|axis| !known.iter().any(|name| name == axis.name())) {
            let message = format!("the mesh of the program has no axis \"{}\"", axis.name());
            found.push(Diagnostic::error(code::UNKNOWN_AXIS, span, message).help(help.clone()));
        }
        let mut axes = Vec::new();
        for name in &known {
            match mesh.find(name) {
                Some(id) => axes.push((name.clone(), mesh.mesh_axis(id).size() as i64)),
                None => {
                    let message = format!("the new mesh has no size for axis \"{name}\"");
                    found.push(Diagnostic::error(code::UNKNOWN_AXIS, span, message).help(help.clone()));
                }
            }
        }
        let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(MeshSpec::new(axes)))));
        module.set_attr(op, names::MESH, attr);
        // JAX repeats the sizes here.
        let copy = module.op(op).attrs.iter().map(|(name, _)| *name);
        let copy = copy.into_iter().find(|name| module.context.text(*name) == "stablehlo.mesh");
        if let Some(copy) = copy {
            module.remove_attr(op, copy);
        }
    }
    set_device_count(module, mesh.device_count());
    if !is_replaced {
        let message = "the program has no mesh whose sizes could be replaced";
        let span = module.op(module.top()).span;
        found.push(Diagnostic::error(code::UNKNOWN_AXIS, span, message).help("add a mesh with `sdy.mesh`"));
    }
    found
}

/// Sets the number of devices that JAX writes on the module.
pub(crate) fn set_device_count(module: &mut Module, count: u64) {
    let top = module.top();
    let known =
        module.op(top).attrs.iter().find(|(name, _)| module.context.text(*name) == "mhlo.num_partitions");
    let Some(&(name, attr)) = known else { return };
    if let Attr::Integer { ty, .. } = *module.context.attr_of(attr) {
        let attr = module.context.attr(Attr::Integer { value: count.into(), ty });
        module.set_attr(top, name, attr);
    }
}

/// The annotated dimensions that divide on the meshes `before` and no longer do.
fn indivisible(program: &Program, mut before: Meshes) -> RemeshView {
    let (module, source) = (&program.module, &program.source);
    let mut after = module.meshes();
    let mut view = RemeshView::default();
    let mut check = |spec: &ShardingSpec, ty: TypeId, name: &dyn Fn() -> String| {
        let Some(tensor) = module.context.tensor(ty) else { return };
        let Some(shape) = tensor.static_shape() else { return };
        let (Some(old), Some(new)) =
            (module.resolve_sharding(&mut before, spec, ty), module.resolve_sharding(&mut after, spec, ty))
        else {
            return;
        };
        for dim in new.indivisible_dims(&shape) {
            if shape[dim].is_multiple_of(old.shards(dim)) {
                let element = partita_mlir::type_text(&module.context, tensor.element);
                let dims = notation::dims_notation(after.get(new.mesh()), &new, &shape);
                view.add(name(), format!("{element}[{dims}]"), dim, shape[dim], new.shards(dim));
            }
        }
    };
    for func in module.functions() {
        let (inputs, results) = module.func_type(func);
        for (index, &ty) in inputs.iter().enumerate() {
            let Some(spec) = module.func_sharding(func, names::ARG_ATTRS, index) else { continue };
            let argument = module.func_args(func).get(index);
            check(spec, ty, &|| argument.and_then(|&arg| name_of(module, source, arg)).unwrap_or_default());
        }
        for (index, &ty) in results.iter().enumerate() {
            let Some(spec) = module.func_sharding(func, names::RES_ATTRS, index) else { continue };
            check(spec, ty, &|| format!("result#{index}"));
        }
    }
    for op in module.walk(module.top()) {
        let results = module.op(op).results();
        let constraint = match module.op(op).name.code() {
            Some(OpCode::SdyShardingConstraint) => match module.sdy_attr(op, names::SHARDING) {
                Some(SdyAttr::Sharding(spec)) => Some(spec),
                _ => None,
            },
            _ => None,
        };
        for (value, spec) in results.zip(module.result_shardings(op).iter().chain(constraint)) {
            check(spec, module.type_of(value), &|| name_of(module, source, value).unwrap_or_default());
        }
    }
    view
}
