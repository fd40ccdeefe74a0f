// The op table: one row per op of the known dialects.
//
// A row gives an op's code, name, kind, effect, signature, inherent attributes, traits and text form; the
// columns are explained in `optable.rs`. To add an op, add a row in name order; the compiler then lists
// what is missing elsewhere.

op_table! {
    // builtin
    BuiltinModule "builtin.module" Other Observable "->" "sym_name:name? sym_visibility:str?" [regions(1) isolated symbol default_dialect] "@module";
    BuiltinUnrealizedConversionCast "builtin.unrealized_conversion_cast" Other Pure "inputs* -> outputs*" "" [] "@cast";
    // func
    FuncCall "func.call" Other Observable "operands* -> result*"
        "arg_attrs:dicts? callee:sym no_inline:unit? res_attrs:dicts?"
        [data_flow_sometimes] " {callee}({operands*}){attrs} : {sig}";
    FuncCallIndirect "func.call_indirect" Other Undeclared "callee callee_operands* -> results*"
        "arg_attrs:dicts? res_attrs:dicts?"
        [] " {callee}({callee_operands*}){attrs} : {sigrest}";
    FuncConstant "func.constant" Other Undeclared "-> result" "value:sym" [] "{attrs} {value} : {type result}";
    FuncFunc "func.func" Other Observable "->"
        "arg_attrs:dicts? function_type:functype no_inline:unit? res_attrs:dicts? sym_name:name sym_visibility:str?"
        [regions(1) isolated symbol default_dialect] "@func";
    FuncReturn "func.return" Terminator Observable "operands* ->" "" [] "{attrs}{values operands}";
    // stablehlo
    Abs "stablehlo.abs" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Add "stablehlo.add" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    AfterAll "stablehlo.after_all" Other Pure "inputs* -> result" "" [] " {inputs*}{attrs} : {type result}";
    AllGather "stablehlo.all_gather" Collective Undeclared "operands* -> result*"
        "all_gather_dim:i64 channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        [] "@generic";
    AllReduce "stablehlo.all_reduce" Collective Undeclared "operands* -> result*"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        [regions(1)] "@generic";
    AllToAll "stablehlo.all_to_all" Collective Undeclared "operands* -> result*"
        "channel_handle:rec(ChannelHandle)? concat_dimension:i64 replica_groups:groups split_count:i64 split_dimension:i64"
        [] "@generic";
    And "stablehlo.and" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    AsyncDone "stablehlo.async_done" Other Undeclared "operand -> result" "" [] "@generic";
    AsyncStart "stablehlo.async_start" Other Undeclared "operands* -> result" "" [regions(1)] "@generic";
    Atan2 "stablehlo.atan2" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    BatchNormGrad "stablehlo.batch_norm_grad" Other Pure "operand scale mean variance grad_output -> grad_operand grad_scale grad_offset"
        "epsilon:f32 feature_index:i64"
        [named_results] "@generic";
    BatchNormInference "stablehlo.batch_norm_inference" Other Pure "operand scale offset mean variance -> result" "epsilon:f32 feature_index:i64" [] "@generic";
    BatchNormTraining "stablehlo.batch_norm_training" Other Pure "operand scale offset -> output batch_mean batch_var"
        "epsilon:f32 feature_index:i64"
        [named_results] "@generic";
    BitcastConvert "stablehlo.bitcast_convert" Bitcast Pure "operand -> result" "" [] " {operand}{attrs} : {sig}";
    Broadcast "stablehlo.broadcast" Other Pure "operand -> result" "broadcast_sizes:ints" [] " {operand}, sizes = {broadcast_sizes}{attrs} : {sig}";
    BroadcastInDim "stablehlo.broadcast_in_dim" Other Pure "operand -> result"
        "broadcast_dimensions:ints"
        [] " {operand}, dims = {broadcast_dimensions}{attrs} : {sig}";
    Case "stablehlo.case" Other Pure "index -> result*" "" [any_regions data_flow] "@generic";
    Cbrt "stablehlo.cbrt" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Ceil "stablehlo.ceil" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Cholesky "stablehlo.cholesky" Other Pure "a -> result" "lower:bool=false" [] " {a}(?lower:, lower = {lower}){attrs} : {same}";
    Clamp "stablehlo.clamp" Elementwise Pure "min operand max -> result" "" [] " {min}, {operand}, {max}{attrs} : {same}";
    CollectiveBroadcast "stablehlo.collective_broadcast" Collective Undeclared "operand -> result" "channel_handle:rec(ChannelHandle)? replica_groups:groups" [] "@generic";
    CollectivePermute "stablehlo.collective_permute" Collective Undeclared "operand -> result" "channel_handle:rec(ChannelHandle)? source_target_pairs:dense" [] "@generic";
    Compare "stablehlo.compare" Elementwise Pure "lhs rhs -> result"
        "compare_type:enum(ComparisonType)? comparison_direction:enum(ComparisonDirection)"
        [] " {comparison_direction}, {lhs}, {rhs}(?compare_type:, {compare_type}){attrs} : {sig}";
    Complex "stablehlo.complex" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {complex}";
    Composite "stablehlo.composite" Other Undeclared "inputs* -> result*"
        "composite_attributes:dict={} decomposition:sym name:str version:i32=0"
        [any_regions] " {name} {inputs*}{regions}{attrs} : {sig}";
    Concatenate "stablehlo.concatenate" Other Pure "inputs* -> result" "dimension:i64" [] " {inputs*}, dim = {dimension}{attrs} : {sig}";
    Constant "stablehlo.constant" Other Pure "-> output" "value:elements" [] "@constant";
    Convert "stablehlo.convert" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Convolution "stablehlo.convolution" Other Pure "lhs rhs -> result"
        "batch_group_count:i64 dimension_numbers:conv feature_group_count:i64 lhs_dilation:ints? padding:dense? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        [] "({lhs}, {rhs}) dim_numbers = {dimension_numbers}, window = {@window}{attrs} : {sig}";
    Cosine "stablehlo.cosine" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    CountLeadingZeros "stablehlo.count_leading_zeros" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    CreateToken "stablehlo.create_token" Other Pure "-> output" "" [] "{attrs} : {type output}";
    CrossReplicaSum "stablehlo.cross-replica-sum" Collective Pure "operand -> result" "replica_groups:dense" [] "@generic";
    CustomCall "stablehlo.custom_call" Other ByAttribute "inputs* -> result*"
        "api_version:i32=1 backend_config:any? call_target_name:name called_computations:syms=[] has_side_effect:bool=false operand_layouts:layouts? output_operand_aliases:aliases=[] result_layouts:layouts?"
        [] " {call_target_name}({inputs*}){attrs} : {sig}";
    Divide "stablehlo.divide" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    Dot "stablehlo.dot" Other Pure "lhs rhs -> result"
        "precision_config:precision?"
        [] " {lhs}, {rhs}(?precision_config:, precision = {precision_config}){attrs} : {sig}";
    DotGeneral "stablehlo.dot_general" Other Pure "lhs rhs -> result"
        "algorithm:rec(DotAlgorithm)? dot_dimension_numbers:rec(Dot) precision_config:precision?"
        [] " {lhs}, {rhs}, {@dot_dims}(?precision_config:, precision = {precision_config})(?algorithm:, algorithm = {algorithm}){attrs} : {sig}";
    DynamicBroadcastInDim "stablehlo.dynamic_broadcast_in_dim" Other Pure "operand output_dimensions -> result"
        "broadcast_dimensions:ints known_expanding_dimensions:ints? known_nonexpanding_dimensions:ints?"
        [] " {operand}, {output_dimensions}, dims = {broadcast_dimensions}{attrs} : {sig}";
    DynamicConv "stablehlo.dynamic_conv" Other Pure "lhs rhs padding -> result"
        "batch_group_count:i64 dimension_numbers:conv feature_group_count:i64 lhs_dilation:ints? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        [] "@generic";
    DynamicGather "stablehlo.dynamic_gather" Other Pure "operand start_indices slice_sizes -> result"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool?"
        [] "@generic";
    DynamicIota "stablehlo.dynamic_iota" Other Pure "output_shape -> result" "iota_dimension:i64" [] " {output_shape}, dim = {iota_dimension}{attrs} : {sig}";
    DynamicPad "stablehlo.dynamic_pad" Other Pure "operand padding_value edge_padding_low edge_padding_high interior_padding -> result"
        ""
        [] " {operand}, {padding_value}, {edge_padding_low}, {edge_padding_high}, {interior_padding}{attrs} : {sig}";
    DynamicReshape "stablehlo.dynamic_reshape" Other Pure "operand output_shape -> result" "" [] " {operand}, {output_shape}{attrs} : {sig}";
    DynamicSlice "stablehlo.dynamic_slice" Other Pure "operand start_indices* -> result"
        "slice_sizes:ints"
        [] " {operand}, {start_indices*}, sizes = {slice_sizes}{attrs} : {sig}";
    DynamicUpdateSlice "stablehlo.dynamic_update_slice" Other Pure "operand update start_indices* -> result"
        ""
        [] " {*}{attrs} : {sig}";
    Einsum "stablehlo.einsum" Other Pure "lhs rhs -> result" "einsum_config:str" [] " {lhs}, {rhs}, config = {einsum_config}{attrs} : {sig}";
    Exponential "stablehlo.exponential" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    ExponentialMinusOne "stablehlo.exponential_minus_one" Elementwise Pure "operand -> result"
        "result_accuracy:rec(ResultAccuracy)=accuracy"
        [] " {operand}{attrs} : {same}";
    Fft "stablehlo.fft" Other Pure "operand -> result"
        "fft_length:ints fft_type:enum(FftType)"
        [] " {operand}, type = {fft_type}, length = {fft_length}{attrs} : {sig}";
    Floor "stablehlo.floor" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Gather "stablehlo.gather" Other Pure "operand start_indices -> result"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool? slice_sizes:ints"
        [] "@generic";
    GetDimensionSize "stablehlo.get_dimension_size" Other Pure "operand -> result" "dimension:i64" [] " {operand}, dim = {dimension}{attrs} : {sig}";
    GetTupleElement "stablehlo.get_tuple_element" Other Pure "operand -> result" "index:i32" [] " {operand}[{index}]{attrs} : {sig}";
    If "stablehlo.if" Other Pure "pred -> result*" "" [regions(2) data_flow_sometimes] "@generic";
    Imag "stablehlo.imag" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Infeed "stablehlo.infeed" Transfer Observable "token -> result*" "infeed_config:str! layout:array?" [] "@generic";
    Iota "stablehlo.iota" Other Pure "-> output" "iota_dimension:i64" [] " dim = {iota_dimension}{attrs} : {type output}";
    IsFinite "stablehlo.is_finite" Elementwise Pure "x -> y" "" [] " {x}{attrs} : {same}";
    Log "stablehlo.log" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    LogPlusOne "stablehlo.log_plus_one" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Logistic "stablehlo.logistic" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Map "stablehlo.map" Other Pure "inputs* -> result" "dimensions:ints" [regions(1)] "@generic";
    Maximum "stablehlo.maximum" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    Minimum "stablehlo.minimum" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    Multiply "stablehlo.multiply" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    Negate "stablehlo.negate" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Not "stablehlo.not" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    OptimizationBarrier "stablehlo.optimization_barrier" Other Pure "operand* -> result*" "" [data_flow] "@barrier";
    Or "stablehlo.or" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    Outfeed "stablehlo.outfeed" Transfer Observable "inputs* token -> result" "outfeed_config:str!" [] "@generic";
    Pad "stablehlo.pad" Other Pure "operand padding_value -> result"
        "edge_padding_high:ints edge_padding_low:ints interior_padding:ints"
        [] " {operand}, {padding_value}, low = {edge_padding_low}, high = {edge_padding_high}, interior = {interior_padding}{attrs} : {sig}";
    PartitionId "stablehlo.partition_id" DeviceId Pure "-> result" "" [] "{attrs} : {type result}";
    Popcnt "stablehlo.popcnt" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Power "stablehlo.power" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    Real "stablehlo.real" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    RealDynamicSlice "stablehlo.real_dynamic_slice" Other Pure "operand start_indices limit_indices strides -> result"
        ""
        [] " {operand}, {start_indices}, {limit_indices}, {strides}{attrs} : {sig}";
    Recv "stablehlo.recv" Transfer Observable "token -> result*" "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?" [] "@generic";
    Reduce "stablehlo.reduce" Other Pure "inputs* init_values* -> result*" "dimensions:ints" [regions(1)] "@reduce";
    ReducePrecision "stablehlo.reduce_precision" Elementwise Pure "operand -> output"
        "exponent_bits:i32 mantissa_bits:i32"
        [] " {operand}, format = {@format}{attrs} : {same}";
    ReduceScatter "stablehlo.reduce_scatter" Collective Undeclared "operand -> result"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups scatter_dimension:i64 use_global_device_ids:unit?"
        [regions(1)] "@generic";
    ReduceWindow "stablehlo.reduce_window" Other Pure "inputs* init_values* -> result*"
        "base_dilations:ints? padding:dense? window_dilations:ints? window_dimensions:ints window_strides:ints?"
        [regions(1)] "@generic";
    Remainder "stablehlo.remainder" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    ReplicaId "stablehlo.replica_id" DeviceId Pure "-> result" "" [] "{attrs} : {type result}";
    Reshape "stablehlo.reshape" Other Pure "operand -> result" "" [] " {operand}{attrs} : {sig}";
    Return "stablehlo.return" Terminator Observable "results* ->" "" [] " {results*}{attrs}{types results}";
    Reverse "stablehlo.reverse" Other Pure "operand -> result" "dimensions:ints" [] " {operand}, dims = {dimensions}{attrs} : {same}";
    Rng "stablehlo.rng" Other Undeclared "a b shape -> result"
        "rng_distribution:enum(RngDistribution)"
        [] " {a}, {b}, {shape}, distribution = {rng_distribution}{attrs} : {sig}";
    RngBitGenerator "stablehlo.rng_bit_generator" Other Pure "initial_state -> output_state output"
        "rng_algorithm:enum(RngAlgorithm)"
        [named_results] " {initial_state}, algorithm = {rng_algorithm}{attrs} : {sig}";
    RoundNearestAfz "stablehlo.round_nearest_afz" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    RoundNearestEven "stablehlo.round_nearest_even" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Rsqrt "stablehlo.rsqrt" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Scatter "stablehlo.scatter" Other Pure "inputs* scatter_indices updates* -> result*"
        "indices_are_sorted:bool? scatter_dimension_numbers:rec(Scatter) unique_indices:bool?"
        [regions(1)] "@generic";
    Select "stablehlo.select" Elementwise Pure "pred on_true on_false -> result" "" [] " {pred}, {on_true}, {on_false}{attrs} : {select}";
    SelectAndScatter "stablehlo.select_and_scatter" Other Pure "operand source init_value -> result"
        "padding:dense? window_dimensions:ints? window_strides:ints?"
        [regions(2)] "@generic";
    Send "stablehlo.send" Transfer Observable "inputs* token -> result"
        "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?"
        [] "@generic";
    SetDimensionSize "stablehlo.set_dimension_size" Other Pure "operand size -> result"
        "dimension:i64"
        [] " {operand}, {size}, dim = {dimension}{attrs} : {sig}";
    ShiftLeft "stablehlo.shift_left" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    ShiftRightArithmetic "stablehlo.shift_right_arithmetic" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    ShiftRightLogical "stablehlo.shift_right_logical" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    Sign "stablehlo.sign" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    Sine "stablehlo.sine" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Slice "stablehlo.slice" Other Pure "operand -> result" "limit_indices:ints start_indices:ints strides:ints" [] " {operand} {@ranges}{attrs} : {sig}";
    Sort "stablehlo.sort" Other Pure "inputs* -> result*" "dimension:i64? is_stable:bool?" [regions(1)] "@generic";
    Sqrt "stablehlo.sqrt" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Subtract "stablehlo.subtract" Elementwise Pure "lhs rhs -> result" "" [] " {lhs}, {rhs}{attrs} : {same}";
    Tan "stablehlo.tan" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    Tanh "stablehlo.tanh" Elementwise Pure "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" [] " {operand}{attrs} : {same}";
    TorchIndexSelect "stablehlo.torch_index_select" Other Pure "operand index -> result" "batch_dims:i64 dim:i64" [] "@generic";
    Transpose "stablehlo.transpose" Other Pure "operand -> result" "permutation:ints" [] " {operand}, dims = {permutation}{attrs} : {sig}";
    TriangularSolve "stablehlo.triangular_solve" Other Pure "a b -> result"
        "left_side:bool lower:bool transpose_a:enum(Transpose) unit_diagonal:bool"
        [] "@generic";
    Tuple "stablehlo.tuple" Other Pure "val* -> result" "" [] " {val*}{attrs} : {tuple}";
    UnaryEinsum "stablehlo.unary_einsum" Other Pure "operand -> result" "einsum_config:str" [] " {operand}, config = {einsum_config}{attrs} : {sig}";
    UniformDequantize "stablehlo.uniform_dequantize" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    UniformQuantize "stablehlo.uniform_quantize" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {same}";
    While "stablehlo.while" Other Pure "operand* -> result*" "" [regions(2) data_flow] "@while";
    Xor "stablehlo.xor" Elementwise Pure "lhs rhs -> result" "" [commutative] " {lhs}, {rhs}{attrs} : {same}";
    // chlo
    ChloAsinAcosKernel "chlo._asin_acos_kernel" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAcos "chlo.acos" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAcosh "chlo.acosh" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAsin "chlo.asin" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAsinh "chlo.asinh" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAtan "chlo.atan" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloAtanh "chlo.atanh" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloBesselI1e "chlo.bessel_i1e" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloBroadcastAdd "chlo.broadcast_add" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Add)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastAnd "chlo.broadcast_and" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::And)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastAtan2 "chlo.broadcast_atan2" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Atan2)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastCompare "chlo.broadcast_compare" Elementwise Pure "lhs rhs -> result"
        "broadcast_dimensions:ints? compare_type:enum(ChloComparisonType)? comparison_direction:enum(ChloComparisonDirection)"
        [broadcasts(OpCode::Compare)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastComplex "chlo.broadcast_complex" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Complex)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastDivide "chlo.broadcast_divide" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Divide)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMaximum "chlo.broadcast_maximum" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Maximum)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMinimum "chlo.broadcast_minimum" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Minimum)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMultiply "chlo.broadcast_multiply" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Multiply)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastNextAfter "chlo.broadcast_next_after" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloNextAfter)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastOr "chlo.broadcast_or" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Or)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastPolygamma "chlo.broadcast_polygamma" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloPolygamma)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastPower "chlo.broadcast_power" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Power)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastRemainder "chlo.broadcast_remainder" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Remainder)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastSelect "chlo.broadcast_select" Elementwise Pure "pred on_true on_false -> result" "" [broadcasts(OpCode::Select)] " {pred}, {on_true}, {on_false}{attrs} : {sig}";
    ChloBroadcastShiftLeft "chlo.broadcast_shift_left" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::ShiftLeft)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastShiftRightArithmetic "chlo.broadcast_shift_right_arithmetic" Elementwise Pure "lhs rhs -> result"
        "broadcast_dimensions:ints?"
        [broadcasts(OpCode::ShiftRightArithmetic)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastShiftRightLogical "chlo.broadcast_shift_right_logical" Elementwise Pure "lhs rhs -> result"
        "broadcast_dimensions:ints?"
        [broadcasts(OpCode::ShiftRightLogical)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastSubtract "chlo.broadcast_subtract" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::Subtract)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastXor "chlo.broadcast_xor" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Xor)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastZeta "chlo.broadcast_zeta" Elementwise Pure "lhs rhs -> result" "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloZeta)] " {lhs}, {rhs}{attrs} : {sig}";
    ChloConj "chlo.conj" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloConstant "chlo.constant" Other Pure "-> output" "value:elements" [] "{attrs} {value}";
    ChloConstantLike "chlo.constant_like" Elementwise Pure "operand -> result" "value:any" [] "@generic";
    ChloCosh "chlo.cosh" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloDigamma "chlo.digamma" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloErf "chlo.erf" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloErfInv "chlo.erf_inv" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloErfc "chlo.erfc" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloIsInf "chlo.is_inf" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloIsNegInf "chlo.is_neg_inf" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloIsPosInf "chlo.is_pos_inf" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloLgamma "chlo.lgamma" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloMulhi "chlo.mulhi" Other Pure "lhs rhs -> result" "" [mlir_commutative] " {lhs}, {rhs}{attrs} : {arrow}";
    ChloNextAfter "chlo.next_after" Other Pure "x y -> result" "" [] " {x}, {y}{attrs} : {arrow}";
    ChloPolygamma "chlo.polygamma" Other Pure "n x -> result" "" [] " {n}, {x}{attrs} : {arrow}";
    ChloRaggedDot "chlo.ragged_dot" Other Pure "lhs rhs group_sizes -> result"
        "precision_config:chlo_precision? ragged_dot_dimension_numbers:rec(RaggedDot)"
        [] "@generic";
    ChloScan "chlo.scan" Other Pure "inputs* inits* -> outputs* carries*"
        "dimension:i64 is_associative:bool? is_reverse:bool? operandSegmentSizes:segments resultSegmentSizes:segments scan_dim_size:i64?"
        [regions(1)] "@scan";
    ChloSinh "chlo.sinh" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloSquare "chlo.square" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloTan "chlo.tan" Elementwise Pure "operand -> result" "" [] " {operand}{attrs} : {arrow}";
    ChloTopK "chlo.top_k" Other Pure "operand -> values indices" "k:i64" [named_results] "({operand}, k = {k}){attrs} : {arrow}";
    ChloZeta "chlo.zeta" Other Pure "x q -> result" "" [] " {x}, {q}{attrs} : {arrow}";
    // sdy
    SdyAllGather "sdy.all_gather" SdyCollective Undeclared "tensor -> result"
        "gathering_axes:axis_lists out_sharding:sharding"
        [] " {gathering_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllReduce "sdy.all_reduce" SdyCollective Undeclared "tensor -> result"
        "out_sharding:sharding reduction_axes:axes"
        [] " {reduction_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllSlice "sdy.all_slice" SdyCollective Undeclared "tensor -> result"
        "out_sharding:sharding slicing_axes:axis_lists"
        [] " {slicing_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllToAll "sdy.all_to_all" SdyCollective Undeclared "tensor -> result"
        "out_sharding:sharding params:moves"
        [] " {params} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyCollectivePermute "sdy.collective_permute" SdyCollective Undeclared "tensor -> result"
        "out_sharding:sharding"
        [] " {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyConstant "sdy.constant" Other Pure "-> output" "value:elements" [] "{attrs} {value}";
    SdyDataFlowEdge "sdy.data_flow_edge" Edge Undeclared "input -> result" "sharding:sharding?" [] " {input}(?sharding: sharding={sharding}){attrs} : {same}";
    SdyFuncDataFlowEdge "sdy.func_data_flow_edge" Edge Undeclared "operand -> result" "" [] " {operand}{attrs} : {same}";
    SdyManualComputation "sdy.manual_computation" Other Pure "tensors* -> results*"
        "in_shardings:shardings manual_axes:manual_axes out_shardings:shardings"
        [regions(1) isolated data_flow] "({tensors*}) in_shardings={in_shardings} out_shardings={out_shardings} manual_axes={manual_axes} {@body}{attrs} : {sig}";
    SdyMesh "sdy.mesh" Other Observable "->" "mesh:mesh sym_name:name" [symbol] " {sym_name} = {mesh}{attrs}";
    SdyNamedComputation "sdy.named_computation" Other Pure "operands* -> result*"
        "in_shardings:shardings? name:str out_shardings:shardings?"
        [regions(1) data_flow] "<{name}>({operands*})(?in_shardings: in_shardings={in_shardings})(?out_shardings: out_shardings={out_shardings}) {@body}{attrs} : {sig}";
    SdyPropagationBarrier "sdy.propagation_barrier" Annotation Pure "input -> result"
        "allowed_direction:direction"
        [] " {input} allowed_direction={allowed_direction}{attrs} : {same}";
    SdyReduceScatter "sdy.reduce_scatter" SdyCollective Undeclared "tensor -> result"
        "out_sharding:sharding reduce_scatter_axes:axis_lists"
        [] " {reduce_scatter_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyReplicatedToUnreduced "sdy.replicated_to_unreduced" SdyCollective Undeclared "tensor -> result"
        "axes:axes out_sharding:sharding"
        [] " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyReshard "sdy.reshard" Annotation Pure "input -> result" "sharding:sharding" [] " {input} {sharding}{attrs} : {same}";
    SdyReturn "sdy.return" Terminator Observable "results* ->" "" [] "{attrs}{values results}";
    SdyShardedToUnreduced "sdy.sharded_to_unreduced" SdyCollective Undeclared "tensor -> result"
        "axes:axis_lists out_sharding:sharding"
        [] " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyShardingConstraint "sdy.sharding_constraint" Annotation Undeclared "input -> result" "sharding:sharding" [] " {input} {sharding}{attrs} : {same}";
    SdyShardingGroup "sdy.sharding_group" Other Undeclared "input ->" "group_id:i64" [] " {input} group_id={group_id}{attrs} : {same}";
}
