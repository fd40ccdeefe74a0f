//! Arguments and results that their shardings do not divide.
//!
//! As in Shardy, the data that enters and leaves a program is split evenly: a dimension keeps the longest prefix of its
//! axes that divides it. A warning reports the axes that are lost.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{Module, OpId, names};
use partita_mesh::Meshes;
use partita_mesh::spec::{AxisSpec, DimSpec, ShardingSpec};

use crate::export::{even_sharding, shardings};

/// A dimension of an argument or result that keeps fewer axes than its sharding has.
struct Uneven<'a> {
    value: String,
    dim: usize,
    size: u64,
    asked: &'a DimSpec,
    kept: Vec<AxisSpec>,
    shards: u64,
}

/// The sharding that an argument or result of a function has in the local program if it may not be padded.
pub fn interface_sharding(
    module: &Module,
    meshes: &Meshes,
    func: OpId,
    lists: Symbol,
    index: usize,
) -> Option<ShardingSpec> {
    let spec = module.func_sharding(func, lists, index)?;
    let ty = *shardings::func_types(module, func, lists).get(index)?;
    Some(even_sharding(module, meshes, spec, ty).unwrap_or_else(|| spec.clone()))
}

/// Reports every argument and result of the entry function that is not sharded along all axes of its sharding.
pub fn check_interface(module: &Module) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let Some(main) = module.main_function() else { return diagnostics };
    let meshes = module.meshes();
    for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
        for (index, ty) in shardings::func_types(module, main, lists).into_iter().enumerate() {
            let Some(asked) = module.func_sharding(main, lists, index) else { continue };
            let Some(kept) = even_sharding(module, &meshes, asked, ty) else { continue };
            let Some(shape) = shardings::static_shape(module, ty) else { continue };
            let argument = module.func_args(main).get(index).filter(|_| lists == names::ARG_ATTRS);
            let span = argument.map_or(module.op(main).span, |&value| module.value(value).span);
            let written =
                module.source.as_ref().filter(|_| argument.is_some()).map(|source| source.slice(span));
            let value = match written.filter(|name| name.starts_with('%')) {
                Some(name) => format!("argument {name}"),
                None if lists == names::ARG_ATTRS => format!("argument {index}"),
                None => format!("result {index}"),
            };
            for (dim, (asked, kept)) in asked.dims.iter().zip(kept.dims).enumerate() {
                if asked.axes == kept.axes {
                    continue;
                }
                let shards = annotated_shards(module, &meshes, main, lists, index, dim);
                let found =
                    Uneven { value: value.clone(), dim, size: shape[dim], asked, kept: kept.axes, shards };
                diagnostics.push(found.diagnostic(span));
            }
        }
    }
    diagnostics
}

/// The number of shards of a dimension according to its sharding.
fn annotated_shards(
    module: &Module,
    meshes: &Meshes,
    func: OpId,
    lists: Symbol,
    index: usize,
    dim: usize,
) -> u64 {
    let types = shardings::func_types(module, func, lists);
    let spec = module.func_sharding(func, lists, index);
    let resolved = spec.and_then(|spec| module.resolve_sharding(&mut meshes.clone(), spec, types[index]));
    resolved.map_or(1, |sharding| sharding.shards(dim))
}

impl Uneven<'_> {
    fn diagnostic(&self, span: partita_base::Span) -> Diagnostic {
        let Uneven { value, dim, size, asked, kept, shards } = self;
        let list = |axes: &[AxisSpec]| axes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let outcome = match kept[..] {
            [] => format!("every device holds all {size}"),
            _ => format!("only {} shards it", list(kept)),
        };
        let message = format!(
            "dimension {dim} of {value} has size {size}, not a multiple of the {shards} shards of {}: {outcome}",
            list(&asked.axes)
        );
        Diagnostic::warning(code::SHARDING_NOT_DIVIDING, span, message).help(format!(
            "partition with `Partitioning::pad_io` to pad the shards, or choose axes that divide {size}"
        ))
    }
}
