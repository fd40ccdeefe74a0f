//! Passes: named transforms of a module that `partita opt` runs.

mod strip_debuginfo;
mod symbol_dce;

use partita_base::Diagnostics;

use crate::Module;

/// The op that a pass runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Any op.
    Any,
    /// Only `builtin.module` ops.
    Module,
    /// Only `func.func` ops.
    Func,
}

/// An option that a pass accepts.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// The name as written in a pipeline.
    pub name: &'static str,
    /// The value if the option is not given.
    pub default: &'static str,
    /// A line for the help text.
    pub help: &'static str,
}

/// The options given to one run of a pass. Names were checked against [`PassInfo::options`].
pub type PassOptions = [(String, String)];

/// A pass: its name, its options and its function.
#[derive(Clone, Copy)]
pub struct PassInfo {
    /// The name in a pipeline.
    pub name: &'static str,
    /// One line for the list of passes.
    pub help: &'static str,
    /// The ops that it runs on.
    pub anchor: Anchor,
    /// The options that it accepts.
    pub options: &'static [PassOption],
    /// The function that transforms the module; its options have been checked.
    pub run: fn(&mut Module, &PassOptions) -> Result<(), Diagnostics>,
}

impl PassInfo {
    /// Runs the pass with options given as `(name, value)`; the others have their defaults.
    pub fn run_with(&self, module: &mut Module, options: &[(&str, &str)]) -> Result<(), Diagnostics> {
        let options: Vec<(String, String)> =
            options.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect();
        (self.run)(module, &options)
    }
}

/// Runs the passes of a pipeline in order, each with its defaults, and stops at the first that fails. A pipeline is a list of passes; a
/// pipeline that depends on an option is several lists.
pub fn run_all(module: &mut Module, passes: &[PassInfo]) -> Result<(), Diagnostics> {
    passes.iter().try_for_each(|pass| (pass.run)(module, &[]))
}

/// The value of an option that is on or off; the last of several wins.
pub fn flag(options: &PassOptions, name: &str, default: bool) -> bool {
    let given = options.iter().rfind(|(key, _)| key == name);
    given.map_or(default, |(_, value)| matches!(value.as_str(), "true" | "1" | ""))
}

/// The passes that depend on no dialect except `builtin`.
pub const PASSES: &[PassInfo] = &[strip_debuginfo::PASS, SYMBOL_DCE];

/// `symbol-dce`, for pipelines.
pub const SYMBOL_DCE: PassInfo = symbol_dce::PASS;
