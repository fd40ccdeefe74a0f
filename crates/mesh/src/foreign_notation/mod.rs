//! Shardings in the notations of other systems, one file each, and the choice between all notations.
//!
//! JAX, GSPMD and DTensor describe where the data is. What only propagation needs, such as openness and priorities, is
//! left out.

mod dtensor;
mod gspmd;
mod jax;

use std::fmt::{self, Display};

pub use dtensor::dtensor_notation;
pub use gspmd::gspmd_notation;
pub use jax::{jax_notation, parse_jax};

use crate::spec::MeshOrRef;
use crate::{Mesh, Meshes, TensorSharding, notation};

/// How shardings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Axes beside the sizes: `f32[8@x,4]`.
    #[default]
    Short,
    /// A `PartitionSpec` of JAX: `P('x', None)`.
    Jax,
    /// An sdy attribute: `<@mesh, [{"x"}, {}]>`.
    Sdy,
    /// As GSPMD prints it: `{devices=[2,1]<=[2]}`.
    Gspmd,
    /// The placements of a DTensor, in the order of the mesh: `(Shard(0), Replicate())`.
    DTensor,
}

impl Notation {
    /// The name of the system or of the form.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Short => "short",
            Notation::Jax => "JAX",
            Notation::Sdy => "sdy",
            Notation::Gspmd => "GSPMD",
            Notation::DTensor => "DTensor",
        }
    }
}

/// A property of a sharding that a notation cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inexpressible {
    /// A sub-axis, such as `x:(1)2`.
    SubAxis(String),
    /// Unreduced axes, or a reduction other than a sum.
    Unreduced(String),
    /// The tensor is on one device of a larger machine.
    OneDevice(u64),
    /// The mesh has this many devices in an order of its own.
    DeviceOrder(u64),
}

impl Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inexpressible::SubAxis(axis) => write!(f, "sub-axis {axis}"),
            Inexpressible::Unreduced(axes) => write!(f, "unreduced {axes}"),
            Inexpressible::OneDevice(device) => write!(f, "device {device} alone"),
            Inexpressible::DeviceOrder(count) => write!(f, "the order of {count} devices"),
        }
    }
}

/// A sharding with everything that a notation mentions.
#[derive(Clone, Debug)]
pub struct MeshSharding<'a> {
    /// The mesh that the axes of the sharding belong to.
    pub mesh: &'a Mesh,
    /// How sdy refers to the mesh.
    pub reference: MeshOrRef,
    /// A sharding of that mesh.
    pub sharding: &'a TensorSharding,
}

impl<'a> MeshSharding<'a> {
    /// A sharding of a mesh without a name, which sdy writes as `@mesh`.
    pub fn unnamed(mesh: &'a Mesh, sharding: &'a TensorSharding) -> Self {
        Self { mesh, reference: MeshOrRef::Symbol("mesh".into()), sharding }
    }

    /// A sharding of a mesh of a program.
    pub fn of(meshes: &'a Meshes, sharding: &'a TensorSharding) -> Self {
        let id = sharding.mesh();
        Self { mesh: meshes.get(id), reference: meshes.reference(id), sharding }
    }

    /// Type and sharding of a tensor: `f32[8@x,4]` in short notation, `f32[8,4] P('x', None)` in JAX's. If the notation
    /// cannot express the sharding, the text is the short one with the reason.
    ///
    /// ```
    /// use partita_mesh::foreign_notation::{MeshSharding, Notation};
    /// use partita_mesh::{Mesh, Meshes, Subject, spec::MeshSpec, text::parse_sharding_spans};
    ///
    /// let mut meshes = Meshes::default();
    /// meshes.define("m", Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4)])).unwrap());
    /// let mut cursor = partita_base::Cursor::new(r#"<@m, [{"y":(1)2, "x"}, {}]>"#);
    /// let (spec, _) = parse_sharding_spans(&mut cursor).unwrap();
    /// let sharding = meshes.resolve(&spec, Subject::Ranked(2)).unwrap();
    /// let of = MeshSharding::of(&meshes, &sharding);
    /// assert_eq!(of.tensor_text(Notation::Short, "f32", &[8, 4]), "f32[8@(y:(1)2,x),4]");
    /// assert_eq!(
    ///     of.tensor_text(Notation::Gspmd, "f32", &[8, 4]),
    ///     "f32[8,4] {devices=[4,1,2]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"
    /// );
    /// assert_eq!(
    ///     of.tensor_text(Notation::DTensor, "f32", &[8, 4]),
    ///     "f32[8@(y:(1)2,x),4] (DTensor cannot express sub-axis y:(1)2)"
    /// );
    /// ```
    pub fn tensor_text<S: Display>(&self, notation: Notation, element: &str, sizes: &[S]) -> String {
        let Self { mesh, sharding, .. } = *self;
        let short = || {
            let dims = notation::dims_notation(mesh, sharding, sizes);
            format!("{element}[{dims}]{}", notation::rest_notation(mesh, sharding))
        };
        if notation == Notation::Short {
            return short();
        }
        match self.sharding_text(notation, sizes.len()) {
            Ok(text) => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!("{element}[{}] {text}", sizes.join(","))
            }
            Err(why) => format!("{} ({} cannot express {why})", short(), notation.name()),
        }
    }

    /// The sharding of a tensor with `rank` dimensions, without its type. In short notation, every size is `_`.
    pub fn sharding_text(&self, notation: Notation, rank: usize) -> Result<String, Inexpressible> {
        let Self { mesh, reference, sharding } = self;
        match notation {
            Notation::Short => {
                let dims = notation::dims_notation(mesh, sharding, &vec!["_"; rank]);
                Ok(format!("[{dims}]{}", notation::rest_notation(mesh, sharding)))
            }
            Notation::Jax => jax_notation(mesh, sharding, rank),
            Notation::Sdy => Ok(sharding.to_spec(mesh, reference.clone()).to_string()),
            Notation::Gspmd => gspmd_notation(mesh, sharding, rank),
            Notation::DTensor => dtensor_notation(mesh, sharding),
        }
    }
}
