//! Pass pipelines with the syntax of sdy_opt.

use std::fmt;

use partita_base::{Diagnostic, Diagnostics, Span, code};
use partita_hlo::propagation::{Dump, run_with_dumps};
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo};
use partita_mlir::PipelineItem;

use crate::suggest;

/// A sequence of passes.
#[derive(Clone)]
pub struct Pipeline(Vec<Planned>);

/// A pass to run, with its options.
#[derive(Clone)]
struct Planned {
    pass: &'static PassInfo,
    options: Vec<(String, String)>,
}

impl fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|planned| (planned.pass.name, &planned.options))).finish()
    }
}

impl Pipeline {
    /// Parses a pipeline, such as `builtin.module(symbol-dce)`, and reports all errors.
    pub fn parse(text: &str) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let mut passes = Vec::new();
        match partita_mlir::parse_pipeline(text) {
            Ok(items) => plan_items(&items, None, &mut passes, &mut diagnostics),
            Err(error) => diagnostics.push(*error),
        }
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(Self(passes)) }
    }

    /// Runs the passes in order. Returns the modules that passes dump to files.
    pub fn run(&self, module: &mut Module, after_each: AfterEach) -> Result<Vec<Dump>, Diagnostics> {
        let mut dumps = Vec::new();
        for planned in &self.0 {
            dumps.extend(run_with_dumps(planned.pass, module, &planned.options)?);
            if after_each == AfterEach::Verify {
                let diagnostics = partita_verify::verify(module);
                if diagnostics.has_errors() {
                    return Err(diagnostics);
                }
            }
        }
        Ok(dumps)
    }
}

/// What to do after each pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterEach {
    /// Verify the module.
    Verify,
    /// Continue with the next pass.
    Go,
}

fn plan_items(
    items: &[PipelineItem],
    anchor: Option<&str>,
    passes: &mut Vec<Planned>,
    diagnostics: &mut Diagnostics,
) {
    for item in items {
        match item {
            PipelineItem::Nested { anchor, items, span } => {
                if matches!(anchor.as_str(), "builtin.module" | "func.func" | "any") {
                    plan_items(items, Some(anchor), passes, diagnostics);
                } else {
                    let message = format!("passes cannot be nested in `{anchor}`");
                    let help = "the anchors are builtin.module, func.func and any";
                    diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, *span, message).help(help));
                }
            }
            PipelineItem::Pass { name, options, span } => {
                if let Some(pass) = lookup(name, *span, anchor, diagnostics) {
                    check_options(pass, options, *span, diagnostics);
                    passes.push(Planned { pass, options: options.clone() });
                }
            }
        }
    }
}

/// All passes.
pub fn passes() -> impl Iterator<Item = &'static PassInfo> {
    pass::PASSES.iter().chain(partita_hlo::passes())
}

fn lookup(
    name: &str,
    span: Span,
    anchor: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<&'static PassInfo> {
    let Some(pass) = passes().find(|pass| pass.name == name) else {
        let close = suggest::close_names(name, passes().map(|pass| pass.name));
        let help = match &close[..] {
            [] => format!("the passes are {}", passes().map(|pass| pass.name).collect::<Vec<_>>().join(", ")),
            close => format!("similar names: {}", close.join(", ")),
        };
        let diagnostic = Diagnostic::error(code::UNKNOWN_PASS, span, format!("unknown pass `{name}`"));
        diagnostics.push(diagnostic.help(help));
        return None;
    };
    let wanted = match pass.anchor {
        Anchor::Any => return Some(pass),
        Anchor::Module => "builtin.module",
        Anchor::Func => "func.func",
    };
    // A function pass is allowed at module level, where it runs on every function.
    let fits = anchor.is_none_or(|anchor| anchor == wanted || wanted == "func.func");
    if !fits {
        let message = format!("the pass `{name}` runs on {wanted}, not on {}", anchor.unwrap_or_default());
        diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, span, message));
        return None;
    }
    Some(pass)
}

fn check_options(pass: &PassInfo, options: &[(String, String)], span: Span, diagnostics: &mut Diagnostics) {
    for (name, value) in options {
        let known = pass.options.iter().find(|option| option.name == name);
        if let Some(option) = known {
            let is_flag = matches!(option.default, "true" | "false");
            if is_flag && !matches!(value.as_str(), "true" | "false" | "1" | "0" | "") {
                let message = format!("expected `true` or `false` for the option `{name}`, found `{value}`");
                diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, span, message));
            }
        } else {
            let message = format!("the pass `{}` has no option `{name}`", pass.name);
            let known: Vec<&str> = pass.options.iter().map(|option| option.name).collect();
            let help = if known.is_empty() {
                "the pass has no options".into()
            } else {
                format!("available options: {}", known.join(", "))
            };
            diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, span, message).help(help));
        }
    }
}
