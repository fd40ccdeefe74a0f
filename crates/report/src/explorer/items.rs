//! The ops of a program as a tree of listing items.

use std::rc::Rc;

use partita_base::{Id, Source};
use partita_ir::{BlockId, Context, Loc, LocId, Module, OpCode, OpId, ValueId};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use super::folds::fold;
use super::strings::Strings;
use crate::program::without_location;
use crate::source_names;

/// The maximum number of characters of a line.
const LONGEST: usize = 600;
/// The maximum number of scopes that are folded.
const DEEPEST: usize = 12;

/// The kind of a row of the listing. The page reads these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An op with its results.
    Op = 0,
    /// The first line of a function.
    Function = 1,
    /// An argument of a function.
    Argument = 2,
    /// The ops of one scope, or the arguments of a function.
    Group = 3,
    /// Groups that differ only in numbers.
    Repeat = 4,
    /// A line of text, if the program is invalid.
    Text = 5,
    /// A result of the main function.
    Result = 6,
    /// A repacking of ciphertexts. The page inserts collectives as kind 7.
    #[cfg_attr(not(feature = "ckks"), expect(dead_code, reason = "only programs on ciphertexts repack"))]
    Repack = 8,
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// A row of the listing with the rows that are folded under it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) line: usize,
    /// The name of a group, function, argument or result.
    pub(super) title: String,
    /// The text of the line.
    pub(super) text: String,
    pub(super) loc: Option<u32>,
    /// The values that it defines, by their index in the front end.
    pub(super) values: Vec<usize>,
    /// The values that it reads, where the text does not name them.
    pub(super) operands: Vec<usize>,
    /// The position of the op in the text, or another number that identifies it.
    pub(super) span: Option<u32>,
    pub(super) scopes: Rc<[String]>,
    /// Equal for ops of one name at one place of the user's program.
    pub(super) sign: (u32, u32),
    /// The number of groups of a repeat.
    pub(super) count: usize,
    pub(super) children: Vec<Item>,
}

impl Item {
    pub(super) fn leaf(kind: Kind) -> Self {
        Self {
            kind,
            line: 0,
            title: String::new(),
            text: String::new(),
            loc: None,
            values: Vec::new(),
            operands: Vec::new(),
            span: None,
            scopes: Rc::from([]),
            sign: (0, 0),
            count: 0,
            children: Vec::new(),
        }
    }

    pub(super) fn group(title: String, children: Vec<Item>) -> Self {
        let line = children.first().map_or(0, |first| first.line);
        let loc = children.iter().find_map(|child| child.loc);
        Self { title, line, loc, children, ..Self::leaf(Kind::Group) }
    }

    pub(super) fn repeat(title: String, count: usize, children: Vec<Item>) -> Self {
        Self { kind: Kind::Repeat, count, ..Self::group(title, children) }
    }
}

/// A place in the user's own program.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    /// The file, an index into the strings.
    pub(super) file: Option<u32>,
    pub(super) line: u32,
    pub(super) column: u32,
    /// The scopes and name of the op.
    pub(super) name: Option<u32>,
}

/// Reads a module as items.
pub(super) struct RowReader<'a> {
    pub(super) module: &'a Module,
    pub(super) source: &'a Source,
    pub(super) strings: &'a mut Strings,
    pub(super) places: Vec<Place>,
    /// The directory that all files have in common, which is omitted.
    folder: String,
    known: FxHashMap<LocId, (Option<u32>, Rc<[String]>)>,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(module: &'a Module, source: &'a Source, strings: &'a mut Strings) -> Self {
        let folder = common_folder(module);
        Self { module, source, strings, places: Vec::new(), folder, known: FxHashMap::default() }
    }

    /// All functions, the entry function first, and other ops of the module except for meshes.
    pub(super) fn items(&mut self) -> Vec<Item> {
        let module = self.module;
        let entry = module.entry_function();
        let mut ops: Vec<OpId> = module.block(module.body()).ops.clone();
        ops.retain(|&op| module.op(op).name.code() != Some(OpCode::SdyMesh));
        ops.sort_by_key(|&op| Some(op) != entry);
        ops.into_iter().map(|op| self.item(op)).collect()
    }

    fn item(&mut self, op: OpId) -> Item {
        let (module, data) = (self.module, self.module.op(op));
        let (loc, scopes) = self.place(data.loc);
        let line = self.source.position(data.span.start).line;
        if data.name.code() == Some(OpCode::FuncFunc) {
            return self.function(op, line);
        }
        let mut item = Item::leaf(Kind::Op);
        (item.line, item.loc, item.scopes, item.span) = (line, loc, scopes, Some(data.span.start));
        item.text = line_text(self.source, line);
        item.title = module.op_name(op).to_string();
        item.sign = (self.strings.add(module.op_name(op)), loc.map_or(0, |loc| loc + 1));
        item.values = data.results().map(Id::index).collect();
        item.children = self.bodies(op);
        item
    }

    fn function(&mut self, op: OpId, line: usize) -> Item {
        let module = self.module;
        let mut item = Item::leaf(Kind::Function);
        (item.line, item.span) = (line, Some(module.op(op).span.start));
        item.title = module.symbol_name(op).unwrap_or_default().to_string();
        let arguments: Vec<Item> = module.func_args(op).iter().map(|&value| self.argument(value)).collect();
        let mut results = Vec::new();
        if Some(op) == module.entry_function() {
            let count = module.func_type(op).1.len();
            results = (0..count).map(|index| result(module, op, index, line)).collect();
        }
        item.children = named_group("argument", arguments);
        item.children.extend(self.bodies(op));
        item.children.extend(named_group("result", results));
        item
    }

    fn argument(&mut self, value: ValueId) -> Item {
        let data = self.module.value(value);
        let mut item = Item::leaf(Kind::Argument);
        item.line = self.source.position(data.span.start).line;
        item.title = source_names::argument_name(self.module, value).unwrap_or_default().to_string();
        item.values = vec![value.index()];
        item
    }

    /// The ops inside an op, folded.
    fn bodies(&mut self, op: OpId) -> Vec<Item> {
        let module = self.module;
        let blocks: Vec<BlockId> =
            module.op(op).regions.iter().flat_map(|&region| module.region(region).blocks.clone()).collect();
        let mut out = Vec::new();
        for block in blocks {
            let ops: Vec<Item> = module.block(block).ops.iter().map(|&op| self.item(op)).collect();
            out.extend(fold(ops));
        }
        out
    }

    /// The place of a location, and its scopes.
    fn place(&mut self, loc: LocId) -> (Option<u32>, Rc<[String]>) {
        if let Some((place, scopes)) = self.known.get(&loc) {
            return (*place, scopes.clone());
        }
        let found = resolve(&self.module.context, loc);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let name = found.name.map(text);
        let file = found.file.map(|(file, line, column)| {
            let file = text(file);
            let short = file.strip_prefix(self.folder.as_str()).unwrap_or(&file);
            (self.strings.add(short), line, column)
        });
        let scopes: Rc<[String]> = name.as_deref().map(scopes).unwrap_or_default().into();
        let place = (file.is_some() || name.is_some()).then(|| {
            let (file, line, column) =
                file.map_or((None, 0, 0), |(file, line, column)| (Some(file), line, column));
            let name = name.as_deref().map(|name| self.strings.add(name));
            self.places.push(Place { file, line, column, name });
            self.places.len() as u32 - 1
        });
        self.known.insert(loc, (place, scopes.clone()));
        (place, scopes)
    }
}

/// The rows of the arguments or results of a function.
pub(super) fn named_group(title: &str, rows: Vec<Item>) -> Vec<Item> {
    let plural = if rows.len() == 1 { "" } else { "s" };
    if rows.is_empty() { rows } else { vec![Item::group(format!("{} {title}{plural}", rows.len()), rows)] }
}

fn result(module: &Module, func: OpId, index: usize, line: usize) -> Item {
    let mut item = Item::leaf(Kind::Result);
    item.line = line;
    item.count = index;
    item.title = source_names::result_name(module, func, index).unwrap_or_default().to_string();
    item
}

/// A line of the text without its location and indentation, of limited length.
pub(super) fn line_text(source: &Source, line: usize) -> String {
    let text = without_location(source.line(line).trim());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_string(),
    }
}

#[derive(Default)]
struct Resolved<'a> {
    name: Option<&'a [u8]>,
    file: Option<(&'a [u8], u32, u32)>,
}

/// The outermost name and the innermost file position of a location.
fn resolve(context: &Context, loc: LocId) -> Resolved<'_> {
    const DEEPEST: usize = 1000;
    let mut found = Resolved::default();
    let mut at = loc;
    for _ in 0..DEEPEST {
        at = match context.loc_of(at) {
            Loc::Unknown => break,
            Loc::File { file, line, column, .. } => {
                found.file = Some((file, *line, *column));
                break;
            }
            Loc::Name { name, child } => {
                found.name = found.name.or(Some(name));
                *child
            }
            Loc::CallSite { callee, .. } => *callee,
            Loc::Fused { locs, .. } => match locs.first() {
                Some(&first) => first,
                None => break,
            },
        };
    }
    found
}

/// The scopes of an op without the enclosing `jit` and without the name of the op itself.
pub(super) fn scopes(name: &str) -> Vec<String> {
    let mut all: Vec<&str> = name.split('/').collect();
    all.pop();
    // ONNX writes paths with a leading separator.
    if all.first() == Some(&"") {
        all.remove(0);
    }
    let outer = all.iter().take_while(|scope| scope.starts_with("jit(") || scope.starts_with("pjit")).count();
    all.drain(..outer);
    all.into_iter().take(DEEPEST).map(str::to_string).collect()
}

/// The directory that the files of all ops have in common, with its separator.
fn common_folder(module: &Module) -> String {
    let mut common: Option<String> = None;
    let mut known: FxHashMap<LocId, ()> = FxHashMap::default();
    for op in module.walk(module.top()) {
        let loc = module.op(op).loc;
        if known.insert(loc, ()).is_some() {
            continue;
        }
        let Some((file, ..)) = resolve(&module.context, loc).file else { continue };
        let file = String::from_utf8_lossy(file);
        let folder = &file[..file.rfind('/').map_or(0, |at| at + 1)];
        common = Some(match common {
            None => folder.to_string(),
            Some(common) => {
                let same = common.split_inclusive('/').zip(folder.split_inclusive('/'));
                same.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
            }
        });
    }
    common.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_without_the_program_and_the_op() {
        assert_eq!(scopes("jit(step)/jvp(layer3)/attn/dot_general"), ["jvp(layer3)", "attn"]);
        assert_eq!(scopes("jit(step)/add"), Vec::<String>::new());
        assert_eq!(scopes("params['w']"), Vec::<String>::new());
    }
}
