//! Which device holds which shard of a tensor.

mod picture;

use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{DeviceId, DeviceSlices, Mesh, TensorSharding};
use serde::Serialize;

use crate::view::{OneOrList, View, json_as_declared};

/// A tensor on its mesh.
#[derive(Clone, Debug)]
pub struct DrawView {
    /// The name of the tensor, if it has one.
    name: Option<String>,
    /// Element type.
    element: String,
    shape: Vec<u64>,
    mesh: Mesh,
    sharding: TensorSharding,
    /// How sdy refers to the mesh.
    reference: MeshOrRef,
    notation: Notation,
    /// For every device of the mesh, the device of the model that it is; empty if both have the same numbers.
    devices: Vec<u64>,
    /// The number of columns of the text.
    width: usize,
}

/// The largest number of devices that the JSON form lists.
const MOST_DEVICES: u64 = 1 << 16;

#[derive(Serialize)]
struct DrawJson {
    name: Option<String>,
    tensor: String,
    sharding: String,
    mesh: Vec<(String, u64)>,
    device_count: u64,
    shape: Vec<u64>,
    local_shape: Vec<u64>,
    shards: Vec<u64>,
    replicas: u64,
    unreduced: Vec<String>,
    devices: Vec<DeviceJson>,
    devices_left_out: u64,
}

#[derive(Serialize)]
struct DeviceJson {
    device: u64,
    shard: Vec<u64>,
    ranges: Vec<(u64, u64)>,
    padding: Vec<u64>,
}

impl DrawView {
    /// Creates the view of a tensor with the given element type; `sharding` must be of `mesh`.
    pub fn new(element: &str, shape: &[u64], mesh: &Mesh, sharding: &TensorSharding) -> Self {
        let (mesh, sharding) = (mesh.clone(), sharding.clone());
        Self {
            name: None,
            element: element.to_string(),
            shape: shape.to_vec(),
            mesh,
            sharding,
            reference: MeshOrRef::Symbol("mesh".into()),
            notation: Notation::Short,
            devices: Vec::new(),
            width: 80,
        }
    }

    /// Sets the notation of the sharding.
    pub fn with_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Sets how sdy refers to the mesh; without this, by the name `@mesh`.
    pub fn with_mesh(self, reference: MeshOrRef) -> Self {
        Self { reference, ..self }
    }

    /// Sets the devices of the model, if the mesh is that of some of them: device `i` of the mesh is the `i`-th of these.
    pub fn with_devices(self, devices: Vec<u64>) -> Self {
        Self { devices, ..self }
    }

    /// The device of the model that a device of the mesh is.
    fn device(&self, device: DeviceId) -> u64 {
        self.devices.get(device.0 as usize).copied().unwrap_or(device.0)
    }

    /// Adds the name of the tensor.
    pub fn with_name(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Sets the number of columns of the text.
    pub fn with_width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Type and sharding in the notation of the user.
    fn tensor_text(&self) -> String {
        let Self { mesh, sharding, reference, .. } = self;
        let placed = MeshSharding { mesh, reference: reference.clone(), sharding };
        placed.tensor_text(self.notation, &self.element, &self.shape)
    }
}

impl View for DrawView {
    fn text(&self) -> String {
        picture::draw_tensor(self)
    }

    fn json(&self) -> String {
        json_as_declared(&self.data())
    }
}

impl DrawView {
    /// The JSON form.
    fn data(&self) -> DrawJson {
        let slices = DeviceSlices::new(&self.mesh, &self.sharding, &self.shape);
        let local_shape = self.sharding.local_shape(&self.shape);
        let count = self.mesh.device_count();
        let device = |position: u64| {
            let device = self.mesh.device(position)?;
            let ranges = slices.slice(device)?;
            let padding =
                ranges.iter().zip(&local_shape).map(|(range, local)| local - (range.end - range.start));
            Some(DeviceJson {
                device: self.device(device),
                shard: slices.shard(device)?,
                padding: padding.collect(),
                ranges: ranges.into_iter().map(|range| (range.start, range.end)).collect(),
            })
        };
        let name = |axis: &partita_mesh::MeshAxis| (axis.name().to_string(), axis.size());
        let unreduced = self.sharding.unreduced_axes().iter();
        DrawJson {
            name: self.name.clone(),
            tensor: self.tensor_text(),
            sharding: self.sharding.to_spec(&self.mesh, self.reference.clone()).to_string(),
            mesh: self.mesh.axes().iter().map(name).collect(),
            device_count: count,
            shape: self.shape.clone(),
            shards: slices.shards(),
            replicas: slices.replicas(),
            unreduced: unreduced.map(|&axis| self.mesh.axis_spec(axis).to_string()).collect(),
            devices: (0..count.min(MOST_DEVICES)).filter_map(device).collect(),
            devices_left_out: count.saturating_sub(MOST_DEVICES),
            local_shape,
        }
    }
}

/// The pictures of the tensors that one name refers to.
#[derive(Clone, Debug)]
pub struct DrawingsView(pub Vec<DrawView>);

impl View for DrawingsView {
    fn text(&self) -> String {
        self.0.iter().map(View::text).collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> String {
        let all: Vec<DrawJson> = self.0.iter().map(DrawView::data).collect();
        json_as_declared(&OneOrList::from(&all[..]))
    }
}
