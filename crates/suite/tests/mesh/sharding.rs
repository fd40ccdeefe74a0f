//! Shardings: all findings at once, what they are attached to, equivalence, notation.

use partita_base::{Code, Cursor, code};
use partita_mesh::notation::{dims_notation, rest_notation};
use partita_mesh::text::{parse_mesh, parse_sharding, parse_sharding_spans};
use partita_mesh::{
    DeviceId, DeviceSlices, Mesh, Meshes, ShardingError, ShardingPart, Subject, TensorSharding,
};

fn meshes() -> Meshes {
    let mut meshes = Meshes::default();
    for (name, text) in [
        ("m", r#"<["x"=2, "y"=8, "z"=4, "o"=1]>"#),
        ("e", "<[]>"),
        ("max", "<[], device_ids=[5]>"),
        ("p", r#"<["p"=64]>"#),
    ] {
        let spec = parse_mesh(&mut Cursor::new(text)).unwrap();
        meshes.define(name, Mesh::from_spec(&spec).unwrap()).unwrap();
    }
    meshes
}

fn resolve(meshes: &mut Meshes, text: &str, subject: Subject) -> Result<TensorSharding, Vec<ShardingError>> {
    meshes.resolve(&parse_sharding(&mut Cursor::new(text)).unwrap(), subject)
}

fn codes(text: &str, subject: Subject) -> Vec<Code> {
    match resolve(&mut meshes(), text, subject) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ShardingError::code).collect(),
    }
}

fn valid(meshes: &mut Meshes, text: &str) -> TensorSharding {
    resolve(meshes, text, Subject::Unknown).unwrap()
}

#[test]
fn all_findings_at_once() {
    let text = r#"<@m, [{"q", "x"}, {}p1, {"x", "y":(1)2}], replicated={"z", "y":(2)4, "y":(0)2}>"#;
    assert_eq!(
        codes(text, Subject::Ranked(2)),
        [
            code::SHARDING_RANK,
            code::UNKNOWN_AXIS,
            code::PRIORITY_ON_EMPTY,
            code::SUB_AXIS_PRE_SIZE,
            code::AXIS_ORDER,
            code::AXIS_REUSED,
        ]
    );
}

#[test]
fn findings_point_into_the_text() {
    let text = r#"<@m, [{"x"}, {"y", "x"}, {"y":(1)4}p3], replicated={"z", "w"}>"#;
    let (spec, spans) = parse_sharding_spans(&mut Cursor::new(text)).unwrap();
    let errors = meshes().resolve(&spec, Subject::Ranked(3)).unwrap_err();
    let shown: Vec<_> = errors
        .iter()
        .map(|error| {
            let d = error.to_diagnostic(&spans);
            let label = d.labels.first().map(|label| label.span.start);
            (d.message, d.span.start, label)
        })
        .collect();
    assert_eq!(
        shown,
        [
            (r#"the mesh has no axis "w""#.to_string(), 57, None),
            (r#"axis "x" shards two dimensions of one tensor"#.to_string(), 19, Some(7)),
            (r#"axes "y" and "y":(1)4 overlap"#.to_string(), 26, Some(14)),
        ]
    );
    assert_eq!(errors[0].help(), r#"the axes of the mesh are "x", "y", "z", "o""#);
    assert_eq!(errors[0].place(), ShardingPart::Replicated(1));
    // A place that the text lacks maps to the entire sharding.
    assert_eq!(spans.get(ShardingPart::DimAxis(9, 9)), spans.full);
}

#[test]
fn the_type_matters() {
    use Subject::*;
    for (text, subject, expected) in [
        ("<@m, []>", Ranked(0), &[][..]),
        ("<@m, [{}]>", Ranked(0), &[code::SHARDING_RANK]),
        (r#"<@m, [], replicated={"x"}>"#, Ranked(0), &[]),
        ("<@max, []>", Ranked(0), &[]),
        ("<@max, []>", Ranked(2), &[]),
        ("<@max, []>", Unranked, &[]),
        ("<@max, []>", NoValue, &[]),
        ("<@max, [{}, {}]>", Ranked(2), &[code::MAXIMAL_WITH_AXES]),
        (r#"<@max, [], replicated={"x"}>"#, Ranked(2), &[code::MAXIMAL_WITH_AXES]),
        ("<@e, [{}, {?}]>", Ranked(2), &[]),
        ("<@e, []>", Ranked(2), &[code::SHARDING_RANK]),
        (r#"<@e, [{"x"}, {}]>"#, Ranked(2), &[code::UNKNOWN_AXIS]),
        ("<@m, []>", NotShaped, &[]),
        ("<@m, [{}]>", NotShaped, &[code::SHARDED_NON_TENSOR]),
        (r#"<@m, [], replicated={"x"}>"#, NotShaped, &[code::SHARDED_NON_TENSOR]),
        ("<@m, []>", NoValue, &[]),
        (r#"<@m, [{"x"}]>"#, Unranked, &[code::SHARDED_UNRANKED]),
        (r#"<@m, [{"x"}]>"#, Tuple(2), &[code::SHARDED_TUPLE]),
        ("<@m, []>", Tuple(0), &[code::SHARDED_TUPLE]),
        (r#"<@m, [{"o"}p1, {}], replicated={"x"}>"#, Ranked(2), &[]),
        (r#"<@m, [{"o":(1)1}]>"#, Ranked(1), &[code::SUB_AXIS_SIZE]),
        (r#"<@m, [{"o"}, {"o"}]>"#, Ranked(2), &[code::AXIS_REUSED]),
        (r#"<mesh<["x"=64]>, [{"x"}]>"#, Ranked(1), &[]),
        (r#"<mesh<["x"=64]>, [{"q"}]>"#, Ranked(1), &[code::UNKNOWN_AXIS]),
        (r#"<mesh<["x"=0]>, [{"q"}]>"#, Ranked(1), &[code::MESH_AXIS_SIZE]),
        ("<mesh<[], device_ids=[0]>, [{}]>", Ranked(1), &[code::MAXIMAL_WITH_AXES]),
        ("<mesh<[]>, [{}, {}]>", Ranked(2), &[]),
        (r#"<@m, [{"x", "y":(1)2, "z", "y":(2)2}]>"#, Ranked(1), &[]),
    ] {
        assert_eq!(codes(text, subject), expected, "{text} on {subject:?}");
    }
}

#[test]
fn unknown_axes_do_not_make_neighbours() {
    assert_eq!(codes(r#"<@m, [{"y":(1)2, "q", "y":(2)2}]>"#, Subject::Ranked(1)), [code::UNKNOWN_AXIS]);
}

#[test]
fn a_full_axis_written_as_a_sub_axis_still_counts() {
    assert_eq!(
        codes(r#"<@m, [{"y":(1)8}, {"y"}]>"#, Subject::Ranked(2)),
        [code::SUB_AXIS_IS_FULL_AXIS, code::AXIS_REUSED]
    );
}

#[test]
fn equivalence_looks_at_placement_only() {
    let mut m = meshes();
    let a = valid(&mut m, r#"<@m, [{"x"}p1, {?}], replicated={"z"}>"#);
    let b = valid(&mut m, r#"<@m, [{"x", ?}, {}]>"#);
    assert!(m.are_equivalent(Some(&a), Some(&b)));
    assert_ne!(a, b);
    let replicated = valid(&mut m, "<@m, [{?}, {}]>");
    let elsewhere = valid(&mut m, r#"<@p, [{}, {}], replicated={"p"}>"#);
    let empty = valid(&mut m, "<@e, [{}, {}]>");
    for s in [&replicated, &elsewhere, &empty] {
        assert!(s.is_fully_replicated());
        assert!(m.are_equivalent(Some(s), None) && m.are_equivalent(Some(s), Some(&replicated)));
    }
    assert!(m.are_equivalent(None, None));
    assert!(!m.are_equivalent(Some(&a), None));
    let unreduced = valid(&mut m, r#"<@m, [{}, {}], unreduced={"x"}>"#);
    let maximum = valid(&mut m, r#"<@m, [{}, {}], unreduced=max{"x"}>"#);
    assert!(!m.are_equivalent(Some(&unreduced), None) && !unreduced.is_fully_replicated());
    assert!(!m.are_equivalent(Some(&unreduced), Some(&maximum)));
    let single = valid(&mut m, "<@max, []>");
    assert!(!m.are_equivalent(Some(&single), None), "one device is not all devices");
    assert!(m.are_equivalent(Some(&single), Some(&single)));
}

#[test]
fn helper_constructors() {
    let m = meshes();
    let id = m.find("m").unwrap();
    assert_eq!(m.to_spec(&TensorSharding::replicated(id, 2)).to_string(), "<@m, [{}, {}]>");
    assert_eq!(m.to_spec(&TensorSharding::open(id, 2)).to_string(), "<@m, [{?}, {?}]>");
    assert!(TensorSharding::replicated(id, 2).is_fully_closed());
}

#[test]
fn a_single_device_holds_everything() {
    let mut m = meshes();
    let s = valid(&mut m, "<@max, []>");
    let layout = DeviceSlices::new(m.get(s.mesh()), &s, &[4, 6]);
    assert_eq!(layout.slice(DeviceId(5)).unwrap(), [0..4, 0..6]);
    assert_eq!(layout.slice(DeviceId(0)), None);
    assert_eq!(layout.devices(&[0, 0]).collect::<Vec<_>>(), [DeviceId(5)]);
    assert_eq!(layout.devices(&[1, 0]).count(), 0);
    assert_eq!(s.local_shape(&[4, 6]), [4, 6]);
}

#[test]
fn empty_shards_are_alike() {
    // A dimension of size 1 on four shards: three are empty, and their order does not matter.
    let mut m = meshes();
    let a = valid(&mut m, r#"<@p, [{"p":(1)2, "p":(32)2}]>"#);
    let b = valid(&mut m, r#"<@p, [{"p":(32)2, "p":(1)2}]>"#);
    let mesh = m.get(a.mesh());
    let alike =
        |size| DeviceSlices::new(mesh, &a, &[size]).same_placement(&DeviceSlices::new(mesh, &b, &[size]));
    assert!(alike(0) && alike(1));
    assert!(!alike(2) && !alike(4));
}

#[test]
fn notation_is_short() {
    let mut m = meshes();
    let s = valid(&mut m, r#"<@m, [{"x"}, {"z", "y":(1)2}, {?}, {"o", ?}p2], replicated={"y":(4)2}>"#);
    let mesh = m.get(s.mesh());
    assert_eq!(dims_notation(mesh, &s, &[16, 8, 4, 2]), "16@x,8@(z,y:(1)2),4?,2@o?p2");
    assert_eq!(dims_notation(mesh, &s, &["?"]), "?@x");
    assert_eq!(rest_notation(mesh, &s), "{R:y:(4)2}");
    let s = valid(&mut m, r#"<@m, [], replicated={"z"}, unreduced={"x", "y"}>"#);
    assert_eq!(rest_notation(m.get(s.mesh()), &s), "{U:(x,y), R:z}");
    let s = valid(&mut m, r#"<mesh<["a b"=2]>, [{"a b"}]>"#);
    assert_eq!(dims_notation(m.get(s.mesh()), &s, &[4]), r#"4@"a b""#);
    assert_eq!(rest_notation(m.get(s.mesh()), &s), "");
}
