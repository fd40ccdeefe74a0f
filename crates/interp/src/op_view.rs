//! Typed access to the attributes of an op.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Module, Op, OpCode, OpId, RecordAttr, Type};

use crate::{Element, EvalError, EvalResult, Fault, Tensor, tensor_type};

/// An op of a module.
#[derive(Clone, Copy)]
pub(crate) struct OpView<'m> {
    pub(crate) module: &'m Module,
    pub(crate) id: OpId,
    pub(crate) op: &'m Op,
}

impl<'m> OpView<'m> {
    pub(crate) fn new(module: &'m Module, id: OpId) -> Self {
        OpView { module, id, op: module.op(id) }
    }

    pub(crate) fn name(&self) -> &'m str {
        self.module.op_name(self.id)
    }

    pub(crate) fn code(&self) -> Option<OpCode> {
        self.op.name.code()
    }

    /// Adds this op's name and span to an error.
    pub(crate) fn fault(&self, error: EvalError) -> Fault {
        Fault { error, op: self.name().to_string(), span: self.op.span }
    }

    fn symbol(&self, name: &str) -> Option<Symbol> {
        self.module.context.find_symbol(name)
    }

    pub(crate) fn attr_id(&self, name: &str) -> Option<AttrId> {
        self.op.attr(self.symbol(name)?)
    }

    pub(crate) fn attr(&self, name: &str) -> Option<&'m Attr> {
        Some(self.module.context.attr_of(self.attr_id(name)?))
    }

    fn missing(&self, name: &str) -> EvalError {
        EvalError::Argument(format!("missing attribute `{name}`, or one of an unexpected kind"))
    }

    /// The region at an index.
    pub(crate) fn region(&self, index: usize) -> EvalResult<partita_ir::RegionId> {
        let region = self.op.regions.get(index).copied();
        region.ok_or_else(|| EvalError::Argument("missing region".into()))
    }

    /// The value of an integer attribute.
    pub(crate) fn int(&self, name: &str) -> EvalResult<i64> {
        match self.attr(name) {
            Some(Attr::Integer { value, .. }) => i64::try_from(*value).map_err(|_| self.missing(name)),
            _ => Err(self.missing(name)),
        }
    }

    /// The value of an integer attribute, or its default if absent.
    pub(crate) fn int_or(&self, name: &str, default: i64) -> EvalResult<i64> {
        if self.attr_id(name).is_none() { Ok(default) } else { self.int(name) }
    }

    /// The value of a flag; false if absent.
    pub(crate) fn flag(&self, name: &str) -> bool {
        match self.attr(name) {
            Some(Attr::Integer { value, .. }) => *value != 0,
            Some(Attr::Unit) => true,
            _ => false,
        }
    }

    /// The value of an integer list, an `array` or a `dense`.
    pub(crate) fn ints(&self, name: &str) -> EvalResult<Vec<i64>> {
        match self.attr(name) {
            Some(Attr::DenseArray { values, .. }) => Ok(values.to_vec()),
            Some(Attr::Dense { .. }) => Ok(self.dense(name)?.ints()?.to_vec()),
            _ => Err(self.missing(name)),
        }
    }

    /// The value of an integer list; `count` times `default` if absent.
    pub(crate) fn ints_or(&self, name: &str, default: i64, count: usize) -> EvalResult<Vec<i64>> {
        if self.attr_id(name).is_none() { Ok(vec![default; count]) } else { self.ints(name) }
    }

    /// The value of a constant attribute.
    pub(crate) fn dense(&self, name: &str) -> EvalResult<Tensor> {
        let attr = self.attr_id(name).ok_or_else(|| self.missing(name))?;
        Tensor::from_attr(self.module, attr)
    }

    /// The value of a float attribute, widened to `f64`.
    pub(crate) fn float(&self, name: &str) -> EvalResult<f64> {
        match &self.dense(name)?.data {
            crate::Data::F32(values) => Ok(values[0].into()),
            crate::Data::F64(values) => Ok(values[0]),
            _ => Err(self.missing(name)),
        }
    }

    /// The fields of a record attribute.
    pub(crate) fn record(&self, name: &str) -> EvalResult<&'m RecordAttr> {
        match self.attr(name) {
            Some(Attr::Record(record)) => Ok(record),
            _ => Err(self.missing(name)),
        }
    }

    /// The case of an enumeration attribute.
    pub(crate) fn case(&self, name: &str) -> Option<&'static str> {
        match self.attr(name) {
            Some(Attr::Enum(case)) => Some(case.text()),
            _ => None,
        }
    }

    /// The value of a string attribute, or the name of a symbol.
    pub(crate) fn text(&self, name: &str) -> EvalResult<&'m str> {
        let text = match self.attr(name) {
            Some(Attr::String(bytes)) => std::str::from_utf8(bytes).ok(),
            Some(Attr::SymbolRef(path)) => path.last().map(|&symbol| self.module.context.text(symbol)),
            _ => None,
        };
        text.ok_or_else(|| self.missing(name))
    }

    /// Element and shape of the result at an index.
    pub(crate) fn result(&self, index: usize) -> EvalResult<(Element, Vec<usize>)> {
        tensor_type(self.module, self.module.type_of(self.op.result(index)))
    }

    /// The element type of a result.
    pub(crate) fn result_element(&self, index: usize) -> EvalResult<Element> {
        let element = match self.module.context.type_of(self.module.type_of(self.op.result(index))) {
            Type::Tensor(tensor) => Element::of(&self.module.context, tensor.element),
            Type::UnrankedTensor(element) => Element::of(&self.module.context, *element),
            _ => None,
        };
        element.ok_or_else(|| EvalError::Unsupported("a result of this type".into()))
    }

    /// Checks a tensor against the type of result `index`; unknown sizes match all.
    pub(crate) fn check_result(&self, index: usize, tensor: &Tensor) -> EvalResult<()> {
        let ty = self.module.type_of(self.op.result(index));
        if type_admits(self.module, ty, tensor) {
            return Ok(());
        }
        let element = tensor.element.name();
        Err(EvalError::Argument(format!(
            "the result is {:?} of {element}, which does not match its type",
            tensor.shape
        )))
    }
}

/// Whether a tensor matches a type; unknown sizes match all.
pub(crate) fn type_admits(module: &Module, ty: partita_ir::TypeId, tensor: &Tensor) -> bool {
    match module.context.type_of(ty) {
        Type::Tensor(expected) => {
            Element::of(&module.context, expected.element) == Some(tensor.element)
                && expected.shape.len() == tensor.rank()
                && expected
                    .shape
                    .iter()
                    .zip(&tensor.shape)
                    .all(|(dim, &size)| dim.size().is_none_or(|dim| dim == size as u64))
        }
        Type::UnrankedTensor(element) => Element::of(&module.context, *element) == Some(tensor.element),
        _ => false,
    }
}
