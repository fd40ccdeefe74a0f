//! Meshes on which a tensor has more layouts than the model lists: the smallest ones stay, and nothing is proven about the others.

use partita::Error;
use partita::hlo::Machine;
use partita::mesh::{DimSharding, ShardingParts, TensorSharding};
use partita::notation::parse_mesh;
use partita::plans::{Annotations, Given};
use partita::search::{FoundPlan, SearchEnd, SearchOptions, find_plan};

use super::{MACHINE, on_mesh, read};

/// A tensor of rank 3 has 256 layouts on four axes.
const BATCH: &str = "
func.func @main(%x: tensor<16x64x64xf32>, %v: tensor<16x64x64xf32>) -> tensor<16x64x64xf32> {
  %0 = stablehlo.dot_general %x, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x64x64xf32>, tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
  return %0 : tensor<16x64x64xf32>
}
";
const MESH: &str = "a=2,b=2,c=2,d=2";
/// A shard of the batch of each of the three tensors takes 16 KiB.
const LEAST: u64 = 3 << 14;

fn search(text: &str, memory: u64, given: Given) -> Result<FoundPlan, Error> {
    let machine = Machine::parse(&MACHINE.replace("devices = 8", "devices = 16")).unwrap();
    let mesh = parse_mesh(MESH, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.memory = Some(memory);
    options.given = given;
    options.rounds = Some(1);
    find_plan(&read(text), &options, &mut (), &mut ())
}

/// The program with argument 0 sharded along the given axes of each dimension.
fn annotated(dims: [&[usize]; 3]) -> String {
    let (program, id) = on_mesh(BATCH, MESH);
    let mut annotations = Annotations::none(&program);
    let mesh = annotations.meshes.get(id).clone();
    let axes: Vec<_> = mesh.axis_ids().map(|axis| mesh.axis(axis)).collect();
    let dims = dims.map(|dim| DimSharding::closed(dim.iter().map(|&at| axes[at]).collect()));
    let parts = ShardingParts { dims: dims.to_vec(), ..ShardingParts::default() };
    annotations.arguments[0] = Some(TensorSharding::new(id, &mesh, parts).unwrap());
    partita::hlo::print(annotations.apply(&program, Given::Removed).module())
}

#[test]
fn a_plan_that_just_fits_is_found() {
    for memory in [60 << 10, LEAST] {
        let found = search(BATCH, memory, Given::Removed).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.view.figures.peak_bytes, LEAST);
    }
    let less = search(BATCH, LEAST - 1, Given::Removed).unwrap_err().to_string();
    // All tensors in their smallest shards need this much, whatever was left out.
    assert!(less.contains("no sharding fits") && less.contains("at least 48.0 KiB are needed"), "{less}");
}

#[test]
fn nothing_is_proven_about_layouts_that_were_left_out() {
    let certificate = search(BATCH, 1 << 30, Given::Removed).unwrap().view.certificate;
    assert!(certificate.shortened > 0);
    assert_eq!((certificate.optimal, certificate.gap), (false, None));
    assert_eq!(certificate.reason, SearchEnd::Shortened);
}

#[test]
fn an_annotation_on_four_axes_never_makes_a_plan_faster_or_smaller() {
    for memory in [1 << 30, 100 << 10, LEAST] {
        let free = search(BATCH, memory, Given::Removed).unwrap_or_else(|error| panic!("{error}"));
        let least = free.view.figures.step_seconds;
        for dims in [
            [&[0, 1, 2, 3][..], &[], &[]],
            [&[3, 2, 1, 0], &[], &[]],
            [&[0, 1], &[2, 3], &[]],
            [&[], &[0], &[1, 2, 3]],
            [&[], &[], &[]],
        ] {
            let Ok(bound) = search(&annotated(dims), memory, Given::Kept) else { continue };
            let seconds = bound.view.figures.step_seconds;
            assert!(
                seconds >= least * (1.0 - 1e-9),
                "{dims:?} in {memory}: {seconds} s, and {least} s without"
            );
        }
    }
}
