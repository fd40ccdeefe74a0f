//! The files of ranks.
//!
//! Weights that the models do not contain are copied from the files of the source model while they are written, so that memory does not
//! depend on their size.

use std::collections::BTreeMap;
use std::io;

use bytes::Bytes;
use partita_base::code;
use partita_onnx::file::{ExternalContents, LARGEST_MESSAGE, externalize_contents, place_contents};
use partita_onnx::partition::DeferredWeight;
use partita_onnx::{Finding, NodeLocation, proto};
use partita_report::RankFileView;
use prost::Message as _;

use super::model::{find_contents, tensor_contents};
use super::{Ranks, refused};
use crate::Error;

/// Models of this many bytes keep their weights in another file: half of the 2 GiB that a protobuf message can hold.
const LARGEST_INLINE: u64 = 1 << 30;

/// The files of one rank.
#[derive(Clone, Debug)]
pub struct RankFiles {
    /// The file name of the model, such as `rank0.onnx`.
    pub name: String,
    /// The encoded model.
    pub model: Bytes,
    /// The external data file: the name by which the model refers to it, such as `rank0.onnx.data`, and its contents.
    pub data: Option<(String, ExternalContents)>,
}

/// A file to write.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// The name in the folder of all files.
    pub name: String,
    /// The contents, in order; [`Ranks::write_part`] writes them.
    pub parts: Vec<FilePart>,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub enum FilePart {
    /// Bytes in memory.
    Bytes(Bytes),
    /// Zeros up to a page boundary.
    Zeros(u64),
    /// A shard of a weight of the source model.
    Weight(DeferredWeight),
    /// The model of a rank with all its weights.
    Model {
        /// The rank whose model it is.
        rank: usize,
        /// About as many bytes as it takes: without the types of the values between its nodes, which are inferred when it is written.
        bytes: u64,
    },
}

impl FilePart {
    /// The number of bytes, for an entire model about.
    pub fn bytes(&self) -> u64 {
        match self {
            FilePart::Bytes(bytes) => bytes.len() as u64,
            FilePart::Zeros(count) => *count,
            FilePart::Weight(weight) => weight.bytes(),
            FilePart::Model { bytes, .. } => *bytes,
        }
    }
}

/// The files of all ranks.
#[derive(Clone, Debug, Default)]
pub struct RankOutput {
    /// The files, models last.
    pub files: Vec<OutputFile>,
    /// The names of each rank's files.
    pub views: Vec<RankFileView>,
}

/// A data file while its contents are listed.
#[derive(Default)]
struct DataFile {
    parts: Vec<FilePart>,
    length: u64,
}

impl DataFile {
    /// Adds contents at the next page boundary, and returns their offset.
    fn add(&mut self, part: FilePart) -> u64 {
        let offset = self.length.next_multiple_of(partita_onnx::file::CONTENTS_ALIGNMENT);
        if offset > self.length {
            self.parts.push(FilePart::Zeros(offset - self.length));
        }
        self.length = offset + part.bytes();
        self.parts.push(part);
        offset
    }
}

/// The ranks that hold a shard of a weight, each with the position of its initialiser.
type Holders = Vec<(usize, usize)>;

impl Ranks {
    /// Whether the ranks should keep weights in external files: the source did, or the model of a rank is larger than 1
    /// GiB.
    pub fn needs_external_data(&self) -> bool {
        self.has_external_source || self.has_model_of(LARGEST_INLINE)
    }

    /// Whether the model of a rank with all its weights has at least this many bytes.
    fn has_model_of(&self, limit: u64) -> bool {
        (0..self.made.models.len()).any(|rank| self.model_bytes(rank) >= limit)
    }

    /// The size of the model of a rank with all its weights.
    fn model_bytes(&self, rank: usize) -> u64 {
        (self.made.models[rank].encoded_len() as u64).saturating_add(self.made.deferred_bytes(rank))
    }

    /// The files of a rank, with weights in an external file if `external`. Fails if the model without them is still
    /// too large.
    pub fn files(&self, rank: usize, external: bool) -> Result<RankFiles, Error> {
        let name = format!("rank{rank}.onnx");
        let mut model = self.complete_model(rank)?;
        let location = format!("{name}.data");
        let data = external.then(|| (location.clone(), externalize_contents(&mut model, &location)));
        let data = data.filter(|(_, contents)| !contents.segments.is_empty());
        Ok(RankFiles { model: encoded(&model, rank)?, name, data })
    }

    /// The files of all ranks. With `external`, weights are in files beside the models: `rank0.onnx.data`, …, and those that several ranks
    /// have in common once, in `shared0.onnx.data`, ….
    pub fn output(&self, external: bool) -> Result<RankOutput, Error> {
        let ranks = 0..self.made.models.len();
        if !external {
            let file = |rank: usize| OutputFile {
                name: format!("rank{rank}.onnx"),
                parts: vec![FilePart::Model { rank, bytes: self.model_bytes(rank) }],
            };
            let view = |rank| RankFileView { model: format!("rank{rank}.onnx"), ..RankFileView::default() };
            return Ok(RankOutput {
                files: ranks.clone().map(file).collect(),
                views: ranks.map(view).collect(),
            });
        }
        let mut models: Vec<proto::Model> = ranks.map(|rank| self.made.declared_model(rank)).collect();
        let mut data: BTreeMap<String, DataFile> = BTreeMap::new();
        for (rank, model) in models.iter_mut().enumerate() {
            let location = format!("rank{rank}.onnx.data");
            let contents = externalize_contents(model, &location);
            let file = data.entry(location).or_default();
            for (_, bytes) in contents.segments {
                file.add(FilePart::Bytes(bytes));
            }
        }
        for (location, weight, holders) in self.located_weights() {
            let file = data.entry(location.clone()).or_default();
            let offset = file.add(FilePart::Weight(weight.clone()));
            for (rank, initializer) in holders {
                if let Some(graph) = &mut models[rank].graph {
                    place_contents(&mut graph.initializer[initializer], &location, offset, weight.bytes());
                }
            }
        }
        self.listed(&models, data)
    }

    /// Every distinct shard of a weight, with its file, the ranks that hold it, and the positions of their initialisers.
    fn located_weights(&self) -> Vec<(String, &DeferredWeight, Holders)> {
        let mut shards: Vec<(&DeferredWeight, Holders)> = Vec::new();
        let mut by_source: BTreeMap<*const proto::Tensor, Vec<usize>> = BTreeMap::new();
        for (rank, weights) in self.made.deferred.iter().enumerate() {
            for weight in weights {
                let same = by_source.entry(std::sync::Arc::as_ptr(&weight.source)).or_default();
                let holder = (rank, weight.initializer);
                match same.iter().find(|&&at| shards[at].0.is_same(weight)) {
                    Some(&at) => shards[at].1.push(holder),
                    None => {
                        same.push(shards.len());
                        shards.push((weight, vec![holder]));
                    }
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut location = |holders: &Holders| {
            let mut ranks: Vec<usize> = holders.iter().map(|holder| holder.0).collect();
            ranks.dedup();
            if let [rank] = ranks[..] {
                return format!("rank{rank}.onnx.data");
            }
            let group = groups.iter().position(|group| *group == ranks).unwrap_or_else(|| {
                groups.push(ranks);
                groups.len() - 1
            });
            format!("shared{group}.onnx.data")
        };
        shards.into_iter().map(|(weight, holders)| (location(&holders), weight, holders)).collect()
    }

    fn listed(&self, models: &[proto::Model], data: BTreeMap<String, DataFile>) -> Result<RankOutput, Error> {
        let mut out = RankOutput::default();
        for (rank, model) in models.iter().enumerate() {
            let own = format!("rank{rank}.onnx.data");
            let length = data.get(&own).map(|file| file.length).filter(|&length| length > 0);
            let mut shared: Vec<String> = (model.graph.iter().flat_map(|graph| &graph.initializer))
                .filter_map(|tensor| proto::StringEntry::find(&tensor.external_data, "location"))
                .filter(|location| *location != own)
                .map(str::to_owned)
                .collect();
            shared.sort_unstable();
            shared.dedup();
            out.views.push(RankFileView {
                model: format!("rank{rank}.onnx"),
                data: length.map(|_| own),
                data_bytes: length,
                shared_data: shared,
            });
        }
        let files = data.into_iter().filter(|(_, file)| file.length > 0);
        out.files.extend(files.map(|(name, file)| OutputFile { name, parts: file.parts }));
        for (rank, model) in models.iter().enumerate() {
            let parts = vec![FilePart::Bytes(encoded(model, rank)?)];
            out.files.push(OutputFile { name: format!("rank{rank}.onnx"), parts });
        }
        Ok(out)
    }

    /// Writes a part of a file.
    ///
    /// # Errors
    ///
    /// The weights of the source model cannot be read, or `write` failed.
    pub fn write_part(
        &self,
        part: &FilePart,
        write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        match part {
            FilePart::Bytes(bytes) => write(bytes),
            FilePart::Zeros(count) => write(&vec![0; *count as usize]),
            FilePart::Model { rank, .. } => {
                let model = self.complete_model(*rank).map_err(io::Error::other)?;
                write(&encoded(&model, *rank).map_err(io::Error::other)?)
            }
            FilePart::Weight(weight) if weight.source.is_external() => {
                let (folder, location, range) =
                    find_contents(self.folder.as_ref(), &weight.source).map_err(io::Error::other)?;
                folder.copy_ranges(location, range.start, weight.runs(), write)
            }
            FilePart::Weight(weight) => {
                let contents = tensor_contents(None, &weight.source).map_err(io::Error::other)?;
                let shard = weight.select(&contents);
                write(&shard.ok_or_else(|| io::Error::other("the weight has the wrong size"))?)
            }
        }
    }

    /// The model of a rank with all its weights.
    fn complete_model(&self, rank: usize) -> Result<proto::Model, Error> {
        let load = |tensor: &proto::Tensor| tensor_contents(self.folder.as_ref(), tensor);
        self.made.complete_model(rank, &load).map_err(|why| {
            refused(
                &format!("rank{rank}.onnx"),
                vec![Finding::error(code::ONNX_EXTERNAL_DATA, NodeLocation::default(), why)],
            )
        })
    }
}

/// A model of a rank as a protobuf message.
fn encoded(model: &proto::Model, rank: usize) -> Result<Bytes, Error> {
    let length = model.encoded_len();
    if length > LARGEST_MESSAGE {
        let message = format!(
            "the model of rank {rank} takes {length} bytes, but a file holds at most {LARGEST_MESSAGE}"
        );
        let finding = Finding::error(code::ONNX_RANK_TOO_LARGE, NodeLocation::default(), message)
            .help("turn large constants in attributes into initialisers");
        return Err(refused(&format!("rank{rank}.onnx"), vec![finding]));
    }
    Ok(Bytes::from(model.encode_to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::onnx::{OnMesh, RankPartition, read_text};

    /// Weights of 64 KiB, of which each of two ranks holds half.
    const MODEL: &str = r#"
        ir_version: 10
        opset_import { domain: "" version: 18 }
        graph {
          name: "g"
          node { input: "x" input: "w" output: "h" op_type: "MatMul" }
          node { input: "h" input: "c" output: "y" op_type: "Mul" }
          initializer { name: "w" data_type: 1 dims: 256 dims: 64 raw_data: "CONTENTS" }
          initializer { name: "c" data_type: 1 float_data: 2 }
          input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } dim { dim_value: 256 } } } } }
          output { name: "y" type { tensor_type { elem_type: 1 } } }
        }
    "#;

    #[test]
    fn weights_that_make_a_rank_large_are_written_to_files_of_their_own() {
        let model = read_text("model", &MODEL.replace("CONTENTS", &"ABCD".repeat(256 * 64))).unwrap();
        let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard("w", "_,x".parse().unwrap());
        let partition = RankPartition::default().on(Some(on)).propagate(true);
        // Whether the contents are in the model already or are copied when it is written.
        for defers in [false, true] {
            let ranks = model.partition(&partition.clone().defer_weights(defers)).unwrap();
            assert_eq!(ranks.made.deferred_bytes(0), if defers { 32 << 10 } else { 0 });
            assert!(ranks.has_model_of(32 << 10) && !ranks.has_model_of(34 << 10), "{defers}");
            assert!(!ranks.needs_external_data());
            let names = |external: bool| -> Vec<String> {
                ranks.output(external).unwrap().files.into_iter().map(|file| file.name).collect()
            };
            assert_eq!(names(false), ["rank0.onnx", "rank1.onnx"]);
            let external = ["rank0.onnx.data", "rank1.onnx.data", "rank0.onnx", "rank1.onnx"];
            assert_eq!(names(true), external);
        }
    }

    #[test]
    fn the_bytes_to_write_are_those_that_are_written() {
        let model = read_text("model", &MODEL.replace("CONTENTS", &"ABCD".repeat(256 * 64))).unwrap();
        let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard("w", "_,x".parse().unwrap());
        let ranks = model.partition(&RankPartition::default().on(Some(on)).defer_weights(true)).unwrap();
        for external in [false, true] {
            let output = ranks.output(external).unwrap();
            let parts = || output.files.iter().flat_map(|file| &file.parts);
            let expected: u64 = parts().map(FilePart::bytes).sum();
            let mut written = 0;
            for part in parts() {
                ranks
                    .write_part(part, &mut |bytes| {
                        written += bytes.len() as u64;
                        Ok(())
                    })
                    .unwrap();
            }
            assert!(expected >= 64 << 10, "{expected}");
            assert!(written.abs_diff(expected) < 256, "{written} of {expected}");
        }
    }
}
