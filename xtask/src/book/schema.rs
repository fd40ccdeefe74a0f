//! JSON schemas, inferred from values.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The types and fields of the values that were seen at one place of a document.
#[derive(Default)]
pub(super) struct Schema {
    /// How many values there were.
    seen: usize,
    /// The names of their types, as JSON Schema calls them.
    types: BTreeMap<&'static str, usize>,
    properties: BTreeMap<String, Schema>,
    items: Option<Box<Schema>>,
}

impl Schema {
    /// Adds a value.
    pub(super) fn add(&mut self, value: &Value) {
        self.seen += 1;
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(items) => {
                let schema = self.items.get_or_insert_default();
                items.iter().for_each(|item| schema.add(item));
                "array"
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    self.properties.entry(name.clone()).or_default().add(field);
                }
                "object"
            }
        };
        *self.types.entry(name).or_default() += 1;
    }

    /// The schema for people, one field per line.
    pub(super) fn outline(&self) -> String {
        let mut lines = String::new();
        self.outline_into(&mut lines, 1);
        lines
    }

    fn outline_into(&self, out: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        for (number, name) in self.type_names().into_iter().enumerate() {
            if number > 0 {
                out.push_str(" or ");
            }
            match (name, &self.items) {
                ("object", _) => {
                    let objects = self.types.get("object").copied().unwrap_or_default();
                    out.push_str("{\n");
                    for (name, field) in &self.properties {
                        let mark = if field.seen == objects { "" } else { "?" };
                        out.push_str(&format!("{indent}{name}{mark}: "));
                        field.outline_into(out, depth + 1);
                        out.push('\n');
                    }
                    out.push_str(&format!("{}}}", "  ".repeat(depth - 1)));
                }
                ("array", Some(items)) if items.seen > 0 => {
                    out.push('[');
                    items.outline_into(out, depth);
                    out.push(']');
                }
                ("array", _) => out.push_str("[]"),
                (name, _) => out.push_str(name),
            }
        }
    }

    /// The types that values have; an integer is a number as well.
    fn type_names(&self) -> Vec<&'static str> {
        let has_numbers = self.types.contains_key("number");
        self.types.keys().copied().filter(|name| *name != "integer" || !has_numbers).collect()
    }

    /// The schema as JSON. Fields that every object had are required.
    pub(super) fn to_json(&self) -> Value {
        let mut schema = Map::new();
        match self.type_names().as_slice() {
            [] => {}
            [one] => drop(schema.insert("type".into(), json!(one))),
            several => drop(schema.insert("type".into(), json!(several))),
        }
        if let Some(&objects) = self.types.get("object") {
            let properties: Map<_, _> =
                self.properties.iter().map(|(name, field)| (name.clone(), field.to_json())).collect();
            schema.insert("properties".into(), Value::Object(properties));
            let required: Vec<&String> = self
                .properties
                .iter()
                .filter(|(_, field)| field.seen == objects)
                .map(|(name, _)| name)
                .collect();
            schema.insert("required".into(), json!(required));
        }
        if let Some(items) = self.items.as_ref().filter(|items| items.seen > 0) {
            schema.insert("items".into(), items.to_json());
        }
        Value::Object(schema)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_give_their_schema() {
        let mut schema = Schema::default();
        schema.add(&json!({"a": 1, "b": [true], "c": null}));
        schema.add(&json!({"a": 1.5, "c": "x"}));
        let expected = json!({
            "type": "object",
            "properties": {
                "a": {"type": "number"},
                "b": {"type": "array", "items": {"type": "boolean"}},
                "c": {"type": ["null", "string"]},
            },
            "required": ["a", "c"],
        });
        assert_eq!(schema.to_json(), expected);
        assert_eq!(schema.outline(), "{\n  a: number\n  b?: [boolean]\n  c: null or string\n}");
    }
}
