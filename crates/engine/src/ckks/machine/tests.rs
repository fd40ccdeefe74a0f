//! Tests the machine on a backend that keeps values in the clear and fails where the library would panic or
//! continue silently.

use super::*;
use crate::ckks::split::Ratio;
use crate::ckks::stream::PlainId;

const PRIMES: [u64; 4] = [(1 << 49) + 1, (1 << 40) + 7, (1 << 40) - 9, (1 << 40) + 11];

/// Primes as far apart as in large rings.
const FAR: [u64; 4] = [PRIMES[0], PRIMES[1] + (1 << 26), PRIMES[2] - (1 << 26), PRIMES[3] + (1 << 26)];

#[derive(Clone, Debug)]
struct Clear {
    values: Vec<f32>,
    level: u32,
    scale: f64,
}

/// Values in the clear. Handles are indices.
struct Fake {
    primes: [u64; 4],
    plains: Vec<Option<Clear>>,
    ciphers: Vec<Option<Clear>>,
    maps: Vec<Option<ClearMap>>,
    /// The keys of maps that it holds.
    held: BTreeSet<u32>,
    /// How many keys were made, and loaded again.
    made: usize,
    loaded: usize,
    encoded: usize,
    copied: usize,
}

/// A map in the clear.
struct ClearMap {
    diagonals: Vec<(u32, Vec<f32>)>,
    level: u32,
}

impl Fake {
    fn new(primes: [u64; 4]) -> Self {
        let (plains, ciphers, maps, held) = (Vec::new(), Vec::new(), Vec::new(), BTreeSet::new());
        Self { primes, plains, ciphers, maps, held, made: 0, loaded: 0, encoded: 0, copied: 0 }
    }

    fn cipher(&self, handle: Handle) -> &Clear {
        self.ciphers[handle as usize].as_ref().expect("not deleted")
    }

    fn push(&mut self, clear: Clear) -> Handle {
        self.ciphers.push(Some(clear));
        self.ciphers.len() as Handle - 1
    }

    fn live(&self) -> usize {
        self.ciphers.iter().flatten().count()
    }
}

impl Backend for Fake {
    fn make_scheme(&mut self, _: &Scheme, _: Unasked) -> Vec<u64> {
        self.primes.to_vec()
    }

    fn make_key(&mut self, _: u32) {}

    fn make_bootstrap_keys(&mut self, _: &[u32], _: usize) {}

    fn encode(&mut self, values: &[f32], level: u32, scale: u64) -> Handle {
        assert!(level <= 3);
        self.encoded += 1;
        self.plains.push(Some(Clear { values: values.to_vec(), level, scale: scale as f64 }));
        self.plains.len() as Handle - 1
    }

    fn encrypt(&mut self, plain: Handle) -> Handle {
        let clear = self.plains[plain as usize].clone().expect("not deleted");
        self.push(clear)
    }

    fn decrypt(&mut self, cipher: Handle) -> Values {
        self.cipher(cipher).values.clone().into()
    }

    fn delete_plain(&mut self, plain: Handle) {
        self.plains[plain as usize].take().expect("deleted once");
    }

    fn delete(&mut self, cipher: Handle) {
        self.ciphers[cipher as usize].take().expect("deleted once");
    }

    fn level(&mut self, cipher: Handle) -> u32 {
        self.cipher(cipher).level
    }

    fn set_scale(&mut self, cipher: Handle, scale: u64) {
        self.ciphers[cipher as usize].as_mut().expect("not deleted").scale = scale as f64;
    }

    fn binary(&mut self, binary: Binary, place: ResultPlace, a: Handle, b: Handle) -> Handle {
        let left = self.cipher(a).clone();
        let right = match binary {
            Binary::AddPlain | Binary::MulPlain => self.plains[b as usize].clone().expect("not deleted"),
            _ => self.cipher(b).clone(),
        };
        let compute = |x: f32, y: f32| match binary {
            Binary::Add | Binary::AddPlain => x + y,
            Binary::Sub => x - y,
            Binary::Mul | Binary::MulPlain => x * y,
        };
        let scale = match binary {
            Binary::Mul | Binary::MulPlain => left.scale * right.scale,
            _ => left.scale.max(right.scale),
        };
        let values = left.values.iter().zip(&right.values).map(|(&x, &y)| compute(x, y)).collect();
        let clear = Clear { values, level: left.level.min(right.level), scale };
        if place == ResultPlace::Left {
            self.ciphers[a as usize] = Some(clear);
            return a;
        }
        self.push(clear)
    }

    fn copy(&mut self, cipher: Handle) -> Handle {
        self.copied += 1;
        let clear = self.cipher(cipher).clone();
        self.push(clear)
    }

    fn rotate(&mut self, cipher: Handle, steps: u32) -> Handle {
        let mut clear = self.cipher(cipher).clone();
        clear.values.rotate_left(steps as usize);
        self.push(clear)
    }

    fn rescale(&mut self, cipher: Handle) {
        let clear = self.ciphers[cipher as usize].as_mut().expect("not deleted");
        clear.scale /= self.primes[clear.level as usize] as f64;
        clear.level -= 1;
    }

    fn bootstrap(&mut self, cipher: Handle, _: usize) -> Handle {
        let clear = Clear { level: 2, ..self.cipher(cipher).clone() };
        self.push(clear)
    }

    fn make_map(&mut self, steps: &[u32], values: &[f32], level: u32, _: Ratio) -> Handle {
        assert_eq!(steps.len() * 8, values.len());
        let diagonals = steps.iter().copied().zip(values.chunks(8).map(<[f32]>::to_vec)).collect();
        self.maps.push(Some(ClearMap { diagonals, level }));
        self.maps.len() as Handle - 1
    }

    fn delete_map(&mut self, map: Handle) {
        self.maps[map as usize].take().expect("deleted once");
    }

    fn map_keys(&mut self, map: Handle) -> Vec<u32> {
        let map = self.maps[map as usize].as_ref().expect("not deleted");
        map.diagonals.iter().map(|(steps, _)| 5u32.pow(*steps) % 32).collect()
    }

    fn apply_map(&mut self, map: Handle, cipher: Handle) -> Handle {
        let keys: BTreeSet<u32> = self.map_keys(map).into_iter().filter(|&element| element != 1).collect();
        assert!(keys.is_subset(&self.held), "the library would panic");
        let (clear, map) = (self.cipher(cipher), self.maps[map as usize].as_ref().expect("not deleted"));
        assert_eq!(clear.level, map.level);
        let prime = self.primes[map.level as usize] as f64;
        // What is encoded is an integer, and the value is read by the scale.
        let encoded = |value: f32| (f64::from(value) * prime).round() / prime;
        let sum = |slot: usize| {
            let products = map.diagonals.iter().map(|(steps, values)| {
                encoded(values[slot]) * f64::from(clear.values[(slot + *steps as usize) % 8])
            });
            products.sum::<f64>() as f32
        };
        let made =
            Clear { values: (0..8).map(sum).collect(), level: clear.level, scale: clear.scale * prime };
        self.push(made)
    }

    fn make_map_key(&mut self, element: u32) {
        self.made += 1;
        self.held.insert(element);
    }

    fn save_map_key(&mut self, element: u32, write: &mut dyn FnMut(&[u8])) {
        self.made += 1;
        write(&element.to_le_bytes());
    }

    fn load_map_key(&mut self, element: u32, bytes: &[u8]) {
        assert_eq!(bytes, element.to_le_bytes());
        self.loaded += 1;
        self.held.insert(element);
    }

    fn remove_map_keys(&mut self) {
        self.held.clear();
    }
}

/// A machine of eight slots; register 0 holds 1 to 8, register 1 the same at level 0.
fn machine() -> Machine<Fake> {
    machine_with(PRIMES)
}

fn machine_with(primes: [u64; 4]) -> Machine<Fake> {
    let scheme = Scheme { log_n: 4, q_bits: vec![], p_bits: vec![], scale_bits: 40, weight: 1 };
    filled(Machine::new(Fake::new(primes), &scheme))
}

fn filled(mut machine: Machine<Fake>) -> Machine<Fake> {
    let values: Vec<f32> = (1..=8).map(|value| value as f32).collect();
    machine.input(Reg(0), 3, &values).expect("there is room");
    machine.input(Reg(1), 0, &values).expect("there is room");
    machine.set_plain(PlainId(0), vec![0.5; 8].into()).expect("eight values");
    machine.make_keys(&[0, 1, 3]).expect("within the slots");
    machine
}

fn op(to: u32, action: Action) -> LastOp {
    (Op { to: Reg(to), action }, [false, false])
}

fn last(to: u32, action: Action) -> LastOp {
    (Op { to: Reg(to), action }, [true, true])
}

fn trouble(ops: &[LastOp]) -> (CkksTrouble, Option<usize>) {
    let error = machine().run(ops).expect_err("it is refused");
    (error.kind(), error.op)
}

#[test]
fn values_are_computed_and_nothing_is_left_behind() {
    let mut machine = machine();
    let ops = [
        op(2, Action::Rotate(Reg(0), 1)),
        last(2, Action::Add(Reg(2), Reg(0))),
        op(3, Action::MulPlain(Reg(2), PlainId(0))),
        last(3, Action::Rescale(Reg(3))),
        op(4, Action::Mul(Reg(3), Reg(3))),
        last(4, Action::Rescale(Reg(4))),
        op(5, Action::Drop(Reg(3), 1)),
        op(5, Action::Sub(Reg(4), Reg(5))),
        op(5, Action::AddPlain(Reg(5), PlainId(0))),
        op(6, Action::Rotate(Reg(5), 0)),
    ];
    machine.run(&ops).expect("it runs");
    // ((1 + 2) / 2)^2 - (1 + 2) / 2 + 0.5, and so on; the last wraps around.
    let (level, values) = machine.output(Reg(6)).expect("it is there");
    assert_eq!(level, 1);
    assert_eq!(values[..2], [1.25, 4.25]);
    assert_eq!(values[7], 4.5 * 4.5 - 4.5 + 0.5);
    // Register 0 was used up; 5 and 6 share a ciphertext.
    assert_eq!(machine.backend.live(), 5);
    let stats = machine.finish();
    let counts = [Timed::Rotate, Timed::Rescale, Timed::Drop, Timed::Add].map(|what| stats.count(what));
    assert_eq!(counts, [1, 2, 1, 2]);
    assert_eq!(machine.backend.live(), 0);
    // The encoded plaintext as a factor and as a summand, and a one that gives a dropped value the scale of its level.
    assert_eq!(machine.backend.plains.iter().flatten().count(), 3);
    machine.forget(PlainId(0));
    assert_eq!(machine.backend.plains.iter().flatten().count(), 1);
}

/// How far the scale of a register is from the scale of its level.
fn drift(machine: &Machine<Fake>, reg: u32) -> f64 {
    let cipher = &machine.registers[&Reg(reg)];
    let library = machine.backend.cipher(cipher.handle).scale;
    let own = (cipher.scale / machine.scales[cipher.level as usize] - 1.0).abs();
    own.max((library / cipher.scale - 1.0).abs())
}

#[test]
fn all_values_of_a_level_have_one_scale() {
    let mut machine = machine_with(FAR);
    machine.make_bootstrap_keys(&[61], 8).expect("all slots");
    let ops = [
        op(2, Action::Mul(Reg(0), Reg(0))),
        op(2, Action::Rescale(Reg(2))),
        op(3, Action::MulPlain(Reg(0), PlainId(0))),
        op(3, Action::Rescale(Reg(3))),
        // A square, a product with a plaintext, and a value from the level above.
        op(4, Action::Add(Reg(2), Reg(3))),
        op(4, Action::Sub(Reg(4), Reg(0))),
        op(5, Action::Drop(Reg(0), 1)),
        op(6, Action::Mul(Reg(4), Reg(0))),
        op(6, Action::Rescale(Reg(6))),
        op(7, Action::Add(Reg(6), Reg(5))),
        op(8, Action::Drop(Reg(7), 0)),
        op(9, Action::Bootstrap(Reg(8))),
        op(10, Action::Add(Reg(9), Reg(4))),
    ];
    machine.run(&ops).expect("it runs");
    assert!((machine.scales[3] / machine.scales[0] - 1.0).abs() > 1e-6, "{:?}", machine.scales);
    for reg in 0..=10 {
        assert!(drift(&machine, reg) < 1e-11, "register {reg}: {}", drift(&machine, reg));
    }
    let x = 3.0f32;
    let made = x * x + 0.5 * x - x;
    assert_eq!(machine.output(Reg(10)).expect("it is there").1[2], (made * x + x) + made);
}

#[test]
fn a_value_that_others_hold_is_copied_before_it_is_rescaled() {
    let mut machine = machine();
    let ops = [
        op(2, Action::Mul(Reg(0), Reg(0))),
        op(3, Action::Rotate(Reg(2), 8)),
        last(2, Action::Rescale(Reg(2))),
        last(3, Action::Rescale(Reg(3))),
    ];
    machine.run(&ops).expect("it runs");
    assert_eq!(machine.backend.copied, 1);
    assert_eq!(machine.registers[&Reg(3)].level, 2);
}

#[test]
fn plaintexts_are_encoded_once_for_each_level() {
    let mut machine = machine();
    let before = machine.backend.encoded;
    let multiply = op(2, Action::MulPlain(Reg(0), PlainId(0)));
    machine.run(&[multiply, multiply]).expect("it runs");
    assert_eq!(machine.backend.encoded - before, 1);
    machine
        .run(&[op(3, Action::Drop(Reg(0), 2)), op(2, Action::MulPlain(Reg(3), PlainId(0)))])
        .expect("it runs");
    assert_eq!(machine.backend.encoded - before, 3, "encoded once more, and ones");
    machine.forget(PlainId(0));
    let error = machine.run(&[multiply]).expect_err("it was deleted");
    assert_eq!(error.kind(), CkksTrouble::Stream);
}

#[test]
fn what_the_library_would_let_pass_is_refused() {
    let (a, low) = (Reg(0), Reg(1));
    let square = op(2, Action::Mul(a, a));
    for (ops, kind) in [
        (vec![op(2, Action::Rotate(a, 2))], CkksTrouble::Key),
        (vec![op(2, Action::Bootstrap(a))], CkksTrouble::Key),
        (vec![op(2, Action::Rescale(low))], CkksTrouble::Level),
        (vec![op(2, Action::Mul(low, low))], CkksTrouble::Level),
        (vec![op(2, Action::Mul(a, low))], CkksTrouble::Level),
        (vec![op(2, Action::MulPlain(low, PlainId(0)))], CkksTrouble::Level),
        (vec![op(2, Action::Drop(low, 1))], CkksTrouble::Level),
        (vec![square, op(2, Action::Drop(Reg(2), 0))], CkksTrouble::Level),
        (vec![square, op(2, Action::Add(Reg(2), a))], CkksTrouble::Scale),
        (vec![square, op(2, Action::MulPlain(Reg(2), PlainId(0)))], CkksTrouble::Scale),
        (vec![op(2, Action::Rescale(a))], CkksTrouble::Scale),
        (vec![op(2, Action::Add(a, Reg(9)))], CkksTrouble::Stream),
        (vec![op(2, Action::AddPlain(a, PlainId(9)))], CkksTrouble::Stream),
    ] {
        assert_eq!(trouble(&ops), (kind, Some(ops.len() - 1)), "{ops:?}");
    }
}

#[test]
fn inputs_and_keys_are_checked() {
    let mut machine = machine();
    assert_eq!(machine.input(Reg(0), 4, &[0.0; 8]).expect_err("no such level").kind(), CkksTrouble::Level);
    assert_eq!(machine.input(Reg(0), 0, &[600.0; 8]).expect_err("too large").kind(), CkksTrouble::Level);
    assert_eq!(machine.input(Reg(0), 3, &[0.0; 7]).expect_err("too few").kind(), CkksTrouble::Stream);
    assert_eq!(
        machine.input(Reg(0), 3, &[f32::NAN; 8]).expect_err("not a number").kind(),
        CkksTrouble::Stream
    );
    assert_eq!(machine.make_keys(&[8]).expect_err("too far").kind(), CkksTrouble::Key);
    assert_eq!(machine.output(Reg(9)).expect_err("empty").kind(), CkksTrouble::Stream);
}

#[test]
fn a_sum_with_a_product_that_is_not_rescaled_works_for_plaintexts() {
    let mut machine = machine();
    let ops = [
        op(2, Action::MulPlain(Reg(0), PlainId(0))),
        op(2, Action::AddPlain(Reg(2), PlainId(0))),
        op(2, Action::Rescale(Reg(2))),
    ];
    machine.run(&ops).expect("it runs");
    assert_eq!(machine.output(Reg(2)).expect("it is there").1[..2], [1.0, 1.5]);
}

#[test]
fn a_product_at_a_higher_level_is_lowered_where_there_is_room() {
    let mut machine = machine_with(FAR);
    let ops = [
        op(2, Action::Mul(Reg(0), Reg(0))),
        op(3, Action::Drop(Reg(0), 2)),
        op(3, Action::Mul(Reg(3), Reg(3))),
        op(2, Action::Add(Reg(2), Reg(3))),
        op(2, Action::Rescale(Reg(2))),
    ];
    machine.run(&ops).expect("it runs");
    assert!(drift(&machine, 2) < 1e-11, "{}", drift(&machine, 2));
    assert_eq!(machine.output(Reg(2)).expect("it is there").1[1], 8.0);
    machine.finish();
    assert_eq!(machine.backend.live(), 0);
}

/// A map with diagonals 0, 1 and 3 of 0.5, 1 and 0.25.
fn set_map(machine: &mut Machine<Fake>) {
    for (steps, value) in [(0, 0.5), (1, 1.0), (3, 0.25)] {
        let values = vec![value; 8].into();
        machine.set_diagonal(MapId(4), Ratio::Log(1), steps, values).expect("eight values");
    }
}

#[test]
fn a_map_is_a_sum_of_products() {
    let mut machine = machine_with(FAR);
    set_map(&mut machine);
    let ops = [
        op(2, Action::Map(Reg(0), MapId(4))),
        op(3, Action::MulPlain(Reg(0), PlainId(0))),
        op(2, Action::Add(Reg(2), Reg(3))),
        op(2, Action::Rescale(Reg(2))),
    ];
    machine.run(&ops).expect("it runs");
    assert!(drift(&machine, 2) < 1e-11 && drift(&machine, 0) < 1e-11, "{}", drift(&machine, 2));
    // The values of the fake are those that a decryption with the claimed scale would give.
    let made = machine.output(Reg(2)).expect("it is there").1;
    let right = |x: f32| x * 0.5 + (x % 8.0 + 1.0) + ((x + 2.0) % 8.0 + 1.0) * 0.25 + x * 0.5;
    for (slot, &made) in made.iter().enumerate() {
        assert!((made / right(slot as f32 + 1.0) - 1.0).abs() < 1e-3, "{made}");
    }
    // It is encoded once, and its two keys are made once.
    machine.run(&ops).expect("it runs");
    assert_eq!((machine.backend.maps.len(), machine.backend.made), (1, 2));
    machine.run(&[op(3, Action::Drop(Reg(0), 2)), op(3, Action::Map(Reg(3), MapId(4)))]).expect("it runs");
    assert_eq!(machine.backend.maps.iter().flatten().count(), 1, "encoded again, instead");
    machine.forget_map(MapId(4));
    assert_eq!(machine.backend.maps.iter().flatten().count(), 0);
    let error = machine.run(&ops).expect_err("it was deleted");
    assert_eq!(error.kind(), CkksTrouble::Stream);
}

#[test]
fn maps_of_the_wrong_values_are_refused() {
    let mut machine = machine();
    set_map(&mut machine);
    let square = op(2, Action::Mul(Reg(0), Reg(0)));
    let error = machine.run(&[square, op(2, Action::Map(Reg(2), MapId(4)))]).expect_err("not rescaled");
    assert_eq!((error.kind(), error.op), (CkksTrouble::Scale, Some(1)));
    let error = machine.run(&[op(2, Action::Map(Reg(1), MapId(4)))]).expect_err("no level is left");
    assert_eq!(error.kind(), CkksTrouble::Level);
    let refused = machine.set_diagonal(MapId(4), Ratio::Log(1), 8, vec![0.0; 8].into());
    assert_eq!(refused.expect_err("too far").kind(), CkksTrouble::Key);
    let refused = machine.set_diagonal(MapId(4), Ratio::Log(1), 1, vec![0.0; 7].into());
    assert_eq!(refused.expect_err("too few").kind(), CkksTrouble::Stream);
    assert_eq!(machine.make_map_keys(&[8]).expect_err("too far").kind(), CkksTrouble::Key);
}

#[cfg(unix)]
#[test]
fn keys_in_a_file_are_loaded_when_a_rotation_needs_them() {
    let scheme = Scheme { log_n: 4, q_bits: vec![], p_bits: vec![], scale_bits: 40, weight: 1 };
    let machine = Machine::with_stored_keys(Fake::new(PRIMES), &scheme, 1).expect("there is a folder");
    let mut machine = filled(machine);
    assert_eq!((machine.backend.made, machine.backend.held.len()), (2, 0));
    let ops = [
        op(2, Action::Rotate(Reg(0), 1)),
        op(3, Action::Rotate(Reg(0), 1)),
        op(4, Action::Rotate(Reg(0), 3)),
        // A product that is not rescaled keeps its scale.
        op(5, Action::Mul(Reg(0), Reg(0))),
        op(6, Action::Rotate(Reg(5), 1)),
        op(5, Action::Add(Reg(5), Reg(6))),
        op(5, Action::Rescale(Reg(5))),
    ];
    machine.run(&ops).expect("it runs");
    assert_eq!((machine.backend.made, machine.backend.loaded, machine.backend.held.len()), (2, 3, 1));
    for reg in [0, 2, 3, 4, 5] {
        assert!(drift(&machine, reg) < 1e-11, "register {reg}: {}", drift(&machine, reg));
    }
    assert_eq!(machine.backend.maps.iter().flatten().count(), 0);
    // A map may need more keys than are held otherwise.
    set_map(&mut machine);
    machine.run(&[op(2, Action::Map(Reg(0), MapId(4)))]).expect("it runs");
    assert_eq!(machine.backend.held.len(), 2);
    let error = machine.run(&[op(2, Action::Rotate(Reg(0), 2))]).expect_err("no key");
    assert_eq!(
        (error.kind(), error.message.as_str()),
        (CkksTrouble::Key, "missing key for the rotation by 2")
    );
    machine.finish();
    assert_eq!(machine.backend.live(), 0);
}
