//! The explorer page of `partita report` and `partita serve` in a browser: size, speed, and everything that can be done with it.

mod chromium;
mod live;
mod train_step;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::built::Built;
use crate::{Outcome, arguments, root, target};
use chromium::Browser;

/// The largest page of a training step with 48 layers.
const MOST_BYTES: u64 = 1_500_000;
/// The longest time until it can be used, in milliseconds.
const MOST_WAITING: f64 = 1000.0;
/// The longest time to draw the listing of 100,000 lines after a jump, in milliseconds: the median of many.
const MOST_DRAWING: f64 = 33.0;

const DESK: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

pub(crate) fn run(wanted: &arguments::Browser) -> Outcome {
    if let Some(path) = &wanted.write {
        return fs::write(path, train_step::train_step(wanted.layers)).map_err(|error| error.to_string());
    }
    if wanted.install && chromium::find().is_none() {
        chromium::install()?;
    }
    let Some(program) = chromium::find() else {
        println!(
            "SKIPPED: the explorer page was not tested in a browser; run `cargo xtask browser --install` on Debian, install \
             chromium, or name one in CHROMIUM"
        );
        return Ok(());
    };
    let folder = target().join("browser");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let partita = Built::find()?.partita()?.to_path_buf();
    let mut session = Session { partita, browser: Browser::start(&program, folder.join("profile"))?, folder };
    session.train_step()?;
    session.times()?;
    session.remedies()?;
    session.long_listing()?;
    session.explanations()?;
    session.comparison()?;
    session.live()?;
    session.other_front_ends()?;
    session.hostile()?;
    if wanted.screenshot {
        session.screenshot()?;
    }
    println!("the explorer page passed in {}", program.display());
    Ok(())
}

/// The command, the browser and the folder of its pages.
struct Session {
    partita: PathBuf,
    browser: Browser,
    folder: PathBuf,
}

/// Fails with what was expected and found.
fn expect(holds: bool, what: &str, found: &dyn std::fmt::Debug) -> Outcome {
    if holds { Ok(()) } else { Err(format!("{what}; found {found:?}")) }
}

impl Session {
    /// Writes a program and its page, and returns the address of the page.
    fn page(&self, name: &str, text: &str, more: &[&str]) -> Result<(PathBuf, String), String> {
        let input = self.folder.join(format!("{name}.mlir"));
        fs::write(&input, text).map_err(|error| error.to_string())?;
        let page = self.page_of(&input, name, more)?;
        let address = format!("file://{}", page.display());
        Ok((page, address))
    }

    fn page_of(&self, input: &Path, name: &str, more: &[&str]) -> Result<PathBuf, String> {
        let page = self.folder.join(format!("{name}.html"));
        let ended =
            Command::new(&self.partita).arg("report").arg(input).arg("-o").arg(&page).args(more).output();
        let ended = ended.map_err(|error| error.to_string())?;
        expect(ended.status.success(), "the page is written", &String::from_utf8_lossy(&ended.stderr))?;
        Ok(page)
    }

    fn quiet_console(&self) -> Outcome {
        expect(self.browser.console.is_empty(), "nothing on the console", &self.browser.console)
    }

    fn holds(&mut self, condition: &str) -> Outcome {
        let found = self.browser.eval(condition)?;
        expect(found == Value::Bool(true), condition, &found)
    }

    /// Size and speed, then every panel, with the pointer and with keys alone.
    fn train_step(&mut self) -> Outcome {
        let (page, address) = self.page("train", &train_step::train_step(48), &[])?;
        let size = fs::metadata(&page).map_err(|error| error.to_string())?.len();
        expect(size <= MOST_BYTES, "the page of 48 layers is small", &size)?;
        let mut fastest = f64::MAX;
        for _ in 0..3 {
            self.browser.open(&address, DESK, false)?;
            let ready = self.browser.eval("performance.getEntriesByName('ready')[0].startTime")?;
            fastest = fastest.min(ready.as_f64().unwrap_or(f64::MAX));
        }
        println!("a training step with 48 layers: {size} bytes, ready after {fastest:.0} ms");
        expect(fastest < MOST_WAITING, "the page is ready soon", &fastest)?;
        self.holds("document.querySelectorAll('*').length < 3000")?;
        self.pointer()?;
        self.quiet_console()?;
        self.keys(&address)?;
        self.quiet_console()?;
        self.permalink(&address)?;
        self.looks(&address)
    }

    /// Estimated times: in the header, the overview, the listing, the groups, and about a collective.
    fn times(&mut self) -> Outcome {
        let (page, address) = self.page("times", &train_step::train_step(48), &["--hardware", "h200"])?;
        let size = fs::metadata(&page).map_err(|error| error.to_string())?.len();
        expect(size <= MOST_BYTES, "the page with times is small", &size)?;
        self.browser.open(&address, DESK, false)?;
        self.holds("/step [\\d.]+ (s|ms|µs)/.test(document.querySelector('header').textContent)")?;
        self.holds("document.querySelector('.totals').textContent.includes('estimated on h200')")?;
        self.holds("document.querySelector('.gauge.sent').title.endsWith('on h200')")?;
        // What belongs to no row is missing from the sum of all rows.
        self.holds(
            "partita.model.rows.filter((row) => row.parent < 0).reduce((sum, row) => sum + row.time, 0) <= \
             partita.model.allTime * 1.000001",
        )?;
        self.browser.click("#tab-comms")?;
        self.holds("document.querySelector('#groups thead').textContent.includes('time')")?;
        self.holds(
            "/^[\\d.]+ (s|ms|µs)$/.test(document.querySelector('#groups tbody tr').children[2].textContent)",
        )?;
        self.browser.click("#groups .link")?;
        self.browser.eval("partita.set({ tab: 'tensor' })")?;
        self.holds("document.querySelector('aside').textContent.includes('% of communication')")?;
        self.browser.open(&address, PHONE, true)?;
        self.holds("document.documentElement.scrollWidth <= innerWidth")?;
        self.quiet_console()
    }

    /// What removes collectives: in the list, and about a collective of the first group.
    fn remedies(&mut self) -> Outcome {
        let page = self.page_of(&root().join("examples/jax/train.mlir"), "remedies", &["--fix"])?;
        let address = format!("file://{}", page.display());
        self.browser.open(&address, DESK, false)?;
        self.browser.click("#tab-comms")?;
        self.holds("document.querySelectorAll('#fixes > li').length > 5")?;
        self.holds("document.querySelector('#fixes pre').textContent.includes('with_sharding_constraint')")?;
        self.browser.click("#groups .link")?;
        self.browser.eval("partita.set({ tab: 'tensor' })")?;
        self.holds(
            "[...document.querySelectorAll('aside dt')].some((name) => name.textContent === 'remedy')",
        )?;
        self.browser.open(&address, PHONE, true)?;
        self.browser.eval("partita.set({ tab: 'comms' })")?;
        self.holds("document.documentElement.scrollWidth <= innerWidth")?;
        self.quiet_console()
    }

    /// Search, a click on a value, the steps and the memory.
    fn pointer(&mut self) -> Outcome {
        let browser = &mut self.browser;
        browser.click("#search")?;
        browser.insert("jvp(layer7)/attn/dot_general")?;
        let found = browser.eval("document.querySelector('.found').textContent")?;
        expect(
            found.as_str().is_some_and(|text| text.starts_with("1 of 4")),
            "the search finds 4 ops",
            &found,
        )?;
        browser.press("Enter")?;
        browser.click(".row.on .dim")?;
        self.holds("document.querySelector('.why').textContent.includes('given on')")?;
        self.holds("document.querySelectorAll('.cell').length === 64")?;
        self.holds(
            "new Set([...document.querySelectorAll('.cell')].map((cell) => cell.style.fill)).size > 7",
        )?;
        self.browser.click("#tab-steps")?;
        self.browser.eval("partita.showStep(0)")?;
        self.browser.click("#forward")?;
        self.holds("document.querySelector('#step').textContent.startsWith('1 of ')")?;
        self.holds("document.querySelectorAll('.row.marked').length > 0")?;
        self.holds("document.querySelector('.changes').textContent.includes('→')")?;
        self.browser.click("#play")?;
        self.browser.wait_for("partita.state.step >= 3")?;
        self.browser.click("#play")?;
        self.holds("!partita.timer")?;
        self.browser.click("#tab-memory")?;
        let before = self.browser.eval("document.querySelector('#live').dataset.point")?;
        self.browser.click_at("#chart", 0.7)?;
        let after = self.browser.eval("document.querySelector('#live').dataset.point")?;
        expect(before != after, "a click moves the point", &(before, after))?;
        self.holds(
            "partita.model.memory.live(partita.state.point).reduce((sum, each) => sum + each.bytes, 0) === \
             partita.model.memory.course[partita.state.point]",
        )?;
        self.browser.click("#tab-comms")?;
        self.holds("document.querySelectorAll('#groups tbody tr').length > 5")?;
        self.holds(
            "partita.model.costs.groups.kind.reduce((sum, group) => sum + group.sent, 0) === partita.model.costs.sent",
        )?;
        // Every table has a caption and headings with a scope.
        for tab in ["overview", "comms", "memory"] {
            self.browser.eval(&format!("partita.set({{ tab: '{tab}' }})"))?;
            self.holds(
                "[...document.querySelectorAll('table')].every((table) => table.caption && table.querySelector('th') && \
                 [...table.querySelectorAll('th')].every((cell) => cell.scope))",
            )?;
        }
        self.holds("['header', 'main', 'aside[aria-label]'].every((mark) => document.querySelectorAll(mark).length === 1)")
    }

    /// From the address bar to a reason and a step without a pointer.
    fn keys(&mut self, address: &str) -> Outcome {
        self.browser.open(address, DESK, false)?;
        for key in ["Tab", "Enter", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown"] {
            self.browser.press(key)?;
        }
        self.holds(
            "document.activeElement.id === 'listing' && partita.model.rows[partita.state.row].kind === 2",
        )?;
        self.browser.press("]")?;
        self.holds("partita.state.dim === 0")?;
        self.browser.press("3")?;
        self.holds("document.querySelector('#tab-why').getAttribute('aria-selected') === 'true'")?;
        self.holds("document.querySelector('#panel').textContent.includes('dimension 0')")?;
        self.browser.press("4")?;
        self.browser.press(",")?;
        self.holds("partita.state.step === partita.model.stepCount - 1")?;
        self.browser.press("/")?;
        self.browser.insert("tokens")?;
        self.browser.press("Escape")?;
        self.holds(
            "document.activeElement.id === 'listing' && document.querySelector('#search').value === ''",
        )?;
        self.browser.press("?")?;
        self.holds("document.querySelector('#help').open")?;
        self.browser.press("Escape")
    }

    /// An address with a selection shows the same again.
    fn permalink(&mut self, address: &str) -> Outcome {
        self.browser.open(&format!("{address}#v=%2515&d=3&t=why"), DESK, false)?;
        self.holds("partita.model.label(partita.state.value) === '%15' && partita.state.dim === 3")?;
        self.holds(
            "document.querySelector('.why').textContent.includes('Why dimension 3 is sharded on model')",
        )?;
        self.holds("document.querySelector('.row.on .name').textContent === '%15'")?;
        self.browser.press("[")?;
        self.browser.wait_for("location.hash === '#v=%2515&d=2&t=why'")?;
        self.quiet_console()
    }

    /// Phone width, dark mode and paper.
    fn looks(&mut self, address: &str) -> Outcome {
        let background = "getComputedStyle(document.body).backgroundColor";
        self.browser.open(address, PHONE, false)?;
        self.holds("document.documentElement.scrollWidth <= 390")?;
        self.holds("document.querySelectorAll('.row').length > 5")?;
        self.browser.click("#tab-memory")?;
        self.holds("document.querySelector('#chart').getBoundingClientRect().width > 300")?;
        self.holds("document.documentElement.scrollWidth <= 390")?;
        let light = self.browser.eval(background)?;
        self.browser.open(address, DESK, true)?;
        let dark = self.browser.eval(background)?;
        expect(light != dark, "dark mode has its own colours", &(&light, &dark))?;
        self.browser.press("t")?;
        self.browser.press("t")?;
        let chosen = self.browser.eval(background)?;
        expect(chosen == light, "light can be chosen", &chosen)?;
        let paper = self.browser.call("Page.printToPDF", serde_json::json!({}))?;
        expect(
            paper["data"].as_str().is_some_and(|data| data.len() > 10_000),
            "it can be printed",
            &"nothing",
        )?;
        self.quiet_console()
    }

    /// 100,000 lines can be scrolled.
    fn long_listing(&mut self) -> Outcome {
        let (_, address) = self.page("long", &train_step::train_step(510), &[])?;
        self.browser.open(&address, DESK, false)?;
        self.browser.eval("partita.listing.toggleAll()")?;
        self.holds("partita.listing.visible.length > 100000")?;
        let median = self.browser.eval(
            "(async () => { const times = []; const { listing } = partita; \
             for (let at = 0; at < 41; at++) { listing.node.scrollTop = (at / 40) * listing.window.clientHeight; \
             const start = performance.now(); listing.draw(true); times.push(performance.now() - start); \
             await new Promise(requestAnimationFrame); } return times.sort((a, b) => a - b)[20]; })()",
        )?;
        println!("a listing of 100,000 lines: {:.1} ms to draw", median.as_f64().unwrap_or(f64::MAX));
        expect(median.as_f64().is_some_and(|median| median < MOST_DRAWING), "it is drawn quickly", &median)?;
        self.holds("document.querySelectorAll('.row').length < 120")?;
        self.quiet_console()
    }

    /// The page finds the same origins as the explanations of `report --format json`.
    fn explanations(&mut self) -> Outcome {
        for name in ["transformer", "mlp", "conflict", "shard_map"] {
            let input = root().join(format!("examples/{name}.mlir"));
            let page = self.page_of(&input, name, &[])?;
            self.browser.open(&format!("file://{}", page.display()), DESK, false)?;
            let json = Command::new(&self.partita).args(["report", "--format", "json"]).arg(&input).output();
            let json = json.map_err(|error| error.to_string())?.stdout;
            let view: Value = serde_json::from_slice(&json).map_err(|error| error.to_string())?;
            let all = &view["parts"][0]["propagation"]["explanations"];
            let (mut compared, mut wanted) = (0, Vec::new());
            for why in all.as_array().map(Vec::as_slice).unwrap_or_default() {
                for dim in why["dims"].as_array().map(Vec::as_slice).unwrap_or_default() {
                    for origin in dim["origins"].as_array().map(Vec::as_slice).unwrap_or_default() {
                        let hops = origin["hops"].as_array().map_or(0, Vec::len) as u64;
                        let hops = hops + origin["hops_left_out"].as_u64().unwrap_or(0);
                        wanted.push(serde_json::json!([
                            why["value"],
                            dim["dim"],
                            origin["axis"],
                            origin["value"],
                            origin["dim"],
                            hops
                        ]));
                        compared += 1;
                    }
                }
            }
            let found = self.browser.eval(&format!("({ORIGINS})({})", Value::from(wanted)))?;
            expect(
                found.as_array().is_some_and(Vec::is_empty),
                "the page explains what the command explains",
                &found,
            )?;
            expect(compared > 0, "there is something to explain", &name)?;
            println!("{name}: {compared} origins agree");
        }
        Ok(())
    }

    /// The pages of a model and of a network on ciphertexts.
    fn other_front_ends(&mut self) -> Outcome {
        let page = self.folder.join("model.html");
        let model = ["onnx", "report", "examples/mlp.textproto", "--mesh", "x=2", "--shard", "w1=_,x", "-o"];
        self.write_page(&model, &page)?;
        let address = format!("file://{}", page.display());
        self.browser.open(&address, DESK, false)?;
        self.browser.eval("partita.selectValue(partita.model.findLabel('w2'), 0)")?;
        self.holds("document.querySelector('.why').textContent.includes('given on w1 dimension 1')")?;
        self.holds("document.querySelectorAll('.cell').length === 2")?;
        self.holds("document.querySelectorAll('.row.collective').length > 0")?;
        self.browser.click("#tab-memory")?;
        self.holds("partita.model.memory.course[partita.model.memory.peak] === partita.model.costs.peak")?;
        self.quiet_console()?;
        let page = self.folder.join("network.html");
        self.write_page(&["ckks", "report", "examples/mnist.toml", "--slots", "4096", "-o"], &page)?;
        let address = format!("file://{}", page.display());
        self.browser.open(&address, DESK, false)?;
        self.browser.click("#layers .link")?;
        self.holds("partita.state.tab === 'layout' && document.querySelectorAll('.slots .cell').length > 0")?;
        self.browser.click("#tab-levels")?;
        self.holds("document.querySelector('#levels') !== null")?;
        self.browser.open(&address, PHONE, false)?;
        self.holds("document.documentElement.scrollWidth <= 390")?;
        self.quiet_console()
    }

    fn write_page(&self, arguments: &[&str], page: &Path) -> Outcome {
        let ended = Command::new(&self.partita).args(arguments).arg(page).current_dir(root()).output();
        let ended = ended.map_err(|error| error.to_string())?;
        expect(ended.status.success(), "the page is written", &String::from_utf8_lossy(&ended.stderr))
    }

    /// Two annotations of one program: figures, collectives and shardings that differ.
    fn comparison(&mut self) -> Outcome {
        let text = train_step::train_step(4);
        self.page("before", &text, &[])?;
        let changed = text.replace("[{}, {\"model\"}]", "[{\"data\"}, {\"model\"}]");
        self.page("after", &changed, &[])?;
        let second = self.folder.join("after.mlir").display().to_string();
        let page = self.page_of(&self.folder.join("before.mlir"), "comparison", &[&second])?;
        self.browser.open(&format!("file://{}", page.display()), DESK, false)?;
        self.holds("document.querySelectorAll('#figures tbody tr').length === 5")?;
        // The parameter and the momentum of four layers are annotated differently.
        self.holds("partita.difference.changed.length > 8 && partita.difference.added === 0")?;
        self.holds("document.querySelectorAll('#traffic tbody tr').length > 0")?;
        self.browser.click("#changed .link")?;
        self.holds(
            "document.querySelectorAll('.row.on.changed').length === 1 && partita.state.tab === 'diff'",
        )?;
        self.quiet_console()?;
        let same = self.page_of(
            &self.folder.join("before.mlir"),
            "same",
            &[&self.folder.join("before.mlir").display().to_string()],
        )?;
        self.browser.open(&format!("file://{}", same.display()), DESK, false)?;
        self.holds("partita.difference.changed.length === 0 && partita.difference.traffic().length === 0")
    }

    /// Names that try to run something, hide text or control a terminal.
    fn hostile(&mut self) -> Outcome {
        let (page, address) =
            self.page("hostile", HOSTILE, &["--title", "</title><script>hacked=1</script>"])?;
        let html = fs::read_to_string(page).map_err(|error| error.to_string())?;
        expect(
            html.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'"),
            "it has a policy",
            &"none",
        )?;
        self.browser.open(&address, DESK, false)?;
        for tab in ["overview", "tensor", "why", "steps", "comms", "memory", "findings"] {
            let rows = format!(
                "partita.set({{ tab: '{tab}' }}), partita.model.rows.forEach((_, row) => partita.selectRow(row, 0, 'keep')), true"
            );
            self.holds(&rows)?;
        }
        self.holds("typeof hacked === 'undefined' && document.querySelectorAll('script').length === 2")?;
        self.holds("document.querySelectorAll('img, iframe, object, embed, link, base').length === 0")?;
        self.holds("document.body.innerText.includes('<script>') && !/[\\u202a-\\u202e\\u2066-\\u2069\\u001b]/.test(document.body.innerText)")?;
        self.quiet_console()?;
        // The policy forbids a script even if it were inserted.
        self.browser.eval(
            "(() => { const script = document.createElement('script'); script.textContent = 'hacked = 1'; document.body.append(script); })()",
        )?;
        self.browser.eval("document.body.setAttribute('onclick', 'hacked = 2'), document.body.click()")?;
        self.holds("typeof hacked === 'undefined'")
    }

    /// The picture of the book.
    fn screenshot(&mut self) -> Outcome {
        let address = format!("file://{}", self.folder.join("train.html").display());
        self.browser.open(&format!("{address}#v=%2515&d=3"), (1280, 760), false)?;
        self.browser.wait_for("document.querySelectorAll('.row').length > 10")?;
        let picture = self.browser.screenshot()?;
        let path = self.folder.join("explorer.base64");
        fs::write(&path, picture).map_err(|error| error.to_string())?;
        let path_of_picture = root().join("docs/book/src/how-to/explorer.webp");
        let decoded =
            Command::new("base64").arg("--decode").arg(&path).output().map_err(|error| error.to_string())?;
        fs::write(path_of_picture, decoded.stdout).map_err(|error| error.to_string())
    }
}

/// Lists origins on which the page disagrees: value, dimension, axis, annotated value, its dimension, number of steps.
const ORIGINS: &str = "(wanted) => { const { model } = partita; const all = new Map(); \
    for (let tensor = 0; tensor < model.trace.tensors.value.length; tensor++) { const label = model.tensorLabel(tensor); \
      if (!all.has(label)) all.set(label, []); all.get(label).push(tensor); } \
    return wanted.filter(([value, dim, axis, from, fromDim, hops]) => !(all.get(value) || []).some((tensor) => { \
      const sharding = model.shardingOf(tensor); if (sharding < 0) return false; \
      const mesh = model.meshes[model.trace.shardings[sharding].mesh]; \
      const own = partita.axes(sharding, dim).find((each) => partita.axisNames(mesh, each)[0] === axis); \
      const origin = own && partita.origin(tensor, dim, own); \
      return origin && model.tensorLabel(origin.tensor) === from && origin.dim === fromDim && origin.hops.length === hops; })); }";

const HOSTILE: &str = "#loc1 = loc(\"jit(f)/<script>hacked=1</script>/\u{1b}[31mx\"(\"</td><script>hacked=1</script>\":1:1))\n\
module @\"<script>hacked=1</script>\" {\n\
  sdy.mesh @\"<b onclick=x>\" = <[\"<i>&\\22x\u{202e}\"=2]>\n\
  func.func @\"</script><script>hacked=1</script>\"(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@\"<b onclick=x>\", \
[{\"<i>&\\22x\u{202e}\"}, {}]>} loc(\"</script><script>hacked=1</script>\")) -> (tensor<8x4xf32> \
{jax.result_info = \"<img src=x onerror=hacked=1>\"}) {\n\
    %0 = stablehlo.tanh %arg0 : tensor<8x4xf32> loc(#loc1)\n\
    %1 = stablehlo.custom_call @\"</code><script>hacked=1</script>\"(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n\
    %2 = \"\u{2066}<script>.hacked\"(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n\
    return %2 : tensor<8x4xf32>\n  }\n}\n";
