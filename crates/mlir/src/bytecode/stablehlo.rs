//! Attributes and types of the dialects StableHLO and CHLO.

use partita_ir::{
    Attr, AttrId, ConvDims, EnumAttr, EnumKind, Field, FieldKind, RecordAttr, RecordKind, Type, TypeId,
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
            code => return Err(self.unknown_code("a StableHLO attribute", code)),
        };
        Ok(self.intern(attr))
    }

    /// An attribute of CHLO.
    pub(super) fn chlo_attr(&mut self) -> Read<AttrId> {
        let attr = match self.bytes.number()? {
            0 => self.enumeration(EnumKind::ChloComparisonDirection)?,
            1 => self.enumeration(EnumKind::ChloComparisonType)?,
            2 => self.enumeration(EnumKind::ChloPrecision)?,
            3 => self.record(RecordKind::RaggedDot)?,
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
        let case = kind.cases().get(number).and_then(|case| EnumAttr::parse(kind, case));
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
}
