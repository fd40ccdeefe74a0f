//! Extended regular expressions, as in POSIX, with references to earlier groups.
//!
//! The matcher backtracks: it takes the first alternative that leads to a match, where POSIX takes the longest. The number of steps is
//! limited, so that no expression takes forever.

use std::ops::Range;

/// The number of steps of one search.
const MOST_STEPS: usize = 20_000_000;

/// The number of repetitions in braces.
const MOST_REPEATS: u32 = 1000;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RegexNode {
    /// These characters.
    Text(Vec<char>),
    /// One character of a set; `is_negated` for one outside of it.
    Set { is_negated: bool, ranges: Vec<(char, char)> },
    /// The begin of a line.
    LineStart,
    /// The end of a line, or of the text.
    LineEnd,
    /// One after the other.
    Sequence(Vec<RegexNode>),
    /// One of these.
    Choice(Vec<RegexNode>),
    /// From `least` to `most` times.
    Repeat { node: Box<RegexNode>, least: u32, most: Option<u32> },
    /// What matches is remembered under a number.
    Group(usize, Box<RegexNode>),
    /// What the group of that number matched.
    Reference(usize),
}

/// Parses an expression; its groups are numbered from `first_group`. The second result is the number after the last group.
pub(crate) fn parse_regex(text: &str, first_group: usize) -> Result<(RegexNode, usize), String> {
    let mut parser =
        Parser { rest: text.chars().collect::<Vec<_>>(), at: 0, first_group, next_group: first_group };
    let node = parser.choice()?;
    match parser.peek() {
        None => Ok((node, parser.next_group)),
        Some(other) => Err(format!("unexpected `{other}` in a regular expression")),
    }
}

struct Parser {
    rest: Vec<char>,
    at: usize,
    first_group: usize,
    next_group: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn choice(&mut self) -> Result<RegexNode, String> {
        let mut options = vec![self.sequence()?];
        while self.takes('|') {
            options.push(self.sequence()?);
        }
        Ok(if options.len() == 1 { options.remove(0) } else { RegexNode::Choice(options) })
    }

    fn sequence(&mut self) -> Result<RegexNode, String> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek()
            && next != '|'
            && next != ')'
        {
            let atom = self.atom()?;
            nodes.push(self.repeated(atom)?);
        }
        Ok(RegexNode::Sequence(nodes))
    }

    fn repeated(&mut self, mut node: RegexNode) -> Result<RegexNode, String> {
        loop {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') if self.rest.get(self.at + 1).is_some_and(char::is_ascii_digit) => {
                    self.at += 1;
                    let bounds = self.bounds()?;
                    node = RegexNode::Repeat { node: Box::new(node), least: bounds.0, most: bounds.1 };
                    continue;
                }
                _ => return Ok(node),
            };
            self.at += 1;
            node = RegexNode::Repeat { node: Box::new(node), least, most };
        }
    }

    /// `2}`, `2,}` or `2,5}`
    fn bounds(&mut self) -> Result<(u32, Option<u32>), String> {
        let least = self.number()?;
        let most = if !self.takes(',') {
            Some(least)
        } else if self.peek() == Some('}') {
            None
        } else {
            Some(self.number()?)
        };
        if !self.takes('}') {
            return Err("expected `}` after the bounds of a repetition".into());
        }
        Ok((least, most))
    }

    fn number(&mut self) -> Result<u32, String> {
        let digits: String = self.rest[self.at..].iter().copied().take_while(char::is_ascii_digit).collect();
        self.at += digits.len();
        digits
            .parse()
            .ok()
            .filter(|number| *number <= MOST_REPEATS)
            .ok_or_else(|| format!("expected a number of repetitions up to {MOST_REPEATS}"))
    }

    fn atom(&mut self) -> Result<RegexNode, String> {
        Ok(match self.take() {
            Some('.') => RegexNode::Set { is_negated: true, ranges: vec![('\n', '\n')] },
            Some('^') => RegexNode::LineStart,
            Some('$') => RegexNode::LineEnd,
            Some('[') => self.set()?,
            Some('(') => {
                let group = self.next_group;
                self.next_group += 1;
                let inner = self.choice()?;
                if !self.takes(')') {
                    return Err("expected `)` in a regular expression".into());
                }
                RegexNode::Group(group, Box::new(inner))
            }
            Some('\\') => match self.take() {
                Some(digit @ '1'..='9') => {
                    RegexNode::Reference(self.first_group + digit.to_digit(10).unwrap_or(1) as usize - 1)
                }
                Some(other) => escaped(other),
                None => return Err("expected a character after `\\`".into()),
            },
            Some(other @ ('*' | '+' | '?')) => return Err(format!("nothing to repeat before `{other}`")),
            Some(other) => RegexNode::Text(vec![other]),
            None => return Err("expected a regular expression".into()),
        })
    }

    /// The set after `[`.
    fn set(&mut self) -> Result<RegexNode, String> {
        let is_negated = self.takes('^');
        let mut ranges = Vec::new();
        let mut is_first = true;
        loop {
            let from = match self.take() {
                None => return Err("expected `]` in a regular expression".into()),
                Some(']') if !is_first => break,
                Some('[') if self.takes(':') => {
                    ranges.extend(self.class()?);
                    is_first = false;
                    continue;
                }
                Some('\\') => self.take().ok_or("expected a character after `\\`")?,
                Some(other) => other,
            };
            is_first = false;
            let is_range =
                self.peek() == Some('-') && self.rest.get(self.at + 1).is_some_and(|next| *next != ']');
            let to = if is_range {
                self.at += 1;
                self.take().unwrap_or(from)
            } else {
                from
            };
            ranges.push((from, to));
        }
        if is_negated {
            // A negated set does not match line ends, so that no pattern reaches beyond its line by accident.
            ranges.push(('\n', '\n'));
        }
        Ok(RegexNode::Set { is_negated, ranges })
    }

    /// The class after `[:`.
    fn class(&mut self) -> Result<Vec<(char, char)>, String> {
        let name: String =
            self.rest[self.at..].iter().copied().take_while(char::is_ascii_alphabetic).collect();
        self.at += name.len();
        if !(self.takes(':') && self.takes(']')) {
            return Err("expected `:]` after the name of a class".into());
        }
        Ok(match name.as_str() {
            "alpha" => vec![('a', 'z'), ('A', 'Z')],
            "digit" => vec![('0', '9')],
            "alnum" => vec![('a', 'z'), ('A', 'Z'), ('0', '9')],
            "upper" => vec![('A', 'Z')],
            "lower" => vec![('a', 'z')],
            "space" => vec![(' ', ' '), ('\t', '\r')],
            "blank" => vec![(' ', ' '), ('\t', '\t')],
            "xdigit" => vec![('0', '9'), ('a', 'f'), ('A', 'F')],
            "punct" => vec![('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
            _ => return Err(format!("unknown class `{name}`")),
        })
    }
}

/// The meaning of a character after `\`.
fn escaped(letter: char) -> RegexNode {
    let word = || vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
    let space = || vec![(' ', ' '), ('\t', '\r')];
    let set = |is_negated, ranges| RegexNode::Set { is_negated, ranges };
    match letter {
        'd' => set(false, vec![('0', '9')]),
        'D' => set(true, vec![('0', '9'), ('\n', '\n')]),
        'w' => set(false, word()),
        'W' => set(true, word().into_iter().chain([('\n', '\n')]).collect()),
        's' => set(false, space()),
        'S' => set(true, space()),
        't' => RegexNode::Text(vec!['\t']),
        other => RegexNode::Text(vec![other]),
    }
}

/// A match: where it is, and what the groups matched.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) range: Range<usize>,
    pub(crate) groups: Vec<Option<Range<usize>>>,
}

/// Finds the first match in a range of a text. An expression that takes too many steps has none.
pub(crate) fn find(node: &RegexNode, groups: usize, text: &[char], within: Range<usize>) -> Option<Found> {
    let mut matcher = Matcher { text, end: within.end, groups: vec![None; groups], steps: 0 };
    for start in within.start..=within.end {
        matcher.groups.iter_mut().for_each(|group| *group = None);
        let mut end = None;
        if matcher.run(node, start, &mut |_, at| {
            end = Some(at);
            true
        }) {
            return end.map(|end| Found { range: start..end, groups: matcher.groups.clone() });
        }
        if matcher.steps > MOST_STEPS {
            return None;
        }
    }
    None
}

struct Matcher<'t> {
    text: &'t [char],
    end: usize,
    groups: Vec<Option<Range<usize>>>,
    steps: usize,
}

/// What is to be matched after a node.
type Next<'n, 't> = dyn FnMut(&mut Matcher<'t>, usize) -> bool + 'n;

impl<'t> Matcher<'t> {
    /// Matches a node at a position, and then what follows.
    fn run(&mut self, node: &RegexNode, at: usize, next: &mut Next<'_, 't>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        match node {
            RegexNode::Text(wanted) => {
                let end = at + wanted.len();
                end <= self.end && self.text[at..end] == wanted[..] && next(self, end)
            }
            RegexNode::Set { .. } => self.is_in_set(node, at) && next(self, at + 1),
            RegexNode::LineStart => (at == 0 || self.text[at - 1] == '\n') && next(self, at),
            RegexNode::LineEnd => (at == self.text.len() || self.text[at] == '\n') && next(self, at),
            RegexNode::Sequence(nodes) => self.run_all(nodes, at, next),
            RegexNode::Choice(options) => options.iter().any(|option| self.run(option, at, next)),
            RegexNode::Repeat { node, least, most } => self.repeat(node, *least, *most, at, next),
            RegexNode::Group(number, inner) => {
                let old = self.groups[*number].clone();
                let is_found = self.run(inner, at, &mut |matcher, end| {
                    let old = matcher.groups[*number].replace(at..end);
                    let is_found = next(matcher, end);
                    if !is_found {
                        matcher.groups[*number] = old;
                    }
                    is_found
                });
                if !is_found {
                    self.groups[*number] = old;
                }
                is_found
            }
            RegexNode::Reference(number) => {
                let Some(range) = self.groups.get(*number).cloned().flatten() else { return false };
                let end = at + range.len();
                end <= self.end && self.text[at..end] == self.text[range] && next(self, end)
            }
        }
    }

    fn run_all(&mut self, nodes: &[RegexNode], at: usize, next: &mut Next<'_, 't>) -> bool {
        match nodes.split_first() {
            None => next(self, at),
            Some((first, rest)) => self.run(first, at, &mut |matcher, at| matcher.run_all(rest, at, next)),
        }
    }

    fn is_in_set(&self, node: &RegexNode, at: usize) -> bool {
        let RegexNode::Set { is_negated, ranges } = node else { return false };
        let Some(&letter) = self.text.get(at).filter(|_| at < self.end) else { return false };
        ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter)) != *is_negated
    }

    fn repeat(
        &mut self,
        node: &RegexNode,
        least: u32,
        most: Option<u32>,
        at: usize,
        next: &mut Next<'_, 't>,
    ) -> bool {
        if matches!(node, RegexNode::Set { .. }) {
            // A loop instead of recursion, because lines may be long.
            let most = most.map_or(usize::MAX, |most| most as usize);
            let mut count = 0;
            while count < most && self.is_in_set(node, at + count) {
                count += 1;
            }
            self.steps += count;
            let mut tried = count + 1;
            while tried > least as usize {
                tried -= 1;
                if next(self, at + tried) {
                    return true;
                }
            }
            return false;
        }
        let fewer = most.map(|most| most.saturating_sub(1));
        let may_repeat = most != Some(0);
        let is_found = may_repeat
            && self.run(node, at, &mut |matcher, end| {
                // An empty repetition would be repeated forever.
                (end > at || least > 0) && matcher.repeat(node, least.saturating_sub(1), fewer, end, next)
            });
        is_found || (least == 0 && next(self, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(regex: &str, text: &str) -> Option<String> {
        let (node, groups) = parse_regex(regex, 0).expect("valid");
        let text: Vec<char> = text.chars().collect();
        let all = 0..text.len();
        find(&node, groups, &text, all).map(|found| text[found.range].iter().collect())
    }

    #[test]
    fn expressions_match() {
        for (regex, text, wanted) in [
            ("a+b", "xaaab", Some("aaab")),
            (".*", "ab\ncd", Some("ab")),
            ("[0-9]+|%[a-z]+", "v = %arg", Some("%arg")),
            ("(a|b){2,3}c", "abac", Some("abac")),
            ("(..)-\\1", "xy-xy", Some("xy-xy")),
            ("(..)-\\1", "xy-yx", None),
            ("^b$", "a\nb\nc", Some("b")),
            ("[^]x]+", "xxab]", Some("ab")),
            ("[[:digit:]]+\\.", "a12.", Some("12.")),
            ("a{3}", "aa", None),
            ("(a*)*b", "aaaa", None),
            ("x*", "yy", Some("")),
        ] {
            assert_eq!(found(regex, text).as_deref(), wanted, "{regex}");
        }
    }

    #[test]
    fn invalid_expressions_are_rejected() {
        for regex in ["(a", "[a", "*a", "a)", "a{2", "[[:none:]]", "a\\", "a{2000}"] {
            assert!(parse_regex(regex, 0).is_err(), "{regex}");
        }
    }

    #[test]
    fn costly_expressions_end() {
        assert_eq!(found("(a|a)*(a|a)*(a|a)*b", &"a".repeat(200)), None);
    }
}
