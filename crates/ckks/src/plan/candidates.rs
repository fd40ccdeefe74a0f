//! Layouts worth considering for a tensor.
//!
//! Planes are powers of two, so that rolls over channels are cyclic where they fill the slots, or as large as the tensor. A gap
//! is what strided layers leave behind; it may be closed at any tensor. Blocks smaller than a ciphertext stand once, or are
//! repeated until the slots are full.

use partita_base::code;

use crate::layout::Layout;
use crate::{CkksError, CkksResult};

/// The layouts of a tensor of this shape; physical planes have at most `largest` rows and columns.
pub(super) fn candidates(shape: [usize; 3], slots: usize, largest: [usize; 2]) -> CkksResult<Vec<Layout>> {
    let [ph, pw] = Layout::pow2_plane(shape[1], shape[2]);
    let mut found: Vec<Layout> = Vec::new();
    let mut fault = None;
    let mut consider = |layout: CkksResult<Layout>| match layout {
        Ok(layout) => {
            for layout in [layout.filled(), layout] {
                if !found.contains(&layout) {
                    found.push(layout);
                }
            }
        }
        Err(error) => {
            fault.get_or_insert(error);
        }
    };
    let mut gap = 1;
    // Single values have no rows to share.
    let may_share = ph > 1 || pw > 1;
    while gap == 1 || (may_share && ph * gap <= largest[0] && pw * gap <= largest[1]) {
        consider(Layout::multiplexed(shape, [ph * gap, pw * gap], [gap, gap], slots));
        gap *= 2;
    }
    if [ph, pw] != [shape[1], shape[2]] {
        consider(Layout::dense(shape, [shape[1], shape[2]], slots));
    }
    if found.is_empty() {
        let [c, h, w] = shape;
        let reason = fault.map_or_else(String::new, |fault| format!(": {}", fault.message));
        let message = format!("no layout of [{c}, {h}, {w}] fits ciphertexts of {slots} slots{reason}");
        return Err(CkksError::new(code::NO_SLOT_LAYOUT, message)
            .help(format!("a row has to fit: use at least {} slots", pw)));
    }
    Ok(found)
}
