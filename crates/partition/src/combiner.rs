//! Ways to combine partial results, recognised in the bodies of reductions.

use partita_ir::{Definition, FloatKind, Module, OpCode, RegionId, Signedness, Specials, Type, TypeId};

/// An associative and commutative op of two scalars with a neutral element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Combiner {
    Sum,
    Product,
    Max,
    Min,
    And,
    Or,
    Xor,
}

impl Combiner {
    /// The op that combines two scalars.
    pub(crate) fn code(self) -> OpCode {
        match self {
            Combiner::Sum => OpCode::Add,
            Combiner::Product => OpCode::Multiply,
            Combiner::Max => OpCode::Maximum,
            Combiner::Min => OpCode::Minimum,
            Combiner::And => OpCode::And,
            Combiner::Or => OpCode::Or,
            Combiner::Xor => OpCode::Xor,
        }
    }

    fn from_code(code: OpCode) -> Option<Self> {
        let all = [
            Combiner::Sum,
            Combiner::Product,
            Combiner::Max,
            Combiner::Min,
            Combiner::And,
            Combiner::Or,
            Combiner::Xor,
        ];
        all.into_iter().find(|combiner| combiner.code() == code)
    }

    /// The combiner of each result of a reduction's body, which combines arguments `i` and `i + n` into result
    /// `i`. `None` for any other body.
    pub(crate) fn of_body(module: &Module, body: RegionId) -> Option<Vec<Combiner>> {
        let &[block] = &module.region(body).blocks[..] else { return None };
        let block = module.block(block);
        let returned = &module.op(*block.ops.last()?).operands;
        if block.args.len() != 2 * returned.len() || block.ops.len() != returned.len() + 1 {
            return None;
        }
        let (old, new) = block.args.split_at(returned.len());
        let combiner = |(&value, (&old, &new))| {
            let Definition::Result { op, .. } = module.value(value).definition else { return None };
            let op = module.op(op);
            let both = op.operands[..] == [old, new] || op.operands[..] == [new, old];
            Combiner::from_code(op.name.code()?).filter(|_| both)
        };
        returned.iter().zip(old.iter().zip(new)).map(combiner).collect()
    }

    /// Whether compilers accept an all-reduce with this combiner: they combine bits only of `i1`.
    pub(crate) fn can_all_reduce(self, module: &Module, element: TypeId) -> bool {
        let is_truth = matches!(module.context.type_of(element), Type::Integer { width: 1, .. });
        match self {
            Combiner::Sum | Combiner::Product | Combiner::Max | Combiner::Min => true,
            Combiner::And | Combiner::Or => is_truth,
            Combiner::Xor => false,
        }
    }

    /// Whether a value that is combined twice counts once.
    pub(crate) fn is_idempotent(self) -> bool {
        match self {
            Combiner::Max | Combiner::Min | Combiner::And | Combiner::Or => true,
            Combiner::Sum | Combiner::Product | Combiner::Xor => false,
        }
    }

    /// Whether the element with these bytes changes nothing when it is combined with another one.
    pub(crate) fn is_neutral(self, module: &Module, element: TypeId, bytes: &[u8]) -> bool {
        let is_negative_zero = || {
            let Type::Float(kind) = *module.context.type_of(element) else { return false };
            let sign = 1u64 << (kind.bits() - 1);
            kind.specials() != Specials::NanNegativeZero && *bytes == sign.to_le_bytes()[..bytes.len()]
        };
        self.neutral(module, element).is_some_and(|neutral| {
            neutral == bytes || self == Combiner::Sum && neutral.len() == bytes.len() && is_negative_zero()
        })
    }

    /// The bytes of the neutral element of a type; `None` if it has none.
    pub(crate) fn neutral(self, module: &Module, element: TypeId) -> Option<Vec<u8>> {
        match *module.context.type_of(element) {
            Type::Integer { width, sign } => {
                let width = width.max(1);
                let ones = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                let top = 1u64 << (width.min(64) - 1);
                let bits = match (self, sign, width) {
                    (Combiner::Sum | Combiner::Or | Combiner::Xor, ..) => 0,
                    (Combiner::Product, ..) => 1,
                    (Combiner::And, ..) => ones,
                    (Combiner::Max, Signedness::Unsigned, _) | (Combiner::Max, _, 1) => 0,
                    (Combiner::Min, Signedness::Unsigned, _) | (Combiner::Min, _, 1) => ones,
                    (Combiner::Max, ..) => top,
                    (Combiner::Min, ..) => ones & !top,
                };
                (width <= 64).then(|| bits.to_le_bytes()[..width.div_ceil(8) as usize].to_vec())
            }
            Type::Float(kind) => float_neutral(self, kind),
            Type::Complex(part) => {
                let zero = Combiner::Sum.neutral(module, part)?;
                let real = match self {
                    Combiner::Sum => zero.clone(),
                    Combiner::Product => Combiner::Product.neutral(module, part)?,
                    _ => return None,
                };
                Some([real, zero].concat())
            }
            _ => None,
        }
    }
}

fn float_neutral(combiner: Combiner, kind: FloatKind) -> Option<Vec<u8>> {
    let bytes = |bits: u64| bits.to_le_bytes()[..kind.bits().div_ceil(8) as usize].to_vec();
    let mantissa = kind.precision() - 1;
    let sign = 1u64 << (kind.bits() - 1);
    let one = ((-kind.min_exponent() + 1) as u64) << mantissa;
    // Infinity if the type has it, otherwise the largest finite number.
    let largest = match kind.specials() {
        Specials::Ieee => (sign - 1) & !((1 << mantissa) - 1),
        Specials::NanAllOnes => sign - 2,
        Specials::NanNegativeZero | Specials::FiniteOnly => sign - 1,
        Specials::ExponentOnly => return None,
    };
    Some(bytes(match combiner {
        // -0.0 would be the exact neutral element, but the sum of no elements is 0.0.
        Combiner::Sum => 0,
        Combiner::Product => one,
        Combiner::Max => sign | largest,
        Combiner::Min => largest,
        Combiner::And | Combiner::Or | Combiner::Xor => return None,
    }))
}
