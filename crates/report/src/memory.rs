//! The peak memory of a program: its size, the op at which it occurs, and its tensors.

use serde::Serialize;

use crate::Table;
use crate::page::CourseView;
use crate::show::byte_text;
use crate::sources::SourceView;
use crate::view::{View, json_as_declared};

/// The bytes in memory at the peak, by role, and the sizes of all arguments and results.
#[derive(Clone, Debug, Serialize)]
pub struct FigureView {
    /// The maximum number of bytes in use at the same time.
    pub peak: u64,
    /// The share of arguments in the peak.
    pub arguments: u64,
    /// The share of values that the program returns.
    pub results: u64,
    /// The share of constants that are not splats.
    pub constants: u64,
    /// The share of intermediate values.
    pub temporaries: u64,
    /// Bytes of all arguments.
    pub all_arguments: u64,
    /// Bytes of all results.
    pub all_results: u64,
}

/// An op of the program with its position.
#[derive(Clone, Debug, Serialize)]
pub struct WhereView {
    /// The name of the op.
    pub op: String,
    /// The line of the original op in the text; 0 for a node of a model.
    #[serde(skip_serializing_if = "is_zero")]
    pub line: usize,
    /// The number of the node, in a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// The line of the user's own program, if the op has a location.
    pub location: Option<String>,
    /// The origin of the op in the user's own program.
    #[serde(flatten)]
    pub origin: SourceView,
}

/// A tensor at the peak.
#[derive(Clone, Debug, Serialize)]
pub struct TensorView {
    /// The size on one device.
    pub bytes: u64,
    /// `argument`, `result`, `constant` or `temporary`.
    pub role: &'static str,
    /// The name in the text, if the tensor appears there.
    pub name: Option<String>,
    /// The global type and sharding: `f32[32@data,64]`. Absent for values that exist only in the local program, such as halos.
    pub tensor: Option<String>,
    /// The type on one device.
    pub local_type: String,
    /// The op that defines it; absent for an argument.
    pub made_by: Option<WhereView>,
    /// The origin of that op in the user's own program; for an argument, only its layer.
    #[serde(flatten)]
    pub origin: SourceView,
}

/// The memory of the partitioned program and, for comparison, of the unpartitioned one.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryView {
    /// The number of devices.
    pub devices: u64,
    /// Whether the memory of all arguments is reused.
    pub donated: bool,
    /// The number of arguments whose memory is reused.
    pub donated_arguments: usize,
    /// The figures of each device.
    pub per_device: FigureView,
    /// The figures of the unpartitioned program on one device.
    pub unpartitioned: FigureView,
    /// The op at which the peak occurs.
    pub at: Option<WhereView>,
    /// The number of tensors at the peak.
    pub live: usize,
    /// The largest tensors at the peak.
    pub tensors: Vec<TensorView>,
    /// All tensors at the peak, largest first.
    #[serde(skip)]
    pub all_tensors: Vec<TensorView>,
    /// Values of dynamic shape, which are not counted.
    pub uncounted: usize,
    /// The memory of a device over the program. Only pages show it.
    #[serde(skip)]
    pub course: CourseView,
}

fn is_zero(line: &usize) -> bool {
    *line == 0
}

impl WhereView {
    fn text(&self) -> String {
        let location = self.location.as_ref().map(|place| format!(", {place}")).unwrap_or_default();
        match self.node {
            Some(node) => format!("{}  (node {node}{location})", self.op),
            None => format!("{}  (line {}{location})", self.op, self.line),
        }
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
            format!("peak {} on each of {} device{plural}", byte_text(self.per_device.peak), self.devices);
        if let Some(at) = &self.at {
            out += &format!(", during {}", at.text());
        }
        out.push('\n');
        out + &self.render_figures() + &self.render_tensors(&self.tensors) + &self.uncounted_line()
    }

    /// The figures of each role, on each device and without partitioning.
    pub(crate) fn render_figures(&self) -> String {
        let mut figures = Table::default();
        figures.row(["".into(), "each device".into(), "unpartitioned".into()]);
        for (name, local, global) in self.figures() {
            figures.row([name.into(), byte_text(local), byte_text(global)]);
        }
        let mut out = figures.render("  ");
        if self.donated_arguments > 0 && !self.donated {
            out += &format!("{}\n", self.donated_text());
        }
        out
    }

    /// Tensors, one per line.
    pub(crate) fn render_tensors(&self, tensors: &[TensorView]) -> String {
        let mut out = String::new();
        if !tensors.is_empty() {
            out += &format!("{} of {} tensors at the peak:\n", tensors.len(), self.live);
        }
        let mut table = Table::default();
        for tensor in tensors {
            table.row([
                byte_text(tensor.bytes),
                tensor.role.into(),
                tensor.name.clone().unwrap_or_else(|| "-".into()),
                tensor.tensor.clone().unwrap_or_else(|| "-".into()),
                format!("local {}", tensor.local_type),
                tensor.made_by.as_ref().map(WhereView::text).unwrap_or_default(),
            ]);
        }
        out + &table.render("  ")
    }

    /// The number of values that are not counted, if there are any.
    pub(crate) fn uncounted_line(&self) -> String {
        match self.uncounted {
            0 => String::new(),
            count => format!("{count} values of dynamic shape are not counted\n"),
        }
    }

    /// The share of each role in the peak, and the peak of the unpartitioned program.
    pub(crate) fn roles_line(&self) -> String {
        let FigureView { arguments, results, constants, temporaries, .. } = self.per_device;
        let roles = [
            ("arguments", arguments),
            ("results", results),
            ("constants", constants),
            ("temporaries", temporaries),
        ];
        let roles = roles.iter().filter(|(_, bytes)| *bytes > 0);
        let roles: Vec<String> = roles.map(|(name, bytes)| format!("{name} {}", byte_text(*bytes))).collect();
        let donated = match (self.donated, self.donated_arguments) {
            (false, 1..) => format!("; {}", self.donated_text()),
            _ => String::new(),
        };
        let alone = byte_text(self.unpartitioned.peak);
        let roles = if roles.is_empty() { String::new() } else { format!("{}; ", roles.join(", ")) };
        format!("{roles}unpartitioned {alone} on one device{donated}")
    }

    fn donated_text(&self) -> String {
        let plural = if self.donated_arguments == 1 { " is" } else { "s are" };
        format!("{} argument{plural} donated", self.donated_arguments)
    }

    /// The figures by name: of each device, and of the unpartitioned program.
    pub(crate) fn figures(&self) -> [(&'static str, u64, u64); 7] {
        let (local, global) = (&self.per_device, &self.unpartitioned);
        [
            ("peak", local.peak, global.peak),
            ("  arguments", local.arguments, global.arguments),
            ("  results", local.results, global.results),
            ("  constants", local.constants, global.constants),
            ("  temporaries", local.temporaries, global.temporaries),
            ("all arguments", local.all_arguments, global.all_arguments),
            ("all results", local.all_results, global.all_results),
        ]
    }
}
