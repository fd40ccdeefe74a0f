//! A network in loop form: arrays of ciphertexts, and ops over meshes that compute one array from others.
//!
//! ```text
//! input x: [8, 4, 4] in 2x[4, 4, 4] plane 4x4 slots 64
//! output y: [8, 4, 4] in 2x[4, 4, 4] plane 4x4 slots 64
//!
//! eltwise_shard y mesh [x=2, z=1] {
//!   for x, z {
//!     %0 = load x[xi + zi]
//!     %1 = square %0
//!     store y[xi + zi], %1
//!   }
//! }
//! ```
//!
//! A block of an array is a ciphertext, or the sums from which one will be computed. Arrays are initially zero,
//! so an update needs no prior store. A pair of blocks that is not connected has no products. Arrays that are
//! loaded but not declared are plaintexts: weights and biases.
//!
//! Slot programs are generated from loops: [`Plan::schedule`](crate::plan::Plan::schedule) writes the loops,
//! [`Loops::lower`](crate::plan::Loops::lower) executes them.

use std::collections::BTreeMap;
use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use crate::loops::{Action, LoopShard};
use crate::slot_layout::SlotLayout;
use crate::tokens::read_name;
use crate::{CkksError, CkksResult};

/// The role of an array in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Encrypted by the caller.
    Input,
    /// Computed and used.
    Inner,
    /// The result.
    Output,
}

/// An array of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name, unique within the program.
    pub name: String,
    /// Input, inner or output.
    pub role: Role,
    /// The slot layout of its tensor.
    pub layout: SlotLayout,
}

/// A program of loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopForm {
    /// All arrays that are ciphertexts.
    pub arrays: Vec<Array>,
    /// The ops, in order of execution.
    pub shards: Vec<LoopShard>,
}

impl LoopForm {
    /// The most blocks of an array, and runs of a statement, that are checked.
    pub const MAX_CHECKED: u64 = 1 << 24;

    /// The arrays that the caller encrypts.
    pub fn inputs(&self) -> impl Iterator<Item = &Array> {
        self.arrays.iter().filter(|array| array.role == Role::Input)
    }

    /// The output array; a program without shards returns its input.
    pub fn output(&self) -> Option<&Array> {
        self.arrays.iter().find(|array| array.role == Role::Output).or_else(|| self.inputs().next())
    }

    /// The rotations of all loops.
    pub fn rotations(&self) -> u64 {
        self.shards.iter().map(LoopShard::rotations).fold(0, u64::saturating_add)
    }

    /// The products with plaintexts of all loops, except those of activations.
    pub fn products(&self) -> u64 {
        self.shards.iter().map(LoopShard::products).fold(0, u64::saturating_add)
    }

    /// Fails unless every block is written before it is read, every index is inside its array, and every block
    /// of every array is written.
    pub fn check(&self) -> CkksResult<()> {
        let runs = |shard: &LoopShard| shard.body.iter().map(|statement| shard.runs(statement)).max();
        let runs = self.shards.iter().filter_map(runs);
        let blocks = self.arrays.iter().map(|array| array.layout.ciphertexts() as u64);
        if runs.chain(blocks).any(|count| count > Self::MAX_CHECKED) {
            let message = "an array or loop has more than 2^24 blocks, the limit of this check";
            return Err(CkksError::new(code::SLOT_LIMIT, message));
        }
        let mut written: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for array in &self.arrays {
            let blocks = vec![array.role == Role::Input; array.layout.ciphertexts()];
            written.insert(&array.name, blocks);
        }
        let mut wrong: Option<String> = None;
        for shard in &self.shards {
            let before = written.clone();
            shard.run(&mut |action, at| {
                let (accessor, fault) = match action {
                    Action::Compute { .. } => return,
                    Action::Load(accessor) => {
                        let blocks = before.get(accessor.array.as_str());
                        let fault = match blocks.map(|blocks| blocks.get(accessor.indexer.at(at) as usize)) {
                            Some(None) => "does not exist",
                            Some(Some(false)) => "is read before it is written",
                            Some(Some(true)) | None => return,
                        };
                        (accessor, fault)
                    }
                    Action::Write(accessor, _) => {
                        let blocks = written.get_mut(accessor.array.as_str());
                        match blocks.and_then(|blocks| blocks.get_mut(accessor.indexer.at(at) as usize)) {
                            Some(place) => {
                                *place = true;
                                return;
                            }
                            None => (accessor, "does not exist"),
                        }
                    }
                };
                wrong.get_or_insert_with(|| {
                    format!("{}: block {} of {} {fault}", shard.name, accessor.indexer.at(at), accessor.array)
                });
            });
            if let Some(message) = wrong {
                return Err(CkksError::new(code::BAD_SLOT_PROGRAM, message));
            }
        }
        match written.iter().find(|(_, blocks)| blocks.contains(&false)) {
            Some((name, _)) => {
                let message = format!("a block of {name} is never written");
                Err(CkksError::new(code::BAD_SLOT_PROGRAM, message))
            }
            None => Ok(()),
        }
    }

    /// Reads a program in its printed form.
    pub fn parse(text: &str) -> SyntaxResult<LoopForm> {
        let mut cursor = Cursor::new(text);
        let mut form = LoopForm::default();
        loop {
            let role = match cursor.peek_word() {
                "input" => Role::Input,
                "array" => Role::Inner,
                "output" => Role::Output,
                _ => break,
            };
            cursor.word();
            let start = cursor.start();
            let name = read_name(&mut cursor, "the name of an array")?;
            if form.arrays.iter().any(|array| array.name == name) {
                let message = format!("duplicate array name {name}");
                let span = cursor.span_from(start);
                return Err(Box::new(SyntaxError::new(code::DUPLICATE_KEY, span, message)));
            }
            cursor.expect(b':')?;
            form.arrays.push(Array { name, role, layout: SlotLayout::parse(&mut cursor)? });
        }
        while !cursor.at_end() {
            form.shards.push(LoopShard::parse(&mut cursor)?);
        }
        Ok(form)
    }
}

impl fmt::Display for LoopForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for array in &self.arrays {
            let word = match array.role {
                Role::Input => "input",
                Role::Inner => "array",
                Role::Output => "output",
            };
            writeln!(f, "{word} {}: {}", array.name, array.layout)?;
        }
        self.shards.iter().try_for_each(|shard| write!(f, "\n{shard}"))
    }
}
