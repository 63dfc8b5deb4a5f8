//! Any bytes as a stream of documents: every one is settled or has a fault, and money is conserved.

use uth_cli::settle::{Documents, settle_text};

pub fn try_out(bytes: &[u8]) {
    for document in Documents::new(bytes) {
        let document = document.expect("reading from memory does not fail");
        match settle_text(&document) {
            Ok(settled) => assert!(settled.is_balanced()),
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}
