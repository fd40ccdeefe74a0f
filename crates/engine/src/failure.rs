//! Why a program does not run.

use std::error::Error;
use std::fmt;

use partita_base::{Diagnostic, Span, code};
use partita_interp::{EvalError, Fault};

use crate::{EngineError, MemoryNeed};

/// Why there is nothing to compare.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The program as it is does not run.
    Global(Box<Fault>),
    /// The partitioned program does not run.
    Local(Box<Fault>),
    /// There is no function to run.
    NoEntry,
    /// The program calls a Python function, which no other process has.
    Callback {
        /// The target of the custom call.
        target: String,
        /// Where the call is.
        span: Span,
    },
    /// A run would need more memory than it may use.
    Memory(Box<MemoryNeed>),
    /// An engine does not answer, or cannot be given the arguments.
    Engine(EngineError),
}

impl Failure {
    /// The failure as a diagnostic; `module` is where it is about no op.
    pub fn diagnostic(&self, module: Span) -> Diagnostic {
        match self {
            Failure::Global(fault) | Failure::Local(fault) => fault_diagnostic(fault),
            Failure::NoEntry => {
                Diagnostic::error(code::EVAL_ARGUMENT, module, "the module has no function to run")
            }
            Failure::Callback { target, span } => {
                let message = format!(
                    "@{target} calls a Python function, which exists only in the process that lowered the program"
                );
                Diagnostic::error(code::CALLBACK, *span, message)
                    .help("lower the program without the callback: `jax.debug.print`, `pure_callback` and `io_callback` make one")
            }
            Failure::Memory(need) => need.diagnostic(module),
            Failure::Engine(error) => {
                let found = Diagnostic::error(error.code, module, &error.message);
                let found = error.said.iter().fold(found, |found, line| found.note(line));
                match error.code {
                    code::ENGINE_ABSENT => found.help("name a Python with jax by `XlaSettings::python`"),
                    _ => found,
                }
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic(Span::default()).message)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Failure::Global(fault) | Failure::Local(fault) => Some(&**fault),
            Failure::Engine(error) => Some(error),
            Failure::Memory(need) => Some(&**need),
            Failure::NoEntry | Failure::Callback { .. } => None,
        }
    }
}

/// What the interpreter lacks another engine may have.
fn fault_diagnostic(fault: &Fault) -> Diagnostic {
    let diagnostic = Diagnostic::from(fault.clone());
    match &fault.error {
        EvalError::Unsupported(_) => diagnostic.help("`XlaEngine` runs what XLA's CPU back end can run"),
        _ => diagnostic,
    }
}
