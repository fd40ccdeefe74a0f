//! The trait of all views.

use serde::Serialize;

/// The output of a command: text for people, JSON for programs.
pub trait View {
    /// Text for people; every line is terminated.
    fn text(&self) -> String;

    /// Indented JSON for programs, with a final line end.
    fn json(&self) -> String;
}

/// `1 result`, `2 results`
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// JSON with fields in declaration order.
pub(crate) fn json_as_declared(view: &(impl Serialize + ?Sized)) -> String {
    format!("{}\n", serde_json::to_string_pretty(view).expect("views are plain data"))
}

/// JSON with fields sorted by name.
pub(crate) fn json_by_name(view: &(impl Serialize + ?Sized)) -> String {
    format!("{:#}\n", serde_json::to_value(view).expect("views are plain data"))
}

/// The views of the modules of a file: an object for one module, a list for several.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum OneOrList<'v, V> {
    One(&'v V),
    List(&'v [V]),
}

impl<'v, V> From<&'v [V]> for OneOrList<'v, V> {
    fn from(views: &'v [V]) -> Self {
        match views {
            [view] => OneOrList::One(view),
            views => OneOrList::List(views),
        }
    }
}
