//! Attributes and types of VHLO, the versioned form of StableHLO in portable artefacts.
//!
//! They become the attributes and types of StableHLO and the builtin dialect at once. What an op does to them depends on its attributes as a
//! group, and follows when the op is read.

use partita_ir::{
    Attr, AttrId, EnumKind, Field, FloatKind, RecordAttr, RecordKind, Signedness, Type, TypeId,
};

use super::elements;
use super::fault::{Read, invalid, unsupported};
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
            15 => {
                let ty = self.ty()?;
                let blob = self.bytes.blob()?;
                elements::dense(&mut self.tables.module.context, ty, blob, self.bytes.offset())?
            }
            16 => self.enumeration(EnumKind::Transpose)?,
            17 => Attr::Type(self.ty()?),
            18 => self.bounds()?,
            19 => self.enumeration(EnumKind::ResultAccuracyMode)?,
            20 => {
                let atol = Field::Float(self.float_bits(FloatKind::F64)?);
                let rtol = Field::Float(self.float_bits(FloatKind::F64)?);
                let ulps = Field::Int(self.bytes.signed()?);
                let mode = Field::Attr(self.attr()?);
                Attr::Record(RecordAttr::new(RecordKind::ResultAccuracy, vec![atol, rtol, ulps, mode]))
            }
            code @ 21..=25 => self.vhlo_mesh_attr(code)?,
            code => return Err(self.unknown_code("a VHLO attribute", code)),
        };
        Ok(self.intern(attr))
    }

    /// Attributes of replica groups that are given by mesh axes.
    fn vhlo_mesh_attr(&mut self, code: u64) -> Read<Attr> {
        let at = self.bytes.offset();
        Ok(match code {
            21 => {
                let (pre, size) = (self.bytes.signed()?, self.bytes.signed()?);
                // The text parser keeps a sub-axis outside of an axis in this form as well.
                let context = &mut self.tables.module.context;
                let body = context.symbol(&format!("sub_axis_info({pre}){size}"));
                Attr::Opaque { dialect: context.symbol("stablehlo"), body }
            }
            22 => {
                let name = Field::Text(self.string_attr()?);
                let part = match self.optional_attr()? {
                    Some(attr) => self.sub_axis(attr, at)?,
                    None => Field::Absent,
                };
                Attr::Record(RecordAttr::new(RecordKind::AxisRef, vec![name, part]))
            }
            23 => {
                let fields = vec![Field::Attr(self.attr()?), Field::Attr(self.attr()?)];
                Attr::Record(RecordAttr::new(RecordKind::ReplicaGroupMeshAxes, fields))
            }
            24 => {
                let name = Field::Text(self.string_attr()?);
                let fields = vec![name, Field::Int(self.bytes.signed()?)];
                Attr::Record(RecordAttr::new(RecordKind::MeshAxis, fields))
            }
            _ => {
                let axes = self.attr()?;
                let Attr::Array(axes) = self.tables.module.context.attr_of(axes).clone() else {
                    return Err(invalid(at, "expected the axes of a mesh"));
                };
                Attr::HloMesh { axes, device_ids: self.optional_attr()? }
            }
        })
    }

    /// The numbers of a sub-axis, from the form that entry 21 creates.
    fn sub_axis(&mut self, attr: AttrId, at: usize) -> Read<Field> {
        let context = &self.tables.module.context;
        let numbers = match context.attr_of(attr) {
            Attr::Opaque { body, .. } => context
                .text(*body)
                .strip_prefix("sub_axis_info(")
                .and_then(|rest| rest.split_once(')'))
                .and_then(|(pre, size)| Some((pre.parse().ok()?, size.parse().ok()?))),
            _ => None,
        };
        let (pre, size) = numbers.ok_or_else(|| invalid(at, "expected a sub-axis"))?;
        Ok(Field::SubAxis(pre, size))
    }

    /// A type of VHLO.
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
