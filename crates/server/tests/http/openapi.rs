//! The published description of the HTTP interface.

use std::path::Path;

use crate::wire::OPENAPI;

#[test]
fn the_openapi_document_is_the_one_that_is_kept() {
    let generated = serde_json::to_string_pretty(&*OPENAPI).expect("JSON") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/openapi.json");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, generated).expect("the file can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == generated,
        "golden/openapi.json is not what the types say: run the test with UPDATE_GOLDEN=1"
    );
}
