//! Compares a text with the checks of a test file.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::directive::{CheckFile, CheckKind, CheckLine, one_space};
use crate::pattern::Variables;

/// The first check that a text does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckFailure {
    /// The line of the check in the test file, from 1.
    pub line: usize,
    /// The check: `CHECK-NEXT: return`.
    pub check: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line of the text at which the search began or the wrong match is, from 1.
    pub text_line: usize,
    /// That line.
    pub text: String,
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: {}: {}, at line {} of the text",
            self.line, self.check, self.message, self.text_line
        )
    }
}

impl Error for CheckFailure {}

impl CheckFile {
    /// Compares a text with the checks; the first failure ends the comparison.
    pub fn check(&self, text: &str) -> Result<(), CheckFailure> {
        let text = if self.options.strict_whitespace { text.replace('\r', "") } else { one_space(text) };
        let text: Vec<char> = text.chars().collect();
        let mut checker = Checker { text: &text, variables: Variables::new() };
        let (mut begin, mut first) = (0, 0);
        // A label is searched before the checks in front of it, so that they cannot match in the next block.
        for (index, check) in self.checks.iter().enumerate() {
            if check.kind != CheckKind::Label {
                continue;
            }
            let found = checker.find(check, begin..text.len())?;
            let Some(found) = found else { return Err(checker.fault(check, begin, "no line matches")) };
            checker.block(&self.checks[first..index], begin..found.start)?;
            if self.options.variable_scope {
                checker.variables.retain(|name, _| name.starts_with('$'));
            }
            checker.find(check, found.start..text.len())?;
            (begin, first) = (found.end, index + 1);
        }
        checker.block(&self.checks[first..], begin..text.len())
    }
}

struct Checker<'t> {
    text: &'t [char],
    variables: Variables,
}

impl Checker<'_> {
    /// The checks of one block, in a range of the text.
    fn block(&mut self, checks: &[CheckLine], within: Range<usize>) -> Result<(), CheckFailure> {
        let mut at = within.start;
        let mut forbidden: Vec<&CheckLine> = Vec::new();
        let mut index = 0;
        while let Some(check) = checks.get(index) {
            index += 1;
            match check.kind {
                CheckKind::Not => forbidden.push(check),
                CheckKind::Dag => {
                    let more =
                        checks[index..].iter().take_while(|check| check.kind == CheckKind::Dag).count();
                    let found = self.any_order(&checks[index - 1..index + more], at..within.end)?;
                    index += more;
                    self.absent(&forbidden, at..found.start)?;
                    forbidden.clear();
                    at = found.end;
                }
                kind => {
                    let times = if let CheckKind::Count(count) = kind { count } else { 1 };
                    for time in 0..times {
                        let found = self.positive(check, at..within.end, time, times)?;
                        if time == 0 {
                            self.absent(&forbidden, at..found.start)?;
                            forbidden.clear();
                        }
                        at = found.end;
                    }
                }
            }
        }
        self.absent(&forbidden, at..within.end)
    }

    /// A check that must match, and where.
    fn positive(
        &mut self,
        check: &CheckLine,
        within: Range<usize>,
        time: usize,
        times: usize,
    ) -> Result<Range<usize>, CheckFailure> {
        let at = within.start;
        if check.kind == CheckKind::Empty {
            return self.empty_line(check, within);
        }
        let Some(found) = self.find(check, within)? else {
            let message = match times {
                1 => "no line matches".to_string(),
                _ => format!("{time} of {times} matches were found"),
            };
            return Err(self.fault(check, at, &message));
        };
        let lines = self.text[at..found.start].iter().filter(|letter| **letter == '\n').count();
        match (check.kind, lines) {
            (CheckKind::Next, 0) => {
                Err(self.fault(check, found.start, "the match is in the same line as the one before"))
            }
            (CheckKind::Next, 2..) => {
                Err(self.fault(check, found.start, "the match is not in the line after the one before"))
            }
            (CheckKind::Same, 1..) => {
                Err(self.fault(check, found.start, "the match is not in the line of the one before"))
            }
            _ => Ok(found),
        }
    }

    fn empty_line(&self, check: &CheckLine, within: Range<usize>) -> Result<Range<usize>, CheckFailure> {
        let rest = &self.text[within.clone()];
        let end = rest.iter().position(|letter| *letter == '\n').map(|end| within.start + end + 1);
        let next = end.filter(|&end| end >= within.end || self.text[end] == '\n');
        match next {
            // The line end itself stays, so that the next line follows this one.
            Some(end) => Ok(end..end),
            None => Err(self.fault(check, end.unwrap_or(within.start), "the line is not empty")),
        }
    }

    /// Checks in any order, which must not overlap.
    fn any_order(
        &mut self,
        checks: &[CheckLine],
        within: Range<usize>,
    ) -> Result<Range<usize>, CheckFailure> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for check in checks {
            let mut from = within.start;
            let range = loop {
                let Some(range) = self.find(check, from..within.end)? else {
                    return Err(self.fault(check, within.start, "no line matches"));
                };
                let overlap = found.iter().find(|known| known.start < range.end && range.start < known.end);
                match overlap {
                    Some(known) => from = known.end,
                    None => break range,
                }
            };
            found.push(range);
        }
        let start = found.iter().map(|range| range.start).min().unwrap_or(within.start);
        let end = found.iter().map(|range| range.end).max().unwrap_or(within.start);
        Ok(start..end)
    }

    /// Checks that must not match.
    fn absent(&mut self, checks: &[&CheckLine], within: Range<usize>) -> Result<(), CheckFailure> {
        for check in checks {
            if let Some(found) = self.find(check, within.clone())? {
                return Err(self.fault(check, found.start, "a line matches"));
            }
        }
        Ok(())
    }

    /// Finds the first match of a check and sets its variables.
    fn find(
        &mut self,
        check: &CheckLine,
        within: Range<usize>,
    ) -> Result<Option<Range<usize>>, CheckFailure> {
        let start = within.start;
        let found = check.pattern.find(self.text, within, &self.variables);
        let found = found.map_err(|message| self.fault(check, start, &message))?;
        Ok(found.map(|found| {
            self.variables.extend(found.defined);
            found.range
        }))
    }

    fn fault(&self, check: &CheckLine, at: usize, message: &str) -> CheckFailure {
        let at = at.min(self.text.len());
        let begin = self.text[..at].iter().rposition(|letter| *letter == '\n').map_or(0, |end| end + 1);
        let line = self.text[begin..].iter().take_while(|letter| **letter != '\n');
        CheckFailure {
            line: check.line,
            check: check.written.clone(),
            message: message.to_string(),
            text_line: self.text[..begin].iter().filter(|letter| **letter == '\n').count() + 1,
            text: line.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{CheckFile, CheckOptions};

    fn outcome(checks: &str, text: &str) -> Result<(), String> {
        let options = CheckOptions { variable_scope: checks.contains("scoped"), ..CheckOptions::default() };
        let file = CheckFile::parse(checks, options).map_err(|error| error.message)?;
        file.check(text)
            .map_err(|failure| format!("{}: {} ({})", failure.line, failure.message, failure.text_line))
    }

    #[test]
    fn checks_follow_each_other() {
        let text = "func @f\n  %0 = add %a,   %b\n  return %0\nfunc @g\n  return\n";
        assert_eq!(
            outcome("// CHECK: @f\n// CHECK-NEXT: add\n// CHECK-SAME: %b\n// CHECK-NEXT: return", text),
            Ok(())
        );
        assert_eq!(outcome("CHECK: add %a, %b", text), Ok(()));
        assert_eq!(outcome("CHECK: @g\nCHECK: add", text), Err("2: no line matches (4)".into()));
        let next = outcome("CHECK: @f\nCHECK-NEXT: return", text);
        assert_eq!(next, Err("2: the match is not in the line after the one before (3)".into()));
        let same = outcome("CHECK: @f\nCHECK-SAME: add", text);
        assert_eq!(same, Err("2: the match is not in the line of the one before (2)".into()));
    }

    #[test]
    fn variables_hold_what_matched() {
        let text = "%0 = a\n%1 = b %0\nuse %1, %1\n";
        let checks = "CHECK: [[A:%[0-9]+]] = a\nCHECK: [[B:%.+]] = b [[A]]\nCHECK: use [[B]], [[B]]";
        assert_eq!(outcome(checks, text), Ok(()));
        assert_eq!(outcome("CHECK: use [[X:%[0-9]+]], [[X]]", text), Ok(()));
        assert_eq!(outcome("CHECK: [[Y]]", text), Err("1: undefined variable `Y` (1)".into()));
        assert_eq!(outcome("CHECK: [[0, 1]]", "x [[0, 1]]"), Ok(()));
        let scoped = "CHECK-LABEL: a\nCHECK: [[V:%1]]\nCHECK-LABEL: use\nCHECK: [[V]] scoped";
        assert_eq!(outcome(scoped, text), Err("4: undefined variable `V` (3)".into()));
    }

    #[test]
    fn labels_bound_the_checks_between_them() {
        let text = "func @f\n  add\nfunc @g\n  sub\n";
        assert_eq!(outcome("CHECK-LABEL: @f\nCHECK: add\nCHECK-LABEL: @g\nCHECK: sub", text), Ok(()));
        let early = outcome("CHECK-LABEL: @f\nCHECK: sub\nCHECK-LABEL: @g", text);
        assert_eq!(early, Err("2: no line matches (1)".into()));
        assert_eq!(outcome("CHECK-LABEL: @f\nCHECK-NOT: sub\nCHECK-LABEL: @g", text), Ok(()));
        assert_eq!(outcome("CHECK-LABEL: @h", text), Err("1: no line matches (1)".into()));
    }

    #[test]
    fn forbidden_lines_and_counts() {
        let text = "a\nx\nb\nx\nx\nc\n\nd\n";
        assert_eq!(outcome("CHECK: a\nCHECK-NOT: c\nCHECK: b", text), Ok(()));
        assert_eq!(outcome("CHECK: a\nCHECK-NOT: x\nCHECK: b", text), Err("2: a line matches (2)".into()));
        assert_eq!(outcome("CHECK: b\nCHECK-NOT: a", text), Ok(()));
        assert_eq!(outcome("CHECK-COUNT-3: x\nCHECK-NOT: x", text), Ok(()));
        assert_eq!(outcome("CHECK-COUNT-4: x", text), Err("1: 3 of 4 matches were found (5)".into()));
        assert_eq!(outcome("CHECK: c\nCHECK-EMPTY:\nCHECK-NEXT: d", text), Ok(()));
        assert_eq!(outcome("CHECK: b\nCHECK-EMPTY:", text), Err("2: the line is not empty (4)".into()));
    }

    #[test]
    fn checks_in_any_order_do_not_overlap() {
        let text = "mul 1\nadd 1\nadd 2\nreturn\n";
        assert_eq!(outcome("CHECK-DAG: add\nCHECK-DAG: add\nCHECK-DAG: mul\nCHECK: return", text), Ok(()));
        let third = outcome("CHECK-DAG: add\nCHECK-DAG: add\nCHECK-DAG: add", text);
        assert_eq!(third, Err("3: no line matches (1)".into()));
    }

    #[test]
    fn mistakes_in_checks_are_reported() {
        for (checks, message) in [
            ("nothing", "expected a line with `CHECK:`, found none"),
            ("CHECK-NEXT: a", "`CHECK-NEXT` needs a check before it"),
            ("CHECK-FOO: a", "unknown kind of check `FOO`"),
            ("CHECK:", "expected a pattern after `CHECK:`"),
            ("CHECK: {{a", "expected `}}` after a regular expression"),
            ("CHECK: [[#N:]]", "numeric variables are not supported: `[[#N:]]`"),
        ] {
            assert_eq!(outcome(checks, ""), Err(message.into()));
        }
    }
}
