//! The interned vocabulary of one module: strings, types, attributes, locations.

use std::cmp::Ordering;

use partita_base::{Interner, StringInterner, Symbol};

use crate::{Attr, AttrId, Dim, FloatKind, Loc, LocId, Signedness, TensorType, Type, TypeId, names};

/// Interners of one module. Equal ids mean equal values.
#[derive(Clone)]
pub struct Context {
    strings: StringInterner,
    types: Interner<TypeId, Type>,
    attrs: Interner<AttrId, Attr>,
    locs: Interner<LocId, Loc>,
    unknown_loc: LocId,
    has_loc_attrs: bool,
}

impl Default for Context {
    fn default() -> Self {
        let mut strings = StringInterner::default();
        names::intern_all(&mut strings);
        let mut locs = Interner::default();
        let unknown_loc = locs.intern(Loc::Unknown);
        Self {
            strings,
            types: Interner::default(),
            attrs: Interner::default(),
            locs,
            unknown_loc,
            has_loc_attrs: false,
        }
    }
}

impl Context {
    /// Interns a string.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.strings.intern(text)
    }

    /// The symbol of a string that was interned before.
    pub fn find_symbol(&self, text: &str) -> Option<Symbol> {
        self.strings.find(text)
    }

    /// The text that a symbol was interned from.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.strings.get(symbol)
    }

    /// The alphabetical order of the texts of two symbols.
    pub fn compare_names(&self, a: Symbol, b: Symbol) -> Ordering {
        names::compare_fixed(a, b).unwrap_or_else(|| self.text(a).cmp(self.text(b)))
    }

    /// Interns a type.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }

    /// The type behind an id.
    pub fn type_of(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }

    /// All types with their ids.
    pub fn types(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }

    /// Interns an attribute.
    pub fn attr(&mut self, attr: Attr) -> AttrId {
        self.has_loc_attrs |= matches!(attr, Attr::Loc(_));
        self.attrs.intern(attr)
    }

    /// The attribute behind an id.
    pub fn attr_of(&self, id: AttrId) -> &Attr {
        self.attrs.get(id)
    }

    /// All attributes that were interned, whether or not an op has them.
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.attrs.iter().map(|(_, attr)| attr)
    }

    /// Interns a location.
    pub fn loc(&mut self, loc: Loc) -> LocId {
        self.locs.intern(loc)
    }

    /// The location behind an id.
    pub fn loc_of(&self, id: LocId) -> &Loc {
        self.locs.get(id)
    }

    /// The location `unknown`.
    pub fn unknown_loc(&self) -> LocId {
        self.unknown_loc
    }

    /// Whether any attribute is a location, which is rare.
    pub fn has_loc_attrs(&self) -> bool {
        self.has_loc_attrs
    }

    /// The number of distinct locations.
    pub fn loc_count(&self) -> usize {
        self.locs.len()
    }

    /// The signless integer type of a width.
    pub fn int_type(&mut self, width: u32) -> TypeId {
        self.ty(Type::Integer { width, sign: Signedness::Signless })
    }

    /// The float type of a format.
    pub fn float_type(&mut self, kind: FloatKind) -> TypeId {
        self.ty(Type::Float(kind))
    }

    /// A ranked tensor type without encoding.
    pub fn tensor_type(&mut self, shape: &[u64], element: TypeId) -> TypeId {
        let shape = shape.iter().map(|&size| Dim::Static(size)).collect();
        self.ty(Type::Tensor(TensorType { shape, element, encoding: None }))
    }

    /// The ranked tensor type behind an id, if it is one.
    pub fn tensor(&self, id: TypeId) -> Option<&TensorType> {
        match self.type_of(id) {
            Type::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }
}
