//! `partita serve` on loopback, with a client that sends what a page sends, and what a page must not be able to send.

mod command;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PROGRAM: &str = r#"sdy.mesh @mesh = <["x"=2, "y"=4]>
// A comment that no edit removes.
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
"#;

/// How long something may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A child process that serves a program of its own.
struct RunningServer {
    child: Child,
    /// `127.0.0.1:1234`
    host: String,
    token: String,
    file: PathBuf,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: status, head, body.
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl RunningServer {
    fn start(name: &str, more: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve");
        fs::create_dir_all(&folder).expect("writable");
        let file = folder.join(format!("{name}.mlir"));
        fs::write(&file, PROGRAM).expect("writable");
        let mut child = command::partita()
            .arg("serve")
            .arg(&file)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("an output"));
        output.read_line(&mut line).expect("the address is printed");
        let rest = line.trim().strip_prefix("http://").expect("an address");
        let (host, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        Self { host: host.into(), token: token.into(), file, child }
    }

    /// Sends bytes and reads until the server ends the connection.
    fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        // A server that refuses early may not read everything.
        let _ = stream.write_all(bytes);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Reply { status: status.expect("a status"), head: head.into(), body: body.into() }
    }

    fn get(&self, path: &str) -> Reply {
        let Self { host, token, .. } = self;
        self.raw(format!("GET /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn post_with(&self, path: &str, fields: &str, body: &str) -> Reply {
        let Self { host, token, .. } = self;
        let length = body.len();
        let head = format!("POST /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n");
        self.raw(format!("{head}{fields}\r\n{body}").as_bytes())
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        let origin = format!("Content-Type: application/json\r\nOrigin: http://{}\r\n", self.host);
        self.post_with(path, &origin, &body.to_string())
    }

    fn data(&self) -> Value {
        self.get("data").json()
    }

    fn program(&self) -> String {
        self.get("program.mlir").body
    }

    /// Waits for a version after one that is known.
    fn wait(&self, known: u64) -> u64 {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let version = self.get(&format!("wait?version={known}")).json()["version"].as_u64().unwrap();
            if version != known {
                return version;
            }
        }
        panic!("no version after {known}");
    }
}

/// The number of a value on the page.
fn value_number(data: &Value, name: &str) -> usize {
    let explorer = &data["parts"][0]["explorer"];
    let names = explorer["values"]["name"].as_array().unwrap();
    let is_named = |index: &Value| explorer["strings"][index.as_u64().unwrap() as usize] == name;
    names.iter().position(is_named).unwrap_or_else(|| panic!("no {name}"))
}

fn figures(data: &Value) -> (u64, usize) {
    let costs = &data["parts"][0]["explorer"]["costs"];
    (costs["sent"].as_u64().unwrap(), costs["collectives"]["row"].as_array().unwrap().len())
}

#[test]
fn an_annotation_is_edited_undone_and_written() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-written.mlir");
    let _ = fs::remove_file(&out);
    let server = RunningServer::start("edited", &["-o", out.to_str().unwrap()]);
    let page = server.get("");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("connect-src 'self'; base-uri 'none'; form-action 'none'"));
    assert!(
        page.head.contains("frame-ancestors 'none'") && page.head.contains("Referrer-Policy: no-referrer")
    );
    let data = server.data();
    assert_eq!((data["live"]["version"].as_u64(), data["live"]["undo"].as_u64()), (Some(1), Some(0)));
    // The contracting dimension is sharded.
    assert_eq!(figures(&data).1, 1);

    // An argument, in the notation of JAX: the batch instead of the contracting dimension.
    let a = value_number(&data, "%a");
    let answer =
        server.post("edit", &json!({"version": 1, "part": 0, "value": a, "sharding": "P('x', None)"}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    let edited = answer.json();
    assert_eq!(figures(&edited), (0, 0));
    let last = &edited["live"]["last"];
    assert_eq!(last["what"], "%a as P('x', None)");
    assert_eq!((&last["before"]["collectives"], &last["after"]["collectives"]), (&json!(1), &json!(0)));
    assert_eq!(last["before"]["sent"], data["parts"][0]["explorer"]["costs"]["sent"]);
    assert_eq!(edited["live"]["is_edited"], true);
    let text = server.program();
    assert_eq!(text, PROGRAM.replace("[{}, {\"x\"}]", "[{\"x\"}, {}]"));

    // A constraint on another value, in the notation of sdy.
    let negated = value_number(&edited, "%1");
    let answer = server.post("edit", &json!({"version": 2, "value": negated, "sharding": "{}, {\"y\"}"}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(
        server
            .program()
            .contains("  %sharded_1 = sdy.sharding_constraint %1 <@mesh, [{}, {\"y\"}]> : tensor<8x8xf32>\n")
    );
    assert!(server.program().contains("// A comment that no edit removes."));
    // That constraint is then edited, and removed.
    let constraint = value_number(&answer.json(), "%sharded_1");
    let answer =
        server.post("edit", &json!({"version": 3, "value": constraint, "sharding": "[{\"x\"}, {}]"}));
    assert!(
        server.program().contains("sdy.sharding_constraint %1 <@mesh, [{\"x\"}, {}]>"),
        "{}",
        answer.body
    );
    assert_eq!(
        server.post("edit", &json!({"version": 4, "value": constraint, "sharding": null})).status,
        200
    );
    assert_eq!(server.program(), text);

    // The file is written on request only.
    assert!(!out.exists());
    assert_eq!(server.post("write", &json!({"version": 5})).status, 200);
    assert_eq!(fs::read_to_string(&out).unwrap(), text);

    // Everything can be undone.
    for version in 5..9 {
        assert_eq!(server.post("undo", &json!({"version": version})).status, 200);
    }
    assert_eq!(server.program(), PROGRAM);
    assert_eq!(server.data()["live"]["is_edited"], false);
    assert_eq!(figures(&server.data()), figures(&data));
    let none = server.post("undo", &json!({"version": 9}));
    assert_eq!((none.status, none.json()["error"].as_str()), (422, Some("there is nothing to undo")));
}

#[test]
fn remedies_and_times_are_on_a_live_page() {
    let server = RunningServer::start("remedies", &["--hardware", "h200"]);
    let data = server.data();
    let costs = &data["parts"][0]["explorer"]["costs"];
    assert_eq!(costs["times"]["hardware"], "h200");
    assert!(costs["fixes"].is_null(), "nothing is tried before it is asked for");
    let answer = server.post("fixes", &json!({"version": 1}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    let data = answer.json();
    assert_eq!(data["live"]["version"], 2);
    let fixes = &data["parts"][0]["explorer"]["costs"]["fixes"];
    assert_eq!(fixes["fixes"].as_array().map(Vec::len), Some(1));
    assert_eq!(server.program(), PROGRAM, "the program is as it was");
    // An edit needs another search.
    assert_eq!(server.post("fixes", &json!({"version": 1})).status, 409);
}

#[test]
fn a_wrong_edit_is_explained_and_changes_nothing() {
    let server = RunningServer::start("wrong", &[]);
    let data = server.data();
    let a = value_number(&data, "%a");
    let refused = |sharding: &str, code: &str| {
        let answer = server.post("edit", &json!({"version": 1, "value": a, "sharding": sharding}));
        assert_eq!(answer.status, 422, "{sharding}: {}", answer.body);
        let finding = answer.json()["findings"][0].clone();
        assert_eq!(finding["code"], code, "{sharding}: {finding}");
        assert!(finding["text"].as_str().unwrap().contains(&format!("error[{code}]")));
        finding
    };
    let finding = refused("P('z', None)", "PA0202");
    assert!(finding["message"].as_str().unwrap().contains("\"z\""), "{finding}");
    refused("{\"x\"}, {\"x\"}", "PA0203");
    refused("{\"x\"}", "PA0212");
    refused("{\"x\"}, <script>", "PA0001");
    let nothing =
        server.post("edit", &json!({"version": 1, "value": value_number(&data, "%b"), "sharding": null}));
    assert_eq!((nothing.status, &nothing.json()["findings"][0]["code"]), (422, &json!("PA0260")));
    assert!(nothing.json()["findings"][0]["help"].as_str().is_some());
    assert_eq!(server.post("edit", &json!({"version": 1, "value": 999, "sharding": "x"})).status, 422);
    assert_eq!(
        server.post("edit", &json!({"version": 1, "value": a, "part": 7, "sharding": "x"})).status,
        422
    );
    assert_eq!(server.post("edit", &json!({"version": 1, "unknown": a})).status, 400);
    assert_eq!(server.post("edit", &json!([])).status, 400);
    assert_eq!(server.post("write", &json!({"version": 1})).status, 422);
    // An edit of what is no longer shown.
    assert_eq!(server.post("edit", &json!({"version": 0, "value": a, "sharding": "_,_"})).status, 409);
    assert_eq!((server.data(), server.program().as_str()), (data, PROGRAM));
}

#[test]
fn other_pages_and_users_are_refused() {
    let server = RunningServer::start("guarded", &[]);
    let RunningServer { host, token, .. } = &server;
    let status = |text: &str| server.raw(text.as_bytes()).status;
    assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), 404);
    assert_eq!(status(&format!("GET /{}/data HTTP/1.1\r\nHost: {host}\r\n\r\n", "0".repeat(32))), 404);
    // A name of another site that resolves to this machine.
    assert_eq!(status(&format!("GET /{token}/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 403);
    assert_eq!(status(&format!("GET /{token}/ HTTP/1.1\r\n\r\n")), 403);
    let edit = json!({"version": 1, "value": 0, "sharding": "_,_"}).to_string();
    let kind = "Content-Type: application/json\r\n";
    assert_eq!(
        server.post_with("edit", &format!("{kind}Origin: http://evil.example\r\n"), &edit).status,
        403
    );
    assert_eq!(server.post_with("edit", &format!("{kind}Sec-Fetch-Site: cross-site\r\n"), &edit).status, 403);
    assert_eq!(server.post_with("edit", "Content-Type: text/plain\r\n", &edit).status, 415);
    assert_eq!(server.get("edit").status, 405);
    assert_eq!(server.get("../../etc/passwd").status, 404);
    assert_eq!(server.get("wait?version=x").status, 400);
    assert_eq!(server.program(), PROGRAM);
}

#[test]
fn long_and_broken_requests_are_refused() {
    let server = RunningServer::start("limited", &[]);
    let kind = "Content-Type: application/json\r\n";
    assert_eq!(server.post_with("edit", kind, &" ".repeat(100 << 10)).status, 413);
    let RunningServer { host, token, .. } = &server;
    let post = format!("POST /{token}/edit HTTP/1.1\r\nHost: {host}\r\n{kind}");
    assert_eq!(
        server.raw(format!("{post}Content-Length: 99999999999999999999\r\n\r\n").as_bytes()).status,
        413
    );
    assert_eq!(server.raw(format!("{post}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).status, 501);
    assert_eq!(server.raw(format!("GET /{} HTTP/1.1\r\n", "a".repeat(20 << 10)).as_bytes()).status, 431);
    assert_eq!(server.raw(b"\x16\x03\x01\x02\x00\r\n\r\n").status, 400);
    // Clients that send nothing, or leave, hold up no one.
    let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(host).unwrap()).collect();
    assert_eq!(server.get("data").status, 200);
    drop(silent);
    assert_eq!(server.get("data").status, 200);
}

#[test]
fn windows_follow_each_other_and_the_file() {
    let server = RunningServer::start("followed", &[]);
    let a = value_number(&server.data(), "%a");
    std::thread::scope(|scope| {
        let windows: Vec<_> = (0..4).map(|_| scope.spawn(|| server.wait(1))).collect();
        // Of several edits of one version, one is accepted.
        let editors: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    server.post("edit", &json!({"version": 1, "value": a, "sharding": "x,_"})).status
                })
            })
            .collect();
        let mut found: Vec<u16> = editors.into_iter().map(|editor| editor.join().unwrap()).collect();
        found.sort_unstable();
        assert_eq!(found, [200, 409, 409, 409]);
        assert!(windows.into_iter().all(|window| window.join().unwrap() == 2));
    });
    // The file replaces what was edited; undo returns to it.
    let changed = PROGRAM.replace("\"y\"=4", "\"y\"=2");
    fs::write(&server.file, &changed).unwrap();
    assert_eq!(server.wait(2), 3);
    assert_eq!(server.program(), changed);
    assert_eq!(server.data()["live"]["last"]["what"], "the file changed");
    assert_eq!(server.post("undo", &json!({"version": 3})).status, 200);
    assert!(server.program().contains("[{\"x\"}, {}]"));
    // A file without a program leaves the page as it is, with a notice.
    fs::write(&server.file, "").unwrap();
    let version = server.wait(4);
    let data = server.data();
    assert!(data["live"]["notice"].as_str().is_some_and(|text| text.contains("PA0028")), "{}", data["live"]);
    assert!(server.program().contains("[{\"x\"}, {}]"));
    // A file with errors is shown with them.
    fs::write(&server.file, PROGRAM.replace("return %1", "return %wrong")).unwrap();
    server.wait(version);
    assert_eq!(server.data()["parts"][0]["errors"], 1);
}

/// Ctrl-C ends the server without a message, and frees the port.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server() {
    // A shell starts background jobs with SIGINT ignored, and children inherit that. A signal that has a handler gets its
    // default action back when a child starts.
    let default = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, default).unwrap();
    let mut server = RunningServer::start("interrupted", &[]);
    assert_eq!(server.get("").status, 200);
    let id = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let ended = server.child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&ended), Some(2));
    let mut errors = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(TcpStream::connect(&server.host).is_err());
}

#[test]
fn a_used_port_is_an_error() {
    let server = RunningServer::start("first", &[]);
    let port = server.host.rsplit(':').next().unwrap();
    let second = command::partita().arg("serve").arg(&server.file).args(["--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&second.stderr);
    assert!(errors.contains(&format!("port {port} is used by another program")), "{errors}");
}
