//! Prints locations, and the aliases that they have.
//!
//! MLIR gives every printed location an alias. Aliases are numbered by depth (leaves first), then in the
//! order in which the printer reaches them. The aliases of block arguments are defined above the module,
//! the others below it.

use std::fmt::Write;

use partita_base::Id;
use partita_ir::{Attr, AttrId, Context, Format, Loc, LocId, Module, OpId};

use super::attr::{Elide, write_attr, write_string};
use super::{PrintOptions, Printer};

/// The aliases of locations.
#[derive(Default)]
pub(super) struct LocAliases {
    /// The alias number of each location that has one.
    numbers: Vec<Option<u32>>,
    /// Aliased locations by number, and whether each is defined below the module.
    order: Vec<(LocId, bool)>,
}

#[derive(Clone, Copy)]
struct Met {
    loc: LocId,
    deferred: bool,
}

struct Collector<'m> {
    module: &'m Module,
    met: Vec<Met>,
    /// The index of each location in `met`.
    place: Vec<Option<u32>>,
    options: PrintOptions,
}

impl LocAliases {
    pub(super) fn new(module: &Module, options: PrintOptions) -> Self {
        let count = module.context.loc_count();
        let mut collector = Collector { module, met: Vec::new(), place: vec![None; count], options };
        if options.debug_info || module.context.has_loc_attrs() {
            collector.op(module.top());
        }
        let mut met = collector.met;
        if met.is_empty() {
            return Self::default();
        }
        let depths = depths(&module.context);
        met.sort_by_key(|met| depths[met.loc.index()]);
        let mut numbers = vec![None; count];
        for (number, met) in met.iter().enumerate() {
            numbers[met.loc.index()] = Some(number as u32);
        }
        Self { numbers, order: met.iter().map(|met| (met.loc, met.deferred)).collect() }
    }

    fn get(&self, loc: LocId) -> Option<u32> {
        self.numbers.get(loc.index()).copied().flatten()
    }
}

/// The nesting depth of each location; a location is interned after the ones nested in it.
fn depths(context: &Context) -> Vec<u32> {
    let mut depths = vec![0u32; context.loc_count()];
    for index in 0..depths.len() {
        let children = children(context, LocId::from_index(index));
        depths[index] = children.iter().map(|child| depths[child.index()] + 1).max().unwrap_or(0);
    }
    depths
}

/// The locations that print inside a location.
fn children(context: &Context, loc: LocId) -> Vec<LocId> {
    match context.loc_of(loc) {
        Loc::Unknown | Loc::File { .. } => Vec::new(),
        Loc::Name { child, .. } if *child == context.unknown_loc() => Vec::new(),
        Loc::Name { child, .. } => vec![*child],
        Loc::CallSite { callee, caller } => vec![*callee, *caller],
        Loc::Fused { locs, .. } => locs.to_vec(),
    }
}

impl Collector<'_> {
    fn op(&mut self, root: OpId) {
        // Outer before inner, in text order, without recursion: the nesting of the input is unbounded.
        enum LocStep {
            Op(OpId),
            Arg(LocId),
        }
        let mut stack = vec![LocStep::Op(root)];
        while let Some(step) = stack.pop() {
            let op = match step {
                LocStep::Arg(loc) => {
                    self.visit(loc, false);
                    continue;
                }
                LocStep::Op(op) => op,
            };
            let data = self.module.op(op);
            if self.options.debug_info {
                self.visit(data.loc, true);
            }
            for &(_, attr) in &data.attrs {
                self.attr(attr);
            }
            if !self.options.generic && super::special::is_compact_reduce(self.module, op) {
                continue;
            }
            let prints_args = self.prints_entry_args(op);
            for &region in data.regions.iter().rev() {
                for (index, &block) in self.module.region(region).blocks.iter().enumerate().rev() {
                    let block = self.module.block(block);
                    stack.extend(block.ops.iter().rev().map(|&op| LocStep::Op(op)));
                    if self.options.debug_info && (prints_args || index > 0) {
                        let args =
                            super::special::printed_args(self.module, op, &block.args, self.options.generic);
                        stack.extend(args.iter().rev().map(|&arg| LocStep::Arg(self.module.value(arg).loc)));
                    }
                }
            }
        }
    }

    /// Whether the arguments of an op's entry blocks are printed with their locations.
    fn prints_entry_args(&self, op: OpId) -> bool {
        if self.options.generic {
            return true;
        }
        match self.module.op(op).name.code().map(|code| &code.info().format) {
            Some(Format::Special(form)) => *form != partita_ir::SpecialForm::While,
            _ => true,
        }
    }

    fn attr(&mut self, attr: AttrId) {
        if !self.module.context.has_loc_attrs() {
            return;
        }
        match self.module.context.attr_of(attr) {
            Attr::Loc(loc) => self.visit(*loc, false),
            Attr::Array(items) => {
                for &item in items {
                    self.attr(item);
                }
            }
            Attr::Dict(entries) => {
                for &(_, attr) in entries {
                    self.attr(attr);
                }
            }
            _ => {}
        }
    }

    fn visit(&mut self, loc: LocId, deferred: bool) {
        let mut stack = vec![loc];
        while let Some(loc) = stack.pop() {
            match self.place[loc.index()] {
                Some(place) => {
                    let met = &mut self.met[place as usize];
                    if deferred || !met.deferred {
                        continue;
                    }
                    // It is needed above the module, and so are the locations nested in it.
                    met.deferred = false;
                }
                None => {
                    self.place[loc.index()] = Some(self.met.len() as u32);
                    self.met.push(Met { loc, deferred });
                }
            }
            let mut inner = children(&self.module.context, loc);
            inner.reverse();
            stack.extend(inner);
        }
    }
}

/// Writes a location without the surrounding `loc()`.
pub(super) fn write_loc(context: &Context, loc: LocId, aliases: Option<&LocAliases>, out: &mut String) {
    let end = out.len().saturating_add(LONGEST);
    write_loc_inner(context, loc, aliases, (0, end), out);
}

/// The largest size in bytes of a location that is printed without aliases; the rest is omitted.
const LONGEST: usize = 1 << 16;

fn write_loc_inner(
    context: &Context,
    loc: LocId,
    aliases: Option<&LocAliases>,
    (depth, end): (u32, usize),
    out: &mut String,
) {
    // Aliases can express chains of any length; a diagnostic shows only the innermost location.
    const DEEPEST: u32 = 64;
    if depth > DEEPEST || out.len() > end {
        out.push_str("unknown");
        return;
    }
    let child = |loc: LocId, out: &mut String| match aliases.and_then(|aliases| aliases.get(loc)) {
        Some(number) => write_alias(number, out),
        None => write_loc_inner(context, loc, aliases, (depth + 1, end), out),
    };
    match context.loc_of(loc) {
        Loc::Unknown => out.push_str("unknown"),
        Loc::File { file, line, column, end } => {
            write_string(file, out);
            let _ = write!(out, ":{line}:{column}");
            match end {
                Some((end_line, end_column)) if end_line == line => {
                    let _ = write!(out, " to :{end_column}");
                }
                Some((end_line, end_column)) => {
                    let _ = write!(out, " to {end_line}:{end_column}");
                }
                None => {}
            }
        }
        Loc::Name { name, child: inner } => {
            write_string(name, out);
            if *inner != context.unknown_loc() {
                out.push('(');
                child(*inner, out);
                out.push(')');
            }
        }
        Loc::CallSite { callee, caller } => {
            out.push_str("callsite(");
            child(*callee, out);
            out.push_str(" at ");
            child(*caller, out);
            out.push(')');
        }
        Loc::Fused { locs, metadata } => {
            out.push_str("fused");
            if let Some(metadata) = metadata {
                out.push('<');
                write_attr(context, *metadata, Elide::Never, out);
                out.push('>');
            }
            out.push('[');
            for (index, &loc) in locs.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                child(loc, out);
            }
            out.push(']');
        }
    }
}

/// Writes a location as an attribute value.
pub(super) fn write_loc_attr(context: &Context, loc: LocId, aliases: Option<&LocAliases>, out: &mut String) {
    match aliases.and_then(|aliases| aliases.get(loc)) {
        Some(number) => write_alias(number, out),
        None => {
            out.push_str("loc(");
            write_loc(context, loc, aliases, out);
            out.push(')');
        }
    }
}

fn write_alias(number: u32, out: &mut String) {
    out.push_str("#loc");
    if number > 0 {
        super::types::write_number(number.into(), out);
    }
}

impl Printer<'_> {
    pub(super) fn alias_definitions(&mut self, deferred: bool) {
        for number in 0..self.aliases.order.len() {
            let (loc, below) = self.aliases.order[number];
            if below == deferred {
                write_alias(number as u32, &mut self.out);
                self.out.push_str(" = loc(");
                write_loc(&self.m.context, loc, Some(&self.aliases), &mut self.out);
                self.out.push_str(")\n");
            }
        }
    }

    /// Writes ` loc(#loc3)` after an op.
    pub(super) fn trailing_loc(&mut self, loc: LocId) {
        if !self.options.debug_info {
            return;
        }
        self.out.push_str(" loc(");
        match self.aliases.get(loc) {
            Some(number) => write_alias(number, &mut self.out),
            None => write_loc(&self.m.context, loc, Some(&self.aliases), &mut self.out),
        }
        self.out.push(')');
    }

    /// Writes ` loc("x")` after an argument: never the argument's own alias.
    pub(super) fn arg_loc(&mut self, loc: LocId) {
        if !self.options.debug_info {
            return;
        }
        self.out.push_str(" loc(");
        write_loc(&self.m.context, loc, Some(&self.aliases), &mut self.out);
        self.out.push(')');
    }
}
