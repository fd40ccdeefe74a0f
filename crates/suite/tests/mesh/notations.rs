//! The notations of JAX and GSPMD, compared with those that JAX writes.

use partita_base::Cursor;
use partita_mesh::foreign_notation::{gspmd_notation, jax_notation, parse_jax};
use partita_mesh::spec::MeshSpec;
use partita_mesh::text::parse_sharding;
use partita_mesh::{Mesh, Meshes, Subject};

/// Written by `oracle/notations.py`.
const CASES: &str = include_str!("../../../../testdata/notations.txt");

#[test]
fn jax_and_gspmd_agree() {
    let mut count = 0;
    for line in CASES.lines() {
        let [axes, rank, jax, gspmd]: [&str; 4] =
            line.split(" | ").collect::<Vec<_>>().try_into().expect("four columns");
        let axes = axes.split(',').map(|axis| axis.split_once('=').expect("a size"));
        let spec = MeshSpec::new(axes.map(|(name, size)| (name, size.parse().expect("a number"))));
        let mesh = Mesh::from_spec(&spec).expect("a valid mesh");
        let mut meshes = Meshes::default();
        meshes.define("m", mesh.clone());
        let rank = rank.parse().expect("a number");
        let text = format!("<@m, {}>", parse_jax(jax, rank).expect("a PartitionSpec"));
        let sharding = parse_sharding(&mut Cursor::new(&text)).expect("a sharding");
        let sharding = meshes.resolve(&sharding, Subject::Ranked(rank)).expect("a valid sharding");
        assert_eq!(jax_notation(&mesh, &sharding, rank).as_deref(), Ok(jax), "{line}");
        assert_eq!(gspmd_notation(&mesh, &sharding, rank).as_deref(), Ok(gspmd), "{line}");
        count += 1;
    }
    assert!(count > 150, "{count}");
}
