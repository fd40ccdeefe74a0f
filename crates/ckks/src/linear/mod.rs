//! Linear ops between slot layouts, as rotations and plaintext products.

mod bundle;
mod digits;
mod map;
mod offsets;
mod op;
mod op_text;
mod split;
mod view;

pub use bundle::Bundle;
pub use map::{Choice, Copying, Cost, LinearMap, linear_cost};
pub use op::{Channels, LinearOp, Weights, Window};
pub(crate) use op_text::{OpText, parse_op};
pub use split::SplitChoice;
pub use view::View;
