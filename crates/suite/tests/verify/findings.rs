//! Diagnostics about shardings point at the text at fault.

use partita_base::Source;
use partita_mlir::{ParseOptions, parse};
use partita_verify::verify;

/// The text that diagnostics point at, by code.
fn pointed_at(text: &str) -> Vec<(String, String)> {
    let source = Source::new("test", text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    let mut found = parsed.diagnostics;
    if !found.has_errors() {
        found.append(verify(&parsed.module));
    }
    found.iter().map(|d| (d.code.to_string(), source.slice(d.span).to_string())).collect()
}

#[test]
fn diagnostics_point_at_the_text_at_fault() {
    let mesh = r#"sdy.mesh @m = <["a"=2, "b"=4]>"#;
    let cases: &[(&str, &[(&str, &str)])] = &[
        // Arguments and results of a function, in custom and generic form.
        (
            r#"func.func @f(%x: (i32) -> i32 {q.r = [1, 2]}, %y: tensor<8x8xf32> {a.b = "sdy.sharding = (", sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "z"}]>})
                -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) { "x.y"() : () -> () }"#,
            &[("PA0202", r#""z""#), ("PA0201", "@n")],
        ),
        (
            r#""func.func"() <{arg_attrs = [{}, {sdy.sharding = #sdy.sharding<@m, [{"a":(1)3}]>}], function_type = (i32, tensor<8xf32>) -> (), sym_name = "f"}> ({
              ^bb0(%a: i32, %b: tensor<8xf32>):
                "func.return"() : () -> ()
              }) : () -> ()"#,
            &[("PA0208", r#""a":(1)3"#)],
        ),
        // Entries of lists.
        (
            r#"func.func @f(%x: tensor<8xf32>) {
                %0:2 = "x.y"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{"a", "b"}], replicated={"b"}>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
                return
              }"#,
            &[("PA0203", r#""b""#)],
        ),
        (
            r#"func.func @f(%x: tensor<8xf32>) {
                %0:2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>, <@m, [{"b", "a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
                  sdy.return %b, %b : tensor<4xf32>, tensor<4xf32>
                } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
                return
              }"#,
            &[("PA0234", r#""a""#)],
        ),
        // Meshes, also those written in place.
        (r#"sdy.mesh @n = <["x"=2, "x"=3]>"#, &[("PA0221", r#""x"=3"#)]),
        (
            r#"func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=0]>, [{"x"}]>}) { return }"#,
            &[("PA0220", r#""y"=0"#)],
        ),
        // Lists of axes.
        (
            r#"func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
                %0 = sdy.all_gather [{}, {"b", "z"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
                return
              }"#,
            &[("PA0202", r#""z""#)],
        ),
        (
            r#"func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
                %0 = sdy.all_to_all [{"a"}: 1->0] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
                return
              }"#,
            &[("PA0243", r#""a""#)],
        ),
        // Behind an alias there is nothing to point into.
        (
            r#"#s = #sdy.sharding<@m, [{"z"}]>
              func.func @f(%x: tensor<8xf32> {sdy.sharding = #s}) { return }"#,
            &[("PA0202", "#s")],
        ),
    ];
    for (text, expected) in cases {
        let found = pointed_at(&format!("{mesh}\n{text}"));
        let found: Vec<(&str, &str)> = found.iter().map(|(code, at)| (&**code, &**at)).collect();
        assert_eq!(found, *expected, "{text}");
    }
}
