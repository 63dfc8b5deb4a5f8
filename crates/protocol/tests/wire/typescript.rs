//! Type declarations of the page, written from the schemas.

use std::fmt::Write;

use protocol::schema::wire_types;
use serde_json::Value;

use crate::golden::check;

#[test]
fn the_page_has_the_types_of_the_wire() {
    let mut text =
        String::from("// Generated from crates/protocol: run its tests with UPDATE_GOLDEN=1. Do not edit.\n");
    for (name, schema) in wire_types() {
        writeln!(text, "\n{}export type {name} = {};", comment(&schema, ""), type_of(&schema, ""))
            .expect("text");
    }
    check("web/js/protocol.gen.d.ts", &text);
}

fn comment(schema: &Value, indent: &str) -> String {
    let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
    if about.is_empty() { String::new() } else { format!("/** {about} */\n{indent}") }
}

/// Writes the type of a schema. Schemas here are made of references, literals, lists, objects and alternatives.
fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let mut types: Vec<String> = choices.iter().map(|choice| type_of(choice, indent)).collect();
            types.dedup();
            return types.join(" | ");
        }
    }
    if let Some(literal) = schema.get("const") {
        return literal.to_string();
    }
    if let Some(literals) = schema["enum"].as_array() {
        return literals.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                type_of(&schema, indent)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => list(schema, indent),
            "object" => object(schema, indent),
            other => other.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn list(schema: &Value, indent: &str) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = type_of(&schema["items"], indent);
    match schema["minItems"].as_u64() {
        Some(count) if schema["maxItems"].as_u64() == Some(count) => {
            format!("[{}]", vec![item; count as usize].join(", "))
        }
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let mut text = String::from("{\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let optional = if required(name) { "" } else { "?" };
        let name = if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
            && !name.starts_with(|letter: char| letter.is_ascii_digit())
        {
            name.clone()
        } else {
            format!("'{name}'")
        };
        let (about, kind) = (comment(field, &deeper), type_of(field, &deeper));
        writeln!(text, "{deeper}{about}{name}{optional}: {kind};").expect("text");
    }
    if let Some(values) = schema.get("additionalProperties").filter(|values| values.is_object()) {
        // A map beside named fields: the index has to admit all of them.
        let kind =
            if schema.get("properties").is_some() { "any".to_owned() } else { type_of(values, &deeper) };
        writeln!(text, "{deeper}[name: string]: {kind};").expect("text");
    }
    text + indent + "}"
}
