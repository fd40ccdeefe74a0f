//! Shardings in JAX's short notation: `16@x,8@(x,y),4?`.

use std::fmt::{self, Display, Write};

use crate::text::Quoted;
use crate::{AxisRef, Mesh, Openness, TensorSharding};

/// The dimensions of a tensor with their axes, as in `f32[16@x,8@(y,z),4?]`. An open dimension ends
/// in `?`; a priority is written `p1`. Sizes may be numbers or anything that prints, such as `?`.
pub fn dims_notation<S: Display>(mesh: &Mesh, sharding: &TensorSharding, sizes: &[S]) -> String {
    let mut out = String::new();
    write_dims(&mut out, mesh, sharding, sizes).expect("writing to a string does not fail");
    out
}

/// The axes outside the dimensions, as in `{U:z, R:y}`; empty when there are none.
pub fn rest_notation(mesh: &Mesh, sharding: &TensorSharding) -> String {
    let mut out = Vec::new();
    for (letter, axes) in [("U", sharding.unreduced_axes()), ("R", sharding.replicated_axes())] {
        if !axes.is_empty() {
            out.push(format!("{letter}:{}", axes_notation(mesh, axes)));
        }
    }
    if out.is_empty() { String::new() } else { format!("{{{}}}", out.join(", ")) }
}

/// One axis, or several in parentheses: `x`, `x:(1)2`, `(x,y)`.
pub fn axes_notation(mesh: &Mesh, axes: &[AxisRef]) -> String {
    let names: Vec<String> = axes.iter().map(|&axis| axis_notation(mesh, axis)).collect();
    match &names[..] {
        [one] => one.clone(),
        _ => format!("({})", names.join(",")),
    }
}

fn axis_notation(mesh: &Mesh, axis: AxisRef) -> String {
    let name = mesh.mesh_axis(axis.axis()).name();
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
    let name = if bare { name.to_string() } else { Quoted(name).to_string() };
    match mesh.axis_spec(axis).part {
        Some(part) => format!("{name}:{part}"),
        None => name,
    }
}

fn write_dims<S: Display>(
    out: &mut String,
    mesh: &Mesh,
    sharding: &TensorSharding,
    sizes: &[S],
) -> fmt::Result {
    for (d, size) in sizes.iter().enumerate() {
        let comma = if d > 0 { "," } else { "" };
        write!(out, "{comma}{size}")?;
        let Some(dim) = sharding.dims().get(d) else { continue };
        if !dim.axes.is_empty() {
            write!(out, "@{}", axes_notation(mesh, &dim.axes))?;
        }
        if dim.openness == Openness::Open {
            out.push('?');
        }
        if let Some(priority) = dim.priority {
            write!(out, "p{}", priority.0)?;
        }
    }
    Ok(())
}
