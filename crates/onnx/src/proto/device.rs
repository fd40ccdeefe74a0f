//! Devices and shardings: configurations of the model, and what nodes say about them.

/// A set of devices that nodes refer to by name.
#[derive(Clone, PartialEq, prost::Message)]
pub struct DeviceConfiguration {
    /// What nodes call it.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// How many devices there are; they are numbered from 0.
    #[prost(int32, optional, tag = "2")]
    pub num_devices: Option<i32>,
    /// Names of the devices, for people.
    #[prost(string, repeated, tag = "3")]
    pub device: Vec<String>,
}

/// What a node says about one configuration.
#[derive(Clone, PartialEq, prost::Message)]
pub struct NodeDeviceConfiguration {
    /// The name of the configuration.
    #[prost(string, optional, tag = "1")]
    pub configuration_id: Option<String>,
    /// How inputs and outputs of the node are sharded.
    #[prost(message, repeated, tag = "2")]
    pub sharding_spec: Vec<ShardingSpec>,
    /// The stage of a pipeline that the node belongs to.
    #[prost(int32, optional, tag = "3")]
    pub pipeline_stage: Option<i32>,
}

/// How one tensor is sharded, as written.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ShardingSpec {
    /// An input or output of the node.
    #[prost(string, optional, tag = "1")]
    pub tensor_name: Option<String>,
    /// One device, or one key of the group map, for each shard in row-major order.
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub device: Vec<i64>,
    /// Groups of devices that hold the same shard.
    #[prost(message, repeated, tag = "3")]
    pub index_to_device_group_map: Vec<GroupEntry>,
    /// The dimensions that are cut.
    #[prost(message, repeated, tag = "4")]
    pub sharded_dim: Vec<ShardedDim>,
}

/// One group of the group map.
#[derive(Clone, PartialEq, prost::Message)]
pub struct GroupEntry {
    /// What stands for the group in a device list.
    #[prost(int64, optional, tag = "1")]
    pub key: Option<i64>,
    /// The devices.
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub value: Vec<i64>,
}

/// How one dimension is cut.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ShardedDim {
    /// The dimension, from the end if negative.
    #[prost(int64, optional, tag = "1")]
    pub axis: Option<i64>,
    /// The parts that the dimension is made of, major to minor: one, unless a reshape merged several.
    #[prost(message, repeated, tag = "2")]
    pub simple_sharding: Vec<SimpleShardedDim>,
}

/// One part of a dimension, cut into blocks.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SimpleShardedDim {
    /// The size of the part.
    #[prost(oneof = "SimpleDim", tags = "1, 2")]
    pub dim: Option<SimpleDim>,
    /// The number of blocks.
    #[prost(int64, optional, tag = "3")]
    pub num_shards: Option<i64>,
}

/// The size of a part of a dimension.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum SimpleDim {
    /// A number.
    #[prost(int64, tag = "1")]
    Value(i64),
    /// A name for a number that is not known yet.
    #[prost(string, tag = "2")]
    Param(String),
}
