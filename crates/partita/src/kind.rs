//! What a file is, by its first bytes: the files that people pass by mistake, what each is called and what to do with it.
//!
//! Everything is in one table. No row matches a text that the readers accept.

use partita_base::{Code, Diagnostic, Span, code};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Nothing, or nothing but blanks and comments.
    Empty,
    /// Text in 16-bit units.
    Utf16,
    /// MLIR as bytes.
    Bytecode,
    /// What `jax.export` serialises.
    Exported,
    /// Compressed, whatever is inside.
    Compressed,
    /// A zip archive, such as `.npz` and `.pt` files are.
    Archive,
    /// A tensor of NumPy.
    Npy,
    /// An ONNX model.
    OnnxModel,
    /// An ONNX model as text.
    OnnxText,
    /// HLO as XLA prints it.
    HloText,
    /// What JAX traces.
    Jaxpr,
    /// Python source.
    Python,
    /// A web page.
    Html,
    /// JSON.
    Json,
    /// TOML.
    Toml,
    /// MLIR text.
    MlirText,
}

/// A row of the table.
struct Row {
    kind: FileKind,
    code: Code,
    /// What people call it.
    name: &'static str,
    /// What to do with it.
    help: &'static str,
    matches: fn(&Look<'_>) -> bool,
}

/// What rows look at.
struct Look<'b> {
    bytes: &'b [u8],
    /// The first line that is neither blank nor a comment, if the file begins as text does.
    line: Option<&'b str>,
    /// Whether comments of another language than MLIR come before it.
    after_hashes: bool,
}

/// How to get the text that is read here.
const LOWER: &str = "lower the function and save that: `jax.jit(f).lower(...).as_text()`, or `.trace(...).lower(...).as_text()`";

/// First match wins: what is not text at all comes first, and MLIR, whose beginnings are the most varied, last.
const TABLE: &[Row] = &[
    Row {
        kind: FileKind::Empty,
        code: code::EMPTY_FILE,
        name: "an empty file",
        help: "the command that wrote it has probably failed; write it again",
        matches: |look| look.bytes.iter().all(u8::is_ascii_whitespace),
    },
    Row {
        kind: FileKind::Utf16,
        code: code::UTF16,
        name: "text in UTF-16",
        help: "save it as UTF-8; in PowerShell, write it with `| Out-File -Encoding utf8` instead of `>`",
        matches: |look| {
            look.bytes.starts_with(b"\xff\xfe")
                || look.bytes.starts_with(b"\xfe\xff")
                || matches!(
                    look.bytes,
                    [b' '..=b'~', 0, b' '..=b'~', 0, ..] | [0, b' '..=b'~', 0, b' '..=b'~', ..]
                )
        },
    },
    Row {
        kind: FileKind::Bytecode,
        code: code::BYTECODE,
        name: "MLIR bytecode",
        help: "convert it to text: `stablehlo-translate --deserialize FILE`, or `str(module)` in Python; or lower with `jax.jit(f).lower(...).as_text()`",
        matches: |look| look.bytes.starts_with(b"ML\xefR"),
    },
    Row {
        kind: FileKind::Exported,
        code: code::BYTECODE,
        name: "an artefact of `jax.export`",
        help: "save its text instead: `jax.export.deserialize(data).mlir_module()`",
        matches: |look| {
            !is_text(look.bytes) && look.bytes.windows(16).any(|part| part == b"ML\xefR\rStableHLO_v")
        },
    },
    Row {
        kind: FileKind::Compressed,
        code: code::COMPRESSED,
        name: "a compressed file",
        help: "uncompress it first, such as by `gunzip -c FILE | partita check -`",
        matches: |look| {
            let magic: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00"];
            magic.iter().any(|magic| look.bytes.starts_with(magic))
        },
    },
    Row {
        kind: FileKind::Archive,
        code: code::COMPRESSED,
        name: "a zip archive",
        help: "unpack it; tensors in an `.npz` file are given with `tensor::npz`",
        matches: |look| look.bytes.starts_with(b"PK\x03\x04") || look.bytes.starts_with(b"PK\x05\x06"),
    },
    Row {
        kind: FileKind::Npy,
        code: code::OTHER_DATA,
        name: "a tensor of NumPy",
        help: "tensors are given with `tensor::npy`",
        matches: |look| look.bytes.starts_with(b"\x93NUMPY"),
    },
    Row {
        kind: FileKind::OnnxModel,
        code: code::ONNX_FILE,
        name: "an ONNX model",
        help: "`partita onnx check`, `infer`, `partition` and `verify` read it",
        matches: is_onnx,
    },
    Row {
        kind: FileKind::OnnxText,
        code: code::ONNX_FILE,
        name: "an ONNX model as text",
        help: "`partita onnx check`, `infer`, `partition` and `verify` read it, in a file whose name ends in `.textproto`",
        matches: |look| {
            let fields =
                ["ir_version:", "producer_name:", "opset_import {", "opset_import:", "graph {", "graph: {"];
            fields.iter().any(|field| look.starts_with(field))
        },
    },
    Row {
        kind: FileKind::HloText,
        code: code::HLO_TEXT,
        name: "HLO text",
        help: "lower with `jax.jit(f).lower(...).as_text()`, without `dialect='hlo'` and before `.compile()`",
        matches: |look| look.starts_with("HloModule"),
    },
    Row {
        kind: FileKind::Jaxpr,
        code: code::JAXPR,
        name: "a jaxpr",
        help: LOWER,
        matches: |look| look.starts_with("{ lambda") || look.starts_with("{lambda"),
    },
    Row {
        kind: FileKind::Python,
        code: code::PYTHON,
        name: "Python source",
        help: LOWER,
        matches: is_python,
    },
    Row {
        kind: FileKind::Html,
        code: code::OTHER_DATA,
        name: "a web page",
        help: "the download was probably answered by a page about the file; fetch the file itself",
        matches: |look| {
            let line = look.line.unwrap_or_default().to_ascii_lowercase();
            line.starts_with("<!doctype html") || line.starts_with("<html") || line.starts_with("<?xml")
        },
    },
    Row {
        kind: FileKind::Json,
        code: code::OTHER_DATA,
        name: "JSON",
        help: "specs of ONNX models go with `onnx::Model::annotate`, costs of ciphertexts with `CostTable::parse`",
        matches: |look| {
            let text = look.line.unwrap_or_default();
            let inner = text.strip_prefix(['{', '[']).map(str::trim_start);
            // `{` or `[` alone on a line begins neither MLIR nor TOML.
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', '{', '}', ']']))
                && !text.starts_with("{-#")
        },
    },
    Row {
        kind: FileKind::Toml,
        code: code::TOML_FILE,
        name: "TOML",
        help: "`ckks::network` reads networks in TOML; rules go with `RuleFile`, topologies with `Topology`",
        matches: is_toml,
    },
    Row {
        kind: FileKind::MlirText,
        code: code::MLIR_TEXT,
        name: "MLIR text",
        help: "`partita check`, `show`, `propagate` and `partition` read it",
        matches: |look| {
            let words =
                ["module", "builtin.module", "\"builtin.module\"", "func.func", "sdy.mesh", "#loc", "//"];
            !look.after_hashes && words.iter().any(|word| look.starts_with(word))
        },
    },
];

impl FileKind {
    /// What a file is, if that can be told.
    pub fn recognise(bytes: &[u8]) -> Option<FileKind> {
        let look = Look::new(bytes);
        TABLE.iter().find(|row| (row.matches)(&look)).map(|row| row.kind)
    }

    /// Where the text is that shows what a file is, if it is text.
    pub fn place(bytes: &[u8]) -> Option<Span> {
        let line =
            Look::new(bytes).line.filter(|line| !line.contains(|c: char| c.is_control() && c != '\t'))?;
        let start = line.as_ptr() as usize - bytes.as_ptr() as usize;
        Some(Span::new(start, start + line.len()))
    }

    /// The mistake of giving this file where `expected` is read.
    pub fn instead_of(self, expected: &str, span: Span) -> Diagnostic {
        let row = TABLE.iter().find(|row| row.kind == self).expect("every kind has a row");
        let message = format!("expected {expected}, found {}", row.name);
        Diagnostic::error(row.code, span, message).help(row.help)
    }
}

impl<'b> Look<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        /// Beginnings are short; a first line need not be.
        const ENOUGH: usize = 1 << 16;
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let head = &bytes[..bytes.len().min(ENOUGH)];
        let text = match std::str::from_utf8(head) {
            Ok(text) => text,
            // The last character may be cut; what is invalid earlier may come long after the first line.
            Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).expect("valid up to here"),
        };
        let mut after_hashes = false;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines.find(|line| {
            // `#alias` is MLIR.
            let is_comment =
                *line == "#" || line.starts_with("# ") || line.starts_with("#!") || line.starts_with("##");
            after_hashes |= is_comment;
            !is_comment
        });
        Look { bytes, line, after_hashes }
    }

    fn starts_with(&self, beginning: &str) -> bool {
        self.line.is_some_and(|line| line.starts_with(beginning))
    }
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
}

/// The first field is the version of the format, the next one has the tag of another field of a model.
fn is_onnx(look: &Look<'_>) -> bool {
    matches!(look.bytes, [0x08, 1..=0x3f, 0x12 | 0x1a | 0x22 | 0x28 | 0x32 | 0x3a | 0x42 | 0x72, ..])
}

fn is_python(look: &Look<'_>) -> bool {
    let Some(line) = look.line else { return false };
    let is_import = line.strip_prefix("from ").is_some_and(|rest| rest.contains(" import "));
    let words = [
        "import ",
        "def ",
        "class ",
        "async def ",
        "@jax.",
        "@partial",
        "@functools",
        "\"\"\"",
        "'''",
        "if __name__",
    ];
    is_import
        || words.iter().any(|word| line.starts_with(word))
        || look.bytes.starts_with(b"#!/usr/bin/env python")
}

/// `[table]` or `key = value`; an assignment in MLIR begins with `%`, `#` or `!`.
fn is_toml(look: &Look<'_>) -> bool {
    let Some(line) = look.line else { return false };
    let is_key = |text: &str| {
        let text = text.trim();
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '"'))
    };
    let table = line.split('#').next().unwrap_or_default().trim();
    let table = table.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let table =
        table.map(|name| name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name));
    let value = line.split_once('=').filter(|(key, _)| is_key(key) && !key.trim().contains(' '));
    table.is_some_and(is_key) || value.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised() {
        let zlib: &[u8] = &[0x1f, 0x8b, 8, 0];
        let cases: &[(&[u8], Option<FileKind>)] = &[
            (b"", Some(FileKind::Empty)),
            (b" \n\t", Some(FileKind::Empty)),
            (b"\xff\xfem\0o\0d\0", Some(FileKind::Utf16)),
            (b"m\0o\0d\0u\0", Some(FileKind::Utf16)),
            (b"ML\xefR\rStableHLO_v1.15.0", Some(FileKind::Bytecode)),
            (b"<\0\0\08\0`\0^\0 ML\xefR\rStableHLO_v1.15.0", Some(FileKind::Exported)),
            (zlib, Some(FileKind::Compressed)),
            (b"PK\x03\x04", Some(FileKind::Archive)),
            (b"\x93NUMPY\x01\0", Some(FileKind::Npy)),
            (b"\x08\x0a\x12\x07pytorch", Some(FileKind::OnnxModel)),
            (b"# a model\nir_version: 11\n", Some(FileKind::OnnxText)),
            (b"HloModule jit_f, is_scheduled=true\n", Some(FileKind::HloText)),
            (b"{ lambda ; a:f32[8]. let", Some(FileKind::Jaxpr)),
            (b"import jax\n", Some(FileKind::Python)),
            (b"\n# train\nfrom jax import numpy\n", Some(FileKind::Python)),
            (b"#!/usr/bin/env python3\nx = 1\n", Some(FileKind::Python)),
            (b"\xef\xbb\xbfimport jax", Some(FileKind::Python)),
            (b"<!DOCTYPE html>", Some(FileKind::Html)),
            (b"{\n  \"specs\": []", Some(FileKind::Json)),
            (b"[{\"a\": 1}]", Some(FileKind::Json)),
            (b"# rules\n[input]\nshape = [1]", Some(FileKind::Toml)),
            (b"[[layer]] # first", Some(FileKind::Toml)),
            (b"name = \"x\"", Some(FileKind::Toml)),
            (b"module @m {}", Some(FileKind::MlirText)),
            (b"// a comment", Some(FileKind::MlirText)),
            (b"#loc = loc(unknown)", Some(FileKind::MlirText)),
            (b"{-# dialect_resources: {} #-}", None),
            (b"!t = tensor<4xf32>", None),
            (b"\"foo.bar\"() : () -> ()", None),
            (b"%0 = \"foo.bar\"() : () -> i32", None),
            (b"stablehlo.custom_call @f() : () -> ()", None),
            (b"what is this", None),
        ];
        for (bytes, kind) in cases {
            let shown = String::from_utf8_lossy(bytes);
            assert_eq!(FileKind::recognise(bytes), *kind, "{shown:?}");
        }
    }

    #[test]
    fn every_kind_is_named() {
        let diagnostic = FileKind::HloText.instead_of("StableHLO", Span::default());
        assert_eq!(diagnostic.message, "expected StableHLO, found HLO text");
        assert!(diagnostic.help.is_some_and(|help| help.contains("as_text()")));
    }
}
