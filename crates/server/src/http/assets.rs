//! The files of the page, from the folder `web/`, within the program.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::error::ApiError;

/// Each file with its address.
macro_rules! web {
    ($($address:literal $file:literal),* $(,)?) => {
        const FILES: &[(&str, &str, &[u8])] =
            &[$(($address, $file, include_bytes!(concat!("../../../../web/", $file)))),*];
    };
}

web! {
    "/" "index.html",
    "/css/cards.css" "css/cards.css",
    "/css/coach.css" "css/coach.css",
    "/css/controls.css" "css/controls.css",
    "/css/floor.css" "css/floor.css",
    "/css/fonts.css" "css/fonts.css",
    "/css/lab-more.css" "css/lab-more.css",
    "/css/lab.css" "css/lab.css",
    "/css/pages.css" "css/pages.css",
    "/css/seats.css" "css/seats.css",
    "/css/shell.css" "css/shell.css",
    "/css/table.css" "css/table.css",
    "/css/tokens.css" "css/tokens.css",
    "/css/trainer.css" "css/trainer.css",
    "/fonts/OFL.txt" "fonts/OFL.txt",
    "/fonts/figtree.woff2" "fonts/figtree.woff2",
    "/fonts/marcellus.woff2" "fonts/marcellus.woff2",
    "/icon.svg" "icon.svg",
    "/js/account/account-page.js" "js/account/account-page.js",
    "/js/account/state/account.js" "js/account/state/account.js",
    "/js/app/context.js" "js/app/context.js",
    "/js/app/header.js" "js/app/header.js",
    "/js/app/home-page.js" "js/app/home-page.js",
    "/js/app/main.js" "js/app/main.js",
    "/js/app/settings.js" "js/app/settings.js",
    "/js/coach/coach-panel.js" "js/coach/coach-panel.js",
    "/js/coach/mistakes-page.js" "js/coach/mistakes-page.js",
    "/js/coach/state/advice.js" "js/coach/state/advice.js",
    "/js/coach/state/score.js" "js/coach/state/score.js",
    "/js/coach/values.js" "js/coach/values.js",
    "/js/engine/card-room.js" "js/engine/card-room.js",
    "/js/engine/engine.js" "js/engine/engine.js",
    "/js/engine/link.js" "js/engine/link.js",
    "/js/engine/state/receipts.js" "js/engine/state/receipts.js",
    "/js/fairness/proof-dialog.js" "js/fairness/proof-dialog.js",
    "/js/fairness/state/shuffle.js" "js/fairness/state/shuffle.js",
    "/js/fairness/state/witness.js" "js/fairness/state/witness.js",
    "/js/floor/audit.js" "js/floor/audit.js",
    "/js/floor/charts.js" "js/floor/charts.js",
    "/js/floor/floor-page.js" "js/floor/floor-page.js",
    "/js/floor/names.js" "js/floor/names.js",
    "/js/floor/open.js" "js/floor/open.js",
    "/js/floor/people.js" "js/floor/people.js",
    "/js/floor/person.js" "js/floor/person.js",
    "/js/floor/reason.js" "js/floor/reason.js",
    "/js/floor/report-tables.js" "js/floor/report-tables.js",
    "/js/floor/reports.js" "js/floor/reports.js",
    "/js/floor/state/log.js" "js/floor/state/log.js",
    "/js/floor/state/names.js" "js/floor/state/names.js",
    "/js/floor/state/open.js" "js/floor/state/open.js",
    "/js/floor/state/report.js" "js/floor/state/report.js",
    "/js/floor/tables.js" "js/floor/tables.js",
    "/js/history/history-page.js" "js/history/history-page.js",
    "/js/history/played-row.js" "js/history/played-row.js",
    "/js/history/replay-page.js" "js/history/replay-page.js",
    "/js/history/state/replay.js" "js/history/state/replay.js",
    "/js/lab/bank.js" "js/lab/bank.js",
    "/js/lab/bars.js" "js/lab/bars.js",
    "/js/lab/chart.js" "js/lab/chart.js",
    "/js/lab/editor.js" "js/lab/editor.js",
    "/js/lab/figures.js" "js/lab/figures.js",
    "/js/lab/information.js" "js/lab/information.js",
    "/js/lab/lab-page.js" "js/lab/lab-page.js",
    "/js/lab/more.js" "js/lab/more.js",
    "/js/lab/ruin.js" "js/lab/ruin.js",
    "/js/lab/section.js" "js/lab/section.js",
    "/js/lab/state/fraction.js" "js/lab/state/fraction.js",
    "/js/lab/state/game.js" "js/lab/state/game.js",
    "/js/lab/state/headline.js" "js/lab/state/headline.js",
    "/js/lab/state/stakes.js" "js/lab/state/stakes.js",
    "/js/lobby/lobby-page.js" "js/lobby/lobby-page.js",
    "/js/lobby/play-now.js" "js/lobby/play-now.js",
    "/js/rules/rules-page.js" "js/rules/rules-page.js",
    "/js/state/preferences.js" "js/state/preferences.js",
    "/js/state/signal.js" "js/state/signal.js",
    "/js/state/storage.js" "js/state/storage.js",
    "/js/table/bank-offer.js" "js/table/bank-offer.js",
    "/js/table/clock.js" "js/table/clock.js",
    "/js/table/controls.js" "js/table/controls.js",
    "/js/table/dealer.js" "js/table/dealer.js",
    "/js/table/explain-line.js" "js/table/explain-line.js",
    "/js/table/felt.js" "js/table/felt.js",
    "/js/table/guide.js" "js/table/guide.js",
    "/js/table/keyboard.js" "js/table/keyboard.js",
    "/js/table/motion.js" "js/table/motion.js",
    "/js/table/narrator.js" "js/table/narrator.js",
    "/js/table/pod.js" "js/table/pod.js",
    "/js/table/spot.js" "js/table/spot.js",
    "/js/table/state/auto-deal.js" "js/table/state/auto-deal.js",
    "/js/table/state/bank.js" "js/table/state/bank.js",
    "/js/table/state/banker.js" "js/table/state/banker.js",
    "/js/table/state/bets.js" "js/table/state/bets.js",
    "/js/table/state/chips.js" "js/table/state/chips.js",
    "/js/table/state/collection.js" "js/table/state/collection.js",
    "/js/table/state/legal.js" "js/table/state/legal.js",
    "/js/table/state/limits.js" "js/table/state/limits.js",
    "/js/table/state/outcome.js" "js/table/state/outcome.js",
    "/js/table/state/phase.js" "js/table/state/phase.js",
    "/js/table/state/play.js" "js/table/state/play.js",
    "/js/table/state/presenter.js" "js/table/state/presenter.js",
    "/js/table/state/scene.js" "js/table/state/scene.js",
    "/js/table/state/steps.js" "js/table/state/steps.js",
    "/js/table/state/wagers.js" "js/table/state/wagers.js",
    "/js/table/table-page.js" "js/table/table-page.js",
    "/js/text/audit.js" "js/text/audit.js",
    "/js/text/coach.js" "js/text/coach.js",
    "/js/text/floor.js" "js/text/floor.js",
    "/js/text/lab.js" "js/text/lab.js",
    "/js/text/money.js" "js/text/money.js",
    "/js/text/reports.js" "js/text/reports.js",
    "/js/text/text.js" "js/text/text.js",
    "/js/text/trainer.js" "js/text/trainer.js",
    "/js/trainer/feedback.js" "js/trainer/feedback.js",
    "/js/trainer/state/deal.js" "js/trainer/state/deal.js",
    "/js/trainer/state/memory.js" "js/trainer/state/memory.js",
    "/js/trainer/trainer-page.js" "js/trainer/trainer-page.js",
    "/js/ui/announce.js" "js/ui/announce.js",
    "/js/ui/avatar.js" "js/ui/avatar.js",
    "/js/ui/card.js" "js/ui/card.js",
    "/js/ui/chip.js" "js/ui/chip.js",
    "/js/ui/dialog.js" "js/ui/dialog.js",
    "/js/ui/dom.js" "js/ui/dom.js",
    "/js/ui/download.js" "js/ui/download.js",
    "/js/ui/failed.js" "js/ui/failed.js",
    "/js/ui/form.js" "js/ui/form.js",
    "/js/ui/sound.js" "js/ui/sound.js",
    "/style.css" "style.css",
}

#[derive(Clone)]
struct Asset {
    address: &'static str,
    file: &'static str,
    form: &'static str,
    tag: String,
    plain: Cow<'static, [u8]>,
    zipped: Option<Vec<u8>>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| FILES.iter().map(Asset::new).collect());

/// Where the files are found.
pub(super) fn addresses() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(address, ..)| *address)
}

/// One of the files, zipped for whoever takes that, and not at all for whoever has it.
pub(super) async fn file(request: Request) -> Response {
    let path = request.uri().path();
    let Some(asset) = ASSETS.iter().find(|asset| asset.address == path) else {
        return ApiError::no_such_page().into_response();
    };
    let asset = &*asset.now();
    let says = |name: &HeaderName, word: &str| {
        let values = request.headers().get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|part| part.trim() == word)
    };
    let headers = [(ETAG, asset.tag.as_str()), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
    if says(&IF_NONE_MATCH, &asset.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match &asset.zipped {
        Some(zipped) if says(&ACCEPT_ENCODING, "gzip") => {
            let zip = [(CONTENT_ENCODING, "gzip"), (CONTENT_TYPE, asset.form)];
            (headers, zip, zipped.clone()).into_response()
        }
        _ => (headers, [(CONTENT_TYPE, asset.form)], asset.plain.to_vec()).into_response(),
    }
}

impl Asset {
    fn new(&(address, file, plain): &(&'static str, &'static str, &'static [u8])) -> Asset {
        Asset::of(address, file, Cow::Borrowed(plain))
    }

    fn of(address: &'static str, file: &'static str, plain: Cow<'static, [u8]>) -> Asset {
        let form = form(file);
        // Pictures and fonts are small already.
        let zipped = form.contains("charset").then(|| zipped(&plain)).filter(|zip| zip.len() < plain.len());
        let tag = format!("\"{}\"", &hex::encode(Sha256::digest(&plain))[..32]);
        Asset { address, file, form, tag, plain, zipped }
    }

    /// The file as it is. Who works on the page sees every change at once: a program with its checks on reads the
    /// folder again, if it is still there.
    fn now(&'static self) -> Cow<'static, Asset> {
        if cfg!(debug_assertions) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(self.file);
            if let Ok(plain) = std::fs::read(path) {
                return Cow::Owned(Asset::of(self.address, self.file, Cow::Owned(plain)));
            }
        }
        Cow::Borrowed(self)
    }
}

fn zipped(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A text in memory takes all that is written to it.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default()
}

fn form(file: &str) -> &'static str {
    match file.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "json" | "webmanifest" => "application/json; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, form};

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut left = vec![folder.clone()];
        let mut found = 0;
        while let Some(path) = left.pop() {
            if path.is_dir() {
                left.extend(path.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()));
                continue;
            }
            let name = path.strip_prefix(&folder).expect("within").to_string_lossy().into_owned();
            // Unit tests and generated types are read by tools, never by a browser.
            if name.starts_with("test/") || name.ends_with(".d.ts") {
                continue;
            }
            assert!(FILES.iter().any(|(_, file, _)| *file == name), "{name} has no address in assets.rs");
            assert_ne!(form(&name), "application/octet-stream", "{name} has no content type");
            found += 1;
        }
        assert_eq!(found, FILES.len());
    }
}
