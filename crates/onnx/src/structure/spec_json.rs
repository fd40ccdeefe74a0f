//! Sharding specs as JSON, on the command line and in metadata.
//!
//! Fields are named as in the format; a group map is a list of `[key, [members]]`:
//!
//! ```json
//! {"device": [-1, 2], "index_to_device_group_map": [[-1, [0, 1]]], "sharded_dim": [{"axis": 0, "simple_sharding": [{"num_shards": 2}]}]}
//! ```

use serde::{Deserialize, Serialize};

use crate::proto;

/// A sharding spec as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecJson {
    /// The tensor, unless the context determines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor_name: Option<String>,
    /// One device or group key per shard.
    #[serde(default)]
    pub device: Vec<i64>,
    /// Group keys, each with the members of its group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub index_to_device_group_map: Vec<(i64, Vec<i64>)>,
    /// The sharded dimensions.
    #[serde(default)]
    pub sharded_dim: Vec<DimJson>,
}

/// A sharded dimension as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DimJson {
    /// The dimension, from the end if negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<i64>,
    /// Its simple shardings, major to minor.
    #[serde(default)]
    pub simple_sharding: Vec<PartJson>,
}

/// A simple sharding as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartJson {
    /// The size of the sub-dimension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dim_value: Option<i64>,
    /// A symbolic size of the sub-dimension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dim_param: Option<String>,
    /// The number of blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub num_shards: Option<i64>,
}

impl SpecJson {
    /// Converts to the message of the format.
    pub fn to_proto(&self) -> proto::ShardingSpec {
        let part = |part: &PartJson| {
            let named = || part.dim_param.clone().map(proto::SimpleDim::Param);
            proto::SimpleShardedDim {
                dim: part.dim_value.map(proto::SimpleDim::Value).or_else(named),
                num_shards: part.num_shards,
            }
        };
        let dim = |dim: &DimJson| proto::ShardedDim {
            axis: dim.axis,
            simple_sharding: dim.simple_sharding.iter().map(part).collect(),
        };
        let group =
            |(key, value): &(i64, Vec<i64>)| proto::GroupEntry { key: Some(*key), value: value.clone() };
        proto::ShardingSpec {
            tensor_name: self.tensor_name.clone(),
            device: self.device.clone(),
            index_to_device_group_map: self.index_to_device_group_map.iter().map(group).collect(),
            sharded_dim: self.sharded_dim.iter().map(dim).collect(),
        }
    }

    /// Converts from the message of the format. A group without a key is omitted, because JSON cannot express it.
    pub fn from_proto(spec: &proto::ShardingSpec) -> Self {
        let part = |part: &proto::SimpleShardedDim| {
            let (dim_value, dim_param) = match &part.dim {
                Some(proto::SimpleDim::Value(value)) => (Some(*value), None),
                Some(proto::SimpleDim::Param(name)) => (None, Some(name.clone())),
                None => (None, None),
            };
            PartJson { dim_value, dim_param, num_shards: part.num_shards }
        };
        let dim = |dim: &proto::ShardedDim| DimJson {
            axis: dim.axis,
            simple_sharding: dim.simple_sharding.iter().map(part).collect(),
        };
        let groups = spec.index_to_device_group_map.iter();
        Self {
            tensor_name: spec.tensor_name.clone(),
            device: spec.device.clone(),
            index_to_device_group_map: groups.filter_map(|g| Some((g.key?, g.value.clone()))).collect(),
            sharded_dim: spec.sharded_dim.iter().map(dim).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let text = r#"{"device":[-1,2],"index_to_device_group_map":[[-1,[0,1]]],"sharded_dim":[{"axis":0,"simple_sharding":[{"dim_value":4,"num_shards":2},{"dim_param":"n","num_shards":1}]}]}"#;
        let spec: SpecJson = serde_json::from_str(text).expect("it reads");
        assert_eq!(serde_json::to_string(&spec).expect("plain data"), text);
        assert_eq!(SpecJson::from_proto(&spec.to_proto()), spec);
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        assert!(serde_json::from_str::<SpecJson>(r#"{"devices": [0]}"#).is_err());
    }
}
