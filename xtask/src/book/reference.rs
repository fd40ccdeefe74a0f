//! The pages of the book that are generated: commands, error codes, factor rules, JSON output.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use partita_base::{Source, code};
use partita_hlo::rules::{Compat, RuleOptions, rule_of};
use partita_ir::OpCode;
use partita_mlir::{ParseOptions, parse_range, split_chunks};
use serde_json::Value;

use super::schema::Schema;
use crate::root;

/// Command lines whose JSON output is described. Several of one command show more of its fields.
const JSON_COMMANDS: &[&str] = &[
    "check examples/mlp.mlir",
    "check examples/mistakes.mlir",
    "show examples/mlp.mlir",
    "show examples/sub_axes.mlir",
    "show examples/shard_map.mlir",
    "propagate examples/conflict.mlir",
    "propagate examples/transformer.mlir",
    "why examples/mlp.mlir %7",
    "why examples/conflict.mlir %0 --table",
    "why-not examples/conflict.mlir %0 --dim 0 --axis x",
    "partition examples/conflict.mlir",
    "comms examples/mlp.mlir",
    "comms examples/transformer.mlir",
    "memory examples/mlp.mlir",
    "memory examples/transformer.mlir",
    "verify examples/conflict.mlir",
    "run examples/conflict.mlir",
    "report examples/conflict.mlir",
    "report examples/mlp.mlir",
    "reshard x,_ _,x --mesh x=4 --type f32[16,16]",
    "draw data,model --mesh data=4,model=2 --type f32[16,16]",
    "draw examples/mlp.mlir %7",
    "diff examples/jax/train.mlir examples/jax/train_fixed.mlir --top 4",
    "suggest examples/jax/train.mlir",
    "steps examples/conflict.mlir",
    "export examples/conflict.mlir --to json",
    "rules check examples/book/rules.toml examples/book/rules.mlir",
    "lit examples/book/lit.mlir",
    "explain PA0203",
    "onnx check examples/mlp.textproto",
    "onnx check testdata/onnx/mlp.textproto",
    "onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx mesh testdata/onnx/mlp.textproto",
    "onnx show testdata/onnx/mlp.textproto",
    "onnx partition examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx verify examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx run examples/mlp.textproto",
    "ckks count examples/mnist.toml --slots 4096",
    "ckks plan examples/mnist.toml --slots 4096",
    "ckks simulate examples/mnist.toml --slots 4096",
];

/// Folders with programs from which the examples of rules are taken.
const RULE_EXAMPLES: &[&str] = &["testdata/rules", "testdata/roundtrip", "testdata/verify"];

/// Rules longer than this are shown only if an op has no shorter one.
const READABLE_RULE: usize = 110;

fn output(partita: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(partita);
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1").env_remove("COLUMNS");
    let output = command.output().map_err(|error| format!("{}: {error}", partita.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The help of every command.
pub(super) fn commands(partita: &Path) -> Result<String, String> {
    let mut page = String::from(
        "# Commands\n\n\
         A file name may be `-` for standard input. Exit codes: 0 success, 1 findings or output that could not be written, 2 usage, 3 internal error. \
         `NO_COLOR` is honoured. Long work shows a line of progress on a terminal, and nothing in a pipe. \
         Every command takes the options of `partita` below, and those under *Limits*, which are left out further down.\n",
    );
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = output(partita, &arguments)?;
        let is_top = path.is_empty();
        let shown = if is_top { help.as_str() } else { help.split("\nLimits:\n").next().unwrap_or_default() };
        let title =
            std::iter::once("partita").chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", shown.trim_end()));
        // `waiting` is a stack: pushed in reverse, commands are visited in the order of the help.
        for name in subcommands(&help).into_iter().rev() {
            waiting.push(path.iter().cloned().chain([name]).collect());
        }
    }
    Ok(page)
}

/// The names below `Commands:` in a help text.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = lines.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| {
        let rest = line.strip_prefix("  ")?;
        // Further lines of a description are indented more.
        (!rest.starts_with(' ')).then(|| rest.split(' ').next().unwrap_or_default().to_string())
    });
    names.filter(|name| name != "help").collect()
}

/// The table of error codes.
pub(super) fn error_codes() -> String {
    let mut page = String::from(
        "# Error codes\n\nEvery diagnostic has a code, which is never reused. `partita explain CODE` prints its page.\n",
    );
    let mut range = String::new();
    for (code, title) in code::ALL {
        let name = code.to_string();
        let hundreds = format!("{}xx", &name[..name.len() - 2]);
        if hundreds != range {
            page.push_str(&format!("\n## {hundreds}\n\n| code | meaning |\n| --- | --- |\n"));
            range = hundreds;
        }
        page.push_str(&format!("| [{name}](../../../errors/{name}.md) | {title} |\n"));
    }
    page
}

/// An example of the factor rule of every op that has one.
pub(super) fn op_rules() -> Result<String, String> {
    let mut rules: BTreeMap<&str, (String, bool)> = BTreeMap::new();
    for folder in RULE_EXAMPLES {
        let entries = fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let source =
                Source::new("rules", text.as_str()).map_err(|_| format!("{} is too long", path.display()))?;
            for range in split_chunks(&text) {
                collect_rules(&source, range, &mut rules);
            }
        }
    }
    let mut page = String::from(
        "# Factor rules of StableHLO ops\n\n\
         A factor rule states which factors the dimensions of operands and results consist of; [Propagation](../explanation/propagation.md) explains them. \
         The rule of an op depends on its shapes and attributes: each row shows one example, with the sizes of its factors. \
         Rules marked *Partita* are used by default and left out with `--compat=shardy`.\n\n\
         | op | rule | in |\n| --- | --- | --- |\n",
    );
    let mut without = Vec::new();
    for name in OpCode::all().map(OpCode::name) {
        match rules.get(name) {
            Some((rule, in_shardy)) => {
                let place = if *in_shardy { "Shardy" } else { "Partita" };
                page.push_str(&format!("| `{name}` | `{rule}` | {place} |\n"));
            }
            None => without.push(format!("`{name}`")),
        }
    }
    page.push_str(&format!(
        "\nOps without a rule: {}.\n\nThe rule of a custom call depends on its target; for your own, [write a rule file](../how-to/write-a-rule-file.md).\n",
        without.join(", ")
    ));
    Ok(page)
}

/// Adds the rules of the ops of one module, if it can be read.
fn collect_rules(source: &Source, range: std::ops::Range<usize>, rules: &mut BTreeMap<&str, (String, bool)>) {
    let parsed = parse_range(source, range, ParseOptions::default());
    if parsed.diagnostics.has_errors() || partita_verify::verify(&parsed.module).has_errors() {
        return;
    }
    let module = &parsed.module;
    for &op in module.walk(module.top()).iter() {
        // The rule of a custom call depends on its target.
        let Some(code) = module.op(op).name.code().filter(|code| *code != OpCode::CustomCall) else {
            continue;
        };
        let rule = |compat| rule_of(module, op, &RuleOptions::default().compat(compat));
        let full = rule(Compat::Full);
        let Some(spec) = full.rule() else { continue };
        let text = spec.to_string();
        let text = text.trim_start_matches('<').trim_end_matches('>').to_string();
        // The example with most factors shows most, as long as it is short enough to be read and no size is trivial.
        let is_trivial = |text: &str| ["=0,", "=0}", "=1,", "=1}"].iter().any(|size| text.contains(size));
        let value = |text: &str| (text.len() <= READABLE_RULE, !is_trivial(text), text.matches('=').count());
        let is_better = rules.get(code.name()).is_none_or(|(known, _)| value(&text) > value(known));
        if is_better {
            rules.insert(code.name(), (text, rule(Compat::Shardy).rule().is_some()));
        }
    }
}

/// The page about JSON output, and a schema for each command that has one: the name of its file and its text.
pub(super) fn json(partita: &Path) -> Result<(String, Vec<(String, String)>), String> {
    let mut schemas: Vec<(String, Vec<&str>, Schema)> = Vec::new();
    for line in JSON_COMMANDS {
        let words: Vec<&str> = line.split(' ').chain(["--format", "json"]).collect();
        let text = output(partita, &words)?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| format!("expected JSON from `partita {line}`: {error}"))?;
        let length = if ["onnx", "ckks"].contains(&words[0]) { 2 } else { 1 };
        let name = words[..length].join(" ");
        let position = schemas.iter().position(|(known, ..)| *known == name).unwrap_or_else(|| {
            schemas.push((name, Vec::new(), Schema::default()));
            schemas.len() - 1
        });
        schemas[position].1.push(line);
        schemas[position].2.add(&value);
    }
    let mut page = String::from(
        "# JSON output\n\n\
         With `--format json` a command prints one JSON document on standard output. Sizes are in bytes, lines count from 1, dimensions from 0. \
         Below is the shape of each document; `name?` marks a field that some objects do not have, `[T]` a list. \
         Shapes and schemas are inferred from the output of the commands that are named.\n",
    );
    let mut files = Vec::new();
    for (name, lines, schema) in schemas {
        let file = format!("{}.json", name.replace(' ', "-"));
        let commands: Vec<String> =
            lines.iter().map(|line| format!("`partita {line} --format json`")).collect();
        page.push_str(&format!(
            "\n## partita {name}\n\n[JSON schema](schemas/{file}); from {}\n",
            commands.join(", ")
        ));
        page.push_str(&format!("\n```text\n{}\n```\n", schema.outline()));
        let text = serde_json::to_string_pretty(&schema.to_json()).map_err(|error| error.to_string())?;
        files.push((file, text));
    }
    Ok((page, files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_a_help_text() {
        let help = "About\n\nCommands:\n  why      Explain\n           a lot\n  why-not  More\n  help     Help\n\nOptions:\n";
        assert_eq!(subcommands(help), ["why", "why-not"]);
    }
}
