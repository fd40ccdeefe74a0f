//! `partita memory`

use partita::hlo::{Arguments, MemoryOptions};

use super::partition::each_module;
use crate::args::{Common, Memory, OutputFormat};
use crate::exit::Exit;
use crate::output;

pub(super) fn run(arguments: &Memory, common: &Common) -> Exit {
    let mut options = MemoryOptions::default();
    options.top = arguments.top;
    options.arguments = if arguments.donate { Arguments::Donated } else { Arguments::Kept };
    each_module(&arguments.input, &arguments.partition, common, |partitioned, timing| {
        let view = partitioned.memory(&options, timing);
        match common.format {
            OutputFormat::Json => {
                let json = serde_json::to_string_pretty(&view).expect("views are plain data");
                output::print_exactly(&format!("{json}\n"));
            }
            OutputFormat::Text => output::print(&view.render()),
        }
        Exit::Fine
    })
}
