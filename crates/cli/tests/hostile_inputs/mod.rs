//! Small inputs, of at most 5 KB, that would need more time or memory than available.

mod ckks;
mod mlir;
mod onnx;

/// The format of an input, which determines the commands that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    Mlir,
    Onnx,
    Ckks,
}

impl InputKind {
    /// The file name suffix.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            InputKind::Mlir => "mlir",
            InputKind::Onnx => "textproto",
            InputKind::Ckks => "toml",
        }
    }
}

/// A hostile input with a unique name.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) kind: InputKind,
    pub(crate) text: String,
}

/// The maximum size of an input in bytes; small inputs must not need large resources.
const LARGEST: usize = 5120;

/// All inputs, of all formats.
pub(crate) fn all() -> Vec<Hostile> {
    let of = |kind, list: Vec<(&'static str, String)>| {
        list.into_iter().map(move |(name, text)| Hostile { name, kind, text })
    };
    let inputs: Vec<Hostile> = of(InputKind::Mlir, mlir::inputs())
        .chain(of(InputKind::Onnx, onnx::inputs()))
        .chain(of(InputKind::Ckks, ckks::inputs()))
        .collect();
    let large: Vec<String> = inputs
        .iter()
        .filter(|input| input.text.len() > LARGEST)
        .map(|input| format!("{} has {} bytes", input.name, input.text.len()))
        .collect();
    assert!(large.is_empty(), "{large:?}");
    inputs
}
