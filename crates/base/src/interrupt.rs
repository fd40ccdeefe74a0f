//! A way to end a stage early.

use std::fmt;

/// A question that long stages ask from time to time: whether their result is still wanted. The default never ends a
/// stage. Stages own no clock, so a time limit is the caller's: it asks its own clock.
#[derive(Clone, Copy, Default)]
pub struct Interrupt<'a>(Option<&'a dyn Fn() -> bool>);

impl<'a> Interrupt<'a> {
    /// Ends stages as soon as `is_over` returns true.
    pub fn when(is_over: &'a dyn Fn() -> bool) -> Self {
        Self(Some(is_over))
    }

    /// Whether the stage should end.
    pub fn is_requested(self) -> bool {
        self.0.is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Interrupt(…)" } else { "Interrupt(never)" })
    }
}
