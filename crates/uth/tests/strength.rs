use uth::*;
#[test]
fn all_seven() {
    let deck: Vec<Card> = Card::all().collect();
    let mut counts=[0u64;10];
    let c: Vec<Cards> = deck.iter().map(|c| Cards::of(*c)).collect();
    let mut seen = vec![0u32; 7462];
    for a in 0..52 { for b in a+1..52 { for d in b+1..52 { let x=c[a]|c[b]|c[d];
      for e in d+1..52 { let x=x|c[e]; for f in e+1..52 { let x=x|c[f]; for g in f+1..52 { let x=x|c[g]; for h in g+1..52 {
        let s=Strength::of(x|c[h]); seen[s.index()]+=1;
      }}}}}}}
    for (i,n) in seen.iter().enumerate() { 
    }
    println!("{}", seen.iter().filter(|n| **n>0).count());
    println!("{:?}", counts);
}
