//! Instances of the contest.

use partita_auto::{IopddlError, SolveOptions, read_iopddl, solve};

const EXAMPLE: &[u8] = include_bytes!("../../../../examples/auto/contest.json");

fn gzipped(bytes: &[u8], flags: u8, fields: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255];
    file.extend_from_slice(fields);
    file.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    file.extend_from_slice(&[0; 8]);
    file
}

#[test]
fn plain_and_gzipped_files_are_the_same_problem() {
    let plain = read_iopddl(EXAMPLE).expect("the example");
    assert_eq!((plain.nodes().len(), plain.edges().len(), plain.memory_limit()), (5, 5, Some(50)));
    for file in
        [gzipped(EXAMPLE, 0, b""), gzipped(EXAMPLE, 8, b"example.json\0"), gzipped(EXAMPLE, 4, b"\x02\0ab")]
    {
        let packed = read_iopddl(&file).expect("the example, compressed");
        assert_eq!((packed.nodes(), packed.edges()), (plain.nodes(), plain.edges()));
    }
    let bare = &EXAMPLE[b"{\n  \"problem\": ".len()..EXAMPLE.len() - 2];
    assert_eq!(read_iopddl(bare).expect("the problem alone").nodes(), plain.nodes());
}

#[test]
fn the_example_has_its_optimum() {
    let problem = read_iopddl(EXAMPLE).expect("the example");
    let outcome = solve(&problem, &SolveOptions::default(), &mut ()).expect("choices exist");
    assert!(outcome.is_optimal());
    assert_eq!(outcome.cost, 445.0);
}

#[test]
fn damaged_files_are_refused() {
    let message = |bytes: &[u8]| read_iopddl(bytes).expect_err("a damaged file").to_string();
    let packed = gzipped(EXAMPLE, 0, b"");
    assert_eq!(read_iopddl(&packed[..60]).expect_err("incomplete"), IopddlError::Gzip);
    for end in 0..12 {
        assert!(read_iopddl(&packed[..end]).is_err());
    }
    assert!(message(b"{}").contains("missing field"), "{}", message(b"{}"));
    assert!(message(b"[1, 2").contains("invalid"), "{}", message(b"[1, 2"));
    for other in [&b"[]"[..], b"7", b"{\"problem\": 7}"] {
        let message = message(other);
        assert!(message.contains("expected an") && !message.contains("struct"), "{message}");
    }
    let text = std::str::from_utf8(EXAMPLE).expect("JSON is text");
    let changed = |from: &str, to: &str| message(text.replacen(from, to, 1).as_bytes());
    assert_eq!(
        changed("[30, 40]", "[30, 40, 50]"),
        "edge 0 has 3 costs, expected 1 times 2, one per pair of strategies"
    );
    assert_eq!(changed("[0, 1],", "[0, 7],"), "edge 0 has the unknown node 7");
    assert_eq!(changed("[0, 1],", "[1, 1],"), "edge 0 connects node 1 with itself");
    assert_eq!(changed("[25, 25]", "[25]"), "expected 2 usages of a node, found 1");
    assert_eq!(changed("[15],", "[-15],"), "node 0 has the cost -15, expected a number of at least 0");
    assert_eq!(changed("[30, 70],", ""), "expected 5 intervals of nodes, found 4");
    assert!(changed("\"usage_limit\": 50", "\"usage_limit\": -1").contains("invalid"), "a negative limit");
}

/// The cost of the best choices of an instance, proven.
fn optimum(nodes: &str, edges: &str, limit: &str) -> f64 {
    let text = format!("{{\"nodes\": {nodes}, \"edges\": {edges}{limit}}}");
    let problem = read_iopddl(text.as_bytes()).expect("an instance");
    let outcome = solve(&problem, &SolveOptions::default(), &mut ()).expect("choices exist");
    assert!(outcome.is_optimal(), "{text}");
    outcome.cost
}

#[test]
fn unusual_instances_are_solved() {
    let none = r#"{"nodes": [], "costs": []}"#;
    let empty = r#"{"intervals": [], "costs": [], "usages": []}"#;
    assert_eq!(optimum(empty, none, ""), 0.0, "no nodes");
    let one = r#"{"intervals": [[0, 9]], "costs": [[7]], "usages": [[3]]}"#;
    assert_eq!(optimum(one, none, r#", "usage_limit": 3"#), 7.0, "one node with one strategy");
    let two = r#"{"intervals": [[0, 9], [5, 5]], "costs": [[1, 4], [2, 3]], "usages": [[8, 0], [99, 99]]}"#;
    assert_eq!(optimum(two, none, r#", "usage_limit": 0"#), 6.0, "no room, an empty interval");
    let forbidden = r#"{"nodes": [[0, 1]], "costs": [[1e18, 1000000000000000000, 5, 1e18]]}"#;
    assert_eq!(optimum(two, forbidden, ""), 11.0, "one allowed pair");
    let twice = r#"{"nodes": [[0, 1], [1, 0]], "costs": [[0, 9, 9, 9], [0, 1, 9, 2]]}"#;
    assert_eq!(optimum(two, twice, ""), 3.0, "two edges between the same nodes");
    let itself = r#"{"nodes": [[0, 0]], "costs": [[10, 0, 0, 1]]}"#;
    assert_eq!(optimum(two, itself, ""), 7.0, "a node with an edge to itself");
}
