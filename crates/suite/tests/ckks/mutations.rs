//! Every reader of texts, given texts with mistakes: what is read prints to a text that reads the same, all else is refused.

use partita_base::Cursor;
use partita_ckks::SlotLayout;
use partita_ckks::loop_form::LoopForm;
use partita_ckks::network::{Network, layer_list};
use partita_ckks::plan::{Lowered, PlanOptions, parse_plan, plan_network};
use partita_ckks::program::Program;
use partita_ckks::sharding::ShardingMap;
use proptest::prelude::*;

const LIST: &str = "input = [3, 8, 8]
mesh = 'x=2, z=2'
[[layer]]
op = 'conv'
name = 'a'
features = 4
kernel = 3
stride = 2
pad = 'same'
sharding = '[x, -, -]'
[[layer]]
op = 'activation'
function = [0.25, 0.5]
name = 'act/1'
[[layer]]
op = 'add'
of = ['a', 'act/1']
[[layer]]
op = 'gemm'
features = 5
";

struct Texts {
    network: Network,
    all: Vec<(Reader, String)>,
}

#[derive(Clone, Copy, Debug)]
enum Reader {
    List,
    Shardings,
    Plan,
    Loops,
    Listing,
    Program,
    SlotLayout,
    Network,
}

/// What the reader makes of a text, printed again.
fn read(reader: Reader, text: &str, network: &Network) -> Option<String> {
    match reader {
        Reader::List => layer_list::parse_layer_list(text).ok().map(|_| text.to_string()),
        Reader::Shardings => ShardingMap::parse(text).ok().map(|map| map.to_string()),
        Reader::Plan => {
            let (slots, given) = parse_plan(text, network).ok()?;
            if slots <= 1024 {
                let made = plan_network(network, slots, &PlanOptions::default().given(given)).ok()?;
                made.lower(network, &made.without_bootstraps()).expect("a plan can be lowered");
            }
            Some(text.to_string())
        }
        Reader::Loops => {
            let form = LoopForm::parse(text).ok()?;
            let _ = (form.rotations(), form.products());
            Some(form.to_string())
        }
        Reader::Listing => Lowered::parse(text, network).ok().map(|read| read.listing(network).to_string()),
        Reader::Program => Program::parse(text).ok().map(|program| {
            let _ = partita_ckks::count_steps(&program);
            program.to_string()
        }),
        Reader::SlotLayout => SlotLayout::parse(&mut Cursor::new(text)).ok().map(|layout| layout.to_string()),
        Reader::Network => {
            let read = Network::from_text(text, &network.to_text().tensors).ok()?;
            let _ = read.run(&network.seeded_input(0));
            Some(read.to_text().text)
        }
    }
}

fn texts() -> Texts {
    let network = layer_list::parse_layer_list(LIST).unwrap().with_seeded_weights(1).unwrap();
    let made = plan_network(&network, 128, &PlanOptions::default()).unwrap();
    let lowered = made.lower(&network, &made.without_bootstraps()).unwrap();
    let listing = lowered.listing(&network).to_string();
    let all = vec![
        (Reader::List, LIST.to_string()),
        (Reader::Shardings, made.strategy.map.to_string()),
        (Reader::Plan, made.text(&network).to_string()),
        (Reader::Loops, made.loops(&network).unwrap().to_string()),
        // The sources and some steps.
        (Reader::Listing, format!("{}return %3", listing.split_once("%5 =").unwrap().0)),
        (Reader::Program, lowered.program.to_string()),
        (Reader::SlotLayout, made.made[network.input()].to_string()),
        (Reader::Network, network.to_text().text),
    ];
    Texts { network, all }
}

/// A change of a text: at a place, some bytes are replaced by some of another place, or by a number.
type Change = (u16, u8, u16, u8, u8);

fn changed(text: &str, changes: &[Change]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, gone, from, taken, what) in changes {
        let at = usize::from(at) % (bytes.len() + 1);
        let end = (at + usize::from(gone % 6)).min(bytes.len());
        let inserted = match what % 4 {
            0 => {
                let from = usize::from(from) % bytes.len().max(1);
                bytes[from..(from + usize::from(taken % 24)).min(bytes.len())].to_vec()
            }
            1 => u64::from(from).pow(4).to_string().into_bytes(),
            2 => vec![b"[]{}():,-=x%@\"\\. "[usize::from(taken) % 17]],
            _ => Vec::new(),
        };
        bytes.splice(at..end, inserted);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn what_is_printed_is_read() {
    let Texts { network, all } = texts();
    for (reader, text) in all {
        let again = read(reader, &text, &network).unwrap_or_else(|| panic!("{reader:?} refuses\n{text}"));
        assert_eq!(again.trim_end(), text.trim_end(), "{reader:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn texts_with_mistakes_are_refused_or_mean_something(
        changes in proptest::collection::vec(
            proptest::collection::vec(any::<Change>(), 1..4), 20
        )
    ) {
        let Texts { network, all } = texts();
        for (reader, text) in &all {
            for changes in &changes {
                let text = changed(text, changes);
                if let Some(printed) = read(*reader, &text, &network) {
                    let again = read(*reader, &printed, &network);
                    prop_assert_eq!(again.as_ref(), Some(&printed), "{:?}", reader);
                }
            }
        }
    }
}
