//! Parses the rows of the op table.
//!
//! The columns of a row:
//!
//! - **code**: the variant of [`OpCode`].
//! - **name**: the full op name.
//! - **kind**: an [`OpKind`], the class of the op for code that treats all ops of a class alike.
//! - **effect**: an [`Effect`], whether it has effects beyond computing its results.
//! - **signature**: operand and result names; `x*` is a list of any length.
//! - **types**: a word for each name of the signature, explained in `type_rule.rs` of the verifier, or `any`.
//! - **attributes**: the inherent ones, `name:kind` in name order. `?` marks one that may be absent,
//!   `=v` one that may be absent and is omitted from the custom form if it equals `v`, `!` a string
//!   that is `""` if not given. `>=n` after the kind is the smallest valid value of an integer.
//! - **traits**: words, each a method of [`Traits`]; `regions(n)` (or `any_regions`) where there are regions.
//! - **form**: the text after the op's name, exactly as printed; the parser reads the same template and
//!   skips white space. `{x}` is an operand or an attribute in its bare spelling, `{x*}` a list of
//!   operands, `{*}` all operands, `{attrs}` the dictionary of all other attributes, `(?x:…)` text printed only when
//!   attribute `x` is present. Type forms: `{sig}` is `(A, B) -> C`; `{same}` is `T` when all types agree
//!   and `{sig}` otherwise; `{arrow}` is `A, B -> C`; `{type r}` is one type; `{types x}` is ` : A, B` if
//!   there are any; `{values x}` is ` %a, %b : A, B` if there are any; `{select}`, `{complex}` and
//!   `{tuple}` are StableHLO's own. `{@x}` is an element with code of its own and `@x` an entire form with
//!   code of its own; `@generic` has no custom form.
//! - **check**: the function of the verifier that checks everything else: `First` stops at the first error, `All` reports
//!   every error, `First(no_check)` has nothing left to check. `dispatch.rs` of the verifier reads this column and the types.

use std::sync::LazyLock;

use partita_base::Symbol;
use rustc_hash::FxHashMap;

use crate::facts::{
    Computed, DataFlow, Dialect, Effect, Effort, Infinite, Linear, OpKind, SdyCollective, Traits,
};
use crate::{EnumKind, RecordKind, names};

/// The number of values that a group of a signature holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// Any number.
    Many,
}

/// A named operand or result, or a named list of them.
#[derive(Clone, Copy, Debug)]
pub struct ValueGroup {
    /// The name in the row.
    pub name: &'static str,
    /// One or many.
    pub arity: Arity,
}

/// The kind of an inherent attribute. *Bare* is its spelling in a custom form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrKind {
    /// `3 : i64`; bare `3`.
    I64,
    /// `3 : i32`; bare `3`.
    I32,
    /// A float such as `1.0 : f32`.
    F32,
    /// `true` or `false`.
    Bool,
    /// Present or not.
    Unit,
    /// `"text"`
    Str,
    /// `@f`
    Sym,
    /// `"f"`, bare `@f`.
    SymName,
    /// `array<i64: 1, 2>`, bare `[1, 2]`.
    Ints,
    /// `array<i1: true>`, bare `[true]`.
    Bools,
    /// `dense<…> : tensor<…xi64>`
    DenseI64,
    /// Any constant with elements.
    Elements,
    /// A list of attributes, `[…]`.
    Array,
    /// A dictionary, `{…}`.
    Dict,
    /// A list of dictionaries, `[{…}, {…}]`.
    Dicts,
    /// `[@f, @g]`
    Syms,
    /// `(…) -> …` as a type attribute.
    FunctionType,
    /// Anything.
    Any,
    /// A case of an enumeration, bare `LT`.
    Enum(EnumKind),
    /// A record, bare `<…>`.
    Record(RecordKind),
    /// `#stablehlo.conv<…>`, bare without `#stablehlo.conv<` and `>`.
    Conv,
    /// A list of precisions, bare `[DEFAULT, HIGH]`.
    Precision(EnumKind),
    /// A list of index tensors.
    Layouts,
    /// A list of output-operand aliases.
    Aliases,
    /// `dense<…> : tensor<…xi64>` or mesh axes.
    Groups,
    /// `#sdy.mesh<…>`, bare `<…>`.
    Mesh,
    /// `#sdy.sharding<…>`, bare `<…>`.
    Sharding,
    /// `#sdy.sharding_per_value<[…]>`, bare `[…]`.
    Shardings,
    /// `#sdy<axis_ref_list{…}>`, bare `{…}`.
    Axes,
    /// `#sdy<list_of_axis_ref_lists[…]>`, bare `[…]`.
    AxisLists,
    /// `#sdy<manual_axes{…}>`, bare `{…}`.
    ManualAxes,
    /// `#sdy<all_to_all_param_list[…]>`, bare `[…]`.
    Moves,
    /// `1 : i32`, bare `FORWARD`.
    Direction,
    /// `array<i32: 1, 2>`: the number of values of each group of a signature.
    Segments,
}

impl AttrKind {
    fn parse(text: &str) -> Option<AttrKind> {
        if let Some(name) = text.strip_prefix("enum(").and_then(|rest| rest.strip_suffix(')')) {
            return EnumKind::from_name(name).map(AttrKind::Enum);
        }
        if let Some(name) = text.strip_prefix("rec(").and_then(|rest| rest.strip_suffix(')')) {
            return RecordKind::from_name(name).map(AttrKind::Record);
        }
        Some(match text {
            "i64" => AttrKind::I64,
            "i32" => AttrKind::I32,
            "f32" => AttrKind::F32,
            "bool" => AttrKind::Bool,
            "unit" => AttrKind::Unit,
            "str" => AttrKind::Str,
            "sym" => AttrKind::Sym,
            "name" => AttrKind::SymName,
            "ints" => AttrKind::Ints,
            "bools" => AttrKind::Bools,
            "dense" => AttrKind::DenseI64,
            "elements" => AttrKind::Elements,
            "array" => AttrKind::Array,
            "dict" => AttrKind::Dict,
            "dicts" => AttrKind::Dicts,
            "syms" => AttrKind::Syms,
            "functype" => AttrKind::FunctionType,
            "any" => AttrKind::Any,
            "conv" => AttrKind::Conv,
            "precision" => AttrKind::Precision(EnumKind::Precision),
            "chlo_precision" => AttrKind::Precision(EnumKind::ChloPrecision),
            "layouts" => AttrKind::Layouts,
            "aliases" => AttrKind::Aliases,
            "groups" => AttrKind::Groups,
            "mesh" => AttrKind::Mesh,
            "sharding" => AttrKind::Sharding,
            "shardings" => AttrKind::Shardings,
            "axes" => AttrKind::Axes,
            "axis_lists" => AttrKind::AxisLists,
            "manual_axes" => AttrKind::ManualAxes,
            "moves" => AttrKind::Moves,
            "direction" => AttrKind::Direction,
            "segments" => AttrKind::Segments,
            _ => return None,
        })
    }
}

/// The value of an absent attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// The attribute `false`.
    False,
    /// A number of the attribute's integer type.
    Int(i64),
    /// An empty list, `[]`.
    EmptyArray,
    /// An empty dictionary, `{}`.
    EmptyDict,
    /// The record that requests default accuracy.
    Accuracy,
}

/// Whether an attribute must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must be present.
    Required,
    /// It may be absent.
    Optional,
    /// It may be absent and then has this value.
    Default(Default),
    /// It may be absent and is then the empty string.
    EmptyString,
}

/// An inherent attribute of an op.
#[derive(Clone, Copy, Debug)]
pub struct AttrInfo {
    /// The name in the row.
    pub name: &'static str,
    /// The name, interned the same way in every context.
    pub symbol: Symbol,
    /// The kind that its value must have.
    pub kind: AttrKind,
    /// Whether it must be present.
    pub need: Need,
    /// The smallest valid value of an integer.
    pub least: Option<i64>,
}

/// How the types of an op are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeForm {
    /// `(A, B) -> C`
    Signature,
    /// `(B) -> C`, where the first operand's type is the function type itself.
    SignatureOfCallee,
    /// `T` when all agree, otherwise a signature.
    Same,
    /// `A, B -> C`
    Arrow,
    /// The type of the only result.
    Result,
    /// `P, T`
    Select,
    /// The complex type of the result.
    Complex,
    /// The tuple type of the result.
    Tuple,
}

/// Elements of templates that have code of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomElement {
    /// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`
    DotDims,
    /// `{stride = [1], pad = [[0, 0]]}`
    Window,
    /// Start, limit and stride of each dimension: `[0:4, 1:3:2]`.
    Ranges,
    /// `e5m10`
    Format,
    /// `(%arg0: T) { … }`
    Body,
}

/// Forms that have code of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialForm {
    /// `module @m attributes {…} { … }`
    Module,
    /// `func.func @f(…) -> … { … }`
    Func,
    /// `%a : T to U`
    Cast,
    /// `dense<…> : T`
    Constant,
    /// `{…} %a, %b : T, U`, or `()`.
    Barrier,
    /// `(%a init: %b) applies … across dimensions = […]`
    Reduce,
    /// `(%iterArg = %a) : T cond { … } do { … }`
    While,
    /// `(%a) inits (%b) dimension=0 { … }`
    Scan,
}

/// An element of a template.
#[derive(Clone, Debug)]
pub enum FormatElement {
    /// Text, printed unchanged.
    Literal(&'static str),
    /// The operand group of this index, which holds one operand.
    Operand(usize),
    /// The operand group of this index, as a list.
    Operands(usize),
    /// All operands, as a list.
    AllOperands,
    /// The attribute of this index, bare.
    Attr(usize),
    /// All attributes that the template does not mention.
    AttrDict,
    /// All regions in parentheses, if there are any.
    Regions,
    /// Elements that are present if the attribute of this index is.
    Optional(usize, Vec<FormatElement>),
    /// The types in one of their spellings.
    Types(TypeForm),
    /// ` : A, B` for all operands, if there are any.
    TypesOfOperands,
    /// ` %a, %b : A, B` for all operands, if there are any.
    Values,
    /// An element with code of its own.
    Custom(CustomElement),
}

/// The text form of an op.
#[derive(Clone, Debug)]
pub enum Format {
    /// Only MLIR's generic form.
    Generic,
    /// A form with code of its own.
    Special(SpecialForm),
    /// A form that consists of elements.
    Template(Vec<FormatElement>),
}

/// The attribute that holds the shardings of an op's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultShardingAttr {
    /// An inherent attribute that is the sharding of the only result.
    Single(Symbol),
    /// A list with an entry for each result.
    List(Symbol),
}

impl ResultShardingAttr {
    /// The attribute of ops that have no inherent attribute for shardings.
    pub(crate) const DISCARDABLE: ResultShardingAttr = ResultShardingAttr::List(names::SDY_SHARDING);

    /// Where propagation writes a result's sharding. The `out_sharding` of a collective defines what the collective does and is never
    /// changed; like Shardy, propagation writes beside it.
    pub fn of_propagation(self) -> ResultShardingAttr {
        match self {
            ResultShardingAttr::Single(name) if name == names::OUT_SHARDING => {
                ResultShardingAttr::DISCARDABLE
            }
            own => own,
        }
    }

    /// The attribute for an op with these inherent attributes: one of them if it holds shardings.
    fn of(attrs: &[AttrInfo]) -> ResultShardingAttr {
        let own = attrs.iter().find_map(|attr| match attr.kind {
            AttrKind::Sharding => Some(ResultShardingAttr::Single(attr.symbol)),
            AttrKind::Shardings if attr.symbol == names::OUT_SHARDINGS => {
                Some(ResultShardingAttr::List(attr.symbol))
            }
            _ => None,
        });
        own.unwrap_or(ResultShardingAttr::DISCARDABLE)
    }
}

/// A parsed row of the op table.
#[derive(Debug)]
pub struct OpInfo {
    /// The opcode, which is also the index of the row.
    pub code: OpCode,
    /// Its full name.
    pub name: &'static str,
    /// Operand groups.
    pub operands: Vec<ValueGroup>,
    /// Result groups.
    pub results: Vec<ValueGroup>,
    /// Inherent attributes in name order.
    pub attrs: Vec<AttrInfo>,
    /// The attribute that holds the shardings of its results.
    pub result_sharding_attr: ResultShardingAttr,
    /// Its text form.
    pub format: Format,
    /// Attributes that the text form spells out, by index.
    pub spelled: Vec<usize>,
}

impl OpInfo {
    /// The dialect of the op.
    pub fn dialect(&self) -> &'static str {
        dialect_of(self.name)
    }

    /// The inherent attribute with a name.
    pub fn attr(&self, symbol: Symbol) -> Option<&AttrInfo> {
        self.attrs.iter().find(|attr| attr.symbol == symbol)
    }
}

/// The text before the first dot of a name.
pub fn dialect_of(name: &str) -> &str {
    name.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// A row as written in the table.
pub(crate) struct OpRow {
    code: OpCode,
    name: &'static str,
    dialect: Dialect,
    kind: OpKind,
    effect: Effect,
    signature: &'static str,
    attrs: &'static str,
    traits: Traits,
    is_landmark: bool,
    form: &'static str,
}

const fn is_landmark(code: OpCode, kind: OpKind, traits: Traits) -> bool {
    !matches!(traits.data_flow, DataFlow::None)
        || kind.is_identity()
        || matches!(code, OpCode::SdyShardingGroup)
}

macro_rules! read_rows {
    ($($code:ident $name:literal $kind:ident $effect:ident $signature:literal $types:literal $attrs:literal
        [$($word:ident $(($($value:tt)+))?)*] $form:literal $how:ident($check:path);)+) => {
        /// Every op of the registered dialects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum OpCode {
            $(#[doc = concat!("`", $name, "`")] $code,)+
        }

        pub(crate) static ROWS: &[OpRow] = &[$(OpRow {
            code: OpCode::$code,
            name: $name,
            dialect: Dialect::of($name),
            kind: OpKind::$kind,
            effect: Effect::$effect,
            signature: $signature,
            attrs: $attrs,
            traits: Traits::NONE$(.$word($($($value)+)?))*,
            is_landmark: is_landmark(OpCode::$code, OpKind::$kind, Traits::NONE$(.$word($($($value)+)?))*),
            form: $form,
        }),+];
    };
}

crate::op_table!(read_rows);

impl OpCode {
    /// Every op, in table order.
    pub fn all() -> impl Iterator<Item = OpCode> {
        ROWS.iter().map(|row| row.code)
    }

    /// The row of the op.
    pub fn info(self) -> &'static OpInfo {
        &TABLE[self as usize]
    }

    /// The op's full name.
    pub fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// The dialect that defines the op.
    pub fn dialect(self) -> Dialect {
        ROWS[self as usize].dialect
    }

    /// The class of the op.
    pub fn kind(self) -> OpKind {
        ROWS[self as usize].kind
    }

    /// Whether it has effects beyond computing its results.
    pub fn effect(self) -> Effect {
        ROWS[self as usize].effect
    }

    /// The properties that few ops have.
    pub fn traits(self) -> &'static Traits {
        &ROWS[self as usize].traits
    }

    /// Whether it creates a tensor from an attribute.
    pub fn is_constant(self) -> bool {
        self.traits().computed == Computed::Constant
    }

    /// Whether passes look for ops of this kind by [`Module::landmarks`](crate::Module::landmarks): data flows through them, or they
    /// concern shardings and produce no value of their own.
    pub fn is_landmark(self) -> bool {
        ROWS[self as usize].is_landmark
    }

    /// The kinds of op that are landmarks.
    pub(crate) fn landmarks() -> impl Iterator<Item = OpCode> {
        LANDMARKS.iter().copied()
    }

    /// The op with a full name.
    pub fn from_name(name: &str) -> Option<OpCode> {
        BY_NAME.get(name).copied()
    }
}

/// Whether all ops of a dialect are in the table; a name of such a dialect that is not there is an error.
pub fn is_registered_dialect(dialect: &str) -> bool {
    matches!(dialect, "builtin" | "func" | "stablehlo" | "chlo" | "sdy")
}

/// The names of all inherent attributes, in table order with repetitions.
pub(crate) fn attr_names() -> impl Iterator<Item = &'static str> {
    ROWS.iter()
        .flat_map(|row| row.attrs.split_whitespace())
        .map(|attr| attr.split_once(':').expect("name:kind").0)
}

static BY_NAME: LazyLock<FxHashMap<&'static str, OpCode>> =
    LazyLock::new(|| ROWS.iter().map(|row| (row.name, row.code)).collect());

static LANDMARKS: LazyLock<Vec<OpCode>> =
    LazyLock::new(|| OpCode::all().filter(|code| code.is_landmark()).collect());

static TABLE: LazyLock<Vec<OpInfo>> = LazyLock::new(|| ROWS.iter().map(read_row).collect());

fn read_row(row: &OpRow) -> OpInfo {
    let (operands, results) = row.signature.split_once("->").expect("a signature has an arrow");
    let (operands, results) = (read_groups(operands), read_groups(results));
    let attrs: Vec<AttrInfo> = row.attrs.split_whitespace().map(read_attr).collect();
    assert!(attrs.is_sorted_by_key(|attr| attr.name), "attributes of {} are in name order", row.name);
    let mut reader = TemplateReader { row, operands: &operands, attrs: &attrs, spelled: Vec::new() };
    let format = match row.form {
        "@generic" => Format::Generic,
        form if form.starts_with('@') => Format::Special(special_form(form)),
        form => Format::Template(reader.read(form)),
    };
    let spelled = reader.spelled;
    let result_sharding_attr = ResultShardingAttr::of(&attrs);
    OpInfo { code: row.code, name: row.name, operands, results, attrs, result_sharding_attr, format, spelled }
}

fn read_groups(text: &'static str) -> Vec<ValueGroup> {
    let group = |word: &'static str| match word.strip_suffix('*') {
        Some(name) => ValueGroup { name, arity: Arity::Many },
        None => ValueGroup { name: word, arity: Arity::One },
    };
    text.split_whitespace().map(group).collect()
}

fn read_attr(text: &'static str) -> AttrInfo {
    let (name, rest) = text.split_once(':').expect("an attribute is name:kind");
    let (kind, need) = if let Some(kind) = rest.strip_suffix('?') {
        (kind, Need::Optional)
    } else if let Some(kind) = rest.strip_suffix('!') {
        (kind, Need::EmptyString)
    } else if let Some((kind, default)) = rest.split_once('=').filter(|(kind, _)| !kind.ends_with('>')) {
        (kind, Need::Default(read_default(default)))
    } else {
        (rest, Need::Required)
    };
    let (kind, least) = match kind.split_once(">=") {
        Some((kind, least)) => (kind, Some(least.parse().expect("the least value is a number"))),
        None => (kind, None),
    };
    let kind = AttrKind::parse(kind).unwrap_or_else(|| panic!("unknown attribute kind `{kind}`"));
    AttrInfo { name, symbol: names::fixed_symbol(name), kind, need, least }
}

fn read_default(text: &str) -> Default {
    match text {
        "false" => Default::False,
        "[]" => Default::EmptyArray,
        "{}" => Default::EmptyDict,
        "accuracy" => Default::Accuracy,
        number => Default::Int(number.parse().expect("a default is a number or a known word")),
    }
}

fn special_form(text: &str) -> SpecialForm {
    match text {
        "@module" => SpecialForm::Module,
        "@func" => SpecialForm::Func,
        "@cast" => SpecialForm::Cast,
        "@constant" => SpecialForm::Constant,
        "@barrier" => SpecialForm::Barrier,
        "@reduce" => SpecialForm::Reduce,
        "@while" => SpecialForm::While,
        "@scan" => SpecialForm::Scan,
        _ => panic!("unknown form `{text}`"),
    }
}

struct TemplateReader<'a> {
    row: &'a OpRow,
    operands: &'a [ValueGroup],
    attrs: &'a [AttrInfo],
    spelled: Vec<usize>,
}

impl TemplateReader<'_> {
    fn read(&mut self, mut form: &'static str) -> Vec<FormatElement> {
        let mut elements = Vec::new();
        while !form.is_empty() {
            if let Some(rest) = form.strip_prefix("(?") {
                let end = closing(rest, b'(', b')');
                let (name, body) =
                    rest[..end].split_once(':').expect("an optional element names its attribute");
                let attr = self.attr_index(name);
                let body = self.read(body);
                elements.push(FormatElement::Optional(attr, body));
                form = &rest[end + 1..];
            } else if let Some(rest) = form.strip_prefix('{') {
                let end = closing(rest, b'{', b'}');
                elements.push(self.placeholder(&rest[..end]));
                form = &rest[end + 1..];
            } else {
                let optional = form.find("(?").unwrap_or(form.len());
                let end = form.find('{').unwrap_or(form.len()).min(optional);
                elements.push(FormatElement::Literal(&form[..end]));
                form = &form[end..];
            }
        }
        elements
    }

    fn placeholder(&mut self, text: &str) -> FormatElement {
        match text {
            "attrs" => FormatElement::AttrDict,
            "regions" => FormatElement::Regions,
            "*" => FormatElement::AllOperands,
            "sig" => FormatElement::Types(TypeForm::Signature),
            "sigrest" => FormatElement::Types(TypeForm::SignatureOfCallee),
            "same" => FormatElement::Types(TypeForm::Same),
            "arrow" => FormatElement::Types(TypeForm::Arrow),
            "select" => FormatElement::Types(TypeForm::Select),
            "complex" => FormatElement::Types(TypeForm::Complex),
            "tuple" => FormatElement::Types(TypeForm::Tuple),
            "@dot_dims" => self.custom(CustomElement::DotDims, &["dot_dimension_numbers"]),
            "@window" => self.custom(
                CustomElement::Window,
                &["lhs_dilation", "padding", "rhs_dilation", "window_reversal", "window_strides"],
            ),
            "@ranges" => self.custom(CustomElement::Ranges, &["limit_indices", "start_indices", "strides"]),
            "@format" => self.custom(CustomElement::Format, &["exponent_bits", "mantissa_bits"]),
            "@body" => FormatElement::Custom(CustomElement::Body),
            _ if text.starts_with("type ") => FormatElement::Types(TypeForm::Result),
            _ if text.starts_with("types ") => FormatElement::TypesOfOperands,
            _ if text.starts_with("values ") => FormatElement::Values,
            _ => {
                let name = text.trim_end_matches('*');
                match self.operands.iter().position(|group| group.name == name) {
                    Some(index) if text.ends_with('*') => FormatElement::Operands(index),
                    Some(index) => FormatElement::Operand(index),
                    None => {
                        let index = self.attr_index(name);
                        self.spelled.push(index);
                        FormatElement::Attr(index)
                    }
                }
            }
        }
    }

    fn custom(&mut self, element: CustomElement, spelled: &[&str]) -> FormatElement {
        for name in spelled {
            let index = self.attr_index(name);
            self.spelled.push(index);
        }
        FormatElement::Custom(element)
    }

    fn attr_index(&self, name: &str) -> usize {
        let index = self.attrs.iter().position(|attr| attr.name == name);
        index.unwrap_or_else(|| panic!("{} has no attribute or operand `{name}`", self.row.name))
    }
}

/// The index of the bracket that closes one opened just before `text`.
fn closing(text: &str, open: u8, close: u8) -> usize {
    let mut depth = 0;
    for (index, byte) in text.bytes().enumerate() {
        if byte == open {
            depth += 1;
        } else if byte == close {
            if depth == 0 {
                return index;
            }
            depth -= 1;
        }
    }
    panic!("brackets of the form `{text}` do not match")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads() {
        for code in OpCode::all() {
            let info = code.info();
            assert_eq!(info.code, code);
            assert_eq!(OpCode::from_name(info.name), Some(code));
        }
    }

    #[test]
    fn an_op_that_broadcasts_is_named_after_the_op_that_it_becomes() {
        for code in OpCode::all() {
            let plain = code.name().strip_prefix("chlo.broadcast_");
            let named = plain.and_then(|plain| {
                let names = ["stablehlo.", "chlo."].map(|dialect| format!("{dialect}{plain}"));
                names.iter().find_map(|name| OpCode::from_name(name))
            });
            assert_eq!(code.traits().broadcasts, named, "{}", code.name());
        }
    }

    #[test]
    fn collectives_of_sdy_hold_the_sharding_of_their_result() {
        for code in OpCode::all() {
            assert_eq!(
                code.kind() == OpKind::SdyCollective,
                code.traits().reshards.is_some(),
                "{}",
                code.name()
            );
        }
        for code in OpCode::all().filter(|code| code.kind() == OpKind::SdyCollective) {
            let expected = ResultShardingAttr::Single(names::OUT_SHARDING);
            assert_eq!(code.info().result_sharding_attr, expected, "{}", code.name());
        }
    }
}
