//! The foundation of every other crate: typed ids and arenas, interners, source text with spans,
//! a cursor over MLIR's lexical grammar, and collected diagnostics.

mod arena;
pub mod code;
mod cursor;
mod diagnostic;
mod edit_distance;
mod intern;
mod interrupt;
mod limits;
mod memo;
mod setters;
mod sha256;
mod source;
mod time_text;

pub use arena::{Id, IdVec};
pub use code::Code;
pub use cursor::{Cursor, Number, SyntaxError, SyntaxResult};
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label, Origin, Severity};
pub use edit_distance::{edit_distance, nearest_name};
pub use intern::{Interner, StringInterner, Symbol};
pub use interrupt::Interrupt;
pub use limits::Limits;
pub use memo::{Key, Memo};
pub use sha256::Sha256;
pub use source::{LineColumn, Source, SourceTooLarge, Span};
pub use time_text::{parse_time, time_text};
