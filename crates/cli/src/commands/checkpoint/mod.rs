//! `partita checkpoint reshard`

mod files;

use std::collections::BTreeMap;

use partita::checkpoint::safetensors::{SafetensorsHeader, StoredTensor};
use partita::checkpoint::{CheckpointMesh, ShardedTensor, for_each_run};
use partita::notation::Sharding;
use partita::report::{CheckpointTensor, CheckpointView};
use partita::{code, suggest};

use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::tool_args::{CheckpointCommand, CheckpointReshard};
use crate::{input, output, progress};
use files::{NewFile, SourceFiles, path_of};

pub(super) fn run_checkpoint(command: &CheckpointCommand, common: &Common) -> Exit {
    match command {
        CheckpointCommand::Reshard(arguments) => Exit::of(reshard(arguments, common)),
    }
}

fn reshard(arguments: &CheckpointReshard, common: &Common) -> Outcome {
    let mesh = |axes: &str| CheckpointMesh::parse(axes).map_err(|error| input::report_error(&error, common));
    let (before, after) = (mesh(&arguments.mesh)?, mesh(&arguments.to_mesh)?);
    let from = ShardingList::parse(&arguments.shard, common)?;
    let to = ShardingList::parse(&arguments.to_shard, common)?;
    let mut sources = SourceFiles::new(&arguments.from);
    let names = sources.header(0).map_err(|why| refuse(&why, common))?.tensors.clone();
    from.check(&names)?;
    to.check(&names)?;
    let mut view = CheckpointView {
        devices_before: before.mesh().device_count(),
        devices_after: after.mesh().device_count(),
        ..CheckpointView::default()
    };
    let mut tensors: Vec<PlannedTensor<'_>> = Vec::new();
    for (name, stored) in &names {
        let report = |error: partita::Error| input::report_error(&error, common);
        let shards = before.tensor(from.find(name), &stored.shape).map_err(report)?;
        let shape = global_shape(&mut sources, name, stored, &shards).map_err(|why| refuse(&why, common))?;
        let source = before.tensor(from.find(name), &shape).map_err(report)?;
        let target = after.tensor(to.find(name), &shape).map_err(report)?;
        view.tensors.push(CheckpointTensor {
            name: name.clone(),
            element: stored.element.clone(),
            shape,
            shards_before: source.shards(),
            shards_after: target.shards(),
        });
        let element_bytes = stored.element_bytes().unwrap_or(1);
        tensors.push(PlannedTensor { name, element: &stored.element, element_bytes, source, target });
    }
    let metadata = sources.header(0).map_err(|why| refuse(&why, common))?.metadata.clone();
    write_devices(arguments, &tensors, &metadata, &mut sources, &mut view)
        .map_err(|why| refuse(&why, common))?;
    output::print_view(&view, common);
    Ok(Exit::Fine)
}

fn refuse(why: &str, common: &Common) -> Exit {
    input::print_finding(code::TENSOR_FILE, why, "", common);
    Exit::Findings
}

/// A tensor before and after.
struct PlannedTensor<'p> {
    name: &'p str,
    element: &'p str,
    element_bytes: u64,
    source: ShardedTensor<'p>,
    target: ShardedTensor<'p>,
}

/// The sizes of the entire tensor: along each dimension, the sum of the sizes of its shards.
fn global_shape(
    sources: &mut SourceFiles,
    name: &str,
    stored: &StoredTensor,
    shards: &ShardedTensor<'_>,
) -> Result<Vec<u64>, String> {
    let counts = shards.shards();
    let mut shape = Vec::new();
    for (dim, &count) in counts.iter().enumerate() {
        let mut size = 0u64;
        for index in 0..count {
            let mut shard = vec![0; counts.len()];
            shard[dim] = index;
            let device = shards.first_device(&shard).ok_or("a shard has no device")?;
            let found = sources.tensor(device, name)?;
            let found = found.shape.get(dim).filter(|_| found.shape.len() == stored.shape.len());
            let found =
                found.ok_or_else(|| format!("tensor `{name}` of device {device} has another rank"))?;
            size = size.checked_add(*found).ok_or("a size is too large")?;
        }
        shape.push(size);
    }
    Ok(shape)
}

/// Writes the file of every target device. All files appear together, at the end.
fn write_devices(
    arguments: &CheckpointReshard,
    tensors: &[PlannedTensor<'_>],
    metadata: &BTreeMap<String, String>,
    sources: &mut SourceFiles,
    view: &mut CheckpointView,
) -> Result<(), String> {
    let mut files = Vec::new();
    progress::begin_stage("copy");
    for device in 0..view.devices_after {
        progress::set_count(device as usize, view.devices_after as usize, "devices");
        let mut header = SafetensorsHeader { metadata: metadata.clone(), ..SafetensorsHeader::default() };
        let mut end = 0u64;
        for tensor in tensors {
            let shape = local_shape(&tensor.target, device)?;
            let elements = shape.iter().product::<u64>();
            let bytes = end..end + elements * tensor.element_bytes;
            end = bytes.end;
            header
                .tensors
                .insert(tensor.name.into(), StoredTensor { element: tensor.element.into(), shape, bytes });
        }
        let mut file = NewFile::create(&path_of(&arguments.to, device), &header.to_bytes())?;
        for tensor in tensors {
            let shard = read_shard(tensor, device, sources, view)?;
            view.written_bytes += shard.len() as u64;
            view.largest_shard = view.largest_shard.max(shard.len() as u64);
            file.append(&shard)?;
        }
        files.push(file);
    }
    progress::end_stage();
    files.into_iter().try_for_each(NewFile::finish)
}

fn local_shape(tensor: &ShardedTensor<'_>, device: u64) -> Result<Vec<u64>, String> {
    let slice = tensor.slice(device).ok_or_else(|| format!("the mesh has no device {device}"))?;
    Ok(slice.iter().map(|range| range.end - range.start).collect())
}

/// The elements of a target shard, from all source shards that overlap it.
fn read_shard(
    tensor: &PlannedTensor<'_>,
    device: u64,
    sources: &mut SourceFiles,
    view: &mut CheckpointView,
) -> Result<Vec<u8>, String> {
    let target_shape = local_shape(&tensor.target, device)?;
    let slice = tensor.target.slice(device).ok_or_else(|| format!("the mesh has no device {device}"))?;
    let elements = target_shape.iter().product::<u64>();
    let length = usize::try_from(elements * tensor.element_bytes).map_err(|_| "a shard is too large")?;
    let mut shard = Vec::new();
    shard
        .try_reserve_exact(length)
        .map_err(|_| format!("not enough memory for a shard of `{}`", tensor.name))?;
    shard.resize(length, 0);
    for copy in tensor.source.copies(&slice) {
        let expected = local_shape(&tensor.source, copy.device)?;
        let found = sources.tensor(copy.device, tensor.name)?.clone();
        if found.shape != expected || found.element != tensor.element {
            let name = tensor.name;
            return Err(format!(
                "device {} has tensor `{name}` of shape {:?} and type {}; expected {expected:?} and {}",
                copy.device, found.shape, found.element, tensor.element
            ));
        }
        for_each_run(&copy, &expected, &target_shape, &mut |from, to, count| {
            let bytes = tensor.element_bytes;
            let part = &mut shard[(to * bytes) as usize..((to + count) * bytes) as usize];
            view.read_bytes += part.len() as u64;
            sources.read(copy.device, found.bytes.start + from * bytes, part)
        })?;
    }
    Ok(shard)
}

/// Shardings by name; a name may contain `*`.
struct ShardingList(Vec<(String, Sharding)>);

impl ShardingList {
    fn parse(texts: &[String], common: &Common) -> Result<Self, Exit> {
        let parse = |text: &String| {
            let Some((name, spec)) = text.split_once('=') else {
                output::print_error(&format!("expected NAME=SHARDING, such as `w*=x,_`, found `{text}`"));
                return Err(Exit::Usage);
            };
            let sharding = spec.parse().map_err(|error| input::report_error(&error, common))?;
            Ok((name.to_string(), sharding))
        };
        texts.iter().map(parse).collect::<Result<Vec<_>, Exit>>().map(Self)
    }

    /// The sharding of a tensor; the first one whose name matches.
    fn find(&self, name: &str) -> Option<&Sharding> {
        self.0.iter().find(|(pattern, _)| matches_pattern(pattern, name)).map(|(_, sharding)| sharding)
    }

    /// Reports names that no tensor has.
    fn check(&self, names: &BTreeMap<String, StoredTensor>) -> Result<(), Exit> {
        for (pattern, _) in &self.0 {
            if !names.keys().any(|name| matches_pattern(pattern, name)) {
                output::print_error(&format!("no tensor of the checkpoint has the name `{pattern}`"));
                let close = suggest::close_names(pattern, names.keys().map(String::as_str));
                if !close.is_empty() {
                    output::print_help(&format!("similar names: {}", close.join(", ")));
                }
                return Err(Exit::Usage);
            }
        }
        Ok(())
    }
}

/// Whether a name matches a pattern, in which `*` matches any text.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(start) else { return false };
    let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    ends.into_iter().any(|at| matches_pattern(rest, &name[at..]))
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn a_star_matches_any_text() {
        assert!(matches_pattern("layers.*.w", "layers.12.w"));
        assert!(matches_pattern("*", "a") && matches_pattern("a*", "a"));
        assert!(!matches_pattern("layers.*.w", "layers.12.b") && !matches_pattern("w", "w2"));
    }
}
