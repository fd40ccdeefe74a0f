//! Files that accompany a program and refer to it by name: rules by call target, links by axis. A name that the program does not
//! contain is probably misspelt.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use partita::hlo::{Budget, Machine, Module, RuleFile, Topology, call_target, parse_rule_file};
use partita::mesh::Mesh;
use partita::{Code, Diagnostic, Diagnostics, Source, Span, code, suggest};

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::{input, output};

/// A parsed file, and the names that the program contains.
pub(crate) struct CompanionFile<T> {
    pub(crate) content: T,
    source: Source,
    /// The names in the file, each with the text that contains it, to locate it for a warning.
    names: Vec<(String, String)>,
    /// The code of the warning about a name that the program does not contain.
    code: Code,
    message: fn(&str) -> String,
    /// The names in all programs noted so far; `None` if there were none.
    known: RefCell<Option<BTreeSet<String>>>,
}

/// Reads a rule file, or prints its errors.
pub(crate) fn read_rules(path: &Path, common: &Common) -> Result<CompanionFile<RuleFile>, Exit> {
    let (content, source) = read_file(path, common, parse_rule_file)?;
    let names = content.targets().map(|name| (name.to_string(), name.to_string())).collect();
    let message = |name: &str| format!("unused rule for `{name}`: no custom call has this target");
    Ok(CompanionFile { content, source, names, code: code::UNUSED_RULE, message, known: RefCell::default() })
}

/// Reads a topology, or prints its errors.
pub(crate) fn read_topology(path: &Path, common: &Common) -> Result<CompanionFile<Topology>, Exit> {
    let (content, source) = read_file(path, common, Topology::parse)?;
    let names = content.axes().map(|name| (name.to_string(), format!("axis.{name}"))).collect();
    let message = |name: &str| format!("no mesh has an axis \"{name}\", so its link is not used");
    Ok(CompanionFile {
        content,
        source,
        names,
        code: code::UNKNOWN_TOPOLOGY_AXIS,
        message,
        known: RefCell::default(),
    })
}

/// Reads the description of hardware, or prints its errors.
pub(crate) fn read_machine(path: &Path, common: &Common) -> Result<Machine, Exit> {
    Ok(read_file(path, common, Machine::parse)?.0)
}

/// Reads a budget, or prints its errors.
pub(crate) fn read_budget(path: &Path, common: &Common) -> Result<(Budget, Source), Exit> {
    read_file(path, common, Budget::parse)
}

fn read_file<T>(
    path: &Path,
    common: &Common,
    parse: fn(&str) -> Result<T, Diagnostics>,
) -> Result<(T, Source), Exit> {
    let name = path.display().to_string();
    let text = read_text(path)?;
    let Ok(source) = Source::new(&name, text) else {
        output::print_error(&format!("{name} is longer than {} bytes", Source::MAX_BYTES));
        return Err(Exit::Findings);
    };
    let content = parse(source.text()).map_err(|found| {
        input::print_findings(&source, &found, common);
        Exit::Findings
    })?;
    Ok((content, source))
}

/// Reads a text, or prints why it cannot be read.
pub(crate) fn read_text(path: &Path) -> Result<String, Exit> {
    crate::reading::read_text(path).map_err(|error| {
        output::print_error(&format!("cannot read {}: {error}", path.display()));
        Exit::Usage
    })
}

/// Reads the lines of a file without comments, which begin with `#`, and without empty lines.
pub(crate) fn read_lines(path: &Path) -> Result<Vec<String>, Exit> {
    let text = read_text(path)?;
    let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(before, _)| before).trim());
    Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

impl CompanionFile<RuleFile> {
    /// Notes the names of a program that the file accompanies.
    pub(crate) fn note_module(&self, module: &Module) {
        let ops = module.walk(module.top());
        self.note_names(ops.into_iter().filter_map(|op| call_target(module, op)));
    }
}

impl CompanionFile<Topology> {
    /// Notes the names of a program that the file accompanies.
    pub(crate) fn note_module(&self, module: &Module) {
        let meshes = module.meshes();
        meshes.ids().for_each(|id| self.note_mesh(meshes.get(id)));
    }

    /// Notes the axes of a mesh that the file accompanies.
    pub(crate) fn note_mesh(&self, mesh: &Mesh) {
        self.note_names(mesh.axes().iter().map(|axis| axis.name()));
    }
}

impl<T> CompanionFile<T> {
    fn note_names<'n>(&self, names: impl Iterator<Item = &'n str>) {
        self.known.borrow_mut().get_or_insert_default().extend(names.map(str::to_string));
    }

    /// Warns of names that no program contains. JSON output has no warnings.
    pub(crate) fn warn(&self, common: &Common) {
        let known = self.known.borrow();
        let Some(known) = known.as_ref().filter(|_| common.format == OutputFormat::Text) else { return };
        let all: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut found = Diagnostics::default();
        for (name, written) in self.names.iter().filter(|(name, _)| !known.contains(name)) {
            let at = self.source.text().find(written.as_str());
            let span = at.map_or(Span::default(), |at| Span::new(at, at + written.len()));
            let warning = Diagnostic::warning(self.code, span, (self.message)(name));
            found.push(match suggest::help_for_name(name, &all) {
                Some(help) => warning.help(help),
                None => warning,
            });
        }
        input::print_findings(&self.source, &found, common);
    }
}
