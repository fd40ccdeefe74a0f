//! Attributes and types of VHLO, the versioned form of StableHLO in portable artefacts.
//!
//! They become the attributes and types of StableHLO and the builtin dialect at once. What an op does to them depends on its attributes as a
//! group, and follows when the op is read.

use partita_ir::{
    Attr, AttrId, EnumKind, Field, FloatKind, RecordAttr, RecordKind, Signedness, Type, TypeId,
};

use super::fault::{Read, invalid, unsupported};
use super::stablehlo::replica_group_axes;
use super::tables::EntryReader;

/// Types without parameters, by code.
const FLOATS: &[(u64, FloatKind)] = &[
    (2, FloatKind::Bf16),
    (3, FloatKind::F16),
    (4, FloatKind::F32),
    (5, FloatKind::F64),
    (6, FloatKind::F8E4M3Fn),
    (7, FloatKind::F8E5M2),
    (27, FloatKind::F8E4M3Fnuz),
    (28, FloatKind::F8E5M2Fnuz),
    (29, FloatKind::F8E4M3B11Fnuz),
    (34, FloatKind::Tf32),
    (35, FloatKind::F8E4M3),
    (36, FloatKind::F8E3M4),
    (37, FloatKind::F4E2M1Fn),
    (38, FloatKind::F6E2M3Fn),
    (39, FloatKind::F6E3M2Fn),
    (40, FloatKind::F8E8M0Fnu),
];

/// Integer types by code: their width, and whether they are unsigned. StableHLO's signed integers have no sign of their own in MLIR.
const INTEGERS: &[(u64, u32, bool)] = &[
    (10, 4, false),
    (11, 8, false),
    (12, 16, false),
    (13, 32, false),
    (14, 64, false),
    (15, 4, true),
    (16, 8, true),
    (17, 16, true),
    (18, 32, true),
    (19, 64, true),
    (31, 2, false),
    (32, 2, true),
];

impl EntryReader<'_, '_> {
    /// An attribute of VHLO.
    pub(super) fn vhlo_attr(&mut self) -> Read<AttrId> {
        let attr = match self.bytes.number()? {
            1 => Attr::Array(self.attrs()?.into()),
            2 => {
                let value = i128::from(self.bytes.number()? != 0);
                Attr::Integer { value, ty: self.tables.module.context.int_type(1) }
            }
            3 => self.enumeration(EnumKind::ComparisonDirection)?,
            4 => self.enumeration(EnumKind::ComparisonType)?,
            5 => {
                let value = i128::from(self.bytes.number()?);
                Attr::Integer { value, ty: self.tables.module.context.int_type(32) }
            }
            6 => {
                let pairs = self.attr_pairs()?;
                Attr::Dict(self.dictionary(pairs)?)
            }
            7 => self.enumeration(EnumKind::FftType)?,
            8 => self.float()?,
            9 => self.integer()?,
            10 => Attr::Record(RecordAttr::new(
                RecordKind::OutputOperandAlias,
                vec![
                    Field::Ints(self.ints()?.into()),
                    Field::Int(self.bytes.signed()?),
                    Field::Ints(self.ints()?.into()),
                ],
            )),
            11 => self.enumeration(EnumKind::Precision)?,
            12 => self.enumeration(EnumKind::RngAlgorithm)?,
            13 => self.enumeration(EnumKind::RngDistribution)?,
            14 => Attr::String(self.string()?.into()),
            15 => self.dense()?,
            16 => self.enumeration(EnumKind::Transpose)?,
            17 => Attr::Type(self.ty()?),
            18 => self.bounds()?,
            19 => self.enumeration(EnumKind::ResultAccuracyMode)?,
            20 => self.result_accuracy()?,
            21 => self.sub_axis_info()?,
            22 => {
                let name = Field::Text(self.string_attr()?);
                let is_part = self.bytes.number()? != 0;
                self.axis_of_group(name, is_part)?
            }
            23 => {
                let (mesh, axes) = (self.attr()?, self.attr()?);
                replica_group_axes(self.mesh_name(mesh)?, axes)
            }
            24 => {
                let name = Field::Text(self.string_attr()?);
                self.mesh_axis(name)?
            }
            25 => {
                let axes = self.attr()?;
                let device_ids = self.optional_attr()?;
                self.mesh_of_groups(axes, device_ids)?
            }
            code => return Err(self.unknown_code("a VHLO attribute", code)),
        };
        Ok(self.intern(attr))
    }

    /// The symbol of a mesh, which is stored as a string.
    fn mesh_name(&mut self, mesh: AttrId) -> Read<AttrId> {
        let Attr::String(name) = self.tables.module.context.attr_of(mesh) else { return Ok(mesh) };
        let Ok(name) = String::from_utf8(name.to_vec()) else {
            return Err(invalid(self.bytes.offset(), "the name of a mesh is not UTF-8"));
        };
        let symbol = self.tables.module.context.symbol(&name);
        Ok(self.intern(Attr::SymbolRef([symbol].into())))
    }

    /// A type, which becomes one of StableHLO or the builtin dialect.
    pub(super) fn vhlo_type(&mut self) -> Read<TypeId> {
        let code = self.bytes.number()?;
        let ty = match code {
            0 => Type::Integer { width: 1, sign: Signedness::Signless },
            1 => Type::Complex(self.ty()?),
            8 => Type::Function { inputs: self.types()?, results: self.types()? },
            9 => Type::Index,
            20 => self.tensor(false)?,
            21 => self.tensor(true)?,
            22 => Type::Token,
            23 => Type::Tuple(self.types()?),
            25 => Type::UnrankedTensor(self.ty()?),
            33 => Type::None,
            42 => Type::Future(self.types()?),
            24 | 30 => return Err(unsupported("quantized types are not read from bytecode")),
            26 | 41 => return Err(unsupported("witnesses and buffers of VHLO are not supported")),
            _ => self.vhlo_number_type(code)?,
        };
        Ok(self.tables.module.context.ty(ty))
    }

    fn vhlo_number_type(&mut self, code: u64) -> Read<Type> {
        if let Some(&(_, kind)) = FLOATS.iter().find(|row| row.0 == code) {
            return Ok(Type::Float(kind));
        }
        match INTEGERS.iter().find(|row| row.0 == code) {
            Some(&(_, width, is_unsigned)) => {
                let sign = if is_unsigned { Signedness::Unsigned } else { Signedness::Signless };
                Ok(Type::Integer { width, sign })
            }
            None => Err(self.unknown_code("a VHLO type", code)),
        }
    }
}
