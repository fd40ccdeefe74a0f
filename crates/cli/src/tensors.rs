//! Tensor files: one `.npy` file per tensor, or one `.npz` file for all.

use std::path::{Path, PathBuf};

use partita::hlo::TensorType;
use partita::tensor::{NpyError, Tensor, npy, npz};

use crate::files::{self, FileOut};
use crate::reading;

/// The reason why a tensor file cannot be used.
pub(crate) enum TensorFileError {
    /// The file cannot be read, or there are too many files.
    Usage(String),
    /// The file cannot be written.
    Unwritten(String),
    /// The content does not match the argument.
    Content(String),
}

/// An upper bound for the header of a `.npy` file: headers of version 1 have at most 2^16 bytes.
const HEADER: u64 = 1 << 17;

/// Explains why a program may have fewer arguments than the Python function.
const UNUSED: &str =
    "\nhelp: jax.jit drops arguments that the function does not use; `keep_unused=True` keeps them";

/// Reads the given arguments; the others are `None`.
pub(crate) fn read_arguments(
    files: &[PathBuf],
    types: &[TensorType],
) -> Result<Vec<Option<Tensor>>, TensorFileError> {
    let mut tensors: Vec<Option<Tensor>> = vec![None; types.len()];
    let too_many = |count: usize| {
        let message = format!("the program expects {} arguments, found {count}", types.len());
        TensorFileError::Usage(format!("{message}{UNUSED}"))
    };
    if files.len() > types.len() {
        return Err(too_many(files.len()));
    }
    for (index, path) in files.iter().enumerate() {
        let content = |why: String| TensorFileError::Content(format!("{}: {why}", path.display()));
        let bytes = reading::read_bytes(path)
            .map_err(|error| TensorFileError::Usage(format!("{}: {error}", path.display())))?;
        if !npz::is_archive(&bytes) {
            tensors[index] = Some(parse_argument(&bytes, index, &types[index]).map_err(content)?);
            continue;
        }
        if files.len() > 1 {
            let message =
                format!("{} is an archive of all arguments and must be the only file", path.display());
            return Err(TensorFileError::Usage(message));
        }
        let archive = npz::Archive::open(&bytes).map_err(|error| content(error.to_string()))?;
        let numbers = argument_numbers(&archive.names().collect::<Vec<_>>()).map_err(content)?;
        // With more arrays than arguments, a mismatch of the first one would hide the cause.
        let count = numbers.iter().map(|&number| number.saturating_add(1)).max().unwrap_or(0);
        if count > types.len() {
            return Err(too_many(count));
        }
        for (member, number) in numbers.into_iter().enumerate() {
            let wanted = &types[number];
            let elements = wanted.1.iter().fold(1u64, |all, &size| all.saturating_mul(size as u64));
            let limit = elements.saturating_mul(wanted.0.bytes() as u64).saturating_add(HEADER);
            let bytes = archive.member(member, limit).map_err(|error| content(error.to_string()))?;
            let read = parse_argument(&bytes, number, wanted);
            tensors[number] =
                Some(read.map_err(|why| content(with_argument_count(count, types.len(), why)))?);
        }
    }
    Ok(tensors)
}

/// Adds the number of arguments to the message `why` if it differs from that of the program, since it is the likely cause.
fn with_argument_count(given: usize, taken: usize, why: String) -> String {
    if given == taken {
        why
    } else {
        format!("the program expects {taken} arguments, found {given}; {why}{UNUSED}")
    }
}

/// Reads the only tensor of a file, of any type.
pub(crate) fn read_tensor(path: &Path) -> Result<Tensor, TensorFileError> {
    /// The maximum number of bytes of a member after decompression.
    const LIMIT: u64 = 1 << 32;
    let content = |why: NpyError| TensorFileError::Content(format!("{}: {why}", path.display()));
    let bytes = reading::read_bytes(path)
        .map_err(|error| TensorFileError::Usage(format!("{}: {error}", path.display())))?;
    if !npz::is_archive(&bytes) {
        return npy::read(&bytes, None).map_err(content);
    }
    let archive = npz::Archive::open(&bytes).map_err(content)?;
    match archive.names().count() {
        1 => npy::read(&archive.member(0, LIMIT).map_err(content)?, None).map_err(content),
        count => Err(content(format!("expected one tensor, found {count}").into())),
    }
}

/// Writes one tensor, as `.npy` or alone in an `.npz`.
pub(crate) fn write_tensor(path: &Path, tensor: &Tensor) -> Result<(), TensorFileError> {
    if path.extension().is_some_and(|extension| extension == "npz") {
        return write_results(path, std::slice::from_ref(tensor));
    }
    files::save_files(&[FileOut::new(path, npy::write(tensor))]).map_err(TensorFileError::Unwritten)
}

/// Parses a tensor and checks that it has the type of the argument.
fn parse_argument(bytes: &[u8], argument: usize, (element, shape): &TensorType) -> Result<Tensor, String> {
    let tensor = npy::read(bytes, Some(*element)).map_err(|error| error.to_string())?;
    if tensor.shape != *shape {
        let name = element.name();
        let (want, got) = (format!("{shape:?} of {name}"), format!("{:?} of {name}", tensor.shape));
        return Err(format!("expected {want} for argument {argument}, found {got}"));
    }
    Ok(tensor)
}

/// The argument number of each member of an archive.
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
                "member `{name}` is not named after an argument, such as `arg0` or `arr_0`, but other members are"
            ));
        };
        if let Some(other) = seen.insert(number, name) {
            return Err(format!("members `{other}` and `{name}` refer to the same argument"));
        }
    }
    Ok(numbers.into_iter().flatten().collect())
}

/// Writes tensors to an archive, or to files in a folder, which is created if necessary.
pub(crate) fn write_results(path: &Path, tensors: &[Tensor]) -> Result<(), TensorFileError> {
    if path.extension().is_some_and(|extension| extension == "npz") {
        let named = tensors.iter().enumerate().map(|(index, tensor)| (format!("arr_{index}"), tensor));
        let bytes = npz::write(named)
            .map_err(|why| TensorFileError::Unwritten(format!("cannot write {}: {why}", path.display())))?;
        return files::save_files(&[FileOut::new(path, bytes)]).map_err(TensorFileError::Unwritten);
    }
    let file = |(index, tensor)| FileOut::new(path.join(format!("{index}.npy")), npy::write(tensor));
    let files: Vec<FileOut> = tensors.iter().enumerate().map(file).collect();
    files::save_files_in(path, &files).map_err(TensorFileError::Unwritten)
}

#[cfg(test)]
mod tests {
    use super::argument_numbers;

    #[test]
    fn members_are_matched_by_number_or_by_order() {
        assert_eq!(argument_numbers(&["arr_1", "arr_0"]).unwrap(), [1, 0]);
        assert_eq!(argument_numbers(&["arg0", "arr_2"]).unwrap(), [0, 2]);
        assert_eq!(argument_numbers(&["w", "b", "args"]).unwrap(), [0, 1, 2]);
        assert!(argument_numbers(&["arg0", "b"]).is_err());
        assert!(argument_numbers(&["arg0", "arr_00"]).is_err());
        assert!(argument_numbers(&["arg99999999999999999999", "arg0"]).is_err());
    }
}
