//! Pictures of shardings that no program contains.

use partita::mesh::Meshes;
use partita::notation::{Sharding, parse_mesh};
use partita::report::{DrawView, View};
use pyo3::prelude::*;

use crate::failure;

/// Draws a tensor: its mesh as `x=4,y=2` with its device ids, its element type, shape, and sharding in any notation. Returns text and JSON.
#[pyfunction]
#[pyo3(signature = (mesh, device_ids, element, shape, sharding, width))]
pub(crate) fn draw_sharding(
    py: Python<'_>,
    mesh: &str,
    device_ids: Option<&str>,
    element: &str,
    shape: Vec<u64>,
    sharding: &str,
    width: usize,
) -> PyResult<(String, String)> {
    let draw = || {
        let mesh = parse_mesh(mesh, device_ids)?;
        let mut meshes = Meshes::default();
        let id = meshes.define("mesh", mesh).expect("the only mesh");
        let sharding = sharding.parse::<Sharding>()?.on(meshes.get(id), id, shape.len())?;
        let view = DrawView::new(element, &shape, meshes.get(id), &sharding).with_width(width);
        Ok((view.text(), view.json()))
    };
    draw().map_err(|error| failure::to_python(py, &error))
}
