//! Signatures of ops whose dimensions do not correspond one to one, written as `[ab, c] -> [a, bc]; a=2 b=3 replicated …`.

use partita_base::Id;
use partita_onnx::ops::{Call, Contents, IntElement, NoRule, Operand, node_signature, reference_page};
use partita_onnx::proto::{Attribute, Node};
use partita_onnx::{Dim, ElementType, FactorKind, Signature, TensorType};
use partita_rule::TensorMapping;

struct RuleCase {
    node: Node,
    opset: i64,
    inputs: Vec<Option<Operand>>,
}

/// A node of the newest version with one output.
fn op(name: &str) -> RuleCase {
    let node = Node { op_type: Some(name.into()), output: vec!["y".into()], ..Node::default() };
    RuleCase { node, opset: 26, inputs: Vec::new() }
}

impl RuleCase {
    fn input(mut self, shape: &[u64]) -> Self {
        self.inputs.push(Some(Operand { ty: TensorType::new(ElementType::Float, shape), contents: None }));
        self
    }

    fn dims(mut self, dims: &[Dim]) -> Self {
        let ty = TensorType { element: Some(ElementType::Float), dims: Some(dims.to_vec()) };
        self.inputs.push(Some(Operand { ty, contents: None }));
        self
    }

    fn none(mut self) -> Self {
        self.inputs.push(None);
        self
    }

    fn constant(self, numbers: &[i64]) -> Self {
        let elements = numbers.iter().map(|number| IntElement::Int(*number)).collect();
        self.elements(elements)
    }

    fn elements(mut self, elements: Vec<IntElement>) -> Self {
        let ty = TensorType::new(ElementType::Int64, &[elements.len() as u64]);
        self.inputs.push(Some(Operand { ty, contents: Some(Contents::Ints(elements)) }));
        self
    }

    fn ints(mut self, name: &str, ints: &[i64]) -> Self {
        self.node.attribute.push(Attribute {
            name: Some(name.into()),
            ints: ints.to_vec(),
            ..Attribute::default()
        });
        self
    }

    fn int(mut self, name: &str, int: i64) -> Self {
        self.node.attribute.push(Attribute { name: Some(name.into()), i: Some(int), ..Attribute::default() });
        self
    }

    fn text(mut self, name: &str, text: &str) -> Self {
        let s = Some(text.as_bytes().to_vec().into());
        self.node.attribute.push(Attribute { name: Some(name.into()), s, ..Attribute::default() });
        self
    }

    fn outputs(mut self, count: usize) -> Self {
        self.node.output = (0..count).map(|at| format!("y{at}")).collect();
        self
    }

    fn opset(mut self, opset: i64) -> Self {
        self.opset = opset;
        self
    }

    fn answer(&self) -> Result<Signature, NoRule> {
        node_signature(&Call { node: &self.node, opset: self.opset, inputs: &self.inputs })
    }

    fn is(self, text: &str) {
        match self.answer() {
            Ok(signature) => assert_eq!(render(&signature), text),
            Err(error) => panic!("no signature: {error}"),
        }
    }

    fn refused(self, text: &str) {
        match self.answer() {
            Ok(signature) => panic!("{}", render(&signature)),
            Err(error) => assert_eq!(error.to_string(), text),
        }
    }
}

fn render(signature: &Signature) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    let tensor = |mapping: &TensorMapping| {
        let dim = |factors: &partita_rule::DimMapping| match factors.is_empty() {
            true => "1".to_string(),
            false => factors.iter().map(|factor: &partita_rule::FactorId| letter(factor.index())).collect(),
        };
        format!("[{}]", mapping.dims.iter().map(dim).collect::<Vec<_>>().join(","))
    };
    let inputs: Vec<String> = signature.inputs.iter().map(tensor).collect();
    let outputs: Vec<String> = signature.outputs.iter().map(|output| tensor(&output.mapping)).collect();
    let factors = signature.factors.iter().enumerate().map(|(at, factor)| {
        let kind = match &factor.kind {
            FactorKind::PassThrough => String::new(),
            FactorKind::NeedsReplication(_) => " replicated".to_string(),
            FactorKind::Ordered(_) => " ordered".to_string(),
            FactorKind::Window(w) => {
                format!(" window({},{},{},{},{})", w.kernel, w.stride, w.dilation, w.pad_begin, w.pad_end)
            }
            kind => format!(" {kind:?}").to_lowercase(),
        };
        format!("{}={}{kind}", letter(at), factor.size)
    });
    let once = if signature.once.is_empty() { String::new() } else { format!(" once {:?}", signature.once) };
    let factors: Vec<String> = factors.collect();
    format!("{} -> {}; {}{once}", inputs.join(" "), outputs.join(" "), factors.join(", "))
}

fn named(text: &str) -> Dim {
    Dim::Named(text.into())
}

#[test]
fn reshape_finds_common_parts() {
    let reshape = |old: &[u64], new: &[i64]| op("Reshape").input(old).constant(new);
    reshape(&[12], &[2, 3, 2]).is("[abc] [1] -> [a,b,c]; a=2, b=3, c=2");
    reshape(&[2, 3, 4], &[6, 4]).is("[a,b,c] [1] -> [ab,c]; a=2, b=3, c=4");
    reshape(&[4, 6], &[8, 3]).is("[a,bc] [1] -> [ab,c]; a=4, b=2, c=3");
    reshape(&[6, 4], &[4, 6]).is(
        "[ac,db] [1] -> [ae,fb]; a=2, b=2, c=3 replicated, d=2 replicated, e=2 replicated, f=3 replicated",
    );
    reshape(&[6, 1, 4], &[3, 8, 1]).is("[ab,1,c] [1] -> [a,bc,1]; a=3, b=2, c=4");
    reshape(&[2, 0, 4], &[0, 0, -1]).refused("Reshape: -1 is ambiguous next to a dimension of size 0");
    reshape(&[5, 4], &[-1, 3]).refused("Reshape: 20 elements are not a multiple of 3");
    reshape(&[5, 4], &[-1, -1]).refused("Reshape: at most one dimension may be -1");
    reshape(&[5, 4], &[7, 3]).refused("Reshape: cannot reshape 20 elements to 21");
    reshape(&[4], &[4, 0]).refused("Reshape: dimension 1 is 0, but the input has rank 1");
}

#[test]
fn reshape_follows_names() {
    let (batch, sequence) = (named("N"), named("S"));
    let size = |dim: &Dim| IntElement::Size(dim.clone());
    op("Reshape")
        .dims(&[batch.clone(), sequence.clone(), Dim::Known(768)])
        .elements(vec![size(&batch), size(&sequence), IntElement::Int(12), IntElement::Int(64)])
        .is("[a,b,cd] [1] -> [a,b,c,d]; a=N, b=S, c=12, d=64");
    op("Reshape")
        .dims(&[batch.clone(), sequence.clone(), Dim::Known(768)])
        .constant(&[-1, 768])
        .is("[a,b,c] [1] -> [ab,c]; a=N, b=S, c=768");
    op("Reshape")
        .dims(&[Dim::Unknown, Dim::Known(768)])
        .elements(vec![size(&batch), IntElement::Int(-1), IntElement::Int(768)])
        .is("[bc,a] [1] -> [b,c,a]; a=768, b=N, c=?");
}

#[test]
fn blocks_move_between_channels_and_space() {
    op("DepthToSpace")
        .input(&[2, 12, 3, 4])
        .int("blocksize", 2)
        .is("[a,efd,b,c] -> [a,d,be,cf]; a=2, b=3, c=4, d=3, e=2 replicated, f=2 replicated");
    op("DepthToSpace")
        .input(&[2, 12, 3, 4])
        .int("blocksize", 2)
        .text("mode", "CRD")
        .is("[a,def,b,c] -> [a,d,be,cf]; a=2, b=3, c=4, d=3, e=2 replicated, f=2 replicated");
    op("SpaceToDepth")
        .input(&[2, 3, 6, 4])
        .int("blocksize", 2)
        .is("[a,b,cd,ef] -> [a,dfb,c,e]; a=2, b=3, c=3, d=2 replicated, e=2, f=2 replicated");
    op("DepthToSpace")
        .input(&[2, 6, 3, 4])
        .int("blocksize", 2)
        .refused("DepthToSpace: 6 channels are not divisible by blocks of 2x2");
    op("DepthToSpace").input(&[2, 6, 3, 4]).refused("DepthToSpace: expected a positive blocksize, found 0");
}

#[test]
fn einsum_reads_its_equation() {
    let einsum = |equation: &str, shapes: &[&[u64]]| {
        shapes.iter().fold(op("Einsum").text("equation", equation), |case, shape| case.input(shape))
    };
    einsum("bhid,bhjd->bhij", &[&[2, 3, 4, 6], &[2, 3, 5, 6]])
        .is("[a,b,c,d] [a,b,e,d] -> [a,b,c,e]; a=2, b=3, c=4, d=6 reduction(sum), e=5");
    einsum("...ij, jk -> ...ik", &[&[2, 3, 4], &[4, 5]])
        .is("[a,b,c] [c,d] -> [a,b,d]; a=2, b=3, c=4 reduction(sum), d=5");
    einsum("ij,kj", &[&[3, 4], &[5, 4]]).is("[a,b] [c,b] -> [a,c]; a=3, b=4 reduction(sum), c=5");
    einsum("ii->i", &[&[4, 4]]).is("[a,a] -> [a]; a=4 replicated");
    einsum("ij->ij", &[&[4]]).refused("Einsum: the term ij does not fit an input of rank 1");
    einsum("i1->i", &[&[4, 4]]).refused("Einsum: invalid term i1");
    einsum("i->j", &[&[4]]).refused("Einsum: the result of the equation i->j has a letter that no input has");
}

#[test]
fn convolutions_have_groups_and_windows() {
    let conv = |x: &[u64], w: &[u64]| op("Conv").input(x).input(w);
    conv(&[4, 6, 8, 8], &[9, 6, 3, 3]).input(&[9]).ints("pads", &[1, 1, 1, 1]).is(
        "[a,b,f,g] [c,b,d,e] [c] -> [a,c,f,g]; a=4, b=6 reduction(sum), c=9, d=3 replicated, e=3 replicated, \
             f=8 window(3,1,1,1,1), g=8 window(3,1,1,1,1) once [2]",
    );
    conv(&[4, 6, 8, 8], &[8, 3, 1, 3])
        .int("group", 2)
        .is("[a,bc,f,g] [bd,c,1,e] -> [a,bd,f,g]; a=4, b=2, c=3 reduction(sum), d=4, e=3 replicated, f=8, g=6 window(3,1,1,0,0)");
    conv(&[4, 6, 8], &[8, 5, 3]).refused("Conv: expected 1 groups of 5 channels, found 6 channels");
    conv(&[4, 6, 2], &[8, 6, 3]).refused("Conv: a window of 3 exceeds size 2 with pads 0 and 0");
    conv(&[4, 6, 8], &[8, 6, 3])
        .ints("strides", &[0])
        .refused("Conv: expected 1 positive strides, found [0]");
    conv(&[4, 6, 8], &[8, 6, 3])
        .ints("dilations", &[i64::MAX])
        .refused("Conv: a window of 18446744073709551615 exceeds size 8 with pads 0 and 0");
}

#[test]
fn query_heads_are_groups_of_key_heads() {
    op("Attention")
        .input(&[2, 6, 4, 8])
        .input(&[2, 3, 5, 8])
        .input(&[2, 3, 5, 10])
        .is("[c,ab,d,e] [c,a,g,e] [c,a,g,f] -> [c,ab,d,f]; a=3, b=2, c=2, d=4, e=8 replicated, f=10, g=5 replicated");
    op("Attention")
        .input(&[2, 4, 48])
        .input(&[2, 5, 24])
        .input(&[2, 5, 30])
        .int("q_num_heads", 6)
        .int("kv_num_heads", 3)
        .is("[c,d,abe] [c,g,ae] [c,g,af] -> [c,d,abf]; a=3, b=2, c=2, d=4, e=8 replicated, f=10, g=5 replicated");
    op("Attention")
        .input(&[2, 5, 4, 8])
        .input(&[2, 3, 5, 8])
        .input(&[2, 3, 5, 8])
        .refused("Attention: expected a multiple of 3 key heads, found 5 query heads");
}

#[test]
fn gates_are_the_major_part_of_weights() {
    op("LSTM").input(&[6, 4, 5]).input(&[1, 16, 5]).input(&[1, 16, 4]).outputs(3).int("hidden_size", 4).is(
        "[a,b,c] [1,de,c] [1,de,f] -> [a,1,b,e] [1,b,e] [1,b,e]; a=6 replicated, b=4, c=5 replicated, d=4 replicated, e=4 replicated, f=4 replicated",
    );
    op("GRU")
        .input(&[6, 4, 5])
        .input(&[1, 16, 5])
        .input(&[1, 16, 4])
        .refused("GRU: expected 3 gates of 4 rows, found 16 rows");
}

#[test]
fn repetitions_are_made_where_they_are_needed() {
    op("Tile").input(&[4, 3]).constant(&[2, 1]).is("[b,c] [1] -> [ab,c]; a=2 generated, b=4, c=3");
    op("Tile")
        .input(&[4, 3])
        .constant(&[2])
        .refused("Tile: found 1 repeats for rank 2, expected one per dimension");
    op("Tile").input(&[4, 3]).constant(&[2, -1]).refused("Tile: repeat -1");
    op("Expand")
        .input(&[3, 1])
        .constant(&[2, 3, 5])
        .is("[b,1] [1] -> [a,b,c]; a=2 generated, b=3, c=5 generated");
    op("Expand").input(&[3]).constant(&[4]).refused("Expand: cannot expand size 3 to 4");
}

#[test]
fn split_sizes_may_be_uneven() {
    let shapes = |case: RuleCase| {
        let outputs = case.answer().expect("a signature").outputs;
        outputs.iter().map(|output| output.ty.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shapes(op("Split").input(&[7, 4]).outputs(3)), "f32[3,4] f32[3,4] f32[1,4]");
    assert_eq!(shapes(op("Split").input(&[7, 4]).constant(&[3, 4]).outputs(2)), "f32[3,4] f32[4,4]");
    assert_eq!(
        shapes(op("Split").input(&[4, 7]).ints("split", &[3, 4]).int("axis", 1).opset(11).outputs(2)),
        "f32[4,3] f32[4,4]"
    );
    op("Split")
        .input(&[7, 4])
        .outputs(3)
        .opset(13)
        .refused("Split: cannot split size 7 into 3 equal outputs");
    op("Split")
        .input(&[7, 4])
        .constant(&[3, 5])
        .outputs(2)
        .refused("Split: cannot split size 7 into 2 outputs of sizes [3, 5]");
    op("Split").input(&[7, 4]).constant(&[i64::MAX, i64::MAX]).outputs(2).refused(
        "Split: cannot split size 7 into 2 outputs of sizes [9223372036854775807, 9223372036854775807]",
    );
}

#[test]
fn pads_may_be_negative() {
    op("Pad")
        .input(&[4, 6])
        .constant(&[0, -1, 0, -2])
        .is("[a,b] [1] -> [a,c]; a=4, b=6 replicated, c=3 replicated");
    op("Pad")
        .input(&[4, 6])
        .ints("pads", &[0, 1, 0, 2])
        .opset(10)
        .is("[a,b] -> [a,c]; a=4, b=6 replicated, c=9 replicated");
    op("Pad").input(&[4, 6]).constant(&[0, -4, 0, -4]).refused("Pad: pads -4 and -4 make size 6 negative");
    op("Pad")
        .input(&[4, 6])
        .constant(&[0, 1])
        .refused("Pad: found 2 pads for 2 dimensions, expected two per dimension");
}

#[test]
fn versions_differ() {
    op("Softmax")
        .input(&[2, 3, 4])
        .int("axis", 1)
        .opset(13)
        .is("[a,b,c] -> [a,b,c]; a=2, b=3 statistics, c=4");
    op("Softmax")
        .input(&[2, 3, 4])
        .int("axis", 1)
        .opset(11)
        .is("[a,b,c] -> [a,b,c]; a=2, b=3 statistics, c=4 statistics");
    op("Softmax").input(&[2, 3, 4]).opset(11).is("[a,b,c] -> [a,b,c]; a=2, b=3 statistics, c=4 statistics");
    op("ReduceSum").input(&[2, 3]).ints("axes", &[1]).opset(11).is("[a,b] -> [a,1]; a=2, b=3 reduction(sum)");
    op("ReduceSum")
        .input(&[2, 3])
        .constant(&[-1])
        .int("keepdims", 0)
        .is("[a,b] [1] -> [a]; a=2, b=3 reduction(sum)");
    op("ReduceSum").input(&[2, 3]).int("noop_with_empty_axes", 1).is("[a,b] -> [a,b]; a=2, b=3");
    op("ReduceSum").input(&[2, 3]).is("[a,b] -> [1,1]; a=2 reduction(sum), b=3 reduction(sum)");
    op("ReduceSum").input(&[2, 3]).ints("axes", &[2]).refused("ReduceSum: axis 2 is out of range for rank 2");
    op("ReduceSum").input(&[2, 3]).ints("axes", &[1, -1]).refused("ReduceSum: axis -1 is given twice");
    op("TopK")
        .input(&[4, 6])
        .int("k", 2)
        .opset(9)
        .outputs(2)
        .is("[a,b] -> [a,c] [a,c]; a=4, b=6 ordered, c=2 replicated");
    op("TopK").input(&[4, 6]).constant(&[9]).outputs(2).refused("TopK: cannot select 9 of 6 elements");
    op("GroupNormalization")
        .input(&[4, 6, 8])
        .input(&[3])
        .input(&[3])
        .int("num_groups", 3)
        .opset(18)
        .is("[a,bc,d] [b] [b] -> [a,bc,d]; a=4, b=3, c=2 statistics, d=8 statistics");
    op("GroupNormalization")
        .input(&[4, 6, 8])
        .input(&[6])
        .input(&[6])
        .int("num_groups", 3)
        .is("[a,bc,d] [bc] [bc] -> [a,bc,d]; a=4, b=3, c=2 statistics, d=8 statistics");
}

#[test]
fn a_blocked_scale_follows_blocks() {
    op("QuantizeLinear")
        .input(&[4, 6])
        .input(&[4, 3])
        .int("axis", 1)
        .int("block_size", 2)
        .is("[a,bc] [a,b] -> [a,bc]; a=4, b=3, c=2");
    op("QuantizeLinear").input(&[4, 6]).input(&[6]).is("[a,b] [b] -> [a,b]; a=4, b=6");
}

#[test]
fn an_addend_enters_once() {
    op("Gemm")
        .input(&[6, 4])
        .input(&[5, 6])
        .input(&[4, 1])
        .int("transA", 1)
        .int("transB", 1)
        .is("[b,a] [c,b] [a,1] -> [a,c]; a=4, b=6 reduction(sum), c=5 once [2]");
    op("Gemm")
        .input(&[6, 4])
        .input(&[5, 6])
        .refused("Gemm: expected size 4 in dimension 0 of input 1, found 5");
}

#[test]
fn wrong_nodes_are_refused() {
    op("Add").input(&[3]).input(&[4]).refused("Add: cannot broadcast sizes 3 and 4");
    op("Add").refused("Add: no inputs");
    op("Exp").refused("Exp: input 0 is missing");
    op("Transpose").input(&[3, 4]).ints("perm", &[0, 0]).refused("Transpose: axis 0 is given twice");
    op("Slice")
        .input(&[3])
        .constant(&[0])
        .constant(&[1])
        .none()
        .constant(&[0])
        .refused("Slice: the step of dimension 0 must not be 0");
    op("Gather")
        .input(&[3])
        .input(&[2])
        .int("axis", i64::MIN)
        .refused("Gather: axis -9223372036854775808 is out of range for rank 1");
    op("MaxPool").input(&[1, 1, 4]).refused("MaxPool: kernel_shape []");
    op("Nonsense").refused("unknown op");
    op("RandomNormal").refused("the op is random, and shards would draw different numbers");
    op("Exp").input(&[1; 65]).refused("Exp: expected rank 64 or less of input 0, found 65");
}

#[test]
fn the_reference_page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/onnx-ops.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, reference_page()).expect("the page can be written");
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(page == reference_page(), "docs/onnx-ops.md is stale: run `cargo xtask bless`");
}
