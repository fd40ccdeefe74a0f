//! The single-device form of a program, for XLA: the same ops without shardings and meshes.

use partita_hlo::export::DROP_SHARDING_AND_MESH;
use partita_ir::{Attr, Module, OpCode, OpId, OpKind, Uses, names, pass};
use partita_mlir::{PrintOptions, print};

/// The text of a module with its entry function renamed to `main`, as XLA expects.
pub(crate) fn text_for_xla(module: &Module, entry: &str) -> String {
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

/// Removes shardings, meshes and the ops that only refer to them.
///
/// `None` if an op has no meaning on one device (a manual computation), or no StableHLO equivalent (a named computation).
pub fn without_shardings(module: &Module) -> Option<Module> {
    let ops = module.walk(module.top());
    let code = |op: &OpId| module.op(*op).name.code();
    if ops.iter().any(|op| code(op).is_some_and(|code| code.kind() == OpKind::Computation)) {
        return None;
    }
    let mut global = module.clone();
    let mut uses = Uses::new(&global);
    for op in ops {
        match global.op(op).name.code() {
            Some(OpCode::SdyConstant) => global.rename(op, OpCode::Constant),
            Some(OpCode::SdyShardingGroup) => global.erase(op),
            Some(code) if code.kind().is_identity() => {
                let (operand, result) = (global.op(op).operands[0], global.op(op).result(0));
                uses.remove_op(&global, op);
                uses.replace_all(&mut global, result, operand);
                global.erase(op);
            }
            _ => {}
        }
    }
    pass::run_all(&mut global, &[DROP_SHARDING_AND_MESH]).ok()?;
    // A module with these attributes for eight devices would not compile for one.
    let top = global.top();
    for name in ["mhlo.num_partitions", "mhlo.num_replicas"] {
        if let Some(name) = global.context.find_symbol(name) {
            global.remove_attr(top, name);
        }
    }
    Some(global)
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
    fn shardings_and_meshes_are_removed() {
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
        let global = without_shardings(&module).expect("it has a form for one device");
        assert_eq!(
            text_for_xla(&global, "f"),
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
