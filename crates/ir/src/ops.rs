// The op table: one row per op of the known dialects.
//
// A row gives an op's code, name, signature, inherent attributes, traits and text form; the columns
// are explained in `optable.rs`. To add an op, add a row in name order; the compiler then lists
// what is missing elsewhere.

op_table! {
    // builtin
    BuiltinModule "builtin.module" "->" "sym_name:name? sym_visibility:str?" "regions:1 isolated symbol default_dialect" "@module";
    BuiltinUnrealizedConversionCast "builtin.unrealized_conversion_cast" "inputs* -> outputs*" "" "" "@cast";
    // func
    FuncCall "func.call" "operands* -> result*"
        "arg_attrs:dicts? callee:sym no_inline:unit? res_attrs:dicts?"
        "" " {callee}({operands*}){attrs} : {sig}";
    FuncCallIndirect "func.call_indirect" "callee callee_operands* -> results*"
        "arg_attrs:dicts? res_attrs:dicts?"
        "" " {callee}({callee_operands*}){attrs} : {sigrest}";
    FuncConstant "func.constant" "-> result" "value:sym" "" "{attrs} {value} : {type result}";
    FuncFunc "func.func" "->"
        "arg_attrs:dicts? function_type:functype no_inline:unit? res_attrs:dicts? sym_name:name sym_visibility:str?"
        "regions:1 isolated symbol default_dialect" "@func";
    FuncReturn "func.return" "operands* ->" "" "terminator" "{attrs}{values operands}";
    // stablehlo
    Abs "stablehlo.abs" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Add "stablehlo.add" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    AfterAll "stablehlo.after_all" "inputs* -> result" "" "" " {inputs*}{attrs} : {type result}";
    AllGather "stablehlo.all_gather" "operands* -> result*"
        "all_gather_dim:i64 channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        "" "@generic";
    AllReduce "stablehlo.all_reduce" "operands* -> result*"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        "regions:1" "@generic";
    AllToAll "stablehlo.all_to_all" "operands* -> result*"
        "channel_handle:rec(ChannelHandle)? concat_dimension:i64 replica_groups:groups split_count:i64 split_dimension:i64"
        "" "@generic";
    And "stablehlo.and" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    AsyncDone "stablehlo.async_done" "operand -> result" "" "" "@generic";
    AsyncStart "stablehlo.async_start" "operands* -> result" "" "regions:1" "@generic";
    Atan2 "stablehlo.atan2" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    BatchNormGrad "stablehlo.batch_norm_grad" "operand scale mean variance grad_output -> grad_operand grad_scale grad_offset"
        "epsilon:f32 feature_index:i64"
        "named_results" "@generic";
    BatchNormInference "stablehlo.batch_norm_inference" "operand scale offset mean variance -> result" "epsilon:f32 feature_index:i64" "" "@generic";
    BatchNormTraining "stablehlo.batch_norm_training" "operand scale offset -> output batch_mean batch_var"
        "epsilon:f32 feature_index:i64"
        "named_results" "@generic";
    BitcastConvert "stablehlo.bitcast_convert" "operand -> result" "" "" " {operand}{attrs} : {sig}";
    Broadcast "stablehlo.broadcast" "operand -> result" "broadcast_sizes:ints" "" " {operand}, sizes = {broadcast_sizes}{attrs} : {sig}";
    BroadcastInDim "stablehlo.broadcast_in_dim" "operand -> result"
        "broadcast_dimensions:ints"
        "" " {operand}, dims = {broadcast_dimensions}{attrs} : {sig}";
    Case "stablehlo.case" "index -> result*" "" "regions:*" "@generic";
    Cbrt "stablehlo.cbrt" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Ceil "stablehlo.ceil" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Cholesky "stablehlo.cholesky" "a -> result" "lower:bool=false" "" " {a}(?lower:, lower = {lower}){attrs} : {same}";
    Clamp "stablehlo.clamp" "min operand max -> result" "" "" " {min}, {operand}, {max}{attrs} : {same}";
    CollectiveBroadcast "stablehlo.collective_broadcast" "operand -> result" "channel_handle:rec(ChannelHandle)? replica_groups:groups" "" "@generic";
    CollectivePermute "stablehlo.collective_permute" "operand -> result" "channel_handle:rec(ChannelHandle)? source_target_pairs:dense" "" "@generic";
    Compare "stablehlo.compare" "lhs rhs -> result"
        "compare_type:enum(ComparisonType)? comparison_direction:enum(ComparisonDirection)"
        "" " {comparison_direction}, {lhs}, {rhs}(?compare_type:, {compare_type}){attrs} : {sig}";
    Complex "stablehlo.complex" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {complex}";
    Composite "stablehlo.composite" "inputs* -> result*"
        "composite_attributes:dict={} decomposition:sym name:str version:i32=0"
        "regions:*" " {name} {inputs*}{regions}{attrs} : {sig}";
    Concatenate "stablehlo.concatenate" "inputs* -> result" "dimension:i64" "" " {inputs*}, dim = {dimension}{attrs} : {sig}";
    Constant "stablehlo.constant" "-> output" "value:elements" "" "@constant";
    Convert "stablehlo.convert" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Convolution "stablehlo.convolution" "lhs rhs -> result"
        "batch_group_count:i64 dimension_numbers:conv feature_group_count:i64 lhs_dilation:ints? padding:dense? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        "" "({lhs}, {rhs}) dim_numbers = {dimension_numbers}, window = {@window}{attrs} : {sig}";
    Cosine "stablehlo.cosine" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    CountLeadingZeros "stablehlo.count_leading_zeros" "operand -> result" "" "" " {operand}{attrs} : {same}";
    CreateToken "stablehlo.create_token" "-> output" "" "" "{attrs} : {type output}";
    CrossReplicaSum "stablehlo.cross-replica-sum" "operand -> result" "replica_groups:dense" "" "@generic";
    CustomCall "stablehlo.custom_call" "inputs* -> result*"
        "api_version:i32=1 backend_config:any? call_target_name:name called_computations:syms=[] has_side_effect:bool=false operand_layouts:layouts? output_operand_aliases:aliases=[] result_layouts:layouts?"
        "" " {call_target_name}({inputs*}){attrs} : {sig}";
    Divide "stablehlo.divide" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    Dot "stablehlo.dot" "lhs rhs -> result"
        "precision_config:precision?"
        "" " {lhs}, {rhs}(?precision_config:, precision = {precision_config}){attrs} : {sig}";
    DotGeneral "stablehlo.dot_general" "lhs rhs -> result"
        "algorithm:rec(DotAlgorithm)? dot_dimension_numbers:rec(Dot) precision_config:precision?"
        "" " {lhs}, {rhs}, {@dot_dims}(?precision_config:, precision = {precision_config})(?algorithm:, algorithm = {algorithm}){attrs} : {sig}";
    DynamicBroadcastInDim "stablehlo.dynamic_broadcast_in_dim" "operand output_dimensions -> result"
        "broadcast_dimensions:ints known_expanding_dimensions:ints? known_nonexpanding_dimensions:ints?"
        "" " {operand}, {output_dimensions}, dims = {broadcast_dimensions}{attrs} : {sig}";
    DynamicConv "stablehlo.dynamic_conv" "lhs rhs padding -> result"
        "batch_group_count:i64 dimension_numbers:conv feature_group_count:i64 lhs_dilation:ints? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        "" "@generic";
    DynamicGather "stablehlo.dynamic_gather" "operand start_indices slice_sizes -> result"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool?"
        "" "@generic";
    DynamicIota "stablehlo.dynamic_iota" "output_shape -> result" "iota_dimension:i64" "" " {output_shape}, dim = {iota_dimension}{attrs} : {sig}";
    DynamicPad "stablehlo.dynamic_pad" "operand padding_value edge_padding_low edge_padding_high interior_padding -> result"
        ""
        "" " {operand}, {padding_value}, {edge_padding_low}, {edge_padding_high}, {interior_padding}{attrs} : {sig}";
    DynamicReshape "stablehlo.dynamic_reshape" "operand output_shape -> result" "" "" " {operand}, {output_shape}{attrs} : {sig}";
    DynamicSlice "stablehlo.dynamic_slice" "operand start_indices* -> result"
        "slice_sizes:ints"
        "" " {operand}, {start_indices*}, sizes = {slice_sizes}{attrs} : {sig}";
    DynamicUpdateSlice "stablehlo.dynamic_update_slice" "operand update start_indices* -> result"
        ""
        "" " {*}{attrs} : {sig}";
    Einsum "stablehlo.einsum" "lhs rhs -> result" "einsum_config:str" "" " {lhs}, {rhs}, config = {einsum_config}{attrs} : {sig}";
    Exponential "stablehlo.exponential" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    ExponentialMinusOne "stablehlo.exponential_minus_one" "operand -> result"
        "result_accuracy:rec(ResultAccuracy)=accuracy"
        "" " {operand}{attrs} : {same}";
    Fft "stablehlo.fft" "operand -> result"
        "fft_length:ints fft_type:enum(FftType)"
        "" " {operand}, type = {fft_type}, length = {fft_length}{attrs} : {sig}";
    Floor "stablehlo.floor" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Gather "stablehlo.gather" "operand start_indices -> result"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool? slice_sizes:ints"
        "" "@generic";
    GetDimensionSize "stablehlo.get_dimension_size" "operand -> result" "dimension:i64" "" " {operand}, dim = {dimension}{attrs} : {sig}";
    GetTupleElement "stablehlo.get_tuple_element" "operand -> result" "index:i32" "" " {operand}[{index}]{attrs} : {sig}";
    If "stablehlo.if" "pred -> result*" "" "regions:2" "@generic";
    Imag "stablehlo.imag" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Infeed "stablehlo.infeed" "token -> result*" "infeed_config:str! layout:array?" "" "@generic";
    Iota "stablehlo.iota" "-> output" "iota_dimension:i64" "" " dim = {iota_dimension}{attrs} : {type output}";
    IsFinite "stablehlo.is_finite" "x -> y" "" "" " {x}{attrs} : {same}";
    Log "stablehlo.log" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    LogPlusOne "stablehlo.log_plus_one" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Logistic "stablehlo.logistic" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Map "stablehlo.map" "inputs* -> result" "dimensions:ints" "regions:1" "@generic";
    Maximum "stablehlo.maximum" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    Minimum "stablehlo.minimum" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    Multiply "stablehlo.multiply" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    Negate "stablehlo.negate" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Not "stablehlo.not" "operand -> result" "" "" " {operand}{attrs} : {same}";
    OptimizationBarrier "stablehlo.optimization_barrier" "operand* -> result*" "" "" "@barrier";
    Or "stablehlo.or" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    Outfeed "stablehlo.outfeed" "inputs* token -> result" "outfeed_config:str!" "" "@generic";
    Pad "stablehlo.pad" "operand padding_value -> result"
        "edge_padding_high:ints edge_padding_low:ints interior_padding:ints"
        "" " {operand}, {padding_value}, low = {edge_padding_low}, high = {edge_padding_high}, interior = {interior_padding}{attrs} : {sig}";
    PartitionId "stablehlo.partition_id" "-> result" "" "" "{attrs} : {type result}";
    Popcnt "stablehlo.popcnt" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Power "stablehlo.power" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    Real "stablehlo.real" "operand -> result" "" "" " {operand}{attrs} : {same}";
    RealDynamicSlice "stablehlo.real_dynamic_slice" "operand start_indices limit_indices strides -> result"
        ""
        "" " {operand}, {start_indices}, {limit_indices}, {strides}{attrs} : {sig}";
    Recv "stablehlo.recv" "token -> result*" "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?" "" "@generic";
    Reduce "stablehlo.reduce" "inputs* init_values* -> result*" "dimensions:ints" "regions:1" "@reduce";
    ReducePrecision "stablehlo.reduce_precision" "operand -> output"
        "exponent_bits:i32 mantissa_bits:i32"
        "" " {operand}, format = {@format}{attrs} : {same}";
    ReduceScatter "stablehlo.reduce_scatter" "operand -> result"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups scatter_dimension:i64 use_global_device_ids:unit?"
        "regions:1" "@generic";
    ReduceWindow "stablehlo.reduce_window" "inputs* init_values* -> result*"
        "base_dilations:ints? padding:dense? window_dilations:ints? window_dimensions:ints window_strides:ints?"
        "regions:1" "@generic";
    Remainder "stablehlo.remainder" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    ReplicaId "stablehlo.replica_id" "-> result" "" "" "{attrs} : {type result}";
    Reshape "stablehlo.reshape" "operand -> result" "" "" " {operand}{attrs} : {sig}";
    Return "stablehlo.return" "results* ->" "" "terminator" " {results*}{attrs}{types results}";
    Reverse "stablehlo.reverse" "operand -> result" "dimensions:ints" "" " {operand}, dims = {dimensions}{attrs} : {same}";
    Rng "stablehlo.rng" "a b shape -> result"
        "rng_distribution:enum(RngDistribution)"
        "" " {a}, {b}, {shape}, distribution = {rng_distribution}{attrs} : {sig}";
    RngBitGenerator "stablehlo.rng_bit_generator" "initial_state -> output_state output"
        "rng_algorithm:enum(RngAlgorithm)"
        "named_results" " {initial_state}, algorithm = {rng_algorithm}{attrs} : {sig}";
    RoundNearestAfz "stablehlo.round_nearest_afz" "operand -> result" "" "" " {operand}{attrs} : {same}";
    RoundNearestEven "stablehlo.round_nearest_even" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Rsqrt "stablehlo.rsqrt" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Scatter "stablehlo.scatter" "inputs* scatter_indices updates* -> result*"
        "indices_are_sorted:bool? scatter_dimension_numbers:rec(Scatter) unique_indices:bool?"
        "regions:1" "@generic";
    Select "stablehlo.select" "pred on_true on_false -> result" "" "" " {pred}, {on_true}, {on_false}{attrs} : {select}";
    SelectAndScatter "stablehlo.select_and_scatter" "operand source init_value -> result"
        "padding:dense? window_dimensions:ints? window_strides:ints?"
        "regions:2" "@generic";
    Send "stablehlo.send" "inputs* token -> result"
        "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?"
        "" "@generic";
    SetDimensionSize "stablehlo.set_dimension_size" "operand size -> result"
        "dimension:i64"
        "" " {operand}, {size}, dim = {dimension}{attrs} : {sig}";
    ShiftLeft "stablehlo.shift_left" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    ShiftRightArithmetic "stablehlo.shift_right_arithmetic" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    ShiftRightLogical "stablehlo.shift_right_logical" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    Sign "stablehlo.sign" "operand -> result" "" "" " {operand}{attrs} : {same}";
    Sine "stablehlo.sine" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Slice "stablehlo.slice" "operand -> result" "limit_indices:ints start_indices:ints strides:ints" "" " {operand} {@ranges}{attrs} : {sig}";
    Sort "stablehlo.sort" "inputs* -> result*" "dimension:i64? is_stable:bool?" "regions:1" "@generic";
    Sqrt "stablehlo.sqrt" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Subtract "stablehlo.subtract" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {same}";
    Tan "stablehlo.tan" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    Tanh "stablehlo.tanh" "operand -> result" "result_accuracy:rec(ResultAccuracy)=accuracy" "" " {operand}{attrs} : {same}";
    TorchIndexSelect "stablehlo.torch_index_select" "operand index -> result" "batch_dims:i64 dim:i64" "" "@generic";
    Transpose "stablehlo.transpose" "operand -> result" "permutation:ints" "" " {operand}, dims = {permutation}{attrs} : {sig}";
    TriangularSolve "stablehlo.triangular_solve" "a b -> result"
        "left_side:bool lower:bool transpose_a:enum(Transpose) unit_diagonal:bool"
        "" "@generic";
    Tuple "stablehlo.tuple" "val* -> result" "" "" " {val*}{attrs} : {tuple}";
    UnaryEinsum "stablehlo.unary_einsum" "operand -> result" "einsum_config:str" "" " {operand}, config = {einsum_config}{attrs} : {sig}";
    UniformDequantize "stablehlo.uniform_dequantize" "operand -> result" "" "" " {operand}{attrs} : {same}";
    UniformQuantize "stablehlo.uniform_quantize" "operand -> result" "" "" " {operand}{attrs} : {same}";
    While "stablehlo.while" "operand* -> result*" "" "regions:2" "@while";
    Xor "stablehlo.xor" "lhs rhs -> result" "" "commutative" " {lhs}, {rhs}{attrs} : {same}";
    // chlo
    ChloAsinAcosKernel "chlo._asin_acos_kernel" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAcos "chlo.acos" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAcosh "chlo.acosh" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAsin "chlo.asin" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAsinh "chlo.asinh" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAtan "chlo.atan" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloAtanh "chlo.atanh" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloBesselI1e "chlo.bessel_i1e" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloBroadcastAdd "chlo.broadcast_add" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastAnd "chlo.broadcast_and" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastAtan2 "chlo.broadcast_atan2" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastCompare "chlo.broadcast_compare" "lhs rhs -> result"
        "broadcast_dimensions:ints? compare_type:enum(ChloComparisonType)? comparison_direction:enum(ChloComparisonDirection)"
        "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastComplex "chlo.broadcast_complex" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastDivide "chlo.broadcast_divide" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMaximum "chlo.broadcast_maximum" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMinimum "chlo.broadcast_minimum" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastMultiply "chlo.broadcast_multiply" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastNextAfter "chlo.broadcast_next_after" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastOr "chlo.broadcast_or" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastPolygamma "chlo.broadcast_polygamma" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastPower "chlo.broadcast_power" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastRemainder "chlo.broadcast_remainder" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastSelect "chlo.broadcast_select" "pred on_true on_false -> result" "" "" " {pred}, {on_true}, {on_false}{attrs} : {sig}";
    ChloBroadcastShiftLeft "chlo.broadcast_shift_left" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastShiftRightArithmetic "chlo.broadcast_shift_right_arithmetic" "lhs rhs -> result"
        "broadcast_dimensions:ints?"
        "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastShiftRightLogical "chlo.broadcast_shift_right_logical" "lhs rhs -> result"
        "broadcast_dimensions:ints?"
        "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastSubtract "chlo.broadcast_subtract" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastXor "chlo.broadcast_xor" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloBroadcastZeta "chlo.broadcast_zeta" "lhs rhs -> result" "broadcast_dimensions:ints?" "" " {lhs}, {rhs}{attrs} : {sig}";
    ChloConj "chlo.conj" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloConstant "chlo.constant" "-> output" "value:elements" "" "{attrs} {value}";
    ChloConstantLike "chlo.constant_like" "operand -> result" "value:any" "" "@generic";
    ChloCosh "chlo.cosh" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloDigamma "chlo.digamma" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloErf "chlo.erf" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloErfInv "chlo.erf_inv" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloErfc "chlo.erfc" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloIsInf "chlo.is_inf" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloIsNegInf "chlo.is_neg_inf" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloIsPosInf "chlo.is_pos_inf" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloLgamma "chlo.lgamma" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloMulhi "chlo.mulhi" "lhs rhs -> result" "" "" " {lhs}, {rhs}{attrs} : {arrow}";
    ChloNextAfter "chlo.next_after" "x y -> result" "" "" " {x}, {y}{attrs} : {arrow}";
    ChloPolygamma "chlo.polygamma" "n x -> result" "" "" " {n}, {x}{attrs} : {arrow}";
    ChloRaggedDot "chlo.ragged_dot" "lhs rhs group_sizes -> result"
        "precision_config:chlo_precision? ragged_dot_dimension_numbers:rec(RaggedDot)"
        "" "@generic";
    ChloScan "chlo.scan" "inputs* inits* -> outputs* carries*"
        "dimension:i64 is_associative:bool? is_reverse:bool? operandSegmentSizes:segments resultSegmentSizes:segments scan_dim_size:i64?"
        "regions:1" "@scan";
    ChloSinh "chlo.sinh" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloSquare "chlo.square" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloTan "chlo.tan" "operand -> result" "" "" " {operand}{attrs} : {arrow}";
    ChloTopK "chlo.top_k" "operand -> values indices" "k:i64" "named_results" "({operand}, k = {k}){attrs} : {arrow}";
    ChloZeta "chlo.zeta" "x q -> result" "" "" " {x}, {q}{attrs} : {arrow}";
    // sdy
    SdyAllGather "sdy.all_gather" "tensor -> result"
        "gathering_axes:axis_lists out_sharding:sharding"
        "" " {gathering_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllReduce "sdy.all_reduce" "tensor -> result"
        "out_sharding:sharding reduction_axes:axes"
        "" " {reduction_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllSlice "sdy.all_slice" "tensor -> result"
        "out_sharding:sharding slicing_axes:axis_lists"
        "" " {slicing_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyAllToAll "sdy.all_to_all" "tensor -> result"
        "out_sharding:sharding params:moves"
        "" " {params} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyCollectivePermute "sdy.collective_permute" "tensor -> result"
        "out_sharding:sharding"
        "" " {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyConstant "sdy.constant" "-> output" "value:elements" "" "{attrs} {value}";
    SdyDataFlowEdge "sdy.data_flow_edge" "input -> result" "sharding:sharding?" "" " {input}(?sharding: sharding={sharding}){attrs} : {same}";
    SdyFuncDataFlowEdge "sdy.func_data_flow_edge" "operand -> result" "" "" " {operand}{attrs} : {same}";
    SdyManualComputation "sdy.manual_computation" "tensors* -> results*"
        "in_shardings:shardings manual_axes:manual_axes out_shardings:shardings"
        "regions:1 isolated" "({tensors*}) in_shardings={in_shardings} out_shardings={out_shardings} manual_axes={manual_axes} {@body}{attrs} : {sig}";
    SdyMesh "sdy.mesh" "->" "mesh:mesh sym_name:name" "symbol" " {sym_name} = {mesh}{attrs}";
    SdyNamedComputation "sdy.named_computation" "operands* -> result*"
        "in_shardings:shardings? name:str out_shardings:shardings?"
        "regions:1" "<{name}>({operands*})(?in_shardings: in_shardings={in_shardings})(?out_shardings: out_shardings={out_shardings}) {@body}{attrs} : {sig}";
    SdyPropagationBarrier "sdy.propagation_barrier" "input -> result"
        "allowed_direction:direction"
        "" " {input} allowed_direction={allowed_direction}{attrs} : {same}";
    SdyReduceScatter "sdy.reduce_scatter" "tensor -> result"
        "out_sharding:sharding reduce_scatter_axes:axis_lists"
        "" " {reduce_scatter_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyReplicatedToUnreduced "sdy.replicated_to_unreduced" "tensor -> result"
        "axes:axes out_sharding:sharding"
        "" " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyReshard "sdy.reshard" "input -> result" "sharding:sharding" "" " {input} {sharding}{attrs} : {same}";
    SdyReturn "sdy.return" "results* ->" "" "terminator" "{attrs}{values results}";
    SdyShardedToUnreduced "sdy.sharded_to_unreduced" "tensor -> result"
        "axes:axis_lists out_sharding:sharding"
        "" " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}";
    SdyShardingConstraint "sdy.sharding_constraint" "input -> result" "sharding:sharding" "" " {input} {sharding}{attrs} : {same}";
    SdyShardingGroup "sdy.sharding_group" "input ->" "group_id:i64" "" " {input} group_id={group_id}{attrs} : {same}";
}
