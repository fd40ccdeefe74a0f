//! The data of `partita report`, and what all pages have in common.

mod frame;
mod view;

pub(crate) use frame::escape_html;
pub use view::{CostView, CourseView, OtherFile, PartView, ReportView, ShownFinding};
