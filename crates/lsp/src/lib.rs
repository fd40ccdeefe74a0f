//! A language server for StableHLO with the `sdy` dialect, over the Language Server Protocol.
//!
//! [`serve`] answers one client until it disconnects. The text of a document is analysed in a thread of its own,
//! shortly after each change: parsed, verified and propagated. Requests are answered from the last analysis, whose
//! positions are carried over to the current text (`changed`), and from the tokens of the current text (`partita::hlo::text_outline`),
//! so that they work while a file has errors.

mod actions;
mod analysis;
mod capabilities;
mod changed;
mod diagnostics;
mod document;
mod folding;
mod formatting;
mod hints;
mod hover;
mod markdown;
mod navigation;
mod position;
mod requests;
mod server;
mod settings;
mod snapshot;
mod symbols;
mod worker;

pub use server::{Ending, serve, serve_stdio};
pub use settings::ServerSettings;
