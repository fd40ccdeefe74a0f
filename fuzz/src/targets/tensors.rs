//! Files of numbers.

use partita_interp::Tensor;
use partita_npy::{npy, npz};

use super::{Broken, Checked};

/// Members of an archive may be this large; the limit of the command is higher.
const MEMBER_BYTES: u64 = 1 << 20;

/// What reads is written to bytes that read as the same.
pub(super) fn arrays_write_what_they_read(input: &[u8]) -> Checked {
    if !npz::is_archive(input) {
        return match npy::read(input, None) {
            Ok(tensor) => reads_again(&tensor),
            Err(_) => Ok(()),
        };
    }
    let Ok(archive) = npz::Archive::open(input) else { return Ok(()) };
    let names: Vec<String> = archive.names().map(str::to_string).collect();
    let mut tensors = Vec::new();
    for (index, name) in names.into_iter().enumerate().take(100) {
        let member = archive.member(index, MEMBER_BYTES);
        if let Some(tensor) = member.ok().and_then(|bytes| npy::read(&bytes, None).ok()) {
            tensors.push((name, tensor));
        }
    }
    let Ok(written) = npz::write(tensors.iter().map(|(name, tensor)| (name.clone(), tensor))) else {
        return Ok(());
    };
    let again = npz::Archive::open(&written)
        .map_err(|why| Broken::new("a written archive does not open", why.message))?;
    for (index, (name, tensor)) in tensors.iter().enumerate() {
        let bytes = again
            .member(index, u64::MAX)
            .map_err(|why| Broken::new("a written member does not open", why.message))?;
        let bytes_expected = npy::write(tensor);
        if bytes[..] != bytes_expected[..] || again.names().nth(index) != Some(name.as_str()) {
            return Err(Broken::new("a written member is another one", name.clone()));
        }
    }
    tensors.iter().try_for_each(|(_, tensor)| reads_again(tensor))
}

fn reads_again(tensor: &Tensor) -> Checked {
    let written = npy::write(tensor);
    let again = npy::read(&written, Some(tensor.element));
    let again = again.map_err(|why| Broken::new("a written array does not read", why.message))?;
    // NaN is not equal to itself, so bytes are compared.
    match npy::write(&again) == written && again.shape == tensor.shape {
        true => Ok(()),
        false => Err(Broken::new("a written array is another one", format!("{:?}", tensor.shape))),
    }
}
