//! ONNX models, as bytes and as text, and their specs.

use bytes::Bytes;
use partita::notation::parse_mesh;
use partita::onnx::{self, CheckOptions, Inference, OnMesh, RankPartition};
use partita::report::View as _;
use partita_onnx::annotate::{annotate_model, read_annotations, strip_annotations};
use partita_onnx::file::{Detail, ReadLimits, check_external, from_text, read_model, to_json, to_text};
use partita_onnx::structure::check_structure;
use prost::Message as _;

use super::{Broken, Checked, text};

/// An empty change leaves the bytes alone, a changed file reads as the changed model, and every model prints to a text that reads back.
pub(super) fn edits_what_it_reads(input: &[u8]) -> Checked {
    let bytes = Bytes::copy_from_slice(input);
    let model = match read_model(&bytes, &ReadLimits::default()) {
        Ok(read) => read.model,
        // The scan before decoding finds everything that decoding would stumble over.
        Err(finding) if finding.message.contains("cannot be decoded") => {
            return Err(Broken::new("the scan accepts what cannot be decoded", finding.message));
        }
        Err(_) => return Ok(()),
    };
    check_external(&model, |location| Ok(location.len() as u64));
    let wrong =
        |law: &'static str| move |error: partita_onnx::file::EditError| Broken::new(law, error.to_string());
    let edits = strip_annotations(&model);
    let segments = edits.apply(&bytes).map_err(wrong("a model cannot be stripped"))?;
    let stripped = Bytes::from(segments.concat());
    if edits.is_empty() && stripped != bytes {
        return Err(Broken::new("an empty change changes bytes", ""));
    }
    let again = read_model(&stripped, &ReadLimits::default())
        .map_err(|finding| Broken::new("a stripped model does not read", finding.message))?;
    let mut expected = model.clone();
    edits.apply_to(&mut expected).map_err(wrong("a model cannot be stripped"))?;
    // NaN is not equal to itself, so texts are compared.
    if format!("{:?}", again.model) != format!("{expected:?}") {
        return Err(Broken::new("the stripped file is not the stripped model", ""));
    }
    to_json(&bytes, Detail::Full);
    prints_again(&bytes)?;
    examined(&bytes);
    Ok(())
}

fn prints_again(bytes: &[u8]) -> Checked {
    let text = to_text(bytes, Detail::Full);
    let reread =
        from_text(&text).map_err(|finding| Broken::new("a printed model does not read", finding.message))?;
    match to_text(&reread, Detail::Full) == text {
        true => Ok(()),
        false => Err(Broken::new("printing a model twice differs", text)),
    }
}

/// Checks and infers; there is nothing to compare with.
fn examined(bytes: &Bytes) {
    let Ok(model) = onnx::read_model("input", bytes.clone()) else { return };
    let findings = model.check(&CheckOptions::default());
    if findings.len() > 1000 {
        return;
    }
    for propagate in [false, true] {
        let inferred = model.clone().infer(&Inference::default().propagate(propagate), &mut ());
        if let Ok(completed) = inferred {
            let _ = (completed.view(true).text(), completed.view(true).json());
            let _ = completed.segments();
        }
    }
}

/// Models of ranks read and are valid.
pub(super) fn ranks_are_models(input: &[u8]) -> Checked {
    let Ok(model) = onnx::read_model("input", Bytes::copy_from_slice(input)) else { return Ok(()) };
    if onnx::has_errors(&model.check(&CheckOptions::default())) {
        return Ok(());
    }
    let on = Some(OnMesh::new(parse_mesh("x=2", None).expect("it has a size")));
    let annotated = RankPartition::default().propagate(true);
    for partition in [annotated, RankPartition::default().on(on)] {
        let Ok(ranks) = model.partition(&partition) else { continue };
        let _ = (ranks.view().text(), ranks.view().json());
        for made in ranks.made.models.iter().take(4) {
            let bytes = Bytes::from(made.encode_to_vec());
            let read = read_model(&bytes, &ReadLimits::default());
            let read =
                read.map_err(|finding| Broken::new("the model of a rank does not read", finding.message))?;
            let found = check_structure(&read.model);
            if let Some(error) = found.iter().find(|_| onnx::has_errors(&found)) {
                return Err(Broken::new("the model of a rank is invalid", error.message.clone()));
            }
        }
    }
    Ok(())
}

/// A text that reads prints to one that reads to the same print.
pub(super) fn text_prints_what_it_reads(input: &[u8]) -> Checked {
    let Some(Ok(bytes)) = text(input).map(from_text) else { return Ok(()) };
    let bytes = Bytes::from(bytes);
    prints_again(&bytes)?;
    examined(&bytes);
    Ok(())
}

/// Specs that fit a model change its file and the model alike.
pub(super) fn specs_apply(input: &[u8]) -> Checked {
    let Some(Ok(wanted)) = text(input).map(read_annotations) else { return Ok(()) };
    let text = include_str!("../../../examples/mlp.textproto");
    let bytes = Bytes::from(from_text(text).expect("an example reads"));
    let model = read_model(&bytes, &ReadLimits::default()).expect("an example reads").model;
    let Ok(edits) = annotate_model(&model, &wanted) else { return Ok(()) };
    let wrong =
        |error: partita_onnx::file::EditError| Broken::new("specs cannot be written", error.to_string());
    let changed = Bytes::from(edits.apply(&bytes).map_err(wrong)?.concat());
    let mut expected = model;
    edits.apply_to(&mut expected).map_err(wrong)?;
    let again = read_model(&changed, &ReadLimits::default())
        .map_err(|finding| Broken::new("an annotated model does not read", finding.message))?;
    if format!("{:?}", again.model) != format!("{expected:?}") {
        return Err(Broken::new("the annotated file is not the annotated model", ""));
    }
    examined(&changed);
    Ok(())
}
