//! What cannot be done is refused with a code and with what would make it legal; rules are well formed.

use std::collections::BTreeSet;

use partita_base::code;
use partita_ckks::kernels::cheapest_repack;
use partita_ckks::linear::{LinearOp, Weights, Window, linear_cost};
use partita_ckks::program::{Builder, Program, SlotStep, reduce_keys};
use partita_ckks::sharding::OpSharding;
use partita_ckks::{CkksError, Simulation, SlotLayout, baseline, rules, simulate_program};

fn refused<T>(result: Result<T, CkksError>) -> (partita_base::Code, String) {
    match result {
        Ok(_) => panic!("this is not refused"),
        Err(error) => (error.code, error.help),
    }
}

#[test]
fn blocks_larger_than_the_slots() {
    let (code, help) = refused(SlotLayout::split([64, 56, 56], [64, 64], 4, 1, 32768));
    assert_eq!((code, help.as_str()), (code::SLOTS_EXCEEDED, "put at most 8 channels into a ciphertext"));
    let (code, help) = refused(SlotLayout::split([3, 224, 224], [224, 224], 3, 1, 32768));
    assert_eq!(
        (code, help.as_str()),
        (code::SLOTS_EXCEEDED, "use fewer rows per ciphertext: at most 146 rows fit")
    );
    // A row that does not fit has no legal split.
    let (code, _) = refused(SlotLayout::dense([1, 2, 2048], [2, 2048], 1024));
    assert_eq!(code, code::SLOTS_EXCEEDED);
    let (code, help) = refused(OpSharding::checked_conv([1, 1, 1], [64, 56, 56], [64, 56, 56], 1, 32768));
    assert_eq!(
        (code, help.as_str()),
        (code::SLOTS_EXCEEDED, "shard a dimension into at least 7 times as many blocks")
    );
}

#[test]
fn strides_and_axes_that_do_not_divide() {
    let (code, help) = refused(OpSharding::checked_conv([1, 1, 2], [3, 14, 14], [8, 8, 7], 2, 1024));
    assert_eq!((code, help.as_str()), (code::STRIDE_ACROSS_BLOCKS, "pad the rows to 16 or use z=1"));
    let (code, help) = refused(OpSharding::checked_conv([1, 2, 2], [3, 16, 16], [8, 16, 16], 1, 1024));
    assert_eq!((code, help.as_str()), (code::AXIS_DOES_NOT_DIVIDE, "pad it to 4, or use y=3 or y=1"));
    assert_eq!(refused(baseline::greedy_mesh(64, 3, 225, 224, 32768)).0, code::AXIS_DOES_NOT_DIVIDE);
}

#[test]
fn layouts_that_make_no_sense() {
    for layout in [
        SlotLayout::dense([4, 4, 4], [4, 4], 1000),
        SlotLayout::dense([4, 4, 4], [3, 4], 1024),
        SlotLayout::dense([0, 4, 4], [4, 4], 1024),
        SlotLayout::multiplexed([4, 4, 4], [4, 4], [0, 1], 1024),
        SlotLayout::multiplexed([4, 4, 4], [0, 0], [1, 1], 1024),
        SlotLayout::multiplexed([4, 4, 4], [usize::MAX, 2], [usize::MAX, 1], 1024),
        SlotLayout::dense([4, 4, 4], [4, 4], 1024).and_then(|l| l.with_order(vec![0, 0, 1, 2])),
        SlotLayout::dense([4, 4, 4], [4, 4], 1024).and_then(|l| l.with_copies(3)),
        SlotLayout::dense([4, 4, 4], [4, 4], 1024).and_then(|l| l.strided([4, 2, 2], [0, 0])),
    ] {
        assert_eq!(refused(layout).0, code::BAD_SLOT_LAYOUT);
    }
    assert_eq!(refused(SlotLayout::dense([1 << 20, 1 << 12, 1], [1 << 12, 1], 32768)).0, code::SLOT_LIMIT);
}

#[test]
fn ops_that_do_not_fit() {
    let same = Window::same(3, 1);
    assert_eq!(refused(LinearOp::conv([4, 8, 8], 4, same, 3)).0, code::SLOT_SHAPES);
    assert_eq!(
        refused(LinearOp::conv([4, 8, 8], 4, Window { stride: [0, 1], ..same }, 1)).0,
        code::SLOT_SHAPES
    );
    assert_eq!(refused(LinearOp::conv([4, 8, 8], 4, Window::valid([9, 9], [1, 1]), 1)).0, code::SLOT_SHAPES);
    let huge = Window { before: [usize::MAX; 2], after: [usize::MAX; 2], ..same };
    assert_eq!(refused(LinearOp::conv([4, 8, 8], 4, huge, 1)).0, code::SLOT_SHAPES);
    let op = LinearOp::conv([4, 8, 8], 4, same, 1).unwrap();
    assert_eq!(refused(op.clone().with_weights(Weights::Tensor(vec![0.0; 7].into()))).0, code::SLOT_SHAPES);
    let layout = SlotLayout::dense([4, 8, 8], [8, 8], 256).unwrap();
    let other = SlotLayout::dense([4, 8, 8], [8, 8], 512).unwrap();
    assert_eq!(refused(linear_cost(&op, &layout, &other)).0, code::SLOT_SHAPES);
    let strided = LinearOp::conv([4, 8, 8], 4, Window::same(3, 2), 1).unwrap();
    assert_eq!(refused(linear_cost(&strided, &layout, &layout)).0, code::SLOT_SHAPES);
    let big = LinearOp::conv([1 << 16, 1, 1], 1 << 16, Window::same(1, 1), 1).unwrap();
    let one = SlotLayout::split([1 << 16, 1, 1], [1, 1], 1 << 16, 1, 1024).unwrap();
    assert_eq!(refused(linear_cost(&big, &one, &one)).0, code::SLOT_LIMIT);
}

#[test]
fn programs_that_break_a_rule() {
    let types = |text: &str| refused(Program::parse(text).expect("it reads").types()).0;
    assert_eq!(types("slots 16\n%0 = input 0 : 0\n%1 = mul %0, %0\nreturn %1"), code::LEVELS_EXHAUSTED);
    assert_eq!(types("slots 16\n%0 = input 0 : 2\n%1 = add %0, %2\nreturn %1"), code::BAD_SLOT_PROGRAM);
    assert_eq!(
        types("slots 16\n%0 = input 0 : 2\n%1 = drop %0 : 1\n%2 = add %0, %1\nreturn"),
        code::BAD_SLOT_PROGRAM
    );
    assert_eq!(types("slots 16\n%0 = input 0 : 2\n%1 = rotate %0, 16\nreturn %1"), code::BAD_SLOT_PROGRAM);
    assert_eq!(types("slots 15\nreturn"), code::BAD_SLOT_PROGRAM);
    let program =
        Program::parse("slots 16\n%0 = input 0 : 1\n%1 = mul_plain %0, diagonal @0[0, 0][1, 2]\nreturn %0");
    assert_eq!(
        refused(simulate_program(&program.unwrap(), &[], &[vec![0.0; 16]], Simulation::default())).0,
        code::BAD_SLOT_PROGRAM
    );
}

#[test]
fn keys_that_are_missing() {
    let mut builder = Builder::new(16);
    let x = builder.inputs(1, 1).unwrap()[0];
    let y = builder.push(SlotStep::Rotate { of: x, by: 3 }).unwrap();
    let (program, _) = builder.finish(&[y]).unwrap();
    let keys = BTreeSet::from([1, 2]);
    let input = vec![(0..16).map(f64::from).collect::<Vec<f64>>()];
    assert_eq!(
        refused(simulate_program(&program, &[], &input, Simulation::default().keys(Some(&keys)))).0,
        code::MISSING_ROTATION_KEY
    );
    let reduced = reduce_keys(&program, &keys).unwrap();
    assert_eq!(
        simulate_program(&reduced, &[], &input, Simulation::default().keys(Some(&keys))).unwrap().0[0][0],
        3.0
    );
    assert_eq!(refused(reduce_keys(&program, &BTreeSet::from([2]))).0, code::MISSING_ROTATION_KEY);
}

#[test]
fn a_repack_needs_a_level() {
    let from = SlotLayout::multiplexed([8, 8, 8], [16, 16], [2, 2], 1024).unwrap();
    let to = SlotLayout::dense([8, 8, 8], [8, 8], 1024).unwrap();
    assert_eq!(refused(cheapest_repack(&from, &to, 0)).0, code::LEVELS_EXHAUSTED);
    assert!(cheapest_repack(&from, &from, 0).unwrap().maps.is_empty());
}

#[test]
fn rules_of_ops() {
    let conv = LinearOp::conv([64, 56, 56], 128, Window::same(3, 2), 1).unwrap();
    let rule = rules::conv(&conv, true);
    assert_eq!(rule.check(), []);
    assert_eq!(rule.check_against(&[Some(3), Some(4), Some(1)], &[Some(3)]), []);
    let text = "<([j, k, l], [i, j, m, n], [i])->([i, k, l]) {i=128, j=64, k=28, l=28, m=3, n=3} reduction={j} \
                need_replication={l, m, n} permutation={k}>";
    assert_eq!(rule.to_string(), text);
    let depthwise = LinearOp::conv([64, 56, 56], 64, Window::same(3, 1), 64).unwrap();
    let rule = rules::conv(&depthwise, false);
    assert_eq!(rule.check(), []);
    assert!(
        rule.to_string().starts_with("<([i, "),
        "the groups are the channels of input and output: {rule}"
    );
    let pool = LinearOp::average_pool([64, 56, 56], Window::same(3, 2), true).unwrap();
    for rule in [
        rules::pool(&pool),
        rules::global_pool([64, 7, 7]),
        rules::gemm(512, 1000),
        rules::eltwise(2, [64, 56, 56]),
        rules::concat(&[64, 32], 28, 28),
    ] {
        assert_eq!(rule.check(), [], "{rule}");
    }
    assert_eq!(rules::gemm(512, 1000).to_string(), "<([j], [i, j])->([i]) {i=1000, j=512} reduction={j}>");
}

/// The code that a program is refused with, by its types or in a run with keys for 1 and 2.
fn code_of(text: &str) -> Option<partita_base::Code> {
    let program = match Program::parse(text) {
        Ok(program) => program,
        Err(error) => return Some(error.code),
    };
    if let Err(error) = program.types() {
        return Some(error.code);
    }
    let keys = BTreeSet::from([1, 2]);
    simulate_program(&program, &[], &[vec![0.5; program.slots]], Simulation::default().keys(Some(&keys)))
        .err()
        .map(|error| error.code)
}

/// The pages whose examples are texts of this crate; those of the command line are run with it.
#[test]
fn pages_show_what_they_say() {
    for (code, page) in [
        (code::MISSING_ROTATION_KEY, include_str!("../../../../docs/errors/PA0708.md")),
        (code::LEVELS_EXHAUSTED, include_str!("../../../../docs/errors/PA0709.md")),
        (code::BAD_SLOT_PROGRAM, include_str!("../../../../docs/errors/PA0710.md")),
    ] {
        let blocks: Vec<&str> =
            page.split("```text\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
        let [example, cure] = blocks[..] else { panic!("{code}: an example and a cure") };
        assert_eq!(code_of(example), Some(code), "{example}");
        assert_eq!(code_of(cure), None, "{cure}");
    }
}
