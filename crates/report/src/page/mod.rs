//! The HTML page about a program: its contents, shardings with explanations, communication and memory.

mod costs;
mod course;
mod explanations;
mod frame;
mod listing;
mod notation;
mod view;

pub(crate) use frame::{POLICY, escape_html};
pub use view::{CostView, CourseView, PartView, ReportView, ShownFinding};

use explanations::Explanations;
use frame::{count_text, html_table, page_with_body};
use notation::Colors;

use crate::show::{ModuleView, byte_text};

impl ReportView {
    /// Renders the page, which is self-contained and has no scripts.
    pub fn html(&self) -> String {
        let mut body = format!("<p class=\"soft\">{}", escape_html(&self.file));
        if !self.options.is_empty() {
            body += &format!(" · {}", escape_html(&self.options.join(", ")));
        }
        body += "</p>\n";
        for (number, part) in self.parts.iter().enumerate() {
            if self.parts.len() > 1 {
                body += &format!("<h2>Module {} of {}</h2>\n", number + 1, self.parts.len());
            }
            body += &part.html(number);
        }
        page_with_body(&self.title, &body)
    }
}

impl PartView {
    fn html(&self, number: usize) -> String {
        let colors = self.module.as_ref().map(Colors::new).unwrap_or_default();
        let anchor = format!("w{number}-");
        let mut out = format!("<p>{}</p>\n", self.verdict());
        let mut sections: Vec<(&str, &str, String)> = Vec::new();
        if !self.findings.is_empty() {
            sections.push(("findings", "Findings", self.findings_html()));
        }
        if let Some(module) = &self.module {
            sections.push(("module", "Module", module_html(module, &colors)));
        }
        let listing = listing::program_table(&self.program, self.propagation.as_ref(), &colors, &anchor);
        sections.push(("program", "Program", listing));
        if let Some(propagation) = &self.propagation {
            let explanations = Explanations::new(propagation, &self.program, &colors, &anchor);
            sections.push(("conflicts", "Conflicts", explanations.conflicts()));
            sections.push(("why", "Why", explanations.html()));
        }
        if let Some(cost) = &self.partitioned {
            sections.push((
                "comms",
                "Communication",
                costs::comms_section(&cost.comms, &self.program, &colors),
            ));
            sections.push((
                "memory",
                "Memory",
                costs::memory_section(&cost.memory, &cost.course, &self.program),
            ));
        } else {
            let why = "<p>There is no partitioned program; see the findings for the reason.</p>\n";
            sections.push(("comms", "Partitioned", why.into()));
        }
        out += "<nav>";
        for (id, heading, _) in &sections {
            out += &format!("<a href=\"#{id}{number}\">{heading}</a>");
        }
        out += "</nav>\n";
        for (id, heading, html) in &sections {
            out += &format!("<section id=\"{id}{number}\">\n<h2>{heading}</h2>\n{html}</section>\n");
        }
        out
    }

    /// The main facts in one line.
    fn verdict(&self) -> String {
        let mut facts = Vec::new();
        let findings = |number: usize, what: &str, class: &str| {
            (number > 0).then(|| format!("<span class=\"{class}\">{}</span>", count_text(number, what)))
        };
        facts.extend(findings(self.errors, "error", "bad"));
        facts.extend(findings(self.warnings, "warning", "warn"));
        if facts.is_empty() {
            facts.push("no findings".into());
        }
        if let Some(propagation) = &self.propagation {
            facts.push(format!("{} of {} values sharded", propagation.sharded(), propagation.values.len()));
            let conflicts = propagation.conflicts.len() + propagation.conflicts_left_out;
            facts.push(count_text(conflicts, "conflict"));
            facts.push(format!("{} after {} steps", propagation.stop, propagation.steps));
        }
        if let Some(cost) = &self.partitioned {
            facts.push(count_text(usize::try_from(cost.memory.devices).unwrap_or(usize::MAX), "device"));
            facts.push(format!("peak {} each", byte_text(cost.memory.per_device.peak)));
            facts.push(format!(
                "{}, {} sent by each",
                count_text(cost.comms.collectives.len(), "collective"),
                byte_text(cost.comms.bytes)
            ));
        }
        facts.join(" · ")
    }

    fn findings_html(&self) -> String {
        let mut out = String::new();
        for ShownFinding { finding, text } in &self.findings {
            let class = if finding.severity == "error" { "bad" } else { "warn" };
            let severity = escape_html(finding.severity);
            out += &format!(
                "<p><span class=\"{class}\">{severity} {}</span> {} ({})</p>\n<pre>{}</pre>\n",
                escape_html(&finding.code),
                escape_html(&finding.message),
                listing::line_link(&self.program, finding.place.line),
                escape_html(text)
            );
        }
        if self.findings_left_out > 0 {
            out += &format!("<p class=\"warn\">{} more are not shown.</p>\n", self.findings_left_out);
        }
        out + "<p class=\"soft\"><code>partita explain CODE</code> explains a code.</p>\n"
    }
}

fn module_html(module: &ModuleView, colors: &Colors<'_>) -> String {
    let name = module.name.as_ref().map(|name| format!("Module <code>@{}</code>: ", escape_html(name)));
    let mut out = format!(
        "<p>{}{}, {} annotated of {}.</p>\n",
        name.unwrap_or_default(),
        count_text(module.ops, "op"),
        count_text(module.annotated, "value"),
        module.tensors
    );
    let axes = |axes: &[(String, u64)]| {
        axes.iter().map(|(name, size)| format!("{}={size}", colors.axis(name))).collect::<Vec<_>>().join(" ")
    };
    let meshes: Vec<Vec<String>> = module
        .meshes
        .iter()
        .map(|mesh| {
            let name = format!("<code>@{}</code>", escape_html(&mesh.name));
            vec![name, axes(&mesh.axes), mesh.devices.to_string(), mesh.order.to_string()]
        })
        .collect();
    out += &html_table(&["mesh", "axes", "#devices", "order"], &meshes);
    let functions: Vec<Vec<String>> = module
        .functions
        .iter()
        .map(|function| {
            vec![
                format!("<code>@{}</code>", escape_html(&function.name)),
                escape_html(&function.visibility),
                function.args.len().to_string(),
                function.results.len().to_string(),
                function.ops.to_string(),
            ]
        })
        .collect();
    out += &html_table(&["function", "", "#arguments", "#results", "#ops"], &functions);
    let census: Vec<Vec<String>> = module
        .census
        .iter()
        .map(|(name, count)| vec![format!("<code>{}</code>", escape_html(name)), count.to_string()])
        .collect();
    let kinds = count_text(census.len(), "kind");
    out += &format!(
        "<details><summary>{kinds} of ops</summary>\n{}</details>\n",
        html_table(&["op", "#count"], &census)
    );
    if !module.unknown_ops.is_empty() {
        let unknown: Vec<String> =
            module.unknown_ops.iter().map(|(name, count)| format!("{} {count}", escape_html(name))).collect();
        out += &format!("<p>Ops of unknown dialects, kept unchanged: {}</p>\n", unknown.join(", "));
    }
    out
}
