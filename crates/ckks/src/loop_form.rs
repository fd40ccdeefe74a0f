//! A whole network as loops: arrays of ciphertexts, and ops over meshes that make one from others.
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
//! A block of an array is a ciphertext, or the sums that one is about to be made of. Arrays begin as zeros, so that an
//! update needs no first store. A pair of blocks that nothing connects has no products. What is loaded but not declared is plain: weights and biases.
//!
//! Slot programs are made from loops: [`Plan::schedule`](crate::plan::Plan::schedule) writes them, [`Loops::lower`](crate::plan::Loops::lower) runs
//! them.

use std::collections::BTreeMap;
use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use crate::layout::Layout;
use crate::loops::{Action, LoopShard};
use crate::words::name;
use crate::{CkksError, CkksResult};

/// What an array is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is encrypted from outside.
    Input,
    /// It is made and used up.
    Inner,
    /// It is the result.
    Output,
}

/// An array of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name; no two have one name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// How its tensor lies in its blocks.
    pub layout: Layout,
}

/// A program of loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopForm {
    /// The arrays.
    pub arrays: Vec<Array>,
    /// What is done, in order.
    pub shards: Vec<LoopShard>,
}

impl LoopForm {
    /// Most blocks of an array and runs of a statement that are checked.
    pub const MAX_CHECKED: u64 = 1 << 24;

    /// The array that is encrypted from outside.
    pub fn input(&self) -> Option<&Array> {
        self.arrays.iter().find(|array| array.role == Role::Input)
    }

    /// The array that is the result; a program without shards returns its input.
    pub fn output(&self) -> Option<&Array> {
        self.arrays.iter().find(|array| array.role == Role::Output).or_else(|| self.input())
    }

    /// Rotations of all loops.
    pub fn rotations(&self) -> u64 {
        self.shards.iter().map(LoopShard::rotations).fold(0, u64::saturating_add)
    }

    /// Products with plaintexts of all loops, those of activations not among them.
    pub fn products(&self) -> u64 {
        self.shards.iter().map(LoopShard::products).fold(0, u64::saturating_add)
    }

    /// Fails unless every block that is read was written before, no block lies outside its array, and every block of every
    /// array is written.
    pub fn check(&self) -> CkksResult<()> {
        let runs = |shard: &LoopShard| shard.body.iter().map(|statement| shard.runs(statement)).max();
        let runs = self.shards.iter().filter_map(runs);
        let blocks = self.arrays.iter().map(|array| array.layout.ciphertexts() as u64);
        if runs.chain(blocks).any(|count| count > Self::MAX_CHECKED) {
            let message = "an array or a loop has more than 2^24 blocks, too many to look at each";
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

    /// Reads a program as it is printed.
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
            let name = name(&mut cursor, "the name of an array")?;
            if form.arrays.iter().any(|array| array.name == name) {
                let message = format!("two arrays are called {name}");
                let span = cursor.span_from(start);
                return Err(Box::new(SyntaxError::new(code::DUPLICATE_KEY, span, message)));
            }
            cursor.expect(b':')?;
            form.arrays.push(Array { name, role, layout: Layout::parse(&mut cursor)? });
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
