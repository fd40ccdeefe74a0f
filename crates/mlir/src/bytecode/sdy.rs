//! Attributes of the sdy dialect.

use partita_base::Id;
use partita_ir::{AllToAllMove, Attr, AttrId, SdyAttr};
use partita_mesh::spec::{
    AxisSpec, DimSpec, MeshAxisSpec, MeshOrRef, MeshSpec, Openness, ReductionOp, ShardingSpec, SubAxis,
};
use partita_rule::{FactorId, FactorSize, RuleOrigin, RuleSpec, TensorMapping};

use super::fault::{Read, invalid};
use super::tables::EntryReader;

impl EntryReader<'_, '_> {
    /// An attribute of sdy.
    pub(super) fn sdy_attr(&mut self) -> Read<AttrId> {
        let attr = match self.bytes.number()? {
            0 => SdyAttr::ManualAxes(self.axis_names()?),
            1 => SdyAttr::MeshAxis(MeshAxisSpec::new(self.text()?, self.bytes.signed()?)),
            2 => {
                let axes = self.sdy_list(|attr| match attr {
                    SdyAttr::MeshAxis(axis) => Some(axis.clone()),
                    _ => None,
                })?;
                SdyAttr::Mesh(MeshSpec { axes, device_ids: self.ints()? })
            }
            3 => SdyAttr::SubAxis(SubAxis { pre: self.bytes.signed()?, size: self.bytes.signed()? }),
            4 => SdyAttr::AxisRef(self.axis_ref()?),
            5 => SdyAttr::DimSharding(self.dim_sharding()?),
            6 => SdyAttr::Sharding(self.sharding(false, false)?),
            7 | 16 => SdyAttr::ShardingPerValue(self.sdy_list(|attr| match attr {
                SdyAttr::Sharding(sharding) => Some(sharding.clone()),
                _ => None,
            })?),
            8 => SdyAttr::DimMapping(self.factors()?.into()),
            9 => {
                let dims = self.sdy_list(|attr| match attr {
                    SdyAttr::DimMapping(mapping) => Some(mapping.clone()),
                    _ => None,
                })?;
                SdyAttr::TensorMapping(TensorMapping { dims })
            }
            10 => SdyAttr::Rule(self.rule()?),
            11 => SdyAttr::AxisRefs(self.axis_refs()?),
            12 => SdyAttr::AxisRefLists(self.sdy_list(|attr| match attr {
                SdyAttr::AxisRefs(axes) => Some(axes.clone()),
                _ => None,
            })?),
            13 => SdyAttr::AllToAllMove(AllToAllMove {
                axes: self.axis_refs()?,
                source: self.bytes.signed()?,
                target: self.bytes.signed()?,
            }),
            14 => SdyAttr::AllToAll(self.sdy_list(|attr| match attr {
                SdyAttr::AllToAllMove(each) => Some(each.clone()),
                _ => None,
            })?),
            15 => SdyAttr::Sharding(self.sharding(true, false)?),
            17 => SdyAttr::Sharding(self.sharding(true, true)?),
            code => return Err(self.unknown_code("an sdy attribute", code)),
        };
        Ok(self.intern(Attr::Sdy(Box::new(attr))))
    }

    fn axis_names(&mut self) -> Read<Vec<Box<str>>> {
        let at = self.bytes.offset();
        let attrs = self.attrs()?;
        let context = &self.tables.module.context;
        let names = attrs.into_iter().map(|attr| match context.attr_of(attr) {
            Attr::String(text) => std::str::from_utf8(text).ok().map(Box::from),
            _ => None,
        });
        let names: Option<Vec<Box<str>>> = names.collect();
        names.ok_or_else(|| invalid(at, "expected names of axes"))
    }

    /// A list of attributes of one kind.
    fn sdy_list<T>(&mut self, as_kind: impl Fn(&SdyAttr) -> Option<T>) -> Read<Vec<T>> {
        let at = self.bytes.offset();
        let attrs = self.attrs()?;
        let context = &self.tables.module.context;
        let values = attrs.into_iter().map(|attr| match context.attr_of(attr) {
            Attr::Sdy(attr) => as_kind(attr),
            _ => None,
        });
        let values: Option<Vec<T>> = values.collect();
        values.ok_or_else(|| invalid(at, "a list of sdy attributes contains another kind of attribute"))
    }

    fn axis_refs(&mut self) -> Read<Vec<AxisSpec>> {
        self.sdy_list(|attr| match attr {
            SdyAttr::AxisRef(axis) => Some(axis.clone()),
            _ => None,
        })
    }

    fn axis_ref(&mut self) -> Read<AxisSpec> {
        let name = self.text()?.into();
        let at = self.bytes.offset();
        let part = match self.optional_attr()? {
            None => None,
            Some(attr) => match self.tables.module.context.attr_of(attr) {
                Attr::Sdy(attr) if matches!(**attr, SdyAttr::SubAxis(_)) => match **attr {
                    SdyAttr::SubAxis(part) => Some(part),
                    _ => None,
                },
                _ => return Err(invalid(at, "expected a sub-axis")),
            },
        };
        Ok(AxisSpec { name, part })
    }

    fn dim_sharding(&mut self) -> Read<DimSpec> {
        let axes = self.axis_refs()?;
        let openness = if self.bytes.byte()? != 0 { Openness::Closed } else { Openness::Open };
        let (priority, has_priority) = self.bytes.flagged()?;
        Ok(DimSpec { axes, openness, priority: has_priority.then_some(priority) })
    }

    fn sharding(&mut self, has_unreduced: bool, has_reduction: bool) -> Read<ShardingSpec> {
        let at = self.bytes.offset();
        let mesh = self.attr()?;
        let context = &self.tables.module.context;
        let mesh = match context.attr_of(mesh) {
            Attr::SymbolRef(path) if path.len() == 1 => MeshOrRef::Symbol(context.text(path[0]).into()),
            Attr::Sdy(attr) => match &**attr {
                SdyAttr::Mesh(mesh) => MeshOrRef::Inline(mesh.clone()),
                _ => return Err(invalid(at, "expected a mesh")),
            },
            _ => return Err(invalid(at, "expected a mesh or the name of one")),
        };
        let dims = self.sdy_list(|attr| match attr {
            SdyAttr::DimSharding(dim) => Some(dim.clone()),
            _ => None,
        })?;
        let replicated = self.axis_refs()?;
        let unreduced = if has_unreduced { self.axis_refs()? } else { Vec::new() };
        let at = self.bytes.offset();
        let reduction = match has_reduction.then(|| self.bytes.signed()).transpose()? {
            None | Some(0) => ReductionOp::Sum,
            Some(1) => ReductionOp::Max,
            Some(2) => ReductionOp::Min,
            Some(other) => return Err(invalid(at, format_args!("unknown reduction {other}"))),
        };
        Ok(ShardingSpec { mesh, dims, replicated, unreduced, reduction })
    }

    fn factors(&mut self) -> Read<Vec<FactorId>> {
        let at = self.bytes.offset();
        let numbers = self.ints()?;
        let factor = |number: i64| match u32::try_from(number) {
            Ok(number) => Ok(FactorId::from_index(number as usize)),
            Err(_) => Err(invalid(at, format_args!("{number} is not the number of a factor"))),
        };
        numbers.into_iter().map(factor).collect()
    }

    fn tensor_mappings(&mut self) -> Read<Vec<TensorMapping>> {
        self.sdy_list(|attr| match attr {
            SdyAttr::TensorMapping(mapping) => Some(mapping.clone()),
            _ => None,
        })
    }

    fn rule(&mut self) -> Read<RuleSpec> {
        Ok(RuleSpec {
            factor_sizes: self.ints()?.into_iter().map(FactorSize::Known).collect(),
            operands: self.tensor_mappings()?,
            results: self.tensor_mappings()?,
            reduction: self.factors()?,
            need_replication: self.factors()?,
            permutation: self.factors()?,
            blocked_propagation: self.factors()?,
            origin: if self.bytes.byte()? != 0 { RuleOrigin::Custom } else { RuleOrigin::Derived },
        })
    }
}
