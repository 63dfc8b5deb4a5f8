//! What a NATS says, what nodes say through it, and where it is.

use store::fanout::PeerNotice;
use store::fanout::nats::{NatsAddress, payloads};
use tokio::runtime::Builder;

use super::cards::reads_back;

/// Nodes say no more at once.
const LONGEST_PAYLOAD: usize = 64 * 1024;

pub fn try_out(bytes: &[u8]) {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    for payload in runtime.block_on(payloads(bytes)) {
        assert!(payload.len() <= LONGEST_PAYLOAD);
        payload.split(' ').for_each(reads_back::<PeerNotice>);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    reads_back::<PeerNotice>(text);
    if let Ok(address) = text.parse::<NatsAddress>() {
        let shown = address.to_string();
        assert_eq!(shown.parse::<NatsAddress>().map(|again| again.to_string()), Ok(shown));
    }
}
