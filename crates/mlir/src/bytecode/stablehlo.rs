//! Attributes and types of the dialects StableHLO and CHLO.

use partita_ir::{
    Attr, AttrId, ConvDims, EnumAttr, EnumKind, Field, FieldKind, FloatKind, RecordAttr, RecordKind, Type,
    TypeId,
};

use super::builtin::dim;
use super::fault::{Read, invalid};
use super::tables::EntryReader;

impl EntryReader<'_, '_> {
    /// An attribute of StableHLO.
    pub(super) fn stablehlo_attr(&mut self) -> Read<AttrId> {
        let attr = match self.bytes.number()? {
            1 => self.record(RecordKind::ChannelHandle)?,
            2 => self.enumeration(EnumKind::ComparisonDirection)?,
            3 => self.enumeration(EnumKind::ComparisonType)?,
            4 => Attr::Conv(self.conv_dims()?),
            5 => self.record(RecordKind::Dot)?,
            6 => self.enumeration(EnumKind::FftType)?,
            7 => self.record(RecordKind::Gather)?,
            8 => self.enumeration(EnumKind::Precision)?,
            9 => self.enumeration(EnumKind::RngAlgorithm)?,
            10 => self.enumeration(EnumKind::RngDistribution)?,
            11 => self.record(RecordKind::Scatter)?,
            12 => self.enumeration(EnumKind::Transpose)?,
            13 => self.bounds()?,
            14 => self.record(RecordKind::OutputOperandAlias)?,
            15 => self.dot_algorithm()?,
            16 => self.enumeration(EnumKind::ResultAccuracyMode)?,
            17 => self.result_accuracy()?,
            18 => {
                let mesh = self.attr()?;
                let axes = Attr::Array(self.attrs()?.into());
                let axes = self.intern(axes);
                replica_group_axes(mesh, axes)
            }
            19 => self.sub_axis_info()?,
            20 => {
                let name = Field::Text(self.string()?.into());
                let is_part = self.bytes.byte()? != 0;
                self.axis_of_group(name, is_part)?
            }
            21 => {
                let name = Field::Text(self.string()?.into());
                self.mesh_axis(name)?
            }
            22 => {
                let axes = self.attr()?;
                let has_ids = self.bytes.byte()? != 0;
                let device_ids = if has_ids { Some(self.attr()?) } else { None };
                self.mesh_of_groups(axes, device_ids)?
            }
            code => return Err(self.unknown_code("a StableHLO attribute", code)),
        };
        Ok(self.intern(attr))
    }

    /// An attribute of CHLO.
    pub(super) fn chlo_attr(&mut self) -> Read<AttrId> {
        let attr = match self.bytes.number()? {
            0 => self.enumeration(EnumKind::ChloComparisonDirection)?,
            1 => self.enumeration(EnumKind::ChloComparisonType)?,
            code => return Err(self.unknown_code("a CHLO attribute", code)),
        };
        Ok(self.intern(attr))
    }

    /// A type of StableHLO.
    pub(super) fn stablehlo_type(&mut self) -> Read<TypeId> {
        let ty = match self.bytes.number()? {
            0 => Type::Token,
            1 => Type::Future(self.types()?),
            code => return Err(self.unknown_code("a StableHLO type", code)),
        };
        Ok(self.tables.module.context.ty(ty))
    }

    /// A case of an enumeration.
    pub(super) fn enumeration(&mut self, kind: EnumKind) -> Read<Attr> {
        let at = self.bytes.offset();
        let number = self.bytes.index()?;
        // The numbers of all others start at 0.
        let first = usize::from(kind == EnumKind::RngDistribution);
        let case = number.checked_sub(first).and_then(|number| kind.cases().get(number));
        let case = case.and_then(|case| EnumAttr::parse(kind, case));
        match case {
            Some(case) => Ok(Attr::Enum(case)),
            None => Err(invalid(at, format_args!("`{}` has no case {number}", kind.mnemonic()))),
        }
    }

    /// A record whose fields are integers, and lists of them, in the order of its row.
    fn record(&mut self, kind: RecordKind) -> Read<Attr> {
        let mut fields = Vec::new();
        for field in kind.fields() {
            fields.push(match field.kind {
                FieldKind::Ints => Field::Ints(self.ints()?.into()),
                _ => Field::Int(self.bytes.signed()?),
            });
        }
        Ok(Attr::Record(RecordAttr::new(kind, fields)))
    }

    fn conv_dims(&mut self) -> Read<ConvDims> {
        Ok(ConvDims {
            input_batch: self.bytes.signed()?,
            input_feature: self.bytes.signed()?,
            input_spatial: self.ints()?.into(),
            kernel_input_feature: self.bytes.signed()?,
            kernel_output_feature: self.bytes.signed()?,
            kernel_spatial: self.ints()?.into(),
            output_batch: self.bytes.signed()?,
            output_feature: self.bytes.signed()?,
            output_spatial: self.ints()?.into(),
        })
    }

    /// The bounds of dynamic dimensions.
    pub(super) fn bounds(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let sizes = self.ints()?;
        Ok(Attr::Bounds(sizes.into_iter().map(|size| dim(size, at)).collect::<Read<_>>()?))
    }

    fn dot_algorithm(&mut self) -> Read<Attr> {
        let mut fields = Vec::new();
        for field in RecordKind::DotAlgorithm.fields() {
            fields.push(match field.kind {
                FieldKind::Type => Field::Type(self.ty()?),
                FieldKind::Bool => Field::Bool(self.bytes.byte()? != 0),
                _ => Field::Int(self.bytes.signed()?),
            });
        }
        Ok(Attr::Record(RecordAttr::new(RecordKind::DotAlgorithm, fields)))
    }

    /// The accuracy of a result: three numbers and a mode.
    pub(super) fn result_accuracy(&mut self) -> Read<Attr> {
        let atol = Field::Float(self.float_bits(FloatKind::F64)?);
        let rtol = Field::Float(self.float_bits(FloatKind::F64)?);
        let ulps = Field::Int(self.bytes.signed()?);
        let mode = Field::Attr(self.attr()?);
        Ok(Attr::Record(RecordAttr::new(RecordKind::ResultAccuracy, vec![atol, rtol, ulps, mode])))
    }

    /// A sub-axis on its own, in the form that the text parser keeps.
    pub(super) fn sub_axis_info(&mut self) -> Read<Attr> {
        let (pre, size) = (self.bytes.signed()?, self.bytes.signed()?);
        let context = &mut self.tables.module.context;
        let body = context.symbol(&format!("sub_axis_info({pre}){size}"));
        Ok(Attr::Opaque { dialect: context.symbol("stablehlo"), body })
    }

    /// A name, and a sub-axis if the axis is not used entirely.
    pub(super) fn axis_of_group(&mut self, name: Field, is_part: bool) -> Read<Attr> {
        let part = match is_part {
            true => {
                let at = self.bytes.offset();
                let attr = self.attr()?;
                self.sub_axis(attr).ok_or_else(|| invalid(at, "expected a sub-axis"))?
            }
            false => Field::Absent,
        };
        Ok(Attr::Record(RecordAttr::new(RecordKind::AxisRef, vec![name, part])))
    }

    /// The numbers of a sub-axis, from the form of [`EntryReader::sub_axis_info`].
    fn sub_axis(&self, attr: AttrId) -> Option<Field> {
        let context = &self.tables.module.context;
        let Attr::Opaque { body, .. } = context.attr_of(attr) else { return None };
        let numbers = context.text(*body).strip_prefix("sub_axis_info(")?;
        let (pre, size) = numbers.split_once(')')?;
        Some(Field::SubAxis(pre.parse().ok()?, size.parse().ok()?))
    }

    /// An axis of a mesh: a name and a size.
    pub(super) fn mesh_axis(&mut self, name: Field) -> Read<Attr> {
        let fields = vec![name, Field::Int(self.bytes.signed()?)];
        Ok(Attr::Record(RecordAttr::new(RecordKind::MeshAxis, fields)))
    }

    /// A mesh of replica groups.
    pub(super) fn mesh_of_groups(&mut self, axes: AttrId, device_ids: Option<AttrId>) -> Read<Attr> {
        let context = &self.tables.module.context;
        let Attr::Array(axes) = context.attr_of(axes).clone() else {
            return Err(invalid(self.bytes.offset(), "expected the axes of a mesh"));
        };
        let is_axis = |axis: &AttrId| matches!(context.attr_of(*axis), Attr::Record(record) if record.kind() == RecordKind::MeshAxis);
        match axes.iter().all(is_axis) {
            true => Ok(Attr::HloMesh { axes, device_ids }),
            false => Err(invalid(self.bytes.offset(), "expected the axes of a mesh")),
        }
    }
}

/// A mesh and the axes along which devices form groups.
pub(super) fn replica_group_axes(mesh: AttrId, axes: AttrId) -> Attr {
    let fields = vec![Field::Attr(mesh), Field::Attr(axes)];
    Attr::Record(RecordAttr::new(RecordKind::ReplicaGroupMeshAxes, fields))
}
