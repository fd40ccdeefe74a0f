//! The annotations that suffice.

use partita::hlo::{self, Machine, Propagation};
use partita::plans::{self, Annotations, Given, MinimiseOptions, Pricing, Structure};

use super::{MACHINE, arguments, auto_program, on_mesh, read};

#[test]
fn few_annotations_give_the_same_shardings() {
    let machine = Machine::parse(MACHINE).unwrap();
    for (name, mesh, most) in [("data_parallel", "x=2,y=2", 2), ("data_and_model", "slow=2,fast=4", 4)] {
        let (program, mesh) = on_mesh(&auto_program(name), mesh);
        let structure = Structure::new(&program).unwrap();
        let plan = plans::baselines(&program, &structure, mesh).pop().unwrap().plan.unwrap();
        let propagation = Propagation::default();
        let few = plans::minimise(&program, &plan, &propagation, MinimiseOptions::default()).unwrap();
        assert!(few.annotations.count() <= most, "{name}: {:?}", arguments(&few.annotations));
        let cost = |plan: &Annotations| {
            plan.price(&program, &Pricing::new(&machine), &mut ()).unwrap().cost.step_seconds
        };
        assert_eq!(cost(&few.annotations), cost(&plan), "{name}");
    }
}

#[test]
fn needed_annotations_stay() {
    let program = read(&auto_program("experts.expert"));
    let plan = Annotations::read(&program);
    let few = plans::minimise(&program, &plan, &Propagation::default(), MinimiseOptions::default()).unwrap();
    assert!(few.annotations.count() < plan.count());
    let local = |plan: &Annotations| {
        let program = plan.apply(&program, Given::Removed);
        hlo::partition(program, &hlo::Partitioning::default()).unwrap().text().to_string()
    };
    assert_eq!(local(&few.annotations), local(&plan));
    let none = plans::minimise(
        &program,
        &Annotations::none(&program),
        &Propagation::default(),
        MinimiseOptions::default(),
    );
    assert_eq!(none.unwrap().annotations.count(), 0);
}
