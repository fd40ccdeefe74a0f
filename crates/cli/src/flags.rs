//! Messages of the library in the words of the command line.
//!
//! The library names its own settings. What prints a message for users of the command spells them as options, so that both read what they
//! can do.

use std::borrow::Cow;

use partita::onnx::Finding;
use partita::{Diagnostic, Diagnostics};

/// What the library calls a setting, and how the command line spells it.
const FLAGS: &[(&str, &str)] = &[
    ("`Limits::expansion`", "`--max-expansion`"),
    ("`Limits::memory`, in bytes", "`--max-memory`, in GiB"),
    ("`Limits::time`", "`--timeout`, in seconds"),
    ("pass `UnknownDialects::Keep`", "leave out --deny-unknown-dialects"),
    ("`reshard::PlanLimits::memory`", "--memory"),
    ("with `Compat::Full`", "without --compat=shardy"),
    ("(`Propagation::rules`)", "(--rules FILE)"),
    ("`Partitioning::pad_io`", "`--pad-io`"),
    ("`GroupForm::Axes`", "`--replica-groups axes`"),
    ("`XlaSettings::python`", "`--python` or the variable PARTITA_PYTHON"),
    ("`XlaEngine` runs", "`--engine xla`, for `verify` with `--reference xla`, runs"),
    ("`OnMesh`", "--mesh"),
    ("`Model::annotate`", "`partita onnx annotate`"),
    ("`RankPartition::configuration`", "--configuration"),
    ("`RankPartition::sizes`", "--dim"),
    ("`find_onnxruntime`", "--onnxruntime"),
    ("`OnnxRuntime`", "--runtime onnxruntime"),
    ("`Passes::max_keys`", "`--max-keys`"),
    ("`Plan::place_bootstraps`", "`--levels`"),
    ("`Safety::InsecureTest`", "--insecure-test"),
    ("`LattigoSettings::find`", "--lattigo"),
    ("`onnx::Model::annotate`", "`partita onnx annotate --specs`"),
    ("`CostTable::parse`", "`--costs`"),
    ("`ckks::network` reads", "`partita ckks plan` reads"),
    ("`RuleFile`", "`--rules`"),
    ("`Topology`", "`--topology`"),
    ("`tensor::npy`", "`--arg` or `--input` of the commands that run programs"),
    ("`tensor::npz`", "`--arg` or `--input` of the commands that run programs"),
];

/// A text with every setting as the command line spells it.
pub(crate) fn spelled(text: &str) -> Cow<'_, str> {
    let named = FLAGS.iter().filter(|(name, _)| text.contains(name));
    named.fold(Cow::Borrowed(text), |text, (name, flag)| Cow::Owned(text.replace(name, flag)))
}

/// Findings of `opt`, which refuses unknown dialects unless an option keeps them; the other commands keep them unless one refuses them.
pub(crate) fn spelled_for_opt(mut found: Diagnostics) -> Diagnostics {
    for help in found.iter_mut().filter_map(|each| each.help.as_mut()) {
        *help = help.replace("`UnknownDialects::Keep`", "--allow-unregistered-dialect");
    }
    found
}

/// The same of every finding in a text.
pub(crate) fn spelled_in(mut found: Diagnostics) -> Diagnostics {
    for Diagnostic { help, .. } in found.iter_mut() {
        *help = help.take().map(|help| spelled(&help).into_owned());
    }
    found
}

/// The same of every finding in a model.
pub(crate) fn spelled_findings(findings: &[Finding]) -> Vec<Finding> {
    let spell = |finding: &Finding| Finding {
        message: spelled(&finding.message).into_owned(),
        help: finding.help.as_deref().map(|help| spelled(help).into_owned()),
        ..finding.clone()
    };
    findings.iter().map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::{FLAGS, spelled};

    #[test]
    fn settings_are_spelled_as_options() {
        assert_eq!(spelled("raise `Limits::expansion`"), "raise `--max-expansion`");
        assert_eq!(spelled("nothing to spell"), "nothing to spell");
    }

    /// The order of the table does not matter: no name is a part of another's.
    #[test]
    fn names_of_settings_are_apart() {
        for (at, (name, _)) in FLAGS.iter().enumerate() {
            assert!(
                FLAGS.iter().enumerate().all(|(other, (text, _))| other == at || !text.contains(name)),
                "{name}"
            );
        }
    }
}
