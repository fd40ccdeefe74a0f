//! Assembles an edited file from segments of the old file and new bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bytes::Bytes;
use prost::Message;

use super::ReadLimits;
use super::edit::{Child, EditError, EditPlan, List};
use super::wire::{self, Broken, Token, WireType};
use crate::proto::{DeviceConfiguration, NodeDeviceConfiguration, StringEntry};

/// The field number of `ir_version` in a model.
const IR_VERSION: u32 = 1;
/// The field number of the value in a property.
const PROPERTY_VALUE: u32 = 2;

pub(super) fn splice_edits(file: &Bytes, plan: &EditPlan) -> Result<Vec<Bytes>, EditError> {
    let splicer = Splicer { file };
    let mut progress = Progress::default();
    let segments = splicer.message(plan, 0..file.len(), &mut progress, true)?;
    Ok(segments.list.into_iter().map(|segment| segment.bytes(file)).collect())
}

/// A segment of the edited file: a range of the old file, or new bytes.
enum FileSegment {
    Old(Range<usize>),
    New(Vec<u8>),
}

impl FileSegment {
    fn bytes(self, file: &Bytes) -> Bytes {
        match self {
            FileSegment::Old(range) => file.slice(range),
            FileSegment::New(bytes) => bytes.into(),
        }
    }
}

/// Consecutive segments; adjacent ranges of the old file are merged.
#[derive(Default)]
struct FileSegments {
    list: Vec<FileSegment>,
    length: usize,
    is_changed: bool,
}

impl FileSegments {
    fn old(&mut self, range: Range<usize>) {
        self.length += range.len();
        match self.list.last_mut() {
            _ if range.is_empty() => {}
            Some(FileSegment::Old(last)) if last.end == range.start => last.end = range.end,
            _ => self.list.push(FileSegment::Old(range)),
        }
    }

    fn fresh(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        self.is_changed = true;
        match self.list.last_mut() {
            _ if bytes.is_empty() => {}
            Some(FileSegment::New(last)) => last.extend_from_slice(bytes),
            _ => self.list.push(FileSegment::New(bytes.to_vec())),
        }
    }

    fn append(&mut self, other: FileSegments) {
        self.is_changed |= other.is_changed;
        for segment in other.list {
            match segment {
                FileSegment::Old(range) => self.old(range),
                FileSegment::New(bytes) => self.fresh(&bytes),
            }
        }
    }
}

/// What has been seen of a message. A message split into several occurrences continues in the next one.
#[derive(Default)]
struct Progress {
    /// The number of elements seen, per repeated field.
    met: BTreeMap<u32, usize>,
    /// The keys of the properties seen.
    keys: BTreeSet<String>,
    /// The progress in nested messages that may be split.
    single: BTreeMap<u32, Progress>,
}

struct Splicer<'a> {
    file: &'a Bytes,
}

impl Splicer<'_> {
    /// Edits a message, or one occurrence of a split message.
    fn message(
        &self,
        plan: &EditPlan,
        range: Range<usize>,
        progress: &mut Progress,
        is_last: bool,
    ) -> Result<FileSegments, EditError> {
        let tokens = self.tokens(range)?;
        let last: BTreeMap<u32, usize> =
            tokens.iter().enumerate().map(|(i, token)| (token.number, i)).collect();
        let last_of = |number: u32| last.get(&number).copied();
        let mut segments = FileSegments::default();
        let mut version = plan.ir_version;
        for (i, token) in tokens.iter().enumerate() {
            let is_message = token.wire_type == WireType::Bytes;
            if token.number == IR_VERSION && plan.ir_version.is_some() && last_of(IR_VERSION) == Some(i) {
                match version.take() {
                    Some(wanted) if wanted as u64 != token.varint || token.wire_type != WireType::Varint => {
                        segments.fresh(&version_field(wanted));
                    }
                    _ => segments.old(token.start..token.end),
                }
            } else if !is_message {
                segments.old(token.start..token.end);
            } else if let Some(list) = plan.lists.get(&token.number) {
                let at = next(&mut progress.met, token.number);
                self.element(list, at, token, &mut segments);
            } else if let Some((_, properties)) =
                plan.metadata.as_ref().filter(|(field, _)| *field == token.number)
            {
                self.property(properties, token, progress, &mut segments)?;
            } else {
                match plan.children.get(&token.number) {
                    None => segments.old(token.start..token.end),
                    Some(Child::Many(plans)) => match plans.get(&next(&mut progress.met, token.number)) {
                        None => segments.old(token.start..token.end),
                        Some(child) => {
                            let mut own = Progress::default();
                            let inner = self.message(child, token.value.clone(), &mut own, true)?;
                            self.wrap(token, inner, &mut segments);
                        }
                    },
                    Some(Child::Single(child)) => {
                        *progress.met.entry(token.number).or_default() += 1;
                        let is_last = last_of(token.number) == Some(i);
                        let own = progress.single.entry(token.number).or_default();
                        let inner = self.message(child, token.value.clone(), own, is_last)?;
                        self.wrap(token, inner, &mut segments);
                    }
                }
            }
        }
        if is_last {
            self.finish(plan, progress, version, &mut segments)?;
        }
        Ok(segments)
    }

    /// Appends what the message lacks. Fails if an edited element does not exist.
    fn finish(
        &self,
        plan: &EditPlan,
        progress: &Progress,
        version: Option<i64>,
        segments: &mut FileSegments,
    ) -> Result<(), EditError> {
        for (&field, child) in &plan.children {
            let met = progress.met.get(&field).copied().unwrap_or(0);
            let wanted = match child {
                Child::Single(_) => 1,
                Child::Many(plans) => plans.keys().next_back().map_or(0, |last| last + 1),
            };
            if met < wanted {
                return Err(EditError::NoSuchElement(format!("element {} of field {field}", wanted - 1)));
            }
        }
        let mut bytes = Vec::new();
        if let Some(version) = version {
            bytes.extend(version_field(version));
        }
        for (&field, list) in &plan.lists {
            for at in progress.met.get(&field).copied().unwrap_or(0)..list.len() {
                wire::put_bytes(field, &list.encode(at), &mut bytes);
            }
        }
        if let Some((field, properties)) = &plan.metadata {
            for (key, value) in properties.iter().filter(|(key, _)| !progress.keys.contains(*key)) {
                if value.is_some() {
                    let entry = StringEntry { key: Some(key.clone()), value: value.clone() };
                    wire::put_bytes(*field, &entry.encode_to_vec(), &mut bytes);
                }
            }
        }
        if !bytes.is_empty() {
            segments.fresh(&bytes);
        }
        Ok(())
    }

    /// Replaces, keeps or removes an element of a list.
    fn element(&self, list: &List, at: usize, token: &Token, segments: &mut FileSegments) {
        if at >= list.len() {
            segments.fresh(&[]);
        } else if list.is_same(at, &self.file[token.value.clone()]) {
            segments.old(token.start..token.end);
        } else {
            let mut bytes = Vec::new();
            wire::put_bytes(token.number, &list.encode(at), &mut bytes);
            segments.fresh(&bytes);
        }
    }

    /// Sets, keeps or removes a property.
    fn property(
        &self,
        properties: &BTreeMap<String, Option<String>>,
        token: &Token,
        progress: &mut Progress,
        segments: &mut FileSegments,
    ) -> Result<(), EditError> {
        let entry = StringEntry::decode(&self.file[token.value.clone()]);
        let entry = entry.map_err(|_| EditError::Broken(token.value.start))?;
        let key = entry.key.unwrap_or_default();
        let Some(wanted) = properties.get(&key) else {
            segments.old(token.start..token.end);
            return Ok(());
        };
        let is_first = progress.keys.insert(key);
        match wanted {
            None => segments.fresh(&[]),
            Some(_) if !is_first => segments.old(token.start..token.end),
            Some(text) if entry.value.as_ref() == Some(text) => segments.old(token.start..token.end),
            Some(text) => {
                let tokens = self.tokens(token.value.clone())?;
                let last = tokens.iter().rposition(|token| token.number == PROPERTY_VALUE);
                let mut field = Vec::new();
                wire::put_bytes(PROPERTY_VALUE, text.as_bytes(), &mut field);
                let mut inner = FileSegments::default();
                for (i, token) in tokens.iter().enumerate() {
                    match last == Some(i) {
                        true => inner.fresh(&field),
                        false => inner.old(token.start..token.end),
                    }
                }
                if last.is_none() {
                    inner.fresh(&field);
                }
                self.wrap(token, inner, segments);
            }
        }
        Ok(())
    }

    /// Writes the tag and the length of a message before its contents. An unchanged length keeps its bytes.
    fn wrap(&self, token: &Token, inner: FileSegments, segments: &mut FileSegments) {
        if !inner.is_changed {
            segments.old(token.start..token.end);
            return;
        }
        if inner.length == token.value.len() {
            segments.old(token.start..token.value.start);
        } else {
            segments.old(token.start..token.tag_end);
            let mut length = Vec::new();
            wire::put_varint(inner.length as u64, &mut length);
            segments.fresh(&length);
        }
        segments.append(inner);
    }

    fn tokens(&self, range: Range<usize>) -> Result<Vec<Token>, EditError> {
        let mut tokens = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let token = wire::read_token(self.file, at, range.end, ReadLimits::MAX_DEPTH)
                .map_err(|Broken { at, .. }| EditError::Broken(at))?;
            at = token.end;
            tokens.push(token);
        }
        Ok(tokens)
    }
}

impl List {
    fn len(&self) -> usize {
        match self {
            List::Configurations(list) => list.len(),
            List::Annotations(list) => list.len(),
        }
    }

    fn encode(&self, at: usize) -> Vec<u8> {
        match self {
            List::Configurations(list) => list[at].encode_to_vec(),
            List::Annotations(list) => list[at].encode_to_vec(),
        }
    }

    /// Whether the bytes decode to the element.
    fn is_same(&self, at: usize, bytes: &[u8]) -> bool {
        match self {
            List::Configurations(list) => DeviceConfiguration::decode(bytes).is_ok_and(|old| old == list[at]),
            List::Annotations(list) => {
                NodeDeviceConfiguration::decode(bytes).is_ok_and(|old| old == list[at])
            }
        }
    }
}

/// Counts one more element and returns its position.
fn next(met: &mut BTreeMap<u32, usize>, field: u32) -> usize {
    let count = met.entry(field).or_default();
    *count += 1;
    *count - 1
}

fn version_field(version: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::put_tag(IR_VERSION, WireType::Varint, &mut bytes);
    wire::put_varint(version as u64, &mut bytes);
    bytes
}
