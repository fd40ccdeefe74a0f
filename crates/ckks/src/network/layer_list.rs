//! Networks as a list of layers in TOML.
//!
//! ```toml
//! input = [1, 28, 28]      # channels, height, width
//! mesh = "x=4, z=2"        # axes of a mesh of ciphertexts, for shardings
//! sharding = "[-, z, -]"   # how the input is sharded over them
//!
//! [[layer]]
//! op = "conv"              # conv, gemm, average_pool, max_pool, global_pool, activation, add, subtract,
//!                          # multiply, concat, flatten, input
//! name = "conv1"           # by default the op and the number of the layer, from 1
//! features = 4             # of conv and gemm: output channels
//! kernel = 5               # of conv and pools; a number, or rows and columns
//! stride = 2               # 1 by default, of pools the kernel
//! pad = 2                  # zeros on every side, 0 by default; or "same" for (kernel - 1) / 2
//! dilation = 1
//! groups = 1
//!
//! [[layer]]
//! op = "activation"
//! function = "square"      # square, relu (degrees 15, 15, 27), sigmoid, tanh, erf, silu, gelu, gelu_tanh, softplus,
//!                          # coefficients of powers: [0.25, 0.5, 0.25], or of Chebyshev polynomials on a
//!                          # range: { chebyshev = [0.25, 0.5, 0.25], range = 4 }
//!
//! [[layer]]
//! op = "input"             # another input
//! shape = [1, 14, 14]
//!
//! [[layer]]
//! op = "add"
//! of = ["conv1", "activation2"]   # what it reads; by default the layer before; `input` is the input
//! layout = "[4, 14, 14] in 1x[4, 14, 14] plane 16x16 slots 1024"   # pins the layout of the result
//! sharding = "[x, -, -]"          # or requires only its sharding
//! compute = "x=2, y=8"            # of conv, gemm and average_pool: groups of output channels x and input channels y,
//!                                 # and parts of rows z, with which it is computed
//! ```

use std::sync::Arc;

use partita_base::{Cursor, code};
use partita_mesh::Mesh;
use toml::{Table, Value};

use super::{Builder, LayerId, Network};
use crate::kernels::{Activation, Function, Polynomial};
use crate::linear::{LinearOp, Window};
use crate::sharding::{ArraySharding, parse_axes};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// The most bytes of a list: a thousand for each of the most layers of a network.
pub const MAX_BYTES: usize = Builder::MAX_LAYERS * 1000;

/// Reads a network.
pub fn parse_layer_list(text: &str) -> CkksResult<Network> {
    if text.len() > MAX_BYTES {
        let message = format!("the layer list has {} bytes; the limit is {MAX_BYTES}", text.len());
        return Err(CkksError::new(code::SLOT_LIMIT, message)
            .help(format!("a network has at most {} layers", Builder::MAX_LAYERS)));
    }
    let table: Table =
        text.parse().map_err(|error: toml::de::Error| fault(format!("not TOML: {}", error.message())))?;
    known("the list", &table, &["input", "layer", "mesh", "sharding"])?;
    let shape = numbers(&table, "the list", "input")?;
    let shape: [usize; 3] =
        shape.try_into().map_err(|_| fault("expected `input = [channels, height, width]`".into()))?;
    if shape.contains(&0) {
        return Err(fault("sizes of `input` must be at least 1".into()));
    }
    let mut net = Builder::new("input", shape);
    let layers = table.get("layer").and_then(Value::as_array).filter(|layers| !layers.is_empty());
    let layers = layers.ok_or_else(|| fault("expected at least one `[[layer]]`".into()))?;
    // Flattening creates no layer, so the builder's own limit does not count it.
    if layers.len() > Builder::MAX_LAYERS {
        let message = format!("the list has {} layers; the limit is {}", layers.len(), Builder::MAX_LAYERS);
        return Err(CkksError::new(code::SLOT_LIMIT, message));
    }
    let mesh = mesh(&table)?;
    let mut shardings: Vec<(LayerId, ArraySharding)> = Vec::new();
    let mut computed: Vec<(LayerId, Arc<Mesh>)> = Vec::new();
    shardings.extend(parse_sharding(&table, "input", mesh.as_ref())?.map(|sharding| (net.input(), sharding)));
    // Flattening changes no value: the name of a flattened tensor refers to the tensor itself.
    let mut names: Vec<(String, LayerId)> = vec![("input".into(), net.input())];
    for (number, layer) in layers.iter().enumerate() {
        let Value::Table(layer) = layer else {
            return Err(fault(format!("expected a table for layer {}", number + 1)));
        };
        let op =
            text_of(layer, "op").ok_or_else(|| fault(format!("missing `op` of layer {}", number + 1)))?;
        let name = text_of(layer, "name").map_or_else(|| format!("{op}{}", number + 1), str::to_string);
        if names.iter().any(|(known, _)| *known == name) {
            return Err(fault(format!("duplicate layer name `{name}`")).help("give each layer a unique name"));
        }
        let of = sources(layer, &name, &names)?;
        let made = add(&mut net, layer, op, &name, &of)?;
        if let Some(text) = layer.get("layout") {
            let text = text
                .as_str()
                .ok_or_else(|| fault(format!("expected a string for the layout of `{name}`")))?;
            net.pin(made, parse_slot_layout(text, &name)?)?;
        }
        shardings.extend(parse_sharding(layer, &name, mesh.as_ref())?.map(|sharding| (made, sharding)));
        computed.extend(parse_compute(layer, &name)?.map(|mesh| (made, mesh)));
        names.push((name, made));
    }
    let mut network = net.finish()?;
    for (layer, mesh) in computed {
        network.compute_on(layer, &mesh)?;
    }
    for (layer, sharding) in shardings {
        network.shard(layer, sharding)?;
    }
    Ok(network)
}

/// The mesh of the list, if it has one.
fn mesh(table: &Table) -> CkksResult<Option<Arc<Mesh>>> {
    let Some(text) = table.get("mesh") else { return Ok(None) };
    let text = text.as_str().ok_or_else(|| fault("expected a string for `mesh`".into()))?;
    parse_axes(text)
        .map(Some)
        .map_err(|error| fault(format!("invalid `mesh`: {}", error.message)).help("write it as `x=4, z=2`"))
}

/// The sharding of a tensor over axes of the mesh, if it is given.
fn parse_sharding(table: &Table, name: &str, mesh: Option<&Arc<Mesh>>) -> CkksResult<Option<ArraySharding>> {
    let Some(text) = table.get("sharding") else { return Ok(None) };
    let text =
        text.as_str().ok_or_else(|| fault(format!("expected a string for the sharding of `{name}`")))?;
    let mesh = mesh.ok_or_else(|| {
        fault(format!("`{name}` has a sharding, but the list has no `mesh`"))
            .help("add a mesh, such as `mesh = \"x=4\"`")
    })?;
    ArraySharding::parse(text, mesh).map(Some).map_err(|error| {
        fault(format!("invalid sharding of `{name}`: {}", error.message))
            .help("write an axis or `-` for channels, rows and columns, such as `[x, z, -]`")
    })
}

/// The mesh that a layer is computed on, if it is given.
fn parse_compute(table: &Table, name: &str) -> CkksResult<Option<Arc<Mesh>>> {
    let Some(text) = table.get("compute") else { return Ok(None) };
    let text = text.as_str().ok_or_else(|| fault(format!("expected a string for `compute` of `{name}`")))?;
    let refused = |message: &str| {
        fault(format!("invalid `compute` of `{name}`: {message}")).help("write it as `x=2, y=8`")
    };
    parse_axes(text).map(Some).map_err(|error| refused(&error.message))
}

/// Reads a layout in its printed form.
pub fn parse_slot_layout(text: &str, of: &str) -> CkksResult<SlotLayout> {
    let mut cursor = Cursor::new(text);
    let parsed = SlotLayout::parse(&mut cursor);
    parsed.map_err(|error| match error.code {
        // The text is well formed, but the layout is invalid.
        code::SLOTS_EXCEEDED | code::BAD_SLOT_LAYOUT | code::SLOT_LIMIT => {
            let refused = CkksError::new(error.code, format!("invalid layout of `{of}`: {}", error.message));
            error.help.as_deref().map_or(refused.clone(), |help| refused.help(help))
        }
        _ => fault(format!("invalid layout of `{of}`: {}", error.message))
            .help("write it as `partita ckks plan` prints it, with ` slots N` at the end"),
    })
}

fn add(net: &mut Builder, layer: &Table, op: &str, name: &str, of: &[LayerId]) -> CkksResult<LayerId> {
    let fields: &[&str] = match op {
        "conv" => &["features", "kernel", "stride", "pad", "dilation", "groups"],
        "gemm" => &["features"],
        "average_pool" | "max_pool" => &["kernel", "stride", "pad"],
        "activation" => &["function"],
        "input" => &["shape"],
        _ => &[],
    };
    let common = ["op", "name", "of", "layout", "sharding", "compute"];
    known(&format!("`{name}`"), layer, &[fields, &common].concat())?;
    let one = || match of {
        [one] => Ok(*one),
        _ => Err(fault(format!("expected one input of `{name}`, found {}", of.len()))),
    };
    match op {
        "conv" => {
            let window = window(layer, name, [1, 1])?;
            net.conv(
                name,
                one()?,
                number(layer, name, "features", None)?,
                window,
                number(layer, name, "groups", Some(1))?,
            )
        }
        "gemm" => {
            let op = LinearOp::gemm(net.shape(one()?), number(layer, name, "features", None)?)?;
            net.linear(name, one()?, op, None)
        }
        "average_pool" => {
            let kernel = pair(layer, name, "kernel", None)?;
            let op = LinearOp::average_pool(net.shape(one()?), window(layer, name, kernel)?, true)?;
            net.linear(name, one()?, op, None)
        }
        "max_pool" => {
            let kernel = pair(layer, name, "kernel", None)?;
            let Activation::Relu(sign) = Activation::relu()? else { unreachable!("relu is a sign") };
            net.max_pool(name, one()?, window(layer, name, kernel)?, sign)
        }
        "global_pool" => net.global_pool(name, one()?),
        "activation" => net.activation(name, one()?, activation(layer.get("function"), name)?),
        "add" | "subtract" | "multiply" => match of {
            [a, b] if op == "subtract" => net.subtract(name, *a, *b),
            [a, b] if op == "multiply" => net.multiply(name, *a, *b),
            [a, b] => net.add(name, *a, *b),
            _ => Err(fault(format!("expected two inputs of `{name}`, found {}", of.len()))),
        },
        "concat" => net.concat(name, of),
        "flatten" => one(),
        "input" => {
            let shape: Result<[usize; 3], _> = numbers(layer, &format!("`{name}`"), "shape")?.try_into();
            match shape {
                Ok(shape) if !shape.contains(&0) => net.add_input(name, shape),
                _ => Err(fault(format!("expected `shape = [channels, height, width]` of `{name}`"))),
            }
        }
        _ => Err(CkksError::new(code::NOT_ON_CIPHERTEXTS, format!("unknown op `{op}` of `{name}`")).help(
            "known ops: conv, gemm, average_pool, max_pool, global_pool, activation, add, subtract, multiply, concat, \
             flatten, input",
        )),
    }
}

fn activation(function: Option<&Value>, name: &str) -> CkksResult<Activation> {
    match function {
        None => Ok(Activation::Square),
        Some(Value::String(function)) => activation_by_name(function),
        Some(powers @ Value::Array(_)) => {
            Ok(Activation::Polynomial(Polynomial::powers(&coefficients(powers, name)?)?))
        }
        Some(Value::Table(table)) => {
            known(&format!("the function of `{name}`"), table, &["chebyshev", "range"])?;
            let Some(list) = table.get("chebyshev") else {
                return Err(fault(format!("missing `chebyshev` of the function of `{name}`")));
            };
            let range = match table.get("range") {
                None => 1.0,
                Some(range) => float(range)
                    .ok_or_else(|| fault(format!("expected a number as the range of `{name}`")))?,
            };
            Activation::smooth(Function::Chebyshev { coefficients: coefficients(list, name)?, range })
        }
        Some(_) => {
            Err(fault(format!("expected a name or a list of coefficients as the function of `{name}`")))
        }
    }
}

fn float(value: &Value) -> Option<f64> {
    value.as_float().or(value.as_integer().map(|n| n as f64))
}

fn coefficients(list: &Value, name: &str) -> CkksResult<Vec<f64>> {
    let numbers = list.as_array().and_then(|values| values.iter().map(float).collect::<Option<Vec<f64>>>());
    numbers.ok_or_else(|| fault(format!("expected numbers as the coefficients of `{name}`")))
}

/// `square`, `relu`, or a smooth function by its name.
pub fn activation_by_name(function: &str) -> CkksResult<Activation> {
    match function {
        "square" => Ok(Activation::Square),
        "relu" => Activation::relu(),
        _ => match Function::NAMED.into_iter().find(|(name, _)| *name == function) {
            Some((_, smooth)) => Activation::smooth(smooth),
            None => {
                let names: Vec<&str> = Function::NAMED.iter().map(|&(name, _)| name).collect();
                let help = format!(
                    "use `square`, `relu`, {}, or the coefficients of a polynomial",
                    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                );
                let message = format!("unknown function `{function}`");
                Err(CkksError::new(code::NOT_ON_CIPHERTEXTS, message).help(help))
            }
        },
    }
}

fn sources(layer: &Table, name: &str, names: &[(String, LayerId)]) -> CkksResult<Vec<LayerId>> {
    let find = |of: &str| {
        let found = names.iter().find(|(known, _)| known == of).map(|&(_, id)| id);
        found.ok_or_else(|| fault(format!("`{name}` reads `{of}`, but no earlier layer has that name")))
    };
    match layer.get("of") {
        None => Ok(vec![names[names.len() - 1].1]),
        Some(Value::String(of)) => Ok(vec![find(of)?]),
        Some(Value::Array(of)) => of
            .iter()
            .map(|of| {
                find(
                    of.as_str()
                        .ok_or_else(|| fault(format!("expected a list of names for `of` in `{name}`")))?,
                )
            })
            .collect(),
        Some(_) => Err(fault(format!("expected a list of names for `of` in `{name}`"))),
    }
}

fn window(layer: &Table, name: &str, stride: [usize; 2]) -> CkksResult<Window> {
    let kernel = pair(layer, name, "kernel", None)?;
    let pad = match layer.get("pad") {
        Some(Value::String(same)) if same == "same" => kernel.map(|k| k.saturating_sub(1) / 2),
        _ => pair(layer, name, "pad", Some([0, 0]))?,
    };
    let stride = pair(layer, name, "stride", Some(stride))?;
    Ok(Window {
        kernel,
        stride,
        before: pad,
        after: pad,
        dilation: pair(layer, name, "dilation", Some([1, 1]))?,
    })
}

fn fault(message: String) -> CkksError {
    CkksError::new(code::BAD_LAYER_LIST, message)
}

fn known(what: &str, table: &Table, fields: &[&str]) -> CkksResult<()> {
    match table.keys().find(|key| !fields.contains(&key.as_str())) {
        Some(key) => Err(fault(format!("unknown field `{key}` of {what}"))
            .help(format!("known fields: {}", fields.join(", ")))),
        None => Ok(()),
    }
}

fn text_of<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(Value::as_str)
}

fn size(value: &Value) -> Option<usize> {
    value.as_integer().and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= 1 << 24)
}

fn numbers(table: &Table, what: &str, key: &str) -> CkksResult<Vec<usize>> {
    let values = table.get(key).and_then(Value::as_array);
    let values = values.and_then(|values| values.iter().map(size).collect::<Option<Vec<usize>>>());
    values.ok_or_else(|| fault(format!("expected a list of sizes for `{key}` of {what}")))
}

fn number(table: &Table, name: &str, key: &str, default: Option<usize>) -> CkksResult<usize> {
    match (table.get(key), default) {
        (None, Some(default)) => Ok(default),
        (None, None) => Err(fault(format!("missing `{key}` of `{name}`"))),
        (Some(value), _) => {
            size(value).ok_or_else(|| fault(format!("expected a size for `{key}` of `{name}`")))
        }
    }
}

fn pair(table: &Table, name: &str, key: &str, default: Option<[usize; 2]>) -> CkksResult<[usize; 2]> {
    match table.get(key) {
        Some(Value::Array(values)) => {
            let pair: Option<Vec<usize>> = values.iter().map(size).collect();
            let pair = pair.and_then(|pair| <[usize; 2]>::try_from(pair).ok());
            pair.ok_or_else(|| fault(format!("expected a size or a pair of sizes for `{key}` of `{name}`")))
        }
        None if default.is_some() => Ok(default.unwrap_or([0, 0])),
        _ => number(table, name, key, None).map(|n| [n, n]),
    }
}
