//! Parses the resources at the end of a file.

use partita_base::{SyntaxError, SyntaxResult, code};
use partita_ir::{Resource, ResourceValue, is_hex};

use super::Parser;

impl<'s> Parser<'s> {
    /// Parses the rest of `{-# dialect_resources: { builtin: { key: "0x…" } } #-}`.
    pub(super) fn resources(&mut self) -> SyntaxResult<()> {
        while !self.c.eat_str("#-}") {
            let group = self.resource_word("dialect_resources or external_resources")?;
            let group = self.symbol(&group);
            self.c.expect(b':')?;
            self.c.expect(b'{')?;
            while !self.c.eat(b'}') {
                let owner = self.resource_word("a dialect")?;
                let owner = self.symbol(&owner);
                self.c.expect(b':')?;
                self.c.expect(b'{')?;
                while !self.c.eat(b'}') {
                    let key = self.resource_word("a key")?;
                    let key = self.symbol(&key);
                    self.c.expect(b':')?;
                    let value = self.resource_value()?;
                    self.m.resources.push(Resource { group, owner, key, value });
                    if !self.c.eat(b',') && self.c.peek() != b'}' {
                        return Err(self.c.expected("`,` or `}`"));
                    }
                }
                if !self.c.eat(b',') && self.c.peek() != b'}' {
                    return Err(self.c.expected("`,` or `}`"));
                }
            }
            if !self.c.eat(b',') && self.c.peek() != b'#' {
                return Err(self.c.expected("`,` or `#-}`"));
            }
        }
        Ok(())
    }

    fn resource_word(&mut self, what: &str) -> SyntaxResult<std::borrow::Cow<'s, str>> {
        if self.c.peek() == b'"' {
            return self.c.expect_text(what);
        }
        let word = self.c.word();
        if word.is_empty() { Err(self.c.expected(what)) } else { Ok(word.into()) }
    }

    fn resource_value(&mut self) -> SyntaxResult<ResourceValue> {
        let start = self.c.start();
        if self.c.eat_word("true") {
            return Ok(ResourceValue::Bool(true));
        }
        if self.c.eat_word("false") {
            return Ok(ResourceValue::Bool(false));
        }
        let text = self.c.string()?.ok_or_else(|| self.c.expected("a resource value"))?;
        let Some(digits) = text.strip_prefix(b"0x") else {
            return Ok(ResourceValue::Text(text.into_owned().into()));
        };
        let valid = digits.len() >= 8 && is_hex(digits);
        if !valid {
            let message = "expected `0x`, four bytes of alignment and the data, in hexadecimal";
            return Err(Box::new(SyntaxError::new(code::BAD_LITERAL, self.c.span_from(start), message)));
        }
        Ok(ResourceValue::Blob(self.hex_literal(start, text)))
    }
}
