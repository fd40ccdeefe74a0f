//! Times as people write them.

/// The units with their picoseconds, the largest first.
const UNITS: [(&str, f64); 6] =
    [("s", 1e12), ("ms", 1e9), ("µs", 1e6), ("us", 1e6), ("ns", 1e3), ("ps", 1.0)];

/// A time with its unit: `1.24 s`, `5.07 ms`, `812 µs`.
pub fn time_text(picoseconds: u64) -> String {
    let micros = picoseconds as f64 / 1e6;
    match micros {
        _ if micros >= 1e6 => format!("{:.2} s", micros / 1e6),
        _ if micros >= 1e3 => format!("{:.2} ms", micros / 1e3),
        _ if micros >= 100.0 || micros == 0.0 => format!("{micros:.0} µs"),
        _ => format!("{micros:.1} µs"),
    }
}

/// Reads a time such as `412 ms`, `1.5s` or `80 us` as picoseconds. A number alone has no meaning.
pub fn parse_time(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')?;
    let (number, unit) = (text[..end].replace('_', ""), text[end..].trim());
    let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let picoseconds = number.parse::<f64>().ok()? * scale;
    (picoseconds < u64::MAX as f64).then_some(picoseconds.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        let texts = [0, 1_500_000, 99_940_000, 812_400_000, 5_070_000_000, 1_240_000_000_000].map(time_text);
        assert_eq!(texts, ["0 µs", "1.5 µs", "99.9 µs", "812 µs", "5.07 ms", "1.24 s"]);
    }

    #[test]
    fn times_are_read() {
        let times = ["1.24 s", "5.07ms", " 812 µs ", "99.9 us", "3 ns", "7 ps", "1_000 ms"].map(parse_time);
        let expected =
            [1_240_000_000_000, 5_070_000_000, 812_000_000, 99_900_000, 3_000, 7, 1_000_000_000_000];
        assert_eq!(times, expected.map(Some));
        for wrong in ["", "12", "ms", "-1 ms", "3 weeks", "1..2 s", "99999999999 s", "1 MS"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }
}
