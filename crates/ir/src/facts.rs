//! Facts about ops that other crates query: typed columns of the op table.
//!
//! They are written in the rows of `ops.rs` and read by index, so a query costs as much as a field access. A crate
//! that needs to distinguish ops queries them here; it keeps no list of its own.

use crate::OpCode;

/// The dialect of an op of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// MLIR's `builtin` dialect: modules and casts.
    Builtin,
    /// MLIR's `func` dialect: functions and calls.
    Func,
    /// The `stablehlo` dialect: the ops that programs consist of.
    StableHlo,
    /// The `chlo` dialect: client ops that StableHLO programs may contain.
    Chlo,
    /// Shardy's `sdy` dialect: meshes, shardings and collectives.
    Sdy,
}

impl Dialect {
    /// The dialect of an op name. Rows of the table are constants, so a name of another dialect does not compile.
    pub(crate) const fn of(name: &str) -> Dialect {
        match name.as_bytes() {
            [b'b', b'u', b'i', b'l', b't', b'i', b'n', b'.', ..] => Dialect::Builtin,
            [b'f', b'u', b'n', b'c', b'.', ..] => Dialect::Func,
            [b's', b't', b'a', b'b', b'l', b'e', b'h', b'l', b'o', b'.', ..] => Dialect::StableHlo,
            [b'c', b'h', b'l', b'o', b'.', ..] => Dialect::Chlo,
            [b's', b'd', b'y', b'.', ..] => Dialect::Sdy,
            _ => panic!("the op is of a dialect without a column"),
        }
    }
}

/// The class of an op, for code that treats all ops of a class alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpKind {
    /// Computes each element from the elements at the same position of its operands, where scalars count as broadcast. MLIR's
    /// definition must declare it so: CHLO's plain ops of two operands are [`OpKind::Other`], because Shardy does not see it.
    Elementwise,
    /// Elementwise if the element types of operand and result are equally wide.
    Bitcast,
    /// A collective of StableHLO: devices exchange elements.
    Collective,
    /// Returns the id of the device that runs it.
    DeviceId,
    /// Exchanges values with the host or with another program.
    Transfer,
    /// A collective of `sdy`: reshards its operand, a global tensor, which it returns unchanged.
    SdyCollective,
    /// Returns its operand and adds its sharding or how shardings propagate through it.
    Annotation,
    /// Returns its operand, a value through which data flows, and holds the sharding of that value.
    Edge,
    /// Runs a body of its own, whose arguments and results have shardings that the op holds.
    Computation,
    /// Terminates a block.
    Terminator,
    /// None of the above: moves, combines or creates elements, controls execution, or contains other ops.
    Other,
}

impl OpKind {
    /// Whether an op of this kind returns its only operand, seen as a global tensor.
    pub const fn is_identity(self) -> bool {
        matches!(self, OpKind::SdyCollective | OpKind::Annotation | OpKind::Edge)
    }
}

/// Whether an op has effects beyond computing its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It has none.
    Pure,
    /// It has none, but MLIR's definition does not declare this: passes that follow MLIR keep the op.
    Undeclared,
    /// It has effects: it sends, receives, calls, returns or defines something.
    Observable,
    /// Its `has_side_effect` attribute decides.
    ByAttribute,
}

/// Whether data flows through an op from operands or regions to results in ways that a factor rule cannot describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFlow {
    /// It does not.
    None,
    /// It does, and import gives each result an `sdy.data_flow_edge`.
    Always,
    /// It does, but whether its results have edges depends on the pipeline: Shardy has none for an `if`, and those of a
    /// call come with its function.
    Sometimes,
}

/// The number of regions of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regions {
    /// This many.
    Exactly(usize),
    /// Any number.
    Any,
}

/// How the blocks of an op's regions end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// Unlike those of other ops: the op checks its blocks itself or needs no terminator.
    Free,
    /// In any terminator.
    Any,
    /// In this op.
    Is(OpCode),
}

/// In which operands the result of an op is linear: applied to partial sums, it yields partial sums of its result, if the type of the result
/// holds all values of these operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linear {
    /// In the operands from the first of these numbers up to the second, all together. Of one that is complete, a single device adds
    /// its elements; the others add zeros. Other operands are parameters.
    Sum(usize, usize),
    /// In each of its two operands while the other is complete, and finite.
    Product,
    /// In the first operand, if the second is a constant without zeros. Partial sums have other signs than their sum, so their quotients
    /// by zero have no sum.
    Quotient,
    /// In the first operand, if its region adds two scalars.
    Addition,
}

impl Linear {
    /// In all operands together.
    pub(crate) const ALL: Linear = Linear::Sum(0, usize::MAX);
    /// In the first operand.
    pub const FIRST: Linear = Linear::Sum(0, 1);

    /// The operands, of this many, that may hold partial sums.
    pub fn operands(self, count: usize) -> std::ops::Range<usize> {
        match self {
            Linear::Sum(first, end) => first..end.min(count),
            Linear::Product => 0..2,
            Linear::Quotient | Linear::Addition => 0..1,
        }
    }
}

/// Where the float results of an op are infinite, apart from overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Infinite {
    /// Only where an operand in which it is linear is.
    WithLinear,
    /// Where an operand is.
    WithOperands,
    /// For some finite operands too, such as a divisor of zero.
    AtPoles,
}

/// What a collective of `sdy` does to the sharding of its operand, for code that treats each of them in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SdyCollective {
    /// Removes axes from dimensions.
    AllGather,
    /// Adds up the devices of axes.
    AllReduce,
    /// Adds axes to dimensions.
    AllSlice,
    /// Moves axes from one dimension to another.
    AllToAll,
    /// Exchanges axes of equal size, perhaps between meshes.
    CollectivePermute,
    /// Adds up the devices of axes and adds the axes to dimensions.
    ReduceScatter,
    /// Axes that replicate the operand become unreduced.
    ReplicatedToUnreduced,
    /// Axes of dimensions become unreduced.
    ShardedToUnreduced,
}

/// How the elements of a result are computed. A compiler puts ops into one kernel by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// As ops of its kind are: element by element, in a collective, or in a kernel of its own.
    ByKind,
    /// Not at all: the result is the operand under another name.
    Renamed,
    /// When the program is written.
    Constant,
    /// From their positions.
    FromNothing,
    /// As copies of elements of the operand.
    Repeated,
    /// Each from few elements of the operands.
    ByElement,
    /// By reading as many elements of the first operand.
    Selected,
    /// By reading the operand in another order.
    Transposed,
    /// Each from many elements of an operand.
    Reduced,
    /// By overwriting a part of the first operand.
    Updated,
    /// In a matrix product or a convolution.
    Product,
    /// In a body that may run many times.
    Loop,
    /// In a body that runs at most once.
    Branch,
}

/// The scalar instructions for each element that an op computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// None: a compiler keeps the value in the instructions of its users.
    None,
    /// A single one, such as an addition.
    One,
    /// Those of a division or a root, which have no unit of their own.
    Division,
    /// Those of an exponential or another function of its cost.
    Function,
    /// Those of two such functions.
    TwoFunctions,
}

/// The traits column: properties that few ops have.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The number of its regions.
    pub regions: Regions,
    /// How its blocks end.
    pub block_end: BlockEnd,
    /// Its regions use no value from outside.
    pub isolated: bool,
    /// Defines a symbol.
    pub symbol: bool,
    /// Ops of its own dialect print without a prefix directly inside it.
    pub default_dialect: bool,
    /// Its results are printed by the names in the signature.
    pub named_results: bool,
    /// Its two operands may be swapped, as StableHLO declares.
    pub commutative: bool,
    /// Its two operands may be swapped, as MLIR's own trait declares, which MLIR's rewrites understand.
    pub mlir_commutative: bool,
    /// How data flows through it.
    pub data_flow: DataFlow,
    /// The equivalent op once its operands are broadcast to one shape.
    pub broadcasts: Option<OpCode>,
    /// In which operands its result is linear, if in any.
    pub linear: Option<Linear>,
    /// Where its float results are infinite.
    pub infinite: Infinite,
    /// How its results are computed.
    pub computed: Computed,
    /// What an element takes.
    pub effort: Effort,
    /// What it does to a sharding, if it is a collective of `sdy`.
    pub reshards: Option<SdyCollective>,
}

/// The words of the traits column.
impl Traits {
    pub(crate) const NONE: Traits = Traits {
        regions: Regions::Exactly(0),
        block_end: BlockEnd::Free,
        isolated: false,
        symbol: false,
        default_dialect: false,
        named_results: false,
        commutative: false,
        mlir_commutative: false,
        data_flow: DataFlow::None,
        broadcasts: None,
        linear: None,
        infinite: Infinite::WithLinear,
        computed: Computed::ByKind,
        effort: Effort::One,
        reshards: None,
    };

    pub(crate) const fn regions(self, count: usize) -> Traits {
        Traits { regions: Regions::Exactly(count), ..self }
    }

    pub(crate) const fn any_regions(self) -> Traits {
        Traits { regions: Regions::Any, ..self }
    }

    pub(crate) const fn ends_in(self, terminator: OpCode) -> Traits {
        Traits { block_end: BlockEnd::Is(terminator), ..self }
    }

    pub(crate) const fn ends_in_any(self) -> Traits {
        Traits { block_end: BlockEnd::Any, ..self }
    }

    pub(crate) const fn isolated(self) -> Traits {
        Traits { isolated: true, ..self }
    }

    pub(crate) const fn symbol(self) -> Traits {
        Traits { symbol: true, ..self }
    }

    pub(crate) const fn default_dialect(self) -> Traits {
        Traits { default_dialect: true, ..self }
    }

    pub(crate) const fn named_results(self) -> Traits {
        Traits { named_results: true, ..self }
    }

    pub(crate) const fn commutative(self) -> Traits {
        Traits { commutative: true, ..self }
    }

    pub(crate) const fn mlir_commutative(self) -> Traits {
        Traits { mlir_commutative: true, ..self }
    }

    pub(crate) const fn data_flow(self) -> Traits {
        Traits { data_flow: DataFlow::Always, ..self }
    }

    pub(crate) const fn data_flow_sometimes(self) -> Traits {
        Traits { data_flow: DataFlow::Sometimes, ..self }
    }

    pub(crate) const fn broadcasts(self, plain: OpCode) -> Traits {
        Traits { broadcasts: Some(plain), ..self }
    }

    pub(crate) const fn linear(self, form: Linear) -> Traits {
        Traits { linear: Some(form), ..self }
    }

    pub(crate) const fn infinite(self, infinite: Infinite) -> Traits {
        Traits { infinite, ..self }
    }

    pub(crate) const fn computed(self, computed: Computed) -> Traits {
        Traits { computed, ..self }
    }

    pub(crate) const fn effort(self, effort: Effort) -> Traits {
        Traits { effort, ..self }
    }

    pub(crate) const fn reshards(self, collective: SdyCollective) -> Traits {
        Traits { reshards: Some(collective), ..self }
    }
}
