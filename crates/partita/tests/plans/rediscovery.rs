//! The search finds the plans of experts from no annotations at all.

use partita::Error;
use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::search::{FoundPlan, SearchOptions, find_plan};

use super::experts::{CASES, Case, Property, faults, missing, price};
use super::{auto_program, read};

fn search(case: &Case) -> Result<FoundPlan, Error> {
    let machine = Machine::parse(case.machine).unwrap();
    let mesh = parse_mesh(case.mesh, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.memory = Some(case.memory);
    find_plan(&read(&auto_program(case.name)), &options, &mut (), &mut ())
}

fn found(case: &Case) -> Vec<String> {
    match search(case) {
        Ok(planned) => {
            let certificate = &planned.view.certificate;
            let agreement = certificate.estimate_seconds.unwrap() / certificate.model_seconds;
            let mut faults = faults(case, &price(planned.program, case));
            // The search and the estimate of its annotated, partitioned plan agree.
            if certificate.model_seconds > 0.0 && !(0.7..1.4).contains(&agreement) {
                faults.push(format!("the estimate is {agreement:.2} times the model"));
            }
            faults
        }
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn the_plans_of_experts_are_found() {
    let wrong: Vec<String> = CASES
        .iter()
        .map(|case| (case, found(case)))
        .filter(|(_, faults)| !faults.is_empty())
        .map(|(case, faults)| format!("{}: {}", case.name, faults.join("; ")))
        .collect();
    assert_eq!(wrong, [""; 0]);
}

/// If the axis named `fast` is the outer one, with the slow links, the batch is on it, and the weights are on the other.
#[test]
fn swapped_links_swap_the_axes() {
    let structure = &[
        Property::With { arguments: &[4, 5], axis: "fast" },
        Property::Sharded { arguments: &[0, 2], dim: 1, shards: 4 },
        Property::Sharded { arguments: &[1, 3], dim: 0, shards: 4 },
    ];
    let case = CASES.iter().find(|case| case.name == "data_and_model").unwrap();
    let swapped = Case { mesh: "fast=2,slow=4", structure, ..*case };
    let planned = search(&swapped).unwrap();
    assert_eq!(missing(&swapped, &price(planned.program, &swapped)), [""; 0]);
}

/// In the model, the sums of several products are finished once they are added, and those of experts once they are summed.
#[test]
fn the_model_prices_sums_that_wait_as_the_estimate_does() {
    for name in ["separate_heads", "summed_experts"] {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let certificate = search(case).unwrap().view.certificate;
        let [model, estimate] = [certificate.model_seconds, certificate.estimate_seconds.unwrap()];
        assert!((model - estimate).abs() <= 0.01 * estimate, "{name}: {model} s and {estimate} s");
    }
}
