//! Tests of `partita-rule` by its public interface.

mod check;
mod projection;
mod text;
