//! The record of a program: everything that a comparison needs, as JSON, so that a later version can compare with it.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::comms::{CauseView, CollectiveView, CommsView, RunsView};
use crate::outline::{OutlinedValue, ProgramOutline, ValueRole};
use crate::sources::{PlaceView, SourceView};
use crate::view::json_as_declared;

/// The version of the format. A change that old readers would misread raises it.
const FORMAT: u64 = 1;

/// The collectives that a program can have; other names in a record are of a later version.
const COLLECTIVES: &[&str] = &[
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "ragged_all_to_all",
    "reduce_scatter",
];

/// The reason why a file is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError {
    /// One lower-case sentence.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RecordError {}

#[derive(Serialize)]
struct Record<'a> {
    record: u64,
    partita: &'static str,
    name: &'a str,
    mesh: &'a [(String, u64)],
    peak_bytes: u64,
    sent_bytes: u64,
    values: Vec<RecordedValue<'a>>,
    collectives: &'a [CollectiveView],
}

#[derive(Serialize)]
struct RecordedValue<'a> {
    role: &'static str,
    name: &'a str,
    source_name: Option<&'a str>,
    op: &'a str,
    r#type: &'a str,
    line: usize,
    place: Option<&'a str>,
    sharding: &'a str,
    local_shape: &'a [u64],
}

/// The record of a program as JSON.
pub fn record_json(outline: &ProgramOutline) -> String {
    let values = outline.values.iter().map(|value| RecordedValue {
        role: role_name(value.role),
        name: &value.name,
        source_name: value.source_name.as_deref(),
        op: &value.op,
        r#type: &value.r#type,
        line: value.line,
        place: value.place.as_deref(),
        sharding: &value.short,
        local_shape: &value.local_shape,
    });
    json_as_declared(&Record {
        record: FORMAT,
        partita: env!("CARGO_PKG_VERSION"),
        name: &outline.name,
        mesh: &outline.mesh,
        peak_bytes: outline.peak,
        sent_bytes: outline.comms.bytes,
        values: values.collect(),
        collectives: &outline.comms.collectives,
    })
}

fn role_name(role: ValueRole) -> &'static str {
    match role {
        ValueRole::Argument => "argument",
        ValueRole::Result => "result",
        ValueRole::Inner => "value",
    }
}

/// Reads the record of a program, as [`record_json`] writes it.
pub fn read_record(text: &str) -> Result<ProgramOutline, RecordError> {
    let json: Value = serde_json::from_str(text).map_err(|error| fault(format!("invalid JSON: {error}")))?;
    match json.get("record").and_then(Value::as_u64) {
        Some(FORMAT) => {}
        Some(format) => return Err(fault(format!("expected a record of format {FORMAT}, found {format}"))),
        None => return Err(fault("expected a record, found other JSON".into())),
    }
    let collectives = list(&json, "collectives")?.iter().map(collective).collect::<Result<Vec<_>, _>>()?;
    let values = list(&json, "values")?.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let mesh = list(&json, "mesh")?.iter().map(axis).collect::<Result<Vec<_>, _>>()?;
    let mut comms = CommsView::new(collectives, Vec::new());
    // The devices that send in a permutation are not recorded, so the sum cannot be computed again.
    comms.bytes = number(&json, "sent_bytes")?;
    Ok(ProgramOutline {
        name: text_of(&json, "name")?,
        mesh,
        values,
        comms,
        peak: number(&json, "peak_bytes")?,
    })
}

fn fault(message: String) -> RecordError {
    RecordError { message }
}

fn wrong(key: &str, expected: &str) -> RecordError {
    fault(format!("expected {expected} as `{key}` of a record"))
}

fn list<'j>(json: &'j Value, key: &str) -> Result<&'j [Value], RecordError> {
    json.get(key).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| wrong(key, "a list"))
}

fn number(json: &Value, key: &str) -> Result<u64, RecordError> {
    json.get(key).and_then(Value::as_u64).ok_or_else(|| wrong(key, "a number"))
}

fn index(json: &Value, key: &str) -> Result<usize, RecordError> {
    usize::try_from(number(json, key)?).map_err(|_| wrong(key, "a smaller number"))
}

fn text_of(json: &Value, key: &str) -> Result<String, RecordError> {
    optional(json, key).ok_or_else(|| wrong(key, "a text"))
}

fn optional(json: &Value, key: &str) -> Option<String> {
    json.get(key).and_then(Value::as_str).map(str::to_string)
}

fn axis(json: &Value) -> Result<(String, u64), RecordError> {
    let name = json.get(0).and_then(Value::as_str);
    let size = json.get(1).and_then(Value::as_u64);
    name.zip(size)
        .map(|(name, size)| (name.to_string(), size))
        .ok_or_else(|| wrong("mesh", "names and sizes"))
}

fn value(json: &Value) -> Result<OutlinedValue, RecordError> {
    let shape = list(json, "local_shape")?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    Ok(OutlinedValue {
        role: match text_of(json, "role")?.as_str() {
            "argument" => ValueRole::Argument,
            "result" => ValueRole::Result,
            _ => ValueRole::Inner,
        },
        name: text_of(json, "name")?,
        source_name: optional(json, "source_name"),
        op: text_of(json, "op")?,
        r#type: text_of(json, "type")?,
        line: index(json, "line")?,
        place: optional(json, "place"),
        // A record has the short notation only.
        written: text_of(json, "sharding")?,
        short: text_of(json, "sharding")?,
        local_shape: shape.ok_or_else(|| wrong("local_shape", "numbers"))?,
    })
}

fn collective(json: &Value) -> Result<CollectiveView, RecordError> {
    let kind = text_of(json, "collective")?;
    let axes = list(json, "axes")?.iter().map(|axis| axis.as_str().map(str::to_string));
    let flag = |key: &str| json.get(key).and_then(Value::as_bool).unwrap_or(false);
    Ok(CollectiveView {
        collective: COLLECTIVES.iter().find(|known| **known == kind).copied().unwrap_or("other collective"),
        axes: axes.collect::<Option<Vec<String>>>().ok_or_else(|| wrong("axes", "texts"))?,
        group: number(json, "group")?,
        pairs: json.get("pairs").and_then(Value::as_u64),
        bytes: number(json, "bytes")?,
        seconds: json.get("seconds").and_then(Value::as_f64),
        senders: None::<Arc<[u64]>>,
        runs: RunsView {
            calls: number(json, "calls")?,
            times: number(json, "times")?,
            in_loop: flag("in_loop"),
            per_turn: flag("per_turn"),
        },
        line: index(json, "line")?,
        op: text_of(json, "op")?,
        pattern: String::new(),
        // A comparison does not use the cause.
        cause: CauseView::default(),
        origin: SourceView {
            source: optional(json, "source").as_deref().and_then(place),
            name_stack: optional(json, "name_stack"),
            layer: optional(json, "layer"),
        },
    })
}

/// `model.py:88:12`
fn place(text: &str) -> Option<PlaceView> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some(PlaceView { file: parts.next()?.to_string(), line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline() -> ProgramOutline {
        let collective = CollectiveView {
            collective: "all_gather",
            axes: vec!["x".into()],
            group: 2,
            bytes: 8,
            runs: RunsView { calls: 1, times: 3, in_loop: true, per_turn: false },
            line: 4,
            origin: SourceView { source: place("a.py:7:2"), ..SourceView::default() },
            ..CollectiveView::default()
        };
        let value = OutlinedValue {
            role: ValueRole::Argument,
            name: "%a".into(),
            source_name: Some("p['w']".into()),
            op: "argument".into(),
            r#type: "tensor<8xf32>".into(),
            line: 2,
            place: None,
            written: "f32[8@x]".into(),
            short: "f32[8@x]".into(),
            local_shape: vec![4],
        };
        ProgramOutline {
            name: "a.mlir".into(),
            mesh: vec![("x".into(), 2)],
            values: vec![value],
            comms: CommsView::new(vec![collective], Vec::new()),
            peak: 64,
        }
    }

    #[test]
    fn a_record_is_equal_to_its_program() {
        let (before, text) = (outline(), record_json(&outline()));
        let after = read_record(&text).expect("a record");
        assert!(!crate::DiffView::new(&before, &after, 10).differs());
        assert_eq!(record_json(&after), text);
    }

    #[test]
    fn other_files_are_not_records() {
        assert_eq!(read_record("{}").unwrap_err().message, "expected a record, found other JSON");
        assert!(read_record("{").unwrap_err().message.starts_with("invalid JSON"));
        let newer = record_json(&outline()).replace("\"record\": 1", "\"record\": 2");
        assert_eq!(read_record(&newer).unwrap_err().message, "expected a record of format 1, found 2");
        let broken = record_json(&outline()).replace("\"peak_bytes\": 64", "\"peak_bytes\": null");
        assert_eq!(
            read_record(&broken).unwrap_err().message,
            "expected a number as `peak_bytes` of a record"
        );
    }
}
