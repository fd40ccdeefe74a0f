//! A training step of a transformer as JAX would lower it: forward, backward and update of every layer, with scopes and source lines.

use std::collections::BTreeMap;
use std::fmt::Write;

const BATCH: u64 = 64;
const TOKENS: u64 = 2048;
const MODEL: u64 = 4096;
const HEADS: u64 = 32;
const HEAD: u64 = 128;
const HIDDEN: u64 = 16384;
const WORDS: u64 = 32000;

/// The text of a training step with a number of layers, on a mesh data=8, model=8.
pub(super) fn train_step(layers: usize) -> String {
    let mut writer = StepWriter::default();
    let mut arguments = String::new();
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut parameter = |name: String, shape: &[u64], sharding: &str| {
        let number = parameters.len();
        for (at, role) in ["params", "momentum"].into_iter().enumerate() {
            let separator = if number == 0 && at == 0 { "" } else { ", " };
            let _ = write!(
                arguments,
                "{separator}%arg{}: {} {{jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, {sharding}>}} \
                 loc(\"{role}{name}\")",
                2 * number + at,
                tensor(shape)
            );
        }
        parameters.push(Parameter { shape: shape.to_vec(), scope: String::new(), gradient: String::new() });
        number
    };
    let embedding = parameter("['embed']".into(), &[WORDS, MODEL], "[{\"model\"}, {}]");
    let mut of_layers = Vec::new();
    for layer in 0..layers {
        let mut own = |name: &str, shape: &[u64], sharding: &str| {
            parameter(format!("['layers'][{layer}]['{name}']"), shape, sharding)
        };
        of_layers.push([
            own("norm1", &[MODEL], "[{}]"),
            own("qkv", &[MODEL, 3, HEADS, HEAD], "[{}, {}, {\"model\"}, {}]"),
            own("out", &[HEADS, HEAD, MODEL], "[{\"model\"}, {}, {}]"),
            own("norm2", &[MODEL], "[{}]"),
            own("up", &[MODEL, HIDDEN], "[{}, {\"model\"}]"),
            own("down", &[HIDDEN, MODEL], "[{\"model\"}, {}]"),
        ]);
    }
    let tokens = format!("%arg{}", 2 * parameters.len());
    let _ = write!(
        arguments,
        ", {tokens}: tensor<{BATCH}x{TOKENS}xi32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"data\"}}, {{}}]>}} loc(\"tokens\")"
    );
    let weight = |parameter: usize| format!("%arg{}", 2 * parameter);

    let wide = [BATCH, TOKENS, MODEL];
    writer.enter("jvp(embed)", 31);
    let mut x = writer.gather(&weight(embedding), &tokens);
    let mut saved = Vec::new();
    for (layer, own) in of_layers.iter().enumerate() {
        let kept = forward(&mut writer, layer, x, own.map(weight));
        x = kept.result.clone();
        saved.push(kept);
    }
    writer.enter("jvp(loss)", 60);
    let squares = writer.binary("multiply", &x, &x, &wide);
    let loss = writer.reduce("add", &squares, &wide, &[0, 1, 2]);
    writer.enter("transpose(jvp(loss))", 60);
    let two = writer.constant("2.000000e+00");
    let two = writer.broadcast(&two, &[], &[], &wide);
    let mut gradient = writer.binary("multiply", &x, &two, &wide);
    for (layer, own) in of_layers.iter().enumerate().rev() {
        let (inner, gradients) = backward(&mut writer, layer, &saved[layer], own.map(weight), gradient);
        gradient = inner;
        for (&parameter, found) in own.iter().zip(gradients) {
            parameters[parameter].gradient = found;
            parameters[parameter].scope = format!("adamw(layer{layer})");
        }
    }
    writer.enter("transpose(jvp(embed))", 31);
    parameters[embedding].gradient = writer.scatter(&tokens, &gradient);
    parameters[embedding].scope = "adamw(embed)".into();
    let mut results = vec![(loss, tensor(&[]))];
    for (number, parameter) in parameters.iter().enumerate() {
        let (new, momentum) = update(&mut writer, number, parameter);
        results.push((new, tensor(&parameter.shape)));
        results.push((momentum, tensor(&parameter.shape)));
    }
    let types: Vec<&str> = results.iter().map(|(_, ty)| ty.as_str()).collect();
    let values: Vec<&str> = results.iter().map(|(value, _)| value.as_str()).collect();
    format!(
        "module @jit_train_step {{\n  sdy.mesh @mesh = <[\"data\"=8, \"model\"=8]>\n  func.func public @main({arguments}) -> ({}) {{\n{}    \
         return {} : {}\n  }}\n}}\n{}",
        types.join(", "),
        writer.text,
        values.join(", "),
        types.join(", "),
        writer.locations()
    )
}

struct Parameter {
    shape: Vec<u64>,
    scope: String,
    gradient: String,
}

/// What the backward pass of a layer needs.
struct Kept {
    input: String,
    normed: String,
    shares: String,
    parts: [String; 3],
    heads: String,
    between: String,
    second: String,
    hidden: String,
    active: String,
    result: String,
}

fn tensor(shape: &[u64]) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}f32>")
}

#[derive(Default)]
struct StepWriter {
    text: String,
    values: usize,
    scope: String,
    line: u32,
    places: BTreeMap<String, usize>,
}

impl StepWriter {
    fn enter(&mut self, scope: &str, line: u32) {
        (self.scope, self.line) = (scope.to_string(), line);
    }

    fn op(&mut self, name: &str, text: &str) -> String {
        let value = format!("%{}", self.values);
        self.values += 1;
        let place = format!("\"jit(train_step)/{}/{name}\"(\"gpt/model.py\":{}:9)", self.scope, self.line);
        let next = self.places.len() + 1;
        let place = *self.places.entry(place).or_insert(next);
        let _ = writeln!(self.text, "    {value} = stablehlo.{text} loc(#loc{place})");
        value
    }

    fn locations(&self) -> String {
        let mut all: Vec<(usize, &String)> =
            self.places.iter().map(|(place, &number)| (number, place)).collect();
        all.sort_unstable();
        all.iter().map(|(number, place)| format!("#loc{number} = loc({place})\n")).collect()
    }

    fn constant(&mut self, number: &str) -> String {
        self.op("constant", &format!("constant dense<{number}> : tensor<f32>"))
    }

    fn binary(&mut self, name: &str, a: &str, b: &str, shape: &[u64]) -> String {
        self.op(name, &format!("{name} {a}, {b} : {}", tensor(shape)))
    }

    fn unary(&mut self, name: &str, a: &str, shape: &[u64]) -> String {
        self.op(name, &format!("{name} {a} : {}", tensor(shape)))
    }

    /// Multiplies by a number.
    fn scale(&mut self, a: &str, number: &str, shape: &[u64]) -> String {
        let number = self.constant(number);
        let number = self.broadcast(&number, &[], &[], shape);
        self.binary("multiply", a, &number, shape)
    }

    fn broadcast(&mut self, a: &str, from: &[u64], dims: &[usize], to: &[u64]) -> String {
        let text = format!("broadcast_in_dim {a}, dims = {dims:?} : ({}) -> {}", tensor(from), tensor(to));
        self.op("broadcast_in_dim", &text)
    }

    fn reduce(&mut self, name: &str, a: &str, shape: &[u64], dims: &[usize]) -> String {
        let start = self.constant(if name == "add" { "0.000000e+00" } else { "0xFF800000" });
        let kept: Vec<u64> =
            shape.iter().enumerate().filter(|(dim, _)| !dims.contains(dim)).map(|(_, &size)| size).collect();
        let text = format!(
            "reduce({a} init: {start}) applies stablehlo.{name} across dimensions = {dims:?} : ({}, tensor<f32>) -> {}",
            tensor(shape),
            tensor(&kept)
        );
        self.op("reduce_sum", &text)
    }

    fn dot(&mut self, operands: [(&str, &[u64]); 2], dims: &str, to: &[u64]) -> String {
        let [(a, from), (b, with)] = operands;
        let text =
            format!("dot_general {a}, {b}, {dims} : ({}, {}) -> {}", tensor(from), tensor(with), tensor(to));
        self.op("dot_general", &text)
    }

    fn transpose(&mut self, a: &str, shape: &[u64], dims: &[usize]) -> String {
        let to: Vec<u64> = dims.iter().map(|&dim| shape[dim]).collect();
        self.op(
            "transpose",
            &format!("transpose {a}, dims = {dims:?} : ({}) -> {}", tensor(shape), tensor(&to)),
        )
    }

    fn gather(&mut self, table: &str, tokens: &str) -> String {
        let text = format!(
            "\"gather\"({table}, {tokens}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], \
             start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, {MODEL}>}}> : \
             ({}, tensor<{BATCH}x{TOKENS}xi32>) -> {}",
            tensor(&[WORDS, MODEL]),
            tensor(&[BATCH, TOKENS, MODEL])
        );
        self.generic("gather", &text)
    }

    /// Adds rows of a gradient into the rows of a table.
    fn scatter(&mut self, tokens: &str, gradient: &str) -> String {
        let zero = self.constant("0.000000e+00");
        let table = self.broadcast(&zero, &[], &[], &[WORDS, MODEL]);
        let (table_type, of) = (tensor(&[WORDS, MODEL]), tensor(&[BATCH, TOKENS, MODEL]));
        let text = format!(
            "\"scatter\"({table}, {tokens}, {gradient}) <{{indices_are_sorted = false, scatter_dimension_numbers = \
             #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], \
             index_vector_dim = 2>, unique_indices = false}}> ({{\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %c = stablehlo.add %a, %b : \
             tensor<f32>\n      stablehlo.return %c : tensor<f32>\n    }}) : ({table_type}, tensor<{BATCH}x{TOKENS}xi32>, {of}) -> {table_type}"
        );
        self.generic("scatter-add", &text)
    }

    fn generic(&mut self, name: &str, text: &str) -> String {
        let value = self.op(name, text);
        // The op writes its dialect before the quote.
        self.text = self.text.replace("stablehlo.\"", "\"stablehlo.");
        value
    }

    /// `x / rms(x) * weight`
    fn norm(&mut self, x: &str, weight: &str) -> String {
        let (wide, rows) = ([BATCH, TOKENS, MODEL], [BATCH, TOKENS]);
        let squares = self.binary("multiply", x, x, &wide);
        let sum = self.reduce("add", &squares, &wide, &[2]);
        let mean = self.scale(&sum, "2.441406e-04", &rows);
        let epsilon = self.constant("9.99999974E-6");
        let epsilon = self.broadcast(&epsilon, &[], &[], &rows);
        let mean = self.binary("add", &mean, &epsilon, &rows);
        let root = self.unary("rsqrt", &mean, &rows);
        let root = self.broadcast(&root, &rows, &[0, 1], &wide);
        let scaled = self.binary("multiply", x, &root, &wide);
        let weight = self.broadcast(weight, &[MODEL], &[2], &wide);
        self.binary("multiply", &scaled, &weight, &wide)
    }

    /// The gradients of [`StepWriter::norm`] with respect to its input and its weight.
    fn norm_back(&mut self, x: &str, weight: &str, gradient: &str) -> (String, String) {
        let wide = [BATCH, TOKENS, MODEL];
        let products = self.binary("multiply", x, gradient, &wide);
        let of_weight = self.reduce("add", &products, &wide, &[0, 1]);
        let weight = self.broadcast(weight, &[MODEL], &[2], &wide);
        let direct = self.binary("multiply", gradient, &weight, &wide);
        let rows = self.reduce("add", &products, &wide, &[2]);
        let rows = self.broadcast(&rows, &[BATCH, TOKENS], &[0, 1], &wide);
        let indirect = self.binary("multiply", x, &rows, &wide);
        (self.binary("subtract", &direct, &indirect, &wide), of_weight)
    }
}

const QKV: [u64; 5] = [BATCH, TOKENS, 3, HEADS, HEAD];
const ONE: [u64; 4] = [BATCH, TOKENS, HEADS, HEAD];
const SCORES: [u64; 4] = [BATCH, HEADS, TOKENS, TOKENS];
const SHARES: [u64; 3] = [BATCH, HEADS, TOKENS];
const WIDE: [u64; 3] = [BATCH, TOKENS, MODEL];
const DEEP: [u64; 3] = [BATCH, TOKENS, HIDDEN];

fn forward(writer: &mut StepWriter, layer: usize, x: String, weights: [String; 6]) -> Kept {
    let [norm1, qkv, out, norm2, up, down] = weights;
    writer.enter(&format!("jvp(layer{layer})/norm"), 12);
    let normed = writer.norm(&x, &norm1);
    writer.enter(&format!("jvp(layer{layer})/attn"), 15);
    let all = writer.dot(
        [(&normed, &WIDE), (&qkv, &[MODEL, 3, HEADS, HEAD])],
        "contracting_dims = [2] x [0]",
        &QKV,
    );
    let parts = [0, 1, 2].map(|part| {
        let text = format!(
            "slice {all} [0:{BATCH}, 0:{TOKENS}, {part}:{}, 0:{HEADS}, 0:{HEAD}] : ({}) -> {}",
            part + 1,
            tensor(&QKV),
            tensor(&[BATCH, TOKENS, 1, HEADS, HEAD])
        );
        let one = writer.op("slice", &text);
        let from = tensor(&[BATCH, TOKENS, 1, HEADS, HEAD]);
        writer.op("reshape", &format!("reshape {one} : ({from}) -> {}", tensor(&ONE)))
    });
    let dims = "batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]";
    let scores = writer.dot([(&parts[0], &ONE), (&parts[1], &ONE)], dims, &SCORES);
    let scores = writer.scale(&scores, "8.838835e-02", &SCORES);
    let most = writer.reduce("maximum", &scores, &SCORES, &[3]);
    let most = writer.broadcast(&most, &SHARES, &[0, 1, 2], &SCORES);
    let scores = writer.binary("subtract", &scores, &most, &SCORES);
    let powers = writer.unary("exponential", &scores, &SCORES);
    let sum = writer.reduce("add", &powers, &SCORES, &[3]);
    let sum = writer.broadcast(&sum, &SHARES, &[0, 1, 2], &SCORES);
    let shares = writer.binary("divide", &powers, &sum, &SCORES);
    let dims = "batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]";
    let mixed = writer.dot([(&shares, &SCORES), (&parts[2], &ONE)], dims, &[BATCH, HEADS, TOKENS, HEAD]);
    let heads = writer.transpose(&mixed, &[BATCH, HEADS, TOKENS, HEAD], &[0, 2, 1, 3]);
    writer.line = 18;
    let dims = "contracting_dims = [2, 3] x [0, 1]";
    let attended = writer.dot([(&heads, &ONE), (&out, &[HEADS, HEAD, MODEL])], dims, &WIDE);
    let between = writer.binary("add", &x, &attended, &WIDE);
    writer.enter(&format!("jvp(layer{layer})/mlp"), 20);
    let second = writer.norm(&between, &norm2);
    let hidden =
        writer.dot([(&second, &WIDE), (&up, &[MODEL, HIDDEN])], "contracting_dims = [2] x [0]", &DEEP);
    let bent = writer.unary("tanh", &hidden, &DEEP);
    let active = writer.binary("multiply", &hidden, &bent, &DEEP);
    writer.line = 22;
    let back =
        writer.dot([(&active, &DEEP), (&down, &[HIDDEN, MODEL])], "contracting_dims = [2] x [0]", &WIDE);
    let result = writer.binary("add", &between, &back, &WIDE);
    Kept { input: x, normed, shares, parts, heads, between, second, hidden, active, result }
}

fn backward(
    writer: &mut StepWriter,
    layer: usize,
    kept: &Kept,
    weights: [String; 6],
    gradient: String,
) -> (String, [String; 6]) {
    let [norm1, qkv, out, norm2, up, down] = weights;
    writer.enter(&format!("transpose(jvp(layer{layer}))/mlp"), 22);
    let rows = "contracting_dims = [0, 1] x [0, 1]";
    let of_down = writer.dot([(&kept.active, &DEEP), (&gradient, &WIDE)], rows, &[HIDDEN, MODEL]);
    let active =
        writer.dot([(&gradient, &WIDE), (&down, &[HIDDEN, MODEL])], "contracting_dims = [2] x [1]", &DEEP);
    writer.line = 20;
    let bent = writer.unary("tanh", &kept.hidden, &DEEP);
    let hidden = writer.binary("multiply", &active, &bent, &DEEP);
    let of_up = writer.dot([(&kept.second, &WIDE), (&hidden, &DEEP)], rows, &[MODEL, HIDDEN]);
    let second =
        writer.dot([(&hidden, &DEEP), (&up, &[MODEL, HIDDEN])], "contracting_dims = [2] x [1]", &WIDE);
    let (inner, of_norm2) = writer.norm_back(&kept.between, &norm2, &second);
    let between = writer.binary("add", &gradient, &inner, &WIDE);
    writer.enter(&format!("transpose(jvp(layer{layer}))/attn"), 18);
    let of_out = writer.dot([(&kept.heads, &ONE), (&between, &WIDE)], rows, &[HEADS, HEAD, MODEL]);
    let heads =
        writer.dot([(&between, &WIDE), (&out, &[HEADS, HEAD, MODEL])], "contracting_dims = [2] x [2]", &ONE);
    writer.line = 15;
    let dims = "batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]";
    let shares = writer.dot([(&heads, &ONE), (&kept.parts[2], &ONE)], dims, &SCORES);
    let scores = writer.binary("multiply", &shares, &kept.shares, &SCORES);
    let sums = writer.reduce("add", &scores, &SCORES, &[3]);
    let sums = writer.broadcast(&sums, &SHARES, &[0, 1, 2], &SCORES);
    let sums = writer.binary("multiply", &sums, &kept.shares, &SCORES);
    let scores = writer.binary("subtract", &scores, &sums, &SCORES);
    let scores = writer.scale(&scores, "8.838835e-02", &SCORES);
    let mixed = [BATCH, HEADS, TOKENS, HEAD];
    let parts: Vec<String> =
        [(3, 1, &kept.parts[1], &scores), (2, 1, &kept.parts[0], &scores), (2, 1, &heads, &kept.shares)]
            .into_iter()
            .map(|(left, right, other, scores)| {
                let dims =
                    format!("batching_dims = [0, 1] x [0, 2], contracting_dims = [{left}] x [{right}]");
                let part = writer.dot([(scores, &SCORES), (other, &ONE)], &dims, &mixed);
                let part = writer.transpose(&part, &mixed, &[0, 2, 1, 3]);
                let to = tensor(&[BATCH, TOKENS, 1, HEADS, HEAD]);
                writer.op("reshape", &format!("reshape {part} : ({}) -> {to}", tensor(&ONE)))
            })
            .collect();
    let one = tensor(&[BATCH, TOKENS, 1, HEADS, HEAD]);
    let text =
        format!("concatenate {}, dim = 2 : ({one}, {one}, {one}) -> {}", parts.join(", "), tensor(&QKV));
    let all = writer.op("concatenate", &text);
    let of_qkv = writer.dot([(&kept.normed, &WIDE), (&all, &QKV)], rows, &[MODEL, 3, HEADS, HEAD]);
    let dims = "contracting_dims = [2, 3, 4] x [1, 2, 3]";
    let normed = writer.dot([(&all, &QKV), (&qkv, &[MODEL, 3, HEADS, HEAD])], dims, &WIDE);
    writer.enter(&format!("transpose(jvp(layer{layer}))/norm"), 12);
    let (inner, of_norm1) = writer.norm_back(&kept.input, &norm1, &normed);
    let input = writer.binary("add", &between, &inner, &WIDE);
    (input, [of_norm1, of_qkv, of_out, of_norm2, of_up, of_down])
}

/// New values of a parameter and of its momentum.
fn update(writer: &mut StepWriter, number: usize, parameter: &Parameter) -> (String, String) {
    let Parameter { shape, scope, gradient } = parameter;
    writer.enter(scope, 71);
    let old = writer.scale(&format!("%arg{}", 2 * number + 1), "9.000000e-01", shape);
    let momentum = writer.binary("add", &old, gradient, shape);
    let step = writer.scale(&momentum, "1.000000e-04", shape);
    let weight = format!("%arg{}", 2 * number);
    let decay = writer.scale(&weight, "1.000000e-05", shape);
    let step = writer.binary("add", &step, &decay, shape);
    (writer.binary("subtract", &weight, &step, shape), momentum)
}
