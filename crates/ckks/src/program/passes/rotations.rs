//! A rotation of a rotation is one rotation.

use partita_base::Id;

use super::super::{CtId, Program, Step};
use super::Rewrite;

/// Replaces rotations of rotations by one each, and rotations by nothing by nothing.
pub fn merge_rotations(program: &Program) -> Program {
    let mut rewrite = Rewrite::new(program);
    // For every new value: what it is a rotation of, and by how much.
    let mut origin: Vec<(CtId, u32)> = Vec::new();
    for step in &program.steps {
        let step = step.map(|id| rewrite.name(id));
        let mut whole = None;
        let step = match step {
            Step::Rotate { of, by } => {
                let (root, before) = origin[of.index()];
                let by = ((u64::from(before) + u64::from(by)) % program.slots as u64) as u32;
                whole = Some((root, by));
                Step::Rotate { of: root, by }
            }
            step => step,
        };
        if let Some((root, 0)) = whole {
            rewrite.define(root);
            continue;
        }
        let id = rewrite.push(step);
        origin.push(whole.unwrap_or((id, 0)));
        rewrite.define(id);
    }
    rewrite.finish()
}
