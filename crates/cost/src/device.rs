//! One device: the ceilings that bound its kernels, and the fixed times around them.

/// The floating-point format that a matrix unit multiplies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// 8-bit floats and integers.
    Eight,
    /// `bf16` and `f16`.
    Half,
    /// `f32`, in the reduced precision that matrix units use by default.
    Single,
    /// `f64`.
    Double,
}

impl Precision {
    /// The precision for elements of this many bits.
    pub fn of_bits(bits: u64) -> Self {
        match bits {
            0..=8 => Precision::Eight,
            9..=16 => Precision::Half,
            17..=32 => Precision::Single,
            _ => Precision::Double,
        }
    }

    /// The position in a table with one entry per precision.
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// One device. All rates are per second.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes per second that a streaming kernel reads and writes.
    pub bandwidth: f64,
    /// The nominal floating-point operations per second of the matrix unit, by [`Precision`].
    pub peak: [f64; 4],
    /// The share of the nominal peak that a large matrix product reaches.
    pub efficiency: f64,
    /// Scalar instructions per second of the vector unit.
    pub instructions: f64,
    /// The rows and columns of the result that one unit computes at a time.
    pub tile: [u64; 2],
    /// How many terms of its sums a tile adds at a time.
    pub depth: u64,
    /// The number of units that compute tiles at the same time.
    pub units: u64,
    /// The share of the shorter of arithmetic and memory traffic that does not overlap with the longer.
    pub exposed: f64,
    /// Seconds that each kernel takes, however small.
    pub kernel: f64,
    /// Seconds that the host takes to start a program.
    pub program: f64,
    /// Seconds that the host takes for each buffer that it allocates: every result, and one for temporaries.
    pub buffer: f64,
    /// Seconds that the host takes for each kernel that cannot be recorded with its neighbours.
    pub library_call: f64,
    /// Bytes that a matrix product reserves for its own use.
    pub workspace: u64,
    /// The multiple that the matrix unit wants the channels of a convolution to have.
    pub channels: u64,
    /// The shortest product that a library computes rather than code of the compiler, in seconds, by [`Precision`].
    pub library: [f64; 4],
    /// The instructions of a division or a root, which have no unit of their own.
    pub division: f64,
    /// The instructions of an exponential or another function of its cost.
    pub function: f64,
    /// The instructions to round a result to 16 bits and to widen it again.
    pub rounding: f64,
}

impl Device {
    /// The nominal operations per second of the matrix unit.
    pub fn peak(&self, precision: Precision) -> f64 {
        self.peak[precision.index()]
    }

    /// The seconds of `count` kernels that compute for `arithmetic` seconds, and read and write `bytes`, all together: the longer of the
    /// two, what of the shorter does not overlap, and a fixed time for each.
    pub fn kernels(&self, count: f64, arithmetic: f64, bytes: f64) -> f64 {
        let memory = bytes / self.bandwidth;
        let (longer, shorter) = if arithmetic > memory { (arithmetic, memory) } else { (memory, arithmetic) };
        self.kernel * count + longer + self.exposed * shorter
    }
}
