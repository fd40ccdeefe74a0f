//! `partita ckks lower --stage heir`: the program for the tools of HEIR.

use std::path::Path;

use partita::ckks::{CkksParams, SlotProgram};
use partita::tensor::{Element, Tensor};

use super::{print_ckks_error, values};
use crate::args::Common;
use crate::exit::Exit;
use crate::{input, output, tensors};

/// Prints a program in the dialect of HEIR, in the ring that `ckks run` would use, and writes its plaintexts.
pub(super) fn print_heir(
    program: &SlotProgram,
    plaintexts: Option<&Path>,
    common: &Common,
) -> Result<(), Exit> {
    let refused = |error: &partita::Error| input::report_error(error, common);
    let slots = program.lowered.program.slots;
    let bootstraps = program.counters().map_err(|error| refused(&error))?.bootstraps;
    let params = match bootstraps {
        0 => CkksParams::secure(program.top(), slots),
        _ => CkksParams::secure_with_bootstraps(program.top(), slots),
    };
    let params = params.map_err(|error| refused(&error.into()))?;
    let made = program.to_heir(&params).map_err(|error| refused(&error))?;
    if let Some(path) = plaintexts {
        let vectors =
            made.vectors(&program.lowered.sources).map_err(|error| print_ckks_error(&error, common))?;
        let tensor = |(_, values): (String, Vec<f64>)| Tensor::new(Element::F64, vec![values.len()], values);
        let vectors: Vec<Tensor> = vectors.into_iter().map(tensor).collect();
        tensors::write_results(path, &vectors).map_err(|fault| values::report(fault, common))?;
    }
    output::print_exactly(&made.text);
    Ok(())
}
