//! `partita why` and `partita why-not`.

use partita::Error;
use partita::hlo::{Propagated, WhyOptions};
use partita::report::{AnswersView, Unanswerable, View};
use partita::suggest;

use super::cost::read_machine;
use super::propagate::each_module;
use crate::args::{Common, Input, OutputFormat, Propagation, Why, WhyNot};
use crate::exit::Exit;
use crate::notation_args::WrittenAs;
use crate::{flags, output};

pub(super) fn run_why(arguments: &Why, common: &Common) -> Exit {
    let Why { input, value, dim, table, hardware, propagation, written } = arguments;
    let machine = match hardware.as_deref().map(|name| read_machine(name, common)).transpose() {
        Ok(machine) => machine,
        Err(exit) => return exit,
    };
    let options = WhyOptions::from(*dim).tables(*table);
    let ask = |propagated: &Propagated| {
        let mut views = propagated.why(value, options)?;
        if let Some(machine) = &machine {
            for (view, each) in views.iter_mut().zip(propagated.alternatives(value, machine)?) {
                view.alternatives = Some(each);
            }
        }
        Ok(views)
    };
    answer(&Asked { input, propagation, written: *written }, common, ask, AnswersView)
}

pub(super) fn run_why_not(arguments: &WhyNot, common: &Common) -> Exit {
    let WhyNot { input, value, dim, axis, propagation, written } = arguments;
    let ask = |propagated: &Propagated| propagated.why_not(value, *dim, axis);
    answer(&Asked { input, propagation, written: *written }, common, ask, AnswersView)
}

/// The program that a question is about, and the notation of its answer.
pub(super) struct Asked<'a> {
    pub(super) input: &'a Input,
    pub(super) propagation: &'a Propagation,
    pub(super) written: WrittenAs,
}

/// Answers one question about the propagated shardings, for every tensor that the name refers to.
pub(super) fn answer<V, A: View>(
    &Asked { input, propagation, written }: &Asked<'_>,
    common: &Common,
    ask: impl Fn(&Propagated) -> Result<Vec<V>, Error>,
    view: impl Fn(Vec<V>) -> A,
) -> Exit {
    let result = each_module(input, propagation, common, |program, settings, timing| {
        let propagated = program.propagate(&settings.notation(written.notation()), timing)?;
        if common.format == OutputFormat::Text {
            crate::input::print_findings(propagated.source(), propagated.found(), common);
        }
        let views = match ask(&propagated) {
            Err(Error::Question(unanswerable)) => {
                print_unanswerable(&unanswerable);
                return Ok(Exit::Usage);
            }
            views => views?,
        };
        let views = view(views);
        match common.format {
            OutputFormat::Text => output::print_fitted(&flags::with_flags(&views.text())),
            OutputFormat::Json => output::print_exactly(&views.json()),
        }
        Ok(Exit::Fine)
    });
    Exit::of(result)
}

pub(super) fn print_unanswerable(unanswerable: &Unanswerable) {
    const MOST: usize = 12;
    output::print_error(&flags::with_flags(&unanswerable.message));
    let close = suggest::close_names(&unanswerable.asked, unanswerable.known.iter().map(String::as_str));
    let known: Vec<&str> = unanswerable.known.iter().map(String::as_str).take(MOST).collect();
    if !close.is_empty() {
        output::print_help(&format!("similar names: {}", close.join(", ")));
    } else if !known.is_empty() {
        let more = if unanswerable.known.len() > MOST { ", …" } else { "" };
        output::print_help(&format!("available names: {}{more}", known.join(", ")));
    }
}
