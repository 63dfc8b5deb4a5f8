//! What cargo knows about the workspace, read without the network.

use std::process::Command;

use serde_json::Value;

use crate::repository::root;

/// A crate of the workspace and what it asks for.
pub(crate) struct Package {
    pub name: String,
    /// The folder of its manifest, from the repository's root.
    pub folder: String,
    pub dependencies: Vec<Dependency>,
}

pub(crate) struct Dependency {
    pub name: String,
    /// Only for tests, examples and benchmarks.
    pub for_tests: bool,
    /// The folder it comes from, if it is one of ours.
    pub folder: Option<String>,
}

pub(crate) fn packages() -> Vec<Package> {
    let words = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told =
        Command::new(cargo).args(words).current_dir(root()).output().expect("cargo tells its metadata");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Value = serde_json::from_slice(&told.stdout).expect("metadata is JSON");
    elements(&metadata["packages"]).map(package).collect()
}

fn package(value: &Value) -> Package {
    let manifest = text(&value["manifest_path"]);
    let folder = manifest.strip_suffix("Cargo.toml").unwrap_or(&manifest);
    Package {
        name: text(&value["name"]),
        folder: from_root(folder),
        dependencies: elements(&value["dependencies"]).map(dependency).collect(),
    }
}

fn dependency(value: &Value) -> Dependency {
    Dependency {
        name: text(&value["name"]),
        for_tests: value["kind"] == "dev",
        folder: value["path"].as_str().map(from_root),
    }
}

fn from_root(path: &str) -> String {
    let root = root().to_string_lossy();
    path.strip_prefix(&*root).unwrap_or(path).trim_matches('/').to_owned()
}

fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
