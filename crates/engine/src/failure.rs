//! Why a program does not run.

use partita_base::{Diagnostic, Span, code};
use partita_interp::{EvalError, Fault};

use crate::{EngineError, EngineErrorKind, MemoryNeed, PieceError};

/// Why there is nothing to compare.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The program as it is does not run.
    Global(Box<Fault>),
    /// The partitioned program does not run.
    Local(Box<Fault>),
    /// The pieces of arguments and results are not known.
    Pieces(PieceError),
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
    /// An engine outside does not answer.
    Engine(EngineError),
}

impl Failure {
    /// The failure as a diagnostic; `module` is where it is about no op.
    pub fn diagnostic(&self, module: Span) -> Diagnostic {
        let argument = |message: &str| Diagnostic::error(code::EVAL_ARGUMENT, module, message);
        match self {
            Failure::Global(fault) | Failure::Local(fault) => fault_diagnostic(fault),
            Failure::Pieces(error) => argument(&error.0),
            Failure::NoEntry => argument("the module has no function to run"),
            Failure::Callback { target, span } => {
                let message = format!(
                    "@{target} calls a Python function, which exists only in the process that lowered the program"
                );
                Diagnostic::error(code::CALLBACK, *span, message)
                    .help("lower the program without the callback: `jax.debug.print`, `pure_callback` and `io_callback` make one")
            }
            Failure::Memory(need) => need.diagnostic(module),
            Failure::Engine(error) => {
                let said = error.said.iter();
                match error.kind {
                    EngineErrorKind::Absent => {
                        let found = Diagnostic::error(code::ENGINE_ABSENT, module, &error.message);
                        said.fold(found, |found, line| found.note(line))
                            .help("name a Python with jax by `XlaSettings::python`")
                    }
                    EngineErrorKind::Failed => {
                        let found = Diagnostic::error(code::ENGINE_FAILED, module, &error.message);
                        said.fold(found, |found, line| found.note(line))
                    }
                }
            }
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
