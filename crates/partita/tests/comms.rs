//! The communication of a program does not depend on how its loops are written.

use partita::hlo::{self, CommsView, Partitioning};

fn comms(name: &str, text: &str) -> CommsView {
    let program = hlo::read(name, text).expect("valid");
    hlo::partition(program, &Partitioning::default()).expect("partitioned").comms()
}

/// Four layers of a model, as `lax.scan` and unrolled, as JAX lowers them.
#[test]
fn scanned_and_unrolled_layers_send_the_same_bytes() {
    let scanned = comms("scanned.mlir", include_str!("../../../testdata/comms/scanned.mlir"));
    let unrolled = comms("unrolled.mlir", include_str!("../../../testdata/comms/unrolled.mlir"));
    assert_eq!((scanned.bytes, scanned.per_turn_bytes), (unrolled.bytes, 0));
    assert_eq!(scanned.by_kind, unrolled.by_kind);
    assert_eq!(scanned.by_axes, unrolled.by_axes);
    assert!(unrolled.bytes > 0 && scanned.collectives.len() < unrolled.collectives.len());
}
