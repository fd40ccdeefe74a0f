//! Limits and meshes that no plan of a program can meet are errors that state what is missing.

use partita::Error;
use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::search::{FoundPlan, SearchOptions, find_plan};

use super::{MACHINE, auto_program, read};

fn search(name: &str, mesh: &str, memory: u64) -> Result<FoundPlan, Error> {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh(mesh, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.memory = Some(memory);
    find_plan(&read(&auto_program(name)), &options, &mut (), &mut ())
}

/// The number of bytes that a text such as `12.5 KiB` is, about.
fn bytes(text: &str) -> f64 {
    let (number, unit) = text.split_once(' ').unwrap();
    let factor = match unit {
        "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        unit => panic!("{unit}"),
    };
    number.parse::<f64>().unwrap() * factor
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no `{before}` in {text}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no `{after}` in {text}")).0
}

/// Six weights of 32 KiB on four devices, with their new values.
#[test]
fn a_limit_below_every_plan_states_by_how_much_and_lists_the_largest_tensors() {
    let limit = 10_000;
    let error = search("fsdp", "x=4", limit).unwrap_err().to_string();
    assert!(error.contains("PA0930"), "{error}");
    assert!(error.contains("9.8 KiB per device"), "{error}");
    let needed = bytes(between(&error, "at least ", " are needed"));
    let excess = bytes(between(&error, "are needed, ", " too many"));
    assert!((needed - excess - limit as f64).abs() < 0.02 * needed, "{error}");
    // Weights are listed with what a device holds of them.
    let listed = between(&error, "largest: ", "\n");
    assert!(listed.split(", ").count() >= 2 && listed.contains("%arg") && listed.contains(" KiB"), "{error}");
    // What is needed is enough, or almost: the model leaves out copies.
    let smallest = (1..=30).map(|step| (needed * (1.0 + 0.1 * f64::from(step))) as u64);
    let first = smallest.clone().find(|&memory| search("fsdp", "x=4", memory).is_ok());
    assert!(first.is_some_and(|memory| memory as f64 <= 4.0 * needed), "{error}");
    // A limit a little below is refused for the same reason. The model may need somewhat more than the partitioned program.
    let below = search("fsdp", "x=4", (needed * 0.9) as u64).unwrap_err().to_string();
    assert_eq!(bytes(between(&below, "at least ", " are needed")), needed);
}

#[test]
fn a_mesh_that_divides_nothing_is_refused_with_the_largest_dimension() {
    let error = search("fsdp", "x=7", 1 << 30).unwrap_err().to_string();
    assert!(error.contains("PA0931") && error.contains("largest dimension is 128"), "{error}");
    // Larger than any dimension.
    let error = search("fsdp", "x=256", 1 << 30).unwrap_err().to_string();
    assert!(error.contains("PA0931") && error.contains("largest dimension is 128"), "{error}");
    // One axis that divides something is enough; the other is reported.
    let found = search("fsdp", "x=4,y=7", 1 << 30).unwrap();
    assert!(
        found.view.notes.iter().any(|note| note.contains("axis \"y\" of size 7")),
        "{:?}",
        found.view.notes
    );
}
