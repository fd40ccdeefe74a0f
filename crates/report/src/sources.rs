//! Where an op of the local program comes from in the user's own program: file position, name stack and layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use partita_base::Source;
use partita_ir::{FunctionTable, Module, OpCode, OpId};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use crate::layers::{Layers, merge_key, plain_components};

/// A position in a file of the user's own program; in JSON, `model.py:88:12`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceView {
    /// The file, as the program names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for PlaceView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Serialize for PlaceView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The origin of an op or tensor in the user's own program, as far as its location states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceView {
    /// The file position. An op of a called function without one has the position of the call.
    pub source: Option<PlaceView>,
    /// The names of the scopes and the operation, `transpose(jvp(attn))/dot_general`.
    pub name_stack: Option<String>,
    /// The repeated part of the program that contains it: `layers_12`, or a loop.
    pub layer: Option<String>,
}

impl SourceView {
    /// The name stack and the layer that its number counts.
    pub(crate) fn named(&self) -> Option<(&str, Option<&str>)> {
        Some((self.name_stack.as_deref()?, self.layer.as_deref()))
    }

    /// What it has in common with the same op of other layers: file, line, and the name without the numbers of layers.
    pub(crate) fn common_key(&self) -> Option<[String; 3]> {
        let place = self.source.as_ref()?;
        let name = merge_key(self.name_stack.as_deref().unwrap_or_default(), self.layer.as_deref());
        Some([place.file.clone(), place.line.to_string(), name])
    }
}

/// The most ops and calls around an op that are searched for its origin.
const DEEPEST: usize = 1000;

/// Finds the origins of the ops of a module.
pub struct SourceFinder<'m> {
    module: &'m Module,
    source: &'m Source,
    /// The calls of each function.
    calls: FxHashMap<OpId, Vec<OpId>>,
}

impl fmt::Debug for SourceFinder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFinder").field("calls", &self.calls).finish_non_exhaustive()
    }
}

impl<'m> SourceFinder<'m> {
    /// Reads the calls of a module.
    pub fn new(module: &'m Module, source: &'m Source) -> Self {
        let mut calls: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let functions = FunctionTable::new(module);
        for call in module.landmarks(|code| code == OpCode::FuncCall) {
            if let Some(callee) = functions.callee(module, call) {
                calls.entry(callee).or_default().push(call);
            }
        }
        Self { module, source, calls }
    }

    /// The origin of an op; its layer is a loop or unknown. [`name_layers`] adds layers that are part of names.
    pub fn of(&self, op: OpId) -> SourceView {
        let (module, mut found) = (self.module, SourceView::default());
        let (mut names, mut at): (Vec<String>, OpId) = (Vec::new(), op);
        for _ in 0..DEEPEST {
            if found.source.is_none() {
                names.extend(self.read(at, &mut found.source));
            }
            let Some(parent) = module.parent(at) else { break };
            match module.op(parent).name.code() {
                Some(OpCode::FuncFunc) => match self.calls.get(&parent).map(Vec::as_slice) {
                    Some(&[call]) => at = call,
                    Some(calls) => {
                        if found.source.is_none() {
                            found.source = self.common_source(calls);
                        }
                        break;
                    }
                    None => break,
                },
                code => {
                    if code == Some(OpCode::While) && found.layer.is_none() {
                        found.layer = Some(self.loop_name(parent));
                    }
                    at = parent;
                }
            }
        }
        names.reverse();
        found.name_stack = name_stack(&names.join("/"));
        found
    }

    /// The names of an op's own location, innermost first, and its position.
    fn read(&self, op: OpId, source: &mut Option<PlaceView>) -> Vec<String> {
        let (position, names) = self.module.context.file_position_and_names(self.module.op(op).loc);
        *source = position.map(|at| PlaceView {
            file: String::from_utf8_lossy(at.file).into_owned(),
            line: at.line,
            column: at.column,
        });
        names.into_iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }

    /// The position of several calls, if they are on one line.
    fn common_source(&self, calls: &[OpId]) -> Option<PlaceView> {
        let mut places = calls.iter().map(|&call| {
            let mut place = None;
            self.read(call, &mut place);
            place
        });
        let first = places.next()??;
        let is_same = |place: Option<PlaceView>| {
            place.is_some_and(|place| (&place.file, place.line) == (&first.file, first.line))
        };
        places.all(is_same).then_some(first)
    }

    fn loop_name(&self, op: OpId) -> String {
        let mut place = None;
        self.read(op, &mut place);
        match place {
            Some(place) => format!("loop at {}:{}", file_name(&place.file), place.line),
            None => format!("loop at line {}", self.source.position(self.module.op(op).span.start).line),
        }
    }
}

/// A name stack without the jitted functions at its beginning; `None` if nothing is left.
pub(crate) fn name_stack(name: &str) -> Option<String> {
    let mut rest = name.trim_matches('/');
    while let Some((first, after)) = rest.split_once('/')
        && (first.starts_with("jit(") || first.starts_with("pjit(") || first.is_empty())
    {
        rest = after;
    }
    (!rest.is_empty()).then(|| rest.to_string())
}

/// A name stack without what JAX adds for differentiation: `layers_3/attn/dot` for `jvp(layers_3)/attn/dot`, and
/// `transpose(layers_3/attn/dot)` for `transpose(jvp(layers_3))/attn/dot`. Ranges of layers are left out.
pub(crate) fn short_stack(name: &str) -> String {
    let inner = |name: &str, word: &str| {
        name.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')').map(str::to_string)
    };
    let mut is_transposed = false;
    let mut components: Vec<String> = Vec::new();
    for component in name.split('/') {
        let mut component = component.to_string();
        if let Some(transposed) = inner(&component, "transpose") {
            (component, is_transposed) = (transposed, true);
        }
        let component = inner(&component, "jvp").unwrap_or(component);
        components.extend(Some(component).filter(|component| !component.is_empty()));
    }
    // Of a name for several layers, only what is the same in all of them.
    if let Some(layer) =
        components.iter().rposition(|component| component.contains("..") || component.contains('*'))
        && layer + 1 < components.len()
    {
        components.drain(..=layer);
    }
    let name = components.join("/");
    if is_transposed { format!("transpose({name})") } else { name }
}

/// Recognises layers in the name stacks of the ops of a program.
pub fn name_layers<'o>(origins: impl IntoIterator<Item = &'o mut SourceView>) {
    let named = origins.into_iter().filter_map(|origin| {
        let components = plain_components(origin.name_stack.as_deref()?);
        Some((origin, components))
    });
    let named: Vec<(&mut SourceView, Vec<String>)> = named.collect();
    let layers = Layers::new(named.iter().map(|(_, components)| &components[..]));
    for (origin, components) in named {
        if let Some(layer) = layers.find(&components) {
            origin.layer = Some(layer);
        }
    }
}

/// The most components of a path in the short name of a file.
const LONGEST_NAME: usize = 8;

/// Short names of files: as many components at the end of each path as distinguish it from the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileNames {
    names: BTreeMap<String, String>,
}

impl FileNames {
    /// Chooses the names of the files of some positions.
    pub(crate) fn new<'p>(places: impl Iterator<Item = &'p PlaceView>) -> Self {
        let mut files: BTreeSet<&str> = places.map(|place| &*place.file).collect();
        let end = |file: &str, count: usize| {
            let mut ends: Vec<&str> = file.rsplit(['/', '\\']).take(count).collect();
            ends.reverse();
            ends.join("/")
        };
        let mut names = BTreeMap::new();
        // In each round, one more component; files that have found a name leave.
        for count in 1..LONGEST_NAME {
            let mut uses: BTreeMap<String, usize> = BTreeMap::new();
            files.iter().for_each(|file| *uses.entry(end(file, count)).or_default() += 1);
            files.retain(|file| {
                let name = end(file, count);
                let is_unique = uses.get(&name) == Some(&1);
                if is_unique {
                    names.insert(file.to_string(), name);
                }
                !is_unique
            });
            if files.is_empty() {
                break;
            }
        }
        names.extend(files.into_iter().map(|file| (file.to_string(), file.to_string())));
        Self { names }
    }

    /// `model.py:88`
    pub(crate) fn line(&self, place: &PlaceView) -> String {
        let name = self.names.get(&place.file).map_or_else(|| file_name(&place.file), String::as_str);
        format!("{name}:{}", place.line)
    }
}

/// The last component of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_short_names_that_differ() {
        let place = |file: &str| PlaceView { file: file.into(), line: 7, column: 1 };
        let places =
            [place("/a/b/model.py"), place("/a/c/model.py"), place("/a/c/train.py"), place("model.py")];
        let names = FileNames::new(places.iter());
        let lines: Vec<String> = places.iter().map(|place| names.line(place)).collect();
        assert_eq!(lines, ["b/model.py:7", "c/model.py:7", "train.py:7", "model.py:7"]);
    }

    #[test]
    fn name_stacks_are_shortened() {
        assert_eq!(name_stack("jit(step)/jit(main)/attn/dot").as_deref(), Some("attn/dot"));
        assert_eq!(name_stack("jit(silu)").as_deref(), Some("jit(silu)"));
        assert_eq!(name_stack("jit(step)/").as_deref(), Some("jit(step)"));
        assert_eq!(name_stack(""), None);
        assert_eq!(short_stack("jvp(layers_3)/attn/dot"), "layers_3/attn/dot");
        assert_eq!(short_stack("transpose(jvp(layers_3))/attn/dot"), "transpose(layers_3/attn/dot)");
        assert_eq!(short_stack("transpose(jvp(layers_0..47))/attn/dot"), "transpose(attn/dot)");
        assert_eq!(short_stack("transpose(jvp())/dot"), "transpose(dot)");
    }
}
