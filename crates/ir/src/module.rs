//! A module: ops, values, blocks and regions in arenas, named by ids.

use std::ops::Range;
use std::sync::OnceLock;

use partita_base::{Id, IdVec, Limits, Source, Span, Symbol, ids};
use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::walk::{Marks, Order, Sections};
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
    /// The form of some ops of one [`Module`]: their name, the types of their values, and their attributes.
    FormId;
}

/// Identifies what an op does: a row of the op table, or a name of another dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpName {
    /// An op of the op table.
    Known(OpCode),
    /// An op of another dialect, kept unchanged.
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

    /// The attribute that holds the shardings of the op's results.
    pub fn result_sharding_attr(self) -> ResultShardingAttr {
        self.code().map_or(ResultShardingAttr::DISCARDABLE, |code| code.info().result_sharding_attr)
    }
}

/// An op with its operands, results, attributes and regions.
#[derive(Clone, Debug)]
pub struct Op {
    /// The name, which determines the meaning of the other fields.
    pub name: OpName,
    /// The values it uses.
    pub operands: SmallVec<[ValueId; 4]>,
    /// The range of its results in the value arena.
    results: (u32, u32),
    /// Inherent and discardable attributes together, sorted by name.
    pub attrs: SmallVec<[(Symbol, AttrId); 2]>,
    /// The properties of an op that is not in the table, kept apart from its attributes.
    pub properties: Option<AttrId>,
    // Few ops have any of these: one word each, so that more ops fit into a cache line.
    /// Its regions; only the module changes them.
    pub regions: ThinVec<RegionId>,
    /// The blocks it may branch to.
    pub successors: ThinVec<BlockId>,
    /// The location of its origin.
    pub loc: LocId,
    /// The span of its name in the source text, or the span of its cause.
    pub span: Span,
    /// The block that contains it; `None` for the top op and for detached and erased ops.
    pub block: Option<BlockId>,
}

impl Op {
    /// Its results, in order.
    pub fn results(&self) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        (self.results.0..self.results.0 + self.results.1).map(|index| ValueId::from_index(index as usize))
    }

    /// The result at an index; panics if there is none.
    pub fn result(&self, index: usize) -> ValueId {
        assert!(index < self.results.1 as usize, "result {index} of {}", self.results.1);
        ValueId::from_index(self.results.0 as usize + index)
    }

    /// The number of results.
    pub fn result_count(&self) -> usize {
        self.results.1 as usize
    }

    /// The attribute with a name.
    pub fn attr(&self, name: Symbol) -> Option<AttrId> {
        self.attrs.iter().find(|(key, _)| *key == name).map(|(_, attr)| *attr)
    }
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Result number `index` of an op.
    Result {
        /// The op that produces the value.
        op: OpId,
        /// The index of the result.
        index: u32,
    },
    /// Argument number `index` of a block.
    Argument {
        /// The block that has the argument.
        block: BlockId,
        /// The index of the argument.
        index: u32,
    },
}

/// The result of an op or an argument of a block.
#[derive(Clone, Debug)]
pub struct Value {
    /// The type, which only [`Module::set_type`] may change.
    pub ty: TypeId,
    /// The definition of the value.
    pub definition: Definition,
    /// The span of the definition in the source text.
    pub span: Span,
    /// The position among results that share a name: 1 for `%0#1` of `%0:2`. `None` if the name belongs to this value alone.
    pub number: Option<u32>,
    /// The location of a block argument; a result has its op's location.
    pub loc: LocId,
}

/// The name of a value in the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueName {
    /// The span of the name.
    pub span: Span,
    /// The position among the results that share the name.
    pub number: Option<u32>,
}

impl Value {
    /// The name of the value in the source text.
    pub fn name(&self) -> ValueName {
        ValueName { span: self.span, number: self.number }
    }
}

/// A list of ops with arguments.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its arguments.
    pub args: Vec<ValueId>,
    /// Its ops, in order.
    pub ops: Vec<OpId>,
    /// The region that contains it.
    pub region: RegionId,
    /// The span of its label in the source text.
    pub span: Span,
}

/// A list of blocks that belongs to an op.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its blocks; the first is the entry.
    pub blocks: Vec<BlockId>,
    /// The op that the region belongs to.
    pub op: OpId,
}

/// The contents of a new op.
#[derive(Clone, Debug)]
pub struct NewOp<'a> {
    /// Determines what the op does.
    pub name: OpName,
    /// The values that the op uses.
    pub operands: SmallVec<[ValueId; 4]>,
    /// One type per result; the module creates the results.
    pub result_types: &'a [TypeId],
    /// Attributes in any order.
    pub attrs: SmallVec<[(Symbol, AttrId); 2]>,
    /// The location of its origin.
    pub loc: LocId,
    /// The span in the source text, or the span of its cause.
    pub span: Span,
}

/// A resource at the end of a file: `{-# dialect_resources: { builtin: { key: "0x…" } } #-}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `dialect_resources` or `external_resources`.
    pub group: Symbol,
    /// The dialect or tool it belongs to.
    pub owner: Symbol,
    /// The key that attributes refer to.
    pub key: Symbol,
    /// The value as written.
    pub value: ResourceValue,
}

/// The content of a [`Resource`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// `"0x…"`: alignment, in four bytes, and data.
    Blob(Elements),
    /// `true` or `false`
    Bool(bool),
    /// Any other string.
    Text(Box<[u8]>),
}

/// Spans that only diagnostics need: one entry per op that the parser created.
#[derive(Clone, Debug, Default)]
pub struct OpSpans {
    /// The span of each attribute's value.
    pub attrs: SmallVec<[(Symbol, Span); 2]>,
}

/// A module with all its ops, values, blocks and regions.
#[derive(Clone)]
pub struct Module {
    /// The interned strings, types, attributes and locations.
    pub context: Context,
    ops: IdVec<OpId, Op>,
    /// Per op, what walks and searches ask, so that they need not visit the op itself.
    pub(crate) marks: IdVec<OpId, Marks>,
    values: IdVec<ValueId, Value>,
    blocks: IdVec<BlockId, Block>,
    regions: IdVec<RegionId, Region>,
    top: OpId,
    /// The ops in text order; invalidated when ops move.
    pub(crate) order: OnceLock<Order>,
    /// The walks of long functions, kept while the order is unknown. Those of functions in which ops moved are removed.
    pub(crate) sections: Sections,
    /// The forms of ops, where they are known. Apart from the marks, which walks read.
    forms: IdVec<OpId, Option<FormId>>,
    /// Whether an op of each kind was ever created, by its index in the table.
    had: Vec<bool>,
    /// Resources at the end of the file.
    pub resources: Vec<Resource>,
    /// The text that the module was parsed from.
    pub source: Option<Source>,
    /// The limits for passes over the module.
    pub limits: Limits,
    /// Spans of attribute values, by op; ops created later have none.
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
            sections: Sections::default(),
            forms: IdVec::new(),
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

    /// Makes room for ops with one result each, so that their arenas need not be moved while they are filled.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.marks.reserve(ops);
        self.values.reserve(ops);
        self.spans.reserve(ops);
    }

    /// The outermost op, a `builtin.module`.
    pub fn top(&self) -> OpId {
        self.top
    }

    /// Replaces the outermost op.
    pub fn set_top(&mut self, op: OpId) {
        self.order.take();
        self.sections.clear();
        self.top = op;
        self.ops[op].block = None;
    }

    /// The block that contains the module's functions and meshes.
    pub fn body(&self) -> BlockId {
        self.regions[self.ops[self.top].regions[0]].blocks[0]
    }

    /// The op with an id.
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id]
    }

    /// The code of an op that is in the table. To look for ops of some kinds, this touches far less memory than the ops themselves.
    pub fn code(&self, id: OpId) -> Option<OpCode> {
        let code = self.marks[id].code;
        debug_assert_eq!(code, self.ops[id].name.code(), "ops are renamed by `Module::rename`");
        code
    }

    /// Whether an op is a constant. It has several names: the import gives every user its own `sdy.constant`.
    pub fn is_constant(&self, id: OpId) -> bool {
        self.code(id).is_some_and(OpCode::is_constant)
    }

    /// The op with an id, for changes. Its name is changed by [`Module::rename`].
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        self.forget_form(id);
        &mut self.ops[id]
    }

    /// The form of an op, if it is known: ops of one form have equal names, attributes and types of operands and results. What depends
    /// on nothing else is computed once for all of them. Ops that equal one another may still have different forms.
    pub fn form(&self, id: OpId) -> Option<FormId> {
        self.forms.get(id).copied().flatten()
    }

    /// Changes the location of an op. Its form stays: a form has no location.
    pub fn set_loc(&mut self, id: OpId, loc: LocId) {
        self.ops[id].loc = loc;
    }

    /// Records the block of an op that was added to its list of ops, or removed from it.
    pub fn set_block(&mut self, id: OpId, block: Option<BlockId>) {
        self.ops[id].block = block;
    }

    /// Replaces one operand of an op.
    pub fn set_operand(&mut self, id: OpId, index: usize, value: ValueId) {
        let old = std::mem::replace(&mut self.ops[id].operands[index], value);
        if self.values[value].ty != self.values[old].ty {
            self.forget_form(id);
        }
    }

    /// Records the form of an op. It holds until the op changes otherwise than by an operand of the same type.
    pub fn set_form(&mut self, id: OpId, form: FormId) {
        *self.forms.grow(id, None) = Some(form);
    }

    fn forget_form(&mut self, id: OpId) {
        if let Some(form) = self.forms.as_mut_slice().get_mut(id.index()) {
            *form = None;
        }
    }

    /// Changes the name of an op. A change to or from a landmark has to be made here, so that the landmarks stay up to date.
    pub fn rename(&mut self, id: OpId, code: OpCode) {
        self.had[code as usize] = true;
        self.ops[id].name = OpName::Known(code);
        self.forget_form(id);
        let marks = &mut self.marks[id];
        marks.code = Some(code);
        let was_landmark = std::mem::replace(&mut marks.is_landmark, code.is_landmark());
        if was_landmark || code.is_landmark() {
            let outermost = self.outermost(id);
            self.sections.remove(&outermost);
            if let Some(order) = self.order.get_mut() {
                order.forget_landmarks(outermost);
            }
        }
    }

    /// Whether an op of a kind was ever created, even if it has been erased.
    pub(crate) fn has_had(&self, code: OpCode) -> bool {
        self.had[code as usize]
    }

    /// The value with an id.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id]
    }

    /// The value with an id, for changes. Its type is changed by [`Module::set_type`].
    pub fn value_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id]
    }

    /// Changes the type of a value.
    pub fn set_type(&mut self, id: ValueId, ty: TypeId) {
        // Any op may use the value.
        self.forms = IdVec::new();
        self.values[id].ty = ty;
    }

    /// Shorthand for the type of the value with an id.
    pub fn type_of(&self, id: ValueId) -> TypeId {
        self.values[id].ty
    }

    /// The block with an id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }

    /// The block with an id, for changes.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        self.forget_order(self.blocks[id].region);
        &mut self.blocks[id]
    }

    /// The region with an id.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    /// The number of ops ever created, including erased ones.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// The number of values ever created.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The number of blocks ever created.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Creates a placeholder for a value that is defined later in the text; the parser replaces it.
    pub fn create_placeholder(&mut self, ty: TypeId, span: Span) -> ValueId {
        let definition = Definition::Result { op: self.top, index: u32::MAX };
        let loc = self.context.unknown_loc();
        self.values.push(Value { ty, definition, span, number: None, loc })
    }

    /// Creates a detached op.
    pub fn create_op(&mut self, new: NewOp<'_>) -> OpId {
        let code = new.name.code();
        let mut marks = Marks { code, ..Marks::default() };
        if let Some(code) = code {
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
            regions: ThinVec::new(),
            successors: ThinVec::new(),
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

    /// Sorts attributes by name.
    pub fn sort_attrs(&self, attrs: &mut [(Symbol, AttrId)]) {
        if attrs.len() > 1 {
            let order = |a: Symbol, b: Symbol| self.context.compare_names(a, b);
            if !attrs.is_sorted_by(|a, b| order(a.0, b.0).is_le()) {
                attrs.sort_by(|a, b| order(a.0, b.0));
            }
        }
    }

    /// Adds an empty region to an op.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.create_region();
        self.attach_region(op, region);
        region
    }

    /// Creates a region that belongs to no op yet; [`Module::attach_region`] attaches it.
    pub fn create_region(&mut self) -> RegionId {
        self.regions.push(Region { blocks: Vec::new(), op: self.top })
    }

    /// Attaches a region to an op.
    pub fn attach_region(&mut self, op: OpId, region: RegionId) {
        self.regions[region].op = op;
        self.forget_order(region);
        self.ops[op].regions.push(region);
        self.marks[op].has_regions = true;
        self.forget_form(op);
    }

    /// Detaches all regions of an op, to attach them to another.
    pub fn take_regions(&mut self, op: OpId) -> ThinVec<RegionId> {
        if let Some(&region) = self.ops[op].regions.first() {
            self.forget_order(region);
        }
        self.marks[op].has_regions = false;
        std::mem::take(&mut self.ops[op].regions)
    }

    /// Creates a block that is not in the list of its region yet; [`Module::place_block`] adds it.
    pub fn create_block(&mut self, region: RegionId, span: Span) -> BlockId {
        self.blocks.push(Block { args: Vec::new(), ops: Vec::new(), region, span })
    }

    /// Adds a block created by [`Module::create_block`] to the end of its region.
    pub fn place_block(&mut self, block: BlockId) {
        let region = self.blocks[block].region;
        self.forget_order(region);
        self.regions[region].blocks.push(block);
    }

    /// Adds an empty block to a region.
    pub fn add_block(&mut self, region: RegionId, span: Span) -> BlockId {
        let block = self.create_block(region, span);
        self.place_block(block);
        block
    }

    /// Moves a block to the end of a region.
    pub fn move_block(&mut self, block: BlockId, region: RegionId) {
        let old = self.blocks[block].region;
        self.forget_order(old);
        self.forget_order(region);
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

    /// Appends an op to a block.
    pub fn append(&mut self, block: BlockId, op: OpId) {
        self.forget_order(self.blocks[block].region);
        self.blocks[block].ops.push(op);
        self.ops[op].block = Some(block);
    }

    /// Inserts an op at a position of a block.
    pub fn insert(&mut self, block: BlockId, position: usize, op: OpId) {
        self.forget_order(self.blocks[block].region);
        self.blocks[block].ops.insert(position, op);
        self.ops[op].block = Some(block);
    }

    /// Removes an op from its block. Its results must not be used any more.
    pub fn erase(&mut self, op: OpId) {
        if let Some(block) = self.ops[op].block.take() {
            self.forget_order(self.blocks[block].region);
            self.blocks[block].ops.retain(|other| *other != op);
        }
    }

    /// The op whose region contains this op.
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.ops[op].block.map(|block| self.block_parent(block))
    }

    /// The op of the module's body that contains this op, or is this op.
    pub fn outermost(&self, mut op: OpId) -> OpId {
        while let Some(parent) = self.parent(op).filter(|&parent| parent != self.top) {
            op = parent;
        }
        op
    }

    /// The op whose region contains this block.
    pub fn block_parent(&self, block: BlockId) -> OpId {
        self.regions[self.blocks[block].region].op
    }

    /// The value `number` after `first`; the results of an op are consecutive.
    pub fn nth_value(&self, first: ValueId, number: u32) -> ValueId {
        ValueId::from_index(first.index() + number as usize)
    }

    /// Replaces the operands for which `new` has a value, in the ops that were created as the first, the second and so on of `ops`.
    /// This includes detached ops, which no walk visits.
    pub fn replace_operands(&mut self, ops: Range<usize>, new: impl Fn(ValueId) -> Option<ValueId>) {
        for id in ops.map(OpId::from_index) {
            for index in 0..self.ops[id].operands.len() {
                if let Some(value) = new(self.ops[id].operands[index]) {
                    self.set_operand(id, index, value);
                }
            }
        }
    }

    /// The attribute of an op with a name.
    pub fn attr(&self, op: OpId, name: Symbol) -> Option<&Attr> {
        self.ops[op].attr(name).map(|attr| self.context.attr_of(attr))
    }

    /// Sets or replaces an attribute of an op.
    pub fn set_attr(&mut self, op: OpId, name: Symbol, attr: AttrId) {
        self.forget_form(op);
        let attrs = &mut self.ops[op].attrs;
        if let Some(entry) = attrs.iter_mut().find(|(key, _)| *key == name) {
            entry.1 = attr;
            return;
        }
        // Search from the end: `sdy.sharding`, which is set most often, sorts after most others.
        match attrs.iter().rposition(|(key, _)| self.context.compare_names(*key, name).is_lt()) {
            Some(before) if before + 1 < attrs.len() => attrs.insert(before + 1, (name, attr)),
            None if !attrs.is_empty() => attrs.insert(0, (name, attr)),
            _ => attrs.push((name, attr)),
        }
    }

    /// Removes an attribute from an op.
    pub fn remove_attr(&mut self, op: OpId, name: Symbol) {
        self.forget_form(op);
        self.ops[op].attrs.retain(|(key, _)| *key != name);
    }

    /// The symbol name that an op defines.
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

    /// The results of an op as a range of indices into the value arena, for side tables.
    pub fn result_range(&self, op: OpId) -> Range<usize> {
        let (first, count) = self.ops[op].results;
        first as usize..(first + count) as usize
    }
}
