//! Parses locations.

use partita_base::{Span, SyntaxError, SyntaxResult, code};
use partita_ir::{Attr, Loc, LocId};

use super::{Located, Parser};

/// A location given by an alias that is defined later in the text.
pub(super) struct LocFixup<'s> {
    target: Located,
    alias: &'s str,
    span: Span,
}

/// The location after an op or argument.
pub(super) enum TrailingLoc<'s> {
    None,
    Known(LocId),
    Alias(&'s str, Span),
}

impl<'s> Parser<'s> {
    /// Parses `loc(…)` if it is next.
    pub(super) fn trailing_loc(&mut self) -> SyntaxResult<TrailingLoc<'s>> {
        if self.c.peek() != b'l' || !self.c.eat_word("loc") {
            return Ok(TrailingLoc::None);
        }
        self.c.expect(b'(')?;
        if self.c.peek() == b'#' {
            let start = self.c.pos();
            self.c.advance(1);
            let alias = self.c.suffix_id();
            let span = self.c.span_from(start);
            self.c.expect(b')')?;
            return Ok(match self.attr_aliases.get(alias) {
                Some(known) => TrailingLoc::Known(self.loc_of_alias(known.value, alias, span)?),
                None => TrailingLoc::Alias(alias, span),
            });
        }
        let loc = self.loc_instance()?;
        self.c.expect(b')')?;
        Ok(TrailingLoc::Known(loc))
    }

    /// Sets the location of an op or value to the one parsed after it.
    pub(super) fn set_loc(&mut self, target: Located, loc: TrailingLoc<'s>) {
        match loc {
            TrailingLoc::None => {}
            TrailingLoc::Known(loc) => target.set(&mut self.m, loc),
            TrailingLoc::Alias(alias, span) => self.loc_fixups.push(LocFixup { target, alias, span }),
        }
    }

    pub(super) fn resolve_loc_fixups(&mut self) {
        for fixup in std::mem::take(&mut self.loc_fixups) {
            match self.attr_aliases.get(fixup.alias) {
                Some(known) => match self.loc_of_alias(known.value, fixup.alias, fixup.span) {
                    Ok(loc) => fixup.target.set(&mut self.m, loc),
                    Err(error) => self.report(*error),
                },
                None => {
                    let message = format!("undefined alias `#{}`", fixup.alias);
                    self.error(code::UNKNOWN_ALIAS, fixup.span, message);
                }
            }
        }
    }

    fn loc_of_alias(&self, attr: partita_ir::AttrId, alias: &str, span: Span) -> SyntaxResult<LocId> {
        match self.m.context.attr_of(attr) {
            Attr::Loc(loc) => Ok(*loc),
            _ => {
                let message = format!("expected a location, found the alias `#{alias}` of another attribute");
                Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)))
            }
        }
    }

    /// Parses the content of `loc(…)`.
    pub(super) fn loc_instance(&mut self) -> SyntaxResult<LocId> {
        self.c.enter()?;
        let loc = self.loc_instance_inner();
        self.c.leave();
        loc
    }

    fn loc_instance_inner(&mut self) -> SyntaxResult<LocId> {
        match self.c.peek() {
            b'#' => {
                let start = self.c.pos();
                self.c.advance(1);
                let alias = self.c.suffix_id();
                let span = self.c.span_from(start);
                match self.attr_aliases.get(alias) {
                    Some(known) => self.loc_of_alias(known.value, alias, span),
                    None => {
                        let message = format!("undefined alias `#{alias}`");
                        Err(Box::new(SyntaxError::new(code::UNKNOWN_ALIAS, span, message)))
                    }
                }
            }
            b'"' => self.file_or_name_loc(),
            b'l' if self.c.eat_word("loc") => {
                self.c.expect(b'(')?;
                let loc = self.loc_instance()?;
                self.c.expect(b')')?;
                Ok(loc)
            }
            _ if self.c.eat_word("unknown") => Ok(self.m.context.unknown_loc()),
            _ if self.c.eat_word("callsite") => {
                self.c.expect(b'(')?;
                let callee = self.loc_instance()?;
                self.c.expect_word("at")?;
                let caller = self.loc_instance()?;
                self.c.expect(b')')?;
                Ok(self.m.context.loc(Loc::CallSite { callee, caller }))
            }
            _ if self.c.eat_word("fused") => self.fused_loc(),
            _ => Err(self.c.expected("a location")),
        }
    }

    fn file_or_name_loc(&mut self) -> SyntaxResult<LocId> {
        let text = self.c.string()?.expect("the caller saw a quote").into_owned();
        if self.c.eat(b':') {
            let line = self.loc_number("a line number")?;
            self.c.expect(b':')?;
            let column = self.loc_number("a column number")?;
            let mut end = None;
            if self.c.eat_word("to") {
                let end_line = if self.c.peek() == b':' { line } else { self.loc_number("a line number")? };
                self.c.expect(b':')?;
                end = Some((end_line, self.loc_number("a column number")?));
            }
            return Ok(self.m.context.loc(Loc::File { file: text.into(), line, column, end }));
        }
        let child = if self.c.eat(b'(') {
            let child = self.loc_instance()?;
            self.c.expect(b')')?;
            child
        } else {
            self.m.context.unknown_loc()
        };
        Ok(self.m.context.loc(Loc::Name { name: text.into(), child }))
    }

    fn loc_number(&mut self, what: &str) -> SyntaxResult<u32> {
        let start = self.c.start();
        let number = self.c.expect_int(what)?;
        u32::try_from(number).map_err(|_| {
            let span = self.c.span_from(start);
            Box::new(SyntaxError::new(code::NUMBER_RANGE, span, format!("{what} does not fit into 32 bits")))
        })
    }

    fn fused_loc(&mut self) -> SyntaxResult<LocId> {
        let metadata = if self.c.eat(b'<') {
            let metadata = self.attr_of_loc()?;
            self.c.expect(b'>')?;
            Some(metadata)
        } else {
            None
        };
        self.c.expect(b'[')?;
        let mut locs = Vec::new();
        if !self.c.eat(b']') {
            loop {
                locs.push(self.loc_instance()?);
                if self.c.eat(b']') {
                    break;
                }
                self.c.expect(b',')?;
            }
        }
        Ok(self.m.context.loc(Loc::Fused { locs: locs.into(), metadata }))
    }
}
