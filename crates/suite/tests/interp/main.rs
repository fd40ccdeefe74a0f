//! Tests of `partita-interp` by its public interface.

mod devices;
mod error_pages;
mod footprint;
mod kernels_xla;
