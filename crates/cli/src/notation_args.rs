//! The option that selects the notation of shardings.

use clap::ValueEnum;
use partita::notation::Notation;

/// How shardings are written.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct WrittenAs {
    /// How to write shardings, in text and in additional fields of JSON
    #[arg(long = "notation", value_enum, value_name = "NOTATION", default_value_t = NotationName::Short)]
    name: NotationName,
}

/// The values of `--notation`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum NotationName {
    /// Axes beside the sizes: `f32[8@x,4]`
    Short,
    /// A PartitionSpec of JAX: `P('x', None)`
    Jax,
    /// An attribute of Shardy: `<@mesh, [{"x"}, {}]>`
    Sdy,
    /// As GSPMD prints it: `{devices=[2,1]<=[2]}`
    Gspmd,
    /// The placements of a DTensor of PyTorch, one per mesh axis: `(Shard(0), Replicate())`
    Dtensor,
}

impl WrittenAs {
    /// The notation of the library.
    pub(crate) fn notation(self) -> Notation {
        match self.name {
            NotationName::Short => Notation::Short,
            NotationName::Jax => Notation::Jax,
            NotationName::Sdy => Notation::Sdy,
            NotationName::Gspmd => Notation::Gspmd,
            NotationName::Dtensor => Notation::DTensor,
        }
    }
}
