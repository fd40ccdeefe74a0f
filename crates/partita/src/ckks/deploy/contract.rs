//! What client and server agree on: parameters, layouts, rotations, the range of inputs.
//!
//! ```text
//! partita ckks contract, engine seal
//! ring 14
//! modulus 49 40 40 40
//! special 60
//! scale 40
//! security 128
//! slots 128
//! levels 3
//! rotations 1 2 4
//! largest 1.25
//! input [64, 1, 1] in 1x[64, 1, 1] plane 1x1 slots 128
//! output [10, 1, 1] in 1x[10, 1, 1] plane 1x1 slots 128 times 4.0
//! ```
//!
//! Several inputs are a line each, with their names.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use partita_base::{Cursor, code};
use partita_ckks::{CkksError, Port};
use partita_engine::ckks::{CkksFile, CkksFileKind, CkksParams, Safety, Secret};
use zeroize::Zeroizing;

use crate::Error;

/// The most inputs of a model.
const MOST_INPUTS: usize = 1024;

const FIRST_LINE: &str = "partita ckks contract, engine seal";

/// What all files of a deployment agree on. It holds no secret and no weight.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contract {
    /// Ring, modulus and scale.
    pub params: CkksParams,
    /// Whether the parameters have to be secure.
    pub safety: Safety,
    /// Slots of the program.
    pub slots: usize,
    /// The level of each input ciphertext.
    pub levels: Vec<u32>,
    /// The rotations of the program, each of which needs a key.
    pub rotations: BTreeSet<u32>,
    /// The largest absolute value of an input.
    pub largest: f64,
    /// How the inputs are packed.
    pub inputs: Vec<Port>,
    /// How the result is unpacked.
    pub output: Port,
}

impl Contract {
    /// The text by which files are compared.
    pub fn text(&self) -> String {
        let words = |numbers: &mut dyn Iterator<Item = u32>| {
            numbers.map(|number| format!(" {number}")).collect::<String>()
        };
        let CkksParams { log_n, q_bits, p_bits, scale_bits, .. } = &self.params;
        let security = match self.safety {
            Safety::Standard => "128",
            Safety::InsecureTest => "none",
        };
        let mut text = format!("{FIRST_LINE}\nring {log_n}\n");
        let mut line = |line: String| writeln!(text, "{line}").expect("a string takes all text");
        line(format!("modulus{}", words(&mut q_bits.iter().copied())));
        line(format!("special{}", words(&mut p_bits.iter().copied())));
        line(format!("scale {scale_bits}"));
        line(format!("security {security}"));
        line(format!("slots {}", self.slots));
        line(format!("levels{}", words(&mut self.levels.iter().copied())));
        line(format!("rotations{}", words(&mut self.rotations.iter().copied())));
        line(format!("largest {:?}", self.largest));
        self.inputs.iter().for_each(|input| line(format!("input {input}")));
        line(format!("output {}", self.output));
        text
    }

    /// Reads a contract. It is valid and, unless it declares otherwise, secure.
    pub fn parse(text: &str) -> Result<Contract, Error> {
        let mut lines = text.lines();
        let contract = (lines.next() == Some(FIRST_LINE)).then(|| parse_lines(&mut lines)).flatten();
        // One text for each contract: what is not printed exactly like this is not one.
        let contract = contract.filter(|contract| contract.text() == text);
        let contract = contract.ok_or_else(|| damaged("the contract of the file cannot be read"))?;
        contract.check()?;
        Ok(contract)
    }

    fn check(&self) -> Result<(), Error> {
        let Self { params, safety, slots, levels, rotations, inputs, output, .. } = self;
        params.check(*safety)?;
        params.check_slots(*slots)?;
        let mut ports = inputs.iter().chain([output]);
        let mut factors = inputs.iter().map(|input| input.factor).chain([output.factor, self.largest]);
        let ciphertexts: usize = inputs.iter().map(|input| input.layout.ciphertexts()).sum();
        let fits = params.p_bits.len() == 1
            && params.secret == Secret::Ternary
            && ports.all(|port| port.layout.slots() == *slots)
            && levels.len() == ciphertexts
            && levels.iter().all(|&level| level <= params.levels())
            && rotations.iter().all(|&by| by > 0 && (by as usize) < *slots)
            && factors.all(|factor| factor.is_finite() && factor > 0.0);
        if fits { Ok(()) } else { Err(damaged("the parameters of the contract contradict each other")) }
    }

    /// The contract in a file: of a model, or alone.
    pub fn read(bytes: &[u8]) -> Result<Contract, Error> {
        let file = CkksFile::read(bytes, &[CkksFileKind::Contract, CkksFileKind::Model])?;
        Contract::parse(file.contract)
    }

    /// The file of the contract alone, which a client needs.
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let contract = &self.text();
        CkksFile { kind: CkksFileKind::Contract, contract, key: [0; 16], sections: Vec::new() }.to_bytes()
    }

    /// How many samples share the ciphertexts of a group: one in each of its lanes.
    pub fn lanes(&self) -> usize {
        self.params.slots() / self.slots
    }

    /// The rotations of ciphertexts: those of the program, of all lanes at once.
    pub(super) fn real_rotations(&self) -> impl Iterator<Item = u32> + '_ {
        let lanes = self.lanes() as u32;
        self.rotations.iter().map(move |by| by * lanes)
    }

    /// What it has that another one has not, in words.
    pub(super) fn difference(&self, other: &Contract) -> String {
        if self.params != other.params {
            let (degree, bits) = (self.params.degree(), self.params.modulus_bits());
            return format!("a ring of degree {degree} with a modulus of {bits} bits");
        }
        let layouts = |of: &Contract| {
            let inputs = of.inputs.iter().map(|input| input.layout.clone());
            (of.slots, inputs.collect::<Vec<_>>(), of.output.layout.clone())
        };
        if layouts(self) != layouts(other) {
            let inputs: Vec<String> =
                self.inputs.iter().map(|input| format!("{:?}", input.shape())).collect();
            let (inputs, outputs, slots) = (inputs.join(" and "), self.output.shape(), self.slots);
            return format!("inputs of shape {inputs} and results of {outputs:?} in {slots} slots");
        }
        if self.rotations != other.rotations {
            return format!("{} rotations", self.rotations.len());
        }
        let factors: Vec<String> = self.inputs.iter().map(|input| format!("{:?}", input.factor)).collect();
        format!("inputs up to {} times {}", self.largest, factors.join(" and "))
    }
}

fn parse_lines<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Option<Contract> {
    let mut field = |name: &str| lines.next()?.strip_prefix(name);
    let words = |text: &str| -> Option<Vec<u32>> {
        let words = text.split(' ').skip(1);
        // A ring has at most 2^16 slots, and thus rotations.
        words.take((1 << 16) + 1).map(|word| word.parse().ok()).collect()
    };
    let port = |text: &str| {
        let mut cursor = Cursor::new(text);
        Port::parse(&mut cursor).ok().filter(|_| cursor.at_end())
    };
    let log_n = field("ring ")?.parse().ok()?;
    let (q_bits, p_bits) = (words(field("modulus")?)?, words(field("special")?)?);
    let scale_bits = field("scale ")?.parse().ok()?;
    let safety = match field("security ")? {
        "128" => Safety::Standard,
        "none" => Safety::InsecureTest,
        _ => return None,
    };
    let slots = field("slots ")?.parse().ok()?;
    let (levels, rotations) = (words(field("levels")?)?, words(field("rotations")?)?);
    let largest = field("largest ")?.parse().ok()?;
    let mut inputs = Vec::new();
    let output = loop {
        let line = lines.next()?;
        match line.strip_prefix("input ") {
            Some(input) if inputs.len() < MOST_INPUTS => inputs.push(port(input)?),
            _ => break port(line.strip_prefix("output ")?)?,
        }
    };
    let is_named = |input: &Port| inputs.len() == 1 || !input.name.is_empty();
    if inputs.is_empty() || !inputs.iter().all(is_named) {
        return None;
    }
    let params = CkksParams { log_n, q_bits, p_bits, scale_bits, secret: Secret::Ternary };
    // Shifts by the degree come later; `CkksParams::check` has the exact limits.
    let is_ring = (8..=17).contains(&log_n) && !params.q_bits.is_empty();
    is_ring.then(|| Contract {
        params,
        safety,
        slots,
        levels,
        rotations: rotations.into_iter().collect(),
        largest,
        inputs,
        output,
    })
}

pub(super) fn damaged(message: &str) -> Error {
    CkksError::new(code::CKKS_FILE, message)
        .help("transfer the file again, or write it again with the command that made it")
        .into()
}

#[cfg(test)]
mod tests {
    use partita_ckks::SlotLayout;

    use super::*;

    fn contract() -> Contract {
        let layout = |shape| Port::new(SlotLayout::dense(shape, [1, 1], 64).expect("it fits"));
        Contract {
            params: CkksParams::for_seal(None, 3, 64, Safety::Standard).expect("there is room"),
            safety: Safety::Standard,
            slots: 64,
            levels: vec![3],
            rotations: BTreeSet::from([1, 32]),
            largest: 1.25,
            inputs: vec![Port { factor: 0.5, ..layout([64, 1, 1]) }],
            output: Port { factor: 4.0, ..layout([10, 1, 1]) },
        }
    }

    #[test]
    fn contracts_come_back() {
        let made = contract();
        assert_eq!(Contract::parse(&made.text()).expect("it is valid"), made);
        assert_eq!(Contract::read(&made.to_bytes()).expect("it is valid"), made);
        assert_eq!(made.lanes(), 128);
        assert_eq!(made.real_rotations().collect::<Vec<_>>(), [128, 4096]);
    }

    #[test]
    fn what_differs_is_named() {
        let (one, mut other) = (contract(), contract());
        other.params = CkksParams::for_seal(None, 5, 64, Safety::Standard).expect("there is room");
        assert_eq!(one.difference(&other), "a ring of degree 16384 with a modulus of 229 bits");
        let other = Contract { largest: 2.0, ..contract() };
        assert_eq!(one.difference(&other), "inputs up to 1.25 times 0.5");
    }

    /// Every line changed, left out or repeated is an error, never a panic; and no insecure ring passes for a secure one.
    #[test]
    fn hostile_contracts_are_rejected() {
        let text = contract().text();
        let lines: Vec<&str> = text.lines().collect();
        let tries = [
            "",
            "ring 60",
            "ring 4294967295",
            "modulus",
            "slots 0",
            "slots 3",
            "levels 9",
            "rotations 64",
            "largest nan",
        ];
        let more = [
            "largest -1.0",
            "output [10, 1, 1] in 1x[10, 1, 1] plane 1x1 slots 64 times inf",
            "special 60 60",
            "input [1, 1, 1]",
            "security 127",
            "scale 99",
            "\u{0}",
        ];
        for (at, line) in lines.iter().enumerate() {
            let replaced = |new: &str| {
                let mut lines = lines.clone();
                lines[at] = new;
                lines.join("\n") + "\n"
            };
            for new in tries.iter().chain(&more) {
                assert!(Contract::parse(&replaced(new)).is_err(), "`{line}` as `{new}`");
            }
            let doubled = format!("{line}\n{line}");
            assert!(Contract::parse(&replaced(&doubled)).is_err(), "`{line}` twice");
        }
        let insecure = text.replace("ring 14", "ring 12");
        let error = Contract::parse(&insecure).expect_err("229 bits in a ring of degree 4096");
        assert_eq!(error.codes(), [code::CKKS_INSECURE]);
        Contract::parse(&insecure.replace("security 128", "security none")).expect("it declares that");
    }
}
