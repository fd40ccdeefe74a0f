//! Names found from tokens are those that the parser finds, in every file under `testdata` and `examples`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use partita::Source;
use partita::hlo::text_outline::{Name, NameKind, Outline};
use partita::hlo::{Module, Program, UnknownDialects, split_modules};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "mlir") {
            found.push(path);
        }
    }
}

/// The argument of a declaration without a body, whose name the parser does not keep.
const DECLARED: &str = "%arg0: i32, i32)\n// -----";

/// The number of uses of each value, by the position of its definition.
fn parsed_uses(source: &Source, module: &Module) -> BTreeMap<usize, usize> {
    let start = |value| {
        let span = module.value(value).span;
        source.slice(span).starts_with('%').then_some(span.start as usize)
    };
    let mut uses = BTreeMap::new();
    for op in module.walk(module.top()).iter().copied() {
        let data = module.op(op);
        let blocks = data.regions.iter().flat_map(|region| &module.region(*region).blocks);
        let arguments = blocks.flat_map(|block| module.block(*block).args.clone());
        for definition in data.results().chain(arguments).filter_map(start) {
            uses.entry(definition).or_insert(0);
        }
    }
    for op in module.walk(module.top()).iter().copied() {
        for definition in module.op(op).operands.iter().copied().filter_map(start) {
            *uses.entry(definition).or_insert(0) += 1;
        }
    }
    uses
}

#[test]
fn names_are_those_of_the_parser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    files(&root.join("testdata"), &mut paths);
    files(&root.join("examples"), &mut paths);
    paths.sort();
    let (mut sections, mut values, mut faults) = (0, 0, Vec::new());
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let source = Source::new("file", text.as_str()).expect("a short text");
        let outline = Outline::new(&text);
        for part in split_modules(&text) {
            let program = Program::read_unverified(&source, part.clone(), UnknownDialects::Keep, &mut ());
            if program.found().has_errors() {
                continue;
            }
            sections += 1;
            let parsed = parsed_uses(&source, program.module());
            values += parsed.len();
            let mut read: BTreeMap<usize, usize> = BTreeMap::new();
            let inside = |name: &&Name| part.contains(&name.start) && name.kind == NameKind::Value;
            for name in outline.names.iter().filter(inside) {
                if text[name.start..].starts_with(DECLARED) {
                    continue;
                }
                let Some(definition) = name.definition else {
                    faults.push(format!("{}: {} is undefined", path.display(), &text[name.start..name.end]));
                    continue;
                };
                let start = outline.names[definition].start;
                *read.entry(start).or_insert(0) += usize::from(start != name.start);
            }
            if parsed != read {
                let differs = parsed.iter().find(|(at, count)| read.get(at) != Some(count));
                let other = read.iter().find(|(at, count)| parsed.get(at) != Some(count));
                let (at, _) = differs.or(other).expect("they differ");
                let shown = &text[*at..text.len().min(at + 60)];
                let counts = (parsed.get(at), read.get(at));
                faults.push(format!("{}: {counts:?} at {at}: {shown:?}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(sections > 1000 && values > 10_000, "{sections} sections, {values} values");
}
