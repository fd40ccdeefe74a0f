//! Hostile models, in protobuf's text format.

fn model(graph: &str) -> String {
    format!(
        "ir_version: 10 opset_import {{ version: 21 }} opset_import {{ domain: \"own\" version: 1 }}\ngraph {{ name: \"g\" {graph} }}\n"
    )
}

/// A scalar, or a list of integers.
fn integers(name: &str, values: &[i64], is_scalar: bool) -> String {
    let dims = if is_scalar { String::new() } else { format!("dims: {}", values.len()) };
    let values: Vec<String> = values.iter().map(|value| format!("int64_data: {value}")).collect();
    format!("initializer {{ name: \"{name}\" {dims} data_type: 7 {} }} ", values.join(" "))
}

fn info(kind: &str, name: &str, element: u32, dims: &[i64]) -> String {
    let dims: Vec<String> = dims.iter().map(|size| format!("dim {{ dim_value: {size} }}")).collect();
    format!(
        "{kind} {{ name: \"{name}\" type {{ tensor_type {{ elem_type: {element} shape {{ {} }} }} }} }} ",
        dims.join(" ")
    )
}

fn node(op: &str, inputs: &[&str], output: &str, rest: &str) -> String {
    let inputs: Vec<String> = inputs.iter().map(|name| format!("input: \"{name}\"")).collect();
    format!("node {{ op_type: \"{op}\" {} output: \"{output}\" {rest} }} ", inputs.join(" "))
}

/// A model with one op on constants, between an input and an output.
fn made(op: &str, inputs: &[&str], constants: &str, element: u32, rest: &str) -> String {
    let graph = node(op, inputs, "t", rest)
        + &node("Relu", &["x"], "y", "")
        + constants
        + &info("input", "x", 1, &[4])
        + &info("output", "y", 1, &[4])
        + &format!("output {{ name: \"t\" type {{ tensor_type {{ elem_type: {element} }} }} }}");
    model(&graph)
}

fn functions(levels: usize) -> String {
    let graph = node("f0", &["x"], "y", "domain: \"own\"")
        + &info("input", "x", 1, &[4])
        + &info("output", "y", 1, &[4]);
    let mut text = model(&graph);
    for level in 0..levels {
        let next = format!("f{}", level + 1);
        let body = node(&next, &["a"], "b", "domain: \"own\"") + &node(&next, &["b"], "c", "domain: \"own\"");
        text += &format!("functions{{name:\"f{level}\" domain:\"own\" input:\"a\" output:\"c\" {body}}}\n");
    }
    let last = node("Relu", &["a"], "c", "");
    text + &format!(
        "functions{{name:\"f{levels}\" domain:\"own\" input:\"a\" output:\"c\" opset_import{{version:21}} {last}}}\n"
    )
}

fn endless_loop(trips: i64) -> String {
    let body = node("Identity", &["c"], "d", "")
        + &node("Relu", &["v"], "w", "")
        + &info("input", "i", 7, &[])
        + &info("input", "c", 9, &[])
        + &info("input", "v", 1, &[4])
        + &info("output", "d", 9, &[])
        + &info("output", "w", 1, &[4]);
    let attribute = format!("attribute {{ name: \"body\" type: GRAPH g {{ name: \"b\" {body} }} }}");
    let graph = node("Loop", &["n", "p", "x"], "y", &attribute)
        + &integers("n", &[trips], true)
        + "initializer { name: \"p\" data_type: 9 int32_data: 1 } "
        + &info("input", "x", 1, &[4])
        + &info("output", "y", 1, &[4]);
    model(&graph)
}

fn doubling(levels: usize) -> String {
    let mut graph = String::new();
    let mut name = "x".to_string();
    for level in 0..levels {
        let next = format!("v{level}");
        graph += &node("Concat", &[&name, &name], &next, "attribute { name: \"axis\" type: INT i: 0 }");
        name = next;
    }
    model(&(graph + &info("input", "x", 1, &[4]) + &format!("output {{ name: \"{name}\" }}")))
}

pub(super) fn inputs() -> Vec<(&'static str, String)> {
    let big = 1i64 << 40;
    let relu = |dims: &[i64]| {
        model(&(node("Relu", &["x"], "y", "") + &info("input", "x", 1, dims) + &info("output", "y", 1, dims)))
    };
    let axis = "attribute { name: \"axis\" type: INT i: 0 }";
    vec![
        ("input-2-33", relu(&[1 << 33])),
        ("input-2-40", relu(&[big])),
        ("input-2-60", relu(&[1 << 60])),
        // Shards are padded with zeros.
        ("uneven-2-30", relu(&[3, 1 << 30])),
        ("input-2-80", relu(&[big, big])),
        ("input-2-63", relu(&[i64::MAX, 4])),
        ("range", {
            let constants =
                integers("a", &[0], true) + &integers("b", &[big], true) + &integers("s", &[1], true);
            made("Range", &["a", "b", "s"], &constants, 7, "")
        }),
        ("range-float", {
            let number = |name: &str, value: &str| {
                format!("initializer {{ name: \"{name}\" data_type: 1 float_data: {value} }} ")
            };
            let constants = number("a", "0.0") + &number("b", "1099511627776.0") + &number("s", "1.0");
            made("Range", &["a", "b", "s"], &constants, 1, "")
        }),
        ("constant-of-shape-2-31", {
            made("ConstantOfShape", &["s"], &integers("s", &[i32::MAX.into(), 8], false), 1, "")
        }),
        ("constant-of-shape", made("ConstantOfShape", &["s"], &integers("s", &[big], false), 1, "")),
        (
            "constant-of-shape-2-62",
            made("ConstantOfShape", &["s"], &integers("s", &[1 << 31, 1 << 31], false), 1, ""),
        ),
        ("expand", made("Expand", &["x", "s"], &integers("s", &[big, 4], false), 1, "")),
        ("tile", made("Tile", &["x", "s"], &integers("s", &[big], false), 1, "")),
        ("pad", made("Pad", &["x", "s"], &integers("s", &[big, big], false), 1, "")),
        ("resize", {
            let sizes = integers("s", &[1 << 36], false);
            made("Resize", &["x", "", "", "s"], &sizes, 1, "")
        }),
        ("one-hot", {
            let constants =
                integers("i", &[1, 2], false) + &integers("d", &[big], true) + &integers("v", &[0, 1], false);
            made("OneHot", &["i", "d", "v"], &constants, 7, "")
        }),
        ("gathered", made("Gather", &["x", "i"], &integers("i", &[0, 1], false), 1, axis)),
        ("loop", endless_loop(i64::MAX)),
        // The embedded runtime computes in 32-bit integers.
        ("loop-2-31", endless_loop(i32::MAX.into())),
        ("functions-12", functions(12)),
        ("functions-18", functions(18)),
        ("doubling", doubling(40)),
        ("initializer-2-40", {
            let graph = node("Add", &["x", "w"], "y", "")
                + "initializer { name: \"w\" dims: 1099511627776 data_type: 1 } ";
            model(&(graph + &info("input", "x", 1, &[4]) + &info("output", "y", 1, &[4])))
        }),
        ("product-2-60", {
            let graph = node("MatMul", &["x", "w"], "y", "")
                + &info("input", "x", 1, &[1 << 30, 4])
                + &info("input", "w", 1, &[4, 1 << 30])
                + &info("output", "y", 1, &[1 << 30, 1 << 30]);
            model(&graph)
        }),
    ]
}
