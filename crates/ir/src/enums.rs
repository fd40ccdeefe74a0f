//! Enumerated attributes: one row per enumeration.

macro_rules! enum_attrs {
    ($($(#[$doc:meta])* $kind:ident $dialect:literal $mnemonic:literal [$($case:literal)+];)+) => {
        /// The enumeration of an [`EnumAttr`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum EnumKind { $($(#[$doc])* $kind,)+ }

        impl EnumKind {
            /// Every enumeration.
            pub const ALL: &[EnumKind] = &[$(EnumKind::$kind),+];

            /// The dialect it belongs to.
            pub fn dialect(self) -> &'static str {
                match self { $(EnumKind::$kind => $dialect),+ }
            }

            /// Its name within the dialect.
            pub fn mnemonic(self) -> &'static str {
                match self { $(EnumKind::$kind => $mnemonic),+ }
            }

            /// The spellings of its cases, in the order of their numbers.
            pub fn cases(self) -> &'static [&'static str] {
                match self { $(EnumKind::$kind => &[$($case),+]),+ }
            }

            /// The name used in op rows.
            pub fn from_name(name: &str) -> Option<EnumKind> {
                match name { $(stringify!($kind) => Some(EnumKind::$kind),)+ _ => None }
            }
        }
    };
}

enum_attrs! {
    /// The relation of `stablehlo.compare`.
    ComparisonDirection "stablehlo" "comparison_direction" ["EQ" "NE" "GE" "GT" "LE" "LT"];
    /// How `stablehlo.compare` interprets its operands.
    ComparisonType "stablehlo" "comparison_type" ["NOTYPE" "FLOAT" "TOTALORDER" "SIGNED" "UNSIGNED"];
    /// The precision of a product.
    Precision "stablehlo" "precision" ["DEFAULT" "HIGH" "HIGHEST"];
    /// The kind of `stablehlo.fft`.
    FftType "stablehlo" "fft_type" ["FFT" "IFFT" "RFFT" "IRFFT"];
    /// What `stablehlo.triangular_solve` does to its matrix.
    Transpose "stablehlo" "transpose" ["TRANSPOSE_INVALID" "NO_TRANSPOSE" "TRANSPOSE" "ADJOINT"];
    /// The distribution of `stablehlo.rng`.
    RngDistribution "stablehlo" "rng_distribution" ["UNIFORM" "NORMAL"];
    /// The generator of `stablehlo.rng_bit_generator`.
    RngAlgorithm "stablehlo" "rng_algorithm" ["DEFAULT" "THREE_FRY" "PHILOX"];
    /// The accuracy that a transcendental op promises.
    ResultAccuracyMode "stablehlo" "result_accuracy_mode" ["DEFAULT" "HIGHEST" "TOLERANCE"];
    /// The relation of `chlo.broadcast_compare`.
    ChloComparisonDirection "chlo" "comparison_direction" ["EQ" "NE" "GE" "GT" "LE" "LT"];
    /// How `chlo.broadcast_compare` interprets its operands.
    ChloComparisonType "chlo" "comparison_type" ["NOTYPE" "FLOAT" "TOTALORDER" "SIGNED" "UNSIGNED"];
    /// The precision of `chlo.ragged_dot`.
    ChloPrecision "chlo" "precision" ["DEFAULT" "HIGH" "HIGHEST"];
}

/// One case of one enumeration. Invariant: `case` is in range of the kind's cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumAttr {
    kind: EnumKind,
    case: u8,
}

impl EnumAttr {
    /// The case spelled `text`.
    pub fn parse(kind: EnumKind, text: &str) -> Option<EnumAttr> {
        let case = kind.cases().iter().position(|case| *case == text)?;
        Some(EnumAttr { kind, case: case as u8 })
    }

    /// The enumeration that the case belongs to.
    pub fn kind(self) -> EnumKind {
        self.kind
    }

    /// The spelling of the case.
    pub fn text(self) -> &'static str {
        self.kind.cases()[self.case as usize]
    }
}
