//! Every example and every invariant of the sharding representation, in the order in which the
//! document that defines it has them.

use partita_base::{Code, Cursor, code};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::text::{parse_mesh, parse_sharding};
use partita_mesh::{
    DeviceId, DeviceSlices, Mesh, Meshes, Openness, Priority, ShardingError, Subject, TensorSharding,
};

fn mesh(text: &str) -> Mesh {
    Mesh::from_spec(&parse_mesh(&mut Cursor::new(text)).unwrap()).unwrap()
}

fn meshes(definitions: &[(&str, &str)]) -> Meshes {
    let mut meshes = Meshes::default();
    for (name, text) in definitions {
        meshes.define(*name, mesh(text)).unwrap();
    }
    meshes
}

fn spec(text: &str) -> ShardingSpec {
    let mut cursor = Cursor::new(text);
    let spec = parse_sharding(&mut cursor).unwrap();
    assert!(cursor.at_end());
    spec
}

/// Resolves a sharding that must be valid and print as it was written.
fn sharding(meshes: &mut Meshes, text: &str, rank: usize) -> TensorSharding {
    let spec = spec(text);
    let sharding = meshes.resolve(&spec, Subject::Ranked(rank)).unwrap();
    assert_eq!(meshes.to_spec(&sharding), spec);
    assert_eq!(spec.to_string(), text);
    sharding
}

fn errors(meshes: &mut Meshes, text: &str, rank: usize) -> Vec<ShardingError> {
    meshes.resolve(&spec(text), Subject::Ranked(rank)).unwrap_err()
}

fn codes(meshes: &mut Meshes, text: &str, rank: usize) -> Vec<Code> {
    errors(meshes, text, rank).iter().map(ShardingError::code).collect()
}

/// The elements a device holds, as indices into the tensor laid out row by row.
fn held(meshes: &Meshes, sharding: &TensorSharding, shape: &[u64], device: u64) -> Vec<u64> {
    let slice =
        DeviceSlices::new(meshes.get(sharding.mesh()), sharding, shape).slice(DeviceId(device)).unwrap();
    slice.into_iter().zip(shape).fold(vec![0], |indices, (range, size)| {
        indices.iter().flat_map(|i| range.clone().map(move |j| i * size + j)).collect()
    })
}

#[test]
fn overview_four_devices_hold_one_element_each() {
    let mut m = meshes(&[("mesh_xy", r#"<["x"=2, "y"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {"y"}]>"#, 2);
    let elements = ["a", "b", "c", "d"];
    for device in 0..4 {
        let held = held(&m, &s, &[2, 2], device);
        assert_eq!(
            held.iter().map(|&i| elements[i as usize]).collect::<Vec<_>>(),
            [elements[device as usize]]
        );
    }
    let rows = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {}]>"#, 2);
    assert_eq!(
        (0..4).map(|d| held(&m, &rows, &[2, 2], d)).collect::<Vec<_>>(),
        [[0, 1], [0, 1], [2, 3], [2, 3]]
    );
    let swapped = sharding(&mut m, r#"<@mesh_xy, [{"y"}, {"x"}]>"#, 2);
    assert_eq!((0..4).map(|d| held(&m, &swapped, &[2, 2], d)).collect::<Vec<_>>(), [[0], [2], [1], [3]]);
}

#[test]
fn basic_structure_local_shape_is_2x1() {
    let mut m = meshes(&[("mesh_xy", r#"<["x"=2, "y"=4, "z"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {"z", "y"}]>"#, 2);
    assert_eq!(s.local_shape(&[4, 8]), [2, 1]);
    // Axis "z" is major to "y": one step along "z" passes four shards.
    let columns = |device| held(&m, &s, &[4, 8], device)[0];
    assert_eq!((columns(0), columns(1), columns(2)), (0, 4, 1));
}

#[test]
fn basic_invariant_one_dimension_sharding_per_dimension() {
    let mut m = meshes(&[("m", r#"<["x"=2]>"#)]);
    assert_eq!(codes(&mut m, r#"<@m, [{"x"}]>"#, 2), [code::SHARDING_RANK]);
    assert_eq!(codes(&mut m, r#"<@m, [{"x"}, {}, {}]>"#, 2), [code::SHARDING_RANK]);
}

#[test]
fn basic_invariant_axis_names_exist() {
    let mut m = meshes(&[("m", r#"<["x"=2]>"#)]);
    assert_eq!(codes(&mut m, r#"<@m, [{"q"}, {}], replicated={"r"}>"#, 2), [code::UNKNOWN_AXIS; 2]);
    assert_eq!(codes(&mut m, "<@other, [{}, {}]>", 2), [code::UNKNOWN_MESH]);
}

#[test]
fn basic_invariant_axes_appear_once() {
    let mut m = meshes(&[("m", r#"<["x"=2, "y"=8]>"#)]);
    for text in [
        r#"<@m, [{"x"}, {"x"}]>"#,
        r#"<@m, [{"x", "x"}, {}]>"#,
        r#"<@m, [{"x"}, {}], replicated={"x"}>"#,
        r#"<@m, [{"x"}, {}], unreduced={"x"}>"#,
        r#"<@m, [{}, {}], replicated={"x"}, unreduced={"x"}>"#,
        r#"<@m, [{"y":(1)2}, {"y":(1)2}]>"#,
    ] {
        assert_eq!(codes(&mut m, text, 2), [code::AXIS_REUSED], "{text}");
    }
    let error = &errors(&mut m, r#"<@m, [{"x"}, {"x"}]>"#, 2)[0];
    assert_eq!(error.to_string(), r#"axis "x" shards two dimensions of one tensor"#);
    assert_eq!(error.help(), "use a different axis in one of the two places");
    let error = &errors(&mut m, r#"<@m, [{"y"}, {"y"}]>"#, 2)[0];
    assert_eq!(error.help(), r#"split the axis, for example "y":(1)2 and "y":(2)4"#);
}

#[test]
fn open_and_closed_dimensions() {
    let mut m = meshes(&[("mesh_xy", r#"<["x"=2, "y"=4, "z"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {"z", ?}]>"#, 2);
    assert_eq!(s.dims()[0].openness, Openness::Closed);
    assert_eq!(s.dims()[1].openness, Openness::Open);
    assert!(!s.is_fully_closed());
}

#[test]
fn replicated_axes_are_in_the_order_of_the_mesh() {
    let mut m = meshes(&[("mesh_xy", r#"<["c"=2, "a"=2, "b"=2]>"#)]);
    sharding(&mut m, r#"<@mesh_xy, [{}], replicated={"c", "a"}>"#, 1);
    assert_eq!(codes(&mut m, r#"<@mesh_xy, [{}], replicated={"a", "c"}>"#, 1), [code::AXIS_ORDER]);
    assert_eq!(codes(&mut m, r#"<@mesh_xy, [{}], unreduced={"a", "c"}>"#, 1), [code::AXIS_ORDER]);
}

#[test]
fn explicitly_replicated_axis_leaves_local_shape_2x8() {
    let mut m = meshes(&[("mesh_xyz", r#"<["x"=2, "y"=4, "z"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xyz, [{"x"}, {?}], replicated={"y"}>"#, 2);
    assert_eq!(s.local_shape(&[4, 8]), [2, 8]);
    let y = m.get(s.mesh()).find("y").unwrap();
    assert_eq!(s.replicated_axes(), [m.get(s.mesh()).axis(y)]);
}

#[test]
fn splitting_an_axis_keeps_the_data_of_a_reshape_in_place() {
    let mut m = meshes(&[("mesh_x", r#"<["x"=4]>"#)]);
    let before = sharding(&mut m, r#"<@mesh_x, [{"x"}]>"#, 1);
    let after = sharding(&mut m, r#"<@mesh_x, [{"x":(1)2}, {"x":(2)2}]>"#, 2);
    for device in 0..4 {
        assert_eq!(held(&m, &before, &[8], device), held(&m, &after, &[2, 4], device));
    }
}

#[test]
fn a_sub_axis_is_the_middle_of_a_reshape() {
    let m = mesh(r#"<["x"=24]>"#);
    let x = m.find("x").unwrap();
    let part = m.part(x, 2, 3).unwrap();
    assert_eq!((part.pre(), part.size(), m.post(part)), (2, 3, 4));
    assert_eq!(m.axis_spec(part).to_string(), r#""x":(2)3"#);
    // Pre-size and size are divisors, the pre-size is at least 1, the size is more than 1.
    for (pre, size) in [(0, 2), (1, 1), (1, 0), (5, 2), (2, 5), (24, 2), (12, 4), (u64::MAX, 2), (1 << 63, 2)]
    {
        assert_eq!(m.part(x, pre, size), None, "({pre}){size}");
    }
}

#[test]
fn sub_axis_invariants_each_have_a_code() {
    let mut m = meshes(&[("m", r#"<["x"=2, "y"=8]>"#)]);
    for (axis, code) in [
        (r#""y":(0)2"#, code::SUB_AXIS_PRE_SIZE),
        (r#""y":(-1)2"#, code::SUB_AXIS_PRE_SIZE),
        (r#""y":(1)1"#, code::SUB_AXIS_SIZE),
        (r#""y":(1)-2"#, code::SUB_AXIS_SIZE),
        (r#""y":(3)2"#, code::SUB_AXIS_DIVIDES),
        (r#""y":(1)3"#, code::SUB_AXIS_DIVIDES),
        (r#""y":(8)2"#, code::SUB_AXIS_DIVIDES),
        (r#""y":(4611686018427387904)4"#, code::SUB_AXIS_DIVIDES),
        (r#""y":(9223372036854775807)9223372036854775807"#, code::SUB_AXIS_DIVIDES),
        (r#""y":(1)8"#, code::SUB_AXIS_IS_FULL_AXIS),
    ] {
        assert_eq!(codes(&mut m, &format!("<@m, [{{{axis}}}]>"), 1), [code], "{axis}");
    }
}

#[test]
fn only_some_sub_axes_are_used() {
    let mut m = meshes(&[("mesh_xyz", r#"<["x"=2, "y"=8, "z"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xyz, [{"x"}, {"y":(2)2}]>"#, 2);
    assert_eq!(s.local_shape(&[4, 8]), [2, 4]);
    let layout = DeviceSlices::new(m.get(s.mesh()), &s, &[4, 8]);
    assert_eq!(layout.replicas(), 8, "two other parts of y and all of z");
}

#[test]
fn a_split_mesh_gives_the_same_placement() {
    let mut m = meshes(&[("mesh_full", r#"<["devices"=8]>"#), ("mesh_xy", r#"<["x"=4, "y"=2]>"#)]);
    let a = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {"y"}]>"#, 2);
    let b = sharding(&mut m, r#"<@mesh_full, [{"devices":(1)4}, {"devices":(4)2}]>"#, 2);
    let shape = [4, 4];
    let layout = |s: &TensorSharding| DeviceSlices::new(m.get(s.mesh()), s, &shape);
    assert!(layout(&a).same_placement(&layout(&b)));
    assert!(!m.are_equivalent(Some(&a), Some(&b)), "the meshes are different views");
    let mut m2 = m.clone();
    let c = sharding(&mut m2, r#"<@mesh_full, [{"devices":(1)2}, {"devices":(4)2}]>"#, 2);
    assert!(!layout(&a).same_placement(&layout(&c)));
}

#[test]
fn sub_axes_can_be_explicitly_replicated() {
    let mut m = meshes(&[("mesh_xyz", r#"<["x"=2, "y"=8, "z"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xyz, [{"x"}, {"y":(2)2}], replicated={"y":(1)2}>"#, 2);
    assert_eq!(s.local_shape(&[4, 8]), [2, 4]);
}

#[test]
fn replicated_sub_axes_are_ordered_by_pre_size() {
    let mut m = meshes(&[("m", r#"<["x"=2, "y"=8]>"#)]);
    let wrong = r#"<@m, [{}], replicated={"y":(4)2, "x", "y":(1)2}>"#;
    assert_eq!(codes(&mut m, wrong, 1), [code::AXIS_ORDER]);
    assert_eq!(codes(&mut m, r#"<@m, [{}], replicated={"y":(4)2, "y":(1)2}>"#, 1), [code::AXIS_ORDER]);
    // Bringing the parts into order gives what the document writes.
    let s = sharding(&mut m, r#"<@m, [{}], replicated={"x", "y":(1)2, "y":(4)2}>"#, 1);
    let mut parts = s.parts();
    parts.replicated.reverse();
    let again = TensorSharding::new(s.mesh(), m.get(s.mesh()), parts.clone().normalised()).unwrap();
    assert_eq!(again, s);
    let errors = TensorSharding::new(s.mesh(), m.get(s.mesh()), parts).unwrap_err();
    assert!(errors.iter().all(|error| error.code() == code::AXIS_ORDER));
}

#[test]
fn sub_axes_must_not_overlap() {
    let mut m = meshes(&[("m", r#"<["x"=8, "y"=12]>"#)]);
    let overlapping = r#"<@m, [{"x":(1)4}, {"x":(2)4}]>"#;
    assert_eq!(codes(&mut m, overlapping, 2), [code::SUB_AXES_OVERLAP]);
    assert_eq!(errors(&mut m, overlapping, 2)[0].to_string(), r#"axes "x":(1)4 and "x":(2)4 overlap"#);
    assert_eq!(codes(&mut m, r#"<@m, [{"x"}, {"x":(1)2}]>"#, 2), [code::SUB_AXES_OVERLAP]);
    // They do not overlap, but no split of an axis of size 12 has both.
    assert_eq!(codes(&mut m, r#"<@m, [{"y":(1)2}, {"y":(3)2}]>"#, 2), [code::SUB_AXES_DISAGREE]);
}

#[test]
fn sub_axes_must_be_as_big_as_possible() {
    let mut m = meshes(&[("m", r#"<["x"=16]>"#)]);
    let errors_of = |m: &mut Meshes, text| errors(m, text, 1);
    for text in [
        r#"<@m, [{"x":(1)2, "x":(2)4}]>"#,
        r#"<@m, [{}], replicated={"x":(1)2, "x":(2)4}>"#,
        r#"<@m, [{}], unreduced={"x":(1)2, "x":(2)4}>"#,
    ] {
        let found = errors_of(&mut m, text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code(), code::SUB_AXES_MERGE);
        assert_eq!(found[0].help(), r#"write "x":(1)8"#);
    }
    // In another order, or in two lists, they are not neighbours.
    sharding(&mut m, r#"<@m, [{"x":(2)4, "x":(1)2}]>"#, 1);
    sharding(&mut m, r#"<@m, [{"x":(1)2}], replicated={"x":(2)4}>"#, 1);
}

#[test]
fn two_meshes_with_one_order_of_devices() {
    // The list of ids is just 0, 1, 2, … and so is not kept.
    let ids = "device_ids=[0, 1, 2, 3, 4, 5, 6, 7]";
    let mut m = meshes(&[
        ("mesh_0", &format!(r#"<["a"=4, "b"=2], {ids}>"#)),
        ("mesh_1", &format!(r#"<["x"=2, "y"=2, "z"=2], {ids}>"#)),
    ]);
    assert_eq!(m.get(m.find("mesh_0").unwrap()).to_spec().to_string(), r#"<["a"=4, "b"=2]>"#);
    assert_eq!(m.device_count(), Ok(Some(8)));
    let b = sharding(&mut m, r#"<@mesh_0, [{"b"}]>"#, 1);
    let z = sharding(&mut m, r#"<@mesh_1, [{"z"}]>"#, 1);
    let shape = [10];
    let layout = |s: &TensorSharding| DeviceSlices::new(m.get(s.mesh()), s, &shape);
    assert!(layout(&b).same_placement(&layout(&z)));
}

#[test]
fn meshes_share_devices_in_any_order() {
    let mut m = meshes(&[("m", r#"<["x"=4]>"#), ("r", r#"<["x"=4], device_ids=[3, 2, 1, 0]>"#)]);
    let forward = sharding(&mut m, r#"<@m, [{"x"}]>"#, 1);
    let reverse = sharding(&mut m, r#"<@r, [{"x"}]>"#, 1);
    for device in 0..4 {
        assert_eq!(held(&m, &forward, &[4], device), held(&m, &reverse, &[4], 3 - device));
    }
    assert!(!m.are_equivalent(Some(&forward), Some(&reverse)));
    assert!(m.get(forward.mesh()).same_axes(m.get(reverse.mesh())));
    // Every mesh is over the same devices; a single device is not a view of them all.
    m.define("one", mesh("<[], device_ids=[9]>")).unwrap();
    m.define("none", mesh("<[]>")).unwrap();
    assert_eq!(m.device_count(), Ok(Some(4)));
    m.define("large", mesh(r#"<["x"=8]>"#)).unwrap();
    let error = &m.device_count().unwrap_err()[0];
    assert_eq!(error.code(), code::MESHES_DIFFER_IN_SIZE);
    assert_eq!(error.to_string(), "mesh @large has 8 devices but mesh @m has 4");
}

#[test]
fn priorities_default_to_zero_and_may_have_gaps() {
    let mut m = meshes(&[("mesh_xy", r#"<["w"=6, "x"=2, "y"=4, "z"=2]>"#)]);
    // The document writes out the empty list of replicated axes; the canonical text does not.
    let text = r#"<@mesh_xy, [{"x"}p1, {"y"}, {"z", ?}p2]>"#;
    let written = spec(r#"<@mesh_xy, [{"x"}p1, {"y"}, {"z",?}p2], replicated={}>"#);
    assert_eq!(written.to_string(), text);
    let s = sharding(&mut m, text, 3);
    let priorities: Vec<_> = s.dims().iter().map(|dim| dim.priority.unwrap_or_default()).collect();
    assert_eq!(priorities, [Priority(1), Priority(0), Priority(2)]);
    sharding(&mut m, r#"<@mesh_xy, [{"x"}p0, {"y"}p9223372036854775807, {?}p7]>"#, 3);
}

#[test]
fn priority_invariants() {
    let mut m = meshes(&[("m", r#"<["x"=2]>"#)]);
    assert_eq!(codes(&mut m, "<@m, [{}p1]>", 1), [code::PRIORITY_ON_EMPTY]);
    assert_eq!(codes(&mut m, "<@m, [{}p0]>", 1), [code::PRIORITY_ON_EMPTY]);
    // Priorities start at 0: a negative one cannot even be written.
    assert!(parse_sharding(&mut Cursor::new(r#"<@m, [{"x"}p-1]>"#)).is_err());
}

#[test]
fn a_dimension_need_not_be_divisible() {
    let mut m = meshes(&[("mesh_xy", r#"<["x"=8, "y"=2, "z"=3]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_xy, [{"x"}, {"y"}, {"z"}]>"#, 3);
    let shape = [7, 3, 8];
    assert_eq!(s.local_shape(&shape), [1, 2, 3]);
    assert_eq!(s.indivisible_dims(&shape).collect::<Vec<_>>(), [0, 1, 2]);
    let layout = DeviceSlices::new(m.get(s.mesh()), &s, &shape);
    assert_eq!(layout.slice(DeviceId(0)).unwrap(), [0..1, 0..2, 0..3]);
    assert_eq!(layout.slice(DeviceId(5)).unwrap(), [0..1, 2..3, 6..8]);
    assert_eq!(layout.slice(DeviceId(47)).unwrap(), [7..7, 2..3, 6..8], "the eighth row shard is empty");
}

#[test]
fn grammar() {
    // The grammar of the document leaves the brackets around the axes out; sdy has them.
    let error = parse_mesh(&mut Cursor::new(r#"<"x"=2, "y"=4>"#)).unwrap_err();
    assert!(error.help.is_some());
    for text in [
        "<@m, []>",
        "<@m, [{}]>",
        "<@m, [{?}]>",
        r#"<@m, [{"a", "b"}, {"c", ?}]>"#,
        r#"<@m, [{"a":(1)2, ?}], replicated={"b":(2)4}>"#,
    ] {
        assert_eq!(spec(text).to_string(), text);
    }
}

#[test]
fn manual_computation_is_local_along_manual_axes_only() {
    let mut m = meshes(&[("mesh_name", r#"<["data"=2, "model"=2]>"#)]);
    let s = sharding(&mut m, r#"<@mesh_name, [{"data"}, {"model", ?}]>"#, 2);
    let data = m.get(s.mesh()).find("data").unwrap();
    assert_eq!(s.local_shape_along(&[16, 32], |axis| axis.axis() == data), [8, 32]);
    assert_eq!(s.local_shape(&[16, 32]), [8, 16]);
}
