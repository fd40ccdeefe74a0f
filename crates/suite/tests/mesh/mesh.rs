//! Meshes: kinds, checks, devices and positions, sizes that overflow.

use partita_base::{Code, Cursor, code};
use partita_mesh::spec::MeshSpec;
use partita_mesh::text::{parse_mesh, parse_mesh_spans};
use partita_mesh::{DeviceId, DeviceSlices, Mesh, MeshError, MeshKind, Meshes, TensorSharding};

fn mesh(text: &str) -> Mesh {
    Mesh::from_spec(&parse_mesh(&mut Cursor::new(text)).unwrap()).unwrap()
}

fn codes(text: &str) -> Vec<Code> {
    let errors = Mesh::from_spec(&parse_mesh(&mut Cursor::new(text)).unwrap()).unwrap_err();
    errors.iter().map(MeshError::code).collect()
}

#[test]
fn kinds() {
    assert_eq!(mesh("<[]>").kind(), MeshKind::Empty);
    assert_eq!(mesh("<[], device_ids=[3]>").kind(), MeshKind::Maximal(DeviceId(3)));
    assert_eq!(mesh("<[], device_ids=[0]>").kind(), MeshKind::Maximal(DeviceId(0)));
    assert_eq!(mesh(r#"<["a"=1]>"#).kind(), MeshKind::Iota, "one device with an axis is not maximal");
    assert_eq!(mesh(r#"<["a"=2], device_ids=[1, 0]>"#).kind(), MeshKind::Explicit);
    assert_eq!(Mesh::empty(), mesh("<[]>"));
    // A list that is just 0, 1, 2, … adds nothing, even if it did not come from text.
    let spec = MeshSpec { device_ids: vec![0, 1], ..MeshSpec::new([("a", 2)]) };
    assert_eq!(Mesh::from_spec(&spec).unwrap(), mesh(r#"<["a"=2]>"#));
}

#[test]
fn every_mistake_has_its_code() {
    assert_eq!(codes(r#"<["a"=0]>"#), [code::MESH_AXIS_SIZE]);
    assert_eq!(codes(r#"<["a"=-1, "b"=0]>"#), [code::MESH_AXIS_SIZE; 2]);
    assert_eq!(codes(r#"<["a"=2, "b"=2, "a"=2, "a"=2]>"#), [code::MESH_AXIS_REPEATED; 2]);
    assert_eq!(codes(r#"<["a"=2], device_ids=[-1, -2]>"#), [code::DEVICE_ID_NEGATIVE; 2]);
    assert_eq!(codes(r#"<["a"=3], device_ids=[0, 1]>"#), [code::DEVICE_ID_COUNT]);
    assert_eq!(codes(r#"<["a"=2], device_ids=[1, 2]>"#), [code::DEVICE_IDS_NOT_PERMUTATION]);
    assert_eq!(codes(r#"<["a"=2], device_ids=[1, 1]>"#), [code::DEVICE_IDS_NOT_PERMUTATION]);
    assert_eq!(codes(r#"<["a"=1, "b"=1], device_ids=[1]>"#), [code::DEVICE_IDS_NOT_PERMUTATION]);
    assert_eq!(codes("<[], device_ids=[0, 1]>"), [code::DEVICES_WITHOUT_AXES]);
    assert_eq!(codes("<[], device_ids=[-1]>"), [code::DEVICE_ID_NEGATIVE]);
    assert_eq!(
        codes(r#"<["a"=0, "a"=2], device_ids=[-1]>"#),
        [code::MESH_AXIS_SIZE, code::MESH_AXIS_REPEATED, code::DEVICE_ID_NEGATIVE]
    );
}

#[test]
fn sizes_that_overflow_are_errors() {
    assert_eq!(codes(r#"<["a"=4294967296, "b"=4294967296]>"#), [code::MESH_TOO_LARGE]);
    assert_eq!(codes(r#"<["a"=9223372036854775807, "b"=2]>"#), [code::MESH_TOO_LARGE]);
    assert_eq!(codes(r#"<["a"=4294967296, "b"=4294967296], device_ids=[0]>"#), [code::MESH_TOO_LARGE]);
    let many: Vec<_> = (0..64).map(|i| (format!("a{i}"), i64::MAX)).collect();
    assert!(Mesh::from_spec(&MeshSpec::new(many)).is_err());
    assert_eq!(mesh(r#"<["a"=4294967296]>"#).device_count(), Mesh::MAX_DEVICES);
}

#[test]
fn messages_and_places() {
    let text = r#"<["a"=2, "b"=2, "a"=2], device_ids=[-4]>"#;
    let (spec, spans) = parse_mesh_spans(&mut Cursor::new(text)).unwrap();
    let errors = Mesh::from_spec(&spec).unwrap_err();
    let diagnostic = errors[0].to_diagnostic(&spans);
    assert_eq!(diagnostic.message, r#"mesh has two axes named "a""#);
    assert_eq!(&text[diagnostic.span.range()], r#""a"=2"#);
    assert_eq!(diagnostic.span.start, 16);
    assert_eq!(diagnostic.labels[0].span.start, 2);
    assert_eq!(&text[errors[1].to_diagnostic(&spans).span.range()], "-4");
    let twice = MeshError::NotPermutation { index: 1, id: 1, count: 2 };
    assert_eq!(twice.to_string(), "mesh lists device 1 twice");
    let large = MeshError::NotPermutation { index: 1, id: 2, count: 2 };
    assert_eq!(large.to_string(), "device id 2 is too large for a mesh of 2 devices");
}

#[test]
fn devices_and_positions() {
    let m = mesh(r#"<["a"=2, "b"=2], device_ids=[3, 1, 0, 2]>"#);
    for position in 0..4 {
        assert_eq!(m.position(m.device(position).unwrap()), Some(position));
    }
    assert_eq!((m.device(4), m.position(DeviceId(4))), (None, None));
    assert_eq!(m.devices().unwrap(), [3, 1, 0, 2].map(DeviceId));
    let one = mesh("<[], device_ids=[7]>");
    assert_eq!((one.position(DeviceId(7)), one.position(DeviceId(0))), (Some(0), None));
    assert_eq!(one.devices().unwrap(), [DeviceId(7)]);
}

#[test]
fn a_mesh_of_2_to_the_32_devices_costs_nothing() {
    let mut meshes = Meshes::default();
    let text = r#"<["pod"=4096, "chip"=1048576]>"#;
    let id = meshes.define("m", mesh(text)).unwrap();
    let m = meshes.get(id);
    assert_eq!(m.device_count(), 1 << 32);
    assert_eq!(m.devices(), Err(MeshError::TooManyToList { count: 1 << 32 }));
    let replicated = TensorSharding::replicated(id, 1);
    let mut parts = replicated.parts();
    parts.dims[0].axes = vec![m.axis(m.find("chip").unwrap())];
    let sharding = TensorSharding::new(id, m, parts).unwrap();
    let layout = DeviceSlices::new(m, &sharding, &[1 << 50]);
    assert_eq!(layout.replicas(), 1 << 12);
    let last = &layout.slice(DeviceId((1 << 32) - 1)).unwrap()[0];
    assert_eq!(*last, (1 << 50) - (1 << 30)..1 << 50);
    assert_eq!(layout.devices(&[5]).nth(2), Some(DeviceId((2 << 20) + 5)));
    assert!(layout.same_placement(&layout.clone()));
}

#[test]
fn equal_inline_meshes_are_one() {
    let mut meshes = Meshes::default();
    let named = meshes.define("m", mesh(r#"<["a"=2]>"#)).unwrap();
    assert_eq!(meshes.define("m", Mesh::empty()), None, "the name is taken");
    let first = meshes.inline(mesh(r#"<["a"=2]>"#));
    assert_eq!(meshes.inline(mesh(r#"<["a"=2]>"#)), first);
    assert_ne!(first, named);
    assert_eq!(meshes.reference(first).to_string(), r#"mesh<["a"=2]>"#);
    assert_eq!(meshes.reference(named).to_string(), "@m");
    assert_eq!(meshes.len(), 2);
    // Compared by their data, a named and an inline mesh are the same.
    let sharded = |id, meshes: &Meshes| {
        let mut parts = TensorSharding::replicated(id, 1).parts();
        parts.dims[0].axes = vec![meshes.get(id).axis(meshes.get(id).find("a").unwrap())];
        TensorSharding::new(id, meshes.get(id), parts).unwrap()
    };
    assert!(meshes.are_equivalent(Some(&sharded(first, &meshes)), Some(&sharded(named, &meshes))));
}
