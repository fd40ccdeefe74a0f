//! The memory that small programs need, computed by hand.

use partita_base::Source;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{Arguments, Memory, PartitionOptions, Role, estimate_memory, partition};

pub(crate) fn read(text: &str) -> partita_ir::Module {
    let parsed = parse(&Source::new("test", text).unwrap(), ParseOptions::default());
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&parsed.module));
    assert!(!found.has_errors(), "{:?}", found.iter().next());
    parsed.module
}

fn kept(text: &str) -> Memory {
    estimate_memory(&read(text), Arguments::Kept)
}

fn donated(text: &str) -> Memory {
    estimate_memory(&read(text), Arguments::Donated)
}

/// The op at the peak.
fn at(text: &str, memory: &Memory) -> String {
    read(text).op_name(memory.at.expect("there is a peak")).to_string()
}

const CHAIN: &str = "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}";

#[test]
fn a_chain_of_elementwise_ops_keeps_no_temporaries() {
    let found = kept(CHAIN);
    assert_eq!((found.peak, found.arguments, found.results), (32, 16, 16));
    assert_eq!(at(CHAIN, &found), "stablehlo.negate");
    assert_eq!(found.course, [16, 16, 16, 32, 32]);
    assert_eq!([Role::Argument, Role::Result, Role::Temporary].map(|role| found.of(role)), [16, 16, 0]);
    // The result overwrites the argument.
    let found = donated(CHAIN);
    assert_eq!((found.peak, found.live.len()), (16, 1));
}

#[test]
fn products_read_from_memory() {
    let text = "func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %a : tensor<8x8xf32>
  %1 = stablehlo.sine %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.dot_general %3, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}";
    // The argument, the operand and the result of the first product; the transpose is free.
    assert_eq!(kept(text).peak, 3 * 256);
    // Products reserve workspace where the hardware has one.
    let machine = partita_cost::Machine::preset("h200").expect("a preset");
    let found = partita_partition::estimate_memory_on(&read(text), Arguments::Kept, Some(&machine));
    assert_eq!((found.peak, found.of(Role::Workspace)), (3 * 256, 0), "one tile needs none");
}

#[test]
fn operands_with_a_batch_between_other_dimensions_are_copied_once() {
    // Heads of attention: [sequence, heads, width], each of which is a matrix.
    let program = |first: &str| {
        format!(
            "func.func @main(%q: tensor<8x2x4xf32>, %k: tensor<8x2x4xf32>) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>) {{
  {first}
  %0 = stablehlo.dot_general %1, %k, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<8x2x4xf32>, tensor<8x2x4xf32>) -> tensor<2x8x8xf32>
  %2 = stablehlo.dot_general %k, %1, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<8x2x4xf32>, tensor<8x2x4xf32>) -> tensor<2x8x8xf32>
  return %0, %2 : tensor<2x8x8xf32>, tensor<2x8x8xf32>
}}"
        )
    };
    let bytes = |text: &str| kept(text).of(Role::Workspace);
    // Copies of both, which the second product reads too.
    let from_argument = program("%1 = stablehlo.reshape %q : (tensor<8x2x4xf32>) -> tensor<8x2x4xf32>");
    assert_eq!(bytes(&from_argument), 2 * 256);
    // A kernel writes its result in the order that products need.
    let computed = program("%1 = stablehlo.abs %q : tensor<8x2x4xf32>");
    assert_eq!(bytes(&computed), 256);
}

#[test]
fn softmax_is_one_kernel_if_its_rows_are_short() {
    let softmax = |row: u64| {
        let (matrix, vector) = (format!("tensor<4x{row}xf32>"), "tensor<4xf32>");
        format!(
            "func.func @main(%x: {matrix}) -> {matrix} {{
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : {matrix}
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : ({matrix}, tensor<f32>) -> {vector}
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : ({vector}) -> {matrix}
  %3 = stablehlo.divide %0, %2 : {matrix}
  return %3 : {matrix}
}}"
        )
    };
    let machine = partita_cost::Machine::preset("h200").expect("a preset");
    let kernels = |row| partita_partition::estimate_time(&read(&softmax(row)), &machine, None).tasks.len();
    assert_eq!([1024, 1 << 20].map(kernels), [1, 2]);
    // The sums are in memory between the two kernels.
    assert_eq!([1024, 1 << 20].map(|row| kept(&softmax(row)).of(Role::Temporary)), [0, 16]);
}

/// What is live at a point: buffers of the entry function, and those of a body if it determines the point.
fn live_bytes(memory: &Memory, point: usize) -> u64 {
    let body = memory.bodies.iter().find(|body| body.point == point);
    let outside = memory.lifetimes.iter().filter(|each| each.birth <= point && point <= each.death);
    let inside = body.map_or(&[][..], |body| &body.live);
    outside.map(|each| each.tensor.bytes).sum::<u64>() + inside.iter().map(|tensor| tensor.bytes).sum::<u64>()
}

#[test]
fn lifetimes_explain_every_point() {
    let called = "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  %2 = stablehlo.slice %1 [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %3 = stablehlo.reshape %2 : (tensor<1x4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}";
    let looped = looping(GROWING, "return %1#1 : tensor<1024xf32>");
    for (text, has_body) in [(CHAIN, false), (called, false), (looped.as_str(), true)] {
        for memory in [kept(text), donated(text)] {
            let live: Vec<u64> = (0..memory.course.len()).map(|point| live_bytes(&memory, point)).collect();
            assert_eq!(live, memory.course, "{text}");
            assert_eq!(!memory.bodies.is_empty(), has_body, "{text}");
        }
    }
}

#[test]
fn results_are_there_to_the_end() {
    let text = "func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = stablehlo.sine %arg0 : tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}";
    let found = kept(text);
    // One kernel reads the argument and stores both results.
    assert_eq!((found.peak, at(text, &found).as_str()), (48, "stablehlo.abs"));
    assert_eq!([Role::Argument, Role::Result, Role::Temporary].map(|role| found.of(role)), [16, 32, 0]);
}

#[test]
fn what_is_returned_twice_is_copied() {
    let text = "func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
}";
    assert_eq!(kept(text).peak, 48);
    let found = donated(text);
    assert_eq!((found.peak, found.of(Role::Result)), (32, 32));
}

#[test]
fn reshapes_share_and_dead_code_is_free() {
    let text = "func.func @main(%arg0: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.sine %1 : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}";
    // Dead code is removed.
    assert_eq!(kept(text).peak, 32);
    assert_eq!(donated(text).peak, 16);
}

/// A loop over 4096 bytes and a counter of 4.
fn looping(body: &str, returned: &str) -> String {
    format!(
        "func.func @main(%arg0: tensor<1024xf32>, %arg1: tensor<8xf32>) -> tensor<1024xf32> {{
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.abs %arg0 : tensor<1024xf32>
  %1:2 = stablehlo.while(%i = %c, %x = %0) : tensor<i32>, tensor<1024xf32>
  cond {{
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.compare LT, %i, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }} do {{
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
{body}
    %5 = stablehlo.add %i, %c_0 : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<1024xf32>
  }}
  {returned}
}}"
    )
}

const GROWING: &str = "    %4 = stablehlo.custom_call @f(%x) : (tensor<1024xf32>) -> tensor<1024xf32>";

#[test]
fn a_loop_needs_its_body_on_top() {
    let text = looping(GROWING, "return %1#1 : tensor<1024xf32>");
    // Arguments 4096 + 32, carried 4096 + 4, in the body one more tensor.
    let found = kept(&text);
    assert_eq!((found.peak, at(&text, &found).as_str()), (4128 + 4100 + 4096, "stablehlo.custom_call"));
    assert_eq!(found.of(Role::Result), 4096);
    // The initial value is used after the loop, so the loop carries a copy.
    let text =
        looping(GROWING, "%6 = stablehlo.add %0, %1#1 : tensor<1024xf32>\n  return %6 : tensor<1024xf32>");
    assert_eq!(kept(&text).peak, 4128 + 4100 + 4096 + 4096);
}

#[test]
fn a_loop_writes_over_what_it_carries() {
    let body = "    %4 = stablehlo.dynamic_update_slice %x, %arg1, %i : (tensor<1024xf32>, tensor<8xf32>, tensor<i32>) -> tensor<1024xf32>";
    let text = looping(body, "return %1#1 : tensor<1024xf32>");
    // Only the condition needs a byte.
    assert_eq!(kept(&text).peak, 4128 + 4100 + 1);
    // Here the old tensor has a later use.
    let body = "    %3 = stablehlo.dynamic_update_slice %x, %arg1, %i : (tensor<1024xf32>, tensor<8xf32>, tensor<i32>) -> tensor<1024xf32>
    %4 = stablehlo.add %3, %x : tensor<1024xf32>";
    let text = looping(body, "return %1#1 : tensor<1024xf32>");
    assert_eq!(kept(&text).peak, 4128 + 4100 + 4096);
}

#[test]
fn a_call_is_fused_with_what_is_around_it() {
    let text = "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}";
    // Both calls are one kernel: the argument and the result.
    let found = kept(text);
    assert_eq!((found.peak, at(text, &found).as_str(), found.live.len()), (32, "stablehlo.sine", 2));
}

#[test]
fn of_branches_the_larger_counts() {
    let text = "func.func @main(%arg0: tensor<i1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = \"stablehlo.if\"(%arg0) ({
    %1 = stablehlo.abs %arg1 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.abs %arg1 : tensor<4xf32>
    %2 = stablehlo.add %1, %arg1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    assert_eq!(kept(text).peak, 17 + 16);
}

#[test]
fn elements_written_out_stay() {
    let text = "func.func @main() -> tensor<2xf32> {
  %cst = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %cst_0 = stablehlo.constant dense<3.0> : tensor<2xf32>
  %0 = stablehlo.add %cst, %cst_0 : tensor<2xf32>
  %1 = stablehlo.sine %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}";
    let found = kept(text);
    assert_eq!((found.peak, found.of(Role::Constant)), (16, 8));
}

#[test]
fn sizes_of_elements() {
    let text =
        "func.func @main(%a: tensor<15xi4>, %b: tensor<5xi1>, %c: tensor<7xbf16>, %d: tensor<3xcomplex<f32>>,
    %e: tensor<0x4294967296x4294967296xf32>, %f: tensor<4294967296x4294967296xf32>) { return }";
    let found = kept(text);
    // Two 4-bit numbers share a byte, an `i1` takes one; a size that overflows saturates.
    assert_eq!((found.arguments, found.peak), (u64::MAX, u64::MAX));
    let sizes: Vec<u64> = found.live.iter().map(|tensor| tensor.bytes).collect();
    assert_eq!(sizes, [u64::MAX, 24, 14, 8, 5]);
}

#[test]
fn functions_that_call_each_other_end() {
    let chain: String = (0..20_000)
        .map(|n| {
            let next = n + 1;
            format!(
                "func.func private @f{n}(%a: tensor<f32>) -> tensor<f32> {{
  %0 = call @f{next}(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
"
            )
        })
        .collect();
    let text = format!(
        "func.func @main(%a: tensor<f32>) -> tensor<f32> {{
  %0 = call @f0(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
{chain}func.func private @f20000(%a: tensor<f32>) -> tensor<f32> {{
  %0 = call @f20000(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}"
    );
    assert_eq!(kept(&text).peak, 8);
}

#[test]
fn local_values_have_origins() {
    let text = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>
func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>}) {
  %0 = stablehlo.abs %arg0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}";
    let local = partition(&read(text), &PartitionOptions::default()).expect("it can be partitioned");
    let found = estimate_memory(&local.module, Arguments::Kept);
    assert_eq!((found.peak, found.arguments, found.results), (64, 32, 32));
    let origins = local.origins();
    for tensor in &found.live {
        let origin = origins[partita_base::Id::index(tensor.value)].as_ref().expect("it has one");
        assert_eq!((origin.dims.as_str(), origin.partial.as_str()), ("8@x,4@y", ""));
    }
}

/// Two 64-byte arguments with these attributes, used first; the results have 64 and 16 bytes.
fn donating(first: &str, second: &str) -> Memory {
    kept(&format!(
        "func.func @main(%arg0: tensor<16xf32>{first}, %arg1: tensor<16xf32>{second}) -> (tensor<16xf32>, tensor<4xf32>) {{
  %0 = stablehlo.add %arg0, %arg1 : tensor<16xf32>
  %1 = stablehlo.sine %0 : tensor<16xf32>
  %2 = stablehlo.cosine %1 : tensor<16xf32>
  %3 = stablehlo.constant dense<0.0> : tensor<4xf32>
  return %2, %3 : tensor<16xf32>, tensor<4xf32>
}}"
    ))
}

#[test]
fn the_file_donates_arguments() {
    let nothing = donating("", "");
    assert_eq!((nothing.donated, nothing.peak), (0, 128 + 80));
    // The first result overwrites the donated argument.
    let donor = donating(" {jax.buffer_donor = true}", "");
    assert_eq!((donor.donated, donor.peak), (1, 128 + 16));
    assert_eq!(donating("", " {tf.aliasing_output = 0 : i32}").peak, donor.peak);
    // One result of this size is left for one donor, none of the other size.
    let both = donating(" {jax.buffer_donor = true}", " {jax.buffer_donor = true}");
    assert_eq!((both.donated, both.peak), (1, donor.peak));
    let kept = donating(" {jax.buffer_donor = false}", " {tf.aliasing_output = 1 : i32}");
    assert_eq!((kept.donated, kept.peak), (0, nothing.peak));
}
