//! Signatures and types of ONNX ops, tried on onnx's own test cases.
//!
//! `oracle/onnx_cases.py` collects models; their types and signatures are computed here; `oracle/onnx_rules.py`
//! compares the types with those that onnx infers and with those of runs, shards inputs along every factor, runs the
//! shards with onnxruntime, and compares the combined results with the unsharded ones.

use std::fs;
use std::path::Path;
use std::process::Command;

use partita_base::Id;
use partita_onnx::graph::Graph;
use partita_onnx::ops::NoRule;
use partita_onnx::{
    Combine, Dim, FactorKind, NumberLocation, Signature, TensorType, TypedGraph, infer_types, proto,
};
use partita_rule::TensorMapping;
use prost::Message;
use serde_json::{Value, json};

use crate::oracle;
use crate::{Outcome, root, run, target};

/// Runs the cases whose names contain `only`.
pub(crate) fn agree_with_onnxruntime(only: Option<&str>) -> Outcome {
    let folder = target().join("onnx-rules");
    let python = oracle::python()?;
    let scripts = ["onnx_cases.py", "onnx_extra.py", "requirements.txt"];
    let mut stamp = String::new();
    for script in scripts {
        let path = root().join("oracle").join(script);
        stamp += &fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let stamp_path = folder.join("stamp");
    if fs::read_to_string(&stamp_path).ok().as_ref() != Some(&stamp) {
        run(Command::new(&python).arg(root().join("oracle/onnx_cases.py")).arg(&folder))?;
        fs::write(&stamp_path, stamp).map_err(|error| format!("{}: {error}", stamp_path.display()))?;
    }
    type_variables(&python, &folder)?;
    type_all(&folder)?;
    let mut command = Command::new(&python);
    command.arg(root().join("oracle/onnx_rules.py")).arg(&folder);
    if let Some(only) = only {
        command.args(["--only", only]);
    }
    run(&mut command)
}

/// The type variables that tests of element types use are those of the installed onnx.
fn type_variables(python: &Path, folder: &Path) -> Outcome {
    let (new, stored) =
        (folder.join("type_variables.json"), root().join("testdata/onnx/type_variables.json"));
    run(Command::new(python).arg(root().join("oracle/onnx_type_variables.py")).arg(&new))?;
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    match read(&new)? == read(&stored)? {
        true => Ok(()),
        false => Err(format!("{} differs from {}", stored.display(), new.display())),
    }
}

/// Writes `signatures.json` for `models.bin`.
fn type_all(folder: &Path) -> Outcome {
    let path = folder.join("models.bin");
    let data = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rest = data.as_slice();
    let mut all = Vec::new();
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let Some((model, tail)) = tail.split_at_checked(length) else {
            return Err(format!("{} is truncated", path.display()));
        };
        rest = tail;
        let model = proto::Model::decode(model).map_err(|error| error.to_string())?;
        let typed = infer_types(&model);
        let notes: Vec<String> =
            typed.notes.iter().map(|note| format!("{}: {}", note.location, note.message)).collect();
        all.push(json!({ "graph": graph(&typed.main), "notes": notes }));
    }
    let path = folder.join("signatures.json");
    fs::write(&path, Value::from(all).to_string()).map_err(|error| format!("{}: {error}", path.display()))
}

fn graph(typed: &TypedGraph<'_>) -> Value {
    let names: &Graph<'_> = &typed.graph;
    let types: serde_json::Map<String, Value> =
        names.values.iter().map(|(id, value)| (value.name.to_string(), ty(&typed.types[id]))).collect();
    let nodes: Vec<Value> = typed.signatures.iter().map(|(_, answer)| signature(answer)).collect();
    json!({ "types": types, "nodes": nodes, "order": typed.order.iter().map(|id| id.index()).collect::<Vec<_>>() })
}

fn ty(ty: &TensorType) -> Value {
    let dims = ty.dims.as_ref().map(|dims| dims.iter().map(dim).collect::<Vec<_>>());
    json!({ "element": ty.element.map(|element| element as i32), "dims": dims })
}

fn dim(dim: &Dim) -> Value {
    match dim {
        Dim::Known(size) => json!(size),
        Dim::Named(name) => json!(&**name),
        Dim::Unknown => Value::Null,
    }
}

fn mapping(mapping: &TensorMapping) -> Value {
    let dims = mapping.dims.iter().map(|dim| dim.iter().map(|factor| factor.index()).collect::<Vec<_>>());
    json!(dims.collect::<Vec<_>>())
}

fn signature(answer: &Result<Signature, NoRule>) -> Value {
    let signature = match answer {
        Ok(signature) => signature,
        Err(NoRule::Unsupported(why)) => return json!({ "unsupported": why }),
        Err(error) => return json!({ "none": error.to_string() }),
    };
    let kind = |kind: &FactorKind| match kind {
        FactorKind::PassThrough => "pass".to_string(),
        // Partial results are not outputs of the op.
        FactorKind::Reduction(Combine::Requantised) => "requantised".to_string(),
        FactorKind::Reduction(combine) => format!("reduce {}", combine_name(*combine)),
        FactorKind::NeedsReplication(_) => "replicated".to_string(),
        FactorKind::Generated => "generated".to_string(),
        FactorKind::Window(_) => "window".to_string(),
        FactorKind::Unread => "unread".to_string(),
        FactorKind::Lookup => "lookup".to_string(),
        FactorKind::Statistics => "statistics".to_string(),
        FactorKind::Ordered(_) => "ordered".to_string(),
    };
    let factors: Vec<Value> = signature
        .factors
        .iter()
        .map(|factor| json!({ "kind": kind(&factor.kind), "size": dim(&factor.size) }))
        .collect();
    let outputs: Vec<Value> = signature.outputs.iter().map(|output| mapping(&output.mapping)).collect();
    let inputs: Vec<Value> = signature.inputs.iter().map(mapping).collect();
    let sized = signature.sized.iter().map(|number| {
        let factors: Vec<usize> = number.factors.iter().map(|factor| factor.index()).collect();
        match number.location {
            NumberLocation::Attribute(name) => json!({ "attribute": name, "factors": factors }),
            NumberLocation::Element { input, at } => json!({ "input": input, "at": at, "factors": factors }),
        }
    });
    let sized: Vec<Value> = sized.collect();
    json!({ "factors": factors, "inputs": inputs, "outputs": outputs, "once": signature.once, "sized": sized })
}

fn combine_name(combine: Combine) -> &'static str {
    match combine {
        Combine::Sum => "sum",
        Combine::Mean => "mean",
        Combine::Max => "max",
        Combine::Min => "min",
        Combine::Prod => "prod",
        Combine::Norm2 => "norm2",
        Combine::LogSumExp => "logsumexp",
        Combine::Requantised => "requantised",
    }
}
