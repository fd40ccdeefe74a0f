//! `partita memory`

use partita::hlo::{Arguments, MemoryOptions};

use super::partition::each_module;
use super::summary;
use crate::args::{Common, Memory};
use crate::exit::Exit;
use crate::output;

pub(super) fn run_memory(arguments: &Memory, common: &Common) -> Exit {
    let given = if arguments.donate { Arguments::Donated } else { Arguments::Kept };
    let top = if arguments.list.all { usize::MAX } else { arguments.list.top };
    let options = MemoryOptions::default().top(top).arguments(given).notation(arguments.written.notation());
    let list = summary::options(&arguments.list).hint(summary::MEMORY);
    each_module(&arguments.input, &arguments.partition, common, |partitioned, timing| {
        let memory = partitioned.memory(&options, timing);
        let summary = memory.summary(list, arguments.hbm);
        output::print_view(&summary, common);
        if let Some(shortage) = summary.shortage() {
            output::print_error(&shortage);
        }
        Exit::checked(summary.fits())
    })
}
