#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| uth_fuzz::fanout::try_out(bytes));
