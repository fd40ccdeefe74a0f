//! Programs of JAX libraries, from the text that JAX prints to results on devices.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use partita_base::Source;
use partita_engine::{Seeds, XlaEngine, XlaSettings, verify_on};
use partita_mlir::{ParseOptions, PrintOptions, parse, print};
use partita_partition::PartitionOptions;
use serde_json::{Value, json};

use crate::differential::{self, check_same_text};
use crate::oracle::{self, Server};
use crate::partition::{self, Checked, Text};
use crate::{Outcome, engine, kinds, passes, root, run, target};

/// A run with fewer programs fails: it proves too little.
const ENOUGH: usize = 40;

/// Programs with an op that the interpreter does not evaluate, and what it reports. XLA runs both sides of these.
const ON_XLA: &[(&str, &str)] = &[("optimistix_levenberg_marquardt", "lapack_sormqr_ffi")];

/// Lowers the programs, checks each in all stages, and prints a line for each.
pub(crate) fn run_all(only: Option<&str>) -> Outcome {
    let (folder, index) = lower(only)?;
    let mut suite = Suite { server: Server::start()?, xla: None };
    let (mut passed, mut failed) = (0, 0);
    for (name, row) in &index {
        let start = Instant::now();
        let text = |part: &str| row[part].as_str().unwrap_or_default().to_string();
        let about = format!("{name} ({} {}, {})", text("library"), text("version"), text("mesh"));
        let outcome = match row["error"].as_str() {
            Some(error) => Err(format!("JAX does not lower it: {error}")),
            None => suite.program(name, &folder.join(format!("{name}.mlir"))),
        };
        let seconds = start.elapsed().as_secs_f64();
        match &outcome {
            Ok(way) => println!("ok      {about}: {way}, {seconds:.1} s"),
            Err(message) => println!("FAILED  {about}: {message}"),
        }
        *if outcome.is_ok() { &mut passed } else { &mut failed } += 1;
    }
    println!("third-party programs: {passed} passed, {failed} failed");
    if failed > 0 {
        return Err(format!("{failed} programs of {} failed", index.len()));
    }
    if only.is_none() && passed < ENOUGH {
        return Err(format!("expected at least {ENOUGH} programs, found {passed}"));
    }
    Ok(())
}

/// The folder of texts, and a row per program.
fn lower(only: Option<&str>) -> Result<(PathBuf, Vec<(String, Value)>), String> {
    let python = oracle::environment("third-party", "oracle/third_party/requirements.txt")?;
    let folder = target().join("third-party-programs");
    let index = folder.join("index.json");
    // If the script fails early, the index of an earlier run must not be taken for its result.
    let _ = fs::remove_file(&index);
    let mut command = Command::new(python);
    command.arg(root().join("oracle/third_party/lower.py")).arg(&folder).args(["--only", only.unwrap_or("")]);
    // Programs that cannot be lowered are in the index; the exit status must not stop the others.
    let lowered = run(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let index = fs::read_to_string(index).map_err(|error| format!("{lowered:?}: {error}"))?;
    let index: Value = serde_json::from_str(&index).map_err(|error| error.to_string())?;
    let rows = index.as_object().into_iter().flatten();
    Ok((folder, rows.map(|(name, row)| (name.clone(), row.clone())).collect()))
}

struct Suite {
    server: Server,
    /// Eight devices of XLA and one, started when a program first needs them.
    xla: Option<(XlaEngine, XlaEngine)>,
}

impl Suite {
    /// Checks one program; returns where its results were compared.
    fn program(&mut self, name: &str, path: &Path) -> Result<&'static str, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let source = Source::new(name, text.as_str()).map_err(|_| "the text is too large".to_string())?;
        let parsed = parse(&source, ParseOptions::default());
        let stage = |stage: &'static str| move |message: String| format!("{stage}: {message}");
        differential::check_program(path, &source, &parsed, "").map_err(stage("check and fmt"))?;
        self.propagates_as_jaxlib(name, &text).map_err(stage("propagation"))?;
        self.local_program_parses(&parsed.module).map_err(stage("partition"))?;
        self.results_are_equal(&Text { name: name.into(), text }).map_err(stage("verify"))
    }

    fn propagates_as_jaxlib(&mut self, name: &str, text: &str) -> Outcome {
        const PIPELINE: passes::Stage = ("sdy-propagation-pipeline", &[]);
        let question = json!({"cmd": "passes", "text": text, "pipeline": passes::pipeline_text(PIPELINE)?});
        let answer = self.server.ask(question)?.ok_or("jaxlib crashed")?;
        let expected =
            answer["text"].as_str().ok_or_else(|| format!("jaxlib refuses: {}", answer["error"]))?;
        let ours = passes::run_passes(name, text, &[PIPELINE])?;
        check_same_text(expected, &print(&ours, PrintOptions::default()))
    }

    fn local_program_parses(&mut self, module: &partita_ir::Module) -> Outcome {
        let local = partita_partition::partition(module, &PartitionOptions::default()).map_err(|found| {
            found.iter().map(|each| format!("[{}] {}", each.code, each.message)).collect::<String>()
        })?;
        let text = print(&local.module, PrintOptions::default());
        let answer = self.server.ask(json!({"cmd": "parse", "text": text}))?.ok_or("jaxlib crashed")?;
        let printed =
            answer["text"].as_str().ok_or_else(|| format!("jaxlib refuses: {}", answer["error"]))?;
        check_same_text(printed, &text)
    }

    /// In the interpreter, or on XLA where the list has the program.
    fn results_are_equal(&mut self, program: &Text) -> Result<&'static str, String> {
        let listed = ON_XLA.iter().find(|(name, _)| *name == program.name);
        match (partition::check_partitioned(program), listed) {
            (Checked::Equal, None) => kinds::is_finite(program).map(|()| "equal in the interpreter"),
            (Checked::Equal, Some(_)) => Err("it is on the list ON_XLA, but the interpreter runs it".into()),
            (Checked::NotRun(why), Some((_, reason))) if why.contains(reason) => {
                self.equal_on_xla(program).map(|()| "equal on XLA")
            }
            (Checked::NotRun(why), _) => Err(format!("the interpreter does not run it: {why}")),
            (Checked::Wrong(why), _) => Err(why),
        }
    }

    fn equal_on_xla(&mut self, program: &Text) -> Outcome {
        let (engine, single) = match &mut self.xla {
            Some(started) => started,
            none => none.insert(engines()?),
        };
        let seeds = Seeds { first: 0, count: 1 };
        let module = engine::parse_program(&program.name, &program.text)?;
        engine::check_equal(&module, &mut |program| verify_on(program, seeds, engine, single, &mut |_| ()))
    }
}

fn engines() -> Result<(XlaEngine, XlaEngine), String> {
    // Long programs take XLA a minute to compile.
    let settings = XlaSettings::default().python(oracle::python()?).timeout(Duration::from_secs(300));
    Ok((engine::start_engine(settings.clone(), engine::DEVICES)?, engine::start_engine(settings, 1)?))
}
