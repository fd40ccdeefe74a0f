//! `partita comms`

use super::partition::each_module;
use crate::args::{Common, Comms, OutputFormat};
use crate::exit::Exit;
use crate::output;

pub(super) fn run(arguments: &Comms, common: &Common) -> Exit {
    each_module(&arguments.input, &arguments.partition, common, |partitioned, _| {
        let comms = partitioned.comms();
        match common.format {
            OutputFormat::Json => {
                let json = serde_json::to_value(&comms).expect("views are plain data");
                output::print_json(&json);
            }
            OutputFormat::Text => output::print(&comms.render()),
        }
        Exit::Fine
    })
}
