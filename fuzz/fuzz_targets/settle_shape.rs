#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| uth_fuzz::settle_shape::try_out(bytes));
