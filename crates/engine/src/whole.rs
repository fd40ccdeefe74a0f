//! A program for one device, as XLA takes it: the same ops, and nothing about devices.

use partita_hlo::export::DROP_SHARDING_AND_MESH;
use partita_ir::{Attr, Module, OpCode, OpId, Uses, names, pass};
use partita_mlir::{PrintOptions, print};

/// The text of a module whose entry function is called `main`, as XLA expects.
pub(crate) fn text(module: &Module, entry: &str) -> String {
    let options = PrintOptions::default();
    match module.find_function(entry) {
        Some(function) if entry != "main" => {
            let mut module = module.clone();
            let name = module.context.attr(Attr::String(b"main".as_slice().into()));
            module.set_attr(function, names::SYM_NAME, name);
            print(&module, options)
        }
        _ => print(module, options),
    }
}

/// A module without shardings, meshes and the ops that only speak of them.
///
/// None where an op has no meaning on one device (a manual computation), or is no op of StableHLO without a sharding (a
/// named computation).
pub fn without_shardings(module: &Module) -> Option<Module> {
    let ops = module.walk(module.top());
    let code = |op: &OpId| module.op(*op).name.code();
    if ops
        .iter()
        .any(|op| matches!(code(op), Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation)))
    {
        return None;
    }
    let mut whole = module.clone();
    let mut uses = Uses::new(&whole);
    for op in ops {
        match whole.op(op).name.code() {
            Some(OpCode::SdyConstant) => whole.rename(op, OpCode::Constant),
            Some(OpCode::SdyShardingGroup) => whole.erase(op),
            Some(code) if code.kind().is_identity() => {
                let (operand, result) = (whole.op(op).operands[0], whole.op(op).result(0));
                uses.remove_op(&whole, op);
                uses.replace_all(&mut whole, result, operand);
                whole.erase(op);
            }
            _ => {}
        }
    }
    pass::run_all(&mut whole, &[DROP_SHARDING_AND_MESH]).ok()?;
    // A module for eight devices would not compile for one.
    let top = whole.top();
    for name in ["mhlo.num_partitions", "mhlo.num_replicas"] {
        if let Some(name) = whole.context.find_symbol(name) {
            whole.remove_attr(top, name);
        }
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use partita_base::Source;
    use partita_mlir::{ParseOptions, parse};

    use super::*;

    fn read(text: &str) -> Module {
        let parsed = parse(&Source::new("test", text).unwrap(), ParseOptions::default());
        assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn what_is_said_about_devices_goes() {
        let module = read(
            r#"module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=8]>
  func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x"}]> : tensor<8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<8xf32>
    %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
"#,
        );
        let whole = without_shardings(&module).expect("it has a form for one device");
        assert_eq!(
            text(&whole, "f"),
            "module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
"
        );
    }

    #[test]
    fn manual_computations_have_no_form_for_one_device() {
        let module = read(
            r#"sdy.mesh @mesh = <["x"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<1xf32>) {
    sdy.return %arg1 : tensor<1xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"#,
        );
        assert!(without_shardings(&module).is_none());
    }
}
