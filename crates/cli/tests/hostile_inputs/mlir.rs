//! Hostile programs.

/// `main` of one value, sharded along an axis of two devices.
fn main_of(ty: &str, body: &str) -> String {
    format!(
        "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%x: {ty} {{sdy.sharding = #sdy.sharding<@m, [{{\"x\"}}]>}}) -> {ty} {{\n{body}}}\n"
    )
}

/// Functions each of which calls the next one twice.
fn calls(levels: usize) -> String {
    // The alias is shorter than the type.
    let main = main_of("tensor<4xf32>", "  %0 = call @f0(%x) : (!t) -> !t\n  return %0 : !t\n");
    let mut text = format!("!t = tensor<4xf32>\n{main}");
    for level in 0..levels {
        let next = level + 1;
        text += &format!(
            "func.func @f{level}(%x:!t)->!t{{%0=call @f{next}(%x):(!t)->!t\n%1=call @f{next}(%0):(!t)->!t\nreturn %1:!t}}\n"
        );
    }
    text + &format!("func.func @f{levels}(%x:!t)->!t{{%0=stablehlo.negate %x:!t\nreturn %0:!t}}\n")
}

/// The same chain with functions without arguments, which are constants.
fn constant_calls(levels: usize) -> String {
    let mut text = "!t = tensor<4xf32>\n".to_string();
    text += &main_of(
        "tensor<4xf32>",
        "  %0 = call @f0() : () -> !t\n  %1 = stablehlo.add %0, %x : !t\n  %2 = stablehlo.add %0, %1 : !t\n  return %2 : !t\n",
    );
    for level in 0..levels {
        let next = level + 1;
        text += &format!(
            "func.func @f{level}()->!t{{%0=call @f{next}():()->!t\n%1=call @f{next}():()->!t\n%2=stablehlo.add %0,%1:!t\nreturn %2:!t}}\n"
        );
    }
    text + &format!("func.func @f{levels}()->!t{{%0=stablehlo.constant dense<1.0>:!t\nreturn %0:!t}}\n")
}

/// Composites whose decompositions have two composites each.
fn composites(levels: usize) -> String {
    let mut text = "!t = tensor<4xf32>\n".to_string();
    let call = |level: usize, from: &str| {
        format!("stablehlo.composite \"a.f{level}\" {from} {{decomposition=@f{level}}}:(!t)->!t")
    };
    text += &main_of("tensor<4xf32>", &format!("  %0 = {}\n  return %0 : !t\n", call(0, "%x")));
    for level in 0..levels {
        let (first, second) = (call(level + 1, "%x"), call(level + 1, "%0"));
        text += &format!("func.func @f{level}(%x:!t)->!t{{%0={first}\n%1={second}\nreturn %1:!t}}\n");
    }
    text + &format!("func.func @f{levels}(%x:!t)->!t{{%0=stablehlo.negate %x:!t\nreturn %0:!t}}\n")
}

/// Aliases each of which refers to the previous one several times.
fn aliases(sigil: char, first: &str, each: impl Fn(&str) -> String, levels: usize) -> String {
    let mut text = format!("{sigil}a0 = {first}\n");
    for level in 1..=levels {
        text += &format!("{sigil}a{level} = {}\n", each(&format!("{sigil}a{}", level - 1)));
    }
    text
}

fn attribute_aliases(levels: usize) -> String {
    aliases('#', "[1, 1]", |a| format!("[{a}, {a}, {a}, {a}]"), levels)
}

fn type_aliases(levels: usize) -> String {
    aliases('!', "tuple<tensor<4xf32>>", |a| format!("tuple<{a}, {a}>"), levels)
}

fn location_aliases() -> String {
    let fused = aliases('#', "loc(\"a.py\":1:1)", |a| format!("loc(fused[{a}, {a}])"), 40);
    let called = aliases('#', "loc(\"b.py\":1:1)", |a| format!("loc(callsite({a} at {a}))"), 40);
    fused + &called.replace("#a", "#b")
}

/// A tensor of the largest size that is partitioned, with a dimension of one element that is padded to 65,536 shards.
fn padded() -> String {
    let ty = "tensor<1x8796093022208xf32>";
    let first = format!(
        "  %0 = sdy.sharding_constraint %x <@m, [{{\"x\"}}, {{}}]> : {ty}\n  %1 = stablehlo.negate %0 : {ty}\n"
    );
    let second =
        format!("  %2 = sdy.sharding_constraint %1 <@m, [{{}}, {{\"x\"}}]> : {ty}\n  return %2 : {ty}\n");
    format!("sdy.mesh @m = <[\"x\"=65536]>\nfunc.func @main(%x: {ty}) -> {ty} {{\n{first}{second}}}\n")
}

fn returning(ty: &str, made: &str) -> String {
    format!("func.func @main() -> {ty} {{\n  %0 = {made} : {ty}\n  return %0 : {ty}\n}}\n")
}

/// Chains of ops, each on the result of the previous one.
fn chain(ops: usize, each: impl Fn(usize) -> String) -> String {
    (1..=ops).map(|at| format!("  %{at} = {}\n", each(at - 1))).collect()
}

fn looped(trips: &str) -> String {
    let body = "stablehlo.while(%i = %c) : tensor<i64>\n cond {\n  %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n } do {\n  %j = stablehlo.add %i, %s : tensor<i64>\n  stablehlo.return %j : tensor<i64>\n }";
    format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<i64> {{\n  %c = stablehlo.constant dense<0> : tensor<i64>\n  %n = stablehlo.constant dense<{trips}> : tensor<i64>\n  %s = stablehlo.constant dense<1> : tensor<i64>\n  %0 = {body}\n  return %0 : tensor<i64>\n}}\n"
    )
}

fn endless() -> String {
    "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %t = stablehlo.constant dense<true> : tensor<i1>\n  %0 = stablehlo.while(%i = %x) : tensor<4xf32>\n cond {\n  stablehlo.return %t : tensor<i1>\n } do {\n  %j = stablehlo.negate %i : tensor<4xf32>\n  stablehlo.return %j : tensor<4xf32>\n }\n  return %0 : tensor<4xf32>\n}\n".to_string()
}

/// Three nested loops.
fn nested_loops() -> String {
    let mut body = "  %y = stablehlo.negate %x : tensor<4xf32>\n".to_string();
    for level in 0..6 {
        let (i, j, p) = (format!("%i{level}"), format!("%j{level}"), format!("%p{level}"));
        body = format!(
            "  %l{level} = stablehlo.while({i} = %c) : tensor<i64>\n cond {{\n  {p} = stablehlo.compare LT, {i}, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n  stablehlo.return {p} : tensor<i1>\n }} do {{\n{body}  {j} = stablehlo.add {i}, %s : tensor<i64>\n  stablehlo.return {j} : tensor<i64>\n }}\n"
        );
    }
    format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n  %c = stablehlo.constant dense<0> : tensor<i64>\n  %n = stablehlo.constant dense<1099511627776> : tensor<i64>\n  %s = stablehlo.constant dense<1> : tensor<i64>\n{body}  return %x : tensor<4xf32>\n}}\n"
    )
}

fn deep(levels: usize) -> String {
    let open = "\"a\"()({".repeat(levels);
    let close = "}):()->()\n".repeat(levels);
    format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n{open}{close}  return %x : tensor<4xf32>\n}}\n"
    )
}

fn deep_ifs(levels: usize) -> String {
    let mut body = "  %r = stablehlo.negate %x : tensor<4xf32>\n".to_string();
    let mut inner = "%r".to_string();
    for level in 0..levels {
        body = format!(
            "  %v{level} = \"stablehlo.if\"(%p) ({{\n{body}  stablehlo.return {inner} : tensor<4xf32>\n}}, {{\n  stablehlo.return %x : tensor<4xf32>\n}}) : (tensor<i1>) -> tensor<4xf32>\n"
        );
        inner = format!("%v{level}");
    }
    format!(
        "func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {{\n{body}  return {inner} : tensor<4xf32>\n}}\n"
    )
}

/// Tensors that double in size with every op.
fn doubling(levels: usize) -> String {
    let mut body = String::new();
    let mut size = 4u64;
    let mut name = "%x".to_string();
    for level in 0..levels {
        let twice = size * 2;
        body += &format!(
            "  %{level} = stablehlo.concatenate {name}, {name}, dim = 0 : (tensor<{size}xf32>, tensor<{size}xf32>) -> tensor<{twice}xf32>\n"
        );
        (size, name) = (twice, format!("%{level}"));
    }
    format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<{size}xf32> {{\n{body}  return {name} : tensor<{size}xf32>\n}}\n"
    )
}

fn mesh(axes: &str, sharding: &str, ty: &str) -> String {
    format!(
        "sdy.mesh @m = <[{axes}]>\nfunc.func @main(%x: {ty} {{sdy.sharding = #sdy.sharding<@m, [{sharding}]>}}) -> {ty} {{\n  %0 = stablehlo.negate %x : {ty}\n  return %0 : {ty}\n}}\n"
    )
}

fn many_axes(count: usize) -> String {
    let axes: Vec<String> = (0..count).map(|at| format!("\"a{at}\"=2")).collect();
    let used: Vec<String> = (0..count).map(|at| format!("\"a{at}\"")).collect();
    mesh(
        &axes.join(", "),
        &format!("{{{}}}", used.join(", ")),
        &format!("tensor<{}xf32>", 1u64 << count.min(40)),
    )
}

/// Matrix products between shardings on many axes, which have to be redistributed.
fn reshards(axes: usize) -> String {
    let names: Vec<String> = (0..axes).map(|at| format!("\"a{at}\"")).collect();
    let sizes: Vec<String> = names.iter().map(|name| format!("{name}=2")).collect();
    let (first, second) = names.split_at(axes / 2);
    let reversed: Vec<String> = names.iter().rev().cloned().collect();
    let (third, fourth) = reversed.split_at(axes / 3);
    let sharding = |a: &[String], b: &[String]| format!("[{{{}}}, {{{}}}]", a.join(", "), b.join(", "));
    let ty = "tensor<65536x65536xf32>";
    format!(
        "sdy.mesh @m = <[{}]>\nfunc.func @main(%x: {ty} {{sdy.sharding = #sdy.sharding<@m, {}>}}) -> ({ty} {{sdy.sharding = #sdy.sharding<@m, {}>}}) {{\n  return %x : {ty}\n}}\n",
        sizes.join(", "),
        sharding(first, second),
        sharding(third, fourth),
    )
}

pub(super) fn inputs() -> Vec<(&'static str, String)> {
    let identity = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32>";
    let attribute = |levels| {
        format!(
            "{}{identity} attributes {{note.a = #a{levels}}} {{\n  return %x : tensor<4xf32>\n}}\n",
            attribute_aliases(levels)
        )
    };
    let ty = |levels| {
        format!(
            "{}func.func @main(%x: !a{levels}) -> !a{levels} {{\n  return %x : !a{levels}\n}}\n",
            type_aliases(levels)
        )
    };
    let huge = |size: u64| returning(&format!("tensor<{size}xf32>"), "stablehlo.iota dim = 0");
    vec![
        ("calls-20", calls(20)),
        ("calls-40", calls(40)),
        // Below the limit: as long to process as a program with some thousand ops, for every command.
        ("calls-11", calls(11)),
        ("constant-calls", constant_calls(30)),
        ("padded-2-61", padded()),
        ("composites", composites(28)),
        ("attribute-aliases", attribute(30)),
        // Below the limit by itself, but used by many copies.
        ("attribute-aliases-below", attribute(8)),
        ("alias-chain", {
            let chain = aliases('#', "[1]", |a| format!("[{a}]"), 300);
            format!("{chain}{identity} attributes {{note.a = #a300}} {{\n  return %x : tensor<4xf32>\n}}\n")
        }),
        (
            "alias-in-copies",
            attribute_aliases(7) + &calls(12).replace("negate %x:", "negate %x {note.a = #a7}:"),
        ),
        ("type-aliases", ty(30)),
        ("type-aliases-below", ty(12)),
        ("type-in-attribute", {
            format!(
                "{}{identity} attributes {{note.a = !a40}} {{\n  return %x : tensor<4xf32>\n}}\n",
                type_aliases(40)
            )
        }),
        ("location-aliases", {
            let located = "  %0 = stablehlo.negate %x {note.l = loc(#a39)} : tensor<4xf32> loc(#b40)\n  return %0 : tensor<4xf32> loc(callsite(#b40 at #b40))\n";
            location_aliases() + &main_of("tensor<4xf32>", located)
        }),
        ("alias-in-location", {
            let located = "  %0 = stablehlo.negate %x : tensor<4xf32> loc(fused<#a30>[\"a\"])\n  return %0 : tensor<4xf32>\n";
            attribute_aliases(30) + &main_of("tensor<4xf32>", located)
        }),
        ("iota-1e9", huge(1_000_000_000)),
        ("iota-2-40", huge(1 << 40)),
        ("iota-2-62", huge(1 << 62)),
        ("iota-2-90", returning("tensor<1073741824x1073741824x1073741824xf32>", "stablehlo.iota dim = 0")),
        ("constant-2-40", returning("tensor<1099511627776xf32>", "stablehlo.constant dense<1.0>")),
        ("constant-2-62", returning("tensor<4611686018427387904xi1>", "stablehlo.constant dense<true>")),
        ("argument-2-40", main_of("tensor<1099511627776xf32>", "  return %x : tensor<1099511627776xf32>\n")),
        ("doubling", doubling(28)),
        ("dynamic-iota", {
            "func.func @main() -> tensor<?xf32> {\n  %s = stablehlo.constant dense<1099511627776> : tensor<1xi64>\n  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n".to_string()
        }),
        ("outer-product", {
            let line = "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<4194304xf32>, tensor<4194304xf32>) -> tensor<4194304x4194304xf32>\n  %c = stablehlo.constant dense<0.0> : tensor<f32>\n  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4194304x4194304xf32>, tensor<f32>) -> tensor<4194304xf32>\n  return %1 : tensor<4194304xf32>\n";
            main_of("tensor<4194304xf32>", line)
        }),
        ("endless", endless()),
        ("loop-2-62", looped("4611686018427387904")),
        ("nested-loops", nested_loops()),
        ("deep-150", deep(150)),
        ("deep-250", deep(250)),
        ("deep-ifs", deep_ifs(30)),
        ("brackets", format!("{identity} attributes {{note.a = {}", "[".repeat(4000))),
        ("constant-chain", {
            let body = chain(40, |at| match at {
                0 => "stablehlo.constant dense<1.0> : tensor<4xf32>".to_string(),
                at => format!("stablehlo.add %{at}, %{at} : tensor<4xf32>"),
            });
            main_of(
                "tensor<4xf32>",
                &format!("{body}  %y = stablehlo.add %x, %40 : tensor<4xf32>\n  return %y : tensor<4xf32>\n"),
            )
        }),
        ("groups-2-40", {
            let groups = "replica_groups = dense<0> : tensor<1099511627776x1xi64>";
            let sum = "({\n ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %s = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n})";
            let op = format!(
                "  %0 = \"stablehlo.all_reduce\"(%x) {sum} {{{groups}}} : (tensor<4xf32>) -> tensor<4xf32>\n"
            );
            main_of("tensor<4xf32>", &format!("{op}  return %0 : tensor<4xf32>\n"))
        }),
        ("mesh-2-20", mesh("\"x\"=1048576", "{\"x\"}", "tensor<1048576xf32>")),
        ("mesh-2-32", mesh("\"x\"=65536, \"y\"=65536", "{\"x\", \"y\"}", "tensor<4294967296xf32>")),
        ("mesh-2-40", mesh("\"x\"=1099511627776", "{\"x\"}", "tensor<1099511627776xf32>")),
        ("mesh-2-62", mesh("\"x\"=4611686018427387904", "{\"x\"}", "tensor<8xf32>")),
        ("axes-24", many_axes(24)),
        ("axes-64", many_axes(64)),
        ("reshards-16", reshards(16)),
        ("reshards-24", reshards(24)),
    ]
}
