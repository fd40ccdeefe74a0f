//! `partita check`

use partita::Diagnostics;
use partita::report::no_errors_line;

use super::{load_input, parse_options};
use crate::args::{Check, Common, OutputFormat};
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Timing};

pub(super) fn run_check(arguments: &Check, common: &Common) -> Exit {
    let Check { input: arguments, deny_warnings } = arguments;
    let loaded = match load_input(arguments, common) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let mut timing = Timing::default();
    let mut diagnostics = Diagnostics::default();
    let mut ops = 0;
    for part in loaded.parts.clone() {
        let options = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, options, &mut timing).with_interface_checked();
        let (module, found) = program.into_parts();
        ops += module.walk(module.top()).len() - 1;
        diagnostics.append(found);
    }
    input::print_findings(&loaded.source, &diagnostics, common);
    timing.report(common);
    let failed = diagnostics.has_errors() || *deny_warnings && diagnostics.warnings() > 0;
    if !failed && common.format == OutputFormat::Text {
        output::print_text(&no_errors_line(loaded.source.name(), loaded.parts.len(), ops, "ops"));
    }
    Exit::checked(!failed)
}
