//! What the text form of rules and edges accepts, rejects and prints. Acceptance and spelling were
//! observed in sdy itself; a comment marks each deliberate difference.

use partita_base::{Cursor, SyntaxResult};
use partita_rule::edges::{
    AxisToPropagationDetails, EdgeNode, EdgeValueRef, PropagationEdges, PropagationOneStep,
    parse_propagation_edges,
};
use partita_rule::text::{parse_rule, parse_tensor_mapping};
use partita_rule::{FactorId, FactorSize, RuleOrigin, RuleSpec, TensorMapping};
use proptest::collection::vec;
use proptest::prelude::*;

fn all<T>(text: &str, read: impl FnOnce(&mut Cursor<'_>) -> SyntaxResult<T>) -> SyntaxResult<T> {
    let mut cursor = Cursor::new(text);
    let value = read(&mut cursor)?;
    if cursor.at_end() { Ok(value) } else { Err(cursor.expected("the end")) }
}

#[test]
fn rules_print_canonically() {
    for (text, canonical) in [
        (
            "<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>",
            "<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>",
        ),
        (
            "<([i, j])->([ij]) {i=8, j=8} reduction={i} need_replication={j} permutation={} blocked_propagation={i}>",
            "<([i, j])->([ij]) {i=8, j=8} reduction={i} need_replication={j} blocked_propagation={i}>",
        ),
        (
            "<([i, j])->([ij]) {i=8, j=8} need_replication={j} permutation={i} blocked_propagation={i, j}, custom>",
            "<([i, j])->([ij]) {i=8, j=8} need_replication={j} permutation={i} blocked_propagation={i, j}, custom>",
        ),
        ("<([i,j])->([]) {i=8,j=8},custom >", "<([i, j])->([]) {i=8, j=8}, custom>"),
        ("<([])->([])>", "<([])->([])>"),
        ("<([])->([]) {}>", "<([])->([])>"),
        ("<([iz_1])->([z_1z_2y]) {i=2,j=3}>", "<([iz_1])->([z_1z_2y]) {i=2, j=3}>"),
        ("<([zz_1])->([z_1z])>", "<([zz_1])->([z_1z])>"),
        ("<([i])->([i]) {i=0x10}>", "<([i])->([i]) {i=16}>"),
        ("<([i])->([i]) {i=-1}reduction={i,i}>", "<([i])->([i]) {i=-1} reduction={i, i}>"),
        (
            "< ( [ i ] , [ ] ) -> ( [ i ] ) { i = 2 } reduction = { i } , custom >",
            "<([i], [])->([i]) {i=2} reduction={i}, custom>",
        ),
        ("<([i])->([i]) reduction={i}>", "<([i])->([i]) reduction={i}>"),
        // sdy stops at 2^31 - 1; dimensions do not.
        ("<([i])->([i]) {i=9223372036854775807}>", "<([i])->([i]) {i=9223372036854775807}>"),
        // sdy prints a dimension without factors in this way but does not parse it; the checks refuse it.
        ("<([*])->([i]) {i=1}>", "<([*])->([i]) {i=1}>"),
    ] {
        let rule = all(text, parse_rule).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(rule.to_string(), canonical);
        assert_eq!(all(canonical, parse_rule).unwrap(), rule);
    }
}

#[test]
fn invalid_rules_are_rejected() {
    for text in [
        "",
        "<([i, k], [k, j])->([i, j]) {i=8, k=16, j=8}>",
        "<([i])->([i]) {j=1}>",
        "<([i])->([i]) {i=2, i=3}>",
        "<([i])->([i]) {i=2} blocked_propagation={i} reduction={i}>",
        "<([i])->([i]) {i=2} reduction={i} reduction={i}>",
        "<([i])->([i]) {i=2} need_replication={i} reduction={i}>",
        "<([i, j])->([ij]) {i=8, j=8} custom>",
        "<([i, j])->([i j]) {i=8, j=8}>",
        "<()->()>",
        "<()->([])>",
        "<([])->()>",
        "<([a])->([a]) {i=2}>",
        "<([I])->([I]) {i=2}>",
        "<([i])->([i]) {i=9223372036854775808}>",
        "<([z_01])->([i]) {i=2}>",
        "<([z_0])->([i]) {i=2}>",
        "<([z1])->([i]) {i=2}>",
        "<([z_])->([i]) {i=2}>",
        "<([z_1_2])->([i]) {i=2}>",
        "<([z _1])->([i]) {i=2}>",
        "<([z_99999999999999999999])->([i]) {i=2}>",
        "<([z_4294967295])->([i]) {i=2}>",
        "<([i$])->([i]) {i=2}>",
        "<([i.j])->([i]) {i=2}>",
        "<([z_1 i])->([i]) {i=2}>",
        "<([**])->([i]) {i=2}>",
        "<([*i])->([i]) {i=2}>",
        "<([i])->([i]) {i=2} foo={i}>",
        "<([i])->([i]) {i=2, }>",
        "<([i])([i]) {i=2}>",
        "<([i])->([i]) {i=2} reduction={*}>",
        "<([i])->([i]) {ij=2}>",
        "<([i])->([i]) {i=2}, custom, custom>",
        "<([i])->([i]) {i=2}, foo>",
        "<([i] [i])->([i]) {i=2}>",
        "<([i])->([i]) {i=2} {i=2}>",
        // sdy takes these two, loses a factor of the one and cannot print the other.
        "<([i])->([i]) {i=2} reduction={ij}>",
        "<([ij,])->([i]) {i=2}>",
    ] {
        assert!(all(text, parse_rule).is_err(), "{text}");
    }
}

#[test]
fn errors_have_a_help() {
    let error = all("<([i])->([i]) {j=1}>", parse_rule).unwrap_err();
    assert_eq!(error.message, "expected factor `i`, found `j`");
    assert_eq!(error.span.range(), 15..16);
    let error = all("<([i])->([i]) {i=2} permutation={i} reduction={i}>", parse_rule).unwrap_err();
    assert!(error.help.is_some());
    let error = all("<([ia])->([i]) {i=2}>", parse_rule).unwrap_err();
    assert_eq!(error.message, "unknown factor `a`; factors are `i` to `z`, `z_1`, …");
}

#[test]
fn reshape_rules_have_compound_factors() {
    for text in [
        "<([i, j, k])->([ij, k]) {i=2, j=4, k=32}>",
        "<([ij, k])->([i, j, k]) {i=2, j=4, k=32}>",
        "<([ij, k])->([i, jk]) {i=2, j=4, k=4}>",
    ] {
        let rule = all(text, parse_rule).unwrap();
        assert_eq!(rule.to_string(), text);
        assert_eq!(rule.check(), []);
    }
    assert_eq!(all("[i, jk]", parse_tensor_mapping).unwrap().to_string(), "[i, jk]");
}

#[test]
fn symbols_go_on_after_z() {
    use partita_base::Id;
    let names: Vec<String> = (0..20).map(|i| FactorId::from_index(i).to_string()).collect();
    assert_eq!(names.join(" "), "i j k l m n o p q r s t u v w x y z z_1 z_2");
}

#[test]
fn edges_print_canonically() {
    for (text, canonical) in [
        (
            r#"<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = [{"b":(1)2 = result-0 -> [operand-0, operand-1]}, {"a"=operand-0->[result-0]}]}]>"#,
            r#"<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = [{"b":(1)2 = result-0 -> [operand-0, operand-1]}, {"a" = operand-0 -> [result-0]}]}]>"#,
        ),
        (
            r#"<[{step - 00 = [{"a" = operand - 01 -> [result - 0x1]}]}]>"#,
            r#"<[{step-0 = [{"a" = operand-1 -> [result-1]}]}]>"#,
        ),
        (
            r#"<[{step--1 = [{"a" = operand--1 -> [result-0]}]}]>"#,
            r#"<[{step--1 = [{"a" = operand--1 -> [result-0]}]}]>"#,
        ),
    ] {
        let edges = all(text, parse_propagation_edges).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(edges.to_string(), canonical);
        assert_eq!(all(canonical, parse_propagation_edges).unwrap(), edges);
    }
}

#[test]
fn invalid_edges_are_rejected() {
    for text in [
        "<[]>",
        "<[{step-0 = []}]>",
        r#"<[{step-0 = [{"a" = operand-0 -> []}]}]>"#,
        r#"<[{step-0 = [{"a" = input-0 -> [result-0]}]}]>"#,
        r#"<[{step-0 = [{"a" = operand-0 -> result-0}]}]>"#,
        r#"<[{step-0=[{"a"=operand-0->[result-0]},]}]>"#,
        r#"<[{"a" = operand-0 -> [result-0]}]>"#,
        r#"<{step-0 = [{"a" = operand-0 -> [result-0]}]}>"#,
        r#"<[{step0 = [{"a" = operand-0 -> [result-0]}]}]>"#,
    ] {
        assert!(all(text, parse_propagation_edges).is_err(), "{text}");
    }
}

fn any_factor() -> impl Strategy<Value = FactorId> {
    use partita_base::Id;
    prop_oneof![4 => 0usize..4, 1 => 0usize..60, 1 => Just(u32::MAX as usize - 1)]
        .prop_map(FactorId::from_index)
}

fn any_rule() -> impl Strategy<Value = RuleSpec> {
    let tensors = || vec(vec(vec(any_factor(), 0..3), 0..4).prop_map(TensorMapping::new), 1..4);
    let list = || vec(any_factor(), 0..3);
    let origin = prop_oneof![Just(RuleOrigin::Derived), Just(RuleOrigin::Custom)];
    (
        vec(prop_oneof![-1i64..5, any::<i64>()].prop_map(FactorSize::Known), 0..30),
        tensors(),
        tensors(),
        list(),
        list(),
        list(),
        list(),
        origin,
    )
        .prop_map(
            |(
                factor_sizes,
                operands,
                results,
                reduction,
                need_replication,
                permutation,
                blocked_propagation,
                origin,
            )| {
                RuleSpec {
                    factor_sizes,
                    operands,
                    results,
                    reduction,
                    need_replication,
                    permutation,
                    blocked_propagation,
                    origin,
                }
            },
        )
}

fn any_edges() -> impl Strategy<Value = PropagationEdges> {
    let node = prop_oneof![Just(EdgeNode::Operand), Just(EdgeNode::Result)];
    let value =
        (node, prop_oneof![-1i64..3, any::<i64>()]).prop_map(|(node, index)| EdgeValueRef { node, index });
    let axis =
        (any::<String>(), prop::option::of((any::<i64>(), any::<i64>()))).prop_map(
            |(name, part)| match part {
                Some((pre, size)) => partita_mesh::spec::AxisSpec::part(name, pre, size),
                None => partita_mesh::spec::AxisSpec::full(name),
            },
        );
    let details = (axis, value.clone(), vec(value, 1..4))
        .prop_map(|(axis, source, targets)| AxisToPropagationDetails { axis, source, targets });
    let step = (prop_oneof![-1i64..3, any::<i64>()], vec(details, 1..3))
        .prop_map(|(step, axes)| PropagationOneStep { step, axes });
    vec(step, 1..4).prop_map(|steps| PropagationEdges { steps })
}

proptest! {
    #[test]
    fn any_rule_survives_printing_and_checking(rule in any_rule()) {
        let text = rule.to_string();
        prop_assert_eq!(&all(&text, parse_rule).unwrap(), &rule);
        let ranks = |tensors: &[TensorMapping]| tensors.iter().map(|t| Some(t.dims.len())).collect::<Vec<_>>();
        prop_assert!(rule.check_against(&ranks(&rule.operands), &ranks(&rule.results)).is_empty());
        for error in rule.check().into_iter().chain(rule.check_against(&[None, Some(1)], &[])) {
            prop_assert!(!error.to_string().is_empty() && !error.help().is_empty());
        }
    }

    #[test]
    fn any_edges_survive_printing_and_checking(edges in any_edges()) {
        let text = edges.to_string();
        prop_assert_eq!(&all(&text, parse_propagation_edges).unwrap(), &edges);
        for error in edges.check().into_iter().chain(edges.check_against(1, 1)) {
            prop_assert!(!error.to_string().is_empty() && !error.help().is_empty());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![
            any::<String>(),
            vec(prop::sample::select(vec![
                "<", ">", "(", ")", "[", "]", "{", "}", "->", "i", "z_", "z_1", "*", "=", ",", "1", "-", "custom",
                "reduction", "step", "operand", "result", "\"a\"", "é",
            ]), 0..30).prop_map(|tokens| tokens.concat()),
        ]
    ) {
        let _ = parse_rule(&mut Cursor::new(&text));
        let _ = parse_propagation_edges(&mut Cursor::new(&text));
        let _ = parse_rule(&mut Cursor::new(&format!("<([i{text}")));
    }
}
