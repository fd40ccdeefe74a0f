//! Prints the resources at the end of a file.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Resource, ResourceValue};
use rustc_hash::FxHashSet;

use super::{Printer, attr};

impl Printer<'_> {
    pub(super) fn resources(&mut self) {
        let used = self.used_resources();
        if used.is_empty() {
            return;
        }
        self.out.push_str("\n{-#");
        let mut group = None;
        let mut owner = None;
        for resource in used {
            if group != Some(resource.group) {
                if group.is_some() {
                    self.out.push_str("\n    }\n  },");
                }
                self.out.push_str("\n  ");
                self.out.push_str(self.m.context.text(resource.group));
                self.out.push_str(": {");
                group = Some(resource.group);
                owner = None;
            }
            if owner != Some(resource.owner) {
                if owner.is_some() {
                    self.out.push_str("\n    },");
                }
                self.out.push_str("\n    ");
                self.out.push_str(self.m.context.text(resource.owner));
                self.out.push_str(": {");
                owner = Some(resource.owner);
            } else {
                self.out.push(',');
            }
            self.out.push_str("\n      ");
            attr::write_keyword_or_string(self.m.context.text(resource.key), &mut self.out);
            self.out.push_str(": ");
            match &resource.value {
                ResourceValue::Blob(bytes) => self.hex_literal(bytes),
                ResourceValue::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
                ResourceValue::Text(text) => attr::write_string(text, &mut self.out),
            }
        }
        self.out.push_str("\n    }\n  }\n#-}\n");
    }

    /// The resources that the module's attributes refer to, in the order of first use.
    fn used_resources(&self) -> Vec<Resource> {
        if self.m.resources.is_empty() {
            return Vec::new();
        }
        let mut used = FxHashSet::default();
        for op in self.m.walk(self.m.top()) {
            for &(_, attr) in &self.m.op(op).attrs {
                self.collect_resources(attr, &mut used);
            }
        }
        let kept = |resource: &&Resource| {
            let owner = self.m.context.text(resource.owner);
            owner != "builtin" || used.contains(&resource.key)
        };
        self.m.resources.iter().filter(kept).cloned().collect()
    }

    fn collect_resources(&self, attr: AttrId, used: &mut FxHashSet<Symbol>) {
        match self.m.context.attr_of(attr) {
            Attr::DenseResource { key, .. } => {
                used.insert(*key);
            }
            Attr::Array(items) => items.iter().for_each(|&item| self.collect_resources(item, used)),
            Attr::Dict(entries) => entries.iter().for_each(|&(_, attr)| self.collect_resources(attr, used)),
            _ => {}
        }
    }
}
