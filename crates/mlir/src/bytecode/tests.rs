//! Damaged and hostile files. `testdata/bytecode` has the files of jaxlib, and `testdata/cli/bytecode.cmd` what they contain.

use partita_base::{Code, Limits, Source, code};

use super::*;
use crate::{ParseOptions, PrintOptions, parse, print};

const TRAIN: &[u8] = include_bytes!("../../../../testdata/bytecode/train.mlirbc");
const PORTABLE: &[u8] = include_bytes!("../../../../testdata/bytecode/attributes.portable");
const EXPORTED: &[u8] = include_bytes!("../../../../testdata/bytecode/train.jax");

fn refusal(file: &[u8]) -> (Code, String) {
    let diagnostic = read_bytecode(file, Limits::default()).err().expect("the file is refused");
    (diagnostic.code, diagnostic.message)
}

/// A module that is read prints as text that parses, whatever was changed in the file.
fn reads_or_refuses(file: &[u8]) -> bool {
    let Ok(module) = read_bytecode(file, Limits::default()) else { return false };
    let text = print(&module, PrintOptions::default().debug_info(true));
    parse(&Source::new("text", text).expect("short"), ParseOptions::default());
    true
}

/// A number of the format that fits into seven bytes.
fn number(value: u64) -> Vec<u8> {
    let length = (1..8).find(|length| value < 1 << (7 * length)).expect("a small number");
    let word = (value << 1 | 1) << (length - 1);
    word.to_le_bytes()[..length].to_vec()
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id][..], &number(content.len() as u64), content].concat()
}

/// A file whose only op is an empty module with attribute 0 as its attributes, and the given builtin attributes.
fn with_attributes(entries: &[Vec<u8>]) -> Vec<u8> {
    let strings = [number(2), number(7), number(8), b"builtin\0module\0".to_vec()].concat();
    let dialects = [number(1), number(0), number(1), number(0), number(1), number(1 << 1 | 1)].concat();
    let mut offsets =
        [number(entries.len() as u64), number(0), number(0), number(entries.len() as u64)].concat();
    entries.iter().for_each(|entry| offsets.extend(number((entry.len() as u64) << 1 | 1)));
    // One op: the module, which has attributes, a location and a region with one empty block.
    let region = [number(1), number(0), number(0)].concat();
    let last = number(entries.len() as u64 - 1);
    let ops =
        [number(1 << 1), number(0), vec![0x11], last, number(0), number(1 << 1 | 1), section(4, &region)]
            .concat();
    let mut file = [MAGIC, &number(6), b"test\0"].concat();
    let contents = [(0, strings), (1, dialects), (3, offsets), (2, entries.concat()), (4, ops)];
    contents.iter().for_each(|(id, content)| file.extend(section(*id, content)));
    file
}

/// A dictionary attribute with names and values, by index.
fn dictionary(entries: &[(u64, u64)]) -> Vec<u8> {
    let pairs = entries.iter().flat_map(|(name, value)| [number(*name), number(*value)].concat());
    [number(1), number(entries.len() as u64)].concat().into_iter().chain(pairs).collect()
}

/// An array attribute with elements, by index.
fn array(elements: &[u64]) -> Vec<u8> {
    let numbers = elements.iter().flat_map(|element| number(*element));
    [number(0), number(elements.len() as u64)].concat().into_iter().chain(numbers).collect()
}

/// The string attribute `builtin`, and the location `unknown`, which comes last.
const NAME: [u8; 2] = [0x05, 0x01];
const UNKNOWN: [u8; 1] = [0x1f];

#[test]
fn files_of_one_attribute_are_read() {
    let file = with_attributes(&[dictionary(&[(1, 1)]), NAME.into(), UNKNOWN.into()]);
    let module = read_bytecode(&file, Limits::default()).expect("a valid file");
    assert_eq!(print(&module, PrintOptions::default()), "module attributes {builtin = \"builtin\"} {\n}\n");
}

#[test]
fn an_attribute_that_contains_itself_is_refused() {
    let direct = with_attributes(&[dictionary(&[(1, 2)]), NAME.into(), array(&[2]), UNKNOWN.into()]);
    let cycle = [dictionary(&[(1, 2)]), NAME.into(), array(&[1, 3]), array(&[2]), UNKNOWN.into()];
    for file in [direct, with_attributes(&cycle)] {
        let (code, message) = refusal(&file);
        assert_eq!(code, code::INVALID_BYTECODE);
        assert!(message.ends_with("an attribute or type contains itself"), "{message}");
    }
}

#[test]
fn shared_attributes_may_not_expand_without_end() {
    // Each array contains the next one twice: 2^100 strings.
    let mut entries = vec![dictionary(&[(1, 2)]), NAME.to_vec()];
    for next in 3..103 {
        entries.push(array(&[next, next]));
    }
    entries.push(NAME.to_vec());
    entries.push(UNKNOWN.to_vec());
    assert_eq!(refusal(&with_attributes(&entries)).0, code::ALIAS_EXPANSION);
}

#[test]
fn attributes_nest_as_deep_as_in_text() {
    let mut entries = vec![dictionary(&[(1, 2)]), NAME.to_vec()];
    for next in 3..1003 {
        entries.push(array(&[next]));
    }
    entries.push(NAME.to_vec());
    entries.push(UNKNOWN.to_vec());
    assert_eq!(refusal(&with_attributes(&entries)).0, code::NESTING);
}

#[test]
fn counts_that_exceed_the_file_are_refused() {
    // The longest number, where the number of strings is.
    let strings = section(0, &[0, 255, 255, 255, 255, 255, 255, 255, 255]);
    let start = [MAGIC, &number(6), b"test\0"].concat();
    for file in [[&start[..], &strings].concat(), [&start[..], &[0, 0]].concat(), start, MAGIC.to_vec()] {
        assert_eq!(refusal(&file).0, code::INVALID_BYTECODE);
    }
}

#[test]
fn newer_versions_are_refused_by_number() {
    let (code, message) = refusal(&[MAGIC, &number(7), b"MLIR99\0"].concat());
    assert_eq!(code, code::UNSUPPORTED_BYTECODE);
    assert_eq!(message, "the bytecode has version 7, written by MLIR99; versions up to 6 can be read");
}

#[test]
fn no_prefix_of_a_file_is_read() {
    for file in [TRAIN, PORTABLE] {
        assert!(reads_or_refuses(file));
        for end in 0..file.len() {
            assert!(!reads_or_refuses(&file[..end]), "{end} bytes");
        }
    }
}

#[test]
fn damaged_files_do_no_harm() {
    let mut damaged = PORTABLE.to_vec();
    for at in 0..damaged.len() {
        for value in [0, 0xff, PORTABLE[at] ^ 2] {
            damaged[at] = value;
            reads_or_refuses(&damaged);
        }
        damaged[at] = PORTABLE[at];
    }
}

#[test]
fn a_file_of_jax_export_contains_a_module() {
    let module = exported_module(EXPORTED).expect("the file has a module");
    assert!(reads_or_refuses(module));
    let mut damaged = EXPORTED.to_vec();
    for at in 0..damaged.len().min(0x100) {
        for value in [0, 1, 0x7f, 0xff] {
            damaged[at] = value;
            exported_module(&damaged);
        }
        damaged[at] = EXPORTED[at];
        exported_module(&EXPORTED[..at]);
    }
}
