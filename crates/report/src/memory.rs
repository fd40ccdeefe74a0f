//! The memory that a program needs: how much, when, and for which tensors.

use serde::Serialize;

use crate::Table;
use crate::page::CourseView;
use crate::show::bytes;
use crate::view::{View, json_as_declared};

/// What is in memory at the peak, by what it is to the program, and how large the whole interface is.
#[derive(Clone, Debug, Serialize)]
pub struct FigureView {
    /// The most bytes that are needed at once.
    pub peak: u64,
    /// Of these, arguments.
    pub arguments: u64,
    /// Of these, what is returned in the end.
    pub results: u64,
    /// Of these, constants whose elements are written out.
    pub constants: u64,
    /// Of these, what is made on the way.
    pub temporaries: u64,
    /// Bytes of all arguments.
    pub all_arguments: u64,
    /// Bytes of all results.
    pub all_results: u64,
}

/// An op of the program.
#[derive(Clone, Debug, Serialize)]
pub struct WhereView {
    /// Its name.
    pub op: String,
    /// The line of the text that it is there for.
    pub line: usize,
    /// The place in the program of the user that made the text, where it is known.
    pub location: Option<String>,
}

/// A tensor at the peak.
#[derive(Clone, Debug, Serialize)]
pub struct TensorView {
    /// How large it is on one device.
    pub bytes: u64,
    /// `argument`, `result`, `constant` or `temporary`.
    pub role: &'static str,
    /// What the text calls it, if it is there.
    pub name: Option<String>,
    /// The whole tensor and how it is cut: `f32[32@data,64]`. Absent for what is made at the borders of pieces.
    pub tensor: Option<String>,
    /// The type on one device.
    pub local_type: String,
    /// What made it; absent for an argument.
    pub made_by: Option<WhereView>,
}

/// The memory that a partitioned program needs, beside that of the program as it is.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryView {
    /// How many devices run it.
    pub devices: u64,
    /// Whether the memory of all arguments is used again.
    pub donated: bool,
    /// How many arguments have memory that is used again.
    pub donated_arguments: usize,
    /// On every device.
    pub per_device: FigureView,
    /// Of the program as it is, on one device.
    pub unpartitioned: FigureView,
    /// The op during which most is needed.
    pub at: Option<WhereView>,
    /// How many tensors there are at the peak.
    pub live: usize,
    /// The largest of them.
    pub tensors: Vec<TensorView>,
    /// Values of dynamic shape, which are not counted.
    pub uncounted: usize,
    /// How much each device needs over the program. Shown by pages alone.
    #[serde(skip)]
    pub course: CourseView,
}

impl WhereView {
    fn text(&self) -> String {
        let location = self.location.as_ref().map(|place| format!(", {place}")).unwrap_or_default();
        format!("{}  (line {}{location})", self.op, self.line)
    }
}

impl View for MemoryView {
    fn text(&self) -> String {
        self.render()
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl MemoryView {
    /// The view as text.
    pub fn render(&self) -> String {
        let plural = if self.devices == 1 { "" } else { "s" };
        let mut out =
            format!("peak {} on each of {} device{plural}", bytes(self.per_device.peak), self.devices);
        if let Some(at) = &self.at {
            out += &format!(", during {}", at.text());
        }
        out.push('\n');
        let mut figures = Table::default();
        figures.row(["".into(), "each device".into(), "unpartitioned".into()]);
        for (name, local, whole) in self.figures() {
            figures.row([name.into(), bytes(local), bytes(whole)]);
        }
        out += &figures.render("  ");
        if self.donated_arguments > 0 && !self.donated {
            let plural = if self.donated_arguments == 1 { " is" } else { "s are" };
            out += &format!("{} argument{plural} donated\n", self.donated_arguments);
        }
        if !self.tensors.is_empty() {
            out += &format!("{} of {} tensors at the peak:\n", self.tensors.len(), self.live);
        }
        let mut table = Table::default();
        for tensor in &self.tensors {
            table.row([
                bytes(tensor.bytes),
                tensor.role.into(),
                tensor.name.clone().unwrap_or_else(|| "-".into()),
                tensor.tensor.clone().unwrap_or_else(|| "-".into()),
                format!("local {}", tensor.local_type),
                tensor.made_by.as_ref().map(WhereView::text).unwrap_or_default(),
            ]);
        }
        out += &table.render("  ");
        if self.uncounted > 0 {
            out += &format!("{} values of dynamic shape are not counted\n", self.uncounted);
        }
        out
    }

    /// The figures by name: those of each device, those of the program as it is.
    pub(crate) fn figures(&self) -> [(&'static str, u64, u64); 7] {
        let (local, whole) = (&self.per_device, &self.unpartitioned);
        [
            ("peak", local.peak, whole.peak),
            ("  arguments", local.arguments, whole.arguments),
            ("  results", local.results, whole.results),
            ("  constants", local.constants, whole.constants),
            ("  temporaries", local.temporaries, whole.temporaries),
            ("all arguments", local.all_arguments, whole.all_arguments),
            ("all results", local.all_results, whole.all_results),
        ]
    }
}
