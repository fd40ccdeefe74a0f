//! The sizes of dimensions that a model leaves open: by their names, or by their places in inputs, such as `x.0`.

use partita_base::code;
use partita_onnx::structure::{dimension_names, nearest_name};
use partita_onnx::{Bindings, Finding, NodeLocation, TensorType, proto};

use super::{Model, refused};
use crate::Error;

/// What the model declares at a place of an input.
enum Declared<'m> {
    Nothing,
    /// The input has no shape.
    NoShape,
    Name(&'m str),
    Size(i64),
}

impl Model {
    /// Gives the named and unnamed dimensions of a copy of this model their sizes: an unnamed dimension gets its place as its name, such
    /// as `x.0`. Returns the sizes by name.
    pub(super) fn set_sizes(&self, model: &mut proto::Model, sizes: &Bindings) -> Result<Bindings, Error> {
        let known = dimension_names(&self.model);
        let mut named: Vec<(String, u64)> = Vec::new();
        for (place, size) in sizes.iter() {
            if known.contains(place) {
                self.add_size(&mut named, place, size)?;
                continue;
            }
            let Some((input, dim)) = find_place(place) else { return Err(self.unknown(place)) };
            match self.declared(input, dim) {
                Some(Declared::Name(name)) => self.add_size(&mut named, name, size)?,
                Some(Declared::Size(declared)) if u64::try_from(declared) == Ok(size) => {}
                Some(Declared::Size(declared)) => {
                    return Err(
                        self.invalid(format!("'{place}' has size {declared} in the model, not {size}"))
                    );
                }
                Some(Declared::Nothing | Declared::NoShape) => {
                    let Some(open) = dimension_mut(model, input, dim) else {
                        return Err(self.unknown(place));
                    };
                    open.value = Some(proto::DimValue::Param(place.to_owned()));
                    self.add_size(&mut named, place, size)?;
                }
                None => return Err(self.unknown(place)),
            }
        }
        Ok(named.into_iter().collect())
    }

    /// The types of the inputs that have no default value, with sizes as far as they are given or declared.
    pub fn input_types(&self, sizes: &Bindings) -> Result<Vec<(String, TensorType)>, Error> {
        let Some(graph) = &self.model.graph else { return Ok(Vec::new()) };
        let only_inputs = proto::Graph { input: graph.input.clone(), ..Default::default() };
        let mut model = proto::Model { graph: Some(only_inputs), ..Default::default() };
        let sizes = self.set_sizes(&mut model, sizes)?;
        let is_free =
            |name: &str| !graph.initializer.iter().any(|tensor| tensor.name.as_deref() == Some(name));
        let inputs = model.graph.into_iter().flat_map(|graph| graph.input);
        let types = inputs.filter_map(|info| {
            let ty = info.r#type.as_ref().and_then(TensorType::from_value_proto).unwrap_or_default();
            Some((info.name.filter(|name| is_free(name))?, sizes.bind(&ty)))
        });
        Ok(types.collect())
    }

    /// Gives optional inputs, which are not typed in a graph, the types of their values.
    pub fn set_optional_types(&self, types: &mut [(String, TensorType)]) {
        let inputs = self.model.graph.iter().flat_map(|graph| &graph.input);
        let declared = |name: &str| {
            let info = inputs.clone().find(|info| info.name.as_deref() == Some(name))?;
            TensorType::from_value_proto(info.r#type.as_ref()?)
        };
        for (name, ty) in types.iter_mut().filter(|(_, ty)| *ty == TensorType::default()) {
            *ty = declared(name).unwrap_or_default();
        }
    }

    fn declared(&self, input: &str, dim: usize) -> Option<Declared<'_>> {
        let inputs = &self.model.graph.as_ref()?.input;
        let info = inputs.iter().find(|info| info.name.as_deref() == Some(input))?;
        let tensor = info.r#type.as_ref()?.tensor_or_value()?;
        let Some(shape) = tensor.shape.as_ref() else { return Some(Declared::NoShape) };
        Some(match &shape.dim.get(dim)?.value {
            None => Declared::Nothing,
            Some(proto::DimValue::Param(name)) if matches!(name.as_str(), "" | "?") => Declared::Nothing,
            Some(proto::DimValue::Param(name)) => Declared::Name(name),
            // Some exporters write -1 for an open size.
            Some(proto::DimValue::Value(size)) if *size < 0 => Declared::Nothing,
            Some(proto::DimValue::Value(size)) => Declared::Size(*size),
        })
    }

    fn add_size(&self, named: &mut Vec<(String, u64)>, name: &str, size: u64) -> Result<(), Error> {
        if let Some((_, other)) = named.iter().find(|(known, other)| known == name && *other != size) {
            return Err(self.invalid(format!("dimension '{name}' has the sizes {other} and {size}")));
        }
        named.push((name.to_owned(), size));
        Ok(())
    }

    fn invalid(&self, message: String) -> Error {
        let finding = Finding::error(code::ONNX_INVALID_SIZE, NodeLocation::default(), message);
        refused(&self.name, vec![finding])
    }

    fn unknown(&self, unknown: &str) -> Error {
        let message = format!("the model has no dimension named '{unknown}'");
        let known = dimension_names(&self.model);
        let names: Vec<&str> = known.iter().copied().collect();
        let help = match nearest_name(unknown, names.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None if names.is_empty() => {
                "its dimensions have no names; write INPUT.0 for the first dimension of an input".to_owned()
            }
            None => format!("its named dimensions: {}", names.join(", ")),
        };
        let finding =
            Finding::error(code::ONNX_UNKNOWN_DIMENSION, NodeLocation::default(), message).help(help);
        refused(&self.name, vec![finding])
    }
}

/// The input and the dimension of a place such as `x.0`. Names of inputs may contain dots.
fn find_place(place: &str) -> Option<(&str, usize)> {
    let (input, dim) = place.rsplit_once('.')?;
    Some((input, dim.parse().ok()?))
}

/// A dimension of an input. An input without a shape gets the dimensions in their order.
fn dimension_mut<'m>(
    model: &'m mut proto::Model,
    input: &str,
    dim: usize,
) -> Option<&'m mut proto::Dimension> {
    let inputs = &mut model.graph.as_mut()?.input;
    let info = inputs.iter_mut().find(|info| info.name.as_deref() == Some(input))?;
    let tensor = info.r#type.as_mut()?.tensor_or_value_mut()?;
    let dims = &mut tensor.shape.get_or_insert_default().dim;
    if dims.len() == dim {
        dims.push(proto::Dimension::default());
    }
    dims.get_mut(dim)
}
