//! The verifier of `sdy` against Shardy's own: every chunk of `testdata/verify/sdy_*.mlir`, and of the file
//! beside this one, says in its first line whether jaxlib accepts it. Also every page `docs/errors/PA02xx.md`
//! and `PA03xx.md`, and broken texts, which must be answered and never panic.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use partita_base::{Diagnostics, Severity, Source};
use partita_mlir::{ParseOptions, parse, split};
use partita_verify::verify;

/// Chunks on which Partita and jaxlib differ on purpose: file, the comment that names the chunk, why. An
/// entry that no longer differs must be removed.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "sdy_axes.mlir",
        "sub-axes whose boundaries are not nested",
        "no way of splitting the axis has both parts, so devices with one coordinate along each do not exist \
         alike, and the algebra of axes is undefined",
    ),
    ("sdy_axes.mlir", "sub-axis boundaries two and three without overlap check of nesting", "as above"),
    ("sdy_rule.mlir", "factor of negative size", "no dimension has such a factor"),
    ("sdy_sharding.mlir", "empty replicated list", "the defining text itself writes `replicated={}`"),
    ("sdy_sharding.mlir", "empty unreduced list", "as for replicated axes"),
    (
        "sdy_sharding.mlir",
        "unreduced with a reduction operator",
        "`unreduced=max{…}` is syntax of a later Shardy than the one in jaxlib",
    ),
    ("verify_sdy.mlir", "manual: token as a tensor in the body", "a value without a shape keeps its type"),
    ("verify_sdy.mlir", "all_reduce: part that the axis lacks", "there are no such groups of devices"),
    ("verify_sdy.mlir", "all_reduce: overlapping parts", "devices would be combined twice"),
    (
        "verify_sdy.mlir",
        "all_reduce: part that does not fit the sharding",
        "the groups would mix shards of different pieces",
    ),
    ("verify_sdy.mlir", "mesh: too many devices", "an explicit limit; there the product overflows"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| is_wanted(&name(path)))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {folder}");
    files
}

/// Everything found in a text: by the parser, or else by the verifier.
fn check(name: &str, text: &str) -> (Source, Diagnostics) {
    let source = Source::new(name, text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    let mut found = parsed.diagnostics;
    if !found.has_errors() {
        found.append(verify(&parsed.module));
    }
    (source, found)
}

fn spell(source: &Source, found: &Diagnostics) -> String {
    let line = |d: &partita_base::Diagnostic| {
        let at = source.position(d.span.start);
        let kind = if d.severity == Severity::Error { "error" } else { "warning" };
        format!("    {kind}[{}] {}:{}: {}\n", d.code, at.line, at.column, d.message)
    };
    found.iter().map(line).collect()
}

/// One chunk of test data.
struct Chunk {
    file: String,
    name: String,
    verdict: String,
    text: String,
}

fn chunks() -> Vec<Chunk> {
    let mut paths = files("testdata/verify", |name| name.starts_with("sdy_") && name.ends_with(".mlir"));
    paths.extend(files("crates/verify/tests", |name| name == "verify_sdy.mlir"));
    let mut chunks = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("readable");
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for range in split(&text) {
            let chunk = &text[range];
            let mut comments = chunk.lines().filter_map(|line| line.strip_prefix("// "));
            let verdict = comments.next().and_then(|line| line.strip_prefix("jaxlib: "));
            chunks.push(Chunk {
                verdict: verdict.unwrap_or_else(|| panic!("a chunk of {file} has no verdict")).into(),
                name: comments.next().unwrap_or_default().into(),
                file: file.clone(),
                text: chunk.into(),
            });
        }
    }
    chunks
}

#[test]
fn verdicts_equal_jaxlib() {
    let mut wrong = String::new();
    let mut unused: BTreeSet<(&str, &str)> =
        DIFFERENCES.iter().map(|(file, name, _)| (*file, *name)).collect();
    let mut agreed = 0;
    for chunk in chunks() {
        let (source, found) = check(&chunk.file, &chunk.text);
        let accepted = !found.has_errors();
        let same = match &*chunk.verdict {
            "accept" => accepted,
            "reject" => !accepted,
            // An answer is all that can be asked.
            "crash" => true,
            other => panic!("unknown verdict `{other}` in {}", chunk.file),
        };
        let listed = DIFFERENCES.iter().find(|(file, name, _)| *file == chunk.file && *name == chunk.name);
        match listed {
            Some((file, name, _)) if !same => {
                unused.remove(&(*file, *name));
            }
            _ if same => agreed += 1,
            _ => {
                let verdict = if accepted { "accepts" } else { "rejects" };
                wrong += &format!(
                    "{}: {}: jaxlib: {}, Partita {verdict}\n{}",
                    chunk.file,
                    chunk.name,
                    chunk.verdict,
                    spell(&source, &found)
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{agreed} chunks agree; these do not:\n{wrong}");
    assert!(unused.is_empty(), "no difference any more, remove from the list: {unused:?}");
}

/// The pieces of text that findings point at, by code.
fn pointed_at(text: &str) -> Vec<(String, String)> {
    let (source, found) = check("test", text);
    found.iter().map(|d| (d.code.to_string(), source.slice(d.span).to_string())).collect()
}

#[test]
fn findings_point_at_the_piece_at_fault() {
    let mesh = r#"sdy.mesh @m = <["a"=2, "b"=4]>"#;
    let cases: &[(&str, &[(&str, &str)])] = &[
        // Arguments and results of a function, in custom and generic form.
        (
            r#"func.func @f(%x: (i32) -> i32 {q.r = [1, 2]}, %y: tensor<8x8xf32> {a.b = "sdy.sharding = (", sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "z"}]>})
                -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) { "x.y"() : () -> () }"#,
            &[("PA0202", r#""z""#), ("PA0201", "@n")],
        ),
        (
            r#""func.func"() <{arg_attrs = [{}, {sdy.sharding = #sdy.sharding<@m, [{"a":(1)3}]>}], function_type = (i32, tensor<8xf32>) -> (), sym_name = "f"}> ({
              ^bb0(%a: i32, %b: tensor<8xf32>):
                "func.return"() : () -> ()
              }) : () -> ()"#,
            &[("PA0208", r#""a":(1)3"#)],
        ),
        // Entries of lists.
        (
            r#"func.func @f(%x: tensor<8xf32>) {
                %0:2 = "x.y"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{"a", "b"}], replicated={"b"}>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
                return
              }"#,
            &[("PA0203", r#""b""#)],
        ),
        (
            r#"func.func @f(%x: tensor<8xf32>) {
                %0:2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>, <@m, [{"b", "a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
                  sdy.return %b, %b : tensor<4xf32>, tensor<4xf32>
                } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
                return
              }"#,
            &[("PA0234", r#""a""#)],
        ),
        // Meshes, also those written in place.
        (r#"sdy.mesh @n = <["x"=2, "x"=3]>"#, &[("PA0221", r#""x"=3"#)]),
        (
            r#"func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=0]>, [{"x"}]>}) { return }"#,
            &[("PA0220", r#""y"=0"#)],
        ),
        // Lists of axes.
        (
            r#"func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
                %0 = sdy.all_gather [{}, {"b", "z"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
                return
              }"#,
            &[("PA0202", r#""z""#)],
        ),
        (
            r#"func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
                %0 = sdy.all_to_all [{"a"}: 1->0] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
                return
              }"#,
            &[("PA0243", r#""a""#)],
        ),
        // Behind an alias there is nothing to point into.
        (
            r#"#s = #sdy.sharding<@m, [{"z"}]>
              func.func @f(%x: tensor<8xf32> {sdy.sharding = #s}) { return }"#,
            &[("PA0202", "#s")],
        ),
    ];
    for (text, expected) in cases {
        let found = pointed_at(&format!("{mesh}\n{text}"));
        let found: Vec<(&str, &str)> = found.iter().map(|(code, at)| (&**code, &**at)).collect();
        assert_eq!(found, *expected, "{text}");
    }
}

/// The code blocks of a page, by the heading they stand under.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    for section in page.split("\n## ").skip(1) {
        let heading = section.lines().next().unwrap_or_default();
        let mut rest = section;
        while let Some((_, block)) = rest.split_once("```mlir\n") {
            let (block, after) = block.split_once("```").expect("a code block ends");
            blocks.push((heading, block));
            rest = after;
        }
    }
    blocks
}

#[test]
fn pages_of_codes_show_what_they_say() {
    let mut wrong = String::new();
    let is_page =
        |name: &str| (name.starts_with("PA02") || name.starts_with("PA03")) && name.ends_with(".md");
    for path in files("docs/errors", is_page) {
        let code = path.file_stem().unwrap().to_string_lossy().into_owned();
        let page = fs::read_to_string(&path).expect("readable");
        let title = partita_base::Code::parse(&code).map(partita_base::Code::title);
        if Some(page.lines().next().unwrap_or_default()) != title.map(|t| format!("# {code}: {t}")).as_deref()
        {
            wrong += &format!("{code}: the page is not titled as the code: {title:?}\n");
        }
        let blocks = blocks(&page);
        for heading in ["Example", "Cure"] {
            if !blocks.iter().any(|(h, _)| *h == heading) {
                wrong += &format!("{code}: no block under {heading}\n");
            }
        }
        for (heading, block) in blocks {
            let (source, found) = check(&code, block);
            let codes: BTreeSet<String> = found.iter().map(|d| d.code.to_string()).collect();
            let fits = match heading {
                "Example" => {
                    let others =
                        found.iter().any(|d| d.severity == Severity::Error && d.code.to_string() != code);
                    codes.contains(&code) && !others
                }
                _ => found.is_empty(),
            };
            if !fits {
                wrong += &format!("{code}, {heading}:\n{}", spell(&source, &found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn codes_of_shardings_and_rules_have_pages() {
    let missing: Vec<String> = partita_base::code::ALL
        .iter()
        .map(|(code, _)| code.to_string())
        .filter(|code| code.starts_with("PA02") || code.starts_with("PA03"))
        .filter(|code| !root().join("docs/errors").join(format!("{code}.md")).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A small generator of pseudo-random numbers (xorshift), so that a failure repeats.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// The tokens of a text, white space and comments kept.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Deletes, doubles, swaps or replaces one token. Replacements come from the same file, so that many
/// mutants still read as `sdy`.
fn mutate<'a>(tokens: &mut Vec<&'a str>, pool: &[&'a str], random: &mut Random) {
    let at = random.below(tokens.len());
    match random.below(5) {
        0 => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, tokens[at]),
        2 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        _ => tokens[at] = pool[random.below(pool.len())],
    }
}

#[test]
fn broken_texts_are_answered() {
    let chunks: Vec<Chunk> = chunks();
    let texts: Vec<Vec<&str>> = chunks.iter().map(|chunk| tokens(&chunk.text)).collect();
    let pool: Vec<&str> = {
        let words: BTreeSet<&str> = texts.iter().flatten().copied().collect();
        words.into_iter().collect()
    };
    let rounds = std::env::var("MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut read, mut total) = (0, 0);
    for _ in 0..rounds {
        for text in &texts {
            let mut mutant = text.clone();
            for _ in 0..=random.below(3) {
                mutate(&mut mutant, &pool, &mut random);
            }
            let text = mutant.concat();
            let source = Source::new("mutant", &*text).expect("short");
            // The verifier has to cope with what the parser could not read, too.
            let parsed = parse(&source, ParseOptions::default());
            let found = verify(&parsed.module);
            for finding in found.iter() {
                let span = finding.span;
                assert!(text.get(span.range()).is_some(), "{span:?} is no place in\n{text}");
            }
            read += usize::from(!parsed.diagnostics.has_errors());
            total += 1;
        }
    }
    assert!(read * 10 > total, "only {read} of {total} mutants could be read");
}
