//! StableHLO text.

use partita::hlo::{self, UnknownDialects};
use partita_base::Source;
use partita_engine::{Failure, Seeds, verify};
use partita_hlo::propagation::run_with_dumps;
use partita_interp::{EvalError, Limits};
use partita_ir::pass::{self, PassInfo};
use partita_ir::{Module, Op, OpCode, RegionId};
use partita_mesh::Mesh;
use partita_mlir::{
    ParseOptions, PipelineItem, PrintOptions, exported_module, parse, parse_pipeline, print, read_bytecode,
};

use super::{Broken, Checked, text};

/// More devices than this are not simulated.
const MAX_DEVICES: u64 = 16;

/// What an input may use when it is run. An input that needs more is not compared.
fn limits() -> Limits {
    Limits::default().memory(64 << 20).ops(20_000)
}

/// Propagation stops somewhere, whatever the program.
const MAX_STEPS: u64 = 100_000;

/// What reads without error prints to a text that reads to the same print, in both forms.
pub(super) fn prints_what_it_reads(input: &[u8]) -> Checked {
    let Some(source) = text(input).and_then(|text| Source::new("input", text).ok()) else { return Ok(()) };
    let parsed = parse(&source, ParseOptions::default());
    let found = partita_verify::verify(&parsed.module);
    if parsed.diagnostics.has_errors() {
        return Ok(());
    }
    for options in [PrintOptions::default(), PrintOptions::default().generic(true).debug_info(true)] {
        print_again(&parsed.module, options, !found.has_errors())?;
    }
    Ok(())
}

/// A program in binary form that is valid as text is printed the same after reading that text.
pub(super) fn decodes_what_it_prints(input: &[u8]) -> Checked {
    let bytecode = exported_module(input).unwrap_or(input);
    let Ok(module) = read_bytecode(bytecode, limits()) else { return Ok(()) };
    let options = PrintOptions::default().debug_info(true);
    let printed = print(&module, options);
    let Ok(source) = Source::new("printed", printed.as_str()) else { return Ok(()) };
    let parsed = parse(&source, ParseOptions::default());
    let is_valid = !parsed.diagnostics.has_errors() && !partita_verify::verify(&parsed.module).has_errors();
    match is_valid && print(&parsed.module, options) != printed {
        true => Err(Broken::new("a decoded program prints differently", printed)),
        false => Ok(()),
    }
}

fn print_again(module: &Module, options: PrintOptions, is_valid: bool) -> Checked {
    let printed = print(module, options);
    let Ok(again) = Source::new("again", printed.as_str()) else { return Ok(()) };
    let reread = parse(&again, ParseOptions::default());
    if let Some(error) = reread.diagnostics.iter().next() {
        // MLIR prints a few modules that it does not read either; they do not verify.
        return match is_valid && !printed.contains(", , sizes = []") {
            true => Err(Broken::new("what was printed does not read", error.message.clone())),
            false => Ok(()),
        };
    }
    match is_valid && print(&reread.module, options) != printed {
        true => Err(Broken::new("printing twice differs", printed)),
        false => Ok(()),
    }
}

fn read(input: &[u8]) -> Option<hlo::Program> {
    let source = Source::new("input", text(input)?).ok()?;
    let range = 0..source.text().len();
    let program = hlo::Program::read_part(&source, range, UnknownDialects::Keep, &mut ());
    (!program.found().has_errors()).then_some(program)
}

/// Every sharding can be explained, and the annotated module is valid.
pub(super) fn propagates(input: &[u8]) -> Checked {
    let Some(program) = read(input) else { return Ok(()) };
    let mut propagation = hlo::Propagation::default();
    propagation.options.step_limit = MAX_STEPS;
    let Ok(annotated) = program.clone().annotate(&propagation, &mut ()) else { return Ok(()) };
    let _ = (annotated.view(), annotated.summary());
    let Ok(propagated) = program.propagate(&propagation, &mut ()) else { return Ok(()) };
    let _ = (propagated.view(), propagated.summary());
    for value in ["%arg0", "%0", "%1"] {
        let _ = propagated.why(value, None);
        let _ = propagated.why_not(value, 0, "x");
    }
    let Ok(module) = annotated.into_module(&mut ()) else { return Ok(()) };
    let found = partita_verify::verify(&module);
    match found.iter().find(|_| found.has_errors()) {
        Some(error) => Err(Broken::new("the annotated module is invalid", error.message.clone())),
        None => print_again(&module, PrintOptions::default(), true),
    }
}

/// The partitioned program is valid and computes what the program does.
pub(super) fn partitioned_computes_the_same(input: &[u8]) -> Checked {
    let Some(program) = read(input) else { return Ok(()) };
    let mut options = partita_partition::PartitionOptions::default();
    options.propagation.options.step_limit = MAX_STEPS;
    let Ok(local) = partita_partition::partition(program.module(), &options) else { return Ok(()) };
    let found = partita_verify::verify(&local.module);
    if let Some(error) = found.iter().find(|_| found.has_errors()) {
        return Err(Broken::new("the local program is invalid", error.message.clone()));
    }
    let devices = Mesh::from_spec(&local.interface.mesh).map_or(1, |mesh| mesh.device_count());
    if devices > MAX_DEVICES || has_order_in_reductions(program.module()) {
        return Ok(());
    }
    match verify(program.module(), &local, Seeds { first: 0, count: 1 }, limits()) {
        Ok(report) => match report.differences.first() {
            Some(each) => {
                let detail = format!("result {} on device {}: {}", each.result, each.device, each.mismatch);
                Err(Broken::new("the partitioned program computes different results", detail))
            }
            None => Ok(()),
        },
        Err(Failure::Local(fault)) if !matches!(fault.error, EvalError::Limit(_)) => {
            let detail = fault.error.message().to_string();
            Err(Broken::new("the partitioned program does not run", detail))
        }
        Err(Failure::Engine(error)) => Err(Broken::new("the arguments cannot be sharded", error.message)),
        Err(_) => Ok(()),
    }
}

/// Whether a reduction combines in another way than by one op on its two values. StableHLO leaves the order of
/// combining open, so the result is then not one number.
fn has_order_in_reductions(module: &Module) -> bool {
    let reduces = |op: &Op| {
        use OpCode::{AllReduce, Reduce, ReduceScatter, ReduceWindow, Scatter, SelectAndScatter};
        matches!(
            op.name.code(),
            Some(AllReduce | Reduce | ReduceScatter | ReduceWindow | Scatter | SelectAndScatter)
        )
    };
    let combines = |op: &Op| {
        use OpCode::{Add, And, Maximum, Minimum, Multiply, Or, Xor};
        matches!(op.name.code(), Some(Add | And | Maximum | Minimum | Multiply | Or | Xor))
    };
    let is_plain = |region: RegionId| match module.region(region).blocks[..] {
        [block] => {
            let block = module.block(block);
            let op = block.ops.first().map(|&op| module.op(op));
            block.args.len() == 2
                && block.ops.len() == 2
                && op.is_some_and(|op| {
                    combines(op) && block.args.iter().all(|value| op.operands.contains(value))
                })
        }
        _ => false,
    };
    let ops = module.walk(module.top());
    let mut reductions = ops.into_iter().map(|op| module.op(op)).filter(|op| reduces(op));
    // The first region of a select-and-scatter chooses.
    reductions.any(|op| !op.regions.last().is_some_and(|&region| is_plain(region)))
}

/// Every pass by name.
pub(crate) fn passes() -> impl Iterator<Item = &'static PassInfo> {
    pass::PASSES.iter().chain(partita_hlo::passes())
}

/// With `enable-rgv3` on a mesh written in place, the groups are those of jaxlib, which does not read them again
/// either.
const SPELLS_GROUPS: &str = "sdy-convert-global-to-local";

/// The first line is a pipeline, the rest a module. Passes leave a valid module that reads back.
pub(super) fn passes_keep_modules_valid(input: &[u8]) -> Checked {
    let Some((pipeline, program)) = text(input).and_then(|text| text.split_once('\n')) else { return Ok(()) };
    let Ok(items) = parse_pipeline(pipeline) else { return Ok(()) };
    let mut planned = Vec::new();
    flatten(&items, &mut planned);
    let Ok(source) = Source::new("input", program) else { return Ok(()) };
    let range = 0..program.len();
    let read = hlo::Program::read_as_written(&source, range, UnknownDialects::Keep, &mut ());
    if read.found().has_errors() {
        return Ok(());
    }
    let (mut module, _) = read.into_parts();
    for (pass, options) in planned {
        if run_with_dumps(pass, &mut module, &options).is_err() {
            return Ok(());
        }
        let found = partita_verify::verify(&module);
        if let Some(error) = found.iter().find(|_| found.has_errors()) {
            if pass.name == SPELLS_GROUPS && options.iter().any(|(name, _)| name == "enable-rgv3") {
                return Ok(());
            }
            return Err(Broken::new(pass.name, format!("the module is invalid then: {}", error.message)));
        }
    }
    print_again(&module, PrintOptions::default(), true)
}

/// The passes that exist and whose options do, in order; at most ten.
fn flatten(items: &[PipelineItem], planned: &mut Vec<(&'static PassInfo, Vec<(String, String)>)>) {
    for item in items {
        match item {
            PipelineItem::Nested { items, .. } => flatten(items, planned),
            PipelineItem::Pass { name, options, .. } => {
                let known = passes().find(|pass| pass.name == name);
                let fits = |pass: &&PassInfo| {
                    options.iter().all(|(key, _)| pass.options.iter().any(|option| option.name == key))
                };
                if let Some(pass) = known.filter(fits)
                    && planned.len() < 10
                {
                    planned.push((pass, options.clone()));
                }
            }
        }
    }
}
