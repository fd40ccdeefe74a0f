//! Every diagnostic code, once. A code is stable and never reused; its page is
//! `docs/errors/PAnnnn.md`, which `partita explain` prints.
//!
//! Ranges: `00xx` text, `01xx` IR, `02xx` shardings, `03xx` rules, `04xx` propagation,
//! `05xx` reshard and partition, `06xx` ONNX, `07xx` CKKS.

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

    /// What the code is about, in a few words.
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
    UNTERMINATED_STRING = 2, "a string literal does not end";
    BAD_ESCAPE = 3, "an unknown escape in a string literal";
    NUMBER_RANGE = 4, "a number does not fit";
    NESTING = 5, "nesting is too deep";
    NOT_UTF8 = 6, "the input is not UTF-8";
    TOO_LARGE = 7, "the input is too large";
    UNKNOWN_ALIAS = 8, "an alias is used but not defined";
    ALIAS_REDEFINED = 9, "an alias is defined twice";
    UNKNOWN_OP = 10, "an op of an unknown dialect or name";
    BAD_LITERAL = 11, "a literal does not fit its type";
    UNKNOWN_TYPE = 12, "an unknown type";
    UNKNOWN_ATTRIBUTE = 13, "an unknown attribute";
    DUPLICATE_KEY = 14, "a dictionary has a key twice";
    UNSUPPORTED_TEXT = 15, "valid MLIR that is not supported";
    UNKNOWN_PASS = 16, "an unknown pass or pass option";
    LIMIT = 17, "an explicit limit is exceeded";
    HLO_TEXT = 18, "HLO text instead of StableHLO";
    JAXPR = 19, "a jaxpr instead of a lowered program";
    PYTHON = 20, "Python source instead of a lowered program";
    BYTECODE = 21, "MLIR bytecode or a `jax.export` artefact instead of text";
    ONNX_FILE = 22, "an ONNX model where another file is expected";
    TOML_FILE = 23, "TOML where another file is expected";
    UTF16 = 24, "text in UTF-16";
    COMPRESSED = 25, "a compressed file or an archive";
    OTHER_DATA = 26, "a file that no command reads as a program";
    MLIR_TEXT = 27, "MLIR text where another file is expected";
    EMPTY_FILE = 28, "a file without a program";
    TRUNCATED = 29, "the text ends too early";
    ALIAS_EXPANSION = 30, "aliases stand for too much text";
    CALL_EXPANSION = 31, "calls need too many copies of functions";
    TIME_LIMIT = 32, "a command took longer than it may";
    MEMORY_LIMIT = 33, "a command needs more memory than it may use";

    // 01xx: IR
    UNDEFINED_VALUE = 101, "a value is used but not defined";
    REDEFINED_VALUE = 102, "a value is defined twice";
    DOMINANCE = 103, "a value is used where its definition does not dominate";
    TYPE_OF_USE = 104, "a value is used with another type than it has";
    OPERAND_COUNT = 105, "an op has the wrong number of operands";
    RESULT_COUNT = 106, "an op has the wrong number of results";
    REGION_COUNT = 107, "an op has the wrong number of regions";
    MISSING_ATTRIBUTE = 108, "an op lacks a required attribute";
    ATTRIBUTE_KIND = 109, "an attribute is of the wrong kind";
    OPERAND_TYPE = 110, "an operand has a type the op does not take";
    RESULT_TYPE = 111, "a result has a type the op does not make";
    SHAPE = 112, "shapes do not fit the op";
    ATTRIBUTE_VALUE = 113, "an attribute has a value the op does not allow";
    REGION_SHAPE = 114, "a region has the wrong blocks, arguments or terminator";
    UNDEFINED_SYMBOL = 115, "a symbol is used but not defined";
    REDEFINED_SYMBOL = 116, "a symbol is defined twice";
    BLOCK = 117, "a block is undefined, redefined or misplaced";
    PARENT = 118, "an op stands where it may not";
    FUNCTION_TYPE = 119, "a function, call or return disagrees with a function type";
    ISOLATION = 120, "an isolated region uses a value from outside";
    ATTRIBUTE_PREFIX = 121, "an attribute of a module, argument or result lacks a dialect prefix";
    VISIBILITY = 122, "a symbol is less or more visible than it may be";
    BOUNDS = 123, "the bounds of a type do not fit its dimensions";
    REGION_TYPES = 124, "a region takes or returns other types than its op needs";
    REPLICA_GROUPS = 125, "replica groups or source-target pairs contradict themselves";
    DIMENSION = 126, "an attribute names a dimension that is not there, or names one twice";
    SEGMENTS = 127, "segment sizes do not add up to the values of an op";

    // 02xx: meshes and shardings
    UNKNOWN_MESH = 201, "a sharding names a mesh that does not exist";
    UNKNOWN_AXIS = 202, "a sharding names an axis that its mesh lacks";
    AXIS_REUSED = 203, "an axis is used twice in one sharding";
    SUB_AXES_OVERLAP = 204, "two parts of an axis overlap";
    SUB_AXES_DISAGREE = 205, "two parts of an axis do not belong to one split of it";
    SUB_AXIS_PRE_SIZE = 206, "the pre-size of a sub-axis is less than 1";
    SUB_AXIS_SIZE = 207, "the size of a sub-axis is less than 2";
    SUB_AXIS_DIVIDES = 208, "a sub-axis does not divide its axis";
    SUB_AXIS_IS_WHOLE = 209, "a sub-axis is as large as its axis";
    SUB_AXES_MERGE = 210, "neighbouring sub-axes are not merged";
    AXIS_ORDER = 211, "replicated or unreduced axes are not in the order of the mesh";
    SHARDING_RANK = 212, "a sharding has another number of dimensions than its tensor";
    PRIORITY_ON_EMPTY = 213, "an empty closed dimension has a priority";
    MAXIMAL_WITH_AXES = 214, "a sharding on one device has dimensions or axes";
    SHARDED_NON_TENSOR = 215, "a value without a shape has a sharding with dimensions or axes";
    SHARDED_UNRANKED = 216, "an unranked tensor has a sharding";
    SHARDED_TUPLE = 217, "a tuple of several values has one sharding";
    MESH_AXIS_SIZE = 220, "the size of a mesh axis is less than 1";
    MESH_AXIS_REPEATED = 221, "a mesh has two axes of one name";
    DEVICE_ID_NEGATIVE = 222, "a device id is negative";
    DEVICE_ID_COUNT = 223, "a mesh lists another number of devices than its axes span";
    DEVICE_IDS_NOT_PERMUTATION = 224, "the devices of a mesh are not 0 to n-1 in some order";
    DEVICES_WITHOUT_AXES = 225, "a mesh without axes lists several devices";
    MESH_TOO_LARGE = 226, "a mesh has too many devices";
    MESHES_DIFFER_IN_SIZE = 227, "two meshes have different numbers of devices";
    SHARDING_COUNT = 230, "a list of shardings is not as long as the values it is for";
    AXIS_BOUND = 231, "an axis is already manual in a computation around";
    MANUAL_MESHES = 232, "the shardings of a manual computation are on different meshes";
    MANUAL_AXIS_UNKNOWN = 233, "a manual axis is not in the mesh";
    MANUAL_AFTER_FREE = 234, "a manual axis comes after a free axis";
    MANUAL_INDIVISIBLE = 235, "a dimension is not divisible by its manual axes";
    NOT_LOCAL = 236, "the body of a manual computation has a value that is not local";
    MANUAL_AXES_ORDER = 237, "manual axes are not in the order of the mesh";
    MANUAL_AXIS_PARTIAL = 238, "a sharding of a manual computation mentions a part of a manual axis only";
    COLLECTIVE_UNSHARDED = 240, "the operand of a collective has no sharding";
    COLLECTIVE_MESH = 241, "a collective goes from one mesh to another";
    COLLECTIVE_RANK = 242, "a collective has axes for another number of dimensions";
    COLLECTIVE_AXES = 243, "a collective takes axes from where they are not";
    COLLECTIVE_RESULT = 244, "a collective makes another sharding than its result has";
    ALL_TO_ALL_DIMS = 245, "the dimensions of an all-to-all do not fit";
    REDUCED_AXIS_USED = 246, "an axis cannot be reduced, or become unreduced, as it is in use";
    REDUCTION_OPERATOR = 247, "partial values are combined in two ways";
    EDGE_USERS = 250, "the input of a data-flow edge has other uses";
    EDGE_SOURCE = 251, "a data-flow edge is on a value that has none";
    BARRIER_OPEN = 252, "a propagation barrier stops nothing";
    GROUP_SHAPES = 253, "a sharding group has tensors of different shapes";

    // 03xx: factor rules
    RULE_OPERAND_COUNT = 301, "a rule is for another number of operands";
    RULE_RESULT_COUNT = 302, "a rule is for another number of results";
    RULE_NOT_STATIC = 303, "a rule is on a value that is no tensor of static shape";
    RULE_RANK = 304, "a rule maps another number of dimensions than a tensor has";
    DIM_WITHOUT_FACTOR = 305, "a rule maps a dimension to no factor";
    FACTOR_UNDEFINED = 306, "a rule uses a factor without a size";
    FACTOR_REUSED = 307, "a rule uses a factor twice in one tensor";
    FACTOR_OF_ONE = 308, "a dimension has a factor of size 1 beside others";
    FACTOR_UNUSED = 309, "a rule has a factor that no tensor uses";
    FACTOR_LIST_ORDER = 310, "a list of factors is not in order";
    FACTOR_LIST_REPEATED = 311, "a list names a factor twice";
    FACTOR_IN_TWO_LISTS = 312, "a factor is special in two ways";
    REDUCTION_IN_RESULT = 313, "a factor is reduced and yet in a result";
    FACTOR_SIZE = 314, "the size of a factor is negative";
    EDGE_STEP_NEGATIVE = 320, "a propagation step has a negative number";
    EDGE_STEP_REPEATED = 321, "a propagation step is listed twice";
    EDGE_TO_ITSELF = 322, "a propagation edge goes from a value to itself";
    EDGE_TARGET_REPEATED = 323, "a propagation edge has one target twice";
    EDGE_VALUE_RANGE = 324, "a propagation edge names a value that the op lacks";
    EDGES_WITHOUT_SHARDING = 325, "propagation edges are about values without sharding";
    EDGES_MESHES = 326, "propagation edges are about values on different meshes";
    EDGES_AXIS = 327, "a propagation edge moves an axis that the mesh lacks";

    // 04xx: propagation and the passes around it
    RECURSIVE_CALL = 401, "functions call each other in a circle";
    CALL_WITHOUT_BODY = 402, "a called function has no body";
    MANUAL_AXES_WITHOUT_VALUES = 403, "a manual computation without values has manual axes";
    GROUP_CROSSES_MANUAL = 404, "a sharding group reaches across a manual computation";
    // 405 was for debug options that are supported now.
    OP_WITHOUT_RULE = 406, "an op has no factor rule";
    NOT_PROPAGATED = 407, "shardings cannot propagate through a value";
    GROUP_CONTRADICTION = 408, "tensors of a sharding group are given different shardings";
    STEP_LIMIT = 409, "propagation stopped before its fixed point";
    UNUSED_RULE = 410, "a rule of a rule file is not used";
    UNKNOWN_TOPOLOGY_AXIS = 411, "a topology describes an axis that no mesh has";

    // 05xx: reshard and partition
    TENSOR_TYPE = 501, "a tensor type on the command line cannot be read";
    BAD_TOPOLOGY = 502, "a topology file is wrong";
    RESHARD_MEMORY = 503, "no redistribution plan stays within the bound on memory";
    RESHARD_UNREDUCED = 504, "a redistribution would make values partial";
    RESHARD_MAXIMAL = 505, "a redistribution from or to a single device";
    RESHARD_TOO_LARGE = 506, "a tensor is too large to be redistributed";
    NOT_PARTITIONED = 510, "an op cannot be partitioned";
    GATHERED = 511, "a tensor is gathered on every device";
    GSPMD_IMPORTED = 512, "GSPMD shardings are imported";
    GSPMD_INVALID = 513, "a GSPMD sharding is invalid";
    GSPMD_NOT_IMPORTED = 514, "a GSPMD sharding cannot be imported";
    SHARDING_NOT_DIVIDING = 515, "a sharding does not divide an argument or result";
    PARTITIONER_CALL = 516, "a custom call exists only inside XLA's partitioner";
    ONE_DEVICE_CALL = 517, "a call for one device cannot be partitioned";
    GROUPS_DO_NOT_FIT_MESH = 520, "replica groups do not fit their mesh";
    NOT_COUNTED = 521, "an op communicates, but its bytes are not counted";
    UNEVEN_INTERFACE = 522, "an argument or result is not divisible by its shards";
    CANNOT_PAD = 523, "an op cannot be padded to a multiple of its shards";
    CANNOT_RESOLVE_PERMUTATION = 524, "the shards of an op cannot be exchanged";
    CANNOT_LOCALIZE = 525, "an op cannot be made local";
    // 055x: the interpreter
    EVAL_UNSUPPORTED = 550, "the interpreter does not know an op";
    EVAL_DYNAMIC = 551, "a size is not known when the program runs";
    EVAL_ARGUMENT = 552, "a value does not fit where it is used";
    EVAL_LIMIT = 553, "a run reached a limit";
    EVAL_DIVERGED = 554, "devices do not meet in a collective";
    // 056x: files of tensors
    TENSOR_FILE = 560, "a file of tensors cannot be used";
    // 0561 to 0569: before and after a run
    DEVICE_DEPENDENT = 561, "a result that is declared replicated depends on the device";
    RUN_MEMORY = 562, "a run would need more memory than it may use";
    CALLBACK = 563, "a program calls a Python function of another process";
    // 057x: engines outside
    ENGINE_ABSENT = 570, "an engine is not there";
    ENGINE_FAILED = 571, "an engine does not run a program";
    ONNX_RUNTIME_ABSENT = 572, "the library of onnxruntime is not there";
    ONNX_RUNTIME_FAILED = 573, "a runtime does not run an ONNX model";
    ONNX_RUNTIME_LACKS = 574, "a runtime lacks an op or an element type";
    ONNX_RUN_INPUTS = 575, "inputs are not those of an ONNX model";
    ONNX_COLLECTIVE = 576, "ranks do not meet in a collective";
    ONNX_TENSOR_CONTENTS = 577, "contents of an ONNX tensor make no sense";
    ONNX_RANK_MODEL = 578, "an ONNX model cannot be cut at its collectives";
    // 058x: encrypted values
    CKKS_ABSENT = 580, "a library of CKKS is not there";
    CKKS_FAILED = 581, "a library of CKKS does not run a program";
    CKKS_PARAMS = 582, "the parameters of CKKS make no sense";
    CKKS_INSECURE = 583, "the parameters of CKKS are not secure";
    CKKS_KEY = 584, "a rotation or a bootstrap has no key";
    CKKS_LEVEL = 585, "an encrypted value has no level left";
    CKKS_SCALE = 586, "encrypted values of different scales meet";
    CKKS_STREAM = 587, "a slot program and its data do not fit together";

    // 06xx: ONNX
    // 060x: files and tensors
    ONNX_BROKEN_FILE = 601, "a model file is damaged or cut short";
    ONNX_NESTING = 602, "a model nests too deeply or has too many parts";
    ONNX_NO_MODEL = 603, "a file holds no model";
    ONNX_NEWER = 604, "a model is of a newer version of the format";
    ONNX_EXTERNAL_PATH = 605, "external data lies outside the folder of the model";
    ONNX_EXTERNAL_DATA = 606, "external data is missing, too short or badly described";
    ONNX_TENSOR_DATA = 607, "the contents of a tensor do not fit its shape";
    ONNX_SPECS_FILE = 608, "annotations given as JSON do not fit the model";
    ONNX_SHARDED_INPUT = 609, "the sharding of a model input cannot be read";
    // 061x: graphs
    ONNX_CYCLE = 610, "nodes depend on each other in a circle";
    ONNX_ORDER = 611, "a value is read before it is made";
    ONNX_UNDEFINED = 612, "a value is read that nothing makes";
    ONNX_REDEFINED = 613, "a value is made twice";
    ONNX_OUTPUT = 614, "nothing makes an output";
    ONNX_NAME = 615, "a name is empty or holds odd characters";
    ONNX_OPSET = 616, "a node is of an op set that is not imported";
    ONNX_RECURSION = 617, "functions call each other in a circle";
    // 062x, 0630..0632: configurations and annotations
    ONNX_IR_TOO_OLD = 620, "annotations in a model of a version that has none";
    ONNX_CONFIGURATION_ABSENT = 621, "an annotation names no configuration";
    ONNX_CONFIGURATION_UNKNOWN = 622, "an annotation names a configuration that the model lacks";
    ONNX_CONFIGURATION_REPEATED = 623, "two configurations have one name";
    ONNX_CONFIGURATION_NAMELESS = 624, "a configuration has no name";
    ONNX_NO_DEVICES = 625, "a configuration has no devices";
    ONNX_DEVICE_NAMES = 626, "a configuration names another number of devices than it has";
    ONNX_TENSOR_ABSENT = 627, "a sharding spec names no tensor";
    ONNX_TENSOR_UNKNOWN = 628, "a sharding spec names a tensor that its node lacks";
    ONNX_TENSOR_REPEATED = 629, "a node annotates one tensor twice";
    ONNX_STAGE_NEGATIVE = 630, "a pipeline stage is negative";
    ONNX_STAGE_ORDER = 631, "a pipeline stage reads a value of a later one";
    ONNX_ANNOTATION_REPEATED = 632, "a node has two annotations for one configuration";
    // 0633..0649: one sharding spec
    ONNX_AXIS_ABSENT = 633, "a sharded dimension has no axis";
    ONNX_AXIS_RANGE = 634, "a sharded axis is out of range";
    ONNX_AXIS_REPEATED = 635, "an axis is sharded twice in one spec";
    ONNX_SHARDS_ABSENT = 636, "the number of shards is missing";
    ONNX_SHARDS_ZERO = 637, "the number of shards is zero";
    ONNX_SHARDS_NEGATIVE = 638, "the number of shards is negative";
    ONNX_DEVICE_COUNT = 639, "a spec lists another number of devices than it has shards";
    ONNX_DEVICE_RANGE = 640, "a spec names a device that the configuration lacks";
    ONNX_GROUP_UNDEFINED = 641, "a spec uses a device group that it does not define";
    ONNX_GROUP_EMPTY = 642, "a device group is empty";
    ONNX_GROUP_REPEATED = 643, "a device group is defined twice";
    ONNX_GROUP_UNUSED = 644, "a device group is not used";
    ONNX_MEMBER_REPEATED = 645, "a device is in a group twice";
    ONNX_GROUP_SHADOWS = 646, "the key of a device group is the number of a device";
    ONNX_DIM_PRODUCT = 647, "the parts of a sharded dimension do not make up its size";
    ONNX_DIMS_AMBIGUOUS = 648, "two parts of a sharded dimension have no size";
    ONNX_AXES_UNORDERED = 649, "sharded axes are not in ascending order";
    // 0650 to 0669: specs against ops, inference
    ONNX_AXIS_MISMATCH = 650, "axes that correspond are cut differently";
    ONNX_AXIS_WHOLE = 651, "an axis is cut that an op needs whole";
    ONNX_UNIT_AXIS = 652, "an axis of size 1 that is broadcast is cut";
    ONNX_NOT_COMPOSABLE = 653, "shards that are needed together have no device in common";
    ONNX_LAYOUT_LIMIT = 654, "a layout is beyond what is worked out";
    ONNX_EXCHANGE = 655, "a cut makes devices communicate inside an op";
    ONNX_NO_RULE = 656, "an annotated node has no sharding rule";
    ONNX_NO_MESH = 657, "sharding specs have no common mesh";
    ONNX_SHARD_ARGUMENT = 658, "a sharding on the command line does not fit the model";
    ONNX_NO_CONFIGURATION = 659, "a model has no configuration of devices to work with";
    // 0660 to 0669: limits
    ONNX_FUNCTIONS_TOO_LARGE = 660, "functions of an ONNX model are written out to too many nodes";
    ONNX_TOO_MANY_RANKS = 661, "an ONNX model is partitioned for too many ranks";
    // 067x: more about specs
    ONNX_SHARDS_EMPTY = 670, "a dimension has fewer elements than shards";
    ONNX_GROUP_KEY_ABSENT = 671, "a device group has no key";
    // 068x: models of ranks
    ONNX_NOT_PARTITIONED = 680, "an ONNX model cannot be partitioned";
    ONNX_UNKNOWN_DIMENSION = 681, "a size is given for a dimension that an ONNX model lacks";
    ONNX_RANK_TOO_LARGE = 682, "the model of a rank is too large for a file";

    // 07xx: CKKS
    SLOTS_EXCEEDED = 701, "a block has more values than a ciphertext has slots";
    AXIS_DOES_NOT_DIVIDE = 702, "an axis of ciphertexts does not divide a dimension";
    BAD_SLOT_LAYOUT = 703, "a tensor cannot be laid out like this in slots";
    SLOT_SHAPES = 704, "shapes do not fit an op on ciphertexts";
    STRIDE_ACROSS_PARTS = 705, "a stride does not divide the rows of a part";
    CIPHERTEXT_AXIS = 706, "an axis of ciphertexts is unknown or used twice";
    NOT_ON_CIPHERTEXTS = 707, "an op cannot be computed on ciphertexts";
    MISSING_ROTATION_KEY = 708, "a rotation has no key";
    LEVELS_EXHAUSTED = 709, "a ciphertext has no level left";
    BAD_SLOT_PROGRAM = 710, "a slot program is not well formed";
    DIRTY_SLOTS = 711, "slots outside the tensor are not zero where they must be";
    BAD_POLYNOMIAL = 712, "a polynomial cannot be evaluated on ciphertexts";
    SLOT_LIMIT = 713, "a tensor is too large for ciphertexts";
    VALUE_RANGE = 714, "values are too large for the polynomials of a layer";
    PADDED_MAXIMUM = 715, "a negative maximum lies at padding";
    // 073x: networks and plans
    BAD_LAYER_LIST = 730, "a list of layers is not well formed";
    NO_WEIGHTS = 731, "the weights of a layer are not known";
    NO_SLOT_LAYOUT = 732, "no layout of a tensor fits";
    BAD_COST_TABLE = 733, "a table of costs is not well formed";
    LEVEL_BUDGET = 734, "a layer needs more levels than a ciphertext has";
    NETWORK_GRAPH = 735, "a model is not a network of one input and one output";
    BAD_PLAN = 736, "a plan does not fit its network";
    CIPHERTEXT_ROOM = 737, "a network needs more ciphertexts at once than there is room for";
    KEY_MEMORY = 738, "keys and ciphertexts would need more memory than a run may use";
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
