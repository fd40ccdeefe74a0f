//! The passes that lead to local programs, against jaxlib's.
//!
//! They expect programs that earlier passes have prepared; on others they fail, and often end the process. So each pass
//! is a separate question; where jaxlib reports an error or ends, ours must reject the program, and a module that does
//! not verify is compared in generic form.

use partita_mlir::{PrintOptions, print};
use serde_json::json;

use crate::Outcome;
use crate::confirmed::Digest;
use crate::differential::check_same_text;
use crate::oracle::{Server, report_verdict};
use crate::passes::{Stage, pipeline_text, run_passes};

const BEFORE: &[Stage] = &[
    ("sdy-propagation-pipeline", &[]),
    ("sdy-close-shardings", &[]),
    ("sdy-insert-explicit-reshards", &[("enable-full-version", "true")]),
];
const EXCHANGE: Stage = ("sdy-resolve-permutation-factors", &[]);
const NO_EXCHANGE: Stage = ("sdy-resolve-permutation-factors", &[("enable-halo-exchange", "false")]);
const COLLECTIVES: Stage = ("sdy-reshard-to-collectives", &[]);
const PAD: Stage = ("sdy-pad-for-divisibility", &[]);
const LOCAL: Stage = ("sdy-convert-global-to-local", &[]);
const LOCAL_OTHERWISE: Stage = (
    "sdy-convert-global-to-local",
    &[
        ("combine-multi-dimension-reduce-scatter", "true"),
        ("enable-rgv3", "true"),
        ("per-dim-all-gather", "true"),
    ],
);

/// Passes and programs on which jaxlib ends its process and ours accepts the program, and the reason.
const ENDS: &[(&str, &str, &str)] = &[(
    "sdy-resolve-permutation-factors",
    "text_sharded_unknown_ops.mlir",
    "jaxlib reads the dialect of an op whose name has none",
)];

/// The answer of jaxlib to one question.
enum Answer {
    Text(String),
    /// jaxlib cannot parse the text, which one of its own passes may have printed in an invalid form.
    Unread,
    Failed,
    Crashed,
}

/// Counts of runs by the answer that both sides agree on.
#[derive(Default)]
pub(crate) struct LocalPasses {
    same: usize,
    failed: usize,
    crashed: usize,
    unread: usize,
    failures: Vec<String>,
}

impl LocalPasses {
    /// Compares all passes on one program. Each pass starts from jaxlib's text; returns whether all these texts are
    /// also ours, which a digest of our texts requires.
    pub(crate) fn compare(&mut self, server: &mut Server, program: &str, text: &str) -> Result<bool, String> {
        let ours = after(program, text, BEFORE);
        let Answer::Text(mut text) = ask(server, text, BEFORE)? else { return Ok(ours.is_err()) };
        let mut is_ours = ours.is_ok_and(|ours| ours == text);
        self.pass(server, program, &text, NO_EXCHANGE)?;
        if let Some(after) = self.pass(server, program, &text, EXCHANGE)? {
            text = after;
        }
        if let Answer::Text(theirs) = ask(server, &text, &[COLLECTIVES])? {
            is_ours &= after(program, &text, &[COLLECTIVES]).is_ok_and(|ours| ours == theirs);
            text = theirs;
        }
        self.pass(server, program, &text, LOCAL)?;
        if let Some(after) = self.pass(server, program, &text, PAD)?.filter(|after| *after != text) {
            text = after;
            self.pass(server, program, &text, LOCAL)?;
        }
        self.pass(server, program, &text, LOCAL_OTHERWISE)?;
        Ok(is_ours)
    }

    /// Runs that agree.
    pub(crate) fn passed(&self) -> usize {
        self.same + self.failed + self.crashed
    }

    /// Runs that differ.
    pub(crate) fn failed(&self) -> usize {
        self.failures.len()
    }

    /// Compares one pass; what jaxlib makes of the text, if that is a module.
    fn pass(
        &mut self,
        server: &mut Server,
        program: &str,
        text: &str,
        stage: Stage,
    ) -> Result<Option<String>, String> {
        let answer = ask(server, text, &[stage])?;
        let ours = run_passes(program, text, &[stage]);
        let what = format!("{} on {program}", stage.0);
        match (&answer, ours) {
            (Answer::Text(expected), Ok(ours)) => {
                let generic = expected.starts_with("\"builtin.module\"");
                let ours = print(&ours, PrintOptions::default().generic(generic));
                match check_same_text(expected, &ours) {
                    Ok(()) => self.same += 1,
                    Err(message) => self.failures.push(format!("{what}: {message}")),
                }
                return Ok((!generic).then(|| expected.clone()));
            }
            // jaxlib reads elements of narrower types as 64-bit numbers, past the end of the data; sometimes without a
            // crash.
            (Answer::Text(_), Err(message)) if message.contains("fewer than 64 bits") => self.crashed += 1,
            (Answer::Text(_), Err(message)) => self.failures.push(format!("{what}: {message}")),
            (Answer::Unread, _) => self.unread += 1,
            (Answer::Failed, Err(_)) => self.failed += 1,
            (Answer::Crashed, Err(_)) => self.crashed += 1,
            (Answer::Failed, Ok(_)) => {
                self.failures.push(format!("{what}: jaxlib reports an error, ours none"))
            }
            (Answer::Crashed, Ok(_))
                if ENDS.iter().any(|(pass, text, _)| *pass == stage.0 && *text == program) =>
            {
                self.crashed += 1;
            }
            (Answer::Crashed, Ok(_)) => {
                self.failures.push(format!("{what}: jaxlib ends, ours accepts the program"))
            }
        }
        Ok(None)
    }

    /// Reports the counts.
    pub(crate) fn verdict(&self) -> Outcome {
        println!(
            "passes to local programs: {} texts are the same; jaxlib reports an error {} times and ends {} times, \
             where ours rejects the program; it cannot parse {} of its own texts",
            self.same, self.failed, self.crashed, self.unread
        );
        report_verdict("runs of passes to local programs", self.passed(), &self.failures)
    }
}

/// The text after our passes.
fn after(program: &str, text: &str, stages: &[Stage]) -> Result<String, String> {
    run_passes(program, text, stages).map(|module| print(&module, PrintOptions::default()))
}

/// Adds the texts after our passes to a digest, in the order in which [`LocalPasses::compare`] runs them.
pub(crate) fn add_answers(digest: &mut Digest, program: &str, text: &str) {
    let mut answer = |text: &str, stages: &[Stage]| {
        let answer = after(program, text, stages);
        digest.add(answer.as_ref().map_or_else(|message| message.as_str(), String::as_str));
        answer.ok()
    };
    let Some(mut text) = answer(text, BEFORE) else { return };
    answer(&text, &[NO_EXCHANGE]);
    text = answer(&text, &[EXCHANGE]).unwrap_or(text);
    text = answer(&text, &[COLLECTIVES]).unwrap_or(text);
    answer(&text, &[LOCAL]);
    if let Some(padded) = answer(&text, &[PAD]).filter(|padded| *padded != text) {
        answer(&padded, &[LOCAL]);
        text = padded;
    }
    answer(&text, &[LOCAL_OTHERWISE]);
}

fn ask(server: &mut Server, text: &str, stages: &[Stage]) -> Result<Answer, String> {
    let pipelines: Vec<String> =
        stages.iter().map(|stage| pipeline_text(*stage)).collect::<Result<_, _>>()?;
    let question = json!({"cmd": "steps", "text": text, "pipelines": pipelines, "allow_unregistered": true});
    let Some(answer) = server.ask(question)? else { return Ok(Answer::Crashed) };
    if answer["ok"] != true {
        return Ok(Answer::Unread);
    }
    if !answer["stopped"].is_null() {
        return Ok(Answer::Failed);
    }
    let texts = answer["texts"].as_array().into_iter().flatten();
    let last = texts.filter_map(|text| text.as_str()).next_back();
    Ok(Answer::Text(last.unwrap_or(text).to_string()))
}
