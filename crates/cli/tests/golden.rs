//! Command lines and their expected output: the files of `testdata` with the header `# test: command`. `BLESS=1` accepts the current output.

use std::path::Path;

use partita_filetest::check_commands;

#[test]
fn commands_print_the_expected_output() {
    let report = check_commands(Path::new(env!("CARGO_BIN_EXE_partita")));
    assert!(report.failures.is_empty(), "{} failures\n{}", report.failures.len(), report.failures.join("\n"));
}
