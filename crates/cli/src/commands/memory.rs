//! `partita memory`

use partita::hlo::{Arguments, MemoryOptions};

use super::partition::each_module;
use crate::args::{Common, Input, OutputFormat, Partitioning};
use crate::exit::Exit;
use crate::output;

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    (top, donation): (usize, Arguments),
    common: &Common,
) -> Exit {
    each_module(arguments, options, common, |partitioned, timing| {
        let mut options = MemoryOptions::default();
        (options.top, options.arguments) = (top, donation);
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
