//! Vectors about one spec.

use std::collections::BTreeMap;

use partita_base::Severity;
use serde_json::Value;

use super::{Fields, dims, layout, same, spec};
use partita_onnx::structure::spec::check_spec;

/// Maximum number of elements of a tensor that is compared element by element.
const MAX_ELEMENTS: u64 = 1 << 20;

/// Which elements are on which device.
pub(super) fn layout_vector(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["num_devices", "shape", "spec", "data", "expect", "equivalent_spec"])?;
    let num_devices = fields.num_devices()?;
    let dims = dims(fields.need("shape")?)?;
    if fields.get("data").is_some_and(|data| data.as_str() != Some("row-major 1..n")) {
        return Err("unknown data".into());
    }
    let expect = fields.object("expect")?;
    expect.only(&["elements_per_device", "error"])?;
    let found = layout(fields.need("spec")?, &dims, num_devices);
    if let Some(error) = expect.get("error").and_then(Value::as_str) {
        return expect_error(found.err().unwrap_or_default(), error);
    }
    let found = found.map_err(|errors| errors.join(", "))?;
    if let Some(other) = fields.get("equivalent_spec") {
        let other = layout(other, &dims, num_devices).map_err(|errors| errors.join(", "))?;
        same(&found, &other, "the spec")?;
    }
    let elements = found.elements_per_device(MAX_ELEMENTS).ok_or("the tensor has too many elements")?;
    let mut expected: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let per_device = expect
        .need("elements_per_device")?
        .as_object()
        .ok_or("expected an object in `elements_per_device`")?;
    for (device, values) in per_device {
        let device = device.parse().map_err(|_| format!("invalid device `{device}`"))?;
        let values = values.as_array().ok_or("expected a list of elements")?.iter();
        // They are numbered from 1.
        let values: Option<Vec<u64>> = values.map(|value| value.as_u64()?.checked_sub(1)).collect();
        let values = values.ok_or("expected a positive element number")?;
        if !values.is_empty() {
            expected.insert(device, values);
        }
    }
    if elements == expected {
        Ok(())
    } else {
        Err(format!("elements, from 0, are {elements:?}, expected {expected:?}"))
    }
}

/// The faults of a spec.
pub(super) fn spec_check(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["num_devices", "shape", "spec", "expect"])?;
    let dims = dims(fields.need("shape")?)?;
    let spec = spec(fields.need("spec")?)?;
    let expect = fields.object("expect")?;
    expect.only(&["ok", "error", "warning"])?;
    let faults = check_spec(&spec, Some(&dims), Some(fields.number("num_devices")?));
    let names: Vec<String> = faults.iter().map(|fault| fault.name().to_string()).collect();
    if let Some(warning) = expect.get("warning").and_then(Value::as_str) {
        expect_error(names.clone(), warning)?;
    }
    match (expect.get("ok"), expect.get("error").and_then(Value::as_str)) {
        (Some(Value::Bool(true)), None) => {
            match faults.iter().find(|fault| fault.severity() == Severity::Error) {
                Some(fault) => Err(format!("found {}, expected nothing wrong", fault.name())),
                None => Ok(()),
            }
        }
        (None, Some(error)) => expect_error(names, error),
        _ => Err("`expect` has neither `ok` nor `error`".into()),
    }
}

fn expect_error(found: Vec<String>, expected: &str) -> Result<(), String> {
    if found.iter().any(|name| name == expected) {
        return Ok(());
    }
    let found = if found.is_empty() { "nothing".to_string() } else { found.join(", ") };
    Err(format!("found {found}, expected {expected}"))
}
