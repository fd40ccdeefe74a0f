//! Converts floating-point literals of every format between bit patterns and MLIR's decimal text.

use std::cmp::Ordering;

use partita_ir::{FloatKind, Specials};

/// The exact value of a bit pattern, or `None` for NaN and infinities.
///
/// Every format is a subset of `f64`, so the result is exact.
pub(crate) fn decode(kind: FloatKind, bits: u64) -> Option<f64> {
    match kind {
        FloatKind::F64 => return Some(f64::from_bits(bits)).filter(|value| value.is_finite()),
        FloatKind::F32 => {
            return Some(f64::from(f32::from_bits(bits as u32))).filter(|value| value.is_finite());
        }
        _ => {}
    }
    let mantissa_bits = kind.precision() - 1;
    if kind.specials() == Specials::ExponentOnly {
        return (bits != 0xff).then(|| 2f64.powi(bits as i32 - 127));
    }
    let exponent_bits = kind.bits() - 1 - mantissa_bits;
    let negative = bits >> (kind.bits() - 1) & 1 == 1;
    let exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let all_ones = (1 << exponent_bits) - 1;
    match kind.specials() {
        Specials::Ieee if exponent == all_ones => return None,
        Specials::NanAllOnes if exponent == all_ones && mantissa == (1 << mantissa_bits) - 1 => return None,
        Specials::NanNegativeZero if negative && exponent == 0 && mantissa == 0 => return None,
        _ => {}
    }
    let scale = kind.min_exponent() - mantissa_bits as i32;
    let magnitude = if exponent == 0 {
        mantissa as f64 * 2f64.powi(scale)
    } else {
        (mantissa | 1 << mantissa_bits) as f64 * 2f64.powi(scale) * 2f64.powi(exponent as i32 - 1)
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// The bit pattern nearest to a decimal literal (`-` and digits as MLIR writes them), ties to even.
/// `None` if the text is not a number.
pub(crate) fn encode(kind: FloatKind, text: &str) -> Option<u64> {
    match kind {
        FloatKind::F64 => return text.parse::<f64>().ok().map(f64::to_bits),
        FloatKind::F32 => return text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
        _ => {}
    }
    let value: f64 = text.parse().ok()?;
    Some(round(kind, value, || compare_decimal(text, value)))
}

/// Rounds to a format. `residue` compares the true value with `value`; it is only called on ties.
fn round(kind: FloatKind, value: f64, residue: impl FnOnce() -> Ordering) -> u64 {
    let mantissa_bits = kind.precision() - 1;
    let negative = value.is_sign_negative();
    let has_sign = kind.specials() != Specials::ExponentOnly;
    let sign = if negative && has_sign { 1u64 << (kind.bits() - 1) } else { 0 };
    let magnitude = value.abs();
    if magnitude == 0.0 {
        return match kind.specials() {
            Specials::NanNegativeZero | Specials::ExponentOnly => 0,
            _ => sign,
        };
    }
    // The exponent of the last bit that is kept.
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    let unit = exponent.max(kind.min_exponent()) - mantissa_bits as i32;
    let scaled = magnitude * 2f64.powi(-unit / 2) * 2f64.powi(-unit - -unit / 2);
    let mut steps = scaled.floor();
    let rest = scaled - steps;
    let up = match rest.partial_cmp(&0.5) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => {
            let residue = if negative { residue().reverse() } else { residue() };
            match residue {
                Ordering::Greater => true,
                Ordering::Less => false,
                Ordering::Equal => steps % 2.0 == 1.0,
            }
        }
        _ => false,
    };
    if up {
        steps += 1.0;
    }
    if kind.specials() == Specials::ExponentOnly {
        return ((exponent + i32::from(steps > 1.0) + 127).clamp(0, 254)) as u64;
    }
    // Counting representable numbers from zero gives the bit pattern itself.
    let first_normal_unit = kind.min_exponent() - mantissa_bits as i32;
    // A literal too large for f64 has more steps than there are representable numbers.
    let pattern = (steps as u64).saturating_add(((unit - first_normal_unit) as u64) << mantissa_bits);
    let exponent_bits = kind.bits() - 1 - mantissa_bits;
    let all_ones = (1u64 << (exponent_bits + mantissa_bits)) - 1;
    let infinity = ((1u64 << exponent_bits) - 1) << mantissa_bits;
    match kind.specials() {
        Specials::Ieee => sign | pattern.min(infinity),
        Specials::NanAllOnes => sign | pattern.min(all_ones),
        Specials::NanNegativeZero if pattern > all_ones => 1 << (kind.bits() - 1),
        Specials::NanNegativeZero if pattern == 0 => 0,
        Specials::NanNegativeZero => sign | pattern,
        Specials::FiniteOnly | Specials::ExponentOnly => sign | pattern.min(all_ones),
    }
}

/// Compares a decimal literal with the exact value of an `f64`.
fn compare_decimal(text: &str, value: f64) -> Ordering {
    let (text_digits, text_exponent) = decimal_digits(text.trim_start_matches(['-', '+']));
    let exact = format!("{:.1100e}", value.abs());
    let (value_digits, value_exponent) = decimal_digits(&exact);
    let magnitude = match (text_digits.is_empty(), value_digits.is_empty()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => text_exponent.cmp(&value_exponent).then_with(|| text_digits.cmp(&value_digits)),
    };
    if text.starts_with('-') { magnitude.reverse() } else { magnitude }
}

/// Significant digits without zeros at either end, and the exponent of the first.
fn decimal_digits(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = integer.bytes().chain(fraction.bytes()).collect();
    let leading = digits.iter().take_while(|&&digit| digit == b'0').count();
    let end = digits.iter().rposition(|&digit| digit != b'0').map_or(leading, |last| last + 1);
    let exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') {
        i64::MIN / 2
    } else {
        i64::MAX / 2
    });
    (digits[leading..end].to_vec(), exponent + integer.len() as i64 - 1 - leading as i64)
}

/// Appends a number as MLIR prints it: six digits in scientific form if that parses back exactly,
/// otherwise as many digits as the format needs, otherwise the bits in hexadecimal.
pub(crate) fn print(kind: FloatKind, bits: u64, out: &mut String) {
    if let Some(value) = decode(kind, bits) {
        if value == 0.0 {
            out.push_str(if value.is_sign_negative() { "-0.000000e+00" } else { "0.000000e+00" });
            return;
        }
        let negative = value < 0.0;
        let start = out.len();
        if negative {
            out.push('-');
        }
        let (digits, exponent) = rounded_digits(value.abs(), 6);
        print_scientific(&digits, exponent, out);
        if encode(kind, &out[start..]) == Some(bits) {
            return;
        }
        out.truncate(start);
        let precision = 2 + (kind.precision() * 59 / 196) as usize;
        let (digits, exponent) = rounded_digits(value.abs(), precision);
        if negative {
            out.push('-');
        }
        print_plain(&digits, exponent, precision as i32, out);
        if out[start..].contains('.') {
            return;
        }
        out.truncate(start);
    }
    out.push_str(&format!("0x{bits:X}"));
}

/// About `count` leading digits of a positive number, and the decimal exponent of the first.
///
/// MLIR's digits are neither the shortest nor the nearest. The number is an integer times a power of
/// ten. MLIR first drops as many trailing digits of the integer as its binary length permits, and only
/// rounds (half up) what is still too long. Trailing zeros are dropped.
fn rounded_digits(value: f64, count: usize) -> (Vec<u8>, i32) {
    let (mut digits, bits, mut power) = exact_decimal(value);
    let bits_needed = (count * 196).div_ceil(59);
    let removable = bits.saturating_sub(bits_needed) * 59 / 196;
    digits.truncate(digits.len() - removable);
    power += removable as i32;
    drop_trailing_zeros(&mut digits, &mut power);
    if digits.len() > count {
        let round_up = digits[count] >= b'5';
        power += (digits.len() - count) as i32;
        digits.truncate(count);
        if round_up {
            let kept = digits.iter().rposition(|&digit| digit != b'9').map_or(0, |last| last + 1);
            power += (digits.len() - kept) as i32;
            digits.truncate(kept);
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => digits.push(b'1'),
            }
        }
        drop_trailing_zeros(&mut digits, &mut power);
    }
    let exponent = power + digits.len() as i32 - 1;
    (digits, exponent)
}

fn drop_trailing_zeros(digits: &mut Vec<u8>, power: &mut i32) {
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
        *power += 1;
    }
}

/// A positive number as an integer times a power of ten: its digits, its length in bits, the power.
fn exact_decimal(value: f64) -> (Vec<u8>, usize, i32) {
    let bits = value.to_bits();
    let (mut mantissa, mut power) = match (bits >> 52) as i32 {
        0 => (bits, -1074),
        exponent => (bits & ((1 << 52) - 1) | 1 << 52, exponent - 1075),
    };
    power += mantissa.trailing_zeros() as i32;
    mantissa >>= mantissa.trailing_zeros();
    // Little-endian words of the integer.
    let mut words = vec![mantissa as u32, (mantissa >> 32) as u32];
    let multiply = |words: &mut Vec<u32>, by: u32| {
        let mut carry = 0u64;
        for word in words.iter_mut() {
            let product = u64::from(*word) * u64::from(by) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            words.push(carry as u32);
        }
    };
    // m * 2^-n is m * 5^n * 10^-n.
    let (base, ten_power) = if power < 0 { (5u32, power) } else { (2u32, 0) };
    let mut left = power.unsigned_abs();
    while left > 0 {
        let step = left.min(13);
        multiply(&mut words, base.pow(step));
        left -= step;
    }
    let top = words.iter().rposition(|&word| word != 0).unwrap_or(0);
    let length = top * 32 + 32 - words[top].leading_zeros() as usize;
    let mut chunks = Vec::new();
    while words.iter().any(|&word| word != 0) {
        let mut rest = 0u64;
        for word in words.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*word);
            *word = (dividend / 1_000_000_000) as u32;
            rest = dividend % 1_000_000_000;
        }
        chunks.push(rest);
        while words.last() == Some(&0) {
            words.pop();
        }
    }
    let mut text = String::new();
    for (index, chunk) in chunks.iter().rev().enumerate() {
        text.push_str(&if index == 0 { format!("{chunk}") } else { format!("{chunk:09}") });
    }
    (text.into_bytes(), length, ten_power)
}

/// `1.500000e+00`: at least six digits after the point.
fn print_scientific(digits: &[u8], exponent: i32, out: &mut String) {
    out.push(digits[0] as char);
    out.push('.');
    for index in 1..7 {
        out.push(digits.get(index).map_or('0', |&digit| digit as char));
    }
    out.push_str(&format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()));
}

/// `0.333333343`, `1234.5`, or `6.10351563E-5` if more than three zeros would pad it.
fn print_plain(digits: &[u8], exponent: i32, precision: i32, out: &mut String) {
    const MAX_PADDING: i32 = 3;
    let count = digits.len() as i32;
    let last = exponent - (count - 1);
    let scientific = if last >= 0 {
        last > MAX_PADDING || count + last > precision
    } else {
        exponent < 0 && -exponent > MAX_PADDING
    };
    let text = |range: std::ops::Range<usize>| digits[range].iter().map(|&digit| digit as char);
    if scientific {
        out.push(digits[0] as char);
        out.push('.');
        if count == 1 {
            out.push('0');
        }
        out.extend(text(1..digits.len()));
        out.push_str(&format!("E{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs()));
    } else if last >= 0 {
        out.extend(text(0..digits.len()));
        out.extend(std::iter::repeat_n('0', last as usize));
    } else if exponent >= 0 {
        out.extend(text(0..exponent as usize + 1));
        out.push('.');
        out.extend(text(exponent as usize + 1..digits.len()));
    } else {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', (-exponent - 1) as usize));
        out.extend(text(0..digits.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(kind: FloatKind, text: &str) -> String {
        let mut out = String::new();
        print(kind, encode(kind, text).unwrap(), &mut out);
        out
    }

    #[test]
    fn prints_as_mlir_does() {
        assert_eq!(show(FloatKind::F32, "1.0"), "1.000000e+00");
        assert_eq!(show(FloatKind::F32, "0.1"), "1.000000e-01");
        assert_eq!(show(FloatKind::F64, "0.1"), "1.000000e-01");
        assert_eq!(show(FloatKind::F32, "-0.0"), "-0.000000e+00");
        assert_eq!(show(FloatKind::F32, "0.3333333333"), "0.333333343");
        assert_eq!(show(FloatKind::F32, "6.1035156e-5"), "6.10351563E-5");
        assert_eq!(show(FloatKind::F32, "123456789.0"), "0x4CEB79A3");
        assert_eq!(show(FloatKind::F64, "3.14159265358979"), "3.14159265358979");
        assert_eq!(show(FloatKind::Bf16, "1.1"), "1.101560e+00");
    }

    #[test]
    fn every_small_float_reads_back() {
        for &kind in FloatKind::ALL {
            if kind.bits() > 16 {
                continue;
            }
            for bits in 0..1u64 << kind.bits() {
                let Some(value) = decode(kind, bits) else { continue };
                let text = format!("{value:e}");
                assert_eq!(encode(kind, &text), Some(bits), "{kind:?} {bits:#x} {text}");
            }
        }
    }

    #[test]
    fn ties_look_at_the_digits_behind() {
        // Exactly between two bf16 numbers, and slightly above: both round to the same f64.
        assert_eq!(encode(FloatKind::Bf16, "1.00390625"), Some(0x3f80));
        assert_eq!(encode(FloatKind::Bf16, "1.00390625000000000000000000001"), Some(0x3f81));
    }
}
