//! Model files: reading, editing in place, and printing as text.

mod edit;
mod edit_model;
mod export;
mod external;
mod externalize;
mod parse_text;
mod read;
mod scan;
mod schema;
mod splice;
mod values;
mod wire;

pub use edit::{EditError, Edits, Listed, Owner};
pub use export::{Detail, to_json, to_text};
pub use external::{External, check_external, locate_external};
pub use externalize::{
    CONTENTS_ALIGNMENT, ExternalContents, LARGEST_MESSAGE, externalize_contents, has_external_data,
    place_contents,
};
pub use parse_text::from_text;
pub use read::{ReadLimits, ReadModel, read_model};

#[cfg(test)]
mod edit_laws;
