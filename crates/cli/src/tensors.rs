//! Files of tensors: one each as `.npy`, or all in one `.npz`.

use std::path::{Path, PathBuf};

use partita::hlo::TensorType;
use partita::tensor::{Tensor, npy, npz};

use crate::files::{self, FileOut};
use crate::reading;

/// Why a file is of no use.
pub(crate) enum FileFault {
    /// It cannot be read, or it is one too many.
    Usage(String),
    /// It cannot be written.
    Unwritten(String),
    /// It does not hold what is expected.
    Content(String),
}

/// A header is small; version 1 of the format has no longer ones.
const HEADER: u64 = 1 << 17;

/// Why there may be fewer arguments than in Python.
const UNUSED: &str =
    "\nhelp: jax.jit drops arguments that the function does not use; `keep_unused=True` keeps them";

/// Reads the arguments that are given; the others stay empty.
pub(crate) fn read(files: &[PathBuf], types: &[TensorType]) -> Result<Vec<Option<Tensor>>, FileFault> {
    let mut tensors: Vec<Option<Tensor>> = vec![None; types.len()];
    let too_many = |count: usize| {
        let message = format!("{count} arguments are given, the program takes {}", types.len());
        FileFault::Usage(format!("{message}{UNUSED}"))
    };
    if files.len() > types.len() {
        return Err(too_many(files.len()));
    }
    for (index, path) in files.iter().enumerate() {
        let content = |why: String| FileFault::Content(format!("{}: {why}", path.display()));
        let bytes =
            reading::read(path).map_err(|error| FileFault::Usage(format!("{}: {error}", path.display())))?;
        if !npz::is_archive(&bytes) {
            tensors[index] = Some(tensor(&bytes, index, &types[index]).map_err(content)?);
            continue;
        }
        if files.len() > 1 {
            let message = format!("{} holds all arguments; give it alone", path.display());
            return Err(FileFault::Usage(message));
        }
        let archive = npz::Archive::open(&bytes).map_err(content)?;
        let numbers = argument_numbers(&archive.names().collect::<Vec<_>>()).map_err(content)?;
        // Of more arrays than arguments the first that does not fit says little about the cause.
        let count = numbers.iter().map(|&number| number.saturating_add(1)).max().unwrap_or(0);
        if count > types.len() {
            return Err(too_many(count));
        }
        for (member, number) in numbers.into_iter().enumerate() {
            let wanted = &types[number];
            let elements = wanted.1.iter().fold(1u64, |all, &size| all.saturating_mul(size as u64));
            let limit = elements.saturating_mul(wanted.0.bytes() as u64).saturating_add(HEADER);
            let bytes = archive.member(member, limit).map_err(content)?;
            let read = tensor(&bytes, number, wanted);
            tensors[number] = Some(read.map_err(|why| content(counted(count, types.len(), why)))?);
        }
    }
    Ok(tensors)
}

/// A complaint about one of `given` arguments; if their number differs from what the program takes, that comes first.
fn counted(given: usize, taken: usize, why: String) -> String {
    match given == taken {
        true => why,
        false => format!("{given} arguments are given, the program takes {taken}; {why}{UNUSED}"),
    }
}

/// Reads the only tensor of a file, of whatever type.
pub(crate) fn read_one(path: &Path) -> Result<Tensor, FileFault> {
    /// Most bytes of a member that is compressed.
    const LIMIT: u64 = 1 << 32;
    let content = |why: String| FileFault::Content(format!("{}: {why}", path.display()));
    let bytes =
        reading::read(path).map_err(|error| FileFault::Usage(format!("{}: {error}", path.display())))?;
    if !npz::is_archive(&bytes) {
        return npy::read(&bytes, None).map_err(content);
    }
    let archive = npz::Archive::open(&bytes).map_err(content)?;
    match archive.names().count() {
        1 => npy::read(&archive.member(0, LIMIT).map_err(content)?, None).map_err(content),
        count => Err(content(format!("there are {count} tensors instead of one"))),
    }
}

/// Writes one tensor, as `.npy` or alone in an `.npz`.
pub(crate) fn write_one(path: &Path, tensor: &Tensor) -> Result<(), FileFault> {
    if path.extension().is_some_and(|extension| extension == "npz") {
        return write(path, std::slice::from_ref(tensor));
    }
    files::save(&[FileOut::new(path, npy::write(tensor))]).map_err(FileFault::Unwritten)
}

/// Reads a tensor of a type.
fn tensor(bytes: &[u8], argument: usize, (element, shape): &TensorType) -> Result<Tensor, String> {
    let tensor = npy::read(bytes, Some(*element))?;
    if tensor.shape != *shape {
        let name = element.name();
        let (want, got) = (format!("{shape:?} of {name}"), format!("{:?} of {name}", tensor.shape));
        return Err(format!("argument {argument} is {want}, the file has {got}"));
    }
    Ok(tensor)
}

/// Which arguments the members of an archive are.
fn argument_numbers(names: &[&str]) -> Result<Vec<usize>, String> {
    let number = |name: &&str| {
        let digits = name.strip_prefix("arg").or_else(|| name.strip_prefix("arr_"))?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let numbers: Vec<Option<usize>> = names.iter().map(number).collect();
    if numbers.iter().all(Option::is_none) {
        return Ok((0..names.len()).collect());
    }
    let mut seen = std::collections::BTreeMap::new();
    for (name, number) in names.iter().zip(&numbers) {
        let Some(number) = number else {
            return Err(format!(
                "member `{name}` is not called after an argument, as others are: `arg0`, `arr_0`"
            ));
        };
        if let Some(other) = seen.insert(number, name) {
            return Err(format!("members `{other}` and `{name}` are the same argument"));
        }
    }
    Ok(numbers.into_iter().flatten().collect())
}

/// Writes tensors to an archive, or to files of a folder, which is made if it does not exist.
pub(crate) fn write(path: &Path, tensors: &[Tensor]) -> Result<(), FileFault> {
    if path.extension().is_some_and(|extension| extension == "npz") {
        let named = tensors.iter().enumerate().map(|(index, tensor)| (format!("arr_{index}"), tensor));
        let bytes = npz::write(named)
            .map_err(|why| FileFault::Unwritten(format!("cannot write {}: {why}", path.display())))?;
        return files::save(&[FileOut::new(path, bytes)]).map_err(FileFault::Unwritten);
    }
    let file = |(index, tensor)| FileOut::new(path.join(format!("{index}.npy")), npy::write(tensor));
    let files: Vec<FileOut> = tensors.iter().enumerate().map(file).collect();
    files::save_in(path, &files).map_err(FileFault::Unwritten)
}

#[cfg(test)]
mod tests {
    use super::argument_numbers;

    #[test]
    fn members_are_arguments_by_number_or_in_order() {
        assert_eq!(argument_numbers(&["arr_1", "arr_0"]).unwrap(), [1, 0]);
        assert_eq!(argument_numbers(&["arg0", "arr_2"]).unwrap(), [0, 2]);
        assert_eq!(argument_numbers(&["w", "b", "args"]).unwrap(), [0, 1, 2]);
        assert!(argument_numbers(&["arg0", "b"]).is_err());
        assert!(argument_numbers(&["arg0", "arr_00"]).is_err());
        assert!(argument_numbers(&["arg99999999999999999999", "arg0"]).is_err());
    }
}
