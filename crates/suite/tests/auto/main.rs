//! Tests of `partita-auto` through its public interface.

mod brute_force;
mod drawn;
mod laws;
mod reading;
mod refusals;
