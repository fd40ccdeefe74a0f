//! Checks what attributes of the `sdy` dialect must satisfy on their own, wherever they appear.

use partita_base::{Diagnostic, Diagnostics, Id, Symbol, code};
use partita_ir::{Attr, AttrId, OpCode, OpId, OpName, SdyAttr, names};
use partita_mesh::Mesh;
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_mesh::text::Quoted;
use smallvec::{SmallVec, smallvec};

use super::Sdy;
use super::spans::{self, Written};

/// The attributes checked so far.
#[derive(Default)]
pub(super) struct Seen {
    seen: Vec<bool>,
}

impl Seen {
    /// Adds an attribute; returns whether it is new.
    fn insert(&mut self, attr: AttrId) -> bool {
        if self.seen.len() <= attr.index() {
            self.seen.resize(attr.index() + 1, false);
        }
        !std::mem::replace(&mut self.seen[attr.index()], true)
    }
}

impl Sdy<'_> {
    /// Checks the attributes of an op and everything nested in them. Each distinct attribute is checked
    /// once.
    pub(super) fn check_attrs(&mut self, id: OpId, sink: &mut Diagnostics) {
        let op = self.module.op(id);
        for &(name, attr) in &op.attrs {
            // The attributes of a mesh op are checked with the op.
            let is_mesh = op.name == OpName::Known(OpCode::SdyMesh) && name == names::MESH;
            if !is_mesh && self.attrs.insert(attr) {
                self.check_attr(id, attr, Written::Value(name), sink);
            }
        }
        if let Some(properties) = op.properties
            && self.attrs.insert(properties)
        {
            self.check_attr(id, properties, Written::Within(names::SYM_NAME), sink);
        }
    }

    fn check_attr(&mut self, id: OpId, attr: AttrId, written: Written, sink: &mut Diagnostics) {
        let mut open: SmallVec<[(AttrId, Written); 4]> = smallvec![(attr, written)];
        while let Some((attr, written)) = open.pop() {
            let mut inner = |attr, written| {
                if self.attrs.insert(attr) {
                    open.push((attr, written));
                }
            };
            match self.module.context.attr_of(attr) {
                Attr::Array(items) => {
                    for (index, &item) in items.iter().enumerate() {
                        match (self.module.context.attr_of(item), value_lists(written)) {
                            // The dictionary of one argument or result.
                            (Attr::Dict(entries), Some(lists)) => {
                                for &(key, attr) in entries {
                                    let written = match key {
                                        names::SDY_SHARDING => Written::OfValue(lists, index),
                                        _ => Written::Within(lists),
                                    };
                                    inner(attr, written);
                                }
                            }
                            _ => inner(item, Written::Within(written.attr())),
                        }
                    }
                }
                Attr::Dict(entries) => {
                    entries.iter().for_each(|&(_, attr)| inner(attr, Written::Within(written.attr())));
                }
                Attr::Sdy(attr) => self.check_sdy_attr(id, attr, written, sink),
                _ => {}
            }
        }
    }

    fn check_sdy_attr(&self, id: OpId, attr: &SdyAttr, written: Written, sink: &mut Diagnostics) {
        let span = self.module.attr_span(id, written.attr());
        match attr {
            SdyAttr::Mesh(spec) => {
                if let Err(errors) = Mesh::from_spec(spec) {
                    let spans = spans::mesh_spans(self.module, id, written);
                    errors.iter().for_each(|error| sink.push(error.to_diagnostic(&spans)));
                }
            }
            SdyAttr::MeshAxis(axis) if axis.size < 1 => {
                let message = format!(
                    "expected a size of at least 1 for axis {}, found {}",
                    Quoted(&axis.name),
                    axis.size
                );
                sink.push(Diagnostic::error(code::MESH_AXIS_SIZE, span, message));
            }
            SdyAttr::Sharding(spec) => self.check_inline_mesh(id, spec, written, sink),
            SdyAttr::ShardingPerValue(specs) => {
                for (index, spec) in specs.iter().enumerate() {
                    let written = match written {
                        Written::Value(name) => Written::Item(name, index),
                        other => other,
                    };
                    self.check_inline_mesh(id, spec, written, sink);
                }
            }
            SdyAttr::Edges(edges) => {
                for error in edges.check() {
                    let fault = Diagnostic::error(error.code(), span, error.to_string());
                    sink.push(fault.help(error.help()));
                }
            }
            _ => {}
        }
    }

    fn check_inline_mesh(&self, id: OpId, spec: &ShardingSpec, written: Written, sink: &mut Diagnostics) {
        if let MeshOrRef::Inline(mesh) = &spec.mesh
            && let Err(errors) = Mesh::from_spec(mesh)
        {
            let spans = spans::sharding_spans(self.module, id, written, spec);
            errors.iter().for_each(|error| sink.push(error.to_diagnostic(&spans.inline)));
        }
    }
}

/// The name of the list, if it holds the dictionaries of arguments or results.
fn value_lists(written: Written) -> Option<Symbol> {
    match written {
        Written::Value(name @ (names::ARG_ATTRS | names::RES_ATTRS)) => Some(name),
        _ => None,
    }
}
