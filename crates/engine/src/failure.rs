//! The reasons why a run fails.

use std::error::Error;
use std::fmt;

use partita_base::{Diagnostic, Span, code};
use partita_interp::{EvalError, Fault};

use crate::{EngineError, MemoryNeed};

/// The reason why a run has no results.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The unpartitioned program failed.
    Global(Box<Fault>),
    /// The partitioned program failed.
    Local(Box<Fault>),
    /// The module has no entry function.
    NoEntry,
    /// The program calls a Python function, which exists only in another process.
    Callback {
        /// The target of the custom call.
        target: String,
        /// The position of the call.
        span: Span,
    },
    /// The run would exceed the memory limit.
    Memory(Box<MemoryNeed>),
    /// The engine failed, or the arguments are invalid.
    Engine(EngineError),
}

impl Failure {
    /// The failure as a diagnostic; `module` is its position if it refers to no op.
    pub fn diagnostic(&self, module: Span) -> Diagnostic {
        match self {
            Failure::Global(fault) | Failure::Local(fault) => fault_diagnostic(fault),
            Failure::NoEntry => {
                Diagnostic::error(code::EVAL_ARGUMENT, module, "the module has no entry function")
            }
            Failure::Callback { target, span } => {
                let message = format!(
                    "@{target} calls a Python function, which exists only in the process that lowered the program"
                );
                Diagnostic::error(code::CALLBACK, *span, message)
                    .help("lower the program without the callback: `jax.debug.print`, `pure_callback` and `io_callback` create one")
            }
            Failure::Memory(need) => need.diagnostic(module),
            Failure::Engine(error) => {
                let found = Diagnostic::error(error.code, module, &error.message);
                let found = error.output.iter().fold(found, |found, line| found.note(line));
                match error.code {
                    code::ENGINE_ABSENT => found.help("specify a Python with jax with `XlaSettings::python`"),
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

/// For ops that the interpreter does not support, suggests XLA.
fn fault_diagnostic(fault: &Fault) -> Diagnostic {
    let diagnostic = Diagnostic::from(fault.clone());
    match &fault.error {
        EvalError::Unsupported(_) => {
            diagnostic.help("`XlaEngine` runs all ops that XLA's CPU back end supports")
        }
        _ => diagnostic,
    }
}
