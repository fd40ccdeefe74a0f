//! Every mistake a rule or an edge can have, and the builder that makes none.

use partita_base::{Code, Cursor, code};
use partita_rule::edges::{EdgeError, parse_propagation_edges};
use partita_rule::text::parse_rule;
use partita_rule::{FactorKind, RuleBuilder, RuleError, RuleSpec};

fn rule(text: &str) -> RuleSpec {
    parse_rule(&mut Cursor::new(text)).unwrap()
}

fn codes(text: &str) -> Vec<Code> {
    rule(text).check().iter().map(RuleError::code).collect()
}

#[test]
fn a_rule_is_checked_alone() {
    for (text, expected) in [
        ("<([i, k], [k, j])->([i, j]) {i=8, j=2, k=4} reduction={k}>", &[][..]),
        ("<([i, i])->([i]) {i=2}>", &[code::FACTOR_REUSED]),
        ("<([i, j])->([i, j]) {i=2, j=3, k=4}>", &[code::FACTOR_UNUSED]),
        ("<([i])->([j]) {i=2}>", &[code::FACTOR_UNDEFINED]),
        ("<([ij])->([i]) {i=2, j=1}>", &[code::FACTOR_OF_ONE]),
        ("<([i])->([i]) {i=2} reduction={i}>", &[code::REDUCTION_IN_RESULT]),
        ("<([i, j])->([j]) {i=2, j=2} reduction={i, i}>", &[code::FACTOR_LIST_REPEATED]),
        ("<([i, j])->([i, j]) {i=2, j=2} need_replication={j, i}>", &[code::FACTOR_LIST_ORDER]),
        ("<([i])->([i]) {i=2} permutation={k}>", &[code::FACTOR_UNDEFINED]),
        ("<([i])->([i]) {i=2} need_replication={i} permutation={i}>", &[code::FACTOR_IN_TWO_LISTS]),
        ("<([i])->([i]) {i=2} need_replication={i} blocked_propagation={i}>", &[]),
        ("<([i])->([i]) {i=-1}>", &[code::FACTOR_SIZE]),
        ("<([i])->([i]) {i=0}>", &[]),
        ("<([i, *])->([i]) {i=2}>", &[code::DIM_WITHOUT_FACTOR]),
        ("<([])->([])>", &[]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}

#[test]
fn all_mistakes_at_once() {
    let text = "<([il, *], [kk])->([i, p]) {i=-8, j=2, k=4, l=1} reduction={k, i} permutation={i}>";
    assert_eq!(
        codes(text),
        [
            code::FACTOR_SIZE,
            code::FACTOR_OF_ONE,
            code::DIM_WITHOUT_FACTOR,
            code::FACTOR_REUSED,
            code::FACTOR_UNDEFINED,
            code::FACTOR_UNUSED,
            code::FACTOR_LIST_ORDER,
            code::FACTOR_IN_TWO_LISTS,
            code::REDUCTION_IN_RESULT,
        ]
    );
}

#[test]
fn a_rule_is_checked_against_its_op() {
    let matmul = rule("<([i, k], [k, j])->([i, j]) {i=8, j=2, k=4} reduction={k}>");
    let codes = |operands: &[Option<usize>], results: &[Option<usize>]| -> Vec<Code> {
        matmul.check_against(operands, results).iter().map(RuleError::code).collect()
    };
    assert_eq!(codes(&[Some(2), Some(2)], &[Some(2)]), []);
    assert_eq!(codes(&[Some(2)], &[Some(2)]), [code::RULE_OPERAND_COUNT]);
    assert_eq!(codes(&[Some(2), Some(2)], &[]), [code::RULE_RESULT_COUNT]);
    assert_eq!(codes(&[Some(2), Some(3)], &[Some(2)]), [code::RULE_RANK]);
    assert_eq!(codes(&[None, Some(2)], &[Some(1)]), [code::RULE_NOT_STATIC, code::RULE_RANK]);
    let message = matmul.check_against(&[Some(2), Some(3)], &[Some(2)])[0].to_string();
    assert_eq!(message, "expected mappings for 3 dimensions of operand 1 in the rule, found 2");
}

#[test]
fn edges_are_checked() {
    let errors = |text: &str| parse_propagation_edges(&mut Cursor::new(text)).unwrap().check();
    let codes = |text: &str| errors(text).iter().map(EdgeError::code).collect::<Vec<_>>();
    let entry = r#"[{"a" = operand-0 -> [result-0]}]"#;
    assert_eq!(codes(&format!("<[{{step-3 = {entry}}}, {{step-0 = {entry}}}]>")), []);
    assert_eq!(codes(&format!("<[{{step--1 = {entry}}}]>")), [code::EDGE_STEP_NEGATIVE]);
    assert_eq!(codes(&format!("<[{{step-0 = {entry}}}, {{step-0 = {entry}}}]>")), [code::EDGE_STEP_REPEATED]);
    assert_eq!(codes(r#"<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>"#), [code::EDGE_TO_ITSELF]);
    let twice = r#"<[{step-0 = [{"a":(1)2 = operand-0 -> [result-0, result-0]}]}]>"#;
    assert_eq!(codes(twice), [code::EDGE_TARGET_REPEATED]);
    assert_eq!(errors(twice)[0].to_string(), r#"step 0 moves axis "a":(1)2 to result-0 twice"#);
    let edges = r#"<[{step-0 = [{"a" = operand-2 -> [result-0, result--1]}]}]>"#;
    let edges = parse_propagation_edges(&mut Cursor::new(edges)).unwrap();
    let found = edges.check_against(2, 1);
    assert_eq!(found.iter().map(EdgeError::code).collect::<Vec<_>>(), [code::EDGE_VALUE_RANGE; 2]);
    assert_eq!(found[0].to_string(), "step 0 refers to operand-2, but the op has 2 operands");
}

#[test]
fn builder_makes_valid_rules() {
    // dynamic_slice of 32x4x8 to 32x1x2, with three scalar indices.
    let mut builder = RuleBuilder::new(&[3, 0, 0, 0], &[3]);
    builder.factor(FactorKind::PassThrough, 32).operand(0, 0).result(0, 0);
    builder.factor(FactorKind::NeedReplication, 4).operand(0, 1).result(0, 1).blocked();
    builder.factor(FactorKind::NeedReplication, 8).operand(0, 2).result(0, 2).blocked();
    let rule = builder.finish();
    assert_eq!(
        rule.to_string(),
        "<([i, j, k], [], [], [])->([i, j, k]) {i=32, j=4, k=8} need_replication={j, k} blocked_propagation={j, k}>"
    );
    assert_eq!(rule.check(), []);
    assert_eq!(rule.check_against(&[Some(3), Some(0), Some(0), Some(0)], &[Some(3)]), []);
}

#[test]
fn builder_fills_dimensions_and_drops_factors_of_one() {
    let mut builder = RuleBuilder::new(&[2, 0], &[2]);
    builder.factor(FactorKind::PassThrough, 4).everywhere(0);
    // Has no effect beside the factor above, so it is dropped.
    builder.factor(FactorKind::Permutation, 1).operand(0, 0);
    let last = builder.factor(FactorKind::Reduction, 6).operand(0, 1).id();
    assert_eq!(last.to_string(), "k");
    let rule = builder.finish();
    assert_eq!(rule.to_string(), "<([i, j], [])->([i, k]) {i=4, j=6, k=1} reduction={j}>");
    assert_eq!(rule.check(), []);
}
