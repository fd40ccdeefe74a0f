//! Which types an op's operands and results may have: one word per group of its signature.
//!
//! A word is alternatives joined by `|`. An alternative is `token`, `future`, `tuple`, `memref`,
//! `function`, `any`, or a tensor: an optional shape and a set of element types.
//!
//! - Shapes: none for a ranked tensor, `*:` also for an unranked one, `0:` for a scalar, `1:` for one
//!   dimension, `static:` for fixed sizes, `static1:` and `static2:` for fixed sizes and that rank,
//!   `bounded:` for fixed sizes but for at most one bounded one.
//! - Elements, one letter each: `f` float, `b` bool, `i` integer, `s` signless integer, `c` complex,
//!   `x` index, `n` any integer at all, `q` quantised, which no type that is read is; or the exact types
//!   `i32`, `ui32` and `f32/f64`.

use partita_ir::{Context, FloatKind, Signedness, Type, TypeId};

use crate::shape::{Extent, Tensor};

/// The type words of one op, read.
#[derive(Debug, Default)]
pub(crate) struct TypeRules {
    /// One rule per operand group.
    pub(crate) operands: Vec<TypeRule>,
    /// One rule per result group.
    pub(crate) results: Vec<TypeRule>,
}

impl TypeRules {
    /// Reads `operand words -> result words`.
    pub(crate) fn read(text: &'static str) -> TypeRules {
        let (operands, results) = text.split_once("->").expect("type words have an arrow");
        TypeRules {
            operands: operands.split_whitespace().map(TypeRule::read).collect(),
            results: results.split_whitespace().map(TypeRule::read).collect(),
        }
    }
}

/// What one value may be.
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
    Tensor { shape: Shape, elements: Elements },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
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

    /// The alternatives in words.
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
            "" => Shape::Ranked,
            "*" => Shape::Unranked,
            "0" => Shape::Rank(0),
            "1" => Shape::Rank(1),
            "static" => Shape::Static,
            "static1" => Shape::StaticRank(1),
            "static2" => Shape::StaticRank(2),
            "bounded" => Shape::Bounded,
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
            (Alternative::Tensor { shape: Shape::Unranked, elements }, Type::UnrankedTensor(element)) => {
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

impl Shape {
    fn allows(self, context: &Context, ty: TypeId) -> bool {
        let Some(tensor) = Tensor::of(context, ty) else { return false };
        match self {
            Shape::Ranked | Shape::Unranked => true,
            Shape::Rank(rank) => tensor.rank() == rank,
            Shape::Static => tensor.is_static(),
            Shape::StaticRank(rank) => tensor.rank() == rank && tensor.is_static(),
            Shape::Bounded => {
                let open = tensor.dims().filter(|dim| dim.fixed().is_none()).count();
                tensor.is_static()
                    || (open == 1 && tensor.dims().any(|dim| matches!(dim, Extent::Bounded(_))))
            }
        }
    }

    fn spell(self) -> &'static str {
        match self {
            Shape::Ranked => "a ranked tensor",
            Shape::Unranked => "a tensor",
            Shape::Rank(0) => "a tensor without dimensions",
            Shape::Rank(_) => "a tensor of one dimension",
            Shape::Static => "a tensor of fixed shape",
            Shape::StaticRank(1) => "a tensor of one fixed dimension",
            Shape::StaticRank(_) => "a tensor of two fixed dimensions",
            Shape::Bounded => "a tensor of fixed shape, but for one bounded dimension,",
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

/// The bits of all classes an element type is of.
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

/// Whether an element type is one that StableHLO computes with.
pub(crate) fn is_stablehlo_element(context: &Context, element: TypeId) -> bool {
    let all = b"fbic".iter().map(|letter| class_of_letter(*letter)).fold(0, |a, b| a | b);
    classes_of(context, element) & all != 0
}

/// Whether a type may be part of a tuple: a tensor, a buffer, a token or a tuple of such.
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
