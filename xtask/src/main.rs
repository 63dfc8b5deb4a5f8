//! What a contributor runs.

fn main() {
    println!("xtask");
}
