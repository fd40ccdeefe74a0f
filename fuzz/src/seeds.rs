//! The first inputs of the targets: the test data of the repository, split into chunks, and a few short texts of which
//! there are no files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use partita::ckks::{self, CostTable, PlanOptions};
use partita_interp::{Element, Tensor};
use partita_npy::{npy, npz};
use partita_onnx::file::from_text;

use crate::targets::{TARGETS, ckks as networks_target, hlo};

/// Longer texts are slow to change and show nothing that shorter ones do not.
const LONGEST: usize = 6000;

type Seeds = io::Result<Vec<Vec<u8>>>;

/// Writes the seeds of every target into a folder of its name.
pub(crate) fn write_all(folder: &Path) -> io::Result<()> {
    for target in TARGETS {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)()?.into_iter().enumerate() {
            fs::write(folder.join(format!("{number:04}")), seed)?;
        }
    }
    Ok(())
}

/// The files below a folder of the repository with one of these endings, in order.
fn files(folder: &str, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is a folder of the repository");
    let mut folders = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The modules of a file that are not too long.
fn modules(path: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let parts = partita_mlir::split_chunks(&text).into_iter().map(|range| text[range].to_string());
    parts.filter(|text| text.len() < LONGEST).collect()
}

pub(crate) fn mlir() -> Seeds {
    let mut paths = files("testdata", &[".mlir", ".in"])?;
    paths.extend(files("examples", &[".mlir"])?);
    paths.extend(files("docs/errors", &[".md"])?);
    let mut all = Vec::new();
    for path in paths {
        match path.extension().is_some_and(|ending| ending == "md") {
            true => all.extend(blocks(&path, "mlir")?),
            false => all.extend(modules(&path)),
        }
    }
    Ok(all.into_iter().map(String::into_bytes).collect())
}

pub(crate) fn bytecode() -> Seeds {
    files("testdata/bytecode", &[""])?.into_iter().map(fs::read).collect()
}

/// The code blocks of a page in a language.
fn blocks(path: &Path, language: &str) -> io::Result<Vec<String>> {
    let page = fs::read_to_string(path)?;
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next());
    Ok(blocks.map(str::to_string).collect())
}

/// Every pass on the modules that are kept for it, and with each of its options.
pub(crate) fn pipelines() -> Seeds {
    let mut seeds = Vec::new();
    for path in files("testdata", &[".mlir"])? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (pass, options) = name.split_once('@').unwrap_or((&name, ""));
        if hlo::passes().any(|known| known.name == pass) {
            let options = if options.is_empty() { String::new() } else { format!("{{{options}}}") };
            seeds.extend(modules(&path).iter().map(|text| format!("{pass}{options}\n{text}").into_bytes()));
        }
    }
    let small = fs::read_to_string(&files("examples", &["sub_axes.mlir"])?[0])?;
    for pass in hlo::passes() {
        seeds.push(format!("{}\n{small}", pass.name).into_bytes());
        for option in pass.options {
            let value = if option.default == "true" { "false" } else { "true" };
            seeds.push(format!("{}{{{}={value}}}\n{small}", pass.name, option.name).into_bytes());
        }
    }
    Ok(seeds)
}

fn texts(texts: &[&str]) -> Seeds {
    Ok(texts.iter().map(|text| text.as_bytes().to_vec()).collect())
}

pub(crate) fn rules() -> Seeds {
    texts(&[
        "[custom_call.my_matmul]\nrule = \"... i k, ... k j -> ... i j\"\nreduction = [\"k\"]\n",
        "[custom_call.\"my.split\"]\nrule = \"i (h d) -> i h d\"\nsizes = { h = 2 }\nblocked = [\"d\"]\n",
        "[custom_call.pair]\nrule = \"i a b -> i, i a b\"\nneed_replication = [\"a\"]\npermutation = [\"b\"]\n",
    ])
}

pub(crate) fn topologies() -> Seeds {
    let mut seeds = texts(&[
        "[default]\nlatency_us = 1.0\nbandwidth_gb_s = 100.0\n\n[axis.x]\nlatency_us = 10\nbandwidth_gb_s = 12.5\n",
    ])?;
    for path in files("testdata/cli", &["topology.toml", "reshard.toml"])? {
        seeds.push(fs::read(path)?);
    }
    Ok(seeds)
}

pub(crate) fn reshards() -> Seeds {
    texts(&[
        "x=4,y=2\n16,16,16\n[{\"x\"}, {}, {\"y\"}]\n[{}, {\"x\"}, {\"y\"}]",
        "x=2,y=2\n64,64,64\n_,_,x.y\n_,y.x,_",
        "x=8\n16,16\nx:(1)2,x:(4)2\n_,x",
        "x=4,y=2\n64,64\n[{\"y\"}, {}], unreduced={\"x\"}\n[{\"y\"}, {\"x\"}]",
        "x=4,y=2\n10,16\nP('x', None)\nP(None, ('x', 'y'))",
        "a=6,b=3\n7,5\na:(2)3,b\nb,a:(3)2",
    ])
}

/// Instances of the contest.
pub(crate) fn instances() -> Seeds {
    files("examples/auto", &[".json"])?.into_iter().map(fs::read).collect()
}

pub(crate) fn arrays() -> Seeds {
    let mut seeds = Vec::new();
    for path in files("testdata", &[".npz", ".npy"])? {
        seeds.push(fs::read(path)?);
    }
    let tensors = [
        Tensor::new(Element::F32, vec![2, 3], vec![1.0f32, -0.5, f32::NAN, 0.0, 3e8, 2.0]),
        Tensor::new(Element::I64, vec![], vec![-7i64]),
        Tensor::new(Element::Bool, vec![3], vec![true, false, true]),
        Tensor::new(Element::F64, vec![0, 4], Vec::<f64>::new()),
    ];
    seeds.extend(tensors.iter().map(npy::write));
    let named = tensors.iter().enumerate().map(|(number, tensor)| (format!("a{number}"), tensor));
    seeds.extend(npz::write(named));
    Ok(seeds)
}

pub(crate) fn model_texts() -> Seeds {
    let mut texts = Vec::new();
    for folder in ["testdata", "examples"] {
        for path in files(folder, &[".textproto"])? {
            texts.push(fs::read_to_string(path)?);
        }
    }
    for path in files("docs/errors", &[".md"])? {
        texts.extend(blocks(&path, "textproto")?);
    }
    Ok(texts.into_iter().map(String::into_bytes).collect())
}

pub(crate) fn models() -> Seeds {
    let mut models = Vec::new();
    for path in files("testdata", &[".onnx"])? {
        models.push(fs::read(path)?);
    }
    for text in model_texts()? {
        models.extend(String::from_utf8(text).ok().and_then(|text| from_text(&text).ok()));
    }
    Ok(models)
}

pub(crate) fn specs() -> Seeds {
    texts(&[
        r#"{"configuration": {"name": "two", "num_devices": 2},
"specs": [{"node": 0, "tensor": "w1", "spec": {"device": [0, 1], "sharded_dim": [{"axis": 1, "simple_sharding": [{"num_shards": 2}]}]}}, {"node": 0, "stage": 1}],
"inputs": [{"tensor": "x", "spec": {"device": [-1], "index_to_device_group_map": [[-1, [0, 1]]]}}]}"#,
        r#"{"configuration": {"name": "four", "num_devices": 4, "device": ["a", "b", "c", "d"]}, "specs": [{"node": "1", "stage": 0}]}"#,
    ])
}

pub(crate) fn networks() -> Seeds {
    let mut seeds = Vec::new();
    for path in files("testdata/ckks/nets", &[".toml"])? {
        seeds.push(fs::read(path)?);
    }
    Ok(seeds)
}

pub(crate) fn plans() -> Seeds {
    let network = networks_target::network();
    let plans =
        [networks_target::SLOTS, 256].map(|slots| ckks::plan(network, slots, &PlanOptions::default()));
    Ok(plans.into_iter().flatten().map(|plan| plan.text(network).to_string().into_bytes()).collect())
}

pub(crate) fn programs() -> Seeds {
    let network = networks_target::network();
    let mut seeds = Vec::new();
    if let Ok(plan) = ckks::plan(network, 256, &PlanOptions::default())
        && let Ok(lowered) = plan.lower(network, &plan.without_bootstraps())
    {
        seeds.push(lowered.listing(network).to_string().into_bytes());
    }
    Ok(seeds)
}

/// A model for a server, without its digests.
pub(crate) fn deployed() -> Seeds {
    let network = networks_target::network();
    let mut seeds = Vec::new();
    if let Ok(plan) = ckks::plan(network, 256, &PlanOptions::default())
        && let Ok(program) = ckks::lower(network, &plan, &plan.without_bootstraps(), &ckks::Passes::default())
        && let Ok(model) = ckks::deploy::CompiledModel::compile(network, program, &ckks::Ring::default(), 1.0)
    {
        let bytes = model.to_bytes();
        seeds.push(bytes[..bytes.len() - 32].to_vec());
    }
    Ok(seeds)
}

pub(crate) fn loops() -> Seeds {
    let network = networks_target::network();
    let plans =
        [networks_target::SLOTS, 256].map(|slots| ckks::plan(network, slots, &PlanOptions::default()));
    let forms = plans.into_iter().flatten().filter_map(|plan| plan.loops(network).ok());
    Ok(forms.map(|form| form.to_string().into_bytes()).collect())
}

pub(crate) fn shardings() -> Seeds {
    texts(&[
        "a: mesh [x=1, y=4, z=1] ([y, z, -], [x, y, -, -]) -> ([x, z, -])\n",
        "input: mesh [x=2, z=2] () -> ([x, z, -])\nb: mesh [x=2] ([x, -, -]) -> ([-, x, -])\n",
    ])
}

pub(crate) fn costs() -> Seeds {
    let CostTable { log_n, bootstrap, levels, rows } = CostTable::default();
    let row = rows[0];
    let text = format!(
        r#"{{"log_n": {log_n}, "bootstrap": {bootstrap}, "levels": {levels}, "rows": [{{"level": {}, "rotate": {}, "mul_plain": {}, "mul": {}, "add": {}, "rescale": {}}}]}}"#,
        row.level, row.rotate, row.mul_plain, row.mul, row.add, row.rescale
    );
    Ok(vec![text.into_bytes()])
}
