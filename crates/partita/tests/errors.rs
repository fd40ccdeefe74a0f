//! Errors of all three front ends print like those of the command.

use std::error::Error as _;

use partita::{Error, ckks, hlo, notation, onnx};

const PRODUCT: &str = r#"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}"#;

fn codes(error: &Error) -> Vec<String> {
    error.codes().iter().map(ToString::to_string).collect()
}

#[test]
fn every_error_of_a_text_is_reported_with_its_position() {
    let error = hlo::read("mistakes.mlir", include_str!("../../../examples/mistakes.mlir")).unwrap_err();
    assert_eq!(codes(&error), ["PA0203", "PA0202", "PA0212", "PA0112", "PA0204", "PA0101"]);
    let text = error.to_string();
    assert!(text.contains(" --> mistakes.mlir:5:88\n"), "{text}");
    assert!(text.ends_with("6 errors"), "{text}");
}

#[test]
fn a_program_with_errors_is_not_processed_further() {
    let source = partita::Source::new("wrong.mlir", PRODUCT.replace("\"x\"}, {}", "\"y\"}, {}")).unwrap();
    let read = || {
        let full = 0..source.text().len();
        hlo::Program::read_part(&source, full, hlo::UnknownDialects::Keep, &mut ())
    };
    assert_eq!(read().found().errors(), 1);
    let propagated = hlo::propagate(read(), &hlo::Propagation::default());
    assert_eq!(codes(&propagated.unwrap_err()), ["PA0202"]);
    let partitioned = hlo::partition(read(), &hlo::Partitioning::default());
    assert_eq!(codes(&partitioned.unwrap_err()), ["PA0202"]);
}

#[test]
fn a_module_without_a_body_is_an_error() {
    for text in [r#""builtin.module"() ({}) : () -> ()"#, r#""builtin.module"() : () -> ()"#] {
        let source = partita::Source::new("empty.mlir", text).unwrap();
        let read = hlo::Program::read_part(&source, 0..text.len(), hlo::UnknownDialects::Keep, &mut ());
        assert!(read.found().has_errors(), "{text}");
        assert!(!hlo::propagate(read.clone(), &hlo::Propagation::default()).unwrap_err().codes().is_empty());
        assert!(!hlo::partition(read, &hlo::Partitioning::default()).unwrap_err().codes().is_empty());
    }
}

#[test]
fn questions_about_unknown_names_list_the_available_ones() {
    let program = hlo::read("product.mlir", PRODUCT).unwrap();
    let propagated = hlo::propagate(program, &hlo::Propagation::default()).unwrap();
    let error = propagated.why("%1", None).unwrap_err();
    assert!(matches!(error, Error::Question(_)));
    assert!(error.to_string().contains("%0"), "{error}");
    assert!(codes(&error).is_empty());
    let cause = error.source().expect("the question is the cause").to_string();
    assert!(error.to_string().starts_with(&cause), "{cause}");
}

#[test]
fn invalid_models_and_options_are_rejected() {
    assert_eq!(codes(&onnx::read_model("noise.onnx", &b"\xff\xff\xff"[..]).unwrap_err()), ["PA0601"]);
    let model = onnx::read_text("mlp.textproto", include_str!("../../../examples/mlp.textproto")).unwrap();
    assert!(notation::parse_mesh("x=zwei", None).unwrap_err().to_string().contains(" --> mesh:1:"));
    assert!("[{x".parse::<notation::Sharding>().unwrap_err().to_string().contains(" --> shard:1:"));
    let refused = |tensor: &str, sharding: &str| {
        let on = onnx::OnMesh::new(notation::parse_mesh("x=2", None).unwrap());
        let on = Some(on.shard(tensor, sharding.parse().unwrap()));
        model.partition(&onnx::RankPartition::default().on(on)).unwrap_err()
    };
    let error = refused("w1", "_,z").to_string();
    assert!(error.starts_with("error[PA0202]: ") && error.contains(" --> shard:1:"), "{error}");
    assert!(matches!(refused("nothing", "x"), Error::Model { .. }));
}

#[test]
fn invalid_networks_are_rejected_with_their_code() {
    let network = ckks::read_network(include_str!("../../../examples/mnist.toml")).unwrap();
    let error = ckks::plan(&network, 100, &ckks::PlanOptions::default()).unwrap_err();
    assert_eq!(codes(&error), ["PA0703"]);
    assert!(
        error.to_string().starts_with("error[PA0703]: expected a power of two up to 2^20 slots, found 100"),
        "{error}"
    );
}

#[test]
fn errors_are_errors_with_their_causes() {
    fn is_error<E: std::error::Error + 'static>() {}
    is_error::<partita::Diagnostic>();
    is_error::<partita::Diagnostics>();
    is_error::<partita::SyntaxError>();
    is_error::<hlo::Failure>();
    is_error::<onnx::Finding>();
    is_error::<onnx::EditError>();
    is_error::<partita::reshard::NoPlan>();
    let missing = std::path::Path::new("/nonexistent/lattigo.so");
    let error = partita::ckks::find_lattigo(Some(missing)).unwrap_err();
    assert_eq!(error.codes()[0].to_string(), "PA0580");
    assert!(
        error
            .to_string()
            .starts_with("error[PA0580]: cannot find the Lattigo library at `/nonexistent/lattigo.so`")
    );
    let source = std::error::Error::source(&error).expect("the engine's own error");
    assert!(source.is::<partita::EngineError>());
}
