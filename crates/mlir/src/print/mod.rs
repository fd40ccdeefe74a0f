//! The printer: writes MLIR's canonical text.

mod attr;
mod loc;
mod names;
mod op;
mod resource;
mod special;
mod tail;
mod text;
mod types;

use partita_ir::{AttrId, Context, Elements, LocId, Module, TypeId, ValueId};

use loc::LocAliases;
pub use names::ValueNames;
use tail::Tails;
pub use text::Text;

/// Options of the printer.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct PrintOptions {
    /// Print every op in generic form.
    pub generic: bool,
    /// Print locations.
    pub debug_info: bool,
}

partita_base::setters! { PrintOptions { generic: bool, debug_info: bool } }

/// The canonical text of a module.
pub fn print(module: &Module, options: PrintOptions) -> String {
    print_text(module, options).into()
}

/// Like [`print()`], for texts of any size: does not copy the digits of large constants.
pub fn print_text(module: &Module, options: PrintOptions) -> Text {
    let names = ValueNames::new(module, options.generic);
    let aliases = LocAliases::new(module, options);
    let mut printer = Printer {
        m: module,
        out: String::with_capacity(module.op_count() * 100),
        digits: Vec::new(),
        options,
        names,
        aliases,
        indent: 0,
        default_dialect: "builtin",
        type_cache: Vec::new(),
        attr_cache: Vec::new(),
        tails: Tails::default(),
    };
    printer.file();
    Text::new(printer.out, printer.digits)
}

/// A type as text.
pub fn type_text(context: &Context, ty: TypeId) -> String {
    let mut out = String::new();
    types::write_type(context, ty, &mut out);
    out
}

/// An attribute as text, its type included.
pub fn attr_text(context: &Context, attr: AttrId) -> String {
    let mut out = String::new();
    attr::write_attr(context, attr, attr::Elide::Never, &mut out);
    out
}

/// A location as text, without aliases: `"f.py":9:18`.
pub fn loc_text(context: &Context, loc: LocId) -> String {
    let mut out = String::new();
    loc::write_loc(context, loc, None, &mut out);
    out
}

struct Printer<'m> {
    m: &'m Module,
    out: String,
    /// Digits that are produced when the text is written, and their offsets.
    digits: Vec<(usize, Elements)>,
    options: PrintOptions,
    names: ValueNames,
    aliases: LocAliases,
    indent: usize,
    default_dialect: &'static str,
    /// Text by type: a module repeats the same few types.
    type_cache: Vec<Option<Box<str>>>,
    attr_cache: Vec<Option<Box<str>>>,
    tails: Tails,
}

impl Printer<'_> {
    fn file(&mut self) {
        self.alias_definitions(false);
        self.op(self.m.top());
        self.out.push('\n');
        self.alias_definitions(true);
        self.resources();
    }

    fn newline(&mut self) {
        const SPACES: &str = "                                                                ";
        self.out.push('\n');
        let mut left = self.indent * 2;
        while left > 0 {
            let now = left.min(SPACES.len());
            self.out.push_str(&SPACES[..now]);
            left -= now;
        }
    }

    fn number(&mut self, number: u64) {
        types::write_number(number, &mut self.out);
    }

    fn value(&mut self, value: ValueId) {
        self.names.write(value, &mut self.out);
    }

    fn values(&mut self, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(value);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        use partita_base::Id;
        let index = ty.index();
        if self.type_cache.len() <= index {
            self.type_cache.resize(index + 1, None);
        }
        if self.type_cache[index].is_none() {
            self.type_cache[index] = Some(type_text(&self.m.context, ty).into());
        }
        self.out.push_str(self.type_cache[index].as_deref().expect("just filled"));
    }

    fn types(&mut self, types: &[TypeId]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(ty);
        }
    }

    /// Writes an attribute with its type.
    fn attr(&mut self, attr: AttrId) {
        use partita_base::Id;
        const LONGEST_CACHED: usize = 4096;
        let index = attr.index();
        if self.attr_cache.len() <= index {
            self.attr_cache.resize(index + 1, None);
        }
        if let Some(text) = &self.attr_cache[index] {
            self.out.push_str(text);
            return;
        }
        if self.large_constant(attr) {
            return;
        }
        let start = self.out.len();
        let aliases = &self.aliases;
        attr::write_attr_aliased(&self.m.context, attr, attr::Elide::Never, Some(aliases), &mut self.out);
        let text = &self.out[start..];
        if text.len() <= LONGEST_CACHED {
            self.attr_cache[index] = Some(text.into());
        }
    }

    /// Writes a constant whose digits are not copied; returns whether the attribute is one.
    fn large_constant(&mut self, attr: AttrId) -> bool {
        let context = &self.m.context;
        let Some((ty, elements)) = attr::hex_constant(context, attr) else { return false };
        let is_large = elements.len() >= Text::LARGE;
        if is_large {
            self.out.push_str("dense<");
            self.hex_literal(elements);
            self.out.push_str("> : ");
            self.ty(ty);
        }
        is_large
    }

    /// Writes `"0x…"`.
    fn hex_literal(&mut self, elements: &Elements) {
        self.out.push_str("\"0x");
        if elements.len() < Text::LARGE {
            text::push_digits(elements, &mut self.out);
        } else {
            self.digits.push((self.out.len(), elements.clone()));
        }
        self.out.push('"');
    }
}
