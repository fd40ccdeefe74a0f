//! The child process: loads the library and answers requests until there are no more.

use std::io::{self, Read, Write};
use std::path::Path;

use super::backend::Scheme;
use super::error::CkksTrouble;
use super::library::Library;
use super::machine::Machine;
use super::wire::{Request, Response, receive_message, send_message};
use crate::EngineError;
use crate::spawned::end_with_parent;

/// The hidden command of this program that calls [`serve_lattigo`]; the path of the library follows.
pub const SERVE_COMMAND: &str = "__lattigo";

/// Answers requests from standard input on standard output, with the library at a path. All errors are reported
/// to the other side; only a closed connection is an error here.
pub fn serve_lattigo(library: &Path) -> io::Result<()> {
    end_with_parent();
    let (input, output) = unbuffered()?;
    answer_all(library, input, output)
}

/// Standard input and output without Rust's buffers, which would keep parts of messages that are never wiped.
#[cfg(unix)]
fn unbuffered() -> io::Result<(impl Read, impl Write)> {
    use std::fs::File;
    use std::os::fd::AsFd;
    let file = |handle: std::os::fd::BorrowedFd<'_>| handle.try_clone_to_owned().map(File::from);
    Ok((file(io::stdin().as_fd())?, file(io::stdout().as_fd())?))
}

#[cfg(not(unix))]
fn unbuffered() -> io::Result<(impl Read, impl Write)> {
    Ok((io::stdin().lock(), io::stdout().lock()))
}

fn answer_all(library: &Path, mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut library = Some(Library::load(library));
    let mut machine = None;
    let mut stored = None;
    while let Some(request) = receive_message::<Request>(&mut input) {
        let response = match (request, &mut machine) {
            (Request::StoreKeys { most }, None) => {
                stored = Some(most as usize);
                Response::Done
            }
            (Request::Params { log_n, q_bits, p_bits, scale_bits, weight }, None) => {
                let scheme = Scheme { log_n, q_bits, p_bits, scale_bits, weight };
                match library.take() {
                    Some(Ok(library)) => {
                        let made = match stored {
                            Some(most) => Machine::with_stored_keys(library, &scheme, most),
                            None => Ok(Machine::new(library, &scheme)),
                        };
                        match made {
                            Ok(made) => {
                                let made = machine.insert(made);
                                Response::Ready { moduli: made.moduli().to_vec() }
                            }
                            Err(error) => Response::fault(error),
                        }
                    }
                    Some(Err(why)) => refuse(CkksTrouble::Absent, &format!("cannot load the library: {why}")),
                    None => refuse(CkksTrouble::Absent, "the library was not loaded"),
                }
            }
            (_, None) => refuse(CkksTrouble::Failed, "the parameters have not been set"),
            (request, Some(machine)) => answer(machine, request).unwrap_or_else(Response::fault),
        };
        send_message(&mut output, &response)?;
    }
    Ok(())
}

fn refuse(kind: CkksTrouble, message: &str) -> Response {
    Response::fault(EngineError::ckks(kind, message))
}

fn answer(machine: &mut Machine<Library>, request: Request) -> Result<Response, EngineError> {
    match request {
        Request::Params { .. } | Request::StoreKeys { .. } => {
            return Ok(refuse(CkksTrouble::Failed, "the parameters are already set"));
        }
        Request::Keys { steps } => machine.make_keys(&steps)?,
        Request::BootstrapKeys { p_bits, period } => machine.make_bootstrap_keys(&p_bits, period)?,
        Request::MapKeys { steps } => machine.make_map_keys(&steps)?,
        Request::Diagonal { map, ratio, steps, values } => machine.set_diagonal(map, ratio, steps, values)?,
        Request::ForgetMap { map } => machine.forget_map(map),
        Request::Plain { plain, values } => machine.set_plain(plain, values)?,
        Request::Forget { plains } => plains.into_iter().for_each(|plain| machine.forget(plain)),
        Request::Input { to, level, values } => machine.input(to, level, &values)?,
        Request::Ops { ops } => machine.run(&ops)?,
        Request::Output { from } => {
            let (level, values) = machine.output(from)?;
            return Ok(Response::Values { level, values });
        }
        Request::Finish => return Ok(Response::Finished { stats: machine.finish() }),
    }
    Ok(Response::Done)
}
