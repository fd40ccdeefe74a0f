//! Annotations are read, removed and written.

use partita::hlo;
use partita::notation::parse_mesh;
use partita::plans::{self, Annotations, Given};

use super::{MLP, TRANSFORMER, auto_program, on_mesh, read};

#[test]
fn annotations_are_read_back() {
    for text in [MLP, TRANSFORMER, &auto_program("megatron.expert"), &auto_program("experts.expert")] {
        let program = read(text);
        let annotations = Annotations::read(&program);
        assert!(annotations.count() > 0);
        let again = annotations.apply(&program, Given::Removed);
        let found = Annotations::read(&again);
        assert_eq!((&found.arguments, &found.results), (&annotations.arguments, &annotations.results));
        let shardings = |each: &Annotations| -> Vec<_> {
            each.constraints.iter().map(|(_, sharding)| sharding.clone()).collect()
        };
        assert_eq!(shardings(&found), shardings(&annotations));
        // The text is valid, and both programs partition alike.
        let again = read(&hlo::print(again.module()));
        let local = |program| hlo::partition(program, &hlo::Partitioning::default()).unwrap();
        assert_eq!(local(again).comms().bytes, local(program).comms().bytes);
    }
}

#[test]
fn removed_annotations_leave_a_program_without_shardings() {
    for text in [TRANSFORMER, &auto_program("vocabulary.expert")] {
        let program = read(text);
        let bare = Annotations::none(&program).apply(&program, Given::Removed);
        let printed = hlo::print(bare.module());
        assert!(!printed.contains("sdy.sharding"), "{printed}");
        let kept = Annotations::none(&program).apply(&program, Given::Kept);
        assert_eq!(hlo::print(kept.module()), hlo::print(program.module()));
    }
}

#[test]
fn a_program_gets_a_mesh() {
    let (program, mesh) = on_mesh(&auto_program("megatron"), "a=2,b=4");
    assert_eq!(program.module().meshes().get(mesh).device_count(), 8);
    let text = hlo::print(program.module());
    assert!(text.contains(r#"sdy.mesh @mesh = <["a"=2, "b"=4]>"#), "{text}");
    assert!(text.contains("mhlo.num_partitions = 8"), "{text}");
    // The axes of its annotations do not exist on another mesh.
    let annotated = read(&auto_program("megatron.expert"));
    let other = parse_mesh("a=2,b=4", None).unwrap();
    assert!(plans::with_mesh(annotated, &other).is_err());
}

#[test]
fn an_operand_is_annotated_for_one_op_alone() {
    let text = r#"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
"#;
    let program = read(text);
    let module = program.module();
    let product = module.walk(module.top()).into_iter().find(|&op| module.op(op).operands.len() == 2);
    let product = product.filter(|&op| module.op(op).results().count() == 1).unwrap();
    let mut annotations = Annotations::none(&program);
    let mesh = annotations.meshes.find("mesh").unwrap();
    let rows: partita::notation::Sharding = "x,_".parse().unwrap();
    let rows = rows.on(annotations.meshes.get(mesh), mesh, 2).unwrap();
    annotations.operands = vec![((product, 0), rows)];
    let annotated = annotations.apply(&program, Given::Removed);
    let printed = hlo::print(annotated.module());
    assert!(printed.contains("dot_general %1, %0,"), "{printed}");
    assert!(printed.contains(r#"%1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]>"#), "{printed}");
    assert!(printed.contains("return %0, %2"), "{printed}");
    let lines = annotations.jax_lines(&program);
    assert_eq!((annotations.count(), lines.constraints.len()), (1, 1));
    assert_eq!(lines.constraints[0].operand, Some(0));
}
