//! The types that an op's operands and results may have: one word per group of its signature.
//!
//! A word is a list of alternatives joined by `|`. An alternative is `token`, `future`, `tuple`, `memref`,
//! `function`, `any`, or a tensor: an optional shape and a set of element types.
//!
//! - Shapes: none for a ranked tensor, `*:` for a ranked or unranked one, `0:` for a scalar, `1:` for one
//!   dimension, `static:` for fixed sizes, `static1:` and `static2:` for fixed sizes and that rank,
//!   `bounded:` for fixed sizes with at most one bounded dimension.
//! - Elements, one letter each: `f` float, `b` bool, `i` integer, `s` signless integer, `c` complex,
//!   `x` index, `n` an integer of any width, `q` quantised (the parser produces no such type); or the exact
//!   types `i32`, `ui32` and `f32/f64`.

use partita_ir::{Context, FloatKind, Signedness, Type, TypeId};

use crate::shape::{Extent, TensorView};

/// The parsed type words of an op.
#[derive(Debug, Default)]
pub(crate) struct TypeRules {
    /// One rule per operand group.
    pub(crate) operands: Vec<TypeRule>,
    /// One rule per result group.
    pub(crate) results: Vec<TypeRule>,
}

impl TypeRules {
    /// Parses `operand words -> result words`.
    pub(crate) fn read(text: &'static str) -> TypeRules {
        let (operands, results) = text.split_once("->").expect("type words have an arrow");
        TypeRules {
            operands: operands.split_whitespace().map(TypeRule::read).collect(),
            results: results.split_whitespace().map(TypeRule::read).collect(),
        }
    }
}

/// The types that one value may have.
#[derive(Debug)]
pub(crate) struct TypeRule {
    alternatives: Vec<Alternative>,
}

#[derive(Debug)]
enum Alternative {
    Token,
    Future,
    Tuple,
    MemRef,
    Function,
    Any,
    Tensor { shape: ShapeRule, elements: Elements },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShapeRule {
    Ranked,
    Unranked,
    Rank(usize),
    Static,
    StaticRank(usize),
    Bounded,
}

#[derive(Debug)]
enum Elements {
    Letters { letters: &'static str, classes: u16 },
    Exactly(Type),
    Float32Or64,
}

impl TypeRule {
    fn read(word: &'static str) -> TypeRule {
        TypeRule { alternatives: word.split('|').map(Alternative::read).collect() }
    }

    /// Whether a type is one of the alternatives.
    pub(crate) fn allows(&self, context: &Context, ty: TypeId) -> bool {
        self.alternatives.iter().any(|alternative| alternative.allows(context, ty))
    }

    /// The description of the alternatives, for messages.
    pub(crate) fn spell(&self) -> String {
        let words: Vec<String> = self.alternatives.iter().map(Alternative::spell).collect();
        words.join(" or ")
    }
}

impl Alternative {
    fn read(word: &'static str) -> Alternative {
        match word {
            "token" => return Alternative::Token,
            "future" => return Alternative::Future,
            "tuple" => return Alternative::Tuple,
            "memref" => return Alternative::MemRef,
            "function" => return Alternative::Function,
            "any" => return Alternative::Any,
            _ => {}
        }
        let (shape, elements) = word.split_once(':').unwrap_or(("", word));
        let shape = match shape {
            "" => ShapeRule::Ranked,
            "*" => ShapeRule::Unranked,
            "0" => ShapeRule::Rank(0),
            "1" => ShapeRule::Rank(1),
            "static" => ShapeRule::Static,
            "static1" => ShapeRule::StaticRank(1),
            "static2" => ShapeRule::StaticRank(2),
            "bounded" => ShapeRule::Bounded,
            _ => panic!("unknown shape in the type word `{word}`"),
        };
        let elements = match elements {
            "i32" => Elements::Exactly(Type::Integer { width: 32, sign: Signedness::Signless }),
            "ui32" => Elements::Exactly(Type::Integer { width: 32, sign: Signedness::Unsigned }),
            "f32/f64" => Elements::Float32Or64,
            letters => {
                let classes = letters.bytes().map(class_of_letter).fold(0, |a, b| a | b);
                Elements::Letters { letters, classes }
            }
        };
        Alternative::Tensor { shape, elements }
    }

    fn allows(&self, context: &Context, ty: TypeId) -> bool {
        match (self, context.type_of(ty)) {
            (Alternative::Any, _)
            | (Alternative::Token, Type::Token)
            | (Alternative::Future, Type::Future(_))
            | (Alternative::Function, Type::Function { .. }) => true,
            (Alternative::Tuple, Type::Tuple(parts)) => {
                parts.iter().all(|part| is_tuple_part(context, *part))
            }
            (Alternative::MemRef, Type::Verbatim(text)) => is_memref(context.text(*text)),
            (Alternative::Tensor { shape, elements }, Type::Tensor(tensor)) => {
                shape.allows(context, ty) && elements.allows(context, tensor.element)
            }
            (Alternative::Tensor { shape: ShapeRule::Unranked, elements }, Type::UnrankedTensor(element)) => {
                elements.allows(context, *element)
            }
            _ => false,
        }
    }

    fn spell(&self) -> String {
        match self {
            Alternative::Token => "a token".to_string(),
            Alternative::Future => "a future".to_string(),
            Alternative::Tuple => "a tuple".to_string(),
            Alternative::MemRef => "a buffer".to_string(),
            Alternative::Function => "a function".to_string(),
            Alternative::Any => "anything".to_string(),
            Alternative::Tensor { shape, elements } => format!("{} of {}", shape.spell(), elements.spell()),
        }
    }
}

impl ShapeRule {
    fn allows(self, context: &Context, ty: TypeId) -> bool {
        let Some(tensor) = TensorView::of(context, ty) else { return false };
        match self {
            ShapeRule::Ranked | ShapeRule::Unranked => true,
            ShapeRule::Rank(rank) => tensor.rank() == rank,
            ShapeRule::Static => tensor.is_static(),
            ShapeRule::StaticRank(rank) => tensor.rank() == rank && tensor.is_static(),
            ShapeRule::Bounded => {
                let open = tensor.dims().filter(|dim| dim.fixed().is_none()).count();
                tensor.is_static()
                    || (open == 1 && tensor.dims().any(|dim| matches!(dim, Extent::Bounded(_))))
            }
        }
    }

    fn spell(self) -> &'static str {
        match self {
            ShapeRule::Ranked => "a ranked tensor",
            ShapeRule::Unranked => "a tensor",
            ShapeRule::Rank(0) => "a scalar tensor",
            ShapeRule::Rank(_) => "a tensor of one dimension",
            ShapeRule::Static => "a tensor of static shape",
            ShapeRule::StaticRank(1) => "a tensor of one static dimension",
            ShapeRule::StaticRank(_) => "a tensor of two static dimensions",
            ShapeRule::Bounded => "a tensor of static shape with at most one bounded dimension",
        }
    }
}

impl Elements {
    fn allows(&self, context: &Context, element: TypeId) -> bool {
        match self {
            Elements::Exactly(ty) => context.type_of(element) == ty,
            Elements::Float32Or64 => {
                matches!(context.type_of(element), Type::Float(FloatKind::F32 | FloatKind::F64))
            }
            Elements::Letters { classes, .. } => classes_of(context, element) & classes != 0,
        }
    }

    fn spell(&self) -> String {
        let letters = match self {
            Elements::Exactly(Type::Integer { sign: Signedness::Unsigned, .. }) => return "ui32".to_string(),
            Elements::Exactly(_) => return "i32".to_string(),
            Elements::Float32Or64 => return "f32 or f64".to_string(),
            Elements::Letters { letters, .. } => letters,
        };
        let mut words: Vec<&str> = letters
            .bytes()
            .map(|letter| match letter {
                b'f' => "floats",
                b'b' => "i1",
                b'i' => "integers of 2 to 64 bits",
                b's' => "signless integers of 2 to 64 bits",
                b'c' => "complex numbers",
                b'x' => "index",
                b'n' => "integers",
                _ => "quantised numbers",
            })
            .collect();
        words.dedup();
        words.join(" or ")
    }
}

/// The bit of a class of element types.
fn class_of_letter(letter: u8) -> u16 {
    match b"fbiscxnq".iter().position(|other| *other == letter) {
        Some(bit) => 1 << bit,
        None => panic!("unknown element letter `{}`", letter as char),
    }
}

/// The bits of all classes that an element type belongs to.
fn classes_of(context: &Context, element: TypeId) -> u16 {
    const F: u16 = 1;
    const B: u16 = 1 << 1;
    const I: u16 = 1 << 2;
    const S: u16 = 1 << 3;
    const C: u16 = 1 << 4;
    const X: u16 = 1 << 5;
    const N: u16 = 1 << 6;
    match context.type_of(element) {
        // `tf32` exists only as the precision of a product.
        Type::Float(FloatKind::Tf32) => 0,
        Type::Float(_) => F,
        Type::Integer { width, sign } => match (width, sign) {
            (1, Signedness::Signless) => B | N,
            (2 | 4 | 8 | 16 | 32 | 64, Signedness::Signless) => I | S | N,
            (2 | 4 | 8 | 16 | 32 | 64, Signedness::Unsigned) => I | N,
            _ => N,
        },
        Type::Complex(part) => match context.type_of(*part) {
            Type::Float(FloatKind::F32 | FloatKind::F64) => C,
            _ => 0,
        },
        Type::Index => X,
        _ => 0,
    }
}

/// Whether StableHLO supports an element type.
pub(crate) fn is_stablehlo_element(context: &Context, element: TypeId) -> bool {
    let all = b"fbic".iter().map(|letter| class_of_letter(*letter)).fold(0, |a, b| a | b);
    classes_of(context, element) & all != 0
}

/// Whether a type may be an element of a tuple: a tensor, a buffer, a token or a tuple of these.
fn is_tuple_part(context: &Context, ty: TypeId) -> bool {
    match context.type_of(ty) {
        Type::Token => true,
        Type::Tensor(tensor) => is_stablehlo_element(context, tensor.element),
        Type::Tuple(parts) => parts.iter().all(|part| is_tuple_part(context, *part)),
        Type::Verbatim(text) => is_memref(context.text(*text)),
        _ => false,
    }
}

fn is_memref(text: &str) -> bool {
    text.starts_with("memref<")
}
