//! What the text form accepts, rejects and prints. Acceptance and spelling were observed in sdy
//! itself; a comment marks each deliberate difference.

use partita_base::{Cursor, SyntaxResult, code};
use partita_mesh::spec::{AxisSpec, MeshSpec, ReductionOp};
use partita_mesh::text::{
    AxisList, AxisLists, Quoted, ShardingPerValue, SymbolName, parse_axis_list, parse_axis_lists, parse_int,
    parse_mesh, parse_mesh_spans, parse_sharding, parse_sharding_per_value, parse_sharding_spans,
};

/// Reads all of `text`.
fn all<T>(text: &str, read: impl FnOnce(&mut Cursor<'_>) -> SyntaxResult<T>) -> SyntaxResult<T> {
    let mut cursor = Cursor::new(text);
    let value = read(&mut cursor)?;
    if cursor.at_end() { Ok(value) } else { Err(cursor.expected("the end")) }
}

#[test]
fn meshes_print_canonically() {
    for (text, canonical) in [
        (r#"< [ "a" = 2 , "b"=4 ] >"#, r#"<["a"=2, "b"=4]>"#),
        ("<[]>", "<[]>"),
        ("<[], device_ids=[3]>", "<[], device_ids=[3]>"),
        ("<[], device_ids=[0]>", "<[], device_ids=[0]>"),
        (r#"<["a"=007]>"#, r#"<["a"=7]>"#),
        (r#"<["a"=0x10]>"#, r#"<["a"=16]>"#),
        (r#"<["a"=9223372036854775807]>"#, r#"<["a"=9223372036854775807]>"#),
        (r#"<["a\"b"=2]>"#, r#"<["a\22b"=2]>"#),
        (r#"<["a\\b\t\n\01é"=2]>"#, r#"<["a\\b\09\0A\01\C3\A9"=2]>"#),
        (r#"<[""=2]>"#, r#"<[""=2]>"#),
        (r#"<["a"=2] , device_ids = [1,0]>"#, r#"<["a"=2], device_ids=[1, 0]>"#),
        (r#"<["a"=2], device_ids=[0x1,0]>"#, r#"<["a"=2], device_ids=[1, 0]>"#),
        (r#"<["a"=2], device_ids=[0,1]>"#, r#"<["a"=2]>"#),
        (r#"<["a"=1,"b"=1],device_ids=[0]>"#, r#"<["a"=1, "b"=1]>"#),
        // Invalid, but syntactically correct.
        (r#"<["a"= - 2]>"#, r#"<["a"=-2]>"#),
        (r#"<["a"=-9223372036854775808]>"#, r#"<["a"=-9223372036854775808]>"#),
        (r#"<["a"=3], device_ids=[0,1]>"#, r#"<["a"=3], device_ids=[0, 1]>"#),
    ] {
        let mesh = all(text, parse_mesh).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(mesh.to_string(), canonical);
        assert_eq!(all(canonical, parse_mesh).unwrap(), mesh);
    }
}

#[test]
fn invalid_meshes_are_rejected() {
    for text in [
        "",
        "<",
        "<[]",
        "<[], device_ids=[]>",
        r#"<["a"=2], device_ids=[]>"#,
        r#"<["a"=9223372036854775808]>"#,
        r#"<["a"=0xFFFFFFFFFFFFFFFF]>"#,
        r#"<["a"=2,]>"#,
        "<[a=2]>",
        r#"<["a"=2] device_ids=[1,0]>"#,
        "<device_ids=[1,0]>",
        r#"<["a"=2],>"#,
        r#"<["a"=0X10]>"#,
        r#"<["a"=2.0]>"#,
        r#"<"a"=2>"#,
    ] {
        assert!(all(text, parse_mesh).is_err(), "{text}");
    }
}

#[test]
fn shardings_print_canonically() {
    for (text, canonical) in [
        (r#"<@mesh, [{"a"}, {?}]>"#, r#"<@mesh, [{"a"}, {?}]>"#),
        ("<@mesh, []>", "<@mesh, []>"),
        (
            r#"<@mesh, [{}], unreduced={"b"}, replicated={"c"}>"#,
            r#"<@mesh, [{}], replicated={"c"}, unreduced={"b"}>"#,
        ),
        (r#"<@mesh, [{"a" , ? } p1 ]>"#, r#"<@mesh, [{"a", ?}p1]>"#),
        (r#"<@mesh, [{"a"}p0]>"#, r#"<@mesh, [{"a"}p0]>"#),
        (r#"<@mesh, [{"a"}p9223372036854775807]>"#, r#"<@mesh, [{"a"}p9223372036854775807]>"#),
        ("<@mesh, [{}p1, {?}p1]>", "<@mesh, [{}p1, {?}p1]>"),
        (r#"<@mesh, [{"a" : ( 1 ) 2}]>"#, r#"<@mesh, [{"a":(1)2}]>"#),
        (r#"<@mesh, [{"a":(-1)-2}]>"#, r#"<@mesh, [{"a":(-1)-2}]>"#),
        (r#"<@mesh, [{"a":(0x1)02}]>"#, r#"<@mesh, [{"a":(1)2}]>"#),
        (r#"<@"me sh", [{}]>"#, r#"<@"me sh", [{}]>"#),
        (r#"<@"mesh", [{}]>"#, "<@mesh, [{}]>"),
        (r#"<@"mesh-1", [{}]>"#, r#"<@"mesh-1", [{}]>"#),
        (r#"<@"1a", [{}]>"#, r#"<@"1a", [{}]>"#),
        ("<@a.b$c, [{}]>", "<@a.b$c, [{}]>"),
        (r#"<@"a\22b", [{}]>"#, r#"<@"a\22b", [{}]>"#),
        (r#"<@"é", [{}]>"#, r#"<@"\C3\A9", [{}]>"#),
        ("<@_a, [{}]>", "<@_a, [{}]>"),
        (r#"<mesh < ["a"=2] >, [{"a"}]>"#, r#"<mesh<["a"=2]>, [{"a"}]>"#),
        ("<mesh<[], device_ids=[3]>, []>", "<mesh<[], device_ids=[3]>, []>"),
        (r#"<mesh<["a"=2], device_ids=[0,1]>, []>"#, r#"<mesh<["a"=2]>, []>"#),
        ("<@mesh, [{ ? }] // note\n >", "<@mesh, [{?}]>"),
        // From a newer sdy than the one these were observed in.
        (r#"<@m, [{}], unreduced=max{"b"}>"#, r#"<@m, [{}], unreduced=max{"b"}>"#),
        (r#"<@m, [{}], unreduced=min {"b"}>"#, r#"<@m, [{}], unreduced=min{"b"}>"#),
        (r#"<@m, [{}], unreduced=sum{"b"}>"#, r#"<@m, [{}], unreduced={"b"}>"#),
        // The document that defines the representation writes empty lists, which sdy does not accept.
        ("<@m, [{}], replicated={}, unreduced={}>", "<@m, [{}]>"),
    ] {
        let sharding = all(text, parse_sharding).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(sharding.to_string(), canonical);
        assert_eq!(all(canonical, parse_sharding).unwrap(), sharding);
    }
}

#[test]
fn invalid_shardings_are_rejected() {
    for text in [
        "<@mesh>",
        r#"<@mesh, [{}], replicated={"a"}, replicated={"b"}>"#,
        r#"<@mesh, [{}], unreduced={"a"}, unreduced={"b"}>"#,
        "<@mesh, [{}],>",
        "<@mesh, [{},]>",
        r#"<@mesh, [{"a",}]>"#,
        r#"<@mesh, [{"a" ?}]>"#,
        r#"<@mesh, [{"a",?,}]>"#,
        r#"<@mesh, [{?,"a"}]>"#,
        r#"<@mesh, [{"a"}p01]>"#,
        r#"<@mesh, [{"a"}p00]>"#,
        r#"<@mesh, [{"a"}p]>"#,
        r#"<@mesh, [{"a"}p1x]>"#,
        r#"<@mesh, [{"a"}q1]>"#,
        r#"<@mesh, [{"a"}p-1]>"#,
        r#"<@mesh, [{"a"}p 1]>"#,
        r#"<@mesh, [{"a"}p9223372036854775808]>"#,
        r#"<@mesh, [{"a"}p99999999999999999999]>"#,
        r#"<@mesh, [{"a"}p1.2]>"#,
        r#"<@mesh, [{"a"}P1]>"#,
        r#"<@mesh, [{"a"}p0x1]>"#,
        r#"<@mesh, [{"a":(1)}]>"#,
        r#"<@mesh, [{"a":2}]>"#,
        r#"<@mesh, [{"a":(99999999999999999999)2}]>"#,
        "<@mesh-1, [{}]>",
        "<@1a, [{}]>",
        "<@a::@b, [{}]>",
        "<@é, [{}]>",
        "<@$a, [{}]>",
        "<@ mesh, [{}]>",
        r#"<#sdy.mesh<["a"=2]>, [{"a"}]>"#,
        r#"<<["a"=2]>, [{"a"}]>"#,
        r#"<@mesh [{"a"}]>"#,
        r#"<mesh, [{"a"}]>"#,
        r#"<"mesh", [{"a"}]>"#,
        r#"<@mesh, [{"a"}] replicated={"b"}>"#,
        r#"<@mesh, {"a"}>"#,
        r#"<@mesh, [{"a"}], foo={"b"}>"#,
        r#"<@mesh, [{"a"}], replicated={"b", ?}>"#,
        r#"<@mesh, [{"a"}], replicated={"b"}p1>"#,
        r#"<@mesh, [{"a"}], unreduced=prod{"b"}>"#,
    ] {
        assert!(all(text, parse_sharding).is_err(), "{text}");
    }
}

#[test]
fn errors_have_a_message_and_a_span() {
    let error = all(r#"<@m, [{"a"}p01]>"#, parse_sharding).unwrap_err();
    assert_eq!(error.message, "priority `p01` has a leading zero");
    assert_eq!(error.span.range(), 11..14);
    let error = all(r#"<@m, [{"a"}], foo={"b"}>"#, parse_sharding).unwrap_err();
    assert_eq!(error.message, "expected `replicated=` or `unreduced=`, found `foo`");
    let error = all(r#"<["a"=99999999999999999999]>"#, parse_mesh).unwrap_err();
    assert_eq!((error.code, error.span.range()), (code::NUMBER_RANGE, 6..26));
}

#[test]
fn spans_cover_every_element() {
    let text = r#" <mesh<["x"=2, "y"=4], device_ids=[0, 1]>, [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}, unreduced={ "a","b" }> "#;
    let (spec, spans) = parse_sharding_spans(&mut Cursor::new(text)).unwrap();
    assert_eq!(
        spec,
        parse_sharding(&mut Cursor::new(text)).unwrap(),
        "recording spans does not change the result"
    );
    let at = |span: partita_base::Span| &text[span.range()];
    assert_eq!(at(spans.full), text.trim());
    assert_eq!(at(spans.mesh), r#"mesh<["x"=2, "y"=4], device_ids=[0, 1]>"#);
    assert_eq!(spans.inline.axes.iter().map(|s| at(*s)).collect::<Vec<_>>(), [r#""x"=2"#, r#""y"=4"#]);
    assert_eq!(spans.inline.device_ids.iter().map(|s| at(*s)).collect::<Vec<_>>(), ["0", "1"]);
    assert_eq!(at(spans.dims[0].full), r#"{"x", "y":(1)2, ?}p1"#);
    assert_eq!(spans.dims[0].axes.iter().map(|s| at(*s)).collect::<Vec<_>>(), [r#""x""#, r#""y":(1)2"#]);
    assert_eq!(at(spans.dims[0].priority.unwrap()), "p1");
    assert_eq!((at(spans.dims[1].full), spans.dims[1].priority), ("{}", None));
    assert_eq!(at(spans.replicated[0]), r#""z""#);
    assert_eq!(spans.unreduced.iter().map(|s| at(*s)).collect::<Vec<_>>(), [r#""a""#, r#""b""#]);

    let (_, spans) = parse_sharding_spans(&mut Cursor::new(r#"<@"a b", [{"x"}]>"#)).unwrap();
    assert_eq!((spans.mesh.range(), spans.inline.axes.len()), (1..7, 0));

    let text = r#"  <["x"=2], device_ids=[1, 0]>"#;
    let (_, spans) = parse_mesh_spans(&mut Cursor::new(text)).unwrap();
    assert_eq!(&text[spans.full.range()], text.trim());
    assert_eq!(&text[spans.device_ids[1].range()], "0");
}

#[test]
fn lists() {
    let text = r#"{"a", "b":(1)2}"#;
    assert_eq!(AxisList(&all(text, parse_axis_list).unwrap()).to_string(), text);
    assert_eq!(all("{ }", parse_axis_list).unwrap(), []);
    assert!(all(r#"{"a",}"#, parse_axis_list).is_err());
    let text = r#"[{"a"}, {}]"#;
    let lists = all(text, parse_axis_lists).unwrap();
    assert_eq!(lists, [vec![AxisSpec::full("a")], vec![]]);
    assert_eq!(AxisLists(&lists).to_string(), text);
    let text = r#"[<@m, [{"a"}]>, <@m, [{}]>]"#;
    assert_eq!(ShardingPerValue(&all(text, parse_sharding_per_value).unwrap()).to_string(), text);
    assert_eq!(all("[]", parse_sharding_per_value).unwrap(), []);
    assert!(all("[<@m, [{}]>,]", parse_sharding_per_value).is_err());
}

#[test]
fn names() {
    assert_eq!(Quoted("a\u{7f}b").to_string(), r#""a\7Fb""#);
    assert_eq!(SymbolName("a-b").to_string(), r#"@"a-b""#);
    assert_eq!(SymbolName("").to_string(), r#"@"""#);
    assert_eq!(SymbolName("_a.b$1").to_string(), "@_a.b$1");
}

#[test]
fn integers() {
    for (text, value) in [("7", 7), ("-7", -7), ("- 7", -7), ("0x1f", 31), ("-0x10", -16), ("00", 0)] {
        assert_eq!(all(text, |c| parse_int(c, "n")).unwrap(), value);
    }
    for text in ["", "x", "-", "1.5", "9223372036854775808", "-9223372036854775809"] {
        assert!(all(text, |c| parse_int(c, "n")).is_err(), "{text}");
    }
}

#[test]
fn reductions_default_to_sums() {
    let read = |text| all(text, parse_sharding).unwrap().reduction;
    assert_eq!(read("<@m, []>"), ReductionOp::Sum);
    assert_eq!(read(r#"<@m, [], unreduced=max{"a"}>"#), ReductionOp::Max);
    assert_eq!(read("<@m, [], unreduced=max{}>"), ReductionOp::Sum);
}

#[test]
fn only_a_list_of_ids_that_matches_the_axes_is_dropped() {
    let mut mesh = MeshSpec::new([("a", i64::MAX), ("b", i64::MAX)]);
    mesh.device_ids = vec![0, 1];
    mesh.drop_iota_ids();
    assert_eq!(mesh.device_ids, [0, 1]);
}
