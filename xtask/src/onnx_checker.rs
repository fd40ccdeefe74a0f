//! onnx's own checker, on models that Partita wrote.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use partita_onnx::file::externalize_contents;
use partita_onnx::proto;
use prost::Message;

use crate::{root, run, target};

/// A process that checks one model after the other.
pub(crate) struct Checker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// How many models it has checked.
    pub(crate) count: usize,
}

impl Checker {
    pub(crate) fn start(python: &Path) -> Result<Self, String> {
        let mut command = Command::new(python);
        command.arg(root().join("oracle/onnx_check.py")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err("no pipes".into()) };
        Ok(Self { child, input, output: BufReader::new(output), count: 0 })
    }

    /// The fault that onnx finds in a model, if any.
    pub(crate) fn fault(&mut self, model: &proto::Model) -> Result<Option<String>, String> {
        let bytes = model.encode_to_vec();
        let length = u32::try_from(bytes.len()).map_err(|_| "the model has 4 GiB or more".to_string())?;
        let mut answer = String::new();
        self.input
            .write_all(&length.to_le_bytes())
            .and_then(|()| self.input.write_all(&bytes))
            .and_then(|()| self.input.flush())
            .and_then(|()| self.output.read_line(&mut answer))
            .map_err(|error| format!("onnx_check.py: {error}"))?;
        if answer.is_empty() {
            return Err("onnx_check.py ended".into());
        }
        self.count += 1;
        let answer = answer.trim_end();
        Ok((!answer.is_empty()).then(|| answer.to_owned()))
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a model with its weights inside and in a separate file, and lets onnx and onnxruntime read both. Returns
/// false if no weight is large enough for the file.
pub(crate) fn external_data_is_read(python: &Path, model: &proto::Model) -> Result<bool, String> {
    let mut moved = model.clone();
    let contents = externalize_contents(&mut moved, "rank0.onnx.data");
    if contents.segments.is_empty() {
        return Ok(false);
    }
    let folder = target().join("onnx-external");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| error.to_string())?;
        Ok::<_, String>(path)
    };
    let mut data = Vec::new();
    for (offset, segment) in &contents.segments {
        data.resize(*offset as usize, 0);
        data.extend_from_slice(segment);
    }
    write("rank0.onnx.data", &data)?;
    let (plain, external) =
        (write("plain.onnx", &model.encode_to_vec())?, write("rank0.onnx", &moved.encode_to_vec())?);
    run(Command::new(python).arg(root().join("oracle/onnx_check.py")).args([plain, external]))?;
    Ok(true)
}
