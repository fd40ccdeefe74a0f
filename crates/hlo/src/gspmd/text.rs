//! Shardings as HLO writes them: `{devices=[4,2]<=[8]}`.

/// A sharding as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HloSharding {
    /// Every device holds the full tensor.
    Replicated,
    /// One device holds the full tensor.
    Maximal(i64),
    /// Every device holds a tile, in this order.
    Tiled(Tiles),
    /// One for each part of a tuple, or for each result of an op.
    Tuple(Vec<HloSharding>),
    /// A form that sdy cannot express, by its keyword.
    Other(String),
}

/// The number of tiles of each dimension, and the device that holds each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tiles {
    /// The counts, those of [`Tiles::subgroups`] last.
    pub(super) counts: Vec<u64>,
    pub(super) devices: Devices,
    /// The meaning of the last counts, which are not dimensions of the tensor.
    pub(super) subgroups: Vec<String>,
}

/// The devices of tiles in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Devices {
    /// `0, 1, 2, …` reshaped to these sizes and transposed.
    Iota { sizes: Vec<u64>, order: Vec<usize> },
    /// Each device written out.
    List(Vec<i64>),
}

/// The maximum nesting of tuples: the reader is recursive.
const MAX_DEPTH: usize = 8;

impl HloSharding {
    /// Reads a sharding. The error gives what was expected and what the text has instead.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let sharding = reader.sharding(0)?;
        reader.skip_spaces();
        if reader.at < text.len() { Err(reader.expected("the end")) } else { Ok(sharding) }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expected(&self, what: &str) -> String {
        let found: String = self.rest().chars().take(12).collect();
        let found = if found.is_empty() { "the end".to_string() } else { format!("`{found}`") };
        format!("expected {what}, found {found}")
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn need(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    fn number(&mut self) -> Result<i64, String> {
        self.skip_spaces();
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().map_err(|_| self.expected("a number"))?;
        self.at += digits;
        Ok(number)
    }

    fn word(&mut self) -> Result<String, String> {
        self.skip_spaces();
        let is_letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        let word: String = self.rest().chars().take_while(is_letter).collect();
        self.at += word.len();
        if word.is_empty() { Err(self.expected("a keyword")) } else { Ok(word) }
    }

    /// Items separated by commas, up to a closing token.
    fn list<T>(&mut self, end: &str, item: fn(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        if self.eat(end) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(end) {
                return Ok(items);
            }
            self.need(",")?;
        }
    }

    fn count(&mut self) -> Result<u64, String> {
        let message = self.expected("a positive number");
        self.number()?.try_into().ok().filter(|&count| count > 0).ok_or(message)
    }

    fn sharding(&mut self, depth: usize) -> Result<HloSharding, String> {
        self.need("{")?;
        self.skip_spaces();
        if self.rest().starts_with('{') {
            let mut parts = Vec::new();
            loop {
                if depth == MAX_DEPTH {
                    return Err("tuples are nested too deeply".into());
                }
                parts.push(self.sharding(depth + 1)?);
                if self.eat("}") {
                    return Ok(HloSharding::Tuple(parts));
                }
                self.need(",")?;
            }
        }
        self.fields()
    }

    /// The fields of a sharding that is not a tuple, in any order, and its closing brace.
    fn fields(&mut self) -> Result<HloSharding, String> {
        let mut kind: Option<HloSharding> = None;
        let mut subgroups: Vec<String> = Vec::new();
        let mut other = None;
        while !self.eat("}") {
            match self.word()?.as_str() {
                "replicated" => kind = Some(HloSharding::Replicated),
                "maximal" => {
                    self.need("device")?;
                    self.need("=")?;
                    kind = Some(HloSharding::Maximal(self.number()?));
                }
                "devices" => kind = Some(HloSharding::Tiled(self.tiles()?)),
                "last_tile_dim_replicate" => subgroups.push("replicated".into()),
                "last_tile_dims" => {
                    self.need("=")?;
                    self.need("{")?;
                    subgroups.extend(self.list("}", Self::word)?);
                }
                "metadata" => self.metadata()?,
                keyword => {
                    other = Some(keyword.to_string());
                    // The fields of an unknown keyword cannot be interpreted; skip them.
                    while !self.rest().is_empty() && !self.rest().starts_with('}') {
                        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                    }
                }
            }
        }
        if let Some(keyword) = other {
            return Ok(HloSharding::Other(keyword));
        }
        match kind {
            Some(HloSharding::Tiled(tiles)) if subgroups.len() > tiles.counts.len() => Err(format!(
                "expected at least {} tile dimensions, found {}",
                subgroups.len(),
                tiles.counts.len()
            )),
            Some(HloSharding::Tiled(tiles)) => Ok(HloSharding::Tiled(Tiles { subgroups, ..tiles })),
            Some(kind) => Ok(kind),
            None => Err("expected `replicated`, `maximal` or `devices`, found nothing".into()),
        }
    }

    fn tiles(&mut self) -> Result<Tiles, String> {
        self.need("=")?;
        self.need("[")?;
        let counts = self.list("]", Self::count)?;
        let total = product(&counts).ok_or("more tiles than can be counted")?;
        let devices = if self.eat("<=") {
            self.need("[")?;
            let sizes = self.list("]", Self::count)?;
            let order = if self.eat("T") {
                self.need("(")?;
                self.list(")", |reader| reader.number().map(|number| number as usize))?
            } else {
                (0..sizes.len()).collect()
            };
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if sorted != (0..sizes.len()).collect::<Vec<_>>() {
                return Err(format!("expected an order of {} dimensions, found {order:?}", sizes.len()));
            }
            if product(&sizes) != Some(total) {
                return Err(format!("expected as many devices as the {total} tiles, found {sizes:?}"));
            }
            Devices::Iota { sizes, order }
        } else {
            let mut list = vec![self.number()?];
            while self.eat(",") {
                list.push(self.number()?);
            }
            let mut sorted = list.clone();
            sorted.sort_unstable();
            if list.len() as u64 != total || sorted.iter().zip(0..).any(|(&device, index)| device != index) {
                return Err(format!("expected each of the devices 0 to {} once", total - 1));
            }
            Devices::List(list)
        };
        Ok(Tiles { counts, devices, subgroups: Vec::new() })
    }

    /// Skips `={op_name="…" …}`, which does not affect the sharding.
    fn metadata(&mut self) -> Result<(), String> {
        self.need("=")?;
        self.need("{")?;
        let (mut depth, mut quoted) = (1, false);
        while depth > 0 {
            let Some(letter) = self.rest().chars().next() else { return Err(self.expected("`}`")) };
            self.at += letter.len_utf8();
            match letter {
                '"' => quoted = !quoted,
                '{' if !quoted => depth += 1,
                '}' if !quoted => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }
}

fn product(sizes: &[u64]) -> Option<u64> {
    sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiled(counts: &[u64], devices: Devices, subgroups: &[&str]) -> HloSharding {
        let subgroups = subgroups.iter().map(ToString::to_string).collect();
        HloSharding::Tiled(Tiles { counts: counts.to_vec(), devices, subgroups })
    }

    fn iota(sizes: &[u64], order: &[usize]) -> Devices {
        Devices::Iota { sizes: sizes.to_vec(), order: order.to_vec() }
    }

    #[test]
    fn every_form_is_read() {
        let parse = |text| HloSharding::parse(text).unwrap();
        assert_eq!(parse("{replicated}"), HloSharding::Replicated);
        assert_eq!(parse("{maximal device=3}"), HloSharding::Maximal(3));
        assert_eq!(parse("{devices=[4,2]<=[8]}"), tiled(&[4, 2], iota(&[8], &[0]), &[]));
        assert_eq!(
            parse("{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}"),
            tiled(&[2, 1, 4], iota(&[4, 2], &[1, 0]), &["replicated"])
        );
        assert_eq!(
            parse("{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated} metadata={op_name=\"a}b\"}}"),
            tiled(&[2, 2, 2], iota(&[8], &[0]), &["manual", "replicated"])
        );
        assert_eq!(parse("{devices=[2,2]0,2,1,3}"), tiled(&[2, 2], Devices::List(vec![0, 2, 1, 3]), &[]));
        assert_eq!(
            parse("{{replicated}, {maximal device=0}}"),
            HloSharding::Tuple(vec![HloSharding::Replicated, HloSharding::Maximal(0)])
        );
        assert_eq!(parse("{manual}"), HloSharding::Other("manual".into()));
        assert_eq!(parse("{devices=[2]<=[2] shard_as 1}"), HloSharding::Other("shard_as".into()));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("", "expected `{`, found the end"),
            ("{}", "expected `replicated`, `maximal` or `devices`, found nothing"),
            ("{devices=[4,2]<=[6]}", "expected as many devices as the 8 tiles, found [6]"),
            ("{devices=[2]0,0}", "expected each of the devices 0 to 1 once"),
            ("{devices=[0]<=[1]}", "expected a positive number, found `0]<=[1]}`"),
            ("{devices=[2,2]<=[2,2]T(0,0)}", "expected an order of 2 dimensions, found [0, 0]"),
            ("{replicated} x", "expected the end, found `x`"),
            ("{devices=[4294967296,4294967296]<=[1]}", "more tiles than can be counted"),
        ] {
            assert_eq!(HloSharding::parse(text), Err(message.to_string()), "{text}");
        }
        assert!(HloSharding::parse(&"{".repeat(10_000)).is_err());
    }
}
