//! `partita memory`

use partita::hlo::{Arguments, MemoryOptions};

use super::partition::each_module;
use crate::args::{Common, Memory};
use crate::exit::Exit;
use crate::output;

pub(super) fn run_memory(arguments: &Memory, common: &Common) -> Exit {
    let given = if arguments.donate { Arguments::Donated } else { Arguments::Kept };
    let options = MemoryOptions::default().top(arguments.top).arguments(given);
    each_module(&arguments.input, &arguments.partition, common, |partitioned, timing| {
        output::print_view(&partitioned.memory(&options, timing), common);
        Exit::Fine
    })
}
