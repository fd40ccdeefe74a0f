//! Models as text and JSON, against the output of Google's protobuf; and none of onnx's own models may have findings.

use std::fs;
use std::process::Command;

use bytes::Bytes;
use partita_onnx::file::{Detail, ReadLimits, from_text, read_model, to_json, to_text};
use partita_onnx::structure::check_structure;
use serde_json::Value;

use crate::{Outcome, oracle, root, run, target};

pub(crate) fn agrees_with_protobuf() -> Outcome {
    let folder = target().join("onnx-text");
    run(Command::new(oracle::python()?).arg(root().join("oracle/onnx_text.py")).arg(&folder))?;
    let mut count = 0;
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    for path in entries.map(|entry| entry.expect("readable").path()) {
        if path.extension().is_none_or(|ending| ending != "onnx") {
            continue;
        }
        let fault = |what: &str| format!("{}: {what}", path.display());
        let load = |ending: &str| fs::read(path.with_extension(ending)).map_err(|error| error.to_string());
        let bytes = Bytes::from(load("onnx")?);
        let model =
            read_model(&bytes, &ReadLimits::default()).map_err(|finding| fault(&finding.message))?.model;
        let text = to_text(&bytes, Detail::Full);
        if text.as_bytes() != load("textproto")? {
            return Err(fault("printed differently"));
        }
        let again = from_text(&text).map_err(|finding| fault(&finding.message))?;
        if to_text(&again, Detail::Full) != text {
            return Err(fault("the text does not read back"));
        }
        let json =
            |text: &[u8]| serde_json::from_slice::<Value>(text).map_err(|error| fault(&error.to_string()));
        if json(to_json(&bytes, Detail::Full).as_bytes())? != json(&load("json")?)? {
            return Err(fault("the JSON differs"));
        }
        let is_awkward = path.file_stem().is_some_and(|name| name == "awkward");
        if let Some(finding) = check_structure(&model).first().filter(|_| !is_awkward) {
            return Err(fault(&format!("[{}] {}: {}", finding.code, finding.location, finding.message)));
        }
        count += 1;
    }
    println!("{count} models printed alike, without findings");
    if count > 100 { Ok(()) } else { Err(format!("only {count} models")) }
}
