//! The plans that people write by hand, found from the structure of a program.

use partita::plans::Annotations;

use super::{arguments, auto_program, baseline, on_mesh, read};

#[test]
fn the_batch_of_a_training_step_is_found() {
    let (program, mesh) = on_mesh(&auto_program("data_parallel"), "x=2,y=2");
    let plan = baseline(&program, mesh, "data parallel").remove(0).plan.unwrap();
    assert_eq!(arguments(&plan), ["[{}, {}]", "[{}, {}]", r#"[{"x", "y"}, {}]"#, r#"[{"x", "y"}, {}]"#]);
    // The loss, and the two parameters after the step.
    let results: Vec<bool> = plan.results.iter().map(Option::is_some).collect();
    assert_eq!(results, [false, true, true]);
}

#[test]
fn fsdp_shards_the_state_of_the_optimiser() {
    let (program, mesh) = on_mesh(&auto_program("fsdp"), "x=4");
    let plan = baseline(&program, mesh, "FSDP").remove(0).plan.unwrap();
    let (down, up, data) = (r#"[{"x"}p1, {}]"#, r#"[{}, {"x"}p1]"#, r#"[{"x"}, {}]"#);
    assert_eq!(arguments(&plan), [down, up, down, up, down, up, data, data]);
    assert_eq!(plan.results.iter().flatten().count(), 6);
}

#[test]
fn megatron_alternates_columns_and_rows() {
    let (program, mesh) = on_mesh(&auto_program("megatron"), "model=4");
    let plan = baseline(&program, mesh, "Megatron").remove(0).plan.unwrap();
    let expert = Annotations::read(&read(&auto_program("megatron.expert")));
    assert_eq!(arguments(&plan), arguments(&expert));
}

#[test]
fn two_axes_have_two_purposes() {
    let (program, mesh) = on_mesh(&auto_program("data_and_model"), "slow=2,fast=4");
    let found = baseline(&program, mesh, "Megatron");
    assert_eq!(found[1].axes, "batch over slow, weights over fast");
    let plan = found[1].plan.as_ref().unwrap();
    let expert = Annotations::read(&read(&auto_program("data_and_model.expert")));
    assert_eq!(arguments(plan), arguments(&expert));
}

#[test]
fn a_program_without_the_structure_has_no_plan() {
    let text = "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }";
    let (program, mesh) = on_mesh(text, "x=2");
    let reasons = |name| baseline(&program, mesh, name).remove(0).plan.unwrap_err().to_string();
    assert_eq!(reasons("data parallel"), "no dimension of an argument is common to most products");
    assert_eq!(reasons("Megatron"), "no product has a parameter as its operand");
    let (program, mesh) = on_mesh(&auto_program("data_parallel"), "x=3");
    let reason = baseline(&program, mesh, "FSDP").remove(0).plan.unwrap_err().to_string();
    assert_eq!(reason, "3 devices do not divide the batch of 512");
}
