//! A module: ops, values, blocks and regions in arenas, named by ids.

use std::ops::Range;
use std::sync::OnceLock;

use partita_base::{Id, IdVec, Limits, Source, Span, Symbol, ids};
use smallvec::SmallVec;

use crate::walk::{Marks, Order};
use crate::{Attr, AttrId, Context, Elements, LocId, OpCode, ResultShardingAttr, TypeId, names};

ids! {
    /// An op of one [`Module`].
    OpId;
    /// A value of one [`Module`].
    ValueId;
    /// A block of one [`Module`].
    BlockId;
    /// A region of one [`Module`].
    RegionId;
}

/// What an op is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpName {
    /// An op of the table.
    Known(OpCode),
    /// An op of another dialect, kept as it is.
    Other(Symbol),
}

impl OpName {
    /// The op's code, if it is in the table.
    pub fn code(self) -> Option<OpCode> {
        match self {
            OpName::Known(code) => Some(code),
            OpName::Other(_) => None,
        }
    }

    /// Where the shardings of the op's results are.
    pub fn result_sharding_attr(self) -> ResultShardingAttr {
        self.code().map_or(ResultShardingAttr::DISCARDABLE, |code| code.info().result_sharding_attr)
    }
}

/// An op.
#[derive(Clone, Debug)]
pub struct Op {
    /// What it is.
    pub name: OpName,
    /// The values it uses.
    pub operands: SmallVec<[ValueId; 4]>,
    /// Where its results are in the value arena.
    results: (u32, u32),
    /// Inherent and discardable attributes together, sorted by name.
    pub attrs: SmallVec<[(Symbol, AttrId); 2]>,
    /// The properties of an op that is not in the table, kept apart from its attributes.
    pub properties: Option<AttrId>,
    /// Its regions; only the module changes them.
    pub regions: SmallVec<[RegionId; 2]>,
    /// The blocks it may branch to.
    pub successors: Vec<BlockId>,
    /// Where it came from.
    pub loc: LocId,
    /// Its name in the source text, or that of its cause.
    pub span: Span,
    /// The block it stands in; `None` for the top op and for erased ops.
    pub block: Option<BlockId>,
}

impl Op {
    /// Its results.
    pub fn results(&self) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        (self.results.0..self.results.0 + self.results.1).map(|index| ValueId::from_index(index as usize))
    }

    /// Its result `index`.
    pub fn result(&self, index: usize) -> ValueId {
        assert!(index < self.results.1 as usize, "result {index} of {}", self.results.1);
        ValueId::from_index(self.results.0 as usize + index)
    }

    /// How many results it has.
    pub fn result_count(&self) -> usize {
        self.results.1 as usize
    }

    /// The attribute of a name.
    pub fn attr(&self, name: Symbol) -> Option<AttrId> {
        self.attrs.iter().find(|(key, _)| *key == name).map(|(_, attr)| *attr)
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Result number `index` of an op.
    Result {
        /// The op.
        op: OpId,
        /// Which of its results.
        index: u32,
    },
    /// Argument number `index` of a block.
    Argument {
        /// The block.
        block: BlockId,
        /// Which of its arguments.
        index: u32,
    },
}

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// Where it comes from.
    pub definition: Definition,
    /// Where it is written in the source text.
    pub span: Span,
    /// Which of the results that share its name it is: 1 for `%0#1` of `%0:2`. Absent where the name is its own.
    pub number: Option<u32>,
    /// Where a block argument came from; a result shares its op's location.
    pub loc: LocId,
}

/// What the source text calls a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueName {
    /// Where the name is written.
    pub span: Span,
    /// Which of the results that share the name it is.
    pub number: Option<u32>,
}

impl Value {
    /// What the source text calls it.
    pub fn name(&self) -> ValueName {
        ValueName { span: self.span, number: self.number }
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its arguments.
    pub args: Vec<ValueId>,
    /// Its ops, in order.
    pub ops: Vec<OpId>,
    /// The region it is in.
    pub region: RegionId,
    /// Its label in the source text.
    pub span: Span,
}

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its blocks; the first is the entry.
    pub blocks: Vec<BlockId>,
    /// The op it belongs to.
    pub op: OpId,
}

/// What a new op is made of.
#[derive(Clone, Debug)]
pub struct NewOp<'a> {
    /// What it is.
    pub name: OpName,
    /// The values it uses.
    pub operands: SmallVec<[ValueId; 4]>,
    /// The types of its results.
    pub result_types: &'a [TypeId],
    /// Attributes in any order.
    pub attrs: SmallVec<[(Symbol, AttrId); 2]>,
    /// Where it came from.
    pub loc: LocId,
    /// Its place in the source text, or that of its cause.
    pub span: Span,
}

/// A resource at the end of a file: `{-# dialect_resources: { builtin: { key: "0x…" } } #-}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `dialect_resources` or `external_resources`.
    pub group: Symbol,
    /// The dialect or tool it belongs to.
    pub owner: Symbol,
    /// Its key.
    pub key: Symbol,
    /// Its value as written.
    pub value: ResourceValue,
}

/// The value of a [`Resource`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// `"0x…"`: alignment, in four bytes, and data.
    Blob(Elements),
    /// `true` or `false`
    Bool(bool),
    /// Any other string.
    Text(Box<[u8]>),
}

/// Source spans that only diagnostics need: one entry per op the parser made.
#[derive(Clone, Debug, Default)]
pub struct OpSpans {
    /// The span of each attribute's value.
    pub attrs: SmallVec<[(Symbol, Span); 2]>,
}

/// A module with everything in it.
#[derive(Clone)]
pub struct Module {
    /// The interned vocabulary.
    pub context: Context,
    ops: IdVec<OpId, Op>,
    /// What a walk stops at, so that it need not look at the ops themselves.
    pub(crate) marks: IdVec<OpId, Marks>,
    values: IdVec<ValueId, Value>,
    blocks: IdVec<BlockId, Block>,
    regions: IdVec<RegionId, Region>,
    top: OpId,
    /// The ops in text order, forgotten when ops move.
    pub(crate) order: OnceLock<Order>,
    /// Whether an op of each kind was ever made, by the kind's place in the table.
    had: Vec<bool>,
    /// Resources at the end of the file.
    pub resources: Vec<Resource>,
    /// The text the module was read from.
    pub source: Option<Source>,
    /// What passes over the module may use.
    pub limits: Limits,
    /// Spans of attribute values, by op; ops made later have none.
    pub spans: IdVec<OpId, OpSpans>,
}

impl Module {
    /// A `builtin.module` with one empty block.
    pub fn new(context: Context) -> Self {
        let loc = context.unknown_loc();
        let mut module = Self {
            context,
            ops: IdVec::new(),
            marks: IdVec::new(),
            values: IdVec::new(),
            blocks: IdVec::new(),
            regions: IdVec::new(),
            top: OpId::from_index(0),
            order: OnceLock::new(),
            had: vec![false; OpCode::all().count()],
            resources: Vec::new(),
            source: None,
            limits: Limits::default(),
            spans: IdVec::new(),
        };
        let top = module.create_op(NewOp {
            name: OpName::Known(OpCode::BuiltinModule),
            operands: SmallVec::new(),
            result_types: &[],
            attrs: SmallVec::new(),
            loc,
            span: Span::default(),
        });
        let region = module.add_region(top);
        module.add_block(region, Span::default());
        module.top = top;
        module
    }

    /// The outermost op, a `builtin.module`.
    pub fn top(&self) -> OpId {
        self.top
    }

    /// Makes another op the outermost one.
    pub fn set_top(&mut self, op: OpId) {
        self.order.take();
        self.top = op;
        self.ops[op].block = None;
    }

    /// The block that holds the module's functions and meshes.
    pub fn body(&self) -> BlockId {
        self.regions[self.ops[self.top].regions[0]].blocks[0]
    }

    /// An op.
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id]
    }

    /// An op, to change.
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id]
    }

    /// Lets an op be one of another kind. A kind that is or becomes a landmark is to be changed here.
    pub fn rename(&mut self, id: OpId, code: OpCode) {
        self.had[code as usize] = true;
        self.ops[id].name = OpName::Known(code);
        let was_landmark = std::mem::replace(&mut self.marks[id].is_landmark, code.is_landmark());
        if (was_landmark || code.is_landmark())
            && let Some(order) = self.order.get_mut()
        {
            order.landmarks.take();
        }
    }

    /// Whether an op of a kind was ever made, though it may be erased.
    pub(crate) fn had(&self, code: OpCode) -> bool {
        self.had[code as usize]
    }

    /// A value.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id]
    }

    /// A value, to change.
    pub fn value_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id]
    }

    /// The type of a value.
    pub fn type_of(&self, id: ValueId) -> TypeId {
        self.values[id].ty
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }

    /// A block, to change.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        self.order.take();
        &mut self.blocks[id]
    }

    /// A region.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    /// How many ops were ever made, erased ones included.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// How many values were ever made.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// How many blocks were ever made.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Makes a value that stands for one defined later in the text; the parser replaces it.
    pub fn create_placeholder(&mut self, ty: TypeId, span: Span) -> ValueId {
        let definition = Definition::Result { op: self.top, index: u32::MAX };
        let loc = self.context.unknown_loc();
        self.values.push(Value { ty, definition, span, number: None, loc })
    }

    /// Makes an op that stands nowhere yet.
    pub fn create_op(&mut self, new: NewOp<'_>) -> OpId {
        let mut marks = Marks::default();
        if let OpName::Known(code) = new.name {
            self.had[code as usize] = true;
            marks.is_landmark = code.is_landmark();
        }
        self.marks.push(marks);
        let first = self.values.len();
        let mut attrs = new.attrs;
        self.sort_attrs(&mut attrs);
        let op = self.ops.push(Op {
            name: new.name,
            operands: new.operands,
            results: (first as u32, new.result_types.len() as u32),
            attrs,
            properties: None,
            regions: SmallVec::new(),
            successors: Vec::new(),
            loc: new.loc,
            span: new.span,
            block: None,
        });
        for (index, &ty) in new.result_types.iter().enumerate() {
            let definition = Definition::Result { op, index: index as u32 };
            self.values.push(Value { ty, definition, span: new.span, number: None, loc: new.loc });
        }
        op
    }

    /// Puts names in order.
    pub fn sort_attrs(&self, attrs: &mut [(Symbol, AttrId)]) {
        if attrs.len() > 1 {
            let text = |name: Symbol| self.context.text(name);
            if !attrs.is_sorted_by(|a, b| text(a.0) <= text(b.0)) {
                attrs.sort_by(|a, b| text(a.0).cmp(text(b.0)));
            }
        }
    }

    /// Adds a region to an op.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.create_region();
        self.attach_region(op, region);
        region
    }

    /// Makes a region that belongs to no op yet; [`Module::attach_region`] gives it one.
    pub fn create_region(&mut self) -> RegionId {
        self.regions.push(Region { blocks: Vec::new(), op: self.top })
    }

    /// Gives a region to an op.
    pub fn attach_region(&mut self, op: OpId, region: RegionId) {
        self.order.take();
        self.regions[region].op = op;
        self.ops[op].regions.push(region);
        self.marks[op].has_regions = true;
    }

    /// Takes all regions off an op, for another one.
    pub fn take_regions(&mut self, op: OpId) -> SmallVec<[RegionId; 2]> {
        self.order.take();
        self.marks[op].has_regions = false;
        std::mem::take(&mut self.ops[op].regions)
    }

    /// Makes a block that is in no region's list yet; [`Module::place_block`] puts it there.
    pub fn create_block(&mut self, region: RegionId, span: Span) -> BlockId {
        self.blocks.push(Block { args: Vec::new(), ops: Vec::new(), region, span })
    }

    /// Puts a block made by [`Module::create_block`] at the end of its region.
    pub fn place_block(&mut self, block: BlockId) {
        self.order.take();
        let region = self.blocks[block].region;
        self.regions[region].blocks.push(block);
    }

    /// Adds a block to a region.
    pub fn add_block(&mut self, region: RegionId, span: Span) -> BlockId {
        let block = self.create_block(region, span);
        self.place_block(block);
        block
    }

    /// Moves a block to the end of a region.
    pub fn move_block(&mut self, block: BlockId, region: RegionId) {
        self.order.take();
        let old = self.blocks[block].region;
        self.regions[old].blocks.retain(|other| *other != block);
        self.blocks[block].region = region;
        self.regions[region].blocks.push(block);
    }

    /// Adds an argument to a block.
    pub fn add_arg(&mut self, block: BlockId, ty: TypeId, span: Span, loc: LocId) -> ValueId {
        let index = self.blocks[block].args.len() as u32;
        let value = self.values.push(Value {
            ty,
            definition: Definition::Argument { block, index },
            span,
            number: None,
            loc,
        });
        self.blocks[block].args.push(value);
        value
    }

    /// Puts an op at the end of a block.
    pub fn append(&mut self, block: BlockId, op: OpId) {
        self.order.take();
        self.blocks[block].ops.push(op);
        self.ops[op].block = Some(block);
    }

    /// Puts an op at a position of a block.
    pub fn insert(&mut self, block: BlockId, position: usize, op: OpId) {
        self.order.take();
        self.blocks[block].ops.insert(position, op);
        self.ops[op].block = Some(block);
    }

    /// Takes an op out of its block. Its results must not be used any more.
    pub fn erase(&mut self, op: OpId) {
        if let Some(block) = self.ops[op].block.take() {
            self.order.take();
            self.blocks[block].ops.retain(|other| *other != op);
        }
    }

    /// The op whose region holds this op.
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.ops[op].block.map(|block| self.block_parent(block))
    }

    /// The op of the module's body that an op is in or is.
    pub fn outermost(&self, mut op: OpId) -> OpId {
        while let Some(parent) = self.parent(op).filter(|&parent| parent != self.top) {
            op = parent;
        }
        op
    }

    /// The op whose region holds this block.
    pub fn block_parent(&self, block: BlockId) -> OpId {
        self.regions[self.blocks[block].region].op
    }

    /// The value `number` after `first`; the results of an op follow one another.
    pub fn nth_value(&self, first: ValueId, number: u32) -> ValueId {
        ValueId::from_index(first.index() + number as usize)
    }

    /// Replaces operands by the values they map to, in all ops made since there were `first`.
    pub fn replace_operands(&mut self, first: usize, replacements: &rustc_hash::FxHashMap<ValueId, ValueId>) {
        for id in (first..self.ops.len()).map(OpId::from_index) {
            for operand in &mut self.ops[id].operands {
                if let Some(&value) = replacements.get(operand) {
                    *operand = value;
                }
            }
        }
    }

    /// The attribute of an op by name.
    pub fn attr(&self, op: OpId, name: Symbol) -> Option<&Attr> {
        self.ops[op].attr(name).map(|attr| self.context.attr_of(attr))
    }

    /// Sets or replaces an attribute of an op.
    pub fn set_attr(&mut self, op: OpId, name: Symbol, attr: AttrId) {
        let attrs = &mut self.ops[op].attrs;
        if let Some(entry) = attrs.iter_mut().find(|(key, _)| *key == name) {
            entry.1 = attr;
            return;
        }
        let text = |name: Symbol| self.context.text(name);
        // From the last: `sdy.sharding`, which is set most, is behind most others.
        match attrs.iter().rposition(|(key, _)| text(*key) < text(name)) {
            Some(before) if before + 1 < attrs.len() => attrs.insert(before + 1, (name, attr)),
            None if !attrs.is_empty() => attrs.insert(0, (name, attr)),
            _ => attrs.push((name, attr)),
        }
    }

    /// Takes an attribute off an op.
    pub fn remove_attr(&mut self, op: OpId, name: Symbol) {
        self.ops[op].attrs.retain(|(key, _)| *key != name);
    }

    /// The name an op defines as a symbol.
    pub fn symbol_name(&self, op: OpId) -> Option<&str> {
        match self.attr(op, names::SYM_NAME)? {
            Attr::String(text) => std::str::from_utf8(text).ok(),
            _ => None,
        }
    }

    /// The full name of an op.
    pub fn op_name(&self, op: OpId) -> &str {
        match self.ops[op].name {
            OpName::Known(code) => code.name(),
            OpName::Other(name) => self.context.text(name),
        }
    }

    /// The span of an attribute's value in the source text, or the op's own span.
    pub fn attr_span(&self, op: OpId, name: Symbol) -> Span {
        let spans = self.spans.get(op).and_then(|spans| spans.attrs.iter().find(|(key, _)| *key == name));
        spans.map_or(self.ops[op].span, |(_, span)| *span)
    }

    /// The range of values of an op as indices into the value arena, for side tables.
    pub fn result_range(&self, op: OpId) -> Range<usize> {
        let (first, count) = self.ops[op].results;
        first as usize..(first + count) as usize
    }
}
