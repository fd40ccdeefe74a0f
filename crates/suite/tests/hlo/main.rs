//! Tests of `partita-hlo` by its public interface.

mod debug_info;
mod registered;
