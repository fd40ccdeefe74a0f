//! StableHLO with the `sdy` dialect.
//!
//! ```
//! use partita::hlo;
//!
//! let text = r#"
//! sdy.mesh @mesh = <["x"=2]>
//! func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
//!                 %b: tensor<4x6xf32>) -> tensor<8x6xf32> {
//!   %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
//!   return %0 : tensor<8x6xf32>
//! }"#;
//! let program = hlo::read("product.mlir", text)?;
//!
//! // The sharding of a value, with its explanation.
//! let propagated = hlo::propagate(program, &hlo::Propagation::default())?;
//! let why = propagated.why("%0", Some(0))?;
//! assert!(why[0].render().starts_with("%0 is f32[8@x?,6?]"));
//! let why_not = propagated.why_not("%b", 1, "x")?;
//! println!("{}", why_not[0].render());
//!
//! // The local program, which computes the same results.
//! let partitioned = propagated.partition(&hlo::Partitioning::default(), &mut ())?;
//! assert!(partitioned.text().contains("tensor<4x6xf32>"));
//! assert_eq!(partitioned.collectives().len(), 0);
//! assert_eq!(partitioned.memory(&hlo::MemoryOptions::default(), &mut ()).devices, 2);
//! let report = partitioned.verify(hlo::Seeds { first: 0, count: 2 })?;
//! assert!(report.differences.is_empty());
//! # Ok::<(), partita::Error>(())
//! ```
//!
//! [`annotate`] adds the sharding of every tensor to the original program, as Shardy does:
//!
//! ```
//! # use partita::hlo;
//! let text = r#"
//! sdy.mesh @mesh = <["x"=2]>
//! func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
//!   %0 = stablehlo.negate %a : tensor<8xf32>
//!   return %0 : tensor<8xf32>
//! }"#;
//! let annotated = hlo::annotate(hlo::read("negated.mlir", text)?, &hlo::Propagation::default())?;
//! assert!(hlo::print(&annotated).contains("stablehlo.negate %arg0 {sdy.sharding"));
//! # Ok::<(), partita::Error>(())
//! ```
//!
//! Errors are returned as an [`Error`] with positions:
//!
//! ```
//! let text = "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> { return %b : tensor<8xf32> }";
//! let error = partita::hlo::read("wrong.mlir", text).unwrap_err();
//! assert_eq!(error.codes()[0].to_string(), "PA0101");
//! assert!(error.to_string().starts_with("error[PA0101]: `%b` is not defined\n --> wrong.mlir:1:62\n"));
//! ```

mod annotated;
mod annotation_edits;
mod attribute_site;
mod binary;
mod comm_fixes;
mod cost;
mod editing;
mod explorer;
mod export;
mod lint;
mod memory;
mod outline;
mod partitioned;
mod pipeline;
mod program;
mod propagated;
mod reduced;
mod remeshed;
#[cfg(feature = "engine")]
mod rule_test;
mod solution;
mod suggested;
mod text_edits;
mod trial;
#[cfg(feature = "engine")]
mod verification;

pub use annotated::Annotated;
pub use annotation_edits::AnnotationTarget;
pub use binary::decode;
pub use comm_fixes::CommsFixes;
pub use editing::ConstraintOp;
pub use lint::{Budget, LINTS, Level, Levels, Lint, Thresholds, UnknownLint, Usage, size_text, write_budget};
pub use memory::MemoryOptions;
pub(crate) use memory::name_of;
pub use partita_base::Limits;
pub use partita_cost::{Machine, Overlap};
#[cfg(feature = "engine")]
pub use partita_engine::{
    Allowed, Check, Difference, Engine, Failure, Interpreter, Report, Seeds, TensorType, XlaEngine,
    XlaSettings, random_tensor, tensor_summary, verify_on,
};
pub use partita_hlo::propagation::Dump;
pub use partita_hlo::rules::{Compat, RuleFile, call_target, parse_rule_file};
pub use partita_ir::pass::{PassInfo, PassOption};
pub use partita_ir::{Module, ValueName};
pub use partita_mlir::{
    ParseOptions, PrintOptions, Text, UnknownDialects, split_chunks as split_modules, text_outline,
};
pub use partita_partition::{Arguments, CollectiveTraffic, GroupForm, Interface, MAX_LISTED_DEVICES};
pub use partita_propagate::{Options, Strategy};
pub use partita_report::{
    BlameView, CollectiveView, CommsView, CourseView, DefinedValue, ExplainedPropagationView,
    ExplanationLimits, InterfaceView, MemoryView, PropagationView, RunsView, ShardingNotations, StepCostView,
    UncountedView, WhyNotView, WhyView,
};
pub use partita_reshard::Topology;
pub use partita_verify::verify as check_module;
pub use partitioned::{Partitioned, Partitioning};
pub use pipeline::{AfterEach, Pipeline, passes};
pub use program::Program;
pub use propagated::{Propagated, StepOptions, WhyOptions};
pub use reduced::{ReduceOptions, Reduced};
pub(crate) use remeshed::set_device_count;
pub use solution::Propagation;
pub use suggested::{SuggestOptions, Suggested};
pub use text_edits::{TextEdit, apply_edits};
#[cfg(feature = "engine")]
pub use verification::verification_view;

use partita_base::Diagnostics;

use crate::{Error, FileKind};

/// Parses and verifies a module; errors refer to it as `name`.
pub fn read(name: &str, text: &str) -> Result<Program, Error> {
    let source = crate::text::new_source(name, text)?;
    if let Some(found) = not_mlir(text.as_bytes()) {
        return Err(Error::in_text(&source, found));
    }
    let full = 0..text.len();
    Program::read_part(&source, full, UnknownDialects::Keep, &mut ()).checked()
}

/// Parses and verifies a module in MLIR text or bytecode, or in a file of `jax.export`; errors refer to it as `name`.
pub fn read_bytes(name: &str, file: &[u8]) -> Result<Program, Error> {
    match decode(file, Limits::default()) {
        Some(Ok(text)) => read(name, &text),
        Some(Err(found)) => Err(Error::in_text(&crate::text::new_source(name, "")?, found)),
        None => read(name, &String::from_utf8_lossy(file)),
    }
}

/// The diagnostic for a file that is not MLIR text according to its first bytes, or contains no op.
/// It has a position if the file is text.
pub fn not_mlir(bytes: &[u8]) -> Option<Diagnostics> {
    let kind = match FileKind::recognise(bytes) {
        Some(FileKind::MlirText) | None if is_without_ops(bytes) => FileKind::Empty,
        Some(FileKind::MlirText) | None => return None,
        Some(kind) => kind,
    };
    let place = FileKind::place(bytes).filter(|_| std::str::from_utf8(bytes).is_ok());
    let mut diagnostic = kind.instead_of("StableHLO text", place.unwrap_or_default());
    if kind == FileKind::Empty && place.is_some() {
        diagnostic.message = "expected StableHLO text, found only comments".into();
    }
    let mut found = Diagnostics::default();
    found.push(diagnostic);
    Some(found)
}

/// Whether there are only blank lines and comments, which include the separators of modules.
fn is_without_ops(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"//"))
}

/// Propagates the shardings of a program, for explanations and partitioning.
pub fn propagate(program: Program, options: &Propagation<'_>) -> Result<Propagated, Error> {
    program.propagate(options, &mut ())
}

/// The original program, annotated with the sharding of every tensor.
pub fn annotate(program: Program, options: &Propagation<'_>) -> Result<Module, Error> {
    program.annotate(options, &mut ())?.into_module(&mut ())
}

/// Creates the local program, with default propagation and without a trace for explanations.
pub fn partition(program: Program, options: &Partitioning<'_>) -> Result<Partitioned, Error> {
    let propagation = Propagation { options: Options::default(), ..Propagation::default() };
    program.propagate(&propagation, &mut ())?.partition(options, &mut ())
}

/// A module as MLIR text.
pub fn print(module: &Module) -> String {
    print_as(module, PrintOptions::default())
}

/// A module as MLIR text, with options.
pub fn print_as(module: &Module, options: PrintOptions) -> String {
    partita_mlir::print(module, options)
}

/// A module as MLIR text in chunks, for texts of any size: the digits of large constants are not copied.
pub fn print_text(module: &Module, options: PrintOptions) -> Text {
    partita_mlir::print_text(module, options)
}
