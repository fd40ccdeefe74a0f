//! Arithmetic on symbolic sizes.
//!
//! A product, sum or minimum of names is again a name, in canonical form: `4*N*S`, `P+S`, `min(512,S)`. Sizes of equal form are equal;
//! sizes of different forms may or may not be.

use crate::types::Dim;

/// Longer names become unknown sizes.
const LONGEST: usize = 96;

impl Dim {
    /// The product of sizes.
    pub fn product<'a>(dims: impl IntoIterator<Item = &'a Dim>) -> Dim {
        let mut product = Some(Product::one());
        for dim in dims {
            if *dim == Dim::Known(0) {
                return Dim::Known(0);
            }
            product = product.and_then(|product| product.times(Product::of(dim)?));
        }
        product.map_or(Dim::Unknown, Product::dim)
    }

    /// This size divided by `by`, if it is a multiple of it.
    pub fn quotient(&self, by: &Dim) -> Option<Dim> {
        let (mut product, by) = (Product::of(self)?, Product::of(by)?);
        if by.number == 0 || product.number % by.number != 0 {
            return None;
        }
        product.number /= by.number;
        for name in &by.names {
            let at = product.names.iter().position(|other| other == name)?;
            product.names.remove(at);
        }
        Some(product.dim())
    }

    /// The sum of two sizes.
    pub fn plus(&self, other: &Dim) -> Dim {
        match (self, other) {
            (Dim::Known(a), Dim::Known(b)) => a.checked_add(*b).map_or(Dim::Unknown, Dim::Known),
            (Dim::Unknown, _) | (_, Dim::Unknown) => Dim::Unknown,
            (Dim::Known(0), dim) | (dim, Dim::Known(0)) => dim.clone(),
            (a, b) => {
                let (a, b) = (a.to_string(), b.to_string());
                let mut number: u64 = 0;
                let mut terms: Vec<&str> = Vec::new();
                for term in split(&a, '+').into_iter().chain(split(&b, '+')) {
                    match term.parse::<u64>().ok().and_then(|term| number.checked_add(term)) {
                        Some(sum) => number = sum,
                        None => terms.push(term),
                    }
                }
                terms.sort_unstable();
                let number = (number > 0).then(|| number.to_string());
                terms.extend(number.as_deref());
                name(terms.join("+"))
            }
        }
    }

    /// Substitutes numbers for names.
    pub fn bind(&self, number: &impl Fn(&str) -> Option<u64>) -> Dim {
        let Dim::Named(text) = self else { return self.clone() };
        if let Some(size) = number(text) {
            return Dim::Known(size);
        }
        // A name of the file may nest parentheses without limit.
        if text.len() > LONGEST {
            return self.clone();
        }
        let atom =
            |text: &str| text.parse().map_or_else(|_| Dim::Named(text.into()).bind(number), Dim::Known);
        let term = |text: &str| Dim::product(&split(text, '*').into_iter().map(atom).collect::<Vec<_>>());
        match split(text, '+').as_slice() {
            [only] if split(only, '*').len() == 1 => match (minimum_of(only), parenthesised(only)) {
                (Some(parts), _) => {
                    let bound = parts.iter().map(|part| atom(part)).reduce(|a, b| a.at_most(&b));
                    bound.unwrap_or(Dim::Unknown)
                }
                (None, Some(inner)) => atom(inner),
                (None, None) => self.clone(),
            },
            terms => terms.iter().fold(Dim::Known(0), |sum, text| sum.plus(&term(text))),
        }
    }

    /// The smaller one of two sizes.
    pub fn at_most(&self, limit: &Dim) -> Dim {
        if self.is_certainly_at_most(limit) {
            return self.clone();
        }
        if limit.is_certainly_at_most(self) {
            return limit.clone();
        }
        let (Dim::Known(_) | Dim::Named(_), Dim::Known(_) | Dim::Named(_)) = (self, limit) else {
            return Dim::Unknown;
        };
        let mut least: Option<u64> = None;
        let mut names: Vec<Dim> = Vec::new();
        for part in [self, limit].into_iter().flat_map(Dim::alternatives) {
            match part {
                Dim::Known(size) => least = Some(least.map_or(size, |least| least.min(size))),
                part => names.push(part),
            }
        }
        names.sort_unstable_by_key(Dim::to_string);
        names.dedup();
        let texts = least.map(|least| least.to_string()).into_iter().chain(names.iter().map(Dim::to_string));
        name(format!("min({})", texts.collect::<Vec<_>>().join(",")))
    }

    /// Whether this size exceeds `limit` in no run of the model, as far as their forms show.
    pub fn is_certainly_at_most(&self, limit: &Dim) -> bool {
        let (parts, limits) = (self.alternatives(), limit.alternatives());
        !limits.is_empty() && limits.iter().all(|limit| parts.iter().any(|part| limit.minus(part).is_some()))
    }

    /// The size of two dimensions that are equal in every run that succeeds, or of which one is broadcast: `min(512,S)` and `S` are
    /// both `S`, because a model that clamps there fails. `None` if their forms do not show it.
    pub fn broadcast_with(&self, other: &Dim) -> Option<Dim> {
        if self.is_same(other) {
            return Some(self.clone());
        }
        let is_limited = |limited: &Dim, free: &Dim| {
            let parts = limited.alternatives();
            let (same, numbers): (Vec<_>, Vec<_>) = parts.iter().partition(|part| *part == free);
            !same.is_empty() && numbers.iter().all(|number| number.known().is_some_and(|number| number > 1))
        };
        if is_limited(self, other) {
            return Some(other.clone());
        }
        is_limited(other, self).then(|| self.clone())
    }

    /// The sizes whose minimum this is: one unless it is a minimum, none if it is unknown.
    fn alternatives(&self) -> Vec<Dim> {
        let Dim::Named(text) = self else {
            return self.known().map(Dim::Known).into_iter().collect();
        };
        let Some(parts) = minimum_of(text) else { return vec![self.clone()] };
        let part = |text: &&str| text.parse().map_or_else(|_| Dim::Named((*text).into()), Dim::Known);
        parts.iter().map(part).collect()
    }

    /// This size minus `other`, if the result is certain.
    pub fn minus(&self, other: &Dim) -> Option<Dim> {
        match (self, other) {
            (Dim::Known(a), Dim::Known(b)) => a.checked_sub(*b).map(Dim::Known),
            (Dim::Unknown, _) | (_, Dim::Unknown) => None,
            (a, b) if a == b => Some(Dim::Known(0)),
            (dim, Dim::Known(0)) => Some(dim.clone()),
            (a, b) => {
                let (a, b) = (a.to_string(), b.to_string());
                let mut terms = split(&a, '+');
                for term in split(&b, '+') {
                    terms.remove(terms.iter().position(|other| *other == term)?);
                }
                let terms = terms.iter().map(|term| match term.parse() {
                    Ok(number) => Dim::Known(number),
                    Err(_) => Dim::Named((*term).into()),
                });
                Some(terms.fold(Dim::Known(0), |sum, term| sum.plus(&term)))
            }
        }
    }
}

/// A number times names, which are sorted.
struct Product {
    number: u64,
    names: Vec<String>,
}

impl Product {
    fn one() -> Self {
        Self { number: 1, names: Vec::new() }
    }

    fn of(dim: &Dim) -> Option<Self> {
        match dim {
            Dim::Known(number) => Some(Self { number: *number, names: Vec::new() }),
            Dim::Unknown => None,
            Dim::Named(text) if split(text, '+').len() > 1 => {
                Some(Self { number: 1, names: vec![format!("({text})")] })
            }
            Dim::Named(text) => {
                let mut this = Self::one();
                for part in split(text, '*') {
                    match part.parse::<u64>() {
                        Ok(number) => this.number = this.number.checked_mul(number)?,
                        Err(_) => this.names.push(part.to_string()),
                    }
                }
                this.names.sort_unstable();
                Some(this)
            }
        }
    }

    fn times(mut self, other: Self) -> Option<Self> {
        self.number = self.number.checked_mul(other.number)?;
        self.names.extend(other.names);
        self.names.sort_unstable();
        Some(self)
    }

    fn dim(self) -> Dim {
        if self.names.is_empty() || self.number == 0 {
            return Dim::Known(self.number);
        }
        let text = self.names.join("*");
        match (self.number, self.names.as_slice()) {
            (1, [only]) => name(parenthesised(only).unwrap_or(only).to_string()),
            (1, _) => name(text),
            (number, _) => name(format!("{number}*{text}")),
        }
    }
}

fn name(text: String) -> Dim {
    if text.len() > LONGEST { Dim::Unknown } else { Dim::Named(text.into()) }
}

/// The text in parentheses that surround all of it.
fn parenthesised(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')').filter(|inner| balanced(inner))
}

/// The arguments of `min(a,b)`.
fn minimum_of(text: &str) -> Option<Vec<&str>> {
    let parts = split(parenthesised(text.strip_prefix("min")?)?, ',');
    parts.iter().all(|part| !part.is_empty()).then_some(parts)
}

/// Whether no parenthesis closes before it opens.
fn balanced(text: &str) -> bool {
    let mut depth = 0i64;
    text.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    })
}

/// Splits a text at separators outside parentheses. A text with other operators is not split.
fn split(text: &str, separator: char) -> Vec<&str> {
    // Commas bind least, products most.
    let outer = |c: char| match separator {
        ',' => false,
        '+' => ",-/%^".contains(c),
        _ => "+,-/%^".contains(c),
    };
    let (mut depth, mut start, mut parts) = (0i64, 0, Vec::new());
    for (at, c) in text.char_indices() {
        depth += i64::from(c == '(') - i64::from(c == ')');
        if depth == 0 && outer(c) {
            return vec![text];
        }
        if depth == 0 && c == separator {
            parts.push(text[start..at].trim());
            start = at + 1;
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(text: &str) -> Dim {
        text.parse().map_or_else(|_| Dim::Named(text.into()), Dim::Known)
    }

    #[test]
    fn products_have_one_spelling() {
        let product = |texts: &[&str]| Dim::product(&texts.iter().map(|text| dim(text)).collect::<Vec<_>>());
        assert_eq!(product(&["S", "4", "N"]), product(&["N", "2", "S", "2"]));
        assert_eq!(product(&["S", "4", "N"]), dim("4*N*S"));
        assert_eq!(product(&["P+S", "2"]), dim("2*(P+S)"));
        assert_eq!(product(&["N"]), dim("N"));
        assert_eq!(product(&["P+S"]), dim("P+S"));
        assert_eq!(product(&["N", "0"]), dim("0"));
        assert_eq!(product(&["18446744073709551615", "2"]), Dim::Unknown);
    }

    #[test]
    fn quotients_cancel_names() {
        assert_eq!(dim("4*N*S").quotient(&dim("2*N")), Some(dim("2*S")));
        assert_eq!(dim("4*N").quotient(&dim("S")), None);
        assert_eq!(dim("12").quotient(&dim("5")), None);
        assert_eq!(dim("12").quotient(&dim("0")), None);
    }

    #[test]
    fn sums_and_differences_cancel() {
        assert_eq!(dim("S").plus(&dim("P")), dim("P+S"));
        assert_eq!(dim("P+S").minus(&dim("S")), Some(dim("P")));
        assert_eq!(dim("S").plus(&dim("1")).plus(&dim("2")), dim("S+3"));
        assert_eq!(dim("S+3").minus(&dim("3")), Some(dim("S")));
        assert_eq!(dim("S").minus(&dim("P")), None);
    }

    #[test]
    fn minima_are_flat_and_compared() {
        let min = |a: &str, b: &str| dim(a).at_most(&dim(b));
        assert_eq!(min("S", "512"), dim("min(512,S)"));
        assert_eq!(min("min(512,S)", "64"), dim("min(64,S)"));
        assert_eq!(min("min(64,S)", "512"), dim("min(64,S)"));
        assert_eq!(min("min(64,S)", "min(32,T)"), dim("min(32,S,T)"));
        assert_eq!(min("P+S", "S"), dim("S"));
        assert_eq!(min("S+3", "S"), dim("S"));
        assert_eq!(min("S", "0"), dim("0"));
        assert_eq!(min("3", "7"), dim("3"));
        assert_eq!(min("2*S", "P+S"), dim("min(2*S,P+S)"));
        assert_eq!(dim("S").at_most(&Dim::Unknown), Dim::Unknown);
        assert!(dim("min(512,S)").is_certainly_at_most(&dim("S")));
        assert!(!dim("S").is_certainly_at_most(&dim("min(512,S)")));
        assert!(!Dim::Unknown.is_certainly_at_most(&Dim::Unknown));
        assert_eq!(dim("min(512,S)").plus(&dim("P")), dim("P+min(512,S)"));
        assert_eq!(dim("P+min(512,S)").minus(&dim("P")), Some(dim("min(512,S)")));
    }

    #[test]
    fn a_clamped_size_that_is_broadcast_with_its_limit_is_the_limit() {
        let joined = |a: &str, b: &str| dim(a).broadcast_with(&dim(b));
        assert_eq!(joined("min(512,S)", "S"), Some(dim("S")));
        assert_eq!(joined("S", "min(512,S)"), Some(dim("S")));
        // A table with one row is broadcast.
        assert_eq!(joined("min(1,S)", "S"), None);
        assert_eq!(joined("min(S,T)", "S"), None);
        assert_eq!(joined("min(512,S)", "T"), None);
    }

    #[test]
    fn numbers_are_bound_within_expressions() {
        let number = |name: &str| [("S", 6), ("P", 2)].iter().find(|(other, _)| *other == name).map(|x| x.1);
        let bind = |text: &str| dim(text).bind(&number);
        assert_eq!(bind("min(4,S)"), dim("4"));
        assert_eq!(bind("min(512,S)"), dim("6"));
        assert_eq!(bind("2*(P+S)"), dim("16"));
        assert_eq!(bind("2*min(4,P+S)+T"), dim("T+8"));
        assert_eq!(bind("min(S,T)"), dim("min(6,T)"));
        assert_eq!(bind("(P+S)"), dim("8"));
        assert_eq!(bind("a-b"), dim("a-b"));
        assert_eq!(bind("min()"), dim("min()"));
        let deep = format!("{}S{}", "(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(bind(&deep), dim(&deep));
    }

    #[test]
    fn names_with_other_operators_are_not_split() {
        assert_eq!(dim("a-b").plus(&dim("b")), dim("a-b+b"));
        assert_eq!(dim("floor(a/2)*3").quotient(&dim("3")), Some(dim("floor(a/2)")));
    }
}
