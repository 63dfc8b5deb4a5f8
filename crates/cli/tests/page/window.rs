//! One browser window, with what a user can see and press in it.

use std::cell::RefCell;
use std::panic::Location;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Driver, Session};

/// What is not there after so long never comes. No test is right or wrong by how fast it was.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(40);

/// How `WebDriver` names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

pub(crate) struct Window {
    session: Session,
    /// The card room's address.
    at: String,
    /// What the browser complained of, as far as its log was read.
    said: RefCell<Vec<String>>,
    /// What went over the network, as far as that was read.
    wire: RefCell<Vec<Value>>,
    expected: RefCell<Vec<&'static str>>,
}

/// Notes what the page did wrong, before any script of the page runs.
const WATCH: &str = "window.wrong = [];
    addEventListener('securitypolicyviolation', (event) => wrong.push(`policy: ${event.violatedDirective}`));
    addEventListener('unhandledrejection', (event) => wrong.push(`unhandled: ${event.reason}`));
    addEventListener('error', (event) => wrong.push(`error: ${event.message}`));";

impl Window {
    /// A browser that has never been at the card room.
    pub(crate) fn fresh(driver: &Driver, at: &str, wire: bool) -> Window {
        let session = driver.open(wire);
        let window = Window {
            session,
            at: at.to_owned(),
            said: RefCell::default(),
            wire: RefCell::default(),
            expected: RefCell::default(),
        };
        window.inject(WATCH);
        window.size(1280, 800, false);
        window
    }

    /// Sets the preferences before the first visit: `{"speed": "off"}`.
    pub(crate) fn like(&self, likes: &Value) {
        let text = json!(likes.to_string());
        self.inject(&format!(
            "if (location.protocol === 'http:') localStorage['uth.preferences'] ??= {text};"
        ));
    }

    /// Runs a script before those of each page.
    pub(crate) fn inject(&self, script: &str) {
        self.session.developer("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// How many pixels of style the window has.
    pub(crate) fn size(&self, width: u32, height: u32, mobile: bool) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.session.developer("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Goes to a page of the card room.
    pub(crate) fn open(&self, address: &str) {
        self.read_complaints();
        let url = format!("{}{address}", self.at);
        self.session.command("url", &json!({"url": url})).expect("the page opens");
    }

    pub(crate) fn reload(&self) {
        self.read_complaints();
        self.session.command("refresh", &json!({})).expect("the page opens");
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub(crate) fn value(&self, expression: &str) -> Value {
        self.script(&format!("return ({expression});")).unwrap_or_else(|why| panic!("{expression}: {why}"))
    }

    /// What a script returns, or why it failed.
    pub(crate) fn script(&self, script: &str) -> Result<Value, String> {
        self.session.command("execute/sync", &json!({"script": script, "args": []}))
    }

    /// The text of an element; empty, if it is not there.
    #[track_caller]
    pub(crate) fn text(&self, css: &str) -> String {
        let text = self.value(&format!("document.querySelector({})?.textContent ?? ''", json!(css)));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true, and gives its value.
    #[track_caller]
    pub(crate) fn wait(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.patiently(expression, || {
            let value = self.script(&script)?;
            let is_true = !matches!(&value, Value::Null | Value::Bool(false)) && value != "" && value != 0;
            if is_true { Ok(value) } else { Err(format!("it is {value}")) }
        })
    }

    /// Waits until an element can be seen.
    #[track_caller]
    pub(crate) fn see(&self, css: &str) {
        self.wait(&format!("document.querySelector({})?.checkVisibility()", json!(css)));
    }

    /// Waits until an element can be clicked, and clicks it.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        self.patiently(&format!("click {css}"), || self.try_click(css));
    }

    /// Clicks an element, if that can be done now.
    pub(crate) fn try_click(&self, css: &str) -> Result<(), String> {
        let id = self.find(css)?;
        let able = format!("return document.querySelector({})?.matches(':not(:disabled)')", json!(css));
        if self.script(&able)? != true {
            return Err("it is disabled".to_owned());
        }
        self.session.command(&format!("element/{id}/click"), &json!({})).map(|_| ())
    }

    /// Writes into a field, once it can be written into.
    #[track_caller]
    pub(crate) fn write(&self, css: &str, text: &str) {
        self.patiently(&format!("write into {css}"), || {
            let field = self.find(css)?;
            self.session.command(&format!("element/{field}/value"), &json!({"text": text}))
        });
    }

    fn find(&self, css: &str) -> Result<String, String> {
        let found = self.session.command("element", &json!({"using": "css selector", "value": css}))?;
        Ok(found[ELEMENT].as_str().unwrap_or_default().to_owned())
    }

    /// Presses and releases a key.
    pub(crate) fn press(&self, key: &str) {
        let keys = json!({"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key},
        ]}]});
        self.session.command("actions", &keys).expect("a key can be pressed");
    }

    /// What every message over the socket said that came here.
    pub(crate) fn frames(&self) -> Vec<String> {
        let payload =
            |message: &Value| Some(message["params"]["response"]["payloadData"].as_str()?.to_owned());
        self.messages("Network.webSocketFrameReceived").iter().filter_map(payload).collect()
    }

    /// What the browser said about the network, under one name. Only where the wire is noted.
    pub(crate) fn messages(&self, method: &str) -> Vec<Value> {
        self.read_wire();
        self.wire.borrow().iter().filter(|message| message["method"] == method).cloned().collect()
    }

    fn read_wire(&self) {
        let Ok(read) = self.session.command("se/log", &json!({"type": "performance"})) else { return };
        let messages = read.as_array().into_iter().flatten().filter_map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            Some(message["message"].clone())
        });
        self.wire.borrow_mut().extend(messages);
    }

    /// A picture of what is seen now, in base64. The quality is that of formats that lose some of it.
    pub(crate) fn picture(&self, format: &str) -> String {
        let wanted = json!({"format": format, "quality": 80});
        let taken = self.session.developer("Page.captureScreenshot", &wanted);
        taken["data"].as_str().expect("a picture").to_owned()
    }

    /// A complaint with these words is what the test asked for.
    pub(crate) fn expect(&self, words: &'static str) {
        self.expected.borrow_mut().push(words);
    }

    /// What the browser complained of: errors and warnings of its console, and what the page's policy forbids.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.read_complaints();
        let (said, expected) = (self.said.borrow(), self.expected.borrow());
        let unexpected = |line: &&String| !expected.iter().any(|words| line.contains(words));
        said.iter().filter(unexpected).cloned().collect()
    }

    /// What a page noted goes with the page.
    fn read_complaints(&self) {
        let entries = self.session.log("browser");
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        let wrong = self.script("return (window.wrong ?? []).splice(0);").unwrap_or_default();
        let lines = severe.map(|entry| &entry["message"]).chain(wrong.as_array().into_iter().flatten());
        self.said.borrow_mut().extend(lines.filter_map(Value::as_str).map(str::to_owned));
    }

    /// Tries until it succeeds, for as long as anybody would wait.
    #[track_caller]
    pub(crate) fn patiently<T>(&self, what: &str, act: impl Fn() -> Result<T, String>) -> T {
        let here = Location::caller();
        let until = Instant::now() + PATIENCE;
        loop {
            match act() {
                Ok(value) => return value,
                Err(_) if Instant::now() < until => thread::sleep(PAUSE),
                Err(why) => panic!(
                    "{here}: waited in vain: {what}\n{why}\nat {}\n{}\n{}",
                    self.value("location.href"),
                    self.value("document.body.innerText").as_str().unwrap_or_default(),
                    self.complaints().join("\n")
                ),
            }
        }
    }
}
