//! How every Python process is started: isolated from the folder that the command runs in.

use std::path::Path;
use std::process::Command;

/// On Linux, the system ends the process with the one that started it, even if it hangs.
const ENDS_WITH_PARENT: &str =
    "import ctypes, sys; sys.platform == 'linux' and ctypes.CDLL(None).prctl(1, 9)\n";

/// Makes packages that the user installed with `pip install --user` visible again: `-I` hides them together with the
/// current folder and `PYTHONPATH`, but they are as trustworthy as the interpreter itself.
const USER_PACKAGES: &str = "import site, sys; sys.path.append(site.getusersitepackages())\n";

/// A command that runs `script` in `python`.
///
/// Plain `python -c` puts the current folder first on the module path, so a `json.py` beside a downloaded model would run.
/// `-I` leaves the current folder, `PYTHONPATH` and every other `PYTHON…` variable out; virtual environments still work.
pub(crate) fn isolated_python(python: &Path, script: &str) -> Command {
    let mut command = Command::new(python);
    command.args(["-I", "-c"]).arg(format!("{ENDS_WITH_PARENT}{USER_PACKAGES}{script}"));
    command
}
