//! Reads instances of the IOPDDL contest: JSON, plain or gzipped.
//!
//! The arrays are read into numbers directly, never into a tree of JSON values: an instance has ten million costs.

use std::fmt;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use partita_base::{Code, code};
use serde::Deserialize;

use crate::problem::{ChoiceProblem, INFINITE_FROM, Interval, ProblemBuilder, ProblemError, Strategy};

/// The most bytes of JSON, after decompression.
pub const MAX_JSON_BYTES: usize = 1 << 31;

/// Reads an instance.
///
/// # Errors
/// Data that is not an instance: not gzip or JSON, fields missing, arrays of different lengths, invalid nodes or edges, too large.
pub fn read_iopddl(bytes: &[u8]) -> Result<ChoiceProblem, IopddlError> {
    let unpacked;
    let json = if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked = unpack(bytes)?;
        &unpacked[..]
    } else {
        bytes
    };
    if json.len() > MAX_JSON_BYTES {
        return Err(IopddlError::TooLarge);
    }
    let instance = match serde_json::from_slice::<Wrapped>(json) {
        Ok(wrapped) => wrapped.problem,
        // A file may also hold the problem alone. Which form is meant decides which error is shown.
        Err(error) if error.to_string().starts_with("missing field `problem`") => {
            serde_json::from_slice(json)?
        }
        Err(error) => return Err(error.into()),
    };
    build(instance)
}

#[derive(Deserialize)]
#[serde(expecting = "an instance, an object with `nodes` and `edges`")]
struct Wrapped {
    problem: Instance,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `nodes` and `edges`")]
struct Instance {
    nodes: Nodes,
    edges: Edges,
    usage_limit: Option<u64>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `intervals`, `costs` and `usages`")]
struct Nodes {
    intervals: Vec<(u32, u32)>,
    costs: Vec<Vec<f64>>,
    usages: Vec<Vec<u64>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `nodes` and `costs`")]
struct Edges {
    nodes: Vec<(usize, usize)>,
    costs: Vec<Vec<f64>>,
}

fn build(instance: Instance) -> Result<ChoiceProblem, IopddlError> {
    let Instance { mut nodes, edges, usage_limit } = instance;
    let differ = |what, expected: usize, found: usize| match expected == found {
        true => Ok(()),
        false => Err(IopddlError::Lengths { what, expected, found }),
    };
    differ("usages of nodes", nodes.costs.len(), nodes.usages.len())?;
    differ("intervals of nodes", nodes.costs.len(), nodes.intervals.len())?;
    differ("costs of edges", edges.nodes.len(), edges.costs.len())?;
    let is_added = add_loops(&mut nodes, &edges);
    let mut builder = ProblemBuilder::default();
    for ((costs, usages), (start, end)) in nodes.costs.into_iter().zip(nodes.usages).zip(nodes.intervals) {
        differ("usages of a node", costs.len(), usages.len())?;
        let strategy = |(cost, memory)| Strategy { cost: finite_or_infinite(cost), memory };
        builder.node(Interval { start, end }, costs.into_iter().zip(usages).map(strategy).collect())?;
    }
    for (edge, ((first, second), mut costs)) in edges.nodes.into_iter().zip(edges.costs).enumerate() {
        if is_added[edge] {
            continue;
        }
        let id = |node| builder.node_id(node).ok_or(ProblemError::UnknownNode { edge, node });
        let (first, second) = (id(first)?, id(second)?);
        costs.iter_mut().for_each(|cost| *cost = finite_or_infinite(*cost));
        builder.edge(first, second, costs)?;
    }
    if let Some(limit) = usage_limit {
        builder.memory_limit(limit);
    }
    Ok(builder.build())
}

/// An edge from a node to itself has a cost per strategy, on the diagonal of its table: these are added to the costs of the node. Returns
/// which edges are such; invalid ones are left for the builder to refuse.
fn add_loops(nodes: &mut Nodes, edges: &Edges) -> Vec<bool> {
    let mut is_added = vec![false; edges.nodes.len()];
    let all = edges.nodes.iter().zip(&edges.costs).zip(&mut is_added);
    for ((&(node, _), table), is_added) in all.filter(|(((first, second), _), _)| first == second) {
        let Some(costs) = nodes.costs.get_mut(node) else { continue };
        let count = costs.len();
        *is_added = table.len() == count * count && table.iter().all(|cost| *cost >= 0.0);
        if *is_added {
            let diagonal = table.iter().step_by(count + 1);
            costs.iter_mut().zip(diagonal).for_each(|(cost, more)| *cost += more);
        }
    }
    is_added
}

/// The contest writes 10^18 for what is not allowed.
fn finite_or_infinite(cost: f64) -> f64 {
    if cost >= INFINITE_FROM { f64::INFINITY } else { cost }
}

/// The contents of a gzip file. The checksum is not compared: damaged JSON is found by reading it.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, IopddlError> {
    let body = gzip_body(bytes).ok_or(IopddlError::Gzip)?;
    decompress_to_vec_with_limit(body, MAX_JSON_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => IopddlError::TooLarge,
        _ => IopddlError::Gzip,
    })
}

/// What follows the header of a gzip file, whose optional fields a flag each announces.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    const HEADER: usize = 10;
    let (&method, &flags) = (bytes.get(2)?, bytes.get(3)?);
    let mut rest = bytes.get(HEADER..)?;
    if method != 8 {
        return None;
    }
    if flags & 4 != 0 {
        let length = usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?]));
        rest = rest.get(2 + length..)?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

/// Why a file is not an instance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum IopddlError {
    /// Larger than [`MAX_JSON_BYTES`].
    TooLarge,
    /// A gzip file that cannot be decompressed.
    Gzip,
    /// Not the expected JSON.
    Json {
        /// What was expected, with line and column.
        message: String,
    },
    /// Arrays that belong together have different lengths.
    Lengths {
        /// Which array.
        what: &'static str,
        /// The length it should have.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// A node or an edge is invalid.
    Problem(ProblemError),
}

impl From<serde_json::Error> for IopddlError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json { message: error.to_string() }
    }
}

impl From<ProblemError> for IopddlError {
    fn from(error: ProblemError) -> Self {
        Self::Problem(error)
    }
}

impl IopddlError {
    /// Its error code.
    pub fn code(&self) -> Code {
        match self {
            Self::TooLarge => code::AUTO_TOO_LARGE,
            Self::Problem(error) => error.code(),
            _ => code::AUTO_PROBLEM,
        }
    }
}

impl fmt::Display for IopddlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the instance has more than {MAX_JSON_BYTES} bytes of JSON"),
            Self::Gzip => write!(f, "the gzip data is damaged or incomplete"),
            Self::Json { message } => write!(f, "invalid instance: {message}"),
            Self::Lengths { what, expected, found } => write!(f, "expected {expected} {what}, found {found}"),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for IopddlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Problem(error) => Some(error),
            Self::TooLarge | Self::Gzip | Self::Json { .. } | Self::Lengths { .. } => None,
        }
    }
}
