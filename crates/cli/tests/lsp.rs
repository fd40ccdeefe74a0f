//! `partita lsp` over standard input and output, as an editor starts it.

mod command;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const ADDRESS: &str = "file:///folder/program.mlir";

const PROGRAM: &str = r#"sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %a : tensor<8x4xf32>
  return %wrong : tensor<8x4xf32>
}
"#;

/// A running server.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let mut server = Self { child, input, output };
        server.send(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}),
        );
        let result = server.receive(|message| message["id"] == 0);
        assert_eq!(result["result"]["serverInfo"]["name"], "partita");
        server.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        server
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    /// Waits for a message that fulfils a condition.
    fn receive(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(
                    self.output.read_line(&mut line).expect("the server writes") > 0,
                    "the server has ended"
                );
                if line == "\r\n" {
                    break;
                }
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.trim().parse().expect("a number");
                }
            }
            let mut text = vec![0; length];
            self.output.read_exact(&mut text).expect("the server writes");
            let message: Value = serde_json::from_slice(&text).expect("JSON");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    fn open(&mut self, text: &str) -> Value {
        let document = json!({"uri": ADDRESS, "languageId": "mlir", "version": 1, "text": text});
        let parameters = json!({"textDocument": document});
        self.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": parameters}));
        self.receive(|message| message["method"] == "textDocument/publishDiagnostics")
    }

    /// Shuts the server down, and returns its exit code and what it wrote to standard error.
    fn stop(mut self) -> (Option<i32>, String) {
        self.send(&json!({"jsonrpc": "2.0", "id": "last", "method": "shutdown"}));
        self.receive(|message| message["id"] == "last");
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        self.end()
    }

    fn end(self) -> (Option<i32>, String) {
        let Self { mut child, input, .. } = self;
        drop(input);
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        (child.wait().expect("the server ends").code(), errors)
    }
}

/// The command with the arguments that clients add.
fn lsp() -> Command {
    let mut command = command::partita();
    command.args(["lsp", "--stdio", "--log=verbose", "--pdll-compilation-database=x", "file"]);
    command
}

#[test]
fn an_editor_gets_diagnostics_with_pages_and_hovers() {
    let mut server = Server::start(lsp());
    let published = server.open(PROGRAM);
    let [found] = &published["params"]["diagnostics"].as_array().expect("a list")[..] else {
        panic!("{published}")
    };
    assert_eq!(found["code"], "PA0101");
    assert_eq!(found["range"]["start"], json!({"line": 3, "character": 9}));
    let address = found["codeDescription"]["href"].as_str().expect("an address");
    let path = Path::new(address.strip_prefix("file://").expect("a file"));
    let page = std::fs::read_to_string(path).expect("the page is there");
    assert!(page.starts_with("# PA0101: "), "{page}");
    let fixed = PROGRAM.replace("%wrong", "%0");
    let change = json!({"textDocument": {"uri": ADDRESS, "version": 2}, "contentChanges": [{"text": fixed}]});
    server.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change}));
    let published = server.receive(|message| message["params"]["version"] == 2);
    assert_eq!(published["params"]["diagnostics"], json!([]));
    let place = json!({"textDocument": {"uri": ADDRESS}, "position": {"line": 2, "character": 3}});
    server.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": place}));
    let hover = server.receive(|message| message["id"] == 1);
    let text = hover["result"]["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("jax    P('x', None)") && text.contains("on each device: `4x4`, 64 B"), "{text}");
    assert_eq!(server.stop(), (Some(0), String::new()));
    assert!(!path.exists(), "the page remains");
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_the_server_needs_no_arguments() {
    let folder = std::env::temp_dir().join(format!("partita-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("mlir-lsp-server");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(command::partita().get_program(), &link).expect("a link");
    let mut server = Server::start(Command::new(&link));
    assert_eq!(server.open(PROGRAM)["params"]["uri"], ADDRESS);
    assert_eq!(server.stop().0, Some(0));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn a_client_that_disconnects_or_sends_anything_ends_the_server() {
    for text in ["", "hello\r\n\r\n", "Content-Length: 4\r\n\r\n{]}[", "Content-Length: 99999999\r\n\r\n{}"] {
        let mut server = Server::start(lsp());
        server.input.write_all(text.as_bytes()).expect("the server reads");
        let (code, errors) = server.end();
        assert_eq!(code, Some(1), "{text:?}: {errors}");
        assert!(!errors.contains("panicked"), "{text:?}: {errors}");
    }
    // Before the first message, too.
    let output = command::piped(&mut lsp(), b"Content-Length: x\r\n\r\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}
