//! `partita cost`

use std::path::Path;

use partita::hlo::{Arguments, Machine, Overlap, Partitioned};

use super::partition::each_module;
use super::summary;
use crate::args::{Common, Cost, OverlapName};
use crate::exit::Exit;
use crate::{companion, output};

/// The hardware that a program is costed on if none is given.
const DEFAULT_HARDWARE: &str = "h200";
/// The last line of `cost`.
const HINT: &str =
    "--by source|layer|axis|kind   --top N   --all   --overlap none|streams|ideal   --format json";

pub(super) fn run_cost(arguments: &Cost, common: &Common) -> Exit {
    let mut partition = arguments.partition.clone();
    let hardware = partition.hardware.get_or_insert_with(|| DEFAULT_HARDWARE.to_owned());
    let machine = match read_machine(hardware, common) {
        Ok(machine) => machine,
        Err(exit) => return exit,
    };
    let overlap = match arguments.overlap {
        OverlapName::None => Overlap::None,
        OverlapName::Streams => Overlap::Streams,
        OverlapName::Ideal => Overlap::Ideal,
    };
    let given = if arguments.donate { Arguments::Donated } else { Arguments::Kept };
    let list = summary::options(&arguments.list).hint(HINT);
    each_module(&arguments.input, &partition, common, |partitioned, timing| {
        let cost = partitioned.cost(&machine, overlap, given, timing);
        output::print_view(&cost.summary(list), common);
        Exit::Fine
    })
}

/// Prints an error if the machine has too few devices for the program.
pub(super) fn check_fit(partitioned: &Partitioned, machine: &Machine) -> Result<(), Exit> {
    let devices = partitioned.device_count();
    if machine.fits(devices) {
        return Ok(());
    }
    let own = machine.devices.unwrap_or(0);
    output::print_error(&format!("the mesh has {devices} devices, and {} has {own}", machine.name));
    Err(Exit::Findings)
}

/// The machine of a preset or of a TOML file.
pub(super) fn read_machine(name: &str, common: &Common) -> Result<Machine, Exit> {
    let path = Path::new(name);
    if name.ends_with(".toml") || path.is_file() {
        return companion::read_machine(path, common);
    }
    Machine::preset(name).map_err(|unknown| {
        output::print_error(&unknown.to_string());
        output::print_help(
            "add a number of devices, as in h200x8, or name a TOML file that describes the hardware",
        );
        Exit::Usage
    })
}
