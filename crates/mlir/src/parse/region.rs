//! Parses regions and blocks.

use partita_base::{Diagnostic, Span, SyntaxError, SyntaxResult, code};
use partita_ir::{BlockId, RegionId, TypeId};
use rustc_hash::FxHashMap;

use super::loc::TrailingLoc;
use super::op::Parts;
use super::{Located, Parser};

/// An argument of a block as written.
pub(super) struct BlockArg<'s> {
    pub(super) name: &'s str,
    pub(super) ty: TypeId,
    pub(super) span: Span,
    pub(super) loc: TrailingLoc<'s>,
}

/// The labels of one region.
#[derive(Default)]
pub(super) struct Labels<'s> {
    blocks: FxHashMap<&'s str, (BlockId, Option<Span>)>,
    uses: Vec<(&'s str, Span)>,
}

impl<'s> Parser<'s> {
    /// Parses `(%a: T, %b: U)`.
    pub(super) fn typed_args(&mut self) -> SyntaxResult<Vec<BlockArg<'s>>> {
        self.c.expect(b'(')?;
        let mut args = Vec::new();
        if self.c.eat(b')') {
            return Ok(args);
        }
        loop {
            args.push(self.typed_arg()?);
            if self.c.eat(b')') {
                return Ok(args);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `)`"));
            }
        }
    }

    /// Parses `%a: T` and a location.
    pub(super) fn typed_arg(&mut self) -> SyntaxResult<BlockArg<'s>> {
        let (name, span) = self.arg_name()?;
        self.c.expect(b':')?;
        let ty = self.ty()?;
        let loc = self.trailing_loc()?;
        Ok(BlockArg { name, ty, span, loc })
    }

    /// Parses `%a`.
    pub(super) fn arg_name(&mut self) -> SyntaxResult<(&'s str, Span)> {
        let start = self.c.start();
        if self.c.peek() != b'%' {
            return Err(self.c.expected("an argument such as `%arg0`"));
        }
        self.c.advance(1);
        let name = self.c.suffix_id();
        let span = self.c.span_from(start);
        if name.is_empty() {
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "expected a value name after `%`")));
        }
        Ok((name, span))
    }

    /// Adds arguments to a block and names them.
    pub(super) fn add_args(&mut self, block: BlockId, args: Vec<BlockArg<'s>>) {
        let unknown = self.m.context.unknown_loc();
        for arg in args {
            let value = self.m.add_arg(block, arg.ty, arg.span, unknown);
            self.set_loc(Located::Value(value), arg.loc);
            self.define(arg.name, Some(value), 1, arg.span);
        }
    }

    /// Parses `{ … }`. Arguments, if given, belong to the entry block.
    pub(super) fn region(
        &mut self,
        args: Vec<BlockArg<'s>>,
        isolated: bool,
        default_dialect: &'static str,
    ) -> SyntaxResult<RegionId> {
        self.c.enter()?;
        self.c.expect(b'{')?;
        let region = self.m.create_region();
        if isolated {
            self.values.enter_isolated(self.m.op_count());
        } else {
            self.values.enter();
        }
        let outer_dialect = std::mem::replace(&mut self.default_dialect, default_dialect);
        let outer_labels = std::mem::take(&mut self.labels);
        let result = self.region_body(region, args);
        self.check_labels();
        self.labels = outer_labels;
        self.default_dialect = outer_dialect;
        if isolated {
            self.leave_isolated();
        } else {
            self.values.leave();
        }
        self.c.leave();
        result.map(|()| region)
    }

    fn region_body(&mut self, region: RegionId, args: Vec<BlockArg<'s>>) -> SyntaxResult<()> {
        let span = self.c.token_span();
        if !args.is_empty() || !matches!(self.c.peek(), b'}' | b'^') {
            let entry = self.m.add_block(region, span);
            self.add_args(entry, args);
            self.block_body(entry)?;
        }
        loop {
            match self.c.peek() {
                b'}' => {
                    self.c.advance(1);
                    return Ok(());
                }
                b'^' => {
                    let block = self.block_header(region)?;
                    self.block_body(block)?;
                }
                _ => return Err(self.c.expected("`}`")),
            }
        }
    }

    /// Parses ops until the block or the region ends.
    fn block_body(&mut self, block: BlockId) -> SyntaxResult<()> {
        while !matches!(self.c.peek(), b'}' | b'^') {
            if self.c.at_end() {
                return Err(self.c.expected("`}`"));
            }
            let start = self.c.pos();
            if let Err(error) = self.op(block) {
                self.report(*error);
                if self.gave_up {
                    return Err(self.c.expected("the end of the text"));
                }
                self.recover(start);
                if self.c.pos() == start {
                    self.c.advance(1);
                }
            }
        }
        Ok(())
    }

    /// Parses `^name(%a: T):`.
    fn block_header(&mut self, region: RegionId) -> SyntaxResult<BlockId> {
        let (name, span) = self.label()?;
        let block = match self.labels.blocks.get(name).copied() {
            None => self.m.create_block(region, span),
            Some((block, None)) => {
                self.m.block_mut(block).region = region;
                block
            }
            Some((_, Some(first))) => {
                let message = format!("redefinition of block `^{name}`");
                let diagnostic =
                    Diagnostic::error(code::BLOCK, span, message).label(first, "first defined here");
                self.diagnostics.push(diagnostic);
                self.m.create_block(region, span)
            }
        };
        self.labels.blocks.insert(name, (block, Some(span)));
        self.m.block_mut(block).span = span;
        self.m.place_block(block);
        if self.c.peek() == b'(' {
            let args = self.typed_args()?;
            self.add_args(block, args);
        }
        self.c.expect(b':')?;
        Ok(block)
    }

    fn label(&mut self) -> SyntaxResult<(&'s str, Span)> {
        let start = self.c.start();
        if self.c.peek() != b'^' {
            return Err(self.c.expected("a block such as `^bb0`"));
        }
        self.c.advance(1);
        let name = self.c.suffix_id();
        let span = self.c.span_from(start);
        if name.is_empty() {
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "expected a block name after `^`")));
        }
        Ok((name, span))
    }

    /// Parses the rest of `[^bb1, ^bb2]`.
    pub(super) fn successors(&mut self, parts: &mut Parts<'s>) -> SyntaxResult<()> {
        loop {
            let (name, span) = self.label()?;
            let block = match self.labels.blocks.get(name) {
                Some((block, _)) => *block,
                None => {
                    // The region is only known once the block is defined.
                    let region = self.m.create_region();
                    let block = self.m.create_block(region, span);
                    self.labels.blocks.insert(name, (block, None));
                    block
                }
            };
            self.labels.uses.push((name, span));
            parts.successors.push(block);
            if self.c.eat(b']') {
                return Ok(());
            }
            self.c.expect(b',')?;
        }
    }

    fn check_labels(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        for (name, span) in &labels.uses {
            if labels.blocks.get(name).is_none_or(|(_, defined)| defined.is_none()) {
                self.error(code::BLOCK, *span, format!("undefined block `^{name}`"));
            }
        }
    }
}
