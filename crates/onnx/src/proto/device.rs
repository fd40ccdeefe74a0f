//! Configurations of devices, and the annotations of nodes.

/// A set of devices that nodes refer to by name.
#[derive(Clone, PartialEq, prost::Message)]
pub struct DeviceConfiguration {
    /// The name that nodes refer to.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// The number of devices, which are numbered from 0.
    #[prost(int32, optional, tag = "2")]
    pub num_devices: Option<i32>,
    /// Display names of the devices: none, or one per device.
    #[prost(string, repeated, tag = "3")]
    pub device: Vec<String>,
}

/// The annotation of a node for one configuration.
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
    /// The sharded dimensions.
    #[prost(message, repeated, tag = "4")]
    pub sharded_dim: Vec<ShardedDim>,
}

/// One group of the group map.
#[derive(Clone, PartialEq, prost::Message)]
pub struct GroupEntry {
    /// The entry of the device list that refers to the group.
    #[prost(int64, optional, tag = "1")]
    pub key: Option<i64>,
    /// The members of the group.
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub value: Vec<i64>,
}

/// The sharding of one dimension.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ShardedDim {
    /// The dimension, from the end if negative.
    #[prost(int64, optional, tag = "1")]
    pub axis: Option<i64>,
    /// The simple shardings of its sub-dimensions, major to minor: one, unless a reshape merged several dimensions.
    #[prost(message, repeated, tag = "2")]
    pub simple_sharding: Vec<SimpleShardedDim>,
}

/// A sub-dimension, sharded into blocks.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SimpleShardedDim {
    /// The size of the sub-dimension.
    #[prost(oneof = "SimpleDim", tags = "1, 2")]
    pub dim: Option<SimpleDim>,
    /// The number of blocks.
    #[prost(int64, optional, tag = "3")]
    pub num_shards: Option<i64>,
}

/// The size of a sub-dimension.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum SimpleDim {
    /// A number.
    #[prost(int64, tag = "1")]
    Value(i64),
    /// A symbolic size.
    #[prost(string, tag = "2")]
    Param(String),
}
