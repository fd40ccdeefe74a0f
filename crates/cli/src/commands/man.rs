//! `partita man`: manual pages, written from the help texts of the commands.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Arguments;
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::output;

/// Prints the page of a command, or writes the pages of all commands to a folder.
pub(super) fn run_man(path: &[String], folder: Option<&Path>) -> Exit {
    let mut top = Arguments::command();
    // Adds the options that all commands have, and the full names of commands.
    top.build();
    match folder {
        Some(folder) => write_pages(&top, folder),
        None => print_page(top, path),
    }
}

fn print_page(top: clap::Command, path: &[String]) -> Exit {
    let mut command = top;
    for name in path {
        let Some(found) = visible_subcommands(&command).find(|each| each.get_name() == name).cloned() else {
            let known: Vec<&str> = visible_subcommands(&command).map(clap::Command::get_name).collect();
            output::print_error(&format!("`{}` has no command `{name}`", shown_name(&command)));
            if !known.is_empty() {
                output::print_help(&format!("its commands are {}", known.join(", ")));
            }
            return Exit::Usage;
        };
        command = found;
    }
    output::print_exactly(&page_of(command));
    Exit::Fine
}

fn write_pages(top: &clap::Command, folder: &Path) -> Exit {
    let mut waiting = vec![top.clone()];
    let mut pages: Vec<(PathBuf, String)> = Vec::new();
    while let Some(command) = waiting.pop() {
        waiting.extend(visible_subcommands(&command).cloned());
        let file = folder.join(format!("{}.1", page_name(&command)));
        pages.push((file, page_of(command)));
    }
    pages.sort();
    let files: Vec<FileOut> = pages.into_iter().map(|(path, text)| FileOut::new(path, text)).collect();
    files::write_files_in(folder, &files).err().unwrap_or(Exit::Fine)
}

/// The commands below a command that its help lists.
fn visible_subcommands(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|each| !each.is_hide_set() && each.get_name() != "help")
}

/// `partita-onnx-check`
fn page_name(command: &clap::Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_string()
}

/// `partita onnx check`
fn shown_name(command: &clap::Command) -> String {
    page_name(command).replace('-', " ")
}

fn page_of(command: clap::Command) -> String {
    let manual = format!("Partita {}", env!("CARGO_PKG_VERSION"));
    // A page has no date: equal programs write equal pages.
    let page = Man::new(command).section("1").date("").source(manual.as_str()).manual("Partita manual");
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = page.render(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
