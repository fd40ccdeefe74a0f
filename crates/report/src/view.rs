//! What every view can do: be read by people and by programs.

use serde::Serialize;

/// Something that a command shows: text for people, JSON for programs.
pub trait View {
    /// For people: whole lines.
    fn text(&self) -> String;

    /// For programs: indented JSON, and a line end.
    fn json(&self) -> String;
}

/// JSON whose fields are in the order in which the view declares them.
pub(crate) fn json_as_declared(view: &(impl Serialize + ?Sized)) -> String {
    format!("{}\n", serde_json::to_string_pretty(view).expect("views are plain data"))
}

/// JSON whose fields are sorted by name.
pub(crate) fn json_by_name(view: &(impl Serialize + ?Sized)) -> String {
    format!("{:#}\n", serde_json::to_value(view).expect("views are plain data"))
}

/// What is shown of each module of a file: alone, if there is one.
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
