//! The groups of devices that take part in a StableHLO collective: rows of device numbers, or axes of a mesh.

use partita_mesh::axis_list::shard_count;
use partita_mesh::notation::axes_notation;
use partita_mesh::spec::{AxisSpec, MeshAxisSpec, MeshSpec};
use partita_mesh::{AxisRef, Mesh};

use crate::{
    Attr, AttrId, Context, DenseData, Field, Module, OpCode, OpId, RecordAttr, RecordKind, SdyAttr, names,
};

/// The groups of a collective, as its attribute gives them.
#[derive(Clone, Debug)]
pub enum ReplicaGroups<'m> {
    /// `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`: one row for each group.
    Lists {
        /// The length of a row.
        width: usize,
        /// The numbers, row by row; -1 pads the rows of shorter groups.
        ids: Vec<i64>,
    },
    /// `#stablehlo.replica_group_mesh_axes<…>`: devices that differ only along these axes.
    Axes {
        /// The name of the mesh, if it has one.
        name: Option<&'m str>,
        /// The mesh with its axes and devices.
        mesh: Mesh,
        /// The axes, major first: a group lists its devices in this order.
        axes: Vec<AxisRef>,
    },
}

impl ReplicaGroups<'_> {
    /// The number of devices of the largest group. Lists without a number mean one group of all devices: `None`.
    pub fn size(&self) -> Option<u64> {
        match self {
            ReplicaGroups::Lists { width, ids } => (!ids.is_empty()).then_some(*width as u64),
            ReplicaGroups::Axes { axes, .. } => Some(shard_count(axes)),
        }
    }

    /// The device numbers of every group.
    pub fn lists(&self) -> Vec<Vec<i64>> {
        match self {
            ReplicaGroups::Lists { width, ids } => {
                let rows = ids.chunks((*width).max(1));
                rows.map(|row| row.iter().copied().filter(|&id| id != -1).collect()).collect()
            }
            ReplicaGroups::Axes { mesh, axes, .. } => device_groups(mesh, axes),
        }
    }
}

/// Groups of the devices of a mesh that differ only along `axes`, each in the order of these axes.
pub fn device_groups(mesh: &Mesh, axes: &[AxisRef]) -> Vec<Vec<i64>> {
    let coordinate = |axis: AxisRef, position: u64| position / mesh.stride(axis) % axis.size();
    let count = shard_count(axes);
    let member = |first: u64, number: u64| {
        let (mut position, mut rest) = (first, number);
        for &axis in axes.iter().rev() {
            position += rest % axis.size() * mesh.stride(axis);
            rest /= axis.size();
        }
        mesh.device(position).map_or(position, |device| device.0) as i64
    };
    (0..mesh.device_count())
        .filter(|&position| axes.iter().all(|&axis| coordinate(axis, position) == 0))
        .map(|first| (0..count).map(|number| member(first, number)).collect())
        .collect()
}

impl Module {
    /// The replica groups of an op; `None` if it has none. An error is a sentence about groups that do not match their mesh, which
    /// the StableHLO verifier does not check.
    pub fn replica_groups(&self, op: OpId) -> Result<Option<ReplicaGroups<'_>>, String> {
        let name = self.context.find_symbol("replica_groups");
        match name.and_then(|name| self.op(op).attr(name)) {
            Some(attr) => self.groups_of_attr(attr).map(Some),
            None => Ok(None),
        }
    }

    /// The replica groups that an attribute denotes.
    pub fn groups_of_attr(&self, attr: AttrId) -> Result<ReplicaGroups<'_>, String> {
        match self.context.attr_of(attr) {
            Attr::Dense { ty, data } => {
                let tensor = self.context.tensor(*ty);
                let count = tensor.and_then(|tensor| tensor.elements()).unwrap_or(0) as usize;
                let width = tensor.and_then(|tensor| tensor.shape.last()?.size()).unwrap_or(1);
                Ok(ReplicaGroups::Lists { width: width as usize, ids: integers(data, count) })
            }
            Attr::Record(record) if record.kind() == RecordKind::ReplicaGroupMeshAxes => {
                self.groups_along_axes(record)
            }
            _ => Err(
                "expected replica groups to be lists of numbers or `#stablehlo.replica_group_mesh_axes<…>`"
                    .into(),
            ),
        }
    }

    fn groups_along_axes(&self, record: &RecordAttr) -> Result<ReplicaGroups<'_>, String> {
        let context = &self.context;
        let (name, spec) = match record.attr("mesh").map(|mesh| context.attr_of(mesh)) {
            Some(Attr::SymbolRef(path)) if path.len() == 1 => {
                let name = context.text(path[0]);
                let spec = self.mesh_spec(name);
                (Some(name), spec.cloned().ok_or_else(|| format!("unknown mesh @{name}"))?)
            }
            Some(Attr::Sdy(attr)) => match &**attr {
                SdyAttr::Mesh(spec) => (None, spec.clone()),
                _ => return Err("expected the mesh of replica groups to be a symbol or a mesh".into()),
            },
            Some(Attr::HloMesh { axes, device_ids }) => (None, hlo_mesh_spec(context, axes, *device_ids)),
            _ => {
                return Err(
                    "expected the mesh of replica groups to be a symbol or `#stablehlo.mesh<…>`".into()
                );
            }
        };
        let mesh = Mesh::from_spec(&spec).map_err(|_| format!("invalid mesh {spec}"))?;
        let Some(Attr::Array(items)) = record.attr("axes").map(|axes| context.attr_of(axes)) else {
            return Err("expected a list of axes in replica groups".into());
        };
        let mut axes: Vec<AxisRef> = Vec::new();
        for &item in items {
            let axis = axis_spec(context, item)?;
            let unknown = || format!("the mesh {spec} has no axis {axis}");
            let axis = mesh.resolve_axis(&axis).ok_or_else(unknown)?;
            let clashes = axes.iter().any(|other| other.overlaps(axis) || !other.can_coexist(axis));
            axes.push(axis);
            if clashes {
                return Err(format!("some of the axes {} overlap", axes_notation(&mesh, &axes)));
            }
        }
        Ok(ReplicaGroups::Axes { name, mesh, axes })
    }

    /// The mesh with a name, as written.
    pub fn mesh_spec(&self, name: &str) -> Option<&MeshSpec> {
        let mut ops = self.block(self.body()).ops.iter().copied();
        let is_mesh = |op: &OpId| self.op(*op).name.code() == Some(OpCode::SdyMesh);
        let op = ops.find(|op| is_mesh(op) && self.symbol_name(*op) == Some(name))?;
        match self.sdy_attr(op, names::MESH)? {
            SdyAttr::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }
}

/// A StableHLO mesh as an sdy mesh.
pub fn hlo_mesh_spec(context: &Context, axes: &[AttrId], device_ids: Option<AttrId>) -> MeshSpec {
    let axes = axes.iter().filter_map(|&axis| match context.attr_of(axis) {
        Attr::Record(record) => match record.fields() {
            [Field::Text(name), Field::Int(size)] => Some(MeshAxisSpec::new(text(name), *size)),
            _ => None,
        },
        _ => None,
    });
    let axes = axes.collect();
    let device_ids = match device_ids.map(|ids| context.attr_of(ids)) {
        Some(Attr::Dense { ty, data }) => {
            let count = context.tensor(*ty).and_then(|tensor| tensor.elements()).unwrap_or(0) as usize;
            integers(data, count)
        }
        _ => Vec::new(),
    };
    let mut spec = MeshSpec { axes, device_ids };
    spec.drop_iota_ids();
    spec
}

/// Parses `#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`.
fn axis_spec(context: &Context, attr: AttrId) -> Result<AxisSpec, String> {
    let wrong = || "expected the axes of replica groups to be `#stablehlo.axis_ref<…>`".to_string();
    let record = match context.attr_of(attr) {
        Attr::Record(record) => record,
        // Shardy's passes write axes of the sdy dialect here.
        Attr::Sdy(attr) => match &**attr {
            SdyAttr::AxisRef(axis) => return Ok(axis.clone()),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    };
    match record.fields() {
        [Field::Text(name), Field::SubAxis(pre, size)] => Ok(AxisSpec::part(text(name), *pre, *size)),
        [Field::Text(name), _] => Ok(AxisSpec::full(text(name))),
        _ => Err(wrong()),
    }
}

fn text(bytes: &[u8]) -> Box<str> {
    String::from_utf8_lossy(bytes).into()
}

/// The number of elements up to which a splat is expanded.
const MOST_EQUAL: usize = 1 << 16;

/// The elements of a constant of 64-bit integers.
fn integers(data: &DenseData, count: usize) -> Vec<i64> {
    let read = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
    match data {
        DenseData::Full(bytes) => bytes.chunks_exact(8).map(read).collect(),
        // No valid list repeats one number many times, and the type alone may declare any count: do not allocate for it.
        DenseData::Splat(bytes) if bytes.len() == 8 => vec![read(bytes); count.min(MOST_EQUAL)],
        DenseData::Splat(_) => Vec::new(),
    }
}
