//! Ops of VHLO become ops of StableHLO and `func`.
//!
//! VHLO has no optional attributes and no records: defaults are written out, and the fields of a record are attributes of the op. Newer
//! versions of an op have more attributes than older ones, which have their defaults. The conversion therefore needs no code for any version.

use partita_base::Symbol;
use partita_ir::{
    Attr, AttrId, AttrInfo, AttrKind, Context, ConvDims, Default, DenseData, Dim, EnumKind, Field, FieldKind,
    Need, OpCode, RecordAttr, RecordKind, Type,
};

use super::fault::{Read, unsupported};
use crate::dense::i64_values;

/// The attributes of ops of VHLO, in name order, as the file stores them, where they are not those of the op of StableHLO: that one has
/// records, or attributes of a later version.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("all_gather_v1", "all_gather_dim channel_id replica_groups use_global_device_ids"),
    ("all_gather_v2", "all_gather_dim channel_id replica_groups use_global_device_ids"),
    ("all_reduce_v1", "channel_id replica_groups use_global_device_ids"),
    ("all_reduce_v2", "channel_id replica_groups use_global_device_ids"),
    ("all_to_all_v1", "channel_id concat_dimension replica_groups split_count split_dimension"),
    ("all_to_all_v2", "channel_id concat_dimension replica_groups split_count split_dimension"),
    ("call_v1", "callee"),
    ("cbrt_v2", "result_accuracy"),
    ("collective_broadcast_v1", "channel_id replica_groups"),
    ("collective_permute_v1", "channel_id source_target_pairs"),
    ("composite_v2", "composite_attributes decomposition name version"),
    (
        "convolution_v1",
        "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions \
         kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation \
         output_batch_dimension output_feature_dimension output_spatial_dimensions padding precision_config rhs_dilation \
         window_reversal window_strides",
    ),
    ("cosine_v2", "result_accuracy"),
    (
        "dot_general_v1",
        "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions \
         rhs_contracting_dimensions",
    ),
    (
        "dot_general_v2",
        "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions lhs_component_count \
         lhs_contracting_dimensions lhs_precision_type num_primitive_operations precision_config rhs_batching_dimensions \
         rhs_component_count rhs_contracting_dimensions rhs_precision_type",
    ),
    (
        "dynamic_conv_v1",
        "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions \
         kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation \
         output_batch_dimension output_feature_dimension output_spatial_dimensions padding precision_config rhs_dilation \
         window_reversal window_strides",
    ),
    (
        "dynamic_conv_v2",
        "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions \
         kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation \
         output_batch_dimension output_feature_dimension output_spatial_dimensions precision_config rhs_dilation \
         window_reversal window_strides",
    ),
    (
        "dynamic_gather_v1",
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map",
    ),
    (
        "dynamic_gather_v2",
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims start_index_map \
         start_indices_batching_dims",
    ),
    ("exponential_minus_one_v2", "result_accuracy"),
    ("exponential_v2", "result_accuracy"),
    ("func_v1", "arg_attrs function_type res_attrs sym_name sym_visibility"),
    (
        "gather_v1",
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes start_index_map",
    ),
    (
        "gather_v2",
        "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims slice_sizes \
         start_index_map start_indices_batching_dims",
    ),
    ("log_plus_one_v2", "result_accuracy"),
    ("log_v2", "result_accuracy"),
    ("logistic_v2", "result_accuracy"),
    ("recv_v1", "channel_id channel_type is_host_transfer"),
    ("recv_v2", "channel_id channel_type is_host_transfer source_target_pairs"),
    ("reduce_scatter_v1", "channel_id replica_groups scatter_dimension use_global_device_ids"),
    ("rsqrt_v2", "result_accuracy"),
    (
        "scatter_v1",
        "index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims unique_indices \
         update_window_dims",
    ),
    (
        "scatter_v2",
        "index_vector_dim indices_are_sorted input_batching_dims inserted_window_dims scatter_dims_to_operand_dims \
         scatter_indices_batching_dims unique_indices update_window_dims",
    ),
    ("send_v1", "channel_id channel_type is_host_transfer"),
    ("send_v2", "channel_id channel_type is_host_transfer source_target_pairs"),
    ("sine_v2", "result_accuracy"),
    ("sqrt_v2", "result_accuracy"),
    ("tan_v2", "result_accuracy"),
    ("tanh_v2", "result_accuracy"),
];

/// Ops of which a version has attributes, but this one has none.
const WITHOUT_ATTRIBUTES: &[&str] = &[
    "cbrt_v1",
    "cosine_v1",
    "exponential_minus_one_v1",
    "exponential_v1",
    "log_plus_one_v1",
    "log_v1",
    "logistic_v1",
    "rsqrt_v1",
    "sine_v1",
    "sqrt_v1",
    "tan_v1",
    "tanh_v1",
];

/// An op of VHLO.
#[derive(Clone, Copy, Debug)]
pub(super) struct VhloOp {
    /// The op that it becomes.
    pub(super) code: OpCode,
    /// The names of its attributes, if they are not those of the op that it becomes.
    attributes: Option<&'static str>,
}

impl VhloOp {
    /// The op with a name, which ends in its version.
    pub(super) fn find(name: &str) -> Option<VhloOp> {
        let row = ATTRIBUTES.iter().find(|row| row.0 == name);
        let (base, version) = name.rsplit_once("_v")?;
        if row.is_none() && version != "1" {
            return None;
        }
        let code = match base {
            "func" => OpCode::FuncFunc,
            "call" => OpCode::FuncCall,
            _ => OpCode::from_name(&format!("stablehlo.{base}"))?,
        };
        let listed = row.map(|row| row.1).or_else(|| WITHOUT_ATTRIBUTES.contains(&name).then_some(""));
        let is_known = listed.is_some() || !has_records(code);
        is_known.then_some(VhloOp { code, attributes: listed })
    }

    /// The names of its attributes, in the order of the file.
    pub(super) fn attributes(self) -> Vec<&'static str> {
        match self.attributes {
            Some(listed) => listed.split_ascii_whitespace().collect(),
            None => own_attributes(self.code),
        }
    }
}

/// The attributes of an op of StableHLO in name order.
fn own_attributes(code: OpCode) -> Vec<&'static str> {
    let mut names: Vec<&str> = code.info().attrs.iter().map(|attr| attr.name).collect();
    names.sort_unstable();
    names
}

/// Whether an op has records, whose fields are attributes in VHLO.
fn has_records(code: OpCode) -> bool {
    code.info().attrs.iter().any(|attr| matches!(attr.kind, AttrKind::Record(_)))
}

/// The attributes of an op, while they are converted.
pub(super) struct VhloAttrs<'c> {
    context: &'c mut Context,
    code: OpCode,
    /// Not converted yet.
    left: Vec<(&'static str, AttrId)>,
    /// Converted.
    done: Vec<(Symbol, AttrId)>,
    /// Whether operands or results have layouts. The lists of both are then present, even if one is empty.
    has_layouts: bool,
}

/// Converts the inherent attributes of an op. Those that have their default are dropped, as MLIR does.
pub(super) fn convert(
    context: &mut Context,
    op: VhloOp,
    attrs: Vec<(&'static str, AttrId)>,
) -> Read<Vec<(Symbol, AttrId)>> {
    let is_list = |attr| matches!(context.attr_of(attr), Attr::Array(items) if !items.is_empty());
    let has_layouts = attrs.iter().any(|(name, attr)| name.ends_with("_layouts") && is_list(*attr));
    let mut attrs = VhloAttrs { context, code: op.code, left: attrs, done: Vec::new(), has_layouts };
    attrs.combine()?;
    for (name, attr) in std::mem::take(&mut attrs.left) {
        attrs.convert_one(name, attr)?;
    }
    Ok(attrs.done)
}

impl VhloAttrs<'_> {
    fn unexpected(&self, name: &str) -> super::fault::Stop {
        let op = self.code.name();
        unsupported(format!("the attribute `{name}` of a portable `{op}` has an unexpected value"))
    }

    fn take(&mut self, name: &str) -> Option<AttrId> {
        let index = self.left.iter().position(|(other, _)| *other == name)?;
        Some(self.left.swap_remove(index).1)
    }

    fn int(&mut self, name: &str) -> Read<i64> {
        let Some(attr) = self.take(name) else { return Ok(0) };
        match *self.context.attr_of(attr) {
            Attr::Integer { value, .. } => i64::try_from(value).map_err(|_| self.unexpected(name)),
            _ => Err(self.unexpected(name)),
        }
    }

    fn ints(&mut self, name: &str) -> Read<Box<[i64]>> {
        let Some(attr) = self.take(name) else { return Ok([].into()) };
        match self.list(attr) {
            Some(values) => Ok(values.into()),
            None => Err(self.unexpected(name)),
        }
    }

    /// The integers of a constant with one dimension; no more than fit into an attribute.
    fn list(&self, attr: AttrId) -> Option<Vec<i64>> {
        let Attr::Dense { ty, .. } = self.context.attr_of(attr) else { return None };
        let tensor = self.context.tensor(*ty)?;
        let is_short = matches!(tensor.shape[..], [Dim::Static(0..=MOST_INTS)]);
        if !is_short {
            return None;
        }
        i64_values(self.context, attr)
    }

    fn add(&mut self, name: &str, attr: Attr) {
        let (name, attr) = (self.context.symbol(name), self.context.attr(attr));
        self.done.push((name, attr));
    }

    /// Combines attributes that are fields of a record.
    fn combine(&mut self) -> Read<()> {
        match self.code {
            OpCode::DotGeneral => {
                self.combine_record(RecordKind::Dot, "dot_dimension_numbers")?;
                self.combine_algorithm()?;
            }
            OpCode::Gather | OpCode::DynamicGather => {
                self.combine_record(RecordKind::Gather, "dimension_numbers")?;
            }
            OpCode::Scatter => self.combine_record(RecordKind::Scatter, "scatter_dimension_numbers")?,
            OpCode::Convolution => self.combine_conv()?,
            OpCode::DynamicConv => {
                // The first version had a padding beside the operand that replaces it.
                self.take("padding");
                self.combine_conv()?;
            }
            _ => {}
        }
        if let Some(&(_, id)) = self.left.iter().find(|(name, _)| *name == "channel_id") {
            let is_required = matches!(self.code, OpCode::Send | OpCode::Recv);
            let is_default = matches!(self.context.attr_of(id), Attr::Integer { value: 0, .. });
            let fields = vec![Field::Int(self.int("channel_id")?), Field::Int(self.int("channel_type")?)];
            if is_required || !is_default {
                self.add("channel_handle", Attr::Record(RecordAttr::new(RecordKind::ChannelHandle, fields)));
            }
        }
        Ok(())
    }

    fn combine_record(&mut self, kind: RecordKind, name: &str) -> Read<()> {
        let mut fields = Vec::new();
        for field in kind.fields() {
            fields.push(match field.kind {
                FieldKind::Ints => Field::Ints(self.ints(field.name)?),
                _ => Field::Int(self.int(field.name)?),
            });
        }
        self.add(name, Attr::Record(RecordAttr::new(kind, fields)));
        Ok(())
    }

    /// The algorithm of a product. Without one, its types are `none`.
    fn combine_algorithm(&mut self) -> Read<()> {
        let mut fields = Vec::new();
        let mut is_given = false;
        for field in RecordKind::DotAlgorithm.fields() {
            let Some(attr) = self.take(field.name) else { continue };
            fields.push(match (field.kind, self.context.attr_of(attr)) {
                (FieldKind::Type, Attr::Type(ty)) => {
                    is_given |= *self.context.type_of(*ty) != Type::None;
                    Field::Type(*ty)
                }
                (FieldKind::Int, Attr::Integer { value, .. }) => Field::Int(*value as i64),
                (FieldKind::Bool, Attr::Integer { value, .. }) => Field::Bool(*value != 0),
                _ if is_given => return Err(self.unexpected(field.name)),
                _ => Field::Absent,
            });
        }
        if is_given && fields.len() == RecordKind::DotAlgorithm.fields().len() {
            self.add("algorithm", Attr::Record(RecordAttr::new(RecordKind::DotAlgorithm, fields)));
        }
        Ok(())
    }

    fn combine_conv(&mut self) -> Read<()> {
        let dims = ConvDims {
            input_batch: self.int("input_batch_dimension")?,
            input_feature: self.int("input_feature_dimension")?,
            input_spatial: self.ints("input_spatial_dimensions")?,
            kernel_input_feature: self.int("kernel_input_feature_dimension")?,
            kernel_output_feature: self.int("kernel_output_feature_dimension")?,
            kernel_spatial: self.ints("kernel_spatial_dimensions")?,
            output_batch: self.int("output_batch_dimension")?,
            output_feature: self.int("output_feature_dimension")?,
            output_spatial: self.ints("output_spatial_dimensions")?,
        };
        self.add("dimension_numbers", Attr::Conv(dims));
        Ok(())
    }

    fn convert_one(&mut self, name: &'static str, attr: AttrId) -> Read<()> {
        let symbol = self.context.symbol(name);
        let info = self.code.info().attr(symbol).ok_or_else(|| self.unexpected(name))?;
        if self.is_default(info, attr) {
            return Ok(());
        }
        let value = self.context.attr_of(attr);
        let converted = match (info.kind, value) {
            (AttrKind::Ints, Attr::Dense { .. }) => {
                let values = self.list(attr).ok_or_else(|| self.unexpected(name))?;
                let element = self.context.int_type(64);
                Attr::DenseArray { element, values: values.into() }
            }
            (AttrKind::Bools, Attr::Dense { .. }) => self.bools(attr).ok_or_else(|| self.unexpected(name))?,
            (AttrKind::Unit, Attr::Integer { .. }) => Attr::Unit,
            (AttrKind::Sym, Attr::String(text)) => {
                let text = std::str::from_utf8(text).map_err(|_| self.unexpected(name))?.to_string();
                Attr::SymbolRef([self.context.symbol(&text)].into())
            }
            (AttrKind::Syms, Attr::Array(names)) => {
                let names = names.clone();
                self.symbols(&names).ok_or_else(|| self.unexpected(name))?
            }
            _ => value.clone(),
        };
        self.add(name, converted);
        Ok(())
    }

    fn bools(&mut self, attr: AttrId) -> Option<Attr> {
        let Attr::Dense { ty, data } = self.context.attr_of(attr) else { return None };
        let count = self.context.tensor(*ty)?.elements().filter(|&count| count <= MOST_INTS)?;
        let values = match data {
            DenseData::Splat(one) => vec![i64::from(*one.first()?); count as usize],
            DenseData::Full(all) => all.iter().map(|&byte| i64::from(byte)).collect(),
        };
        let element = self.context.int_type(1);
        Some(Attr::DenseArray { element, values: values.into() })
    }

    fn symbols(&mut self, names: &[AttrId]) -> Option<Attr> {
        let mut symbols = Vec::with_capacity(names.len());
        for &name in names {
            let Attr::String(text) = self.context.attr_of(name) else { return None };
            let text = std::str::from_utf8(text).ok()?.to_string();
            let symbol = self.context.symbol(&text);
            symbols.push(self.context.attr(Attr::SymbolRef([symbol].into())));
        }
        Some(Attr::Array(symbols.into()))
    }

    /// Whether an attribute that may be absent has the value that it has then.
    fn is_default(&self, info: &AttrInfo, attr: AttrId) -> bool {
        if matches!(info.need, Need::Required | Need::EmptyString)
            || self.has_layouts && info.kind == AttrKind::Layouts
        {
            return false;
        }
        match self.context.attr_of(attr) {
            Attr::String(text) => text.is_empty(),
            Attr::Array(items) => items.iter().all(|&item| match self.context.attr_of(item) {
                Attr::Enum(case) => case.kind() == EnumKind::Precision && case.text() == "DEFAULT",
                _ => false,
            }),
            Attr::Dict(entries) => entries.is_empty(),
            Attr::Enum(case) => case.kind() == EnumKind::ComparisonType && case.text() == "NOTYPE",
            Attr::Integer { value, .. } => match info.need {
                Need::Default(Default::Int(default)) => *value == i128::from(default),
                // `stablehlo.sort`, whose default is the last dimension.
                _ if info.name == "dimension" => *value == -1,
                _ => matches!(info.kind, AttrKind::Bool | AttrKind::Unit) && *value == 0,
            },
            Attr::Dense { ty, data } => match data {
                // The lists of a window are written even if it has no dimensions.
                DenseData::Full(all) => {
                    let lists = [
                        "known_expanding_dimensions",
                        "known_nonexpanding_dimensions",
                        "source_target_pairs",
                    ];
                    all.is_empty() && lists.contains(&info.name)
                }
                DenseData::Splat(one) => {
                    let has_elements = self.context.tensor(*ty).is_some_and(|ty| ty.elements() != Some(0));
                    let default = match info.name {
                        _ if !has_elements => None,
                        "window_strides" | "base_dilations" | "window_dilations" | "lhs_dilation"
                        | "rhs_dilation" | "window_dimensions" => Some(1),
                        "padding" | "window_reversal" => Some(0),
                        _ => None,
                    };
                    default == Some(one[0]) && one[1..].iter().all(|&byte| byte == 0)
                }
            },
            Attr::Record(record) => {
                record.kind() == RecordKind::ResultAccuracy && self.is_default_accuracy(record)
            }
            _ => false,
        }
    }

    fn is_default_accuracy(&self, record: &RecordAttr) -> bool {
        let mode = record.attr("mode").map(|mode| self.context.attr_of(mode));
        matches!(mode, Some(Attr::Enum(case)) if case.text() == "DEFAULT")
            && record.fields()[..3].iter().all(Field::is_empty)
    }
}

/// The most integers in a list; dimensions of tensors are limited to the same number.
const MOST_INTS: u64 = crate::MAX_RANK as u64;

#[cfg(test)]
mod tests {
    use partita_ir::{Dialect, OpCode};

    use super::{ATTRIBUTES, VhloOp, has_records, own_attributes};

    /// A new op would otherwise be unknown in binary programs only.
    #[test]
    fn every_op_with_records_has_a_row() {
        let lacks_row = |code: &OpCode| {
            let base = code.name().strip_prefix("stablehlo.").expect("an op of StableHLO");
            !ATTRIBUTES.iter().any(|(name, _)| name.rsplit_once("_v").is_some_and(|(of, _)| of == base))
        };
        let with_records =
            OpCode::all().filter(|&code| code.dialect() == Dialect::StableHlo && has_records(code));
        let missing: Vec<&str> = with_records.filter(lacks_row).map(OpCode::name).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn rows_are_in_order_and_differ_from_the_op_table() {
        assert!(ATTRIBUTES.is_sorted_by_key(|(name, _)| *name));
        for (name, attributes) in ATTRIBUTES {
            let op = VhloOp::find(name).unwrap_or_else(|| panic!("{name} is unknown"));
            let listed: Vec<&str> = attributes.split_ascii_whitespace().collect();
            let is_derived =
                !has_records(op.code) && name.ends_with("_v1") && listed == own_attributes(op.code);
            assert!(!is_derived, "the row of {name} repeats the op table");
        }
    }
}
