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
