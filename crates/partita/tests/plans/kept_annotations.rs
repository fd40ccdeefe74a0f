//! Plans that keep the annotations of the program are compared with plans that lack them.

use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::plans::Given;
use partita::report::View;
use partita::search::{SearchOptions, ShardingPlanView, find_plan};

use super::{MACHINE, MLP, read};

fn answer(given: Given) -> ShardingPlanView {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh("data=4,model=2", None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.given = given;
    find_plan(&read(MLP), &options, &mut (), &mut ()).unwrap().view
}

#[test]
fn rows_that_lack_the_kept_annotations_are_marked() {
    let view = answer(Given::Kept);
    for row in &view.rows {
        assert_eq!(row.without_annotations, row.name != "as annotated", "{}", row.name);
    }
    let text = view.text();
    assert!(text.contains("\ndata parallel (without the annotations)  "), "{text}");
    assert!(text.contains("\nas annotated  "), "{text}");
    assert!(view.json().contains("\"without_annotations\": true"));
}

#[test]
fn rows_of_a_plan_without_annotations_are_not_marked() {
    let view = answer(Given::Removed);
    assert!(view.rows.iter().all(|row| !row.without_annotations));
    assert!(!view.text().contains("without the annotations"));
}
