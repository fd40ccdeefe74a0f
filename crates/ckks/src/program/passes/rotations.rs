//! Merges consecutive rotations.

use partita_base::Id;

use super::super::{CtId, Program, SlotStep};
use super::Rewrite;

/// Replaces a rotation of a rotation by a single one, and removes rotations by 0.
pub fn merge_rotations(program: &Program) -> Program {
    let mut rewrite = Rewrite::new(program);
    // For every new value: the value that it rotates, and by how much.
    let mut origin: Vec<(CtId, u32)> = Vec::new();
    for step in &program.steps {
        let step = step.map(|id| rewrite.name(id));
        let mut merged = None;
        let step = match step {
            SlotStep::Rotate { of, by } => {
                let (root, before) = origin[of.index()];
                let by = ((u64::from(before) + u64::from(by)) % program.slots as u64) as u32;
                merged = Some((root, by));
                SlotStep::Rotate { of: root, by }
            }
            step => step,
        };
        if let Some((root, 0)) = merged {
            rewrite.define(root);
            continue;
        }
        let id = rewrite.push(step);
        origin.push(merged.unwrap_or((id, 0)));
        rewrite.define(id);
    }
    rewrite.finish()
}
