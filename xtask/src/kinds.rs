//! Programs of every kind that people train and serve, each lowered on three meshes.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use partita_base::Source;
use partita_engine::{Interpreter, RunnableProgram, random_tensor};
use partita_interp::{Element, Tensor};
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, partition};

use crate::Outcome;
use crate::differential::{file_name, mlir_files};
use crate::oracle;
use crate::partition::Text;

/// The kinds; each must have a program.
pub(crate) const KINDS: &[&str] = &[
    "transformer, unrolled",
    "transformer, scan",
    "mixture of experts",
    "ResNet",
    "RNN",
    "U-Net",
    "Adam, ZeRO",
    "decode with a KV cache",
    "shard_map with ppermute",
];

/// The meshes that every program is lowered on.
const MESHES: &[&str] = &["8", "2x4", "2x2x2"];

/// All programs of a kind, on all meshes.
pub(crate) struct ProgramKind {
    pub(crate) name: &'static str,
    pub(crate) programs: Vec<Text>,
}

/// Lowers the programs of all kinds. A kind without a program, or a program that lacks a mesh, is an error.
pub(crate) fn lower_kinds() -> Result<Vec<ProgramKind>, String> {
    /// Whether this process has lowered them already.
    static LOWERED: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let folder = LOWERED.get_or_init(|| oracle::script_output("kinds.py", "kinds")).clone()?;
    KINDS.iter().map(|kind| read(&folder, kind)).collect()
}

fn read(folder: &Path, kind: &'static str) -> Result<ProgramKind, String> {
    let files = mlir_files(&folder.join(kind))
        .map_err(|error| format!("expected a program of the kind {kind}: {error}"))?;
    let mut programs = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        programs.push(Text { name: file_name(path), text });
    }
    if programs.is_empty() {
        return Err(format!("expected a program of the kind {kind}, found none"));
    }
    for program in &programs {
        let (stem, _) = program.name.split_once('.').unwrap_or((&program.name, ""));
        let missing = MESHES.iter().find(|mesh| {
            let wanted = format!("{stem}.{mesh}.mlir");
            programs.iter().all(|other| other.name != wanted)
        });
        if let Some(mesh) = missing {
            return Err(format!("{kind}: {stem} is missing on mesh {mesh}"));
        }
    }
    Ok(ProgramKind { name: kind, programs })
}

/// Checks the programs of all kinds, or those whose names contain `only`, prints a line per kind, and fails unless
/// every single one is fine.
pub(crate) fn check_all(
    what: &str,
    only: Option<&str>,
    mut check: impl FnMut(&[Text]) -> Vec<String>,
) -> Outcome {
    let mut failures = Vec::new();
    for mut kind in lower_kinds()? {
        kind.programs.retain(|program| only.is_none_or(|only| program.name.contains(only)));
        let (start, count) = (Instant::now(), kind.programs.len());
        let found = check(&kind.programs);
        let seconds = start.elapsed().as_secs_f64();
        println!("{what}, {}: {} of {count} equal in {seconds:.1} s", kind.name, count - found.len());
        failures.extend(found.into_iter().map(|failure| format!("{}: {failure}", kind.name)));
    }
    failures.iter().for_each(|failure| println!("{failure}"));
    if failures.is_empty() {
        Ok(())
    } else {
        Err(format!("{} programs are wrong or do not run", failures.len()))
    }
}

/// Fails where a result of a program is not finite: it compares equal to other results that are not finite, so the
/// program would test nothing.
pub(crate) fn is_finite(program: &Text) -> Outcome {
    let fault = |why: &str| format!("{}: {why}", program.name);
    let source = Source::new(&program.name, program.text.as_str()).map_err(|_| fault("too large"))?;
    let global = parse(&source, ParseOptions::default()).module;
    let local = partition(&global, &PartitionOptions::default()).map_err(|_| fault("not partitioned"))?;
    let run = RunnableProgram::new(&global, &local).map_err(|_| fault("cannot be run"))?;
    let inputs = run.inputs.iter().zip(0..);
    let inputs: Result<Vec<Tensor>, _> =
        inputs.map(|((element, shape), seed)| random_tensor(*element, shape, run.longest(), seed)).collect();
    let inputs = inputs.map_err(|_| fault("its arguments are too large"))?;
    let results = run.run(&mut Interpreter::default(), &inputs).map_err(|_| fault("does not run"))?;
    let finite = |tensor: &Tensor| {
        tensor.element != Element::F32
            || tensor.bits().iter().all(|&bits| f32::from_bits(bits as u32).is_finite())
    };
    if results.iter().all(finite) { Ok(()) } else { Err(fault("a result is not finite")) }
}
