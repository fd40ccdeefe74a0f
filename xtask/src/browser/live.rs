//! The page of `partita serve` in a browser: an edit, a wrong edit, undo, and a change of the file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{DESK, Session, expect, train_step};
use crate::Outcome;

/// A server, which ends with this value.
struct LiveServer(Child);

impl Drop for LiveServer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server and returns the address of its page.
fn start(partita: &Path, file: &Path) -> Result<(LiveServer, String), String> {
    let spawned =
        Command::new(partita).arg("serve").arg(file).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = LiveServer(spawned.map_err(|error| error.to_string())?);
    let output = server.0.stdout.take().ok_or("the server has no output")?;
    let mut address = String::new();
    BufReader::new(output).read_line(&mut address).map_err(|error| error.to_string())?;
    Ok((server, address.trim().to_string()))
}

impl Session {
    pub(super) fn live(&mut self) -> Outcome {
        let file = self.folder.join("live.mlir");
        let text = train_step::train_step(4);
        fs::write(&file, &text).map_err(|error| error.to_string())?;
        let (_server, address) = start(&self.partita, &file)?;
        self.browser.open(&address, DESK, false)?;
        self.holds("document.querySelector('#tab-overview').getAttribute('aria-selected') === 'true'")?;
        self.holds("document.querySelectorAll('#top tbody tr').length > 2 && document.querySelectorAll('.cell').length > 3")?;
        // The first argument, a sharded parameter.
        self.browser.eval("partita.selectRow(partita.model.rows.findIndex((row) => row.kind === 2))")?;
        self.wrong_edit()?;
        self.right_edit()?;
        self.quiet_console()?;
        // Another window, or the file.
        let changed = text.replace("[{}, {\"model\"}]", "[{\"data\"}, {\"model\"}]");
        fs::write(&file, changed).map_err(|error| error.to_string())?;
        self.browser
            .wait_for("document.querySelector('.status').textContent.includes('the file changed')")?;
        self.holds(
            "partita.difference.changed.length > 8 && document.querySelectorAll('.row.changed').length > 0",
        )?;
        self.holds("document.documentElement.scrollWidth <= innerWidth")?;
        // The policy permits this server, and nothing else.
        self.browser.eval("fetch('http://127.0.0.1:9/').catch(() => { globalThis.refused = true })")?;
        self.browser.wait_for("globalThis.refused === true")?;
        expect(
            self.browser.console.iter().any(|line| line.contains("Content Security Policy")),
            "the policy refuses other addresses",
            &self.browser.console,
        )
    }

    /// The error is next to the field, and the state stays.
    fn wrong_edit(&mut self) -> Outcome {
        let before = self.browser.eval("JSON.stringify(partita.model.costs)")?;
        self.browser.press("e")?;
        self.holds("document.activeElement.id === 'sharding'")?;
        self.browser.insert("P('absent')")?;
        self.browser.press("Enter")?;
        self.browser.wait_for("Boolean(document.querySelector('#edit-error'))")?;
        self.holds("document.querySelector('#edit-error').textContent.includes('PA0202')")?;
        self.holds("document.querySelector('#sharding').value === \"P('absent')\"")?;
        let after = self.browser.eval("JSON.stringify(partita.model.costs)")?;
        expect(before == after, "a wrong edit changes nothing", &"another state")?;
        // The browser itself notes answers that are errors.
        self.browser.console.retain(|line| !line.contains("422"));
        Ok(())
    }

    /// An edit changes the shardings and the figures; undo returns to them.
    fn right_edit(&mut self) -> Outcome {
        let label = self.browser.eval("partita.model.label(partita.state.value)")?;
        let text =
            "typeof partita.state.value === 'number' && document.querySelector('.row.on .types').textContent";
        let before = self.browser.eval(text)?;
        self.browser.eval("document.querySelector('#sharding').select()")?;
        self.browser.insert("P()")?;
        self.browser.click("#apply")?;
        self.browser.wait_for("partita.live.state.undo === 1 && !partita.live.busy")?;
        let edited = self.browser.eval(text)?;
        expect(edited != before, "the sharding of the selection changes", &edited)?;
        let same = self.browser.eval("partita.model.label(partita.state.value)")?;
        expect(same == label, "the selection stays", &same)?;
        self.holds("/sent .* peak .* collectives /.test(document.querySelector('.status').textContent)")?;
        self.browser.click("#undo")?;
        self.browser.wait_for("partita.live.state.undo === 0 && !partita.live.busy")?;
        let undone = self.browser.eval(text)?;
        expect(undone == before, "undo returns to the sharding before", &undone)
    }
}
