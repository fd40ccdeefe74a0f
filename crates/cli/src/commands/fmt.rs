//! `partita fmt`

use partita::Diagnostics;
use partita::hlo::{PrintOptions, Program, print_text};

use super::{joined, load, parse_options, write};
use crate::args::{Common, Fmt};
use crate::exit::Exit;
use crate::output::Timing;
use crate::{input, output};

pub(super) fn run_fmt(arguments: &Fmt, common: &Common) -> Exit {
    if arguments.input.mesh.is_some() {
        output::print_error("`partita fmt` does not change the mesh");
        output::print_help("`partita propagate` prints the program on another mesh");
        return Exit::Usage;
    }
    let Fmt { input: arguments, output: path, generic, debug_info, check } = arguments;
    let options = PrintOptions::default().generic(*generic).debug_info(*debug_info);
    let loaded = match load(&arguments.file, arguments.split_input_file, common) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let mut timing = Timing::default();
    let mut diagnostics = Diagnostics::default();
    let mut texts = Vec::new();
    for part in loaded.parts.clone() {
        let reading = parse_options(arguments.deny_unknown_dialects, common);
        let (module, found) =
            Program::read_unverified(&loaded.source, part, reading, &mut timing).into_parts();
        if found.has_errors() {
            diagnostics.append(found);
        } else {
            texts.push(timing.stage("print", || print_text(&module, options)));
        }
    }
    timing.report(common);
    if diagnostics.has_errors() {
        input::print_findings(&loaded.source, &diagnostics, common);
        return Exit::Findings;
    }
    let text = joined(texts);
    if *check {
        if text.is(loaded.source.text()) {
            return Exit::Fine;
        }
        output::print_text(&format!("{} is not canonical\n", loaded.source.name()));
        return Exit::Findings;
    }
    write(path.as_deref(), text).map_or_else(|code| code, |()| Exit::Fine)
}
