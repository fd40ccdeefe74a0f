//! The names that values are printed under.
//!
//! MLIR numbers all of a region before it enters nested ones. Each nested region continues from the
//! counters of the surrounding region, so siblings use the same names. Some ops suggest names for their
//! results (`%cst`); a suggestion that is taken gets a number from a counter that all names share.

use partita_base::Id;
use partita_ir::{Block, BlockId, Module, OpCode, OpId, RegionId, Type, ValueId};

/// The names that ops suggest.
const HINTS: &[&str] = &[
    "c",
    "cst",
    "f",
    "iterArg",
    "input",
    "carry",
    "grad_operand",
    "grad_scale",
    "grad_offset",
    "output",
    "batch_mean",
    "batch_var",
    "output_state",
    "values",
    "indices",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    None,
    /// Printed as `%3`.
    Number(u32),
    /// Printed as `%arg3`.
    Argument(u32),
    /// Printed as `%cst`, or with a number as `%cst_3`.
    Hint(u8, Option<u32>),
}

/// The printed name of every value of a module.
pub struct ValueNames {
    names: Vec<Name>,
    /// For a value of a group, the first value of the group and its position in it; `None` for a single value.
    members: Vec<Option<(ValueId, u32)>>,
    blocks: Vec<u32>,
    generic: bool,
}

/// The counters at the start of a region.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
    used: u32,
}

impl ValueNames {
    /// Names all values below the module's top op.
    pub fn new(module: &Module, generic: bool) -> Self {
        let mut names = Self {
            names: vec![Name::None; module.value_count()],
            members: vec![None; module.value_count()],
            blocks: vec![0; module.block_count()],
            generic,
        };
        let mut counters = Counters::default();
        names.number_op(module, module.top(), &mut counters);
        let mut stack: Vec<(RegionId, Counters)> =
            module.op(module.top()).regions.iter().map(|&region| (region, counters)).collect();
        while let Some((region, start)) = stack.pop() {
            // Names are unique in the generic form, so counters are never reset.
            if !generic {
                counters = start;
            }
            names.number_region(module, region, &mut counters);
            for &block in &module.region(region).blocks {
                for &op in &module.block(block).ops {
                    stack.extend(module.op(op).regions.iter().map(|&region| (region, counters)));
                }
            }
        }
        names
    }

    /// Appends `%name` or `%name#2`.
    pub fn write(&self, value: ValueId, out: &mut String) {
        match self.members[value.index()] {
            Some((first, position)) => {
                self.write_base(first, out);
                out.push('#');
                super::types::write_number(position.into(), out);
            }
            None => self.write_base(value, out),
        }
    }

    /// The printed name of a value.
    pub fn get(&self, value: ValueId) -> String {
        let mut out = String::new();
        self.write(value, &mut out);
        out
    }

    /// Appends the name of a value without the position in its group.
    pub(super) fn write_base(&self, value: ValueId, out: &mut String) {
        out.push('%');
        match self.names[value.index()] {
            Name::None => out.push_str("<<UNKNOWN SSA VALUE>>"),
            Name::Number(number) => super::types::write_number(number.into(), out),
            Name::Argument(number) => {
                out.push_str("arg");
                super::types::write_number(number.into(), out);
            }
            Name::Hint(hint, suffix) => {
                out.push_str(HINTS[hint as usize]);
                if let Some(suffix) = suffix {
                    out.push('_');
                    super::types::write_number(suffix.into(), out);
                }
            }
        }
    }

    /// Whether a result starts a group of its own.
    pub(super) fn starts_group(&self, value: ValueId) -> bool {
        self.names[value.index()] != Name::None
    }

    pub(super) fn block_number(&self, block: BlockId) -> u32 {
        self.blocks[block.index()]
    }

    fn hint(&mut self, value: ValueId, hint: &str, counters: &mut Counters) {
        let index = HINTS.iter().position(|known| *known == hint).expect("every suggested name is listed");
        let suffix = if counters.used & 1 << index != 0 {
            counters.conflict += 1;
            Some(counters.conflict - 1)
        } else {
            counters.used |= 1 << index;
            None
        };
        self.names[value.index()] = Name::Hint(index as u8, suffix);
    }

    fn number_region(&mut self, module: &Module, region: RegionId, counters: &mut Counters) {
        let region = module.region(region);
        if !self.generic
            && let Some(&entry) = region.blocks.first()
        {
            self.hint_args(module, region.op, module.block(entry), counters);
        }
        for (index, &block) in region.blocks.iter().enumerate() {
            self.blocks[block.index()] = index as u32;
        }
        for (index, &block) in region.blocks.iter().enumerate() {
            for &arg in &module.block(block).args {
                if self.names[arg.index()] != Name::None {
                    continue;
                }
                self.names[arg.index()] = if index == 0 {
                    counters.argument += 1;
                    Name::Argument(counters.argument - 1)
                } else {
                    counters.value += 1;
                    Name::Number(counters.value - 1)
                };
            }
            for &op in &module.block(block).ops {
                self.number_op(module, op, counters);
            }
        }
    }

    fn hint_args(&mut self, module: &Module, op: OpId, entry: &Block, counters: &mut Counters) {
        match module.op(op).name.code() {
            Some(OpCode::While) => {
                for &arg in &entry.args {
                    self.hint(arg, "iterArg", counters);
                }
            }
            Some(OpCode::ChloScan) => {
                let carries = super::special::scan_inits(module, op).min(entry.args.len());
                let inputs = entry.args.len() - carries;
                for (index, &arg) in entry.args.iter().enumerate() {
                    self.hint(arg, if index < inputs { "input" } else { "carry" }, counters);
                }
            }
            _ => {}
        }
    }

    fn number_op(&mut self, module: &Module, op: OpId, counters: &mut Counters) {
        let data = module.op(op);
        let count = data.result_count();
        if count == 0 {
            return;
        }
        let first = data.result(0);
        if let (false, Some(opcode)) = (self.generic, data.name.code()) {
            let info = opcode.info();
            if opcode.traits().named_results && count == info.results.len() {
                for (result, group) in data.results().zip(&info.results) {
                    self.hint(result, group.name, counters);
                }
                return;
            }
            match opcode {
                OpCode::Constant => {
                    let element = module.context.tensor(module.type_of(first)).map(|tensor| tensor.element);
                    let is_integer = element.is_some_and(|element| {
                        matches!(module.context.type_of(element), Type::Integer { .. } | Type::Index)
                    });
                    self.hint(first, if is_integer { "c" } else { "cst" }, counters);
                }
                OpCode::FuncConstant => self.hint(first, "f", counters),
                _ => {}
            }
        }
        if self.names[first.index()] == Name::None {
            self.names[first.index()] = Name::Number(counters.value);
            counters.value += 1;
        }
        if count > 1 {
            for (position, result) in data.results().enumerate() {
                self.members[result.index()] = Some((first, position as u32));
            }
        }
    }
}
