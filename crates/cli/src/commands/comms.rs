//! `partita comms`

use super::partition::each_module;
use super::summary;
use crate::args::{Common, Comms};
use crate::exit::Exit;
use crate::output;

pub(super) fn run_comms(arguments: &Comms, common: &Common) -> Exit {
    let options = summary::options(&arguments.list);
    each_module(&arguments.input, &arguments.partition, common, |partitioned, _| {
        output::print_view(&partitioned.comms().summary(options), common);
        Exit::Fine
    })
}
