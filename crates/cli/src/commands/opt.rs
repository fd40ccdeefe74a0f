//! `partita opt`: passes by name, as sdy_opt takes them.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use partita::hlo;
use partita_base::{Diagnostic, Diagnostics, Source, Span, code};
use partita_hlo::propagation::{Dump, run_with_dumps};
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption};
use partita_mlir::{PipelineItem, PrintOptions};
use serde_json::{Value, json};

use super::{load, parse_options};
use crate::args::{Arguments, Common, Opt, OutputFormat};
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::output::Timing;
use crate::{input, output, suggest};

/// Turns `opt --some-pass='a=b'` into `opt --flag-pass=some-pass{a=b}`, which the argument parser knows. Flags of `opt` itself are those
/// that the parser has; any other `--name` is a pass.
pub(super) fn passes_from_flags(arguments: Vec<OsString>) -> Vec<OsString> {
    if !arguments.iter().any(|argument| argument == "opt") {
        return arguments;
    }
    let mut parser = Arguments::command();
    parser.build();
    let Some(opt) = parser.find_subcommand("opt") else { return arguments };
    let find = |text: &str| {
        let name = text.strip_prefix("--")?.split('=').next()?;
        opt.get_arguments().find(|own| own.get_long() == Some(name))
    };
    // The command is the first word that is neither a flag nor the value of one.
    let mut words = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let mut is_opt = false;
    while let Some(word) = words.next() {
        let takes_value = find(&word).is_some_and(|own| own.get_action().takes_values());
        match word.starts_with('-') {
            true if takes_value && !word.contains('=') => drop(words.next()),
            true => {}
            false => {
                is_opt = word == "opt";
                break;
            }
        }
    }
    if !is_opt {
        return arguments;
    }
    let translate = |argument: OsString| {
        let Some(text) = argument.to_str() else { return argument };
        let (name, options) =
            text.split_once('=').map_or((text, None), |(name, options)| (name, Some(options)));
        let pass = name.strip_prefix("--").filter(|pass| !pass.is_empty() && find(name).is_none());
        match (pass, options) {
            (Some(pass), Some(options)) => format!("--flag-pass={pass}{{{options}}}").into(),
            (Some(pass), None) => format!("--flag-pass={pass}").into(),
            (None, _) => argument,
        }
    };
    arguments.iter().cloned().map(translate).collect()
}

pub(super) fn run(options: &Opt, common: &Common) -> Exit {
    if options.list_passes {
        list(common);
        return Exit::Fine;
    }
    let text = match (&options.pass_pipeline, options.flag_passes.is_empty()) {
        (Some(_), false) => {
            output::error("give passes either as --pass-pipeline or as flags, not both");
            return Exit::Usage;
        }
        (Some(pipeline), true) => pipeline.clone(),
        (None, _) => options.flag_passes.join(","),
    };
    let passes = match plan(&text) {
        Ok(passes) => passes,
        Err(diagnostics) => {
            let source = Source::new("<pipeline>", text).expect("arguments are short");
            input::print_findings(&source, &diagnostics, common);
            return Exit::Findings;
        }
    };
    let loaded = match load(&options.file, options.split_input_file, common) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let mut timing = Timing::default();
    let mut texts = Vec::new();
    let mut files = Vec::new();
    let mut failed = false;
    for part in loaded.parts.clone() {
        let reading = parse_options(!options.allow_unregistered_dialect, common);
        let program = hlo::Program::read_as_written(&loaded.source, part, reading, &mut timing);
        let (mut module, diagnostics) = program.into_parts();
        if !diagnostics.is_empty() {
            input::print_findings(&loaded.source, &diagnostics, common);
        }
        if diagnostics.has_errors() {
            failed = true;
            continue;
        }
        let result = timing.stage("passes", || run_passes(&mut module, &passes, !options.no_verify_each));
        let dumps = match result {
            Ok(dumps) => dumps,
            Err(diagnostics) => {
                input::print_findings(&loaded.source, &diagnostics, common);
                failed = true;
                continue;
            }
        };
        for dump in &dumps {
            let path = Path::new(&dump.directory).join(&dump.name);
            let text = partita_mlir::print(&dump.module, PrintOptions::default());
            files.push(FileOut::new(path, text));
        }
        let print =
            PrintOptions { generic: options.mlir_print_op_generic, debug_info: options.mlir_print_debuginfo };
        texts.push(timing.stage("print", || partita_mlir::print(&module, print)));
    }
    timing.report(common);
    if failed {
        return Exit::Findings;
    }
    let output = options.output.as_deref().unwrap_or(Path::new("-"));
    files.push(FileOut::new(output, texts.join("// -----\n")));
    files::write(&files).map_or_else(|code| code, |()| Exit::Fine)
}

/// A pass to run, with its options.
struct Planned {
    pass: &'static PassInfo,
    options: Vec<(String, String)>,
}

/// Looks up the passes of a pipeline; all mistakes are reported.
fn plan(text: &str) -> Result<Vec<Planned>, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut passes = Vec::new();
    match partita_mlir::parse_pipeline(text) {
        Ok(items) => plan_items(&items, None, &mut passes, &mut diagnostics),
        Err(error) => diagnostics.push(*error),
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(passes) }
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

/// Every pass there is.
fn passes() -> impl Iterator<Item = &'static PassInfo> {
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
            close => format!("close names are {}", close.join(", ")),
        };
        let diagnostic = Diagnostic::error(code::UNKNOWN_PASS, span, format!("there is no pass `{name}`"));
        diagnostics.push(diagnostic.help(help));
        return None;
    };
    let wanted = match pass.anchor {
        Anchor::Any => return Some(pass),
        Anchor::Module => "builtin.module",
        Anchor::Func => "func.func",
    };
    // A function pass may be given at module level; it then runs on every function.
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
                let message = format!("the option `{name}` is `true` or `false`, not `{value}`");
                diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, span, message));
            }
        } else {
            let message = format!("the pass `{}` has no option `{name}`", pass.name);
            let known: Vec<&str> = pass.options.iter().map(|option| option.name).collect();
            let help = if known.is_empty() {
                "it has none".into()
            } else {
                format!("its options are {}", known.join(", "))
            };
            diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, span, message).help(help));
        }
    }
}

/// Runs the passes; what they want to be written comes back.
fn run_passes(module: &mut Module, passes: &[Planned], verify: bool) -> Result<Vec<Dump>, Diagnostics> {
    let mut dumps = Vec::new();
    for planned in passes {
        dumps.extend(run_with_dumps(planned.pass, module, &planned.options)?);
        if verify {
            let diagnostics = partita_verify::verify(module);
            if diagnostics.has_errors() {
                return Err(diagnostics);
            }
        }
    }
    Ok(dumps)
}

fn list(common: &Common) {
    if common.format == OutputFormat::Json {
        let option = |option: &PassOption| json!({"name": option.name, "default": option.default, "help": option.help});
        let pass = |pass: &PassInfo| {
            let options: Vec<Value> = pass.options.iter().map(option).collect();
            json!({"name": pass.name, "help": pass.help, "options": options})
        };
        output::print_json(&Value::from(passes().map(pass).collect::<Vec<_>>()));
        return;
    }
    let width = passes().map(|pass| pass.name.len()).max().unwrap_or_default();
    for pass in passes() {
        output::print(&format!("{:<width$}  {}\n", pass.name, pass.help));
        for option in pass.options {
            output::print(&format!("    {}={}  {}\n", option.name, option.default, option.help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> String {
        let words = passes_from_flags(line.split(' ').map(OsString::from).collect());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn flags_that_opt_lacks_are_passes() {
        assert_eq!(
            translated("partita opt --a-pass --b-pass=c=d -"),
            "partita opt --flag-pass=a-pass --flag-pass=b-pass{c=d} -"
        );
        assert_eq!(
            translated("partita opt --timing --timeout 3 --help"),
            "partita opt --timing --timeout 3 --help"
        );
    }

    #[test]
    fn the_command_follows_flags_and_their_values() {
        for before in ["--timeout 3", "--timeout=3", "--timing", "--color never --timing"] {
            let line = format!("partita {before} opt --a-pass");
            assert_eq!(translated(&line), format!("partita {before} opt --flag-pass=a-pass"));
        }
        assert_eq!(
            translated("partita --timeout 3 show opt --a-pass"),
            "partita --timeout 3 show opt --a-pass"
        );
    }
}
