//! An allocator with a limit: an input that makes the code under test hold more than this fails, whatever machine it runs on.

#![allow(unsafe_code, reason = "an allocator is")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most bytes that are held at once, the corpus of libFuzzer included.
const LIMIT: usize = 2 << 30;

static HELD: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the system, as long as less than [`LIMIT`] is held.
pub(crate) struct Bounded;

impl Bounded {
    /// Counts bytes, unless they are too many.
    fn take(bytes: usize) -> bool {
        let held = HELD.fetch_add(bytes, Ordering::Relaxed);
        let fits = held.saturating_add(bytes) <= LIMIT;
        if !fits {
            HELD.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }
}

// SAFETY: everything is done by the allocator of the system; a request that is refused returns null, as is allowed.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Self::take(size) {
            return std::ptr::null_mut();
        }
        let new = unsafe { System.realloc(old, layout, size) };
        HELD.fetch_sub(if new.is_null() { size } else { layout.size() }, Ordering::Relaxed);
        new
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        unsafe { System.dealloc(old, layout) };
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
    }
}
