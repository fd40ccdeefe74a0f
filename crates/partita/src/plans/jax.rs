//! Annotations as lines of JAX.

use partita_report::{AnnotatedValues, JaxLinesView};

use super::Annotations;
use crate::hlo::Program;

impl Annotations {
    /// The annotations as lines of JAX: a `NamedSharding` per argument path, and `with_sharding_constraint` at lines of
    /// Python, as far as the locations of the program name them; for an operand, the line that reads it.
    pub fn jax_lines(&self, program: &Program) -> JaxLinesView {
        let Self { meshes, arguments, results, constraints, operands } = self;
        let annotated = AnnotatedValues { meshes, arguments, results, constraints, operands };
        JaxLinesView::new(program.module(), annotated)
    }
}
