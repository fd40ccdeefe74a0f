//! Propagation through a module as a chain of values: [`prepare`], [`Prepared::propagate`], [`Propagated::write`], and
//! then [`Written::annotate`] or [`Written::shard`]. Each stage consumes the result of the one before, so none can be
//! omitted or repeated.

use std::error::Error;
use std::fmt;

use partita_base::Diagnostics;
use partita_ir::{Module, OpId, ValueName};

use super::run::{Run, Settings, solve_module, write_solution};
use crate::import::{self, GroupDevices, Import};
use crate::rules::Compat;

/// The purpose that a module is prepared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be printed with its shardings, exactly as Shardy would where its rules are used.
    Annotate,
    /// To be partitioned. Devices in replica groups keep their order, which Shardy loses: with other groups the program
    /// would compute different numbers.
    Partition,
}

/// A module that cannot be prepared.
#[non_exhaustive]
pub struct Refused {
    /// The module, as far as it was prepared.
    pub module: Module,
    /// The reasons.
    pub found: Diagnostics,
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("found", &self.found).finish_non_exhaustive()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.found.fmt(f)
    }
}

impl Error for Refused {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.found)
    }
}

impl From<Box<Refused>> for Diagnostics {
    fn from(refused: Box<Refused>) -> Self {
        refused.found
    }
}

/// A name in the text whose value was rewritten to one that has a name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name as written.
    pub name: ValueName,
    /// The name of the value that replaces it.
    pub of: ValueName,
}

/// A module in the form that propagation needs, made by [`prepare`].
pub struct Prepared {
    module: Module,
    entry: Option<Box<str>>,
    aliases: Vec<Alias>,
}

/// Brings a verified module into the form that propagation needs.
pub fn prepare(mut module: Module, compat: Compat, purpose: Purpose) -> Result<Prepared, Box<Refused>> {
    let entry = module.entry_function().and_then(|entry| module.symbol_name(entry)).map(Into::into);
    let is_shardys = compat == Compat::Shardy && purpose == Purpose::Annotate;
    let import = Import {
        all_data_flow: compat == Compat::Full,
        group_devices: if is_shardys { GroupDevices::Dropped } else { GroupDevices::Kept },
    };
    match import::prepare_module(&mut module, import) {
        Ok(()) => Ok(Prepared { module, entry, aliases: Vec::new() }),
        Err(found) => Err(Box::new(Refused { module, found })),
    }
}

impl Prepared {
    /// The same, with the names that an earlier rewrite of the module replaced.
    pub fn with_aliases(self, aliases: Vec<Alias>) -> Self {
        Self { aliases, ..self }
    }

    /// Determines the sharding of every tensor.
    pub fn propagate(mut self, settings: &Settings<'_>) -> Propagated {
        let run = solve_module(&mut self.module, settings);
        Propagated { module: self.module, run, aliases: self.aliases, entry: self.entry }
    }
}

/// A prepared module and the sharding of each of its tensors.
pub struct Propagated {
    /// The prepared module, without the solution; only tensors of groups with contradictory shardings got a constraint
    /// of their own.
    pub module: Module,
    /// The solution, with its statistics and warnings.
    pub run: Run,
    /// Names in the text whose values were replaced by others.
    pub aliases: Vec<Alias>,
    entry: Option<Box<str>>,
}

impl Propagated {
    /// Writes the solution into the module.
    pub fn write(mut self) -> Written {
        write_solution(&mut self.module, &self.run);
        Written { module: self.module, entry: self.entry }
    }
}

/// A prepared module with the sharding of every tensor as an attribute.
pub struct Written {
    module: Module,
    entry: Option<Box<str>>,
}

impl Written {
    /// Reverts what [`prepare`] added and makes all reshards explicit, as `sdy-propagation-pipeline` does.
    pub fn annotate(mut self) -> Result<Module, Diagnostics> {
        crate::pipeline::after_propagation(&mut self.module)?;
        Ok(self.module)
    }

    /// Reverts what [`prepare`] added, for a partitioner; the module was prepared for [`Purpose::Partition`]. With
    /// `pad_io`, arguments and results keep shardings that do not divide them.
    pub fn shard(mut self, pad_io: bool) -> Result<Sharded, Diagnostics> {
        crate::pipeline::before_partition(&mut self.module, pad_io)?;
        Ok(Sharded { module: self.module, entry: self.entry })
    }
}

/// A module whose shardings are final and closed, with reshards only where the program has constraints.
pub struct Sharded {
    module: Module,
    entry: Option<Box<str>>,
}

impl Sharded {
    /// The module to partition.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The entry function of the program as it was read. It is found by name because passes change the order of
    /// functions.
    pub fn entry(&self) -> Option<OpId> {
        self.module.find_function(self.entry.as_deref()?)
    }
}
