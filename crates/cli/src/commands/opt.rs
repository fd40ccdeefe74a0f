//! `partita opt`: runs passes, with the command line of sdy_opt.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use partita::Source;
use partita::hlo::{self, AfterEach, Pipeline, PrintOptions, passes};
use partita::report::PassesView;

use super::{joined, load, parse_options};
use crate::args::{Arguments, Common, Opt};
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::output::Timing;
use crate::{flags, input, output};

/// Turns `opt --some-pass='a=b'` into `opt --flag-pass=some-pass{a=b}`, which the argument parser accepts. Any `--name` that is not
/// an option of `opt` is a pass.
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
        if !word.starts_with('-') {
            is_opt = word == "opt";
            break;
        }
        if takes_value && !word.contains('=') {
            words.next();
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

pub(super) fn run_opt(options: &Opt, common: &Common) -> Exit {
    if options.list_passes {
        output::print_view(&PassesView::new(passes()), common);
        return Exit::Fine;
    }
    let text = match (&options.pass_pipeline, options.flag_passes.is_empty()) {
        (Some(_), false) => {
            output::print_error("specify passes either with --pass-pipeline or as flags, not both");
            return Exit::Usage;
        }
        (Some(pipeline), true) => pipeline.clone(),
        (None, _) => options.flag_passes.join(","),
    };
    let pipeline = match Pipeline::parse(&text) {
        Ok(pipeline) => pipeline,
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
    let after_each = if options.no_verify_each { AfterEach::Go } else { AfterEach::Verify };
    for part in loaded.parts.clone() {
        let reading = parse_options(!options.allow_unregistered_dialect, common);
        let program = hlo::Program::read_as_written(&loaded.source, part, reading, &mut timing);
        let (mut module, diagnostics) = program.into_parts();
        let diagnostics = flags::diagnostics_with_opt_flags(diagnostics);
        if !diagnostics.is_empty() {
            input::print_findings(&loaded.source, &diagnostics, common);
        }
        if diagnostics.has_errors() {
            failed = true;
            continue;
        }
        let result = timing.stage("passes", || pipeline.run(&mut module, after_each));
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
            let text = hlo::print_text(&dump.module, PrintOptions::default());
            files.push(FileOut::new(path, text));
        }
        let print = PrintOptions::default()
            .generic(options.mlir_print_op_generic)
            .debug_info(options.mlir_print_debuginfo);
        texts.push(timing.stage("print", || hlo::print_text(&module, print)));
    }
    timing.report(common);
    if failed {
        return Exit::Findings;
    }
    let output = options.output.as_deref().unwrap_or(Path::new("-"));
    files.push(FileOut::new(output, joined(texts)));
    files::write_files(&files).map_or_else(|code| code, |()| Exit::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> String {
        let words = passes_from_flags(line.split(' ').map(OsString::from).collect());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn unknown_flags_of_opt_are_passes() {
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
