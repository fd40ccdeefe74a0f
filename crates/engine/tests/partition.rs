//! Every valid module of the file tests is partitioned or rejected; the partitioner never panics.

use std::path::Path;

use partita_base::Source;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, partition};

#[test]
fn every_valid_module_is_partitioned_or_refused() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")];
    let (mut partitioned, mut refused) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for part in text.split("// -----").filter(|_| path.extension().is_some_and(|end| end == "mlir")) {
                let source = Source::new(&path.display().to_string(), part).expect("short");
                let parsed = parse(&source, ParseOptions::default());
                if parsed.diagnostics.has_errors() || partita_verify::verify(&parsed.module).has_errors() {
                    continue;
                }
                match partition(&parsed.module, &PartitionOptions::default()) {
                    Ok(local) => {
                        let found = partita_verify::verify(&local.module);
                        let first = found.iter().next().map(|error| &error.message);
                        assert!(!found.has_errors(), "{}: {first:?} in\n{part}", path.display());
                        partitioned += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(partitioned > 300 && refused > 0, "{partitioned} partitioned, {refused} refused");
}
