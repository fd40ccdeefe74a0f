//! Sizes in bytes as people write them.

/// The units, with their bytes; the binary ones are used for output.
const UNITS: &[(&str, f64)] = &[
    ("B", 1.0),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
];

/// A number of bytes in the largest binary unit that it reaches: `512 B`, `1.5 GiB`.
pub fn size_text(bytes: u64) -> String {
    let binary = UNITS[1..5].iter().rev().find(|(_, size)| bytes as f64 >= *size);
    match binary {
        Some((unit, size)) => format!("{:.1} {unit}", bytes as f64 / size),
        None => format!("{bytes} B"),
    }
}

/// Reads a size such as `64 GiB`, `1.5MB` or `4096`; units are case-insensitive.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let (number, unit) = (text[..end].replace('_', ""), text[end..].trim());
    let (_, scale) = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit) || unit.is_empty())?;
    if *scale == 1.0 {
        return number.parse().ok();
    }
    let bytes = number.parse::<f64>().ok()? * scale;
    (bytes >= 0.0 && bytes < u64::MAX as f64).then_some(bytes.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        assert_eq!(size_text(0), "0 B");
        assert_eq!(size_text(1023), "1023 B");
        assert_eq!(size_text(1536), "1.5 KiB");
        assert_eq!(size_text(64 << 30), "64.0 GiB");
        assert_eq!(parse_size("64 GiB"), Some(64 << 30));
        assert_eq!(parse_size("1.5kb"), Some(1500));
        assert_eq!(parse_size(" 4_096 "), Some(4096));
        assert_eq!(parse_size("12 B"), Some(12));
        for wrong in ["", "GiB", "1.5 B", "-1 MB", "3 apples", "1e99999 TiB", "99999999999 TiB", "0x10"] {
            assert_eq!(parse_size(wrong), None, "{wrong}");
        }
    }
}
