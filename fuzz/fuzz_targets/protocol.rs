//! Any text as a message of the socket and as a table's settings: it is understood, or there is a reason, and nothing
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::http::fault_of;
use server::wire::{SettingsRecord, checkpoint_from_text};

fuzz_target!(|text: &str| {
    assert_ne!(fault_of(text).as_deref(), Some(""));
    if let Ok(record) = serde_json::from_str::<SettingsRecord>(text)
        && let Ok(settings) = record.settings()
    {
        // What is written of settings reads back the same.
        let again = SettingsRecord::from(&settings);
        assert_eq!(again.settings().map(|settings| SettingsRecord::from(&settings)), Ok(again));
    }
    let _ = checkpoint_from_text(text);
});
