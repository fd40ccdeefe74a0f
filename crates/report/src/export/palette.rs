//! The colours of mesh axes in the files of other viewers: the hues of the page, mixed with white so that black text is readable on
//! them.

/// The hues of the page, in the order of mesh axes.
const HUES: [[u8; 3]; 6] = [
    [0x00, 0x72, 0xb2],
    [0xb8, 0x50, 0x0a],
    [0x00, 0x74, 0x5a],
    [0x8f, 0x3a, 0x84],
    [0x6b, 0x61, 0x00],
    [0x3f, 0x51, 0xb5],
];

/// The fill colour of an axis, such as `#b2d4e7`.
pub(super) fn axis_fill(axis: usize) -> String {
    let mixed = HUES[axis % HUES.len()].map(|part| (u16::from(part) * 3 + 255 * 7) / 10);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}
