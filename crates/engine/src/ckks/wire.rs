//! Messages between an engine and the process that loads the library.
//!
//! A message is its length in four bytes, a tag byte, and the contents. Numbers are little-endian; a list is
//! its length in four bytes and its items. Every request is answered by one response.

use std::io::{self, Read, Write};
use std::time::Duration;

use super::error::CkksTrouble;
use super::split::Ratio;
use super::stats::{Stats, Timed, Timing};
use super::stream::{Action, MapId, Op, PlainId, Reg};
use super::wiped::{MessageBytes, Values};
use crate::EngineError;

/// The most bytes of a message: the largest carries one value for each of 65536 slots.
const MAX_BYTES: usize = 1 << 22;

/// The most bytes of a message besides its values.
const HEAD: usize = 64;

/// An op, and whether it is the last to read its operands.
pub(super) type LastOp = (Op, [bool; 2]);

/// A request to the process.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    /// Creates a scheme and its keys. Sent once, first.
    Params { log_n: u32, q_bits: Vec<u32>, p_bits: Vec<u32>, scale_bits: u32, weight: u32 },
    /// Creates rotation keys.
    Keys { steps: Vec<u32> },
    /// Creates the keys of bootstrapping, for values that repeat with a period.
    BootstrapKeys { p_bits: Vec<u32>, period: u32 },
    /// Sets the values of a plaintext, for all slots.
    Plain { plain: PlainId, values: Values },
    /// Deletes plaintexts.
    Forget { plains: Vec<PlainId> },
    /// Encrypts values into a register.
    Input { to: Reg, level: u32, values: Values },
    /// Runs ops.
    Ops { ops: Vec<LastOp> },
    /// Decrypts a register.
    Output { from: Reg },
    /// Clears all registers and reports what was done since the last such request. Plaintexts may be kept.
    Finish,
    /// Has rotation keys kept in a file, with at most this many in memory. Sent before the parameters.
    StoreKeys { most: u32 },
    /// Creates keys of rotations within linear maps.
    MapKeys { steps: Vec<u32> },
    /// Sets the values of a diagonal of a linear map, for all slots.
    Diagonal { map: MapId, ratio: Ratio, steps: u32, values: Values },
    /// Deletes a linear map.
    ForgetMap { map: MapId },
}

/// The answer of the process.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Response {
    /// The scheme was created; its primes.
    Ready { moduli: Vec<u64> },
    /// The request was carried out.
    Done,
    /// A decrypted register.
    Values { level: u32, values: Values },
    /// What was done since the last such request.
    Finished { stats: Stats },
    /// The request failed, at one of its ops or as such.
    Fault { kind: CkksTrouble, op: Option<u32>, message: String },
}

impl Response {
    /// An error as a response.
    pub(super) fn fault(error: EngineError) -> Self {
        Self::Fault { kind: error.kind(), op: error.op.map(|op| op as u32), message: error.message }
    }
}

/// A message of either direction.
pub(super) trait Message: Sized {
    /// The values that it carries. Everything else takes few bytes.
    fn values(&self) -> &[f32];
    fn write(&self, to: &mut Buffer);
    fn read(from: &mut Bytes<'_>) -> Option<Self>;
}

/// Sends a message.
pub(super) fn send_message(to: &mut impl Write, message: &impl Message) -> io::Result<()> {
    to.write_all(&encode_message(message))?;
    to.flush()
}

/// Encodes a message.
pub(super) fn encode_message(message: &impl Message) -> MessageBytes {
    let mut buffer = Buffer(Vec::with_capacity(HEAD + message.values().len() * 4).into());
    buffer.word(0);
    message.write(&mut buffer);
    let length = (buffer.0.len() - 4) as u32;
    buffer.0[..4].copy_from_slice(&length.to_le_bytes());
    buffer.0
}

/// Receives a message; `None` at the end of the input or if it is invalid.
pub(super) fn receive_message<M: Message>(from: &mut impl Read) -> Option<M> {
    let mut length = [0; 4];
    from.read_exact(&mut length).ok()?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_BYTES {
        return None;
    }
    let mut body = MessageBytes::new(vec![0; length]);
    from.read_exact(&mut body).ok()?;
    let mut bytes = Bytes(&body);
    let message = M::read(&mut bytes)?;
    bytes.0.is_empty().then_some(message)
}

/// A message that is being written.
pub(super) struct Buffer(MessageBytes);

impl Buffer {
    fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn word(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn long(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.word(items.len() as u32);
        items.iter().for_each(|item| write(self, item));
    }

    fn words(&mut self, items: &[u32]) {
        self.list(items, |to, &item| to.word(item));
    }

    fn floats(&mut self, items: &[f32]) {
        self.list(items, |to, item| to.word(item.to_bits()));
    }
}

/// A message that is being read.
pub(super) struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // No memory is reserved for the announced number of items.
        (0..self.word()?).map(|_| read(self)).collect()
    }

    fn words(&mut self) -> Option<Vec<u32>> {
        self.list(Self::word)
    }

    fn floats(&mut self) -> Option<Values> {
        let count = self.word()? as usize;
        let (items, rest) = self.0.split_at_checked(count.checked_mul(4)?)?;
        self.0 = rest;
        let words = items.as_chunks().0.iter();
        Some(words.map(|word| f32::from_le_bytes(*word)).collect::<Vec<f32>>().into())
    }
}

impl Message for Request {
    fn values(&self) -> &[f32] {
        match self {
            Self::Plain { values, .. } | Self::Input { values, .. } | Self::Diagonal { values, .. } => values,
            _ => &[],
        }
    }

    fn write(&self, to: &mut Buffer) {
        match self {
            Self::Params { log_n, q_bits, p_bits, scale_bits, weight } => {
                to.byte(0);
                to.word(*log_n);
                to.words(q_bits);
                to.words(p_bits);
                to.word(*scale_bits);
                to.word(*weight);
            }
            Self::Keys { steps } => {
                to.byte(1);
                to.words(steps);
            }
            Self::BootstrapKeys { p_bits, period } => {
                to.byte(2);
                to.words(p_bits);
                to.word(*period);
            }
            Self::Plain { plain, values } => {
                to.byte(3);
                to.word(plain.0);
                to.floats(values);
            }
            Self::Forget { plains } => {
                to.byte(4);
                to.list(plains, |to, plain| to.word(plain.0));
            }
            Self::Input { to: reg, level, values } => {
                to.byte(5);
                to.word(reg.0);
                to.word(*level);
                to.floats(values);
            }
            Self::Ops { ops } => {
                to.byte(6);
                to.list(ops, write_op);
            }
            Self::Output { from } => {
                to.byte(7);
                to.word(from.0);
            }
            Self::Finish => to.byte(8),
            Self::StoreKeys { most } => {
                to.byte(9);
                to.word(*most);
            }
            Self::MapKeys { steps } => {
                to.byte(10);
                to.words(steps);
            }
            Self::Diagonal { map, ratio, steps, values } => {
                to.byte(11);
                to.word(map.0);
                to.byte(ratio.number());
                to.word(*steps);
                to.floats(values);
            }
            Self::ForgetMap { map } => {
                to.byte(12);
                to.word(map.0);
            }
        }
    }

    fn read(from: &mut Bytes<'_>) -> Option<Self> {
        Some(match from.byte()? {
            0 => Self::Params {
                log_n: from.word()?,
                q_bits: from.words()?,
                p_bits: from.words()?,
                scale_bits: from.word()?,
                weight: from.word()?,
            },
            1 => Self::Keys { steps: from.words()? },
            2 => Self::BootstrapKeys { p_bits: from.words()?, period: from.word()? },
            3 => Self::Plain { plain: PlainId(from.word()?), values: from.floats()? },
            4 => Self::Forget { plains: from.list(|from| from.word().map(PlainId))? },
            5 => Self::Input { to: Reg(from.word()?), level: from.word()?, values: from.floats()? },
            6 => Self::Ops { ops: from.list(read_op)? },
            7 => Self::Output { from: Reg(from.word()?) },
            8 => Self::Finish,
            9 => Self::StoreKeys { most: from.word()? },
            10 => Self::MapKeys { steps: from.words()? },
            11 => Self::Diagonal {
                map: MapId(from.word()?),
                ratio: Ratio::of_number(from.byte()?)?,
                steps: from.word()?,
                values: from.floats()?,
            },
            12 => Self::ForgetMap { map: MapId(from.word()?) },
            _ => return None,
        })
    }
}

/// Every op takes the same number of bytes.
fn write_op(to: &mut Buffer, (op, last): &LastOp) {
    let (kind, a, b) = match op.action {
        Action::Add(a, b) => (0, a, u64::from(b.0)),
        Action::Sub(a, b) => (1, a, u64::from(b.0)),
        Action::Mul(a, b) => (2, a, u64::from(b.0)),
        Action::AddPlain(a, plain) => (3, a, u64::from(plain.0)),
        Action::MulPlain(a, plain) => (4, a, u64::from(plain.0)),
        Action::Rotate(a, steps) => (5, a, steps as u64),
        Action::Rescale(a) => (6, a, 0),
        Action::Drop(a, level) => (7, a, u64::from(level)),
        Action::Bootstrap(a) => (8, a, 0),
        Action::Map(a, map) => (9, a, u64::from(map.0)),
    };
    to.byte(kind);
    to.byte(u8::from(last[0]) | u8::from(last[1]) << 1);
    to.word(op.to.0);
    to.word(a.0);
    to.long(b);
}

fn read_op(from: &mut Bytes<'_>) -> Option<LastOp> {
    let (kind, last) = (from.byte()?, from.byte()?);
    let (to, a, b) = (Reg(from.word()?), Reg(from.word()?), from.long()?);
    let word = u32::try_from(b);
    let action = match kind {
        0 => Action::Add(a, Reg(word.ok()?)),
        1 => Action::Sub(a, Reg(word.ok()?)),
        2 => Action::Mul(a, Reg(word.ok()?)),
        3 => Action::AddPlain(a, PlainId(word.ok()?)),
        4 => Action::MulPlain(a, PlainId(word.ok()?)),
        5 => Action::Rotate(a, b as i64),
        6 => Action::Rescale(a),
        7 => Action::Drop(a, word.ok()?),
        8 => Action::Bootstrap(a),
        9 => Action::Map(a, MapId(word.ok()?)),
        _ => return None,
    };
    Some((Op { to, action }, [last & 1 != 0, last & 2 != 0]))
}

impl Message for Response {
    fn values(&self) -> &[f32] {
        match self {
            Self::Values { values, .. } => values,
            _ => &[],
        }
    }

    fn write(&self, to: &mut Buffer) {
        match self {
            Self::Ready { moduli } => {
                to.byte(0);
                to.list(moduli, |to, &prime| to.long(prime));
            }
            Self::Done => to.byte(1),
            Self::Values { level, values } => {
                to.byte(2);
                to.word(*level);
                to.floats(values);
            }
            Self::Finished { stats } => {
                to.byte(3);
                let rows: Vec<_> = stats.by_level.iter().collect();
                to.list(&rows, |to, ((what, level), timing)| {
                    to.byte(Timed::ALL.iter().position(|each| each == what).expect("all are listed") as u8);
                    to.word(*level);
                    to.long(timing.count);
                    to.long(timing.time.as_nanos() as u64);
                    to.long(timing.best.as_nanos() as u64);
                });
            }
            Self::Fault { kind, op, message } => {
                to.byte(4);
                to.byte(CkksTrouble::ALL.iter().position(|each| each == kind).expect("all are listed") as u8);
                to.words(op.as_slice());
                to.list(message.as_bytes(), |to, &byte| to.byte(byte));
            }
        }
    }

    fn read(from: &mut Bytes<'_>) -> Option<Self> {
        Some(match from.byte()? {
            0 => Self::Ready { moduli: from.list(Bytes::long)? },
            1 => Self::Done,
            2 => Self::Values { level: from.word()?, values: from.floats()? },
            3 => {
                let rows = from.list(|from| {
                    let key = (*Timed::ALL.get(usize::from(from.byte()?))?, from.word()?);
                    let (count, time, best) = (from.long()?, from.long()?, from.long()?);
                    let (time, best) = (Duration::from_nanos(time), Duration::from_nanos(best));
                    Some((key, Timing { count, time, best }))
                })?;
                Self::Finished { stats: Stats { by_level: rows.into_iter().collect() } }
            }
            4 => Self::Fault {
                kind: *CkksTrouble::ALL.get(usize::from(from.byte()?))?,
                op: from.words()?.first().copied(),
                message: String::from_utf8(from.list(Bytes::byte)?).ok()?,
            },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn comes_back<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
        let sent = encode_message(message);
        assert_eq!(receive_message::<M>(&mut sent.as_slice()).as_ref(), Some(message));
        for end in 0..sent.len() {
            assert!(receive_message::<M>(&mut &sent[..end]).is_none(), "{message:?} truncated at {end}");
        }
    }

    #[test]
    fn messages_come_back() {
        let ops = [
            Action::Add(Reg(1), Reg(2)),
            Action::Sub(Reg(1), Reg(2)),
            Action::Mul(Reg(1), Reg(2)),
            Action::AddPlain(Reg(1), PlainId(7)),
            Action::MulPlain(Reg(1), PlainId(7)),
            Action::Rotate(Reg(1), -3),
            Action::Rescale(Reg(1)),
            Action::Drop(Reg(1), 2),
            Action::Bootstrap(Reg(1)),
            Action::Map(Reg(1), MapId(3)),
        ];
        let ops = ops.map(|action| (Op { to: Reg(9), action }, [true, false])).to_vec();
        comes_back(&Request::Ops { ops });
        comes_back(&Request::Params {
            log_n: 13,
            q_bits: vec![49, 40],
            p_bits: vec![49],
            scale_bits: 40,
            weight: 5462,
        });
        comes_back(&Request::Keys { steps: vec![1, 2] });
        comes_back(&Request::BootstrapKeys { p_bits: vec![61], period: 1024 });
        comes_back(&Request::Plain { plain: PlainId(3), values: vec![0.5, -1.0].into() });
        comes_back(&Request::Forget { plains: vec![PlainId(3)] });
        comes_back(&Request::Input { to: Reg(3), level: 2, values: vec![0.5].into() });
        comes_back(&Request::Output { from: Reg(3) });
        comes_back(&Request::Finish);
        comes_back(&Request::StoreKeys { most: 7 });
        comes_back(&Request::MapKeys { steps: vec![1, 2] });
        let (map, values) = (MapId(3), vec![0.5, -1.0]);
        comes_back(&Request::Diagonal { map, ratio: Ratio::Log(2), steps: 5, values: values.into() });
        comes_back(&Request::ForgetMap { map });
        comes_back(&Response::Ready { moduli: vec![u64::MAX] });
        comes_back(&Response::Done);
        comes_back(&Response::Values { level: 2, values: vec![1.0].into() });
        let mut stats = Stats::default();
        stats.add(Timed::Key, 3, Duration::from_micros(5));
        comes_back(&Response::Finished { stats });
        for kind in CkksTrouble::ALL {
            comes_back(&Response::Fault { kind, op: Some(4), message: "no".into() });
            comes_back(&Response::Fault { kind, op: None, message: String::new() });
        }
    }

    proptest! {
        #[test]
        fn nonsense_is_not_a_message(body in proptest::collection::vec(any::<u8>(), 0..64)) {
            let mut sent = (body.len() as u32).to_le_bytes().to_vec();
            sent.extend(&body);
            // Whatever can be read was written that way.
            if let Some(request) = receive_message::<Request>(&mut sent.as_slice()) {
                let again = encode_message(&request);
                prop_assert_eq!(receive_message::<Request>(&mut again.as_slice()).map(|again| encode_message(&again)), Some(again));
            }
            let _ = receive_message::<Response>(&mut sent.as_slice());
            prop_assert!(receive_message::<Request>(&mut [255u8; 64].as_slice()).is_none());
        }
    }
}
