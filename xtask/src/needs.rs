//! What the tests need besides cargo: PostgreSQL, NATS, a browser, two packages of npm, the standard library of two
//! more targets, and Python with one package for the example client.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::run::{root, run};

/// A program that tests start, and the Debian package that has it.
struct Need {
    program: &'static str,
    package: &'static str,
}

const NEEDS: [Need; 9] = [
    Need { program: "initdb", package: "postgresql" },
    Need { program: "pg_ctl", package: "postgresql" },
    Need { program: "postgres", package: "postgresql" },
    Need { program: "nats-server", package: "nats-server" },
    Need { program: "chromium", package: "chromium" },
    Need { program: "chromedriver", package: "chromium-driver" },
    Need { program: "node", package: "nodejs" },
    Need { program: "npm", package: "npm" },
    Need { program: "python3", package: "python3-venv" },
];

/// Where Debian keeps servers, which only root has on the path.
const SERVERS: &str = "/usr/sbin";

/// Where Debian keeps the programs of each version of PostgreSQL, which it does not put on the path.
const POSTGRESQL_VERSIONS: &str = "/usr/lib/postgresql";
const CLUSTER_SETTINGS: &str = "/etc/postgresql-common/createcluster.conf";

/// Where the packages of npm are named, each with its exact version and checksum.
const NPM_FOLDER: &str = "xtask/npm";

/// The packages of the example client, and the virtual environment that they are installed into.
const PYTHON_REQUIREMENTS: &str = "examples/python/requirements.txt";
const PYTHON_FOLDER: &str = "target/python";

/// A target where `usize` has 32 bits, and whose programs run on this machine: it is linked statically.
pub(crate) const TARGET_32_BITS: &str = "i686-unknown-linux-musl";
/// The target of the page's engine.
pub(crate) const TARGET_WEBASSEMBLY: &str = "wasm32-unknown-unknown";

/// Installs what is missing where that is allowed; otherwise says what is missing and how to get it.
pub(crate) fn provide() -> Result<()> {
    provide_programs()?;
    provide_targets()?;
    provide_packages()?;
    provide_python()
}

/// Adds the standard library of each target with rustup, unless this toolchain has it already.
fn provide_targets() -> Result<()> {
    for target in [TARGET_32_BITS, TARGET_WEBASSEMBLY] {
        if has_target(target)? {
            continue;
        }
        println!("adding the target {target}");
        run(Command::new("rustup").args(["target", "add", target])).with_context(|| {
            format!(
                "The tests need Rust's standard library for {target}, which this toolchain does not have.\n\
                 rustup brings it with `rustup target add {target}`; without rustup, install the package of your \
                 distribution that has it"
            )
        })?;
    }
    Ok(())
}

/// Whether the toolchain has a standard library for the target, whether rustup or a distribution installed it.
fn has_target(target: &str) -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    let output = output.context("`rustc` could not start")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}

/// A program that a package of npm brought.
pub(crate) fn npm_program(name: &str) -> Command {
    let mut command = Command::new(root().join(NPM_FOLDER).join("node_modules/.bin").join(name));
    command.current_dir(root());
    command
}

/// The packages of npm, unless those that are there are the right ones.
fn provide_packages() -> Result<()> {
    let folder = root().join(NPM_FOLDER);
    let wanted = fs::read_to_string(folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules/installed.json");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("installing what {NPM_FOLDER}/package.json names");
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))
}

/// Installs the packages of the example client, unless those that are there are the right ones.
fn provide_python() -> Result<()> {
    let folder = root().join(PYTHON_FOLDER);
    let wanted = fs::read_to_string(root().join(PYTHON_REQUIREMENTS))?;
    let installed = folder.join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("installing what {PYTHON_REQUIREMENTS} names");
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let pip = ["-m", "pip", "install", "--quiet", "--requirement", PYTHON_REQUIREMENTS];
    run(Command::new(folder.join("bin/python")).args(pip).current_dir(root()))?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))
}

fn provide_programs() -> Result<()> {
    let missing = missing(&folders());
    if missing.is_empty() {
        return Ok(());
    }
    if !may_install() {
        bail!(complaint(&missing));
    }
    println!("installing {}", packages(&missing).join(" "));
    install(&packages(&missing))?;
    let still_missing = self::missing(&folders());
    ensure!(still_missing.is_empty(), complaint(&still_missing));
    Ok(())
}

/// Where programs may lie.
fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir(POSTGRESQL_VERSIONS).into_iter().flatten().flatten();
    let bins = versions.map(|version| version.path().join("bin"));
    std::env::split_paths(&path).chain([SERVERS.into()]).chain(bins).collect()
}

fn missing(folders: &[PathBuf]) -> Vec<&'static Need> {
    let is_there = |need: &Need| folders.iter().any(|folder| folder.join(need.program).is_file());
    NEEDS.iter().filter(|need| !is_there(need)).collect()
}

/// Each package once.
fn packages(missing: &[&Need]) -> Vec<&'static str> {
    let mut packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    packages.dedup();
    packages
}

fn complaint(missing: &[&Need]) -> String {
    let programs: Vec<&str> = missing.iter().map(|need| need.program).collect();
    format!(
        "The tests need {}, which this machine does not have.\n\
         Debian and its relatives install it with `apt-get install --no-install-recommends {}`, as root.",
        programs.join(", "),
        packages(missing).join(" ")
    )
}

/// Whether this is root on a system with apt-get.
fn may_install() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|user| user.stdout == b"0\n") && Command::new("apt-get").arg("--version").output().is_ok()
}

fn install(packages: &[&str]) -> Result<()> {
    if packages.contains(&"postgresql") {
        forbid_a_cluster()?;
    }
    run(apt_get().arg("update"))?;
    // Our settings of the cluster stay where the package brings its own.
    let words =
        ["install", "--yes", "--no-install-recommends", "--option", "Dpkg::Options::=--force-confold"];
    run(apt_get().args(words).args(packages))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").arg("--quiet");
    command
}

/// Debian's package would start a server of its own, and the tests start theirs themselves.
fn forbid_a_cluster() -> Result<()> {
    let settings = Path::new(CLUSTER_SETTINGS);
    if settings.exists() {
        return Ok(());
    }
    let folder = settings.parent().expect("the settings lie in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(settings, "create_main_cluster = false\n"))
        .with_context(|| format!("cannot write {CLUSTER_SETTINGS}"))
}

#[cfg(test)]
mod tests {
    use super::{complaint, missing, packages};

    #[test]
    fn a_package_that_brings_several_programs_is_named_once() {
        let missing = missing(&[]);
        let expected =
            ["postgresql", "nats-server", "chromium", "chromium-driver", "nodejs", "npm", "python3-venv"];
        assert_eq!(packages(&missing), expected);
    }

    #[test]
    fn the_complaint_says_what_is_missing_and_what_installs_it() {
        let said = complaint(&missing(&[])[4..6]);
        assert!(said.starts_with("The tests need chromium, chromedriver, which"), "{said}");
        assert!(said.contains("--no-install-recommends chromium chromium-driver`"), "{said}");
    }
}
