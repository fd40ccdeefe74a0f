//! `partita steps`

use partita::hlo::StepOptions;
use partita::report::StepsView;

use super::why;
use crate::args::Common;
use crate::exit::Exit;
use crate::tool_args::Steps;

pub(super) fn run_steps(arguments: &Steps, common: &Common) -> Exit {
    let Steps { input, at, value, limit, propagation, written } = arguments;
    let options = StepOptions::default().at(*at).value(value.as_deref()).limit(*limit);
    let one = |mut views: Vec<StepsView>| views.pop().expect("one view");
    let asked = why::Asked { input, propagation, written: *written };
    why::answer(&asked, common, |propagated| Ok(vec![propagated.steps(options)?]), one)
}
