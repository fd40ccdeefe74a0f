//! Vectors about one node.

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};
use serde_json::Value;

use super::{Fields, dims, layout, same};
use partita_onnx::check::{Composition, Mode, compose_layouts, compose_node};
use partita_onnx::layout::{DeviceLayout, DeviceSet};
use partita_onnx::ops::{Call, Contents, IntElement, NoRule, Operand, node_signature};
use partita_onnx::proto;
use partita_onnx::signature::{Combine, Factor, FactorKind, Output, Signature};
use partita_onnx::types::{Dim, ElementType, TensorType};

/// The version of the op set that vectors are about.
pub(super) const OPSET: i64 = 23;

pub(super) fn run(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&[
        "num_devices",
        "op",
        "attrs",
        "inputs",
        "factors",
        "expect",
        "expect_lenient",
        "equivalent_output_spec",
    ])?;
    let num_devices = fields.num_devices()?;
    let expect = fields.object("expect")?;
    let mut shapes = Vec::new();
    let mut layouts = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for input in fields.list("inputs")? {
        if input.is_null() {
            shapes.push(None);
            layouts.push(None);
            continue;
        }
        let input = Fields::of(input, "an input")?;
        input.only(&["name", "shape", "spec"])?;
        let dims = dims(input.need("shape")?)?;
        match layout(input.get("spec").unwrap_or(&Value::Null), &dims, num_devices) {
            Ok(layout) => layouts.push(Some(layout)),
            Err(errors) => {
                wrong.extend(errors);
                layouts.push(None);
            }
        }
        shapes.push(Some(dims));
    }
    if let Some(error) = expect.get("error").and_then(Value::as_str).filter(|_| !wrong.is_empty()) {
        let found = wrong.iter().any(|name| name == error);
        return if found { Ok(()) } else { Err(format!("found {}, expected {error}", wrong.join(", "))) };
    }
    if !wrong.is_empty() {
        return Err(wrong.join(", "));
    }
    let case = OpCase::new(fields, &expect, shapes)?;
    let outcome = |mode| case.outcome(&layouts, num_devices, mode);
    let strict = outcome(Mode::Strict);
    let lenient = outcome(Mode::Lenient);
    compare(&strict, &expect, num_devices, "strict")?;
    for expected in [fields.get("expect_lenient"), expect.get("lenient")].into_iter().flatten() {
        compare(&lenient, &Fields::of(expected, "the lenient answer")?, num_devices, "lenient")?;
    }
    if let Ok(strict) = &strict {
        // What is valid in strict mode is valid in lenient mode, and means the same.
        let lenient = lenient.as_ref().map_err(|error| format!("lenient: {error}"))?;
        for (a, b) in strict.outputs.iter().zip(&lenient.outputs) {
            same(b, a, "the lenient output")?;
        }
        if let (Some(other), Some(output)) = (fields.get("equivalent_output_spec"), strict.outputs.first()) {
            let dims: Vec<Dim> =
                output.axes().iter().map(|axis| axis.size().map_or(Dim::Unknown, Dim::Known)).collect();
            let other = layout(other, &dims, num_devices).map_err(|errors| errors.join(", "))?;
            same(output, &other, "the output")?;
        }
    }
    Ok(())
}

/// A node with the types of its inputs.
struct OpCase {
    node: proto::Node,
    operands: Vec<Option<Operand>>,
    signature: Signature,
}

impl OpCase {
    fn new(fields: &Fields<'_>, expect: &Fields<'_>, shapes: Vec<Option<Vec<Dim>>>) -> Result<Self, String> {
        let op = fields.text("op")?;
        let outputs =
            [Some(expect), fields.get("expect_lenient").and_then(|v| Fields::of(v, "").ok()).as_ref()]
                .into_iter()
                .flatten()
                .filter_map(|expect| expect.get("outputs")?.as_array())
                .next();
        let operand = |dims: Option<Vec<Dim>>| {
            dims.map(|dims| Operand { ty: TensorType { element: None, dims: Some(dims) }, contents: None })
        };
        let mut operands: Vec<Option<Operand>> = shapes.into_iter().map(operand).collect();
        let mut node = proto::Node { op_type: Some(op.to_string()), ..proto::Node::default() };
        let no_attributes = serde_json::Map::new();
        let attributes = match fields.get("attrs") {
            None => &no_attributes,
            Some(attrs) => attrs.as_object().ok_or("expected an object in `attrs`")?,
        };
        for (name, value) in attributes {
            match parameters(op).iter().position(|parameter| parameter == name) {
                Some(at) => {
                    operands.resize_with(operands.len().max(at + 1), || None);
                    operands[at] =
                        Some(constant(value).ok_or_else(|| format!("attribute `{name}` is {value}"))?);
                }
                None => node
                    .attribute
                    .push(attribute(name, value).ok_or_else(|| format!("attribute `{name}` is {value}"))?),
            }
        }
        if op == "Reshape" && operands.len() == 1 {
            let shape = outputs
                .and_then(|outputs| outputs.first()?.get("shape"))
                .ok_or("the new shape is not given")?;
            operands.push(Some(constant(shape).ok_or("the new shape is not made of numbers")?));
        }
        let name = |prefix: &str, i: usize| format!("{prefix}{i}");
        node.input = operands
            .iter()
            .enumerate()
            .map(|(i, x)| x.as_ref().map_or_else(String::new, |_| name("x", i)))
            .collect();
        node.output = (0..outputs.map_or(1, Vec::len)).map(|i| name("y", i)).collect();
        let call = Call { node: &node, opset: OPSET, inputs: &operands };
        let signature = match (node_signature(&call), fields.get("factors")) {
            (Ok(signature), _) => signature,
            (Err(NoRule::UnknownOp), Some(factors)) => written(factors, &operands)?,
            (Err(why), _) => return Err(format!("{op} has no signature: {why}")),
        };
        Ok(Self { node, operands, signature })
    }

    fn outcome(
        &self,
        layouts: &[Option<DeviceLayout>],
        num_devices: u64,
        mode: Mode,
    ) -> Result<Composition, String> {
        let all = DeviceSet::all(num_devices as u32);
        let mut layouts: Vec<Option<DeviceLayout>> = layouts.to_vec();
        // Parameters are replicated.
        for operand in &self.operands[layouts.len().min(self.operands.len())..] {
            let dims = operand.as_ref().and_then(|operand| operand.ty.dims.clone());
            layouts.push(dims.map(|dims| DeviceLayout::unsharded(&dims, all.clone())));
        }
        let layouts: Vec<Option<&DeviceLayout>> = layouts.iter().map(Option::as_ref).collect();
        let call = Call { node: &self.node, opset: OPSET, inputs: &self.operands };
        let found = match self.operands.is_empty() {
            true => compose_layouts(&self.signature, &layouts, &all, mode),
            false => compose_node(&call, &self.signature, &layouts, &all, mode),
        };
        found.map_err(|fault| fault.name().to_string())
    }
}

fn compare(
    found: &Result<Composition, String>,
    expect: &Fields<'_>,
    num_devices: u64,
    mode: &str,
) -> Result<(), String> {
    expect.only(&["error", "outputs", "communication", "lenient"])?;
    if let Some(error) = expect.get("error").and_then(Value::as_str) {
        return match found {
            Err(found) if found == error => Ok(()),
            Err(found) => Err(format!("{mode}: found {found}, expected {error}")),
            Ok(found) => Err(format!(
                "{mode}: valid ({}), expected {error}",
                found.outputs.first().map_or_else(String::new, ToString::to_string)
            )),
        };
    }
    let found =
        found.as_ref().map_err(|error| format!("{mode}: found {error}, expected that it is valid"))?;
    let outputs = expect.list("outputs")?;
    if outputs.len() > found.outputs.len() {
        return Err(format!(
            "{mode}: the op has {} outputs, expected {}",
            found.outputs.len(),
            outputs.len()
        ));
    }
    for (i, (expected, found)) in outputs.iter().zip(&found.outputs).enumerate() {
        let expected = Fields::of(expected, "an output")?;
        expected.only(&["name", "shape", "spec"])?;
        let dims = dims(expected.need("shape")?)?;
        let shape: Vec<Option<u64>> = found.axes().iter().map(|axis| axis.size()).collect();
        if shape != dims.iter().map(Dim::known).collect::<Vec<_>>() {
            return Err(format!("{mode}: output {i} has the shape {shape:?}"));
        }
        let expected =
            layout(expected.need("spec")?, &dims, num_devices).map_err(|errors| errors.join(", "))?;
        same(found, &expected, &format!("{mode}: output {i}"))?;
    }
    expect.get("communication").map_or(Ok(()), |expected| communication(found, expected))
}

/// Compares which collectives run in which groups: `none`, or texts like `all_reduce(sum) over {0,1}`.
fn communication(found: &Composition, expected: &Value) -> Result<(), String> {
    let texts: Vec<&str> = match expected {
        Value::String(text) if text == "none" => Vec::new(),
        Value::String(text) => vec![text],
        Value::Array(texts) => {
            texts.iter().map(Value::as_str).collect::<Option<_>>().ok_or("expected communication as text")?
        }
        _ => return Err("expected communication as text".into()),
    };
    let mut wanted: Vec<(String, String)> = Vec::new();
    for text in texts {
        let (what, groups) = text.split_once(" over ").ok_or_else(|| format!("communication `{text}`"))?;
        let name = what.split('(').next().unwrap_or(what).trim();
        wanted.push((name.to_string(), groups.replace(' ', "")));
    }
    let mut found: Vec<(String, String)> = (found.exchanges.iter())
        .map(|exchange| {
            let groups: Vec<String> = exchange.groups.iter().map(written_group).collect();
            (exchange.collective().to_string(), groups.join(","))
        })
        .collect();
    for list in [&mut wanted, &mut found] {
        list.sort_unstable();
        list.dedup();
    }
    if wanted == found { Ok(()) } else { Err(format!("communication is {found:?}, expected {wanted:?}")) }
}

fn written_group(group: &DeviceSet) -> String {
    let members: Vec<String> = group.devices().iter().map(u32::to_string).collect();
    format!("{{{}}}", members.join(","))
}

/// The inputs of an op that vectors give as attributes, as older versions of the ops had them.
pub(super) fn parameters(op: &str) -> &'static [&'static str] {
    match op {
        "ReduceSum" | "ReduceMean" | "ReduceMax" | "ReduceMin" | "ReduceProd" | "ReduceL1" | "ReduceL2"
        | "ReduceSumSquare" | "ReduceLogSum" | "ReduceLogSumExp" | "Squeeze" | "Unsqueeze" => &["", "axes"],
        "Slice" => &["", "starts", "ends", "axes", "steps"],
        "Reshape" | "Expand" => &["", "shape"],
        "Split" => &["", "split"],
        "Pad" => &["", "pads", "constant_value", "axes"],
        "Tile" => &["", "repeats"],
        "TopK" => &["", "k"],
        "CumSum" => &["", "axis"],
        "OneHot" => &["", "depth", "values"],
        "ConstantOfShape" => &["shape"],
        "Range" => &["start", "limit", "delta"],
        "CenterCropPad" => &["", "shape"],
        "Resize" => &["", "roi", "scales", "sizes"],
        "Trilu" => &["", "k"],
        "DFT" => &["", "dft_length", "axis"],
        _ => &[],
    }
}

/// An input with constant contents.
fn constant(value: &Value) -> Option<Operand> {
    let (items, dims): (Vec<&Value>, Vec<Dim>) = match value {
        Value::Array(items) => (items.iter().collect(), vec![Dim::Known(items.len() as u64)]),
        scalar => (vec![scalar], Vec::new()),
    };
    let ints: Option<Vec<IntElement>> = items.iter().map(|item| item.as_i64().map(IntElement::Int)).collect();
    let (contents, element) = match ints {
        Some(ints) => (Contents::Ints(ints), ElementType::Int64),
        None => (
            Contents::Floats(items.iter().map(|item| item.as_f64()).collect::<Option<_>>()?),
            ElementType::Float,
        ),
    };
    Some(Operand { ty: TensorType { element: Some(element), dims: Some(dims) }, contents: Some(contents) })
}

pub(super) fn attribute(name: &str, value: &Value) -> Option<proto::Attribute> {
    use proto::AttributeKind as Kind;
    let mut attribute = proto::Attribute { name: Some(name.to_string()), ..proto::Attribute::default() };
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(int) => attribute.i = Some(int),
            None => attribute.f = Some(number.as_f64()? as f32),
        },
        Value::Bool(flag) => attribute.i = Some(i64::from(*flag)),
        Value::String(text) => attribute.s = Some(text.clone().into_bytes().into()),
        Value::Array(items) if items.iter().all(Value::is_i64) => {
            attribute.ints = items.iter().map(Value::as_i64).collect::<Option<_>>()?;
        }
        Value::Array(items) if items.iter().all(Value::is_number) => {
            attribute.floats =
                items.iter().map(|item| item.as_f64().map(|f| f as f32)).collect::<Option<_>>()?;
        }
        Value::Array(items) => {
            attribute.strings = items
                .iter()
                .map(|item| item.as_str().map(|text| text.to_string().into_bytes().into()))
                .collect::<Option<_>>()?;
        }
        _ => return None,
    }
    let kind = if attribute.i.is_some() {
        Kind::Int
    } else if attribute.f.is_some() {
        Kind::Float
    } else if attribute.s.is_some() {
        Kind::String
    } else if !attribute.floats.is_empty() {
        Kind::Floats
    } else if !attribute.strings.is_empty() {
        Kind::Strings
    } else {
        Kind::Ints
    };
    attribute.r#type = Some(kind as i32);
    Some(attribute)
}

/// The signature that a vector spells out: letters for the dimensions of inputs and output, `1` for none.
fn written(factors: &Value, operands: &[Option<Operand>]) -> Result<Signature, String> {
    let fields = Fields::of(factors, "factors")?;
    fields.only(&["inputs", "output", "reduction"])?;
    let mut letters: Vec<&str> = Vec::new();
    let mut sizes: Vec<Dim> = Vec::new();
    fn texts(value: &Value) -> Result<Vec<&str>, String> {
        let list = value.as_array().ok_or("expected a list of factors")?;
        list.iter().map(|item| item.as_str().ok_or_else(|| "expected a factor name".to_string())).collect()
    }
    let mut inputs = Vec::new();
    for (value, operand) in fields.list("inputs")?.iter().zip(operands) {
        let dims =
            operand.as_ref().and_then(|operand| operand.ty.dims.as_ref()).ok_or("an input has no shape")?;
        let mut mapping = Vec::new();
        for (letter, dim) in texts(value)?.into_iter().zip(dims) {
            if letter == "1" {
                mapping.push(Vec::new());
                continue;
            }
            let at = letters.iter().position(|known| *known == letter).unwrap_or_else(|| {
                letters.push(letter);
                sizes.push(dim.clone());
                letters.len() - 1
            });
            mapping.push(vec![FactorId::from_index(at)]);
        }
        inputs.push(TensorMapping::new(mapping));
    }
    let reduction = texts(fields.need("reduction")?)?;
    let mut output = Vec::new();
    let mut shape = Vec::new();
    for letter in texts(fields.need("output")?)? {
        match letters.iter().position(|known| *known == letter) {
            Some(at) => {
                output.push(vec![FactorId::from_index(at)]);
                shape.push(sizes[at].clone());
            }
            None => {
                output.push(Vec::new());
                shape.push(Dim::Known(1));
            }
        }
    }
    let kind = |letter: &&str| match reduction.contains(letter) {
        true => FactorKind::Reduction(Combine::Sum),
        false => FactorKind::PassThrough,
    };
    let factors =
        letters.iter().zip(sizes).map(|(letter, size)| Factor { size, kind: kind(letter) }).collect();
    let ty = TensorType { element: None, dims: Some(shape) };
    let output = Output { ty, mapping: TensorMapping::new(output) };
    Ok(Signature { factors, inputs, outputs: vec![output], ..Signature::default() })
}
