//! A search that ends while its model is built answers with a plan that needs no search, and states why it ended.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::onnx::Bindings;
use partita::report::View;
use partita::search::{ModelAnswer, SearchEnd, SearchOptions, ShardingPlanView, find_model_plan, find_plan};

use super::onnx_models::perceptron;
use super::{MACHINE, MLP, read};

/// The answers for a program and for a model.
fn answers(change: impl Fn(&mut SearchOptions<'_>)) -> [ShardingPlanView; 2] {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh("x=2,y=2", None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    change(&mut options);
    let program = find_plan(&read(MLP), &options, &mut (), &mut ()).unwrap();
    let model = perceptron(8, 16, 32);
    let model = find_model_plan(&model, &Bindings::default(), &options, &mut (), &mut ()).unwrap();
    [program.view, model.view]
}

fn check(view: &ShardingPlanView, reason: SearchEnd, text: &str, json: &str) {
    assert_eq!((view.certificate.answer, view.certificate.reason), (ModelAnswer::Unsearched, reason));
    assert!(view.text().contains(&format!("search: ended before its model was built, {text}\n")));
    assert!(view.json().contains(&format!("\"answer\": \"unsearched\",\n    \"reason\": \"{json}\"")));
    assert_ne!(view.origin, "search");
}

#[test]
fn a_time_limit_that_is_over_at_once_is_the_reason() {
    for view in answers(|options| options.time_limit = Some(Duration::ZERO)) {
        check(&view, SearchEnd::TimeLimit, "the time is over", "time_limit");
    }
}

#[test]
fn a_cancelled_search_states_that_it_was_cancelled() {
    for view in answers(|options| options.stop = Some(Arc::new(AtomicBool::new(true)))) {
        check(&view, SearchEnd::Cancelled, "cancelled", "cancelled");
    }
}
