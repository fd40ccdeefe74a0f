//! Element types and their arithmetic: rounding, wrapping, bit patterns.

use partita_ir::{Context, FloatKind, Signedness, Specials, Type, TypeId};

/// The type of one element of a tensor.
///
/// Six storage classes hold all of them, see [`Data`](crate::Data).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// `i1`
    Bool,
    /// `i2` to `i64`, `ui2` to `ui64`, `index`; signless integers are signed in StableHLO.
    Int {
        /// Width in bits, 1 to 64.
        bits: u8,
        /// Whether the top bit is a sign.
        signed: bool,
    },
    /// `f4E2M1FN` to `f64`.
    Float(FloatKind),
    /// `complex<f32>`
    Complex64,
    /// `complex<f64>`
    Complex128,
}

impl Element {
    /// The signless type `i32`, which is signed in StableHLO.
    pub const I32: Element = Element::Int { bits: 32, signed: true };
    /// The signless type `i64`, which is signed in StableHLO.
    pub const I64: Element = Element::Int { bits: 64, signed: true };
    /// `ui32`
    pub const U32: Element = Element::Int { bits: 32, signed: false };
    /// `ui64`
    pub const U64: Element = Element::Int { bits: 64, signed: false };
    /// The single-precision type `f32`.
    pub const F32: Element = Element::Float(FloatKind::F32);
    /// The double-precision type `f64`.
    pub const F64: Element = Element::Float(FloatKind::F64);

    /// The element of a scalar type; `None` for types that no tensor of numbers has.
    pub fn of(context: &Context, ty: TypeId) -> Option<Element> {
        match *context.type_of(ty) {
            Type::Integer { width: 1, sign: Signedness::Signless } => Some(Element::Bool),
            Type::Integer { width, sign } if width <= 64 => {
                Some(Element::Int { bits: width as u8, signed: sign != Signedness::Unsigned })
            }
            Type::Index => Some(Element::I64),
            Type::Float(kind) => Some(Element::Float(kind)),
            Type::Complex(part) => match *context.type_of(part) {
                Type::Float(FloatKind::F32) => Some(Element::Complex64),
                Type::Float(FloatKind::F64) => Some(Element::Complex128),
                _ => None,
            },
            _ => None,
        }
    }

    /// The spelling of the type in MLIR.
    pub fn name(self) -> String {
        match self {
            Element::Bool => "i1".into(),
            Element::Int { bits, signed: true } => format!("i{bits}"),
            Element::Int { bits, signed: false } => format!("ui{bits}"),
            Element::Float(kind) => kind.name().into(),
            Element::Complex64 => "complex<f32>".into(),
            Element::Complex128 => "complex<f64>".into(),
        }
    }

    /// The element with a spelling, the inverse of [`Element::name`].
    pub fn parse(name: &str) -> Option<Element> {
        match name {
            "i1" => return Some(Element::Bool),
            "complex<f32>" => return Some(Element::Complex64),
            "complex<f64>" => return Some(Element::Complex128),
            _ => {}
        }
        if let Some(&kind) = FloatKind::ALL.iter().find(|kind| kind.name() == name) {
            return Some(Element::Float(kind));
        }
        let (digits, signed) = match name.strip_prefix("ui") {
            Some(digits) => (digits, false),
            None => (name.strip_prefix('i')?, true),
        };
        let bits: u8 = digits.parse().ok()?;
        (1..=64).contains(&bits).then_some(Element::Int { bits, signed })
    }

    /// The width in bits: both components of a complex number, one for `i1`.
    pub fn bits(self) -> u32 {
        match self {
            Element::Bool => 1,
            Element::Int { bits, .. } => bits.into(),
            Element::Float(kind) => kind.bits(),
            Element::Complex64 => 64,
            Element::Complex128 => 128,
        }
    }

    /// The bytes of one element in files and constants, rounded up; a complex element counts both components.
    pub fn bytes(self) -> usize {
        match self {
            Element::Complex64 => 8,
            Element::Complex128 => 16,
            _ => (self.bits() as usize).div_ceil(8).next_power_of_two(),
        }
    }

    /// Whether it is an integer with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Element::Int { signed: true, .. })
    }

    /// Whether it is an integer; `i1` is not.
    pub fn is_int(self) -> bool {
        matches!(self, Element::Int { .. })
    }

    /// Whether it is a real floating-point number.
    pub fn is_float(self) -> bool {
        matches!(self, Element::Float(_))
    }

    /// Whether it is a complex number.
    pub fn is_complex(self) -> bool {
        matches!(self, Element::Complex64 | Element::Complex128)
    }

    /// The component type of a complex number; the element itself otherwise.
    pub fn part(self) -> Element {
        match self {
            Element::Complex64 => Element::F32,
            Element::Complex128 => Element::F64,
            other => other,
        }
    }

    /// Keeps the low bits of an integer: the value as every result stores it. An unsigned 64-bit number is
    /// stored as its bit pattern.
    pub fn wrap(self, value: i64) -> i64 {
        match self {
            Element::Int { bits: 64, .. } => value,
            Element::Int { bits, signed: true } => value << (64 - bits) >> (64 - bits),
            Element::Int { bits, signed: false } => value & ((1i64 << bits) - 1),
            _ => value,
        }
    }

    /// Rounds to the element's format, to nearest, ties to even. Formats of `f32` and wider keep the value.
    pub fn round_f32(self, value: f32) -> f32 {
        match self {
            Element::Float(FloatKind::F32 | FloatKind::F64) => value,
            Element::Float(FloatKind::Bf16) => round_bf16(value),
            Element::Float(kind) => round_to(kind, value.into()) as f32,
            _ => value,
        }
    }

    /// Rounds a double once to the element's format, which is of `f32` or narrower.
    pub fn round_f64(self, value: f64) -> f32 {
        match self {
            Element::Float(FloatKind::F32 | FloatKind::F64) => value as f32,
            Element::Float(kind) => round_to(kind, value) as f32,
            _ => value as f32,
        }
    }

    /// The largest finite number of a float format.
    pub fn max_finite(self) -> f64 {
        match self {
            Element::Float(kind) => max_finite(kind),
            Element::Complex64 => f32::MAX.into(),
            _ => f64::MAX,
        }
    }
}

/// The largest finite number.
fn max_finite(kind: FloatKind) -> f64 {
    match kind {
        FloatKind::F64 => return f64::MAX,
        FloatKind::F32 => return f32::MAX.into(),
        _ => {}
    }
    if kind.specials() == Specials::ExponentOnly {
        return 2f64.powi(127);
    }
    let mantissa_bits = kind.precision() - 1;
    let exponents = 1i32 << exponent_bits(kind);
    // The exponents of normal numbers, and the largest mantissa in half units of the last place.
    let (top, missing) = match kind.specials() {
        Specials::Ieee => (exponents - 2, 0),
        Specials::NanAllOnes => (exponents - 1, 1),
        _ => (exponents - 1, 0),
    };
    let mantissa = (1u64 << kind.precision()) - 1 - missing;
    mantissa as f64 * 2f64.powi(kind.min_exponent() + top - 1 - mantissa_bits as i32)
}

fn exponent_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Tf32 => 8,
        _ => kind.bits() - kind.precision(),
    }
}

fn round_bf16(value: f32) -> f32 {
    let bits = value.to_bits();
    if value.is_nan() {
        return f32::from_bits((bits | 0x0040_0000) & 0xffff_0000);
    }
    let even = bits >> 16 & 1;
    f32::from_bits(bits.wrapping_add(0x7fff + even) & 0xffff_0000)
}

/// The nearest number of a format narrower than `f32`, ties to even; each format has its own overflow rule.
pub fn round_to(kind: FloatKind, value: f64) -> f64 {
    if value.is_nan() {
        // A format without NaN has no better value than zero; XLA produces negative zero.
        return if kind.specials() == Specials::FiniteOnly { -0.0 } else { value };
    }
    if kind.specials() == Specials::ExponentOnly {
        return round_to_power_of_two(value);
    }
    let magnitude = value.abs();
    let rounded = if magnitude.is_infinite() {
        magnitude
    } else {
        // The number of bits of the double below the last one kept; larger for subnormal results.
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-1022);
        let lost = 52 - (kind.precision() as i32 - 1) + (kind.min_exponent() - exponent).max(0);
        round_bits(magnitude, lost)
    };
    let largest = max_finite(kind);
    let fitted = if rounded <= largest {
        rounded
    } else {
        match kind.specials() {
            Specials::Ieee => f64::INFINITY,
            Specials::FiniteOnly => largest,
            _ => f64::NAN,
        }
    };
    if kind.specials() == Specials::NanNegativeZero && fitted == 0.0 {
        return 0.0;
    }
    fitted.copysign(value)
}

/// Rounds a positive double to a multiple of 2^`lost` units in its last place.
fn round_bits(magnitude: f64, lost: i32) -> f64 {
    let bits = magnitude.to_bits();
    if lost <= 0 {
        return magnitude;
    }
    if lost > 53 {
        return 0.0;
    }
    // Adding to the pattern carries into the exponent correctly, as long as the unit is not above the
    // leading one.
    if lost == 53 {
        // Half the unit is the leading one: values above a half round up to one unit, a half rounds to zero.
        let up = bits & ((1 << 52) - 1) != 0;
        let unit = f64::from_bits(((bits >> 52) + 1) << 52);
        return if up { unit } else { 0.0 };
    }
    let even = bits >> lost & 1;
    let even = if lost == 52 { 1 } else { even };
    let half = 1u64 << (lost - 1);
    let rounded = bits.wrapping_add(half - 1 + even) >> lost << lost;
    f64::from_bits(rounded)
}

fn round_to_power_of_two(value: f64) -> f64 {
    if value.is_nan() || value < 0.0 {
        return f64::NAN;
    }
    let smallest = 2f64.powi(-127);
    if value <= smallest {
        return smallest;
    }
    // The midpoint of two powers is one and a half times the lower one; even means an even exponent field.
    let bits = value.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = bits & ((1 << 52) - 1);
    let half = 1u64 << 51;
    let up = mantissa > half || (mantissa == half && (exponent + 127) % 2 == 1);
    let exponent = exponent + i32::from(up);
    if value.is_infinite() || exponent > 127 { f64::NAN } else { 2f64.powi(exponent) }
}

/// The bit pattern of NaN or of a number that the format can represent.
pub fn float_bits(kind: FloatKind, value: f64) -> u64 {
    match kind {
        FloatKind::F64 => return value.to_bits(),
        FloatKind::F32 => return u64::from((value as f32).to_bits()),
        _ => {}
    }
    if kind.specials() == Specials::ExponentOnly {
        return if value.is_nan() { 0xff } else { ((value.to_bits() >> 52) as i64 - 1023 + 127) as u64 };
    }
    let mantissa_bits = kind.precision() - 1;
    let exponent_bits = exponent_bits(kind);
    let sign = u64::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let top = ((1u64 << exponent_bits) - 1) << mantissa_bits;
    if value.is_nan() {
        let payload = (value.to_bits() & ((1 << 52) - 1)) >> (52 - mantissa_bits);
        return match kind.specials() {
            Specials::Ieee => sign | top | payload | 1 << (mantissa_bits - 1),
            Specials::NanNegativeZero => 1 << (exponent_bits + mantissa_bits),
            _ => sign | top | ((1 << mantissa_bits) - 1),
        };
    }
    if value.is_infinite() {
        return sign | top;
    }
    let magnitude = value.abs();
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    if exponent < kind.min_exponent() {
        let unit = kind.min_exponent() - mantissa_bits as i32;
        return sign | (magnitude * 2f64.powi(-unit)) as u64;
    }
    let field = (exponent - kind.min_exponent() + 1) as u64;
    sign | field << mantissa_bits | (magnitude.to_bits() & ((1 << 52) - 1)) >> (52 - mantissa_bits)
}

/// The number with a bit pattern.
pub fn float_from_bits(kind: FloatKind, bits: u64) -> f64 {
    match kind {
        FloatKind::F64 => return f64::from_bits(bits),
        FloatKind::F32 => return f32::from_bits(bits as u32).into(),
        _ => {}
    }
    if kind.specials() == Specials::ExponentOnly {
        return if bits & 0xff == 0xff { f64::NAN } else { 2f64.powi((bits & 0xff) as i32 - 127) };
    }
    let mantissa_bits = kind.precision() - 1;
    let exponent_bits = exponent_bits(kind);
    let negative = bits >> (exponent_bits + mantissa_bits) & 1 == 1;
    let field = bits >> mantissa_bits & ((1 << exponent_bits) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let sign = if negative { -1.0 } else { 1.0 };
    let top = (1u64 << exponent_bits) - 1;
    match kind.specials() {
        Specials::Ieee if field == top => {
            if mantissa == 0 {
                return sign * f64::INFINITY;
            }
            let pattern = u64::from(negative) << 63 | 0x7ff << 52 | mantissa << (52 - mantissa_bits);
            return f64::from_bits(pattern);
        }
        Specials::NanAllOnes if field == top && mantissa == (1 << mantissa_bits) - 1 => {
            return f64::NAN.copysign(sign);
        }
        Specials::NanNegativeZero if negative && field == 0 && mantissa == 0 => return f64::NAN,
        _ => {}
    }
    let unit = 2f64.powi(kind.min_exponent() - mantissa_bits as i32);
    let magnitude = match field {
        0 => mantissa as f64 * unit,
        _ => (mantissa | 1 << mantissa_bits) as f64 * unit * 2f64.powi(field as i32 - 1),
    };
    sign * magnitude
}

/// The bit pattern of a number stored as `f32`. Keeps the payload of a NaN if the format has one.
pub(crate) fn narrow_bits(kind: FloatKind, value: f32) -> u64 {
    if !value.is_nan() || kind.specials() != Specials::Ieee {
        return float_bits(kind, value.into());
    }
    let mantissa_bits = kind.precision() - 1;
    let width = exponent_bits(kind) + mantissa_bits;
    let payload = u64::from(value.to_bits() & ((1 << 23) - 1)) >> (23 - mantissa_bits);
    let payload = if payload == 0 { 1 << (mantissa_bits - 1) } else { payload };
    u64::from(value.is_sign_negative()) << width | ((1 << exponent_bits(kind)) - 1) << mantissa_bits | payload
}

/// The number with a bit pattern, as stored. Converting through `f64` would make every NaN quiet.
pub(crate) fn narrow_from_bits(kind: FloatKind, bits: u64) -> f32 {
    let value = float_from_bits(kind, bits);
    if !value.is_nan() || kind.specials() != Specials::Ieee {
        return value as f32;
    }
    let mantissa_bits = kind.precision() - 1;
    let negative = bits >> (exponent_bits(kind) + mantissa_bits) & 1;
    let payload = bits & ((1 << mantissa_bits) - 1);
    f32::from_bits((negative << 31 | 0xff << 23 | payload << (23 - mantissa_bits)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow() -> impl Iterator<Item = FloatKind> {
        FloatKind::ALL.iter().copied().filter(|kind| kind.bits() <= 19)
    }

    #[test]
    fn every_pattern_is_a_fixed_point() {
        for kind in narrow() {
            for bits in 0..1u64 << kind.bits() {
                let value = float_from_bits(kind, bits);
                let rounded = round_to(kind, value);
                if value.is_nan() {
                    assert!(rounded.is_nan(), "{kind:?} {bits:#x}");
                    if kind.specials() == Specials::Ieee {
                        assert_eq!(narrow_bits(kind, narrow_from_bits(kind, bits)), bits, "{kind:?}");
                    }
                    continue;
                }
                assert_eq!(rounded.to_bits(), value.to_bits(), "{kind:?} {bits:#x} {value}");
                assert_eq!(float_bits(kind, value), bits, "{kind:?} {value}");
                assert!(value.is_infinite() || value.abs() <= max_finite(kind), "{kind:?} {value}");
            }
        }
    }

    #[test]
    fn between_two_numbers_the_nearer_and_at_a_tie_the_even_one() {
        for kind in narrow().filter(|kind| kind.specials() != Specials::ExponentOnly) {
            let count = 1u64 << (kind.bits() - 1);
            for bits in 0..count - 1 {
                let (low, high) = (float_from_bits(kind, bits), float_from_bits(kind, bits + 1));
                if !low.is_finite() || !high.is_finite() {
                    continue;
                }
                let middle = (low + high) / 2.0;
                let even = if bits % 2 == 0 { low } else { high };
                assert_eq!(round_to(kind, middle), even, "{kind:?} {low} {high}");
                assert_eq!(round_to(kind, middle.next_down()), low, "{kind:?} {low} {high}");
                assert_eq!(round_to(kind, middle.next_up()), high, "{kind:?} {low} {high}");
                assert_eq!(round_to(kind, -middle), -even, "{kind:?} {low} {high}");
            }
        }
    }

    #[test]
    fn what_is_too_large_follows_the_format() {
        assert_eq!(round_to(FloatKind::F16, 65519.0), 65504.0);
        assert_eq!(round_to(FloatKind::F16, 65520.0), f64::INFINITY);
        assert_eq!(round_to(FloatKind::F8E4M3Fn, 464.0), 448.0);
        assert!(round_to(FloatKind::F8E4M3Fn, 465.0).is_nan());
        assert_eq!(round_to(FloatKind::F4E2M1Fn, 100.0), 6.0);
        assert!(round_to(FloatKind::F8E5M2Fnuz, -1e9).is_nan());
        assert_eq!(round_to(FloatKind::F8E4M3Fnuz, -0.0).to_bits(), 0);
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(Element::Int { bits: 8, signed: true }.wrap(200), -56);
        assert_eq!(Element::Int { bits: 8, signed: false }.wrap(-1), 255);
        assert_eq!(Element::U64.wrap(-1), -1);
        assert_eq!(Element::parse("ui4"), Some(Element::Int { bits: 4, signed: false }));
        assert_eq!(Element::parse("f8E4M3FN"), Some(Element::Float(FloatKind::F8E4M3Fn)));
    }

    #[test]
    fn bf16_has_its_own_fast_path() {
        for bits in (0..u32::MAX).step_by(65_521) {
            let value = f32::from_bits(bits);
            if !value.is_nan() {
                let expected = round_to(FloatKind::Bf16, value.into()) as f32;
                assert_eq!(round_bf16(value).to_bits(), expected.to_bits(), "{value}");
            }
        }
    }
}
