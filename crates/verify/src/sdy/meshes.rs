//! Checks the meshes of a module.

use partita_base::{Diagnostic, Diagnostics, IdVec, code, nearest_name};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::text::SymbolName;
use partita_mesh::{Mesh, MeshId, MeshKind, Meshes, ShardingError};
use rustc_hash::FxHashMap;

use partita_ir::{Module, OpCode, OpId, OpName, SdyAttr, names};

use super::spans::{self, Written};
use super::{OpContext, Sdy};

/// All meshes of a module: their contents, and the mesh that each `sdy.mesh` defines.
#[derive(Default)]
pub(super) struct Table {
    /// Equal meshes share an id, whatever their names.
    meshes: Meshes,
    /// `None` for an invalid mesh, which has been reported.
    named: FxHashMap<OpId, Option<MeshId>>,
    /// The ops in text order, for suggestions.
    ops: Vec<OpId>,
}

/// The result of looking up the mesh of a sharding.
pub(super) enum MeshLookup {
    /// A valid mesh.
    Mesh(MeshId),
    /// An invalid mesh, which is reported where it is written.
    Wrong,
    /// There is no mesh with this name.
    Missing(Box<str>),
}

impl Table {
    /// Collects all `sdy.mesh` ops; reports invalid ones and those with different numbers of devices.
    pub(super) fn read(
        module: &Module,
        ops: &[OpId],
        places: &IdVec<OpId, OpContext>,
        sink: &mut Diagnostics,
    ) -> Table {
        let mut table = Table::default();
        let mut first_of_scope: FxHashMap<OpId, (OpId, u64)> = FxHashMap::default();
        let is_mesh = |&&op: &&OpId| module.op(op).name == OpName::Known(OpCode::SdyMesh);
        for &op in ops.iter().filter(is_mesh) {
            let Some(SdyAttr::Mesh(spec)) = module.sdy_attr(op, names::MESH) else { continue };
            table.ops.push(op);
            let mesh = match Mesh::from_spec(spec) {
                Ok(mesh) => mesh,
                Err(errors) => {
                    let spans = spans::mesh_spans(module, op, Written::Value(names::MESH));
                    errors.iter().for_each(|error| sink.push(error.to_diagnostic(&spans)));
                    table.named.insert(op, None);
                    continue;
                }
            };
            if matches!(mesh.kind(), MeshKind::Iota | MeshKind::Explicit) {
                let count = mesh.device_count();
                let &mut (first, first_count) = first_of_scope.entry(places[op].scope).or_insert((op, count));
                if count != first_count {
                    sink.push(different_counts(module, (op, count), (first, first_count)));
                }
            }
            let id = table.meshes.inline(mesh);
            table.named.insert(op, Some(id));
        }
        table
    }

    /// The error about a name that no mesh has.
    pub(super) fn unknown_mesh(&self, module: &Module, name: Box<str>) -> ShardingError {
        let known = self.ops.iter().filter_map(|&op| module.symbol_name(op));
        let near = nearest_name(&name, known).map(Into::into);
        ShardingError::UnknownMesh { name, near }
    }

    /// The mesh behind an id.
    pub(super) fn get(&self, id: MeshId) -> &Mesh {
        self.meshes.get(id)
    }
}

fn different_counts(module: &Module, mesh: (OpId, u64), first: (OpId, u64)) -> Diagnostic {
    let name = |op| SymbolName(module.symbol_name(op).unwrap_or("")).to_string();
    let message =
        format!("mesh {} has {} devices but mesh {} has {}", name(mesh.0), mesh.1, name(first.0), first.1);
    Diagnostic::warning(code::MESHES_DIFFER_IN_SIZE, module.attr_span(mesh.0, names::MESH), message)
        .label(module.attr_span(first.0, names::MESH), format!("{} devices", first.1))
        .help("give every mesh of the program the same number of devices")
}

impl Sdy<'_> {
    /// The mesh that a sharding on `op` refers to.
    pub(super) fn find_mesh(&mut self, op: OpId, mesh: &MeshOrRef) -> MeshLookup {
        match mesh {
            MeshOrRef::Inline(spec) => match Mesh::from_spec(spec) {
                Ok(mesh) => MeshLookup::Mesh(self.meshes.meshes.inline(mesh)),
                Err(_) => MeshLookup::Wrong,
            },
            MeshOrRef::Symbol(name) => {
                let symbol = self.run.symbols.lookup(self.module, op, name.as_bytes());
                match symbol.map(|op| (self.module.op(op).name, self.meshes.named.get(&op))) {
                    Some((_, Some(Some(id)))) => MeshLookup::Mesh(*id),
                    // The op is a mesh, but an invalid one.
                    Some((OpName::Known(OpCode::SdyMesh), _)) => MeshLookup::Wrong,
                    _ => MeshLookup::Missing(name.clone()),
                }
            }
        }
    }

    /// Checks that a mesh is directly in a module. Parents of registered dialects are checked for all symbols alike.
    pub(super) fn check_mesh_parent(&self, id: OpId, sink: &mut Diagnostics) {
        let Some(parent) = self.module.parent(id) else { return };
        if let OpName::Other(_) = self.module.op(parent).name {
            let parent = self.module.op_name(parent);
            sink.push(self.fault(
                id,
                code::PARENT,
                format!("expected a module as the parent op, found {parent}"),
            ));
        }
    }
}
