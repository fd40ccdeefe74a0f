//! Slot programs in the `ckks` dialect of HEIR, from which its tools make programs for OpenFHE and Lattigo.
//!
//! Every step becomes the op of the same name; a product of ciphertexts is followed by its relinearisation. Vectors
//! of plaintexts are arguments, in the order in which they are first used, after the ciphertexts of the input. A
//! ring with more slots than the program holds copies of its values side by side, which rotations preserve.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use partita_base::{Id, code};

use crate::program::{CtType, Plain, PlaintextSource, Plaintexts, Program, Scale, SlotStep};
use crate::{CkksError, CkksResult};

/// The scheme of an exported program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeirScheme {
    /// The ring has degree `2^log_n`.
    pub log_n: u32,
    /// Bits of each prime of the modulus, that of level 0 first.
    pub q_bits: Vec<u32>,
    /// Bits of each prime of key switching.
    pub p_bits: Vec<u32>,
    /// Values are multiplied by two to this power before they are rounded.
    pub scale_bits: u32,
}

/// A program in HEIR's dialect.
#[derive(Clone, Debug)]
pub struct HeirProgram {
    /// The module as text.
    pub text: String,
    /// The plaintext of each argument after those of the input.
    pub plains: Vec<Plain>,
    slots: usize,
    copies: usize,
}

impl HeirProgram {
    /// The vector of each plaintext argument, by its name without the percent sign.
    pub fn vectors(&self, sources: &[PlaintextSource]) -> CkksResult<Vec<(String, Vec<f64>)>> {
        let mut plaintexts = Plaintexts::new(sources, self.slots);
        let vector = |(n, &plain): (usize, &Plain)| {
            Ok((format!("plain{n}"), plaintexts.get(plain)?.repeat(self.copies)))
        };
        self.plains.iter().enumerate().map(vector).collect()
    }
}

impl Program {
    /// The program in HEIR's dialect.
    pub fn to_heir(&self, scheme: &HeirScheme) -> CkksResult<HeirProgram> {
        let types = self.types()?;
        let top = types.iter().map(|made| made.level).max().unwrap_or(0) as usize;
        let half = 1usize << (scheme.log_n.clamp(1, 20) - 1);
        let fits = half >= self.slots && top < scheme.q_bits.len() && !scheme.p_bits.is_empty();
        if !fits {
            let message = format!(
                "a ring with {half} slots and {} primes cannot hold a program of {} slots and {top} levels",
                scheme.q_bits.len(),
                self.slots
            );
            return Err(CkksError::new(code::CKKS_PARAMS, message).help("use a larger ring or more primes"));
        }
        let primes = Primes::of(scheme)?;
        let (plains, known, body) = (Vec::new(), BTreeMap::new(), String::new());
        let mut writer = HeirText { program: self, types: &types, scheme, half, plains, known, body };
        writer.steps()?;
        let mut text = String::new();
        writer
            .module(&primes, &mut text)
            .map_err(|_| CkksError::new(code::CKKS_PARAMS, "the text is too long"))?;
        Ok(HeirProgram { text, plains: writer.plains, slots: self.slots, copies: half / self.slots })
    }
}

/// The primes of a scheme: distinct, one more than a multiple of twice the degree.
struct Primes {
    q: Vec<u64>,
    p: Vec<u64>,
}

impl Primes {
    fn of(scheme: &HeirScheme) -> CkksResult<Primes> {
        // For each size, the last prime that was taken.
        let mut last: BTreeMap<u32, u64> = BTreeMap::new();
        let step = 1u64 << (scheme.log_n + 1);
        let mut next = |&bits: &u32| -> CkksResult<u64> {
            let start = last.get(&bits).copied().unwrap_or(1u64.checked_shl(bits).unwrap_or(0) | 1);
            let mut candidate = start;
            loop {
                candidate =
                    candidate.checked_sub(step).filter(|&n| n > 1 << (bits - 1)).ok_or_else(|| {
                        let message =
                            format!("there are too few primes of {bits} bits for a ring of this degree");
                        CkksError::new(code::CKKS_PARAMS, message).help("use larger primes or a smaller ring")
                    })?;
                if is_prime(candidate) {
                    last.insert(bits, candidate);
                    return Ok(candidate);
                }
            }
        };
        let sizes = scheme.q_bits.iter().chain(&scheme.p_bits);
        if sizes.clone().any(|&bits| bits < scheme.log_n + 4 || bits > 61) {
            let message = "primes have at most 61 bits, and at least 4 more than the logarithm of the degree";
            return Err(CkksError::new(code::CKKS_PARAMS, message));
        }
        let q: Vec<u64> = scheme.q_bits.iter().map(&mut next).collect::<CkksResult<_>>()?;
        Ok(Primes { q, p: scheme.p_bits.iter().map(&mut next).collect::<CkksResult<_>>()? })
    }
}

/// Whether an odd number above 37 is prime, by the bases that decide every number below 2^64.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        if n.is_multiple_of(base) {
            return n == base;
        }
        let (mut power, mut square, mut rest) = (1, base, (n - 1) >> twos);
        while rest > 0 {
            if rest & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            rest >>= 1;
        }
        let mut is_witness = power != 1;
        for _ in 0..twos {
            is_witness &= power != n - 1;
            power = times(power, power);
        }
        !is_witness
    })
}

struct HeirText<'a> {
    program: &'a Program,
    types: &'a [CtType],
    scheme: &'a HeirScheme,
    half: usize,
    plains: Vec<Plain>,
    /// The argument of each plaintext.
    known: BTreeMap<[u32; 5], usize>,
    body: String,
}

/// The source of a plaintext, and what distinguishes it from others of that source.
fn plain_key(plain: Plain) -> [u32; 5] {
    match plain {
        Plain::Constant(_) => [0; 5],
        Plain::Diagonal { source, pair: [a, b], steps: [c, d] } => [source.index() as u32, a, b, c, d],
        Plain::Addend { source, output } => [source.index() as u32, output, 0, 0, 0],
    }
}

/// A number as MLIR reads it, with a point even if there is an exponent.
fn literal(value: f64) -> String {
    let text = format!("{value:?}");
    match text.split_once('e') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.0e{power}"),
        _ => text,
    }
}

/// The name of a ciphertext type: its level, `d` with a double scale, `x` before relinearisation.
struct TypeName(CtType);

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.0.scale == Scale::Double { "d" } else { "" };
        write!(f, "!ct{}{mark}", self.0.level)
    }
}

impl HeirText<'_> {
    /// Writes the steps of the program.
    fn steps(&mut self) -> CkksResult<()> {
        for number in 0..self.program.steps.len() {
            self.step(number).map_err(|_| CkksError::new(code::CKKS_PARAMS, "the text is too long"))?;
        }
        Ok(())
    }

    fn step(&mut self, number: usize) -> fmt::Result {
        let made = TypeName(self.types[number]);
        let of = |id: crate::program::CtId| (id.index(), TypeName(self.types[id.index()]));
        match self.program.steps[number] {
            SlotStep::Input { .. } => Ok(()),
            SlotStep::Rotate { of: a, by } => {
                let (a, from) = of(a);
                writeln!(
                    self.body,
                    "    %{number} = \"ckks.rotate\"(%{a}) <{{static_shift = {by} : i64}}> : ({from}) -> {made}"
                )
            }
            SlotStep::MulPlain { of: a, by } => {
                let (a, from) = of(a);
                self.encoded(number, by, Scale::Single)?;
                writeln!(
                    self.body,
                    "    %{number} = \"ckks.mul_plain\"(%{a}, %p{number}) : ({from}, !pt) -> {made}"
                )
            }
            SlotStep::AddPlain { of: a, by } => {
                let (a, from) = of(a);
                let scale = self.types[number].scale;
                self.encoded(number, by, scale)?;
                let plain = if scale == Scale::Double { "!ptd" } else { "!pt" };
                writeln!(
                    self.body,
                    "    %{number} = \"ckks.add_plain\"(%{a}, %p{number}) : ({from}, {plain}) -> {made}"
                )
            }
            SlotStep::Add(a, b) | SlotStep::Sub(a, b) => {
                let is_sum = matches!(self.program.steps[number], SlotStep::Add(..));
                let op = if is_sum { "add" } else { "sub" };
                let ((a, left), (b, right)) = (of(a), of(b));
                writeln!(self.body, "    %{number} = \"ckks.{op}\"(%{a}, %{b}) : ({left}, {right}) -> {made}")
            }
            SlotStep::Mul(a, b) => {
                let ((a, left), (b, right)) = (of(a), of(b));
                let level = self.types[number].level;
                writeln!(
                    self.body,
                    "    %x{number} = \"ckks.mul\"(%{a}, %{b}) : ({left}, {right}) -> !ct{level}x\n    %{number} = \
                     \"ckks.relinearize\"(%x{number}) <{{from_basis = array<i32: 0, 1, 2>, to_basis = array<i32: 0, 1>}}> : \
                     (!ct{level}x) -> {made}"
                )
            }
            SlotStep::Rescale(a) => {
                let (a, from) = of(a);
                let level = self.types[number].level;
                writeln!(
                    self.body,
                    "    %{number} = \"ckks.rescale\"(%{a}) <{{to_ring = #ring{level}}}> : ({from}) -> {made}"
                )
            }
            SlotStep::Drop { of: a, to } => {
                let dropped = self.types[a.index()].level - to;
                let (a, from) = of(a);
                writeln!(
                    self.body,
                    "    %{number} = \"ckks.level_reduce\"(%{a}) <{{levelToDrop = {dropped} : i64}}> : ({from}) -> {made}"
                )
            }
            SlotStep::Bootstrap { of: a, .. } => {
                let (a, from) = of(a);
                writeln!(self.body, "    %{number} = \"ckks.bootstrap\"(%{a}) : ({from}) -> {made}")
            }
        }
    }

    /// Encodes a plaintext as `%p` with the number of its step.
    fn encoded(&mut self, number: usize, plain: Plain, scale: Scale) -> fmt::Result {
        let half = self.half;
        let vector = match plain {
            Plain::Constant(value) => {
                writeln!(
                    self.body,
                    "    %c{number} = arith.constant dense<{}> : tensor<{half}xf64>",
                    literal(value)
                )?;
                format!("%c{number}")
            }
            _ => {
                let next = self.plains.len();
                let argument = *self.known.entry(plain_key(plain)).or_insert(next);
                if argument == next {
                    self.plains.push(plain);
                }
                format!("%plain{argument}")
            }
        };
        let mark = if scale == Scale::Double { "d" } else { "" };
        writeln!(
            self.body,
            "    %p{number} = \"lwe.rlwe_encode\"({vector}) <{{encoding = #scale{mark}, ring = #ring}}> : \
             (tensor<{half}xf64>) -> !pt{mark}"
        )
    }

    /// Writes the types, then the function.
    fn module(&self, primes: &Primes, text: &mut String) -> fmt::Result {
        let degree = 2 * self.half;
        let list = |primes: &[u64], mark: &str| {
            primes.iter().map(|prime| format!("{prime}{mark}")).collect::<Vec<_>>().join(", ")
        };
        for (n, prime) in primes.q.iter().enumerate() {
            writeln!(text, "!q{n} = !mod_arith.int<{prime} : i64>")?;
        }
        let modulus = format!("polynomialModulus = <1 + x**{degree}>");
        writeln!(text, "#ring = #polynomial.ring<coefficientType = f64, {modulus}>\n#key = #lwe.key<>")?;
        for (mark, bits) in [("", self.scheme.scale_bits), ("d", 2 * self.scheme.scale_bits)] {
            writeln!(text, "#scale{mark} = #lwe.inverse_canonical_encoding<scaling_factor = {bits}>")?;
            writeln!(text, "#plain{mark} = #lwe.plaintext_space<ring = #ring, encoding = #scale{mark}>")?;
            writeln!(text, "!pt{mark} = !lwe.lwe_plaintext<plaintext_space = #plain{mark}>")?;
        }
        for level in 0..primes.q.len() {
            let rns: Vec<String> = (0..=level).map(|n| format!("!q{n}")).collect();
            writeln!(text, "!rns{level} = !rns.rns<{}>", rns.join(", "))?;
            writeln!(text, "#ring{level} = #polynomial.ring<coefficientType = !rns{level}, {modulus}>")?;
            let chain = list(&primes.q, " : i64");
            writeln!(text, "#chain{level} = #lwe.modulus_chain<elements = <{chain}>, current = {level}>")?;
            for (mark, plain, size) in [("", "", ""), ("d", "d", ""), ("x", "d", ", size = 3")] {
                writeln!(
                    text,
                    "!ct{level}{mark} = !lwe.lwe_ciphertext<plaintext_space = #plain{plain}, ciphertext_space = \
                     #lwe.ciphertext_space<ring = #ring{level}, encryption_type = mix{size}>, key = #key, modulus_chain = \
                     #chain{level}>"
                )?;
            }
        }
        let (log_n, scale) = (self.scheme.log_n, self.scheme.scale_bits);
        writeln!(
            text,
            "module attributes {{ckks.schemeParam = #ckks.scheme_param<logN = {log_n}, Q = [{}], P = [{}], \
             logDefaultScale = {scale}>, scheme.ckks}} {{",
            list(&primes.q, ""),
            list(&primes.p, "")
        )?;
        self.function(text)?;
        writeln!(text, "}}")
    }

    fn function(&self, text: &mut String) -> fmt::Result {
        let mut inputs: Vec<(u32, usize)> = Vec::new();
        for (number, step) in self.program.steps.iter().enumerate() {
            if let SlotStep::Input { index, .. } = step {
                inputs.push((*index, number));
            }
        }
        inputs.sort_unstable();
        let inputs = inputs.iter().map(|&(_, number)| format!("%{number}: {}", TypeName(self.types[number])));
        let half = self.half;
        let plains = (0..self.plains.len()).map(|n| format!("%plain{n}: tensor<{half}xf64>"));
        let arguments: Vec<String> = inputs.chain(plains).collect();
        let outputs = &self.program.outputs;
        let results: Vec<String> =
            outputs.iter().map(|id| TypeName(self.types[id.index()]).to_string()).collect();
        let values: Vec<String> = outputs.iter().map(|id| format!("%{}", id.index())).collect();
        let results = results.join(", ");
        writeln!(text, "  func.func @main({}) -> ({results}) {{", arguments.join(", "))?;
        text.push_str(&self.body);
        writeln!(text, "    return {} : {results}\n  }}", values.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_primes_of_the_ring() {
        let scheme = HeirScheme { log_n: 13, q_bits: vec![49, 40, 40], p_bits: vec![49], scale_bits: 40 };
        let primes = Primes::of(&scheme).unwrap();
        // The largest primes below 2^40 and 2^49 that are one more than a multiple of 2^14.
        assert_eq!(primes.q.len(), 3);
        let all: std::collections::BTreeSet<u64> = primes.q.iter().chain(&primes.p).copied().collect();
        assert_eq!(all.len(), 4, "{all:?}");
        for prime in all {
            assert_eq!(prime % (1 << 14), 1);
            assert!((3..1 << 20).step_by(2).all(|d| prime % d != 0), "{prime}");
        }
        assert!(is_prime(1_095_233_372_161) && is_prime(41) && is_prime(101));
        // Products of two primes, a Carmichael number, and a square.
        assert!(![1_095_233_372_161 * 3, 561, 41041, 10_201, 3_215_031_751].into_iter().any(is_prime));
    }

    #[test]
    fn steps_become_ops() {
        let text = "slots 4\n%0 = input 0 : 2\n%1 = rotate %0, 1\n%2 = mul %0, %1\n%3 = rescale %2\n\
                    %4 = mul_plain %3, 0.5\n%5 = add_plain %4, 1.0\n%6 = rescale %5\nreturn %6";
        let program = Program::parse(text).unwrap();
        let scheme = HeirScheme { log_n: 4, q_bits: vec![30; 3], p_bits: vec![31], scale_bits: 25 };
        let made = program.to_heir(&scheme).unwrap();
        for part in [
            "%1 = \"ckks.rotate\"(%0) <{static_shift = 1 : i64}> : (!ct2) -> !ct2",
            "%x2 = \"ckks.mul\"(%0, %1) : (!ct2, !ct2) -> !ct2x",
            "%3 = \"ckks.rescale\"(%2) <{to_ring = #ring1}> : (!ct2d) -> !ct1",
            "%c4 = arith.constant dense<0.5> : tensor<8xf64>",
            "return %6 : !ct0",
        ] {
            assert!(made.text.contains(part), "{part} in {}", made.text);
        }
        assert_eq!([literal(-1.0), literal(1e-9), literal(2.5e-9)], ["-1.0", "1.0e-9", "2.5e-9"]);
        let small = HeirScheme { log_n: 2, ..scheme };
        assert_eq!(program.to_heir(&small).unwrap_err().code.to_string(), code::CKKS_PARAMS.to_string());
    }
}
