//! Small inputs that ask for more time or memory than there is: at most 5 KB each.

mod ckks;
mod mlir;
mod onnx;

/// What an input is, which decides the commands that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mlir,
    Onnx,
    Ckks,
}

impl Kind {
    /// How the names of its files end.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Kind::Mlir => "mlir",
            Kind::Onnx => "textproto",
            Kind::Ckks => "toml",
        }
    }
}

/// An input.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// Most bytes of an input: what takes much of the machine comes from little.
const LARGEST: usize = 5120;

/// All inputs.
pub(crate) fn all() -> Vec<Hostile> {
    let of = |kind, list: Vec<(&'static str, String)>| {
        list.into_iter().map(move |(name, text)| Hostile { name, kind, text })
    };
    let inputs: Vec<Hostile> = of(Kind::Mlir, mlir::inputs())
        .chain(of(Kind::Onnx, onnx::inputs()))
        .chain(of(Kind::Ckks, ckks::inputs()))
        .collect();
    let large: Vec<String> = inputs
        .iter()
        .filter(|input| input.text.len() > LARGEST)
        .map(|input| format!("{} has {} bytes", input.name, input.text.len()))
        .collect();
    assert!(large.is_empty(), "{large:?}");
    inputs
}
