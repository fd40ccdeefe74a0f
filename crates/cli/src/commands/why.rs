//! `partita why` and `partita why-not`.

use partita_propagate::TensorId;
use partita_report::{Answers, Unanswerable};
use serde::Serialize;

use super::propagate::each_module;
use crate::args::{Common, Input, OutputFormat, Propagation};
use crate::{FINE, USAGE, output, suggest};

pub(super) fn why(
    arguments: &Input,
    propagation: &Propagation,
    value: &str,
    (dim, table): (Option<i64>, bool),
    common: &Common,
) -> u8 {
    answer(arguments, propagation, value, common, |answers, tensor| {
        let dim = dim.map(|dim| answers.dim(tensor, dim)).transpose()?;
        let view = answers.why(tensor, dim, table)?;
        Ok((view.render(), json(&view)))
    })
}

pub(super) fn why_not(
    arguments: &Input,
    propagation: &Propagation,
    value: &str,
    (dim, axis): (i64, &str),
    common: &Common,
) -> u8 {
    answer(arguments, propagation, value, common, |answers, tensor| {
        let dim = answers.dim(tensor, dim)?;
        let view = answers.why_not(tensor, dim, axis)?;
        Ok((view.render(), json(&view)))
    })
}

fn json(view: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(view).expect("views are plain data")
}

/// Answers one question for every tensor that a name stands for.
fn answer(
    arguments: &Input,
    propagation: &Propagation,
    value: &str,
    common: &Common,
    mut ask: impl FnMut(&mut Answers<'_>, TensorId) -> Result<(String, serde_json::Value), Unanswerable>,
) -> u8 {
    let result = each_module(arguments, propagation, true, common, |mut propagated, _| {
        let found = match propagated.ask(value, &mut ask) {
            Ok(found) => found,
            Err(unanswerable) => {
                complain(&unanswerable);
                return USAGE;
            }
        };
        match common.format {
            OutputFormat::Text => {
                let texts: Vec<String> = found.into_iter().map(|(text, _)| text).collect();
                output::print(&texts.join("\n"));
            }
            OutputFormat::Json => {
                let values: Vec<serde_json::Value> = found.into_iter().map(|(_, value)| value).collect();
                let value = match <[serde_json::Value; 1]>::try_from(values) {
                    Ok([value]) => value,
                    Err(values) => values.into(),
                };
                output::print_json(&value);
            }
        }
        FINE
    });
    match result {
        Ok(code) | Err(code) => code,
    }
}

fn complain(unanswerable: &Unanswerable) {
    const MOST: usize = 12;
    output::error(&unanswerable.message);
    let close = suggest::close_names(&unanswerable.asked, unanswerable.known.iter().map(String::as_str));
    let known: Vec<&str> = unanswerable.known.iter().map(String::as_str).take(MOST).collect();
    if !close.is_empty() {
        output::help(&format!("close names are {}", close.join(", ")));
    } else if !known.is_empty() {
        let more = if unanswerable.known.len() > MOST { ", …" } else { "" };
        output::help(&format!("there are {}{more}", known.join(", ")));
    }
}
