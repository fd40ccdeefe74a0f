//! Tests of `partita-propagate` by its public interface.

mod propagation;
