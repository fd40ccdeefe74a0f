//! The runner of the file tests under `testdata`.
//!
//! The first line of a file, `// test: KIND` (or `# test: KIND`), is its header. `kinds` maps the word to the module that tests such
//! files; `runner` splits files into chunks, runs all of them at once and compares what is found with what is expected;
//! `inventory` finds files that no test reads. `testdata/README.md` describes the format.

mod annotations;
mod case;
mod compare;
mod differences;
mod file;
mod found;
mod inventory;
mod judge;
mod kinds;
mod runner;

pub use file::{Chunk, Header, TestFile};
pub use found::Found;
pub use inventory::{passes_without_a_file, unread_files};
pub use kinds::command::{split_command_line, without_rounding};
pub use runner::{Report, check_commands, check_files};
