//! Replaces settings of the library by the options of the command line.
//!
//! Messages of the library refer to settings of its API. The command prints them with the corresponding options, so that its users can
//! follow the advice.

use std::borrow::Cow;

use partita::onnx::Finding;
use partita::{Diagnostic, Diagnostics};

/// A setting of the library, and the corresponding option.
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
    ("`OnMesh::shard`", "--shard"),
    ("`Model::annotate`", "`partita onnx annotate`"),
    ("`Model::draw`", "`partita onnx draw`"),
    ("`Model::infer`", "`partita onnx infer --explain`"),
    ("`RankPartition::configuration`", "--configuration"),
    ("`RankPartition::sizes`", "--dim"),
    ("`find_onnxruntime`", "--onnxruntime"),
    ("`OnnxRuntime`", "--runtime onnxruntime"),
    ("`Passes::max_keys`", "`--max-keys`"),
    ("`Plan::place_bootstraps`", "`--levels`"),
    ("`Safety::InsecureTest`", "--insecure-test"),
    ("`LattigoSettings::find`", "--lattigo"),
    ("`SealSettings::find`", "--python"),
    ("`onnx::Model::annotate`", "`partita onnx annotate --specs`"),
    ("`CostTable::parse`", "`--costs`"),
    ("`ckks::read_network` reads", "`partita ckks plan` reads"),
    ("`RuleFile`", "`--rules`"),
    ("`Topology`", "`--topology`"),
    ("`tensor::npy`", "`--arg` or `--input` of the commands that run programs"),
    ("`tensor::npz`", "`--arg` or `--input` of the commands that run programs"),
];

/// Replaces every setting in `text` by its option.
pub(crate) fn with_flags(text: &str) -> Cow<'_, str> {
    let named = FLAGS.iter().filter(|(name, _)| text.contains(name));
    named.fold(Cow::Borrowed(text), |text, (name, flag)| Cow::Owned(text.replace(name, flag)))
}

/// Replaces the setting for unknown dialects by the option of `opt`, which rejects them by default. The other commands keep them by
/// default and have a different option.
pub(crate) fn diagnostics_with_opt_flags(mut found: Diagnostics) -> Diagnostics {
    for help in found.iter_mut().filter_map(|each| each.help.as_mut()) {
        *help = help.replace("`UnknownDialects::Keep`", "--allow-unregistered-dialect");
    }
    found
}

/// Replaces the settings in the help text of every diagnostic.
pub(crate) fn diagnostics_with_flags(mut found: Diagnostics) -> Diagnostics {
    for Diagnostic { help, .. } in found.iter_mut() {
        *help = help.take().map(|help| with_flags(&help).into_owned());
    }
    found
}

/// Replaces the settings in the message and help text of every finding in a model.
pub(crate) fn findings_with_flags(findings: &[Finding]) -> Vec<Finding> {
    let spell = |finding: &Finding| Finding {
        message: with_flags(&finding.message).into_owned(),
        help: finding.help.as_deref().map(|help| with_flags(help).into_owned()),
        ..finding.clone()
    };
    findings.iter().map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::{FLAGS, with_flags};

    #[test]
    fn settings_are_replaced_by_options() {
        assert_eq!(with_flags("raise `Limits::expansion`"), "raise `--max-expansion`");
        assert_eq!(with_flags("no setting here"), "no setting here");
    }

    /// The order of the table does not matter, because no name contains another one.
    #[test]
    fn no_name_contains_another_one() {
        for (at, (name, _)) in FLAGS.iter().enumerate() {
            assert!(
                FLAGS.iter().enumerate().all(|(other, (text, _))| other == at || !text.contains(name)),
                "{name}"
            );
        }
    }
}
