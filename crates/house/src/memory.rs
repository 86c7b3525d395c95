//! Memory that those who left have let go of, given back to the system.

/// Gives back what is free. GNU's allocator keeps, for each thread, what thousands of connections took, until it is asked.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // Safety: it is handed no pointer, and may be called at any time and from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives back what is free: other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
