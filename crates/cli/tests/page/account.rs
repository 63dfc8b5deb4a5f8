//! What keeps an account safe, as the page shows it: recovery codes, the second factor, tokens, signing out everywhere.

use serde_json::Value;

use crate::card_room::{FLOOR_NAME, FLOOR_PASSWORD};
use crate::floor::sign_in_as_floor;
use crate::stage::play;
use crate::window::Window;

/// The six digits that an authenticator shows now for a secret on the page, computed by the browser (RFC 6238).
const DIGITS: &str = "(async () => {
  const secret = document.querySelector('#second-factor .secret').textContent;
  const bits = [...secret].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g).map((byte) => parseInt(byte, 2));
  const kind = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), kind, false, ['sign']);
  const step = new DataView(new ArrayBuffer(8));
  step.setUint32(4, Math.floor(Date.now() / 30000));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, step));
  const word = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff;
  return String(word % 1000000).padStart(6, '0');
})()";

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn fill(window: &Window, form: &str, fields: &[(&str, &str)]) {
    for (name, value) in fields {
        window.write(&format!("{form} [name='{name}']"), value);
    }
    window.click(&format!("{form} button[type='submit']"));
}

#[test]
fn codes_a_second_factor_and_tokens_are_made_and_used_on_the_account_page() {
    play(|stage, [window]| {
        sign_in_as_floor(&stage.room, window);
        window.open("/#/account");
        window.see("#second-factor .wrong");
        fill(window, "[data-act='recovery-codes']", &[("current", FLOOR_PASSWORD)]);
        window.wait("document.querySelectorAll('.recovery-codes li').length === 10");
        let code = |place: u8| {
            let of = format!(".recovery-codes li:nth-child({place}) code");
            text(&window.value(&format!("document.querySelector('{of}').textContent")))
        };
        let (first, second) = (code(1), code(2));
        fill(window, "[data-act='token']", &[("name", "my bot")]);
        window.see(".tokens button");

        window.click("[data-act='second-factor']");
        window.wait("document.querySelector('.qr-code')?.naturalWidth > 0");
        let digits = text(&window.value(DIGITS));
        fill(window, "[data-act='enrol']", &[("current", FLOOR_PASSWORD), ("code", &digits)]);
        // It is on, all other sessions and tokens have ended, and this window is still signed in.
        window.wait("document.querySelector('#second-factor .wrong') === null");
        window.wait("document.querySelector('.tokens button') === null");

        window.click("[data-act='everywhere']");
        window.see("[data-act='sign-in']");
        let name = ("name", FLOOR_NAME);
        fill(window, "[data-act='sign-in']", &[name, ("password", FLOOR_PASSWORD)]);
        // The form asks for what is missing, and keeps what was typed.
        window.see("[data-act='sign-in'] [name='second_factor']");
        window.write("[data-act='sign-in'] [name='second_factor']", &first);
        window.click("[data-act='sign-in'] button[type='submit']");
        window.see("[data-act='everywhere']");
        window.expect("401");

        let words = text(
            &window.value("document.querySelector('[data-act=recovery-codes]').parentElement.textContent"),
        );
        assert!(words.contains("9 unused"), "{words}");
        fill(window, "#second-factor form", &[("current", FLOOR_PASSWORD), ("code", &second)]);
        window.see("[data-act='second-factor']");
    });
}
