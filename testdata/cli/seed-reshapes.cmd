opt - --sdy-populate-op-sharding-rules
