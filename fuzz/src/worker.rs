//! Runs one input after the other and keeps what fails.
//!
//! A panic or a broken law does not end the process: it is kept, by kind, with the smallest input that shows it, and
//! fuzzing goes on. An input that ends the process (out of memory, stack overflow, timeout) remains in the file
//! `current`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::targets::FuzzTarget;

/// The stack size of the command, so that deep inputs fail here exactly when they would fail there.
const STACK_BYTES: usize = 64 << 20;

thread_local! {
    /// The location and the message of the last panic.
    static PANIC: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// What is wrong with one input.
struct Failed {
    /// Inputs with the same kind are taken to show the same mistake.
    kind: String,
    detail: String,
}

/// A thread with the stack of the command, and the folder of one target.
pub(crate) struct Worker {
    inputs: SyncSender<Vec<u8>>,
    outcomes: Receiver<Option<Failed>>,
    folder: PathBuf,
    current: File,
    /// The smallest input of each kind of failure.
    smallest: BTreeMap<String, usize>,
}

impl Worker {
    pub(crate) fn new(target: &'static FuzzTarget, folder: PathBuf) -> io::Result<Worker> {
        fs::create_dir_all(folder.join("failures"))?;
        let current = File::create(folder.join("current"))?;
        // libFuzzer's binding ends the process on a panic; here they are counted.
        std::panic::set_hook(Box::new(|info| {
            let place = info.location().map_or_else(String::new, |at| format!("{}:{}", at.file(), at.line()));
            let message = info.payload_as_str().unwrap_or("no message").to_string();
            PANIC.with(|last| *last.borrow_mut() = Some((place, message)));
        }));
        let (inputs, given) = sync_channel::<Vec<u8>>(0);
        let (made, outcomes) = sync_channel(0);
        let work = move || {
            while let Ok(input) = given.recv() {
                if made.send(run(target, &input)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
        Ok(Worker { inputs, outcomes, folder, current, smallest: BTreeMap::new() })
    }

    /// Tries one input.
    pub(crate) fn examine(&mut self, input: &[u8]) {
        self.remember(input).expect("the state of the run can be written");
        self.inputs.send(input.to_vec()).expect("the thread takes inputs");
        let outcome = self.outcomes.recv().expect("the thread answers");
        if let Some(failed) = outcome {
            self.keep(&failed, input).expect("a failure can be written");
        }
    }

    fn remember(&mut self, input: &[u8]) -> io::Result<()> {
        self.current.seek(SeekFrom::Start(0))?;
        self.current.write_all(&(input.len() as u64).to_le_bytes())?;
        self.current.write_all(input)
    }

    /// Writes a failure that is new, or whose input is shorter than the one before.
    fn keep(&mut self, failed: &Failed, input: &[u8]) -> io::Result<()> {
        let name: String =
            failed.kind.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let name: String = name.chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
        let path = self.folder.join("failures").join(name.trim_matches('-'));
        let known = match self.smallest.get(&failed.kind) {
            Some(&known) => Some(known),
            // Found by an earlier run.
            None => fs::metadata(&path).ok().map(|data| data.len() as usize),
        };
        if known.is_some_and(|known| known <= input.len()) {
            self.smallest.insert(failed.kind.clone(), known.unwrap_or_default());
            return Ok(());
        }
        self.smallest.insert(failed.kind.clone(), input.len());
        fs::write(&path, input)?;
        fs::write(path.with_extension("txt"), format!("{}\n{}\n", failed.kind, failed.detail))
    }
}

fn run(target: &FuzzTarget, input: &[u8]) -> Option<Failed> {
    match catch_unwind(AssertUnwindSafe(|| (target.check)(input))) {
        Ok(Ok(())) => None,
        Ok(Err(broken)) => Some(Failed { kind: broken.law.to_string(), detail: broken.detail }),
        Err(_) => {
            let last = PANIC.with(|last| last.borrow_mut().take());
            // The hook stores panics per thread, so one in a worker thread of the library is not seen here.
            let (place, message) = last.unwrap_or_else(|| ("another thread".into(), String::new()));
            Some(Failed { kind: format!("panic at {place}"), detail: message })
        }
    }
}
