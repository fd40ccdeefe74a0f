//! The options of commands that summarise long lists.

use partita::report::{By, ListOptions};

use crate::args::{List, ListBy};
use crate::output;

/// The last line of `comms`.
const GROUPS: &str = "--by source|layer|axis|kind   --top N   --all   --format json";

/// The last line of `memory`.
pub(super) const MEMORY: &str = "--by source|layer|axis|kind   --top N   --all   --hbm 80GiB   --format json";

/// The last line of lists that are not grouped by anything else.
const LIST: &str = "--top N   --all   --format json";

/// The options of a list; its width is that of the terminal.
pub(super) fn options(list: &List) -> ListOptions {
    let by = match list.by {
        ListBy::Source => By::Source,
        ListBy::Layer => By::Layer,
        ListBy::Axis => By::Axis,
        ListBy::Kind => By::Kind,
    };
    short_list(list.top, list.all).by(by).hint(GROUPS)
}

/// The options of a list without groups of different kinds.
pub(super) fn short_list(top: usize, all: bool) -> ListOptions {
    // A full list that goes to a file or a program is not shortened.
    let columns = if all { output::known_columns().unwrap_or(usize::MAX) } else { output::columns() };
    ListOptions::default().top(top).all(all).width(columns).hint(LIST)
}
