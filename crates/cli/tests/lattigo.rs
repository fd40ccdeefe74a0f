//! Encrypted values through the library of Lattigo. Without the library there is nothing to test, which is said.

use std::path::{Path, PathBuf};
use std::time::Duration;

use partita_engine::EngineError;
use partita_engine::ckks::{
    Action, CkksEngine, CkksParams, CkksTrouble, EncryptedOutcome, Input, LIBRARY_FILE, LIBRARY_VARIABLE,
    LattigoSettings, Op, Placing, PlainId, Reg, RemoteEngine, Safety, SealSettings, Secret, Stream, Timed,
    locate_library,
};

/// The settings that serve the library, if it is installed. If the environment variable gives its path, it must exist.
fn settings() -> Option<LattigoSettings> {
    match locate_library(None) {
        Ok(library) => Some(
            LattigoSettings::new(library, env!("CARGO_BIN_EXE_partita")).timeout(Duration::from_secs(120)),
        ),
        Err(error) => {
            assert!(std::env::var_os(LIBRARY_VARIABLE).is_none(), "{error}");
            let note = format!("left out: no {LIBRARY_FILE}; `cargo xtask lattigo` fetches it\n");
            let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
            None
        }
    }
}

/// A secure scheme in the ring of degree 16384: 8192 slots, three levels.
fn engine() -> Option<RemoteEngine> {
    let params = CkksParams::secure(3, 1024).expect("there is room");
    assert_eq!(params.slots(), 8192);
    Some(settings()?.start(&params, Safety::Standard).expect("it starts"))
}

fn op(to: u32, action: Action) -> Op {
    Op { to: Reg(to), action }
}

/// A program of inputs in the first registers.
fn stream(slots: usize, inputs: u32, ops: Vec<Op>, outputs: &[u32]) -> Stream {
    let inputs = (0..inputs).map(|to| Input { to: Reg(to), level: None }).collect();
    Stream { slots, inputs, ops, outputs: outputs.iter().map(|&reg| Reg(reg)).collect() }
}

/// Values from -1 to 1 without a pattern.
fn values(slots: usize, seed: usize) -> Vec<f64> {
    (0..slots).map(|slot| ((slot * 7919 + seed * 104_729) % 2003) as f64 / 1001.0 - 1.0).collect()
}

fn rotated(values: &[f64], steps: i64) -> Vec<f64> {
    let mut values = values.to_vec();
    let count = values.len() as i64;
    values.rotate_left(steps.rem_euclid(count) as usize);
    values
}

fn map2(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

fn close(got: &[f64], want: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    let off = map2(got, want, |got, want| (got - want).abs()).into_iter().fold(0.0, f64::max);
    assert!(off < tolerance, "{what} is off by {off}");
}

fn run(
    engine: &mut RemoteEngine,
    stream: &Stream,
    inputs: &[Vec<f64>],
    plains: &[Vec<f64>],
) -> EncryptedOutcome {
    engine.run(stream, inputs, &mut plains.to_vec()).expect("it runs")
}

fn refused(engine: &mut RemoteEngine, stream: &Stream, inputs: &[Vec<f64>]) -> EngineError {
    engine.run(stream, inputs, &mut vec![vec![0.5]]).expect_err("it is refused")
}

#[test]
fn sums_products_and_levels() {
    let Some(mut engine) = engine() else { return };
    let slots = engine.caps().slots;
    let (x, y, w) = (values(slots, 1), values(slots, 2), values(slots, 3));
    let ops = vec![
        op(2, Action::Add(Reg(0), Reg(1))),
        op(3, Action::Sub(Reg(0), Reg(1))),
        op(4, Action::MulPlain(Reg(0), PlainId(0))),
        op(5, Action::AddPlain(Reg(4), PlainId(0))),
        op(4, Action::Rescale(Reg(4))),
        op(5, Action::Rescale(Reg(5))),
        op(6, Action::Mul(Reg(0), Reg(1))),
        op(6, Action::Rescale(Reg(6))),
        op(7, Action::AddPlain(Reg(6), PlainId(0))),
        op(8, Action::Drop(Reg(0), 1)),
        op(9, Action::Mul(Reg(8), Reg(6))),
        op(9, Action::Rescale(Reg(9))),
        // A product of two values and one with a plaintext have the same scale.
        op(10, Action::Add(Reg(6), Reg(4))),
    ];
    let stream = stream(slots, 2, ops, &[0, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    let outcome = run(&mut engine, &stream, &[x.clone(), y.clone()], std::slice::from_ref(&w));
    let xw = map2(&x, &w, |x, w| x * w);
    let xy = map2(&x, &y, |x, y| x * y);
    let want = [
        ("x", x.clone(), 3),
        ("x + y", map2(&x, &y, |x, y| x + y), 3),
        ("x - y", map2(&x, &y, |x, y| x - y), 3),
        ("x w", xw.clone(), 2),
        ("x w + w", map2(&xw, &w, |xw, w| xw + w), 2),
        ("x y", xy.clone(), 2),
        ("x y + w", map2(&xy, &w, |xy, w| xy + w), 2),
        ("x lower", x.clone(), 1),
        ("x x y", map2(&x, &xy, |x, xy| x * xy), 0),
        ("x y + x w", map2(&xy, &xw, |xy, xw| xy + xw), 2),
    ];
    for (output, (what, want, level)) in outcome.outputs.iter().zip(&want) {
        // Sums of products of all kinds are as precise as their operands.
        close(&output.values, want, 1e-6, what);
        assert_eq!(output.level, *level, "{what}");
    }
    let counts = [Timed::Mul, Timed::MulPlain, Timed::Rescale, Timed::Encode, Timed::Encrypt, Timed::Decrypt];
    // The plaintext is encoded as a factor, and as a summand of two scales; each input is encoded too.
    assert_eq!(counts.map(|what| outcome.stats.count(what)), [2, 1, 4, 5, 2, 10]);
}

#[test]
fn rotations_by_all_small_steps() {
    let Some(mut engine) = engine() else { return };
    let slots = engine.caps().slots;
    let steps: Vec<i64> = (-8..=8).chain([100, 2048, 4095, 4097]).collect();
    engine.load_keys(slots, &steps).expect("keys are made");
    let ops = steps.iter().zip(1..).map(|(&steps, to)| op(to, Action::Rotate(Reg(0), steps))).collect();
    let outputs: Vec<u32> = (1..=steps.len() as u32).collect();
    let stream = stream(slots, 1, ops, &outputs);
    let x = values(slots, 1);
    let outcome = run(&mut engine, &stream, std::slice::from_ref(&x), &[]);
    for (output, &steps) in outcome.outputs.iter().zip(&steps) {
        close(&output.values, &rotated(&x, steps), 1e-5, &format!("the rotation by {steps}"));
    }
    // One is by nothing.
    assert_eq!(outcome.stats.count(Timed::Rotate), steps.len() as u64 - 1);
}

#[test]
fn three_levels_are_used_up() {
    let Some(mut engine) = engine() else { return };
    let slots = engine.caps().slots;
    let mut ops = Vec::new();
    for _ in 0..3 {
        ops.push(op(1, Action::Mul(Reg(1), Reg(1))));
        ops.push(op(1, Action::Rescale(Reg(1))));
        ops.push(op(2, Action::MulPlain(Reg(2), PlainId(0))));
        ops.push(op(2, Action::Rescale(Reg(2))));
    }
    let (x, w) = (values(slots, 1), values(slots, 2));
    let inputs = vec![vec![], x.clone(), x.clone()];
    let outcome = run(&mut engine, &stream(slots, 3, ops, &[1, 2]), &inputs, std::slice::from_ref(&w));
    close(&outcome.outputs[0].values, &map2(&x, &x, |x, _| x.powi(8)), 1e-4, "x^8");
    close(&outcome.outputs[1].values, &map2(&x, &w, |x, w| x * w.powi(3)), 1e-5, "x w^3");
    assert_eq!(outcome.outputs.iter().map(|output| output.level).collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn few_slots_are_tiled() {
    let Some(mut engine) = engine() else { return };
    let slots = 1024;
    let steps = [1, 1023, -5, 512, 1025];
    engine.load_keys(slots, &steps).expect("keys are made");
    let mut ops: Vec<Op> = Vec::new();
    for (to, &steps) in (1..).zip(&steps) {
        ops.push(op(to, Action::Rotate(Reg(0), steps)));
    }
    // A matrix with two diagonals: what wraps around is multiplied as well.
    ops.push(op(10, Action::MulPlain(Reg(1), PlainId(0))));
    ops.push(op(11, Action::MulPlain(Reg(0), PlainId(1))));
    ops.push(op(10, Action::Add(Reg(10), Reg(11))));
    ops.push(op(10, Action::Rescale(Reg(10))));
    let stream = stream(slots, 1, ops, &[1, 2, 3, 4, 5, 10]);
    assert_eq!(stream.rotations(), [1, 512, 1019, 1023]);
    let (x, d0, d1) = (values(slots, 1), values(slots, 2), values(slots, 3));
    let outcome = run(&mut engine, &stream, std::slice::from_ref(&x), &[d0.clone(), d1.clone()]);
    for (output, &steps) in outcome.outputs.iter().zip(&steps) {
        close(&output.values, &rotated(&x, steps), 1e-5, &format!("the rotation by {steps}"));
    }
    let product = map2(&map2(&rotated(&x, 1), &d0, |x, d| x * d), &map2(&x, &d1, |x, d| x * d), |a, b| a + b);
    close(&outcome.outputs[5].values, &product, 1e-5, "the product with a matrix");
}

#[test]
fn plaintexts_are_kept_from_run_to_run_as_far_as_there_is_room() {
    let Some(settings) = settings() else { return };
    let params = CkksParams::secure(2, 1024).expect("there is room");
    let (slots, at_once) = (1024, 4);
    // One polynomial of three primes, and not another one.
    let one = params.degree() as u64 * (3 * 8 + 2);
    let mut engine =
        settings.kept_plaintexts(one * 3 / 2).start(&params, Safety::Standard).expect("it starts");
    engine.load_keys(slots, &[5]).expect("keys are made");
    let ops = vec![
        op(1, Action::Rotate(Reg(0), 5)),
        op(1, Action::MulPlain(Reg(1), PlainId(0))),
        op(2, Action::MulPlain(Reg(0), PlainId(1))),
        op(1, Action::Add(Reg(1), Reg(2))),
        op(1, Action::Rescale(Reg(1))),
    ];
    let stream = stream(slots, 1, ops, &[1]);
    let plains = [values(slots, 2), values(slots, 3)];
    let inputs: Vec<[Vec<f64>; 1]> = (0..9).map(|seed| [values(slots, seed)]).collect();
    let samples: Vec<&[Vec<f64>]> = inputs.iter().map(|inputs| inputs.as_slice()).collect();
    let made = engine.run_all(&stream, &samples, &mut plains.to_vec()).expect("it runs");
    for ([x], outputs) in inputs.iter().zip(&made.outputs) {
        let [first, second] =
            [(rotated(x, 5), 0), (x.clone(), 1)].map(|(x, plain)| map2(&x, &plains[plain], |x, d| x * d));
        close(&outputs[0].values, &map2(&first, &second, |a, b| a + b), 1e-6, "a sample");
    }
    let runs: Vec<(usize, u64, u64)> =
        made.runs.iter().map(|run| (run.samples, run.stats.count(Timed::Encode), run.kept)).collect();
    // The input, and the plaintexts that are not kept.
    assert_eq!(runs, [(at_once, 3, one), (at_once, 2, one), (1, 2, 0)]);
}

/// Appends the product of register `of` with a matrix of `babies * giants` diagonals, each register being new. Returns the
/// register of the sum, which is not rescaled, and what it holds.
fn matrix(
    ops: &mut Vec<Op>,
    (of, x): (Reg, &[f64]),
    (babies, giants): (i64, i64),
    plains: &mut Vec<Vec<f64>>,
) -> (Reg, Vec<f64>) {
    let mut push = |action| {
        let to = Reg(ops.len() as u32 + 100);
        ops.push(Op { to, action });
        to
    };
    let mut want = vec![0.0; x.len()];
    let rotations: Vec<Reg> = (0..babies).map(|baby| push(Action::Rotate(of, baby * 3))).collect();
    let mut sum: Option<Reg> = None;
    for giant in 0..giants {
        let mut group: Option<Reg> = None;
        for (baby, &reg) in (0..babies).zip(&rotations) {
            let plain: Vec<f64> =
                values(x.len(), plains.len() + 50).iter().map(|value| value / 4.0).collect();
            let product = push(Action::MulPlain(reg, PlainId(plains.len() as u32)));
            let turned = rotated(&map2(&rotated(x, baby * 3), &plain, |x, d| x * d), giant * 40);
            want = map2(&want, &turned, |a, b| a + b);
            plains.push(plain);
            group = Some(group.map_or(product, |group| push(Action::Add(group, product))));
        }
        let turned = push(Action::Rotate(group.expect("there are steps"), giant * 40));
        sum = Some(sum.map_or(turned, |sum| push(Action::Add(sum, turned))));
    }
    (sum.expect("there are steps"), want)
}

#[test]
fn linear_maps_compute_what_their_ops_do_with_keys_in_memory_or_in_a_file() {
    let Some(settings) = settings() else { return };
    let params = CkksParams::secure(3, 1024).expect("there is room");
    let in_maps = Placing { maps: Some(1 << 30), stored: None };
    let in_file = Placing { maps: Some(1 << 30), stored: Some(24) };
    let single = Placing { maps: None, stored: Some(2) };
    // All slots, and a few, so that other samples are in between.
    for (placing, slots, maps) in [(in_maps, 8192, 3), (in_file, 512, 3), (single, 512, 0)] {
        let mut engine =
            settings.clone().placing(placing).start(&params, Safety::Standard).expect("it starts");
        let (x, y) = (values(slots, 1), values(slots, 2));
        let (mut ops, mut plains) = (Vec::new(), Vec::new());
        let (first, a) = matrix(&mut ops, (Reg(0), &x), (5, 4), &mut plains);
        let (second, b) = matrix(&mut ops, (Reg(1), &y), (5, 4), &mut plains);
        ops.push(op(2, Action::Add(first, second)));
        // Sums with other products, plaintexts and rotated values have the same scale.
        plains.push(values(slots, 99));
        ops.push(op(2, Action::AddPlain(Reg(2), PlainId(plains.len() as u32 - 1))));
        ops.push(op(3, Action::Mul(Reg(0), Reg(1))));
        ops.push(op(2, Action::Add(Reg(2), Reg(3))));
        ops.push(op(4, Action::Rotate(Reg(2), 7)));
        ops.push(op(2, Action::Add(Reg(2), Reg(4))));
        ops.push(op(2, Action::Rescale(Reg(2))));
        let want = map2(&map2(&a, &b, |a, b| a + b), plains.last().expect("one"), |a, b| a + b);
        let want = map2(&want, &map2(&x, &y, |x, y| x * y), |a, b| a + b);
        let want = map2(&want, &rotated(&want, 7), |a, b| a + b);
        // The result of a map is the operand of one.
        let (third, c) = matrix(&mut ops, (Reg(2), &want), (4, 4), &mut plains);
        ops.push(op(5, Action::Rescale(third)));
        let program = stream(slots, 2, ops, &[2, 5, 0]);
        let steps: Vec<i64> = program.rotations().into_iter().map(i64::from).collect();
        engine.load_keys(slots, &steps).expect("keys are made");
        let outcome = run(&mut engine, &program, &[x.clone(), y], &plains);
        let [made, last, input] = [0, 1, 2].map(|output| &outcome.outputs[output]);
        close(&made.values, &want, 1e-4, "the sum");
        close(&last.values, &c, 1e-3, "the second product");
        close(&input.values, &x, 1e-5, "the operand of a map");
        assert_eq!((made.level, last.level), (2, 1));
        let counts = [Timed::Map, Timed::MulPlain].map(|what| outcome.stats.count(what));
        assert_eq!(counts, if maps > 0 { [maps, 0] } else { [0, 56] });
    }
}

#[test]
fn what_cannot_be_done_is_named_and_the_engine_goes_on() {
    let Some(mut engine) = engine() else { return };
    let slots = engine.caps().slots;
    let x = values(slots, 1);
    let one = std::slice::from_ref(&x);

    // The library created this key although it was not requested.
    let error = refused(&mut engine, &stream(slots, 1, vec![op(1, Action::Rotate(Reg(0), 4))], &[1]), one);
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0584", Some(0)));
    assert_eq!(error.message, "missing key for the rotation by 4");

    let mut ops = vec![op(0, Action::Drop(Reg(0), 0)); 20];
    ops.push(op(0, Action::MulPlain(Reg(0), PlainId(0))));
    let error = refused(&mut engine, &stream(slots, 1, ops, &[0]), one);
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0585", Some(20)));

    let rescale = vec![op(0, Action::Drop(Reg(0), 0)), op(0, Action::Rescale(Reg(0)))];
    let error = refused(&mut engine, &stream(slots, 1, rescale, &[0]), one);
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0585", Some(1)));

    let mixed = vec![op(1, Action::Mul(Reg(0), Reg(0))), op(1, Action::Add(Reg(0), Reg(1)))];
    let error = refused(&mut engine, &stream(slots, 1, mixed, &[1]), one);
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0586", Some(1)));

    let error = refused(&mut engine, &stream(1000, 1, vec![], &[0]), &[vec![]]);
    assert_eq!(error.kind(), CkksTrouble::Stream);
    let error = refused(&mut engine, &stream(slots, 1, vec![], &[0]), &[vec![0.0; slots + 1]]);
    assert_eq!(error.kind(), CkksTrouble::Stream);
    let error = refused(&mut engine, &stream(slots, 2, vec![], &[0]), one);
    assert_eq!(error.kind(), CkksTrouble::Stream);
    let unknown = stream(slots, 1, vec![op(0, Action::AddPlain(Reg(0), PlainId(7)))], &[0]);
    let error = refused(&mut engine, &unknown, one);
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0587", Some(0)));

    let outcome = run(&mut engine, &stream(slots, 1, vec![], &[0]), one, &[]);
    close(&outcome.outputs[0].values, &x, 1e-5, "what was encrypted");
}

#[test]
fn a_process_that_is_killed_is_reported() {
    let Some(mut engine) = engine() else { return };
    let pid = engine.process_id().expect("it runs").to_string();
    let killed = std::process::Command::new("kill").args(["-9", &pid]).status().expect("there is a kill");
    assert!(killed.success());
    let program = stream(engine.caps().slots, 1, vec![], &[0]);
    for message in ["the library's process ended", "the library's process ended earlier"] {
        let error = refused(&mut engine, &program, &[vec![1.0]]);
        assert_eq!(error.code.to_string(), "PA0581");
        assert_eq!(error.message, message);
    }
}

#[test]
fn a_panic_of_the_library_is_reported() {
    let Some(settings) = settings() else { return };
    // There are not that many primes of this size.
    let params = CkksParams {
        log_n: 13,
        q_bits: vec![17; 60],
        p_bits: vec![17],
        scale_bits: 16,
        secret: Secret::Ternary,
    };
    let error = settings.start(&params, Safety::InsecureTest).err().expect("it panics");
    assert_eq!(error.code.to_string(), "PA0581");
    assert!(error.output.iter().any(|line| line.starts_with("panic: ")), "{error:?}");
    let error = settings.start(&params, Safety::Standard).err().expect("it is insecure");
    assert_eq!(error.code.to_string(), "PA0583");
}

#[test]
fn a_library_that_is_none_or_slow_is_reported() {
    let params = CkksParams::secure(1, 1024).expect("there is room");
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_partita"));
    let fake = LattigoSettings::new(text, program).timeout(Duration::from_secs(60));
    let error = fake.start(&params, Safety::Standard).err().expect("it is a text");
    assert_eq!(error.code.to_string(), "PA0580");
    let Some(mut settings) = settings() else { return };
    settings.timeout = Duration::from_millis(1);
    let error = settings.start(&params, Safety::Standard).err().expect("it takes longer");
    assert_eq!((error.code.to_string().as_str(), error.kind()), ("PA0581", CkksTrouble::Failed));
}

#[test]
fn a_value_without_levels_is_bootstrapped() {
    let Some(settings) = settings() else { return };
    // Far from secure, and quick.
    let params = CkksParams {
        log_n: 10,
        q_bits: vec![49, 40, 40, 40],
        p_bits: vec![61],
        scale_bits: 40,
        secret: Secret::Sparse { weight: 192 },
    };
    let mut engine = settings.start(&params, Safety::InsecureTest).expect("it starts");
    let slots = engine.caps().slots;
    let ops = vec![
        op(0, Action::Drop(Reg(0), 0)),
        op(0, Action::Bootstrap(Reg(0))),
        op(0, Action::Mul(Reg(0), Reg(0))),
        op(0, Action::Rescale(Reg(0))),
    ];
    let stream = stream(slots, 1, ops, &[0]);
    let x = values(slots, 1);
    let error = refused(&mut engine, &stream, std::slice::from_ref(&x));
    assert_eq!((error.code.to_string().as_str(), error.op), ("PA0584", Some(1)));
    engine.load_bootstrap_keys(&[61, 61], slots).expect("keys are made");
    assert!(engine.caps().bootstraps);
    // Values of the input lie within one: beyond, less of them is kept.
    let outcome = run(&mut engine, &stream, std::slice::from_ref(&x), &[]);
    close(&outcome.outputs[0].values, &map2(&x, &x, |x, y| x * y), 1e-4, "the square");
    assert_eq!(outcome.outputs[0].level, 2);
}

/// A Python with tenseal.
const SEAL_VARIABLE: &str = "PARTITA_SEAL_PYTHON";

#[test]
fn seal_agrees() {
    let (Some(mut lattigo), Some(python)) = (engine(), std::env::var_os(SEAL_VARIABLE)) else { return };
    let settings = SealSettings::new(python, Duration::from_secs(120));
    let params = CkksParams::secure(3, 1024).expect("there is room");
    let mut seal = settings.start(&params, Safety::Standard).expect("it starts");
    let slots = 1024;
    let ops = vec![
        op(2, Action::Rotate(Reg(0), 3)),
        op(3, Action::MulPlain(Reg(2), PlainId(0))),
        op(4, Action::MulPlain(Reg(0), PlainId(1))),
        op(3, Action::Add(Reg(3), Reg(4))),
        op(3, Action::AddPlain(Reg(3), PlainId(2))),
        op(3, Action::Rescale(Reg(3))),
        op(5, Action::Mul(Reg(3), Reg(3))),
        op(5, Action::Rescale(Reg(5))),
        op(6, Action::Drop(Reg(1), 1)),
        op(5, Action::Sub(Reg(5), Reg(6))),
        op(5, Action::Rotate(Reg(5), -3)),
        op(7, Action::Sub(Reg(6), Reg(6))),
        op(5, Action::Add(Reg(5), Reg(7))),
        op(5, Action::MulPlain(Reg(5), PlainId(2))),
        op(5, Action::Rescale(Reg(5))),
    ];
    let program = stream(slots, 2, ops, &[3, 5, 7]);
    let inputs = [values(slots, 1), values(slots, 2)];
    // One plaintext is nothing but zeros.
    let plains = [values(slots, 3), vec![], values(slots, 4)];
    let mut outcomes = Vec::new();
    for engine in [&mut lattigo, &mut seal] {
        engine.load_keys(slots, &[3, -3]).expect("keys are made");
        outcomes.push(run(engine, &program, &inputs, &plains));
    }
    let (ours, theirs) = (&outcomes[0], &outcomes[1]);
    for (place, (a, b)) in ours.outputs.iter().zip(&theirs.outputs).enumerate() {
        close(&a.values, &b.values, 1e-4, &format!("output {place}"));
        assert_eq!(a.level, b.level);
    }
    assert!(ours.outputs[1].values.iter().any(|value| value.abs() > 0.1));
    for what in Timed::ALL {
        assert_eq!(ours.stats.count(what), theirs.stats.count(what), "{}", what.name());
    }
    // They refuse the same.
    let square = op(1, Action::Mul(Reg(0), Reg(0)));
    let low = op(0, Action::Drop(Reg(0), 0));
    for (ops, kind) in [
        (vec![op(1, Action::Rotate(Reg(0), 4))], CkksTrouble::Key),
        (vec![op(1, Action::Bootstrap(Reg(0)))], CkksTrouble::Key),
        (vec![low, op(1, Action::Rescale(Reg(0)))], CkksTrouble::Level),
        (vec![low, square], CkksTrouble::Level),
        (vec![low, op(1, Action::Drop(Reg(0), 1))], CkksTrouble::Level),
        (vec![square, op(1, Action::Add(Reg(0), Reg(1)))], CkksTrouble::Scale),
        (vec![square, op(1, Action::MulPlain(Reg(1), PlainId(0)))], CkksTrouble::Scale),
        (vec![op(1, Action::Rescale(Reg(0)))], CkksTrouble::Scale),
    ] {
        let place = ops.len() - 1;
        let program = stream(slots, 1, ops, &[1]);
        for engine in [&mut lattigo, &mut seal] {
            let error = refused(engine, &program, &inputs[..1]);
            assert_eq!((error.kind(), error.op), (kind, Some(place)), "{error}");
        }
    }
}

/// What a register of a random program holds.
#[derive(Clone)]
struct Held {
    values: Vec<f64>,
    level: u32,
    /// Whether it is a product that is not rescaled yet.
    product: bool,
}

/// A small generator; every seed gives the same programs.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const REGISTERS: usize = 5;
const STEPS: [i64; 5] = [0, 1, 5, -3, 31];

/// What an op gives, where it is allowed.
fn computed(action: Action, held: &[Held], plains: &[Vec<f64>]) -> Option<Held> {
    let of = |reg: Reg| &held[reg.0 as usize];
    let both = |a: Reg, b: Reg, f: fn(f64, f64) -> f64| {
        let (a, b) = (of(a), of(b));
        let values = map2(&a.values, &b.values, f);
        (a.product == b.product).then(|| Held { values, level: a.level.min(b.level), product: a.product })
    };
    let result = match action {
        Action::Add(a, b) => both(a, b, |a, b| a + b)?,
        Action::Sub(a, b) => both(a, b, |a, b| a - b)?,
        Action::Mul(a, b) => {
            Held { product: true, ..both(a, b, |a, b| a * b).filter(|it| !it.product && it.level > 0)? }
        }
        Action::AddPlain(a, plain) => {
            Held { values: map2(&of(a).values, &plains[plain.0 as usize], |a, b| a + b), ..of(a).clone() }
        }
        Action::MulPlain(a, plain) if !of(a).product && of(a).level > 0 => {
            let values = map2(&of(a).values, &plains[plain.0 as usize], |a, b| a * b);
            Held { values, product: true, ..*of(a) }
        }
        Action::Rotate(a, steps) => Held { values: rotated(&of(a).values, steps), ..of(a).clone() },
        Action::Rescale(a) if of(a).product => {
            Held { level: of(a).level - 1, product: false, ..of(a).clone() }
        }
        Action::Drop(a, level) if level <= of(a).level && (level > 0 || !of(a).product) => {
            Held { level, ..of(a).clone() }
        }
        _ => return None,
    };
    result.values.iter().all(|value| value.abs() < 4.0).then_some(result)
}

/// A program of random ops over few registers, and what they hold at the end.
fn random_program(seed: u64, slots: usize, plains: &[Vec<f64>], inputs: &[Vec<f64>]) -> (Stream, Vec<Held>) {
    let mut random = Lcg(seed);
    let mut held: Vec<Held> =
        inputs.iter().map(|values| Held { values: values.clone(), level: 3, product: false }).collect();
    let mut ops = Vec::new();
    while ops.len() < 60 {
        let mut reg = || Reg(random.below(REGISTERS) as u32);
        let (to, a, b) = (reg(), reg(), reg());
        let plain = PlainId(random.below(plains.len()) as u32);
        let action = match random.below(14) {
            0..=2 => Action::Add(a, b),
            3..=4 => Action::Sub(a, b),
            5 => Action::Mul(a, b),
            6 => Action::AddPlain(a, plain),
            7 => Action::MulPlain(a, plain),
            8..=10 => Action::Rotate(a, STEPS[random.below(STEPS.len())]),
            11..=12 => Action::Rescale(a),
            _ => Action::Drop(a, random.below(4) as u32),
        };
        if let Some(result) = computed(action, &held, plains) {
            held[to.0 as usize] = result;
            ops.push(Op { to, action });
        }
    }
    let outputs: Vec<u32> = (0..REGISTERS as u32).collect();
    (stream(slots, REGISTERS as u32, ops, &outputs), held)
}

#[test]
fn random_programs_compute_what_they_say() {
    let Some(lattigo) = engine() else { return };
    let slots = 64;
    let params = CkksParams::secure(3, 1024).expect("there is room");
    let in_file = settings().expect("it is there").placing(Placing { maps: Some(1 << 30), stored: Some(2) });
    let mut engines = vec![lattigo, in_file.start(&params, Safety::Standard).expect("it starts")];
    if let Some(python) = std::env::var_os(SEAL_VARIABLE) {
        let settings = SealSettings::new(python, Duration::from_secs(120));
        engines.push(settings.start(&params, Safety::Standard).expect("it starts"));
    }
    let plains: Vec<Vec<f64>> = (10..14).map(|seed| values(slots, seed)).collect();
    let inputs: Vec<Vec<f64>> = (0..REGISTERS).map(|seed| values(slots, seed)).collect();
    for (which, engine) in engines.iter_mut().enumerate() {
        engine.load_keys(slots, &STEPS).expect("keys are made");
        let mut counts = [0; 7];
        for seed in 0..12 {
            let (program, held) = random_program(seed, slots, &plains, &inputs);
            let outcome = run(engine, &program, &inputs, &plains);
            for (place, (output, held)) in outcome.outputs.iter().zip(&held).enumerate() {
                let what = format!("engine {which}, seed {seed}, register {place}");
                close(&output.values, &held.values, 1e-4, &what);
                assert_eq!(output.level, held.level, "{what}");
            }
            for (count, what) in counts.iter_mut().zip(Timed::ALL) {
                *count += outcome.stats.count(what);
            }
        }
        assert!(counts.iter().all(|&count| count >= 10), "some ops hardly occur: {counts:?}");
    }
}

#[test]
fn a_python_without_seal_is_reported() {
    let params = CkksParams::secure(1, 1024).expect("there is room");
    let settings = SealSettings::new("/nonexistent/python", Duration::from_secs(60));
    let error = settings.start(&params, Safety::Standard).err().expect("there is no Python");
    assert_eq!(error.code.to_string(), "PA0580");
}
