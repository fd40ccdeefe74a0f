//! Embeds the error pages, so that `partita explain` needs no files.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let pages = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../docs/errors");
    println!("cargo::rerun-if-changed={}", pages.display());
    let mut files: Vec<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let mut out = String::from("/// Error pages by code.\nstatic PAGES: &[(&str, &str)] = &[\n");
    for path in files {
        let path = path.canonicalize().unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        writeln!(out, "    ({name:?}, include_str!({:?})),", path.to_str().unwrap()).unwrap();
    }
    out.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("error_pages.rs"), out).unwrap();
}
