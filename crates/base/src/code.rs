//! Every diagnostic code, once. A code is stable and never reused; its page is
//! `docs/errors/PAnnnn.md`, which `partita explain` prints.
//!
//! Ranges: `00xx` text, `01xx` IR, `02xx` shardings, `03xx` rules, `04xx` propagation,
//! `05xx` reshard and partition, `06xx` ONNX, `07xx` CKKS, `08xx` lints
//! and budgets, `09xx` tools.

use std::fmt;

/// A stable diagnostic code such as `PA0203`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u16);

impl Code {
    /// The code written as `text` (`PA0203`, any case, or just `203`), if there is one.
    pub fn parse(text: &str) -> Option<Code> {
        let digits = text.strip_prefix("PA").or_else(|| text.strip_prefix("pa")).unwrap_or(text);
        let number = digits.parse().ok()?;
        ALL.iter().map(|(code, _)| *code).find(|code| code.0 == number)
    }

    /// The title of the code's page: a short phrase without an article or a full stop.
    pub fn title(self) -> &'static str {
        ALL.iter().find(|(code, _)| *code == self).map_or("", |(_, title)| title)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PA{:04}", self.0)
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)+) => {
        $(#[doc = $title] pub const $name: Code = Code($number);)+
        /// Every code with its title, in order.
        pub const ALL: &[(Code, &str)] = &[$(($name, $title)),+];
    };
}

codes! {
    // 00xx: text
    SYNTAX = 1, "unexpected text";
    UNTERMINATED_STRING = 2, "unterminated string literal";
    BAD_ESCAPE = 3, "unknown escape in a string literal";
    NUMBER_RANGE = 4, "number out of range";
    NESTING = 5, "nesting too deep";
    NOT_UTF8 = 6, "input is not UTF-8";
    TOO_LARGE = 7, "input too large";
    UNKNOWN_ALIAS = 8, "undefined alias";
    ALIAS_REDEFINED = 9, "alias defined twice";
    UNKNOWN_OP = 10, "unknown op";
    BAD_LITERAL = 11, "literal does not match its type";
    UNKNOWN_TYPE = 12, "unknown type";
    UNKNOWN_ATTRIBUTE = 13, "unknown attribute";
    DUPLICATE_KEY = 14, "duplicate dictionary key";
    UNSUPPORTED_TEXT = 15, "unsupported MLIR syntax";
    UNKNOWN_PASS = 16, "unknown pass or pass option";
    LIMIT = 17, "explicit limit exceeded";
    HLO_TEXT = 18, "HLO text instead of StableHLO";
    JAXPR = 19, "jaxpr instead of a lowered program";
    PYTHON = 20, "Python source instead of a lowered program";
    BYTECODE = 21, "MLIR bytecode or `jax.export` artefact instead of text";
    ONNX_FILE = 22, "unexpected ONNX model";
    TOML_FILE = 23, "unexpected TOML file";
    UTF16 = 24, "UTF-16 text";
    COMPRESSED = 25, "compressed file or archive";
    OTHER_DATA = 26, "file is not a program";
    MLIR_TEXT = 27, "unexpected MLIR text";
    EMPTY_FILE = 28, "empty file";
    TRUNCATED = 29, "truncated text";
    ALIAS_EXPANSION = 30, "alias expansion too large";
    CALL_EXPANSION = 31, "call expansion too large";
    TIME_LIMIT = 32, "time limit exceeded";
    MEMORY_LIMIT = 33, "memory limit exceeded";
    INVALID_BYTECODE = 34, "invalid MLIR bytecode";
    UNSUPPORTED_BYTECODE = 35, "unsupported MLIR bytecode";
    FIXED_BYTECODE = 36, "fixes would replace a binary program by text";

    // 01xx: IR
    UNDEFINED_VALUE = 101, "undefined value";
    REDEFINED_VALUE = 102, "value defined twice";
    DOMINANCE = 103, "value used before its definition";
    TYPE_OF_USE = 104, "use with a different type";
    OPERAND_COUNT = 105, "wrong number of operands";
    RESULT_COUNT = 106, "wrong number of results";
    REGION_COUNT = 107, "wrong number of regions";
    MISSING_ATTRIBUTE = 108, "missing attribute";
    ATTRIBUTE_KIND = 109, "wrong kind of attribute";
    OPERAND_TYPE = 110, "invalid operand type";
    RESULT_TYPE = 111, "invalid result type";
    SHAPE = 112, "mismatched shapes";
    ATTRIBUTE_VALUE = 113, "invalid attribute value";
    REGION_SHAPE = 114, "invalid blocks, arguments or terminator in a region";
    UNDEFINED_SYMBOL = 115, "undefined symbol";
    REDEFINED_SYMBOL = 116, "symbol defined twice";
    BLOCK = 117, "undefined, redefined or misplaced block";
    PARENT = 118, "misplaced op";
    FUNCTION_TYPE = 119, "function type mismatch";
    ISOLATION = 120, "isolated region uses a value from outside";
    ATTRIBUTE_PREFIX = 121, "attribute without a dialect prefix";
    VISIBILITY = 122, "invalid symbol visibility";
    BOUNDS = 123, "bounds do not match the dimensions of a type";
    REGION_TYPES = 124, "wrong argument or return types of a region";
    REPLICA_GROUPS = 125, "invalid replica groups or source-target pairs";
    DIMENSION = 126, "dimension out of range or repeated";
    SEGMENTS = 127, "segment sizes do not add up";

    // 02xx: meshes and shardings
    UNKNOWN_MESH = 201, "undefined mesh";
    UNKNOWN_AXIS = 202, "unknown mesh axis";
    AXIS_REUSED = 203, "axis used twice in one sharding";
    SUB_AXES_OVERLAP = 204, "overlapping sub-axes";
    SUB_AXES_DISAGREE = 205, "sub-axes of incompatible splits";
    SUB_AXIS_PRE_SIZE = 206, "pre-size of a sub-axis less than 1";
    SUB_AXIS_SIZE = 207, "size of a sub-axis less than 2";
    SUB_AXIS_DIVIDES = 208, "sub-axis does not divide its axis";
    SUB_AXIS_IS_FULL_AXIS = 209, "sub-axis as large as its axis";
    SUB_AXES_MERGE = 210, "adjacent sub-axes not merged";
    AXIS_ORDER = 211, "replicated or unreduced axes out of mesh order";
    SHARDING_RANK = 212, "wrong number of dimension shardings";
    PRIORITY_ON_EMPTY = 213, "priority on an empty closed dimension";
    MAXIMAL_WITH_AXES = 214, "dimensions or axes in a single-device sharding";
    SHARDED_NON_TENSOR = 215, "dimensions or axes in the sharding of a value without a shape";
    SHARDED_UNRANKED = 216, "sharding of an unranked tensor";
    SHARDED_TUPLE = 217, "one sharding for a tuple of several values";
    MESH_AXIS_SIZE = 220, "mesh axis size less than 1";
    MESH_AXIS_REPEATED = 221, "duplicate mesh axis name";
    DEVICE_ID_NEGATIVE = 222, "negative device id";
    DEVICE_ID_COUNT = 223, "wrong number of device ids";
    DEVICE_IDS_NOT_PERMUTATION = 224, "device ids are not a permutation";
    DEVICES_WITHOUT_AXES = 225, "several devices in a mesh without axes";
    MESH_TOO_LARGE = 226, "too many devices in a mesh";
    MESHES_DIFFER_IN_SIZE = 227, "meshes with different numbers of devices";
    SHARDING_COUNT = 230, "wrong number of shardings";
    AXIS_BOUND = 231, "axis is manual in an enclosing computation";
    MANUAL_MESHES = 232, "manual computation with shardings on different meshes";
    MANUAL_AXIS_UNKNOWN = 233, "manual axis not in the mesh";
    MANUAL_AFTER_FREE = 234, "manual axis after a free axis";
    MANUAL_INDIVISIBLE = 235, "dimension not divisible by its manual axes";
    NOT_LOCAL = 236, "wrong local shape in a manual computation";
    MANUAL_AXES_ORDER = 237, "manual axes out of mesh order";
    MANUAL_AXIS_PARTIAL = 238, "manual computation uses only a sub-axis of a manual axis";
    COLLECTIVE_UNSHARDED = 240, "collective operand without a sharding";
    COLLECTIVE_MESH = 241, "collective between different meshes";
    COLLECTIVE_RANK = 242, "wrong number of axis lists";
    COLLECTIVE_AXES = 243, "collective axes do not match the operand";
    COLLECTIVE_RESULT = 244, "wrong result sharding of a collective";
    ALL_TO_ALL_DIMS = 245, "invalid dimensions in an all-to-all";
    REDUCED_AXIS_USED = 246, "axis in use cannot be reduced or become unreduced";
    REDUCTION_OPERATOR = 247, "conflicting reductions of partial values";
    EDGE_USERS = 250, "input of a data-flow edge has other uses";
    EDGE_SOURCE = 251, "data-flow edge on an unsupported value";
    BARRIER_OPEN = 252, "propagation barrier without effect";
    GROUP_SHAPES = 253, "tensors of different shapes in a sharding group";
    NOT_EDITABLE = 260, "annotation cannot be edited";

    // 03xx: factor rules
    RULE_OPERAND_COUNT = 301, "wrong number of operand mappings";
    RULE_RESULT_COUNT = 302, "wrong number of result mappings";
    RULE_NOT_STATIC = 303, "factor rule on a value without a static shape";
    RULE_RANK = 304, "wrong number of dimension mappings";
    DIM_WITHOUT_FACTOR = 305, "dimension without a factor";
    FACTOR_UNDEFINED = 306, "factor without a size";
    FACTOR_REUSED = 307, "factor used twice in one tensor";
    FACTOR_OF_ONE = 308, "redundant factor of size 1";
    FACTOR_UNUSED = 309, "unused factor";
    FACTOR_LIST_ORDER = 310, "factor list out of order";
    FACTOR_LIST_REPEATED = 311, "factor repeated in a list";
    FACTOR_IN_TWO_LISTS = 312, "factor in two lists";
    REDUCTION_IN_RESULT = 313, "reduction factor in a result";
    FACTOR_SIZE = 314, "negative factor size";
    EDGE_STEP_NEGATIVE = 320, "negative propagation step";
    EDGE_STEP_REPEATED = 321, "duplicate propagation step";
    EDGE_TO_ITSELF = 322, "propagation edge from a value to itself";
    EDGE_TARGET_REPEATED = 323, "duplicate target of a propagation edge";
    EDGE_VALUE_RANGE = 324, "propagation edge refers to a missing value";
    EDGES_WITHOUT_SHARDING = 325, "propagation edges without a sharding";
    EDGES_MESHES = 326, "propagation edges between different meshes";
    EDGES_AXIS = 327, "unknown axis in a propagation edge";

    // 04xx: propagation and the passes around it
    RECURSIVE_CALL = 401, "recursive function calls";
    CALL_WITHOUT_BODY = 402, "call to a function without a body";
    MANUAL_AXES_WITHOUT_VALUES = 403, "manual axes without operands or results";
    GROUP_CROSSES_MANUAL = 404, "sharding group across a manual computation";
    // 405 was for debug options that are supported now.
    OP_WITHOUT_RULE = 406, "op without a factor rule";
    NOT_PROPAGATED = 407, "shardings cannot propagate through a value";
    GROUP_CONTRADICTION = 408, "conflicting shardings in a sharding group";
    STEP_LIMIT = 409, "propagation stopped before its fixed point";
    UNUSED_RULE = 410, "unused rule in a rule file";
    UNKNOWN_TOPOLOGY_AXIS = 411, "unknown axis in a topology";

    // 05xx: reshard and partition
    TENSOR_TYPE = 501, "invalid tensor type on the command line";
    BAD_TOPOLOGY = 502, "invalid topology file";
    RESHARD_MEMORY = 503, "memory bound too small for every redistribution plan";
    RESHARD_UNREDUCED = 504, "redistribution would create partial values";
    RESHARD_MAXIMAL = 505, "redistribution from or to a single device";
    RESHARD_TOO_LARGE = 506, "tensor too large to redistribute";
    BAD_HARDWARE = 507, "invalid hardware description";
    NOT_PARTITIONED = 510, "op cannot be partitioned";
    GATHERED = 511, "tensor gathered on every device";
    GSPMD_IMPORTED = 512, "GSPMD shardings imported";
    GSPMD_INVALID = 513, "invalid GSPMD sharding";
    GSPMD_NOT_IMPORTED = 514, "GSPMD sharding cannot be imported";
    SHARDING_NOT_DIVIDING = 515, "sharding does not divide an argument or result";
    PARTITIONER_CALL = 516, "custom call reserved for XLA's partitioner";
    ONE_DEVICE_CALL = 517, "single-device call cannot be partitioned";
    GROUPS_DO_NOT_FIT_MESH = 520, "replica groups do not match their mesh";
    NOT_COUNTED = 521, "communication not counted";
    UNEVEN_INTERFACE = 522, "argument or result not divisible by its shards";
    CANNOT_PAD = 523, "op cannot be padded to a multiple of its shards";
    CANNOT_RESOLVE_PERMUTATION = 524, "permutation factor cannot be resolved";
    CANNOT_LOCALIZE = 525, "op has no local form";
    // 055x: the interpreter
    EVAL_UNSUPPORTED = 550, "op not supported by the interpreter";
    EVAL_DYNAMIC = 551, "unknown size at run time";
    EVAL_ARGUMENT = 552, "mismatched value at run time";
    EVAL_LIMIT = 553, "run limit reached";
    EVAL_DIVERGED = 554, "devices diverge at a collective";
    // 056x: files of tensors
    TENSOR_FILE = 560, "invalid tensor file";
    // 0561 to 0569: before and after a run
    DEVICE_DEPENDENT = 561, "result declared replicated depends on the device";
    RUN_MEMORY = 562, "run needs too much memory";
    CALLBACK = 563, "callback into another Python process";
    // 057x: engines outside
    ENGINE_ABSENT = 570, "engine not found";
    ENGINE_FAILED = 571, "engine failed";
    ONNX_RUNTIME_ABSENT = 572, "missing onnxruntime library";
    ONNX_RUNTIME_FAILED = 573, "ONNX runtime failed";
    ONNX_RUNTIME_LACKS = 574, "op or element type not supported by the runtime";
    ONNX_RUN_INPUTS = 575, "inputs do not match the ONNX model";
    ONNX_COLLECTIVE = 576, "ranks diverge at a collective";
    ONNX_TENSOR_CONTENTS = 577, "invalid contents of an ONNX tensor";
    ONNX_RANK_MODEL = 578, "ONNX model cannot be split at its collectives";
    // 058x: encrypted values
    CKKS_ABSENT = 580, "CKKS library not found";
    CKKS_FAILED = 581, "CKKS library failed";
    CKKS_PARAMS = 582, "invalid CKKS parameters";
    CKKS_INSECURE = 583, "insecure CKKS parameters";
    CKKS_KEY = 584, "missing rotation or bootstrapping key";
    CKKS_LEVEL = 585, "encrypted value has no level left";
    CKKS_SCALE = 586, "encrypted values with different scales";
    CKKS_STREAM = 587, "slot program does not match its data";
    CKKS_NO_BOOTSTRAP = 588, "CKKS library without bootstraps";
    CKKS_FILE = 589, "damaged or unknown CKKS file";
    CKKS_FILE_SCHEME = 590, "CKKS files for different parameters";
    CKKS_FILE_KEY = 591, "CKKS files of different keys";

    // 06xx: ONNX
    // 060x: files and tensors
    ONNX_BROKEN_FILE = 601, "damaged or truncated model file";
    ONNX_NESTING = 602, "model nested too deeply or too large";
    ONNX_NO_MODEL = 603, "file does not contain a model";
    ONNX_NEWER = 604, "unsupported newer format version";
    ONNX_EXTERNAL_PATH = 605, "external data outside the model folder";
    ONNX_EXTERNAL_DATA = 606, "invalid external data";
    ONNX_TENSOR_DATA = 607, "tensor contents do not match the shape";
    ONNX_SPECS_FILE = 608, "JSON annotations do not match the model";
    ONNX_SHARDED_INPUT = 609, "invalid sharding of a model input";
    // 061x: graphs
    ONNX_CYCLE = 610, "cyclic graph";
    ONNX_ORDER = 611, "ONNX value used before its definition";
    ONNX_UNDEFINED = 612, "undefined value in an ONNX graph";
    ONNX_REDEFINED = 613, "duplicate value in an ONNX graph";
    ONNX_OUTPUT = 614, "undefined graph output";
    ONNX_NAME = 615, "empty or unusual name";
    ONNX_OPSET = 616, "op set not imported";
    ONNX_RECURSION = 617, "recursive ONNX functions";
    // 062x, 0630..0632: configurations and annotations
    ONNX_IR_TOO_OLD = 620, "annotations in a model of an older version";
    ONNX_CONFIGURATION_ABSENT = 621, "annotation without a configuration";
    ONNX_CONFIGURATION_UNKNOWN = 622, "unknown configuration";
    ONNX_CONFIGURATION_REPEATED = 623, "duplicate configuration name";
    ONNX_CONFIGURATION_NAMELESS = 624, "configuration without a name";
    ONNX_NO_DEVICES = 625, "configuration without devices";
    ONNX_DEVICE_NAMES = 626, "wrong number of device names";
    ONNX_TENSOR_ABSENT = 627, "sharding spec without a tensor name";
    ONNX_TENSOR_UNKNOWN = 628, "unknown tensor in a sharding spec";
    ONNX_TENSOR_REPEATED = 629, "duplicate sharding spec";
    ONNX_STAGE_NEGATIVE = 630, "negative pipeline stage";
    ONNX_STAGE_ORDER = 631, "pipeline stages out of order";
    ONNX_ANNOTATION_REPEATED = 632, "duplicate annotation for a configuration";
    // 0633..0649: one sharding spec
    ONNX_AXIS_ABSENT = 633, "sharded dimension without an axis";
    ONNX_AXIS_RANGE = 634, "sharded axis out of range";
    ONNX_AXIS_REPEATED = 635, "axis sharded twice";
    ONNX_SHARDS_ABSENT = 636, "missing number of shards";
    ONNX_SHARDS_ZERO = 637, "zero shards";
    ONNX_SHARDS_NEGATIVE = 638, "negative number of shards";
    ONNX_DEVICE_COUNT = 639, "wrong number of devices in a sharding spec";
    ONNX_DEVICE_RANGE = 640, "device out of range";
    ONNX_GROUP_UNDEFINED = 641, "undefined device group";
    ONNX_GROUP_EMPTY = 642, "empty device group";
    ONNX_GROUP_REPEATED = 643, "duplicate device group";
    ONNX_GROUP_UNUSED = 644, "unused device group";
    ONNX_MEMBER_REPEATED = 645, "duplicate device in a group";
    ONNX_GROUP_SHADOWS = 646, "device group key equal to a device number";
    ONNX_DIM_PRODUCT = 647, "sizes of a sharded dimension do not match";
    ONNX_DIMS_AMBIGUOUS = 648, "ambiguous sizes of a sharded dimension";
    ONNX_AXES_UNORDERED = 649, "sharded axes not in ascending order";
    // 0650 to 0669: specs against ops, inference
    ONNX_AXIS_MISMATCH = 650, "mismatched shardings of corresponding axes";
    ONNX_AXIS_UNSHARDABLE = 651, "sharded axis that the op needs unsharded";
    ONNX_UNIT_AXIS = 652, "sharded axis of size 1 that is broadcast";
    ONNX_NOT_COMPOSABLE = 653, "no common device for the input shards of an op";
    ONNX_LAYOUT_LIMIT = 654, "device layout exceeds a limit";
    ONNX_EXCHANGE = 655, "sharding requires communication inside an op";
    ONNX_NO_RULE = 656, "annotated node without a sharding rule";
    ONNX_NO_MESH = 657, "sharding specs without a common mesh";
    ONNX_SHARD_ARGUMENT = 658, "command-line sharding does not match the model";
    ONNX_NO_CONFIGURATION = 659, "no device configuration";
    // 0660 to 0669: limits
    ONNX_FUNCTIONS_TOO_LARGE = 660, "function expansion too large";
    ONNX_TOO_MANY_RANKS = 661, "too many ranks";
    // 067x: more about specs
    ONNX_SHARDS_EMPTY = 670, "more shards than elements";
    ONNX_GROUP_KEY_ABSENT = 671, "device group without a key";
    // 068x: models of ranks
    ONNX_NOT_PARTITIONED = 680, "ONNX model cannot be partitioned";
    ONNX_UNKNOWN_DIMENSION = 681, "unknown dimension name";
    ONNX_RANK_TOO_LARGE = 682, "rank model too large for a file";
    ONNX_INVALID_SIZE = 683, "size of a dimension contradicts the model";

    // 07xx: CKKS
    SLOTS_EXCEEDED = 701, "block larger than a ciphertext";
    AXIS_DOES_NOT_DIVIDE = 702, "ciphertext axis does not divide a dimension";
    BAD_SLOT_LAYOUT = 703, "invalid slot layout";
    SLOT_SHAPES = 704, "mismatched shapes on ciphertexts";
    STRIDE_ACROSS_BLOCKS = 705, "stride does not divide the rows of a block";
    CIPHERTEXT_AXIS = 706, "ciphertext axis unknown or used twice";
    NOT_ON_CIPHERTEXTS = 707, "op not supported on ciphertexts";
    MISSING_ROTATION_KEY = 708, "missing rotation key";
    LEVELS_EXHAUSTED = 709, "ciphertext has no level left";
    BAD_SLOT_PROGRAM = 710, "malformed slot program";
    DIRTY_SLOTS = 711, "nonzero slots outside the tensor";
    BAD_POLYNOMIAL = 712, "polynomial cannot be evaluated on ciphertexts";
    SLOT_LIMIT = 713, "tensor too large for ciphertexts";
    VALUE_RANGE = 714, "values out of range for the polynomials of a layer";
    PADDED_MAXIMUM = 715, "negative maximum next to padding";
    // 073x: networks and plans
    BAD_LAYER_LIST = 730, "invalid list of layers";
    NO_WEIGHTS = 731, "missing weights";
    NO_SLOT_LAYOUT = 732, "no valid slot layout";
    BAD_COST_TABLE = 733, "invalid cost table";
    LEVEL_BUDGET = 734, "layer needs more levels than a ciphertext has";
    NETWORK_GRAPH = 735, "model is not a network with one output";
    BAD_PLAN = 736, "plan does not match its network";
    CIPHERTEXT_ROOM = 737, "too many ciphertexts at once";
    KEY_MEMORY = 738, "keys and ciphertexts need too much memory";

    // 08xx: lints and budgets
    SILENT_REPLICATION = 801, "silently replicated tensor";
    FULL_GATHER = 802, "gather of an entire tensor";
    ALL_REDUCE_SLICED = 803, "all-reduce of which each device keeps one shard";
    PADDING_WASTE = 804, "much padding";
    TINY_SHARDS = 805, "shards too small to be worth a collective";
    LOOP_COLLECTIVE = 806, "collective repeated in a loop";
    BACK_AND_FORTH = 807, "tensor resharded back and forth";
    TIME_BUDGET = 808, "time over budget";
    BAD_BUDGET = 820, "invalid budget";
    COMMS_BUDGET = 821, "communication over budget";
    MEMORY_BUDGET = 822, "memory over budget";

    // 09xx: tools
    RECORD_INVALID = 901, "invalid record of a program";
    NOTHING_TO_KEEP = 902, "program lacks the property to keep";
    RULE_REFUTED = 903, "rule contradicts its reference function";
    REFERENCE_MISMATCH = 904, "reference function does not match its call";
    BAD_TEST_FILE = 905, "invalid directive in a test file";
    // 092x: automatic sharding
    AUTO_PROBLEM = 921, "invalid optimisation problem";
    AUTO_TOO_LARGE = 922, "optimisation problem too large";
    AUTO_MEMORY = 923, "memory limit below what every choice needs";
    AUTO_CONFLICT = 924, "no allowed combination of strategies";
    PLAN_MEMORY = 930, "no sharding within the memory limit";
    PLAN_MESH = 931, "mesh that divides no dimension";
    PLAN_ANNOTATION = 932, "annotation that no sharding respects";
    PLAN_AXES = 933, "too many axes for a plan";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_ascending() {
        assert!(ALL.windows(2).all(|w| w[0].0 < w[1].0));
    }

    #[test]
    fn codes_print_and_parse() {
        assert_eq!(SYNTAX.to_string(), "PA0001");
        assert_eq!(Code::parse("pa0101"), Some(UNDEFINED_VALUE));
        assert_eq!(Code::parse("PA9999"), None);
    }
}
