//! Every pass and pipeline of Shardy that jaxlib registers exists here, with the same options and defaults.
//!
//! `testdata/passes/registered.txt` is the list that `oracle/registered.py` finds in jaxlib; `cargo xtask
//! differential` compares the two.

use std::collections::BTreeSet;

use partita_ir::pass::{Anchor, PassInfo};

const REGISTERED: &str = include_str!("../../../../testdata/passes/registered.txt");

/// One line of the list.
struct Registered {
    name: &'static str,
    anchor: Anchor,
    /// Names, with their defaults where jaxlib prints them.
    options: Vec<(&'static str, Option<&'static str>)>,
}

fn registered() -> Vec<Registered> {
    let read = |line: &'static str| {
        let (anchor, line) = match line.strip_prefix("func.func ") {
            Some(rest) => (Anchor::Func, rest),
            None => (Anchor::Module, line),
        };
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let option = |word: &'static str| match word.split_once('=') {
            Some((name, default)) => (name, Some(default)),
            None => (word, None),
        };
        Registered { name, anchor, options: words.map(option).collect() }
    };
    REGISTERED.lines().map(read).collect()
}

fn find(name: &str) -> Option<&'static PassInfo> {
    partita_hlo::passes().find(|pass| pass.name == name)
}

fn difference(wanted: &Registered, pass: &PassInfo) -> Option<String> {
    if pass.anchor != wanted.anchor {
        return Some(format!("expected the anchor {:?}, found {:?}", wanted.anchor, pass.anchor));
    }
    let names = |names: &mut dyn Iterator<Item = &'static str>| -> BTreeSet<&str> { names.collect() };
    let expected = names(&mut wanted.options.iter().map(|(name, _)| *name));
    let found = names(&mut pass.options.iter().map(|option| option.name));
    if expected != found {
        return Some(format!("expected the options {expected:?}, found {found:?}"));
    }
    wanted.options.iter().find_map(|(name, default)| {
        let option = pass.options.iter().find(|option| option.name == *name)?;
        let expected = (*default)?;
        (option.default != expected)
            .then(|| format!("expected {name}={expected}, found {name}={}", option.default))
    })
}

#[test]
fn every_registered_pass_is_here() {
    let registered = registered();
    assert!(registered.len() > 40, "the list has {} lines", registered.len());
    let mut failures = Vec::new();
    for wanted in &registered {
        match find(wanted.name) {
            None => failures.push(format!("{}: is missing", wanted.name)),
            Some(pass) => {
                failures.extend(difference(wanted, pass).map(|message| format!("{}: {message}", wanted.name)))
            }
        }
    }
    for pass in partita_hlo::passes().filter(|pass| pass.name.starts_with("sdy-")) {
        if !registered.iter().any(|wanted| wanted.name == pass.name) {
            failures.push(format!("{}: jaxlib registers no such pass", pass.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
