//! Starts Python processes isolated from the current folder.

use std::path::Path;
use std::process::Command;

/// On Linux, makes the system kill the process when its parent ends, even if it hangs: `prctl(PR_SET_PDEATHSIG, SIGKILL)`.
const ENDS_WITH_PARENT: &str =
    "import ctypes, sys; sys.platform == 'linux' and ctypes.CDLL(None).prctl(1, 9)\n";

/// Makes packages that the user installed with `pip install --user` visible again: `-I` hides them together with the
/// current folder and `PYTHONPATH`, but they are as trustworthy as the interpreter itself.
const USER_PACKAGES: &str = "import site, sys; sys.path.append(site.getusersitepackages())\n";

/// A command that runs `script` in `python`.
///
/// Plain `python -c` puts the current folder first on the module path, so a `json.py` next to a downloaded model would run.
/// `-I` ignores the current folder, `PYTHONPATH` and every other `PYTHON…` variable; virtual environments still work.
pub(crate) fn isolated_python(python: &Path, script: &str) -> Command {
    let mut command = Command::new(python);
    command.args(["-I", "-c"]).arg(format!("{ENDS_WITH_PARENT}{USER_PACKAGES}{script}"));
    command
}
