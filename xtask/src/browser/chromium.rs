//! A headless Chromium, driven by its own protocol over two pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

use crate::{Outcome, run};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser that CHROMIUM names, or the first one on PATH.
pub(super) fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let all = env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    all.into_iter().find(|candidate| candidate.is_file())
}

/// Installs Debian's package. Tests do not do so unasked: it changes the system.
pub(super) fn install() -> Outcome {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    let update = run(apt.args(["update", "--quiet=2"]));
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends", "chromium"]);
    update.and_then(|()| run(&mut apt)).map_err(|error| format!("Chromium cannot be installed: {error}"))
}

/// A running browser with one page.
pub(super) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    folder: PathBuf,
    session: Option<String>,
    next: u64,
    /// What the page wrote to its console, and errors that nothing caught.
    pub(super) console: Vec<String>,
}

impl Browser {
    pub(super) fn start(program: &Path, folder: PathBuf) -> Result<Self, String> {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        // The browser reads messages from descriptor 3 and writes them to 4.
        let redirect = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", redirect])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", folder.display()))
            .args(["--remote-debugging-pipe", "about:blank"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let input = child.stdin.take().expect("standard input is piped");
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser =
            Self { child, input, messages, folder, session: None, next: 0, console: Vec::new() };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach)?;
        browser.session = session["sessionId"].as_str().map(str::to_string);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, json!({}))?;
        }
        Ok(browser)
    }

    /// Sends a command and waits for its answer.
    pub(super) fn call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.next += 1;
        let mut message = json!({"id": self.next, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).map_err(|error| format!("the browser is gone: {error}"))?;
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let answer = self.messages.recv_timeout(left).map_err(|_| format!("no answer to {method}"))?;
            if answer["id"] == self.next {
                let error = &answer["error"];
                return if error.is_null() {
                    Ok(answer["result"].clone())
                } else {
                    Err(format!("{method}: {error}"))
                };
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let name = event["method"].as_str().unwrap_or_default();
        if ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].contains(&name) {
            self.console.push(event["params"].to_string());
        }
    }

    /// The value of an expression; promises are awaited.
    pub(super) fn eval(&mut self, expression: &str) -> Result<Value, String> {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", parameters)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(format!("{expression}: {details}")),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// Opens a page of a width and height, and waits until it is ready.
    pub(super) fn open(&mut self, address: &str, size: (u32, u32), dark: bool) -> Result<(), String> {
        let (width, height) = size;
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", metrics)?;
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media)?;
        self.call("Page.navigate", json!({"url": "about:blank"}))?;
        self.console.clear();
        self.call("Page.navigate", json!({"url": address}))?;
        self.wait_for("document.documentElement.dataset.ready === '1'")
    }

    pub(super) fn wait_for(&mut self, condition: &str) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if self.eval(condition) == Ok(Value::Bool(true)) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Err(format!("waited in vain for {condition}; console: {:?}", self.console))
    }

    /// Clicks the middle of the first element that a selector finds.
    pub(super) fn click(&mut self, selector: &str) -> Result<(), String> {
        self.click_at(selector, 0.5)
    }

    /// Clicks an element at a share of its width.
    pub(super) fn click_at(&mut self, selector: &str, share: f64) -> Result<(), String> {
        let expression = format!(
            "(() => {{ const node = document.querySelector({selector:?}); node.scrollIntoView({{ block: 'nearest' }}); \
             const box = node.getBoundingClientRect(); return [box.left + box.width * {share}, box.top + box.height / 2]; }})()"
        );
        let place = self.eval(&expression)?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "buttons": 1, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event)?;
        }
        Ok(())
    }

    /// Presses a key by its name, such as `ArrowDown` or `/`.
    pub(super) fn press(&mut self, key: &str) -> Result<(), String> {
        let codes = [
            ("Tab", 9),
            ("Enter", 13),
            ("Escape", 27),
            ("ArrowLeft", 37),
            ("ArrowUp", 38),
            ("ArrowRight", 39),
            ("ArrowDown", 40),
        ];
        let code = codes.iter().find(|(name, _)| *name == key).map(|(_, code)| *code);
        let mut event = json!({"type": "keyDown", "key": key});
        match code {
            Some(code) => event["windowsVirtualKeyCode"] = json!(code),
            None => event["text"] = json!(key),
        }
        if key == "Enter" {
            event["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", event)?;
        self.call("Input.dispatchKeyEvent", json!({"type": "keyUp", "key": key}))?;
        Ok(())
    }

    /// Types a text into the focused element.
    pub(super) fn insert(&mut self, text: &str) -> Result<(), String> {
        self.call("Input.insertText", json!({"text": text})).map(|_| ())
    }

    /// A picture of the page, as WebP in base64.
    pub(super) fn screenshot(&mut self) -> Result<String, String> {
        let answer = self.call("Page.captureScreenshot", json!({"format": "webp", "quality": 85}))?;
        Ok(answer["data"].as_str().unwrap_or_default().to_string())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = self.call("Browser.close", json!({}));
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
