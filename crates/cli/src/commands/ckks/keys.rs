//! `partita ckks keygen`, `encrypt` and `decrypt`: the steps of a client.

use partita::ckks::Safety;
use partita::ckks::deploy::{CompiledModel, Contract, SecretKey, key_text};
use partita::code;

use super::deploy::{StepReport, read, seal};
use super::{finding, values};
use crate::args::Common;
use crate::ckks_deploy_args::{Decrypt, Encrypt, Keygen};
use crate::exit::{Exit, Outcome};
use crate::{input, output, progress};

pub(super) fn run_ckks_keygen(arguments: &Keygen, common: &Common) -> Outcome {
    let stopped = |error| input::report_error(&error, common);
    // Whatever was encrypted with an old key would be lost with it.
    if arguments.output.exists() {
        let message =
            format!("{} exists already; a secret key is not overwritten", arguments.output.display());
        output::print_error(&message);
        return Err(Exit::Usage);
    }
    let contract = Contract::read(&read(&arguments.model)?).map_err(stopped)?;
    let needed = contract.params.seal_key_bytes(contract.rotations.len());
    if needed > common.limits.memory {
        let message = format!("keys need {needed} bytes of memory; the limit is {}", common.limits.memory);
        let help = "compile the model with `--max-keys` or fewer slots, or raise the limit by `--max-memory`, in GiB";
        return Err(finding(code::KEY_MEMORY, &message, help, common));
    }
    let mut report = StepReport::new(&contract);
    let safety = if arguments.insecure_test { Safety::InsecureTest } else { Safety::Standard };
    let keys = contract.generate_keys(&seal(&arguments.seal), safety, &mut progress::TerminalWatch);
    let keys = keys.map_err(stopped)?;
    let (count, seconds) = (contract.rotations.len() + 2, report.seconds());
    report.line(format!("key {}: {count} evaluation keys in {seconds:.1} s", key_text(&keys.id)));
    report.name("key", key_text(&keys.id));
    report.count("evaluation_keys", count);
    report.real("seconds", seconds);
    report.private_file(&arguments.output, "a secret key", keys.secret);
    report.file(&arguments.evaluation_keys, "evaluation keys", keys.evaluation);
    report.finish(common)
}

pub(super) fn run_ckks_encrypt(arguments: &Encrypt, common: &Common) -> Outcome {
    let stopped = |error| input::report_error(&error, common);
    let key = read(&arguments.key)?;
    let key = SecretKey::read(&key).map_err(stopped)?;
    let inputs = key.contract.inputs.iter();
    let wanted: Vec<values::Wanted<'_>> = inputs.map(|input| (input.name.as_str(), input.shape())).collect();
    let samples = values::samples_of_inputs(&arguments.input, &wanted, common)?;
    let samples = zeroize::Zeroizing::new(samples);
    let mut report = StepReport::new(&key.contract);
    key.contract.check_inputs(&samples).map_err(stopped)?;
    if let Some(path) = &arguments.model {
        let model = CompiledModel::read(&read(path)?).map_err(stopped)?;
        model.check_same(&key.contract).map_err(stopped)?;
        let check = || samples.iter().try_for_each(|sample| model.check_input(sample));
        progress::run_stage("check ranges", check).map_err(stopped)?;
    }
    let made =
        key.encrypt(&samples, &seal(&arguments.seal), &mut progress::TerminalWatch).map_err(stopped)?;
    let groups = samples.len().div_ceil(key.contract.lanes());
    let (ciphertexts, seconds) = (groups * key.contract.levels.len(), report.seconds());
    report.line(format!("{} samples in {ciphertexts} ciphertexts, {seconds:.1} s", samples.len()));
    report.name("key", key_text(&key.id));
    report.count("samples", samples.len());
    report.count("ciphertexts", ciphertexts);
    report.real("seconds", seconds);
    report.file(&arguments.output, "encrypted inputs", made);
    report.finish(common)
}

pub(super) fn run_ckks_decrypt(arguments: &Decrypt, common: &Common) -> Outcome {
    let stopped = |error| input::report_error(&error, common);
    let key = read(&arguments.key)?;
    let key = SecretKey::read(&key).map_err(stopped)?;
    let results = read(&arguments.results)?;
    let mut report = StepReport::new(&key.contract);
    let made =
        key.decrypt(&results, &seal(&arguments.seal), &mut progress::TerminalWatch).map_err(stopped)?;
    values::write_stacked(&arguments.output, &made, key.contract.output.shape(), common)?;
    let seconds = report.seconds();
    report.line(format!("{} results in {}, {seconds:.1} s", made.len(), arguments.output.display()));
    report.name("key", key_text(&key.id));
    report.count("samples", made.len());
    report.real("seconds", seconds);
    report.finish(common)
}
