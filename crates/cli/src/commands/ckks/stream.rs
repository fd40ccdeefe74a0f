//! Slot programs for an engine.

use partita_base::Id;
use partita_ckks::CkksError;
use partita_ckks::program::{Plaintexts, Program, Source, Step};
use partita_engine::ckks::{Action, Input, Op, PlainId, Reg, Stream};

/// The program over registers: every step writes one of its own number, which is also that of its plaintext.
pub(super) fn stream(program: &Program) -> Stream {
    let reg = |id: partita_ckks::program::CtId| Reg(id.index() as u32);
    let mut stream = Stream { slots: program.slots, ..Stream::default() };
    let mut inputs: Vec<(u32, Input)> = Vec::new();
    for (number, step) in program.steps.iter().enumerate() {
        let (to, plain) = (Reg(number as u32), PlainId(number as u32));
        let action = match *step {
            Step::Input { index, level } => {
                inputs.push((index, Input { to, level: Some(level) }));
                continue;
            }
            Step::Rotate { of, by } => Action::Rotate(reg(of), i64::from(by)),
            Step::MulPlain { of, .. } => Action::MulPlain(reg(of), plain),
            Step::AddPlain { of, .. } => Action::AddPlain(reg(of), plain),
            Step::Add(a, b) => Action::Add(reg(a), reg(b)),
            Step::Sub(a, b) => Action::Sub(reg(a), reg(b)),
            Step::Mul(a, b) => Action::Mul(reg(a), reg(b)),
            Step::Rescale(of) => Action::Rescale(reg(of)),
            Step::Drop { of, to } => Action::Drop(reg(of), to),
            Step::Bootstrap { of, .. } => Action::Bootstrap(reg(of)),
        };
        stream.ops.push(Op { to, action });
    }
    inputs.sort_by_key(|&(index, _)| index);
    stream.inputs = inputs.into_iter().map(|(_, input)| input).collect();
    stream.outputs = program.outputs.iter().map(|&id| reg(id)).collect();
    stream
}

/// The plaintexts of a program, made when an engine asks for them.
pub(super) struct Lazy<'a> {
    program: &'a Program,
    plaintexts: Plaintexts<'a>,
    /// What went wrong when one was made.
    pub(super) error: Option<CkksError>,
}

impl<'a> Lazy<'a> {
    pub(super) fn new(program: &'a Program, sources: &'a [Source]) -> Self {
        Self { program, plaintexts: Plaintexts::new(sources, program.slots), error: None }
    }
}

impl partita_engine::ckks::Plaintexts for Lazy<'_> {
    fn values(&mut self, plain: PlainId) -> Result<Vec<f64>, String> {
        let Some(Step::MulPlain { by, .. } | Step::AddPlain { by, .. }) =
            self.program.steps.get(plain.0 as usize).copied()
        else {
            return Err("the program has no such plaintext".into());
        };
        self.plaintexts.get(by).map_err(|error| {
            let text = error.to_string();
            self.error = Some(error);
            text
        })
    }
}
