//! Small inputs, of at most 5 KB, that would need more time or memory than available.

mod ckks;
mod mlir;
mod onnx;

/// The format of an input, which determines the commands that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mlir,
    Onnx,
    Ckks,
}

impl Kind {
    /// The file name suffix.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Kind::Mlir => "mlir",
            Kind::Onnx => "textproto",
            Kind::Ckks => "toml",
        }
    }
}

/// A hostile input with a unique name.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// The maximum size of an input in bytes; small inputs must not need large resources.
const LARGEST: usize = 5120;

/// All inputs, of all formats.
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
