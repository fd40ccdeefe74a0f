//! A training step of a transformer with any number of layers, as JAX lowers it: unrolled layers, locations with files and name
//! stacks, private functions without positions.

use std::fmt::Write;

const BATCH: usize = 64;
const WIDTH: usize = 4096;
const HIDDEN: usize = 16384;

/// The files of the model, with the lines that the ops are on.
const MODEL: &str = "project/model.py";
const TRAIN: &str = "project/train.py";

/// How names, positions and loops appear in the program.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) layers: usize,
    /// Whether ops have locations.
    pub(crate) has_locations: bool,
}

/// Writes a program line by line.
struct LayerWriter {
    form: Form,
    text: String,
    locations: String,
    values: usize,
    positions: usize,
}

/// The text of the program: about 100 ops per layer.
pub(crate) fn program(form: Form) -> String {
    let mut writer =
        LayerWriter { form, text: String::new(), locations: String::new(), values: 0, positions: 0 };
    writer.module();
    writer.text + &writer.locations
}

fn matrix(rows: usize, columns: usize) -> String {
    format!("tensor<{rows}x{columns}xbf16>")
}

impl LayerWriter {
    /// The end of a line: a location with a name stack and a position.
    fn location(&mut self, name: &str, file: &str, line: usize) -> String {
        if !self.form.has_locations {
            return String::new();
        }
        let at = self.positions;
        self.positions += 2;
        writeln!(self.locations, "#loc{} = loc(\"{file}\":{line}:12 to :48)", at).unwrap();
        writeln!(self.locations, "#loc{} = loc(\"jit(train_step)/{name}\"(#loc{at}))", at + 1).unwrap();
        format!(" loc(#loc{})", at + 1)
    }

    /// Adds an op with one result; returns its name.
    fn op(&mut self, text: &str, name: &str, file: &str, line: usize) -> String {
        let value = format!("%{}", self.values);
        self.values += 1;
        let location = self.location(name, file, line);
        writeln!(self.text, "    {value} = {text}{location}").unwrap();
        value
    }

    fn product(
        &mut self,
        operands: [(&str, [usize; 2]); 2],
        dims: [usize; 2],
        name: &str,
        line: usize,
    ) -> String {
        let [(a, a_shape), (b, b_shape)] = operands;
        let result = matrix(a_shape[1 - dims[0]], b_shape[1 - dims[1]]);
        let types =
            format!("({}, {}) -> {result}", matrix(a_shape[0], a_shape[1]), matrix(b_shape[0], b_shape[1]));
        let text = format!(
            "stablehlo.dot_general {a}, {b}, contracting_dims = [{}] x [{}] : {types}",
            dims[0], dims[1]
        );
        self.op(&text, &format!("{name}/dot_general"), MODEL, line)
    }

    fn module(&mut self) {
        let layers = self.form.layers;
        self.text += "module @jit_train_step attributes {mhlo.num_partitions = 64 : i32} {\n";
        self.text += "  sdy.mesh @mesh = <[\"data\"=8, \"model\"=8]>\n";
        let weights = [
            ("q", WIDTH, WIDTH, true),
            ("out", WIDTH, WIDTH, false),
            ("up", WIDTH, HIDDEN, true),
            ("down", HIDDEN, WIDTH, false),
        ];
        let mut arguments = vec![format!(
            "%x: {} {{sdy.sharding = #sdy.sharding<@mesh, [{{\"data\"}}, {{}}]>}}{}",
            matrix(BATCH * 16, WIDTH),
            self.argument("batch")
        )];
        let mut results = Vec::new();
        for layer in 0..layers {
            for (name, rows, columns, is_column) in weights {
                let sharding = if is_column { "[{}, {\"model\"}]" } else { "[{\"model\"}, {}]" };
                let sharding = format!("{{sdy.sharding = #sdy.sharding<@mesh, {sharding}>");
                let location = self.argument(&format!("params['layers'][{layer}]['{name}']"));
                arguments.push(format!("%{name}_{layer}: {} {sharding}}}{location}", matrix(rows, columns)));
                let info = format!("jax.result_info = \"result['layers'][{layer}]['{name}']\"");
                results.push(format!("{} {sharding}, {info}}}", matrix(rows, columns)));
            }
        }
        writeln!(
            self.text,
            "  func.func public @main({}) -> ({}) {{",
            arguments.join(", "),
            results.join(", ")
        )
        .unwrap();
        let returned = self.body();
        let types: Vec<String> =
            (0..layers).flat_map(|_| weights).map(|(_, rows, columns, _)| matrix(rows, columns)).collect();
        writeln!(self.text, "    return {} : {}\n  }}", returned.join(", "), types.join(", ")).unwrap();
        // JAX writes only the name of the operation inside of private functions.
        let inner =
            |name: &str| if self.form.has_locations { format!(" loc(\"{name}\")") } else { String::new() };
        let ty = matrix(BATCH * 16, HIDDEN);
        let relu = format!(
            "  func.func private @relu(%arg0: {ty}) -> {ty} {{\n    \
             %cst = stablehlo.constant dense<0.000000e+00> : {ty}{}\n    \
             %0 = stablehlo.maximum %arg0, %cst : {ty}{}\n    return %0 : {ty}{}\n  }}\n}}\n",
            inner("jit(relu)"),
            inner("max"),
            inner("jit(relu)")
        );
        self.text += &relu;
    }

    fn argument(&self, name: &str) -> String {
        if self.form.has_locations { format!(" loc(\"{name}\")") } else { String::new() }
    }

    /// The forward and the backward pass; returns the new weights.
    fn body(&mut self) -> Vec<String> {
        let rows = BATCH * 16;
        let (narrow, wide) = ([rows, WIDTH], [rows, HIDDEN]);
        let layers = self.form.layers;
        let mut x = "%x".to_string();
        let mut kept = Vec::new();
        for layer in 0..layers {
            let scope = format!("jvp(layers_{layer})");
            let weight = |name: &str| format!("%{name}_{layer}");
            let q = self.product(
                [(&x, narrow), (&weight("q"), [WIDTH, WIDTH])],
                [1, 0],
                &format!("{scope}/attn"),
                15,
            );
            let heads = self.chain(&q, narrow, &format!("{scope}/attn"), 16);
            let out = self.product(
                [(&heads, narrow), (&weight("out"), [WIDTH, WIDTH])],
                [1, 0],
                &format!("{scope}/attn"),
                17,
            );
            let added = self.sum(&x, &out, narrow, &format!("{scope}/add"), 18);
            let up = self.product(
                [(&added, narrow), (&weight("up"), [WIDTH, HIDDEN])],
                [1, 0],
                &format!("{scope}/mlp"),
                21,
            );
            let call = format!("func.call @relu({up}) : ({0}) -> {0}", matrix(rows, HIDDEN));
            let hidden = self.op(&call, &format!("{scope}/mlp/jit(relu)"), MODEL, 22);
            let down = self.product(
                [(&hidden, wide), (&weight("down"), [HIDDEN, WIDTH])],
                [1, 0],
                &format!("{scope}/mlp"),
                23,
            );
            kept.push([x.clone(), heads, added.clone(), hidden]);
            x = self.sum(&added, &down, narrow, &format!("{scope}/add"), 24);
        }
        let mut gradient = x;
        let mut new_weights = Vec::new();
        for layer in (0..layers).rev() {
            let scope = format!("transpose(jvp(layers_{layer}))");
            let weight = |name: &str| format!("%{name}_{layer}");
            let [input, heads, added, hidden] = &kept[layer];
            let down =
                self.product([(hidden, wide), (&gradient, narrow)], [0, 0], &format!("{scope}/mlp"), 23);
            let gradient_of_sum = self.chain(&gradient, narrow, &scope, 24);
            let to_hidden = self.product(
                [(&gradient_of_sum, narrow), (&weight("down"), [HIDDEN, WIDTH])],
                [1, 1],
                &format!("{scope}/mlp"),
                23,
            );
            let up = self.product([(added, narrow), (&to_hidden, wide)], [0, 0], &format!("{scope}/mlp"), 21);
            let to_added = self.product(
                [(&to_hidden, wide), (&weight("up"), [WIDTH, HIDDEN])],
                [1, 1],
                &format!("{scope}/mlp"),
                21,
            );
            let added_gradient = self.sum(&gradient, &to_added, narrow, &format!("{scope}/add_any"), 18);
            let out = self.product(
                [(heads, narrow), (&added_gradient, narrow)],
                [0, 0],
                &format!("{scope}/attn"),
                17,
            );
            let to_heads = self.product(
                [(&added_gradient, narrow), (&weight("out"), [WIDTH, WIDTH])],
                [1, 1],
                &format!("{scope}/attn"),
                17,
            );
            let q =
                self.product([(input, narrow), (&to_heads, narrow)], [0, 0], &format!("{scope}/attn"), 15);
            let to_input = self.product(
                [(&to_heads, narrow), (&weight("q"), [WIDTH, WIDTH])],
                [1, 1],
                &format!("{scope}/attn"),
                15,
            );
            gradient = self.sum(&added_gradient, &to_input, narrow, &format!("{scope}/add_any"), 12);
            let updated = [
                ("q", q, WIDTH, WIDTH),
                ("out", out, WIDTH, WIDTH),
                ("up", up, WIDTH, HIDDEN),
                ("down", down, HIDDEN, WIDTH),
            ];
            let updated = updated.map(|(name, gradient, rows, columns)| {
                let ty = matrix(rows, columns);
                let text = format!("stablehlo.subtract {}, {gradient} : {ty}", weight(name));
                self.op(&text, "sub", TRAIN, 52)
            });
            new_weights.push(updated);
        }
        new_weights.reverse();
        new_weights.concat()
    }

    /// A chain of elementwise ops, such as a normalisation.
    fn chain(&mut self, value: &str, shape: [usize; 2], name: &str, line: usize) -> String {
        (0..40).fold(value.to_string(), |value, _| {
            let text = format!("stablehlo.tanh {value} : {}", matrix(shape[0], shape[1]));
            self.op(&text, &format!("{name}/tanh"), MODEL, line)
        })
    }

    fn sum(&mut self, a: &str, b: &str, shape: [usize; 2], name: &str, line: usize) -> String {
        self.op(&format!("stablehlo.add {a}, {b} : {}", matrix(shape[0], shape[1])), name, MODEL, line)
    }
}
