//! Every file under `testdata` that has a header. `PARTITA_FILE=TEXT` selects files by path, `BLESS=1` accepts what is found.

use partita_filetest::{check_files, passes_without_a_file, unread_files};

#[test]
fn every_chunk_is_as_expected() {
    let report = check_files();
    let (failed, chunks) = (report.failures.len(), &report.chunks);
    assert!(
        report.failures.is_empty(),
        "{failed} failures, chunks tested: {chunks:?}\n{}",
        report.failures.join("\n")
    );
}

#[test]
fn every_file_is_read_by_a_test() {
    let faults = unread_files();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_pass_has_a_file() {
    let faults = passes_without_a_file();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
