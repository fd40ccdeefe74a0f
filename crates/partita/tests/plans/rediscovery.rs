//! The search finds the plans of experts from no annotations at all.

use partita::Error;
use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::search::{FoundPlan, SearchOptions, find_plan};

use super::experts::{CASES, Case, Property, faults, faults_against, missing, price};
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
            if certificate.model_seconds > 0.0 && !(0.95..1.12).contains(&agreement) {
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

/// If the axis named `fast` is the outer one, with the slow links, the batch is on it, and the weights are on the other. The plan is as fast
/// as that of the expert with the names of the axes exchanged, and faster than that of the expert for the other links.
#[test]
fn swapped_links_swap_the_axes() {
    let structure = &[
        Property::With { arguments: &[4, 5], axis: "fast" },
        Property::Sharded { arguments: &[0, 2], dim: 1, shards: 4 },
        Property::Sharded { arguments: &[1, 3], dim: 0, shards: 4 },
    ];
    let case = CASES.iter().find(|case| case.name == "data_and_model").unwrap();
    let swapped = Case { mesh: "fast=2,slow=4", structure, ..*case };
    let text = auto_program("data_and_model.expert");
    let exchanged =
        text.replace("\"slow\"", "\"?\"").replace("\"fast\"", "\"slow\"").replace("\"?\"", "\"fast\"");
    let expert = price(read(&exchanged), &swapped);
    assert_eq!(missing(&swapped, &expert), [""; 0]);
    // The names as they were: the batch is on the fast links, and the weights are on the slow ones.
    let axes =
        [r#"<["slow"=2, "fast"=4]>"#, r#"{name = "slow", size = 2 : i64}, {name = "fast", size = 4 : i64}"#];
    let others =
        [r#"<["fast"=2, "slow"=4]>"#, r#"{name = "fast", size = 2 : i64}, {name = "slow", size = 4 : i64}"#];
    assert!(axes.iter().all(|axes| text.contains(axes)));
    let kept = axes.iter().zip(others).fold(text, |text, (axes, other)| text.replace(axes, other));
    let other = price(read(&kept), &swapped);
    let planned = price(search(&swapped).unwrap().program, &swapped);
    assert_eq!(faults_against(&swapped, &planned, &expert), [""; 0]);
    assert!(expert.cost.step_seconds < other.cost.step_seconds);
}

/// Without a memory limit, the parameters of a data-parallel step are replicated, and every gradient takes one all-reduce. A machine
/// without fixed costs is indifferent: an all-reduce sends as much as the reduce-scatter of a gradient and the gather of a parameter, and
/// devices that update a shard each update less. So this machine has the time that starting a kernel takes.
#[test]
fn ample_memory_replicates_the_parameters() {
    let case = CASES.iter().find(|case| case.name == "data_parallel").unwrap();
    let text = case.machine.replace("kernel_us = 0", "kernel_us = 2");
    assert_ne!(text, case.machine);
    let machine: &'static str = Box::leak(text.into_boxed_str());
    let structure = &[
        Property::Sharded { arguments: &[0, 1], dim: 0, shards: 1 },
        Property::Sharded { arguments: &[0, 1], dim: 1, shards: 1 },
        Property::Sharded { arguments: &[2, 3], dim: 0, shards: 4 },
        // Two gradients and the loss.
        Property::Collectives { most: 3 },
    ];
    let ample = Case { memory: 1 << 30, machine, structure, ..*case };
    let planned = search(&ample).unwrap();
    let sent = |name: &str| {
        let row = planned.view.rows.iter().find(|row| row.name == name);
        row.and_then(|row| row.figures).unwrap().sent_bytes
    };
    assert_eq!(sent("FSDP"), sent("data parallel"));
    let priced = price(planned.program, &ample);
    assert_eq!(faults(&ample, &priced), [""; 0]);
    assert!(priced.partitioned.collectives().iter().all(|each| each.name == "all_reduce"));
}

/// On one device there is nothing to shard: no annotation, no collective, and the time of the program itself.
#[test]
fn one_device_has_an_empty_plan() {
    for case in &CASES {
        let alone = Case { mesh: "x=1", memory: 1 << 30, ..*case };
        let planned = search(&alone).unwrap();
        assert_eq!((planned.view.annotated, planned.view.figures.collectives), (0, 0), "{}", case.name);
        let bare = price(read(&auto_program(case.name)), &alone);
        let steps = [planned.view.figures.step_seconds, bare.cost.step_seconds];
        assert!((steps[0] - steps[1]).abs() <= 1e-9 * steps[1], "{}: {steps:?}", case.name);
    }
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
