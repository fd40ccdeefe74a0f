//! An op on one device: what its kernel may use beside the operands.

use crate::body::RegionBody;
use crate::frame::Frame;
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult};

/// One evaluation of an op.
#[derive(Clone, Copy)]
pub(crate) struct OpCall<'c, 'm> {
    pub(crate) machine: &'c Machine<'m>,
    pub(crate) view: OpView<'m>,
    pub(crate) frame: &'c Frame<'c>,
    /// The lane of the frame that it runs on.
    pub(crate) lane: usize,
}

impl<'c, 'm> OpCall<'c, 'm> {
    /// Region `index` of the op, as this device sees it.
    pub(crate) fn body(&self, index: usize) -> EvalResult<RegionBody<'c, 'm>> {
        let region = self.view.op.regions.get(index).copied();
        let region = region.ok_or_else(|| EvalError::Argument("missing region".into()))?;
        let OpCall { machine, view, frame, lane } = *self;
        Ok(RegionBody { machine, owner: view, region, frame, lane })
    }
}
