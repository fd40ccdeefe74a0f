//! Tests of the crates that development builds optimise, compiled without optimisation: `Cargo.toml` lists them.
