//! The `uth` command.

fn main() {
    println!("uth");
}
