//! Loops over the chunks of an output on several threads.
//!
//! The body is a `dyn Fn`: called once per chunk it costs nothing, while a generic one would compile rayon's
//! machinery again for every op and element type, which was three quarters of this crate's code.

use rayon::prelude::*;

/// The number of elements from which on a loop uses several threads.
pub(crate) const PARALLEL_FROM: usize = 1 << 15;

/// The number of elements of a chunk.
pub(crate) const CHUNK: usize = 1 << 12;

/// A vector that `body` fills chunk by chunk: it gets the offset of a chunk and the chunk.
pub(crate) fn fill<T: Copy + Default + Send>(
    len: usize,
    chunk: usize,
    body: &(dyn Fn(usize, &mut [T]) + Sync),
) -> Vec<T> {
    let mut out = vec![T::default(); len];
    each_chunk(&mut out, chunk, &|at, out| body(at * chunk, out));
    out
}

/// Calls `body` with the number of every chunk and the chunk; a single one stays on this thread.
pub(crate) fn each_chunk<T: Send>(out: &mut [T], chunk: usize, body: &(dyn Fn(usize, &mut [T]) + Sync)) {
    if chunk >= out.len() {
        body(0, out);
    } else {
        out.par_chunks_mut(chunk).enumerate().for_each(|(at, out)| body(at, out));
    }
}

/// Calls `body` with the number of every line and the line, many lines at a time on each thread.
pub(crate) fn each_line<T: Send>(out: &mut [T], line: usize, body: impl Fn(usize, &mut [T]) + Sync) {
    let lines = if out.len() >= PARALLEL_FROM { 1 + CHUNK / line } else { out.len() / line };
    each_chunk(out, lines * line, &|at, out| {
        for (next, out) in out.chunks_mut(line).enumerate() {
            body(at * lines + next, out);
        }
    });
}
