//! Recognises files by their first bytes, to explain what to do with a file of the wrong kind.
//!
//! One table has all kinds with their names and advice. No row matches a text that the parsers accept.

use partita_base::{Code, Diagnostic, Span, code};

/// The content of a file, as far as its first bytes show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// An empty file, or only white space and comments.
    Empty,
    /// Text encoded as UTF-16.
    Utf16,
    /// MLIR bytecode.
    Bytecode,
    /// The serialised output of `jax.export`.
    Exported,
    /// A compressed file of any content.
    Compressed,
    /// A zip archive, such as `.npz` and `.pt` files.
    Archive,
    /// A NumPy tensor.
    Npy,
    /// An ONNX model in binary form.
    OnnxModel,
    /// An ONNX model in protobuf's text form.
    OnnxText,
    /// HLO text, as printed by XLA.
    HloText,
    /// A jaxpr, as printed by `jax.make_jaxpr`.
    Jaxpr,
    /// Python source.
    Python,
    /// A web page, often the result of a failed download.
    Html,
    /// JSON of any content.
    Json,
    /// TOML: a network, a rule file or a topology.
    Toml,
    /// MLIR text, where another kind is expected.
    MlirText,
}

/// A row of the table.
struct KindRow {
    kind: FileKind,
    code: Code,
    /// The name in messages.
    name: &'static str,
    /// What to do with such a file.
    help: &'static str,
    matches: fn(&FileStart<'_>) -> bool,
}

/// The start of a file, as the rows examine it.
struct FileStart<'b> {
    bytes: &'b [u8],
    /// The first line that is neither blank nor a comment, if the file starts as text.
    line: Option<&'b str>,
    /// Whether it follows comments that start with `#`, which are not MLIR comments.
    after_hashes: bool,
}

/// How to get StableHLO text.
const LOWER: &str = "lower the function and save that: `jax.jit(f).lower(...).as_text()`, or `.trace(...).lower(...).as_text()`";

/// The first match wins. Binary formats come first, and MLIR, whose first lines vary most, last.
const TABLE: &[KindRow] = &[
    KindRow {
        kind: FileKind::Empty,
        code: code::EMPTY_FILE,
        name: "an empty file",
        help: "the command that writes it has probably failed; write it again",
        matches: |start| start.bytes.iter().all(u8::is_ascii_whitespace),
    },
    KindRow {
        kind: FileKind::Utf16,
        code: code::UTF16,
        name: "UTF-16 text",
        help: "save it as UTF-8; in PowerShell, write it with `| Out-File -Encoding utf8` instead of `>`",
        matches: |start| {
            start.bytes.starts_with(b"\xff\xfe")
                || start.bytes.starts_with(b"\xfe\xff")
                || matches!(
                    start.bytes,
                    [b' '..=b'~', 0, b' '..=b'~', 0, ..] | [0, b' '..=b'~', 0, b' '..=b'~', ..]
                )
        },
    },
    KindRow {
        kind: FileKind::Bytecode,
        code: code::BYTECODE,
        name: "MLIR bytecode",
        help: "`partita check`, `show`, `propagate` and `partition` read it; `partita fmt` prints it as text",
        matches: |start| start.bytes.starts_with(b"ML\xefR"),
    },
    KindRow {
        kind: FileKind::Exported,
        code: code::BYTECODE,
        name: "a `jax.export` artefact",
        help: "write it with `exported.serialize()` to a file of its own, or save its text: `jax.export.deserialize(data).mlir_module()`",
        matches: |start| {
            !is_text(start.bytes) && start.bytes.windows(16).any(|part| part == b"ML\xefR\rStableHLO_v")
        },
    },
    KindRow {
        kind: FileKind::Compressed,
        code: code::COMPRESSED,
        name: "a compressed file",
        help: "decompress it first, for example with `gunzip -c FILE | partita check -`",
        matches: |start| {
            let magic: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00"];
            magic.iter().any(|magic| start.bytes.starts_with(magic))
        },
    },
    KindRow {
        kind: FileKind::Archive,
        code: code::COMPRESSED,
        name: "a zip archive",
        help: "unpack it; pass tensors in an `.npz` file with `tensor::npz`",
        matches: |start| start.bytes.starts_with(b"PK\x03\x04") || start.bytes.starts_with(b"PK\x05\x06"),
    },
    KindRow {
        kind: FileKind::Npy,
        code: code::OTHER_DATA,
        name: "a NumPy tensor",
        help: "pass tensors with `tensor::npy`",
        matches: |start| start.bytes.starts_with(b"\x93NUMPY"),
    },
    KindRow {
        kind: FileKind::OnnxModel,
        code: code::ONNX_FILE,
        name: "an ONNX model",
        help: "`partita onnx check`, `infer`, `partition` and `verify` read it",
        matches: is_onnx,
    },
    KindRow {
        kind: FileKind::OnnxText,
        code: code::ONNX_FILE,
        name: "an ONNX model as text",
        help: "`partita onnx check`, `infer`, `partition` and `verify` read it if the file name ends in `.textproto`",
        matches: |start| {
            let fields =
                ["ir_version:", "producer_name:", "opset_import {", "opset_import:", "graph {", "graph: {"];
            fields.iter().any(|field| start.starts_with(field))
        },
    },
    KindRow {
        kind: FileKind::HloText,
        code: code::HLO_TEXT,
        name: "HLO text",
        help: "lower with `jax.jit(f).lower(...).as_text()`, without `dialect='hlo'` and without `.compile()`",
        matches: |start| start.starts_with("HloModule"),
    },
    KindRow {
        kind: FileKind::Jaxpr,
        code: code::JAXPR,
        name: "a jaxpr",
        help: LOWER,
        matches: |start| start.starts_with("{ lambda") || start.starts_with("{lambda"),
    },
    KindRow {
        kind: FileKind::Python,
        code: code::PYTHON,
        name: "Python source",
        help: LOWER,
        matches: is_python,
    },
    KindRow {
        kind: FileKind::Html,
        code: code::OTHER_DATA,
        name: "a web page",
        help: "the server probably sent a page about the file; download the file itself",
        matches: |start| {
            let line = start.line.unwrap_or_default().to_ascii_lowercase();
            line.starts_with("<!doctype html") || line.starts_with("<html") || line.starts_with("<?xml")
        },
    },
    KindRow {
        kind: FileKind::Json,
        code: code::OTHER_DATA,
        name: "JSON",
        help: "pass specs of ONNX models with `onnx::Model::annotate`, and costs of CKKS ops with `CostTable::parse`",
        matches: |start| {
            let text = start.line.unwrap_or_default();
            let inner = text.strip_prefix(['{', '[']).map(str::trim_start);
            // Neither MLIR nor TOML starts with `{` or `[` alone on a line.
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', '{', '}', ']']))
                && !text.starts_with("{-#")
        },
    },
    KindRow {
        kind: FileKind::Toml,
        code: code::TOML_FILE,
        name: "TOML",
        help: "`ckks::read_network` reads networks in TOML; pass rules with `RuleFile`, and topologies with `Topology`",
        matches: is_toml,
    },
    KindRow {
        kind: FileKind::MlirText,
        code: code::MLIR_TEXT,
        name: "MLIR text",
        help: "`partita check`, `show`, `propagate` and `partition` read it",
        matches: |start| {
            let words =
                ["module", "builtin.module", "\"builtin.module\"", "func.func", "sdy.mesh", "#loc", "//"];
            !start.after_hashes && words.iter().any(|word| start.starts_with(word))
        },
    },
];

impl FileKind {
    /// The kind of a file, if it is recognised.
    pub fn recognise(bytes: &[u8]) -> Option<FileKind> {
        let start = FileStart::new(bytes);
        TABLE.iter().find(|row| (row.matches)(&start)).map(|row| row.kind)
    }

    /// The span of the line that identifies the kind, if the file is text.
    pub fn place(bytes: &[u8]) -> Option<Span> {
        let line = FileStart::new(bytes)
            .line
            .filter(|line| !line.contains(|c: char| c.is_control() && c != '\t'))?;
        let start = line.as_ptr() as usize - bytes.as_ptr() as usize;
        Some(Span::new(start, start + line.len()))
    }

    /// The diagnostic for a file of this kind where `expected` is required.
    pub fn instead_of(self, expected: &str, span: Span) -> Diagnostic {
        let row = TABLE.iter().find(|row| row.kind == self).expect("every kind has a row");
        let message = format!("expected {expected}, found {}", row.name);
        Diagnostic::error(row.code, span, message).help(row.help)
    }
}

impl<'b> FileStart<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        /// A limit for the search, because a first line may be very long.
        const ENOUGH: usize = 1 << 16;
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let head = &bytes[..bytes.len().min(ENOUGH)];
        let text = match std::str::from_utf8(head) {
            Ok(text) => text,
            // The last character may be truncated; an earlier invalid byte may come long after the first line.
            Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).expect("valid up to here"),
        };
        let mut after_hashes = false;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines.find(|line| {
            // `#alias`, without a space, is MLIR.
            let is_comment =
                *line == "#" || line.starts_with("# ") || line.starts_with("#!") || line.starts_with("##");
            after_hashes |= is_comment;
            !is_comment
        });
        FileStart { bytes, line, after_hashes }
    }

    fn starts_with(&self, beginning: &str) -> bool {
        self.line.is_some_and(|line| line.starts_with(beginning))
    }
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
}

/// Whether the first field is the format version, followed by the tag of another field of a model.
fn is_onnx(start: &FileStart<'_>) -> bool {
    matches!(start.bytes, [0x08, 1..=0x3f, 0x12 | 0x1a | 0x22 | 0x28 | 0x32 | 0x3a | 0x42 | 0x72, ..])
}

fn is_python(start: &FileStart<'_>) -> bool {
    let Some(line) = start.line else { return false };
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
        || start.bytes.starts_with(b"#!/usr/bin/env python")
}

/// Whether the line is `[table]` or `key = value`; an assignment in MLIR starts with `%`, `#` or `!`.
fn is_toml(start: &FileStart<'_>) -> bool {
    let Some(line) = start.line else { return false };
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
    fn diagnostics_name_the_kind_found() {
        let diagnostic = FileKind::HloText.instead_of("StableHLO", Span::default());
        assert_eq!(diagnostic.message, "expected StableHLO, found HLO text");
        assert!(diagnostic.help.is_some_and(|help| help.contains("as_text()")));
    }
}
