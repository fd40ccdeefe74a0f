//! Messages of the library in the words of the command line.

use std::borrow::Cow;

/// What the library calls a setting, and how the command line spells it.
const FLAGS: &[(&str, &str)] = &[
    ("`Limits::memory`, in bytes", "`--max-memory`, in GiB"),
    ("`Passes::max_keys`", "`--max-keys`"),
    ("`Plan::place_bootstraps`", "`--levels`"),
    ("`Safety::InsecureTest`", "--insecure-test"),
    ("`LattigoSettings::find`", "--lattigo"),
];

/// A text with every setting as the command line spells it.
pub(crate) fn spelled(text: &str) -> Cow<'_, str> {
    FLAGS
        .iter()
        .filter(|(name, _)| text.contains(name))
        .fold(Cow::Borrowed(text), |text, (name, flag)| Cow::Owned(text.replace(name, flag)))
}
