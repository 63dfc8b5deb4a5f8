//! A disk that can lose power: a library to preload into a program (`LD_PRELOAD`).
//!
//! A killed program loses nothing that it wrote, because the kernel still has it. A power cut also takes what was
//! written and not synced. This library stands in for the calls that write, truncate, sync and remove, and keeps notes
//! on the files of one folder, named by [`FOLDER_VARIABLE`], in a folder beside it:
//!
//! - `NAME` has the contents that are safe: those of the last sync.
//! - `NAME.unsynced` lists the ranges that were written or cut since.
//! - `NAME.named` exists once the folder was synced: without it, the file itself is lost.
//!
//! Whoever cuts the power kills the program and calls [`cut`], which builds from these notes what a disk may hold: the
//! safe contents, and any part of the rest. Files that are watched are not really synced, which makes a test fast and
//! no less strict. A program for which the variable is not set notices nothing.
//!
//! Memory maps are not followed. `SQLite` maps only its shared memory, which no restart reads.

#![cfg(target_os = "linux")]

use std::ffi::{CStr, OsString, c_char, c_int, c_void};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use libc::{off_t, size_t, ssize_t};

/// The folder whose files can be lost.
pub const FOLDER_VARIABLE: &str = "UTH_POWERCUT_FOLDER";

/// The end of the name of `SQLite`'s shared memory, which is lost with the power.
const SHARED_MEMORY: &str = "-shm";

/// Held while a file and the notes on it change, so that a sync never misses a write that came before it.
static NOTES: Mutex<()> = Mutex::new(());

/// What a disk writes whole or not at all.
const SECTOR: u64 = 512;

/// The folder beside `folder` that has the notes on it.
fn notes_of(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".disk");
    name.into()
}

fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from)).as_deref()
}

/// The path that a descriptor was opened with, if it is the folder or a file in it.
fn watched(descriptor: c_int) -> Option<PathBuf> {
    let folder = folder()?;
    let path = fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    let is_inside = path == folder || path.parent() == Some(folder);
    (is_inside && !path.to_string_lossy().ends_with(SHARED_MEMORY)).then_some(path)
}

/// The note on a file with that ending; without an ending, its safe contents.
fn note(path: &Path, ending: &str) -> Option<PathBuf> {
    let mut name = OsString::from(path.file_name()?);
    name.push(ending);
    Some(notes_of(path.parent()?).join(name))
}

/// Does something to a file and notes the range that it changed; a cut has the length `u64::MAX`.
fn changing(path: &Path, change: impl FnOnce() -> ssize_t, range: impl FnOnce(u64) -> (u64, u64)) -> ssize_t {
    let _held = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let done = change();
    let Ok(count) = u64::try_from(done) else { return done };
    let (from, length) = range(count);
    let line = [from.to_le_bytes(), length.to_le_bytes()].concat();
    let noted = note(path, ".unsynced").map(|note| {
        OpenOptions::new().create(true).append(true).open(note).and_then(|mut note| note.write_all(&line))
    });
    // Without the note, the test would take an unsafe write for a safe one.
    noted.transpose().expect("the notes can be written");
    done
}

/// The ranges in a list of unsynced changes, in the order in which they were made.
fn ranges(list: &[u8]) -> Vec<(u64, u64)> {
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    list.chunks_exact(16).map(|range| (number(&range[..8]), number(&range[8..]))).collect()
}

/// Makes everything safe that was written to a file, or every name in a folder.
fn sync(path: &Path) -> io::Result<()> {
    let _held = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if folder() == Some(path) {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if let Some(named) = note(&entry.path(), ".named").filter(|_| entry.path().is_file()) {
                File::create(named)?;
            }
        }
        return Ok(());
    }
    let (Some(safe), Some(unsynced)) = (note(path, ""), note(path, ".unsynced")) else { return Ok(()) };
    let list = match fs::read(&unsynced) {
        Ok(list) => list,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let live = File::open(path)?;
    let safe = OpenOptions::new().create(true).truncate(false).write(true).open(safe)?;
    for (from, length) in ranges(&list) {
        if length == u64::MAX {
            safe.set_len(from)?;
            continue;
        }
        let mut bytes = vec![0; usize::try_from(length).expect("a range in memory")];
        // A later change may have cut the file.
        let read = read_up_to(&live, &mut bytes, from)?;
        safe.write_all_at(&bytes[..read], from)?;
    }
    // Last: a program that is killed before this point leaves a disk that has some of it.
    fs::remove_file(unsynced)
}

/// Reads as much of a range as the file has.
fn read_up_to(file: &File, bytes: &mut [u8], from: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read_at(&mut bytes[filled..], from + filled as u64)? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

/// Starts to watch a folder: what is in it is safe.
pub fn watch(folder: &Path) -> io::Result<()> {
    let notes = notes_of(folder);
    if notes.exists() {
        fs::remove_dir_all(&notes)?;
    }
    fs::create_dir_all(&notes)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let (Some(safe), Some(named)) = (note(&path, ""), note(&path, ".named")) {
            fs::copy(&path, safe)?;
            File::create(named)?;
        }
    }
    Ok(())
}

/// Leaves in a folder what a power cut may leave, once the program that wrote there is gone. Of the changes that were
/// not synced, those sectors reach the disk for which `reaches` says so.
///
/// # Panics
/// If a file is too large for the memory.
pub fn cut(folder: &Path, mut reaches: impl FnMut() -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let (Some(safe), Some(named), Some(unsynced)) =
            (note(&path, ""), note(&path, ".named"), note(&path, ".unsynced"))
        else {
            continue;
        };
        if !named.exists() || path.to_string_lossy().ends_with(SHARED_MEMORY) {
            fs::remove_file(&path)?;
            continue;
        }
        let live = fs::read(&path)?;
        let mut disk = fs::read(safe).unwrap_or_default();
        for (from, length) in ranges(&fs::read(unsynced).unwrap_or_default()) {
            if length == u64::MAX {
                if reaches() {
                    disk.resize(usize::try_from(from).expect("a file in memory"), 0);
                }
                continue;
            }
            persist(&mut disk, &live, from, from + length, &mut reaches);
        }
        fs::write(&path, disk)?;
    }
    Ok(())
}

/// Copies those sectors of a range for which `reaches` says so.
fn persist(disk: &mut Vec<u8>, live: &[u8], from: u64, to: u64, reaches: &mut impl FnMut() -> bool) {
    let mut start = from;
    while start < to {
        let end = ((start / SECTOR + 1) * SECTOR).min(to).min(live.len() as u64);
        if end <= start {
            return;
        }
        if reaches() {
            let (start, end) = (start as usize, end as usize);
            disk.resize(disk.len().max(end), 0);
            disk[start..end].copy_from_slice(&live[start..end]);
        }
        start = end;
    }
}

/// Syncs a watched file by its notes, and any other in truth.
fn synced(descriptor: c_int, call: libc::c_long) -> c_int {
    match watched(descriptor) {
        Some(path) => sync(&path).map(|()| 0).expect("the notes can be written"),
        // SAFETY: the arguments are those that the caller gave for this very call.
        None => unsafe { libc::syscall(call, descriptor) as c_int },
    }
}

fn call_pwrite(descriptor: c_int, bytes: *const c_void, count: size_t, offset: off_t) -> ssize_t {
    // SAFETY: the arguments are those that the caller gave for this very call.
    let real = || unsafe { libc::syscall(libc::SYS_pwrite64, descriptor, bytes, count, offset) as ssize_t };
    match watched(descriptor) {
        Some(path) => changing(&path, real, |written| (offset.cast_unsigned(), written)),
        None => real(),
    }
}

fn call_truncate(descriptor: c_int, length: off_t) -> c_int {
    // SAFETY: the arguments are those that the caller gave for this very call.
    let real = || unsafe { libc::syscall(libc::SYS_ftruncate, descriptor, length) as ssize_t };
    match watched(descriptor) {
        Some(path) => changing(&path, real, |_| (length.cast_unsigned(), u64::MAX)) as c_int,
        None => real() as c_int,
    }
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(descriptor: c_int, bytes: *const c_void, count: size_t) -> ssize_t {
    // SAFETY: the arguments are those that the caller gave for this very call.
    let real = || unsafe { libc::syscall(libc::SYS_write, descriptor, bytes, count) as ssize_t };
    match watched(descriptor) {
        // The position is asked for afterwards, when an appending descriptor has moved to the end as well.
        Some(path) => changing(&path, real, |written| {
            // SAFETY: asking for the position of a descriptor has no conditions.
            let end = unsafe { libc::lseek(descriptor, 0, libc::SEEK_CUR) };
            (end.cast_unsigned().saturating_sub(written), written)
        }),
        None => real(),
    }
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite(fd: c_int, bytes: *const c_void, count: size_t, offset: off_t) -> ssize_t {
    call_pwrite(fd, bytes, count, offset)
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(fd: c_int, bytes: *const c_void, count: size_t, offset: off_t) -> ssize_t {
    call_pwrite(fd, bytes, count, offset)
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate(descriptor: c_int, length: off_t) -> c_int {
    call_truncate(descriptor, length)
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate64(descriptor: c_int, length: off_t) -> c_int {
    call_truncate(descriptor, length)
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(descriptor: c_int) -> c_int {
    synced(descriptor, libc::SYS_fsync)
}

/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(descriptor: c_int) -> c_int {
    synced(descriptor, libc::SYS_fdatasync)
}

/// Removes a file, which counts as safe at once: a file that comes back after a power cut is not simulated.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    // SAFETY: the caller's path ends with a zero, as for the real call.
    let name = PathBuf::from(unsafe { CStr::from_ptr(path) }.to_string_lossy().into_owned());
    // SAFETY: the argument is the one that the caller gave for this very call.
    let done = unsafe { libc::syscall(libc::SYS_unlinkat, libc::AT_FDCWD, path, 0) as c_int };
    if done == 0 && folder().is_some_and(|folder| name.parent() == Some(folder)) {
        for ending in ["", ".unsynced", ".named"] {
            let _ = note(&name, ending).map(fs::remove_file);
        }
    }
    done
}
