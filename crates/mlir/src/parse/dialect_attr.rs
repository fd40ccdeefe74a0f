//! Parses attributes of the registered dialects, and opaque ones of others.

use partita_base::{SyntaxError, SyntaxResult, code};
use partita_ir::{
    AllToAllMove, Attr, AttrId, AttrKind, ConvDims, Dim, EnumAttr, EnumKind, Field, FieldKind, FloatKind,
    Omit, RecordAttr, RecordKind, SdyAttr,
};
use partita_mesh::spec::{MeshAxisSpec, MeshSpec, ShardingSpec, SubAxis};
use partita_mesh::text as mesh_text;
use partita_rule::{edges, text as rule_text};

use super::Parser;
use crate::DIRECTIONS;

impl<'s> Parser<'s> {
    /// Parses `#alias`, `#dialect.name<…>` or `#dialect<name …>`.
    pub(super) fn hash_attr(&mut self) -> SyntaxResult<AttrId> {
        let start = self.c.start();
        self.c.advance(1);
        let name = self.c.suffix_id();
        if !name.contains('.') && self.c.peek_raw() != b'<' {
            let span = self.c.span_from(start);
            return match self.use_attr_alias(name, span)? {
                Some(attr) => Ok(attr),
                None => {
                    let message = format!("undefined alias `#{name}`");
                    Err(Box::new(SyntaxError::new(code::UNKNOWN_ALIAS, span, message)))
                }
            };
        }
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        if !matches!(dialect, "stablehlo" | "chlo" | "sdy") {
            let (dialect, body) = self.opaque_body(name)?;
            self.gate_dialect(dialect, "attribute", start)?;
            let dialect = self.symbol(dialect);
            let body = self.symbol(&body);
            return Ok(self.intern(Attr::Opaque { dialect, body }));
        }
        let wrapped = mnemonic.is_empty();
        let mnemonic = if wrapped {
            self.c.expect(b'<')?;
            self.c.word()
        } else {
            mnemonic
        };
        let attr = self.known_dialect_attr(dialect, mnemonic, start)?;
        if wrapped {
            self.c.expect(b'>')?;
        }
        Ok(attr)
    }

    fn known_dialect_attr(&mut self, dialect: &str, mnemonic: &str, start: usize) -> SyntaxResult<AttrId> {
        if dialect == "sdy" {
            let attr = self.sdy_attr(mnemonic, start)?;
            return Ok(self.intern(Attr::Sdy(Box::new(attr))));
        }
        let is = |d: &str, m: &str| d == dialect && m == mnemonic;
        if let Some(&kind) = RecordKind::ALL.iter().find(|kind| is(kind.dialect(), kind.mnemonic())) {
            return self.record(kind);
        }
        if let Some(&kind) = EnumKind::ALL.iter().find(|kind| is(kind.dialect(), kind.mnemonic())) {
            let bracket = kind == EnumKind::ResultAccuracyMode;
            if bracket {
                self.c.expect(b'<')?;
            }
            let attr = self.enum_case(kind)?;
            if bracket {
                self.c.expect(b'>')?;
            }
            return Ok(attr);
        }
        match (dialect, mnemonic) {
            ("stablehlo", "conv") => {
                self.c.expect(b'<')?;
                let dims = if self.c.eat_word("raw") { self.raw_conv_dims()? } else { self.conv_dims()? };
                self.c.expect(b'>')?;
                Ok(self.intern(Attr::Conv(dims)))
            }
            ("stablehlo", "bounds") => {
                self.c.expect(b'<')?;
                self.bounds(b'>')
            }
            ("stablehlo", "type_extensions") => {
                self.c.expect(b'<')?;
                self.c.expect_word("bounds")?;
                self.c.expect(b'=')?;
                self.c.expect(b'[')?;
                let bounds = self.bounds(b']')?;
                self.c.expect(b'>')?;
                Ok(bounds)
            }
            ("stablehlo", "mesh") => self.stablehlo_mesh(),
            ("stablehlo", "sub_axis_info") => {
                let (pre, size) = self.sub_axis()?;
                let body = format!("sub_axis_info({pre}){size}");
                let dialect = self.symbol("stablehlo");
                let body = self.symbol(&body);
                Ok(self.intern(Attr::Opaque { dialect, body }))
            }
            _ => {
                let span = self.c.span_from(start);
                let message = format!("unknown attribute `{mnemonic}` of the dialect `{dialect}`");
                Err(Box::new(SyntaxError::new(code::UNKNOWN_ATTRIBUTE, span, message)))
            }
        }
    }

    fn bounds(&mut self, close: u8) -> SyntaxResult<AttrId> {
        let dims = self.c.list_until(close, |c| {
            if c.eat(b'?') {
                return Ok(Dim::Dynamic);
            }
            let start = c.start();
            let size = c.expect_int("a bound")?;
            // MLIR's encoding of an unknown size.
            if size == i64::MIN {
                return Ok(Dim::Dynamic);
            }
            u64::try_from(size).map(Dim::Static).map_err(|_| {
                Box::new(SyntaxError::new(
                    code::NUMBER_RANGE,
                    c.span_from(start),
                    "expected a bound of at least 0",
                ))
            })
        })?;
        Ok(self.intern(Attr::Bounds(dims.into())))
    }

    /// Parses one case of an enumeration.
    pub(super) fn enum_case(&mut self, kind: EnumKind) -> SyntaxResult<AttrId> {
        let word = self.c.peek_word();
        match EnumAttr::parse(kind, word) {
            Some(attr) => {
                self.c.advance(word.len());
                Ok(self.intern(Attr::Enum(attr)))
            }
            None => Err(self.c.expected(&format!("one of {}", kind.cases().join(", ")))),
        }
    }

    /// Parses the `<…>` of a record.
    pub(super) fn record(&mut self, kind: RecordKind) -> SyntaxResult<AttrId> {
        let infos = kind.fields();
        let mut fields = vec![Field::Absent; infos.len()];
        let start = self.c.start();
        self.c.expect(b'<')?;
        if !self.c.eat(b'>') {
            loop {
                let at = self.c.start();
                let name = self.c.word();
                let Some(index) = infos.iter().position(|info| info.name == name) else {
                    self.c.rewind(at);
                    let names: Vec<&str> = infos.iter().map(|info| info.name).collect();
                    return Err(self.c.expected(&format!("one of {}", names.join(", "))));
                };
                if fields[index] != Field::Absent {
                    let message = format!("duplicate field `{name}`");
                    return Err(Box::new(SyntaxError::new(
                        code::DUPLICATE_KEY,
                        self.c.span_from(at),
                        message,
                    )));
                }
                self.c.expect(b'=')?;
                fields[index] = self.field(infos[index].kind)?;
                if self.c.eat(b'>') {
                    break;
                }
                if !self.c.eat(b',') {
                    return Err(self.c.expected("`,` or `>`"));
                }
            }
        }
        for (info, field) in infos.iter().zip(&mut fields) {
            match (&*field, info.omit) {
                (Field::Absent, Omit::Never) => {
                    let span = self.c.span_from(start);
                    let message = format!("missing field `{}`", info.name);
                    return Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)));
                }
                // An empty field equals an absent one, so that every value has one representation.
                (given, Omit::WhenEmpty) if given.is_empty() => *field = Field::Absent,
                _ => {}
            }
        }
        Ok(self.intern(Attr::Record(RecordAttr::new(kind, fields))))
    }

    fn field(&mut self, kind: FieldKind) -> SyntaxResult<Field> {
        Ok(match kind {
            FieldKind::Ints => Field::Ints(self.int_list()?.into()),
            FieldKind::Int => Field::Int(self.c.expect_int("a number")?),
            FieldKind::Bool => Field::Bool(self.boolean()?),
            FieldKind::Float => {
                let f64_type = self.m.context.float_type(FloatKind::F64);
                let attr = self.attr(Some(f64_type))?;
                match self.m.context.attr_of(attr) {
                    Attr::Float { bits, .. } => Field::Float(*bits),
                    _ => return Err(self.c.expected("a number with a decimal point")),
                }
            }
            FieldKind::Text => match self.c.string()? {
                Some(text) => Field::Text(text.into_owned().into()),
                None => return Err(self.c.expected("a string")),
            },
            FieldKind::Type => Field::Type(self.ty()?),
            FieldKind::Attr => Field::Attr(self.attr(None)?),
            FieldKind::Attrs => {
                self.c.expect(b'[')?;
                Field::Attrs(self.attrs_until(b']')?.into())
            }
            FieldKind::SubAxis => {
                let (pre, size) = self.sub_axis()?;
                Field::SubAxis(pre, size)
            }
        })
    }

    fn sub_axis(&mut self) -> SyntaxResult<(i64, i64)> {
        self.c.expect(b'(')?;
        let pre = self.c.expect_int("a pre-size")?;
        self.c.expect(b')')?;
        Ok((pre, self.c.expect_int("a size")?))
    }

    /// Parses `[1, 2]`.
    pub(super) fn int_list(&mut self) -> SyntaxResult<Vec<i64>> {
        self.c.expect(b'[')?;
        self.c.list_until(b']', |c| c.expect_int("a number"))
    }

    pub(super) fn boolean(&mut self) -> SyntaxResult<bool> {
        if self.c.eat_word("true") {
            Ok(true)
        } else if self.c.eat_word("false") {
            Ok(false)
        } else {
            Err(self.c.expected("`true` or `false`"))
        }
    }

    /// Parses `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`.
    pub(super) fn conv_dims(&mut self) -> SyntaxResult<ConvDims> {
        let (input_batch, input_feature, input_spatial) = self.conv_side("b", "f")?;
        self.conv_x()?;
        let (kernel_input_feature, kernel_output_feature, kernel_spatial) = self.conv_side("i", "o")?;
        self.c.expect_str("->")?;
        let (output_batch, output_feature, output_spatial) = self.conv_side("b", "f")?;
        Ok(ConvDims {
            input_batch,
            input_feature,
            input_spatial,
            kernel_input_feature,
            kernel_output_feature,
            kernel_spatial,
            output_batch,
            output_feature,
            output_spatial,
        })
    }

    fn conv_x(&mut self) -> SyntaxResult<()> {
        if self.c.peek() == b'x' {
            self.c.advance(1);
            return Ok(());
        }
        Err(self.c.expected("`x`"))
    }

    fn conv_side(&mut self, first: &str, second: &str) -> SyntaxResult<(i64, i64, Box<[i64]>)> {
        let start = self.c.start();
        self.c.expect(b'[')?;
        let (mut a, mut b) = (None, None);
        let mut spatial: Vec<(i64, i64)> = Vec::new();
        let mut position = 0;
        let mut repeated = false;
        if !self.c.eat(b']') {
            loop {
                if self.c.eat_word(first) {
                    repeated |= a.replace(position).is_some();
                } else if self.c.eat_word(second) {
                    repeated |= b.replace(position).is_some();
                } else {
                    let number =
                        self.c.expect_int(&format!("`{first}`, `{second}` or a spatial dimension"))?;
                    repeated |= spatial.iter().any(|(other, _)| *other == number);
                    spatial.push((number, position));
                }
                position += 1;
                if self.c.eat(b']') {
                    break;
                }
                self.c.expect(b',')?;
            }
        }
        spatial.sort_unstable();
        let dense = spatial.iter().enumerate().all(|(index, (number, _))| index as i64 == *number);
        match (a, b) {
            (Some(a), Some(b)) if dense && !repeated => {
                Ok((a, b, spatial.into_iter().map(|(_, position)| position).collect()))
            }
            _ => {
                let span = self.c.span_from(start);
                let message =
                    format!("expected `{first}`, `{second}` and the spatial dimensions 0, 1, … once each");
                Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)))
            }
        }
    }

    fn raw_conv_dims(&mut self) -> SyntaxResult<ConvDims> {
        let mut dims = ConvDims::default();
        while self.c.peek() != b'>' {
            let name = self.c.peek_word();
            self.c.advance(name.len());
            self.c.expect(b'=')?;
            match name {
                "input_batch_dimension" => dims.input_batch = self.c.expect_int("a dimension")?,
                "input_feature_dimension" => dims.input_feature = self.c.expect_int("a dimension")?,
                "input_spatial_dimensions" => dims.input_spatial = self.int_list()?.into(),
                "kernel_input_feature_dimension" => {
                    dims.kernel_input_feature = self.c.expect_int("a dimension")?
                }
                "kernel_output_feature_dimension" => {
                    dims.kernel_output_feature = self.c.expect_int("a dimension")?
                }
                "kernel_spatial_dimensions" => dims.kernel_spatial = self.int_list()?.into(),
                "output_batch_dimension" => dims.output_batch = self.c.expect_int("a dimension")?,
                "output_feature_dimension" => dims.output_feature = self.c.expect_int("a dimension")?,
                "output_spatial_dimensions" => dims.output_spatial = self.int_list()?.into(),
                _ => return Err(self.c.expected("a field of the convolution's dimension numbers")),
            }
            if !self.c.eat(b',') {
                break;
            }
        }
        Ok(dims)
    }

    /// `#stablehlo.mesh<axes = […], device_ids = dense<…>>`
    fn stablehlo_mesh(&mut self) -> SyntaxResult<AttrId> {
        self.c.expect(b'<')?;
        self.c.expect_word("axes")?;
        self.c.expect(b'=')?;
        self.c.expect(b'[')?;
        let mut axes = Vec::new();
        loop {
            let attr =
                if self.c.peek() == b'#' { self.attr(None)? } else { self.record(RecordKind::MeshAxis)? };
            if !matches!(self.m.context.attr_of(attr), Attr::Record(record) if record.kind() == RecordKind::MeshAxis)
            {
                return Err(self.c.expected("a mesh axis"));
            }
            axes.push(attr);
            if self.c.eat(b']') {
                break;
            }
            self.c.expect(b',')?;
        }
        let mut device_ids = None;
        if self.c.eat(b',') {
            self.c.expect_word("device_ids")?;
            self.c.expect(b'=')?;
            device_ids = Some(self.attr(None)?);
        }
        self.c.expect(b'>')?;
        Ok(self.intern(Attr::HloMesh { axes: axes.into(), device_ids }))
    }

    fn sdy_attr(&mut self, mnemonic: &str, start: usize) -> SyntaxResult<SdyAttr> {
        Ok(match mnemonic {
            "mesh" => SdyAttr::Mesh(mesh_text::parse_mesh(&mut self.c)?),
            "sharding" => SdyAttr::Sharding(mesh_text::parse_sharding(&mut self.c)?),
            "sharding_per_value" => {
                self.c.expect(b'<')?;
                let shardings = self.sharding_list()?;
                self.c.expect(b'>')?;
                SdyAttr::ShardingPerValue(shardings)
            }
            "op_sharding_rule" => SdyAttr::Rule(rule_text::parse_rule(&mut self.c)?),
            "propagation_edges" => SdyAttr::Edges(edges::parse_propagation_edges(&mut self.c)?),
            "axis_ref" => SdyAttr::AxisRef(mesh_text::parse_axis(&mut self.c)?),
            "axis_ref_list" => SdyAttr::AxisRefs(mesh_text::parse_axis_list(&mut self.c)?),
            "list_of_axis_ref_lists" => SdyAttr::AxisRefLists(mesh_text::parse_axis_lists(&mut self.c)?),
            "dimension_sharding" => SdyAttr::DimSharding(mesh_text::parse_dim(&mut self.c)?),
            "manual_axes" => SdyAttr::ManualAxes(self.manual_axes()?),
            "all_to_all_param_list" => SdyAttr::AllToAll(self.moves()?),
            "all_to_all_param" => SdyAttr::AllToAllMove(self.all_to_all_move()?),
            "mesh_axis" => {
                let name = self.c.expect_text("an axis name")?.into();
                self.c.expect(b'=')?;
                SdyAttr::MeshAxis(MeshAxisSpec { name, size: self.c.expect_int("an axis size")? })
            }
            "sub_axis_info" => {
                let (pre, size) = self.sub_axis()?;
                SdyAttr::SubAxis(SubAxis { pre, size })
            }
            "dim_mapping" => SdyAttr::DimMapping(rule_text::parse_dim_mapping(&mut self.c)?),
            "tensor_mapping" => SdyAttr::TensorMapping(rule_text::parse_tensor_mapping(&mut self.c)?),
            "edge_value_ref" => SdyAttr::EdgeValueRef(edges::parse_edge_value_ref(&mut self.c)?),
            "axis_to_propagation_details" => {
                SdyAttr::AxisDetails(edges::parse_axis_to_propagation_details(&mut self.c)?)
            }
            "propagation_one_step" => SdyAttr::OneStep(edges::parse_propagation_one_step(&mut self.c)?),
            _ => {
                let span = self.c.span_from(start);
                let message = format!("unknown attribute `{mnemonic}` of the dialect `sdy`");
                return Err(Box::new(SyntaxError::new(code::UNKNOWN_ATTRIBUTE, span, message)));
            }
        })
    }

    fn sharding_list(&mut self) -> SyntaxResult<Vec<ShardingSpec>> {
        self.c.expect(b'[')?;
        let mut shardings = Vec::new();
        if self.c.eat(b']') {
            return Ok(shardings);
        }
        loop {
            shardings.push(self.bare_sharding()?);
            if self.c.eat(b']') {
                return Ok(shardings);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `]`"));
            }
        }
    }

    /// Parses `<@mesh, …>`, or an attribute or alias that is a sharding.
    fn bare_sharding(&mut self) -> SyntaxResult<ShardingSpec> {
        if self.c.peek() != b'#' {
            return mesh_text::parse_sharding(&mut self.c);
        }
        self.full_sdy_attr("a sharding", |attr| match attr {
            SdyAttr::Sharding(sharding) => Some(sharding.clone()),
            _ => None,
        })
    }

    /// Parses `<["x"=2]>`, or an attribute or alias that is a mesh.
    fn bare_mesh(&mut self) -> SyntaxResult<MeshSpec> {
        if self.c.peek() != b'#' {
            return mesh_text::parse_mesh(&mut self.c);
        }
        self.full_sdy_attr("a mesh", |attr| match attr {
            SdyAttr::Mesh(mesh) => Some(mesh.clone()),
            _ => None,
        })
    }

    /// Parses an attribute that begins with `#` and extracts the expected kind from it.
    fn full_sdy_attr<T>(&mut self, what: &str, take: impl Fn(&SdyAttr) -> Option<T>) -> SyntaxResult<T> {
        let start = self.c.pos();
        let attr = self.attr(None)?;
        if let Attr::Sdy(sdy) = self.m.context.attr_of(attr)
            && let Some(taken) = take(sdy)
        {
            return Ok(taken);
        }
        let span = self.c.span_from(start);
        Err(Box::new(SyntaxError::new(code::SYNTAX, span, format!("expected {what}"))))
    }

    fn manual_axes(&mut self) -> SyntaxResult<Vec<Box<str>>> {
        self.c.expect(b'{')?;
        self.c.list_until(b'}', |c| Ok(c.expect_text("an axis name")?.into()))
    }

    fn moves(&mut self) -> SyntaxResult<Vec<AllToAllMove>> {
        self.c.expect(b'[')?;
        let mut moves = Vec::new();
        if self.c.eat(b']') {
            return Ok(moves);
        }
        loop {
            moves.push(self.all_to_all_move()?);
            if self.c.eat(b']') {
                return Ok(moves);
            }
            if !self.c.eat(b',') {
                return Err(self.c.expected("`,` or `]`"));
            }
        }
    }

    fn all_to_all_move(&mut self) -> SyntaxResult<AllToAllMove> {
        let axes = mesh_text::parse_axis_list(&mut self.c)?;
        self.c.expect(b':')?;
        let source = self.c.expect_int("a dimension")?;
        self.c.expect_str("->")?;
        Ok(AllToAllMove { axes, source, target: self.c.expect_int("a dimension")? })
    }

    /// Parses an inherent attribute in the bare spelling that its kind has inside a custom form.
    pub(super) fn bare_attr(&mut self, kind: AttrKind) -> SyntaxResult<AttrId> {
        let sdy = match kind {
            AttrKind::I64 => {
                let value = self.c.expect_int("a number")?;
                return Ok(self.i64_attr(value));
            }
            AttrKind::I32 => {
                let start = self.c.start();
                let value = self.c.expect_int("a number")?;
                if i32::try_from(value).is_err() {
                    let span = self.c.span_from(start);
                    let message = "the number is out of range for i32";
                    return Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, span, message)));
                }
                return Ok(self.i32_attr(value));
            }
            AttrKind::Bool => {
                let value = match self.c.peek() {
                    b'0'..=b'9' => self.c.expect_int("`true`, `false`, 0 or 1")? != 0,
                    _ => self.boolean()?,
                };
                return Ok(self.bool_attr(value));
            }
            AttrKind::Ints => {
                // The full form `array<i64: …>` is accepted as well.
                if self.c.peek() != b'[' {
                    return self.attr(None);
                }
                let values = self.int_list()?;
                return Ok(self.ints_attr(&values));
            }
            AttrKind::Str => {
                let text = self.c.string()?.ok_or_else(|| self.c.expected("a string"))?;
                return Ok(self.string_attr(&text));
            }
            AttrKind::SymName => {
                let name = self.symbol_name()?;
                return Ok(self.string_attr(name.as_bytes()));
            }
            AttrKind::Enum(kind) => return self.enum_case(kind),
            AttrKind::Record(kind) => {
                return if self.c.peek() == b'#' { self.attr(None) } else { self.record(kind) };
            }
            AttrKind::Conv => {
                let dims = self.conv_dims()?;
                return Ok(self.intern(Attr::Conv(dims)));
            }
            AttrKind::Precision(kind) => {
                self.c.expect(b'[')?;
                let mut cases = Vec::new();
                if !self.c.eat(b']') {
                    loop {
                        cases.push(self.enum_case(kind)?);
                        if self.c.eat(b']') {
                            break;
                        }
                        self.c.expect(b',')?;
                    }
                }
                return Ok(self.intern(Attr::Array(cases.into())));
            }
            AttrKind::Direction => {
                let word = self.c.peek_word();
                let Some(index) = DIRECTIONS.iter().position(|direction| *direction == word) else {
                    return Err(self.c.expected(&format!("one of {}", DIRECTIONS.join(", "))));
                };
                self.c.advance(word.len());
                return Ok(self.i32_attr(index as i64));
            }
            AttrKind::Mesh => SdyAttr::Mesh(self.bare_mesh()?),
            AttrKind::Sharding => SdyAttr::Sharding(self.bare_sharding()?),
            AttrKind::Shardings => SdyAttr::ShardingPerValue(self.sharding_list()?),
            AttrKind::Axes => SdyAttr::AxisRefs(mesh_text::parse_axis_list(&mut self.c)?),
            AttrKind::AxisLists => SdyAttr::AxisRefLists(mesh_text::parse_axis_lists(&mut self.c)?),
            AttrKind::ManualAxes => SdyAttr::ManualAxes(self.manual_axes()?),
            AttrKind::Moves => SdyAttr::AllToAll(self.moves()?),
            AttrKind::F32
            | AttrKind::Unit
            | AttrKind::Sym
            | AttrKind::Bools
            | AttrKind::DenseI64
            | AttrKind::Elements
            | AttrKind::Array
            | AttrKind::Dict
            | AttrKind::Dicts
            | AttrKind::Syms
            | AttrKind::FunctionType
            | AttrKind::Any
            | AttrKind::Layouts
            | AttrKind::Aliases
            | AttrKind::Segments
            | AttrKind::Groups => return self.attr(None),
        };
        Ok(self.intern(Attr::Sdy(Box::new(sdy))))
    }
}
