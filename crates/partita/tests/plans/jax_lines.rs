//! Annotations as lines of JAX.

use partita::plans::Annotations;
use partita::report::View;

use super::{auto_program, baseline, on_mesh, read};

#[test]
fn annotations_are_lines_of_jax() {
    let text = r#"
#loc1 = loc("params['layers'][0]['up']")
#loc2 = loc("params['layers'][1]['up']")
#loc3 = loc("model.py":12:4)
module {
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func public @main(%a: tensor<8x8xf32> loc(#loc1), %b: tensor<8x8xf32> loc(#loc2)) -> (tensor<8x8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32> loc(#loc3)
  return %0 : tensor<8x8xf32>
}
}"#;
    let program = read(text);
    let mut plan = Annotations::none(&program);
    let mesh = plan.meshes.find("mesh").unwrap();
    let sharding = |text: &str| {
        let written: partita::notation::Sharding = text.parse().unwrap();
        written.on(plan.meshes.get(mesh), mesh, 2).unwrap()
    };
    let (columns, rows, part) = (sharding("_,model"), sharding("data,_"), sharding("data:(1)2,_"));
    let entry = program.module().entry_function().unwrap();
    let sum = program.module().op(program.module().walk(entry)[1]).result(0);
    plan.arguments = vec![Some(columns.clone()), Some(columns)];
    plan.results = vec![Some(part)];
    plan.constraints = vec![(sum, rows)];
    let lines = plan.jax_lines(&program);
    let expected = r#"mesh = jax.make_mesh((4, 2), ('data', 'model'))
# arguments
params['layers'][*]['up']  NamedSharding(mesh, P(None, 'model'))  # 2 times
# results
result['y']  <@mesh, [{"data":(1)2}, {}]>
# constraints
model.py:12
    x = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P('data', None)))
"#;
    assert_eq!(lines.text(), expected);
    assert!(lines.json().contains(r#""path": "params['layers'][1]['up']""#));
}

#[test]
fn priorities_are_noted() {
    let (program, mesh) = on_mesh(&auto_program("fsdp"), "x=4");
    let plan = baseline(&program, mesh, "FSDP").remove(0).plan.unwrap();
    let text = plan.jax_lines(&program).text();
    let state = "arg0, …, arg4  NamedSharding(mesh, P('x', None))  # 3 times, in sdy with priority 1\n";
    let data = "arg6, arg7     NamedSharding(mesh, P('x', None))  # 2 times\n";
    assert!(text.contains(state) && text.contains(data), "{text}");
}
