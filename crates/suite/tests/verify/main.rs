//! Tests of `partita-verify` by its public interface.

mod broken_texts;
mod error_pages;
mod findings;
