//! Test vectors: sharding specs in JSON with what they mean, `onnx-sharding-vectors/1`.
//!
//! The format is meant for other implementations too. A vector is one object with an `id`, a `kind` and what is expected; an unknown
//! field makes it fail, so that no expectation is ignored.
//!
//! It is compiled into the test beside it and into `xtask`, which runs files of others; not into the library.

mod graph;
mod mesh;
mod op;
mod tensor;

use serde_json::{Map, Value};

use partita_onnx::layout::{DeviceLayout, DeviceSet};
use partita_onnx::proto::ShardingSpec;
use partita_onnx::structure::spec_json::SpecJson;
use partita_onnx::types::Dim;

/// The value of `format` in a file of vectors.
const FORMAT: &str = "onnx-sharding-vectors/1";

/// The vectors of a file with their ids.
pub(crate) fn read(text: &str) -> Result<Vec<(String, Value)>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    match file.get("format").and_then(Value::as_str) {
        Some(FORMAT) => {}
        Some(other) => return Err(format!("the format is `{other}`, not `{FORMAT}`")),
        None => return Err(format!("expected a file of format `{FORMAT}`")),
    }
    let vectors = file.get("vectors").and_then(Value::as_array).ok_or("the file has no list `vectors`")?;
    let id = |(i, vector): (usize, &Value)| match vector.get("id").and_then(Value::as_str) {
        Some(id) => id.to_string(),
        None => format!("vector {i}"),
    };
    Ok(vectors.iter().enumerate().map(|pair| (id(pair), pair.1.clone())).collect())
}

/// Runs one vector; fails with a description.
pub(crate) fn run(vector: &Value) -> Result<(), String> {
    let fields = Fields::of(vector, "the vector")?;
    let kind = fields.text("kind")?;
    match kind {
        "layout" => tensor::layout_vector(&fields),
        "spec_check" => tensor::spec_check(&fields),
        "op" => op::run(&fields),
        "reshape" => op::run(&fields),
        "mesh_to_onnx" => mesh::to_onnx(&fields),
        "onnx_to_mesh" => mesh::from_onnx(&fields),
        "graph" => graph::run(&fields),
        "pipeline" => graph::pipeline(&fields),
        other => Err(format!("unknown kind `{other}`")),
    }
}

/// The fields of an object.
struct Fields<'a> {
    what: &'a str,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, what: &'a str) -> Result<Self, String> {
        let map = value.as_object().ok_or_else(|| format!("expected {what} to be an object"))?;
        Ok(Self { what, map })
    }

    /// Fails if there is an unknown field; descriptive fields are always allowed.
    fn only(&self, names: &[&str]) -> Result<(), String> {
        const FOR_PEOPLE: [&str; 6] = ["id", "kind", "source", "ref", "note", "extension"];
        match self
            .map
            .keys()
            .find(|key| !names.contains(&key.as_str()) && !FOR_PEOPLE.contains(&key.as_str()))
        {
            Some(key) => Err(format!("unknown field `{key}` of {}", self.what)),
            None => Ok(()),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name)
    }

    fn need(&self, name: &str) -> Result<&'a Value, String> {
        self.get(name).ok_or_else(|| format!("{} has no `{name}`", self.what))
    }

    fn object(&self, name: &'a str) -> Result<Fields<'a>, String> {
        Fields::of(self.need(name)?, name)
    }

    fn text(&self, name: &str) -> Result<&'a str, String> {
        self.need(name)?.as_str().ok_or_else(|| format!("expected a string in `{name}`"))
    }

    fn number(&self, name: &str) -> Result<u64, String> {
        self.need(name)?.as_u64().ok_or_else(|| format!("expected a number in `{name}`"))
    }

    fn list(&self, name: &str) -> Result<&'a [Value], String> {
        self.need(name)?.as_array().map(Vec::as_slice).ok_or_else(|| format!("expected a list in `{name}`"))
    }

    fn num_devices(&self) -> Result<u64, String> {
        let count = self.number("num_devices")?;
        if (1..=DeviceLayout::MAX_DEVICES).contains(&count) {
            Ok(count)
        } else {
            Err(format!("{count} devices"))
        }
    }
}

/// A shape: numbers, names for numbers, or null for an unknown size.
fn dims(value: &Value) -> Result<Vec<Dim>, String> {
    let dim = |value: &Value| match (value.as_u64(), value.as_str(), value.is_null()) {
        (Some(size), _, _) => Ok(Dim::Known(size)),
        (_, Some(name), _) => Ok(Dim::Named(name.into())),
        (_, _, true) => Ok(Dim::Unknown),
        _ => Err(format!("expected a size, found `{value}`")),
    };
    value.as_array().ok_or("expected a list of sizes")?.iter().map(dim).collect()
}

fn spec(value: &Value) -> Result<ShardingSpec, String> {
    let spec: SpecJson = serde_json::from_value(value.clone()).map_err(|error| format!("a spec: {error}"))?;
    Ok(spec.to_proto())
}

/// The layout of a spec; the word `unsharded` means replicated on all devices. Fails with the names of the faults.
fn layout(value: &Value, dims: &[Dim], num_devices: u64) -> Result<DeviceLayout, Vec<String>> {
    if value.is_null() || value.as_str() == Some("unsharded") {
        return Ok(DeviceLayout::unsharded(dims, DeviceSet::all(num_devices as u32)));
    }
    let spec = spec(value).map_err(|error| vec![error])?;
    DeviceLayout::from_spec(&spec, dims, num_devices).map_err(|errors| {
        let name = |error: &partita_onnx::layout::SpecError| match error {
            partita_onnx::layout::SpecError::Fault(fault) => fault.name().to_string(),
            other => other.to_string(),
        };
        errors.iter().map(name).collect()
    })
}

/// Compares layouts; fails with a description of the difference.
fn same(found: &DeviceLayout, expected: &DeviceLayout, what: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} is {found}, expected {expected}")) }
}
