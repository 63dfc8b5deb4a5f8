//! What nodes send to each other, and the address of the NATS server that it may travel through.

use store::fanout::PeerNotice;
use store::fanout::nats::NatsAddress;

use super::cards::reads_back;

pub fn try_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    reads_back::<PeerNotice>(text);
    text.split(' ').for_each(reads_back::<PeerNotice>);
    if let Ok(address) = text.parse::<NatsAddress>() {
        let shown = address.to_string();
        assert_eq!(shown.parse::<NatsAddress>().map(|again| again.to_string()), Ok(shown));
    }
}
