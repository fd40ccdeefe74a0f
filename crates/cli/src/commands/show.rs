//! `partita show`

use partita::report::{ModuleView, ModulesView};

use super::{load_input, parse_options, summary};
use crate::args::{Common, OutputFormat, Show};
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Timing};

pub(super) fn run_show(arguments: &Show, common: &Common) -> Exit {
    let Show { input: arguments, top, all, written } = arguments;
    let options = summary::short_list(*top, *all);
    let loaded = match load_input(arguments, common) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let mut timing = Timing::default();
    let mut views = Vec::new();
    let mut code = Exit::Fine;
    for part in loaded.parts.clone() {
        let options = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, options, &mut timing).with_interface_checked();
        let (module, diagnostics) = program.into_parts();
        let is_refused = diagnostics.has_errors();
        if is_refused || common.format == OutputFormat::Text {
            input::print_findings(&loaded.source, &diagnostics, common);
        }
        if is_refused {
            code = Exit::Findings;
            continue;
        }
        views.push(timing.stage("show", || ModuleView::in_notation(&module, written.notation())));
    }
    // JSON shows all modules or none, so that its readers never get an incomplete list.
    if code == Exit::Fine || common.format == OutputFormat::Text {
        output::print_view(&ModulesView(views).summary(options), common);
    }
    timing.report(common);
    code
}
