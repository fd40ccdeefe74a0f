//! Files that are given beside a program, for names that the program has: rules by target, links by axis. A name that it does not
//! have is probably misspelt.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use partita::hlo::{Module, RuleFile, Topology, call_target, parse_rule_file};
use partita::mesh::Mesh;
use partita::{Code, Diagnostic, Diagnostics, Source, Span, code, suggest};

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::{input, output};

/// What a file holds, and which names the program has.
pub(crate) struct Beside<T> {
    pub(crate) content: T,
    source: Source,
    /// The names of the file, each with the text that it stands in.
    names: Vec<(String, String)>,
    /// What a name that the program does not have means.
    code: Code,
    message: fn(&str) -> String,
    /// The names of the programs that were seen.
    known: RefCell<Option<BTreeSet<String>>>,
}

/// Reads a file of rules, or prints what is wrong with it.
pub(crate) fn rules(path: &Path, common: &Common) -> Result<Beside<RuleFile>, Exit> {
    let (content, source) = read(path, common, parse_rule_file)?;
    let names = content.targets().map(|name| (name.to_string(), name.to_string())).collect();
    let message = |name: &str| format!("the rule of `{name}` is not used: no custom call has this target");
    Ok(Beside { content, source, names, code: code::UNUSED_RULE, message, known: RefCell::default() })
}

/// Reads a topology, or prints what is wrong with it.
pub(crate) fn topology(path: &Path, common: &Common) -> Result<Beside<Topology>, Exit> {
    let (content, source) = read(path, common, Topology::parse)?;
    let names = content.axes().map(|name| (name.to_string(), format!("axis.{name}"))).collect();
    let message = |name: &str| format!("no mesh has an axis \"{name}\", so its link is not used");
    Ok(Beside {
        content,
        source,
        names,
        code: code::UNKNOWN_TOPOLOGY_AXIS,
        message,
        known: RefCell::default(),
    })
}

fn read<T>(
    path: &Path,
    common: &Common,
    parse: fn(&str) -> Result<T, Diagnostics>,
) -> Result<(T, Source), Exit> {
    let name = path.display().to_string();
    let text = crate::reading::read_text(path).map_err(|error| {
        output::error(&format!("cannot read {name}: {error}"));
        Exit::Usage
    })?;
    let Ok(source) = Source::new(&name, text) else {
        output::error(&format!("{name} is longer than {} bytes", Source::MAX_BYTES));
        return Err(Exit::Findings);
    };
    let content = parse(source.text()).map_err(|found| {
        input::print_findings(&source, &found, common);
        Exit::Findings
    })?;
    Ok((content, source))
}

impl Beside<RuleFile> {
    /// A program that the file is given for.
    pub(crate) fn saw(&self, module: &Module) {
        let ops = module.walk(module.top());
        self.saw_names(ops.into_iter().filter_map(|op| call_target(module, op)));
    }
}

impl Beside<Topology> {
    /// A program that the file is given for.
    pub(crate) fn saw(&self, module: &Module) {
        let meshes = module.meshes();
        meshes.ids().for_each(|id| self.saw_mesh(meshes.get(id)));
    }

    /// A mesh that the file is given for.
    pub(crate) fn saw_mesh(&self, mesh: &Mesh) {
        self.saw_names(mesh.axes().iter().map(|axis| axis.name()));
    }
}

impl<T> Beside<T> {
    fn saw_names<'n>(&self, names: impl Iterator<Item = &'n str>) {
        self.known.borrow_mut().get_or_insert_default().extend(names.map(str::to_string));
    }

    /// Warns, where people read it, of names that no program has.
    pub(crate) fn warn(&self, common: &Common) {
        let known = self.known.borrow();
        let Some(known) = known.as_ref().filter(|_| common.format == OutputFormat::Text) else { return };
        let all: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut found = Diagnostics::default();
        for (name, written) in self.names.iter().filter(|(name, _)| !known.contains(name)) {
            let at = self.source.text().find(written.as_str());
            let span = at.map_or(Span::default(), |at| Span::new(at, at + written.len()));
            let warning = Diagnostic::warning(self.code, span, (self.message)(name));
            found.push(match suggest::help(name, &all) {
                Some(help) => warning.help(help),
                None => warning,
            });
        }
        input::print_findings(&self.source, &found, common);
    }
}
