//! How many files this program may have open. A connection is one of them.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many as the operating system lets it have, and tells how many that are; nothing if there is no limit.
pub(crate) fn most() -> Option<usize> {
    let before = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: before.maximum, maximum: before.maximum };
    // Where it may not have them all, it keeps what it has.
    let most = if setrlimit(Resource::Nofile, wanted).is_ok() { before.maximum } else { before.current };
    most.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Resource, getrlimit, most};

    #[test]
    fn the_limit_is_raised_as_far_as_it_goes() {
        let files = most();
        let after = getrlimit(Resource::Nofile);
        assert_eq!(files.map(|files| files as u64), after.current);
        assert!(cfg!(not(target_os = "linux")) || after.current == after.maximum, "{after:?}");
    }
}
