//! Programs that everybody has, on a disk that loses power.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

#[test]
fn a_power_cut_takes_what_was_not_synced_and_nothing_else() {
    // How a file is written, whether its folder is synced, whether unsynced sectors reach the disk, and what is left.
    let rows = [
        ("fsync", true, false, Some("safe")),
        ("fdatasync", true, false, Some("safe")),
        ("notrunc", true, true, Some("safe")),
        ("notrunc", true, false, Some("")),
        ("fsync", false, true, None),
    ];
    for (conversion, is_folder_synced, reaches, expected) in rows {
        let folder = disk();
        let file = folder.path().join("disk/file");
        run(
            &folder,
            Command::new("dd").arg(format!("of={}", file.display())).arg(format!("conv={conversion}")),
        );
        if is_folder_synced {
            run(&folder, Command::new("sync").arg(folder.path().join("disk")));
        }
        powercut::cut(&folder.path().join("disk"), || reaches).expect("a disk");
        let left = fs::read_to_string(&file).ok();
        assert_eq!(left.as_deref(), expected, "{conversion} {is_folder_synced} {reaches}");
    }
}

#[test]
fn what_was_safe_before_stays_when_later_writes_are_lost() {
    let folder = disk();
    let file = folder.path().join("disk/file");
    fs::write(&file, "before").expect("a file");
    powercut::watch(&folder.path().join("disk")).expect("a disk");
    run(&folder, Command::new("dd").arg(format!("of={}", file.display())).arg("conv=notrunc"));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "safere", "the program itself sees what it wrote");
    powercut::cut(&folder.path().join("disk"), || false).expect("a disk");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "before");
}

fn disk() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("disk")).expect("a folder");
    powercut::watch(&folder.path().join("disk")).expect("a disk");
    folder
}

/// Runs a program on the disk, with four letters for it to read.
fn run(folder: &TempDir, command: &mut Command) {
    let input = folder.path().join("input");
    fs::write(&input, "safe").expect("a file");
    let input = fs::File::open(input).expect("a file");
    command.env("LD_PRELOAD", library()).env(powercut::FOLDER_VARIABLE, folder.path().join("disk"));
    let status = command.stdin(input).stderr(Stdio::null()).status().expect("the program starts");
    assert!(status.success(), "{command:?}");
}

/// Cargo builds it beside the tests.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let beside: &Path = test.parent().expect("a folder");
    beside.join("libpowercut.so")
}
