//! The available passes with their options.

use std::fmt::Write as _;

use partita_ir::pass::{PassInfo, PassOption};
use serde::Serialize;

use crate::view::{View, json_by_name};

/// The list of passes with their options.
#[derive(Clone, Debug)]
pub struct PassesView(Vec<PassView>);

#[derive(Clone, Debug, Serialize)]
struct PassView {
    name: &'static str,
    help: &'static str,
    options: Vec<OptionView>,
}

#[derive(Clone, Debug, Serialize)]
struct OptionView {
    name: &'static str,
    default: &'static str,
    help: &'static str,
}

impl PassesView {
    /// Creates the view; the order of the passes is kept.
    pub fn new(passes: impl Iterator<Item = &'static PassInfo>) -> Self {
        let option = |&PassOption { name, default, help }: &PassOption| OptionView { name, default, help };
        let pass = |pass: &PassInfo| PassView {
            name: pass.name,
            help: pass.help,
            options: pass.options.iter().map(option).collect(),
        };
        Self(passes.map(pass).collect())
    }
}

impl View for PassesView {
    fn text(&self) -> String {
        let width = self.0.iter().map(|pass| pass.name.len()).max().unwrap_or_default();
        let mut out = String::new();
        for pass in &self.0 {
            let _ = writeln!(out, "{:<width$}  {}", pass.name, pass.help);
            for option in &pass.options {
                let _ = writeln!(out, "    {}={}  {}", option.name, option.default, option.help);
            }
        }
        out
    }

    fn json(&self) -> String {
        json_by_name(&self.0)
    }
}
