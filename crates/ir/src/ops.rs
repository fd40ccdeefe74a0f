// The op table: one row per op of the registered dialects.
//
// A row gives an op's code, name, kind, effect, signature, types, inherent attributes, traits, text form and check;
// the columns are explained in `optable.rs`. To add an op, add a row in name order; the compiler then lists
// what is missing elsewhere.
//
// The table is a macro, because two crates use it: `optable.rs` takes the columns that define an op, the verifier those that decide whether
// it is valid. The functions in the column of checks belong to the verifier; other readers ignore that column.

/// Calls the macro `$read` with all rows of the op table.
#[macro_export]
macro_rules! op_table { ($read:ident) => { $read! {
    // builtin
    BuiltinModule "builtin.module" Other Observable "->" "any"
        "sym_name:name? sym_visibility:str?" [regions(1) isolated symbol default_dialect] "@module" All(structure::check_module);
    BuiltinUnrealizedConversionCast "builtin.unrealized_conversion_cast" Other Pure "inputs* -> outputs*" "any" "" [] "@cast" First(func::check_cast);
    // func
    FuncCall "func.call" Other Observable "operands* -> result*" "any"
        "arg_attrs:dicts? callee:sym no_inline:unit? res_attrs:dicts?"
        [data_flow_sometimes] " {callee}({operands*}){attrs} : {sig}" First(func::check_call);
    FuncCallIndirect "func.call_indirect" Other Undeclared "callee callee_operands* -> results*" "function any -> any"
        "arg_attrs:dicts? res_attrs:dicts?" [] " {callee}({callee_operands*}){attrs} : {sigrest}" First(func::check_call_indirect);
    FuncConstant "func.constant" Other Undeclared "-> result" "any" "value:sym" [] "{attrs} {value} : {type result}" First(func::check_constant);
    FuncFunc "func.func" Other Observable "->" "any"
        "arg_attrs:dicts? function_type:functype no_inline:unit? res_attrs:dicts? sym_name:name sym_visibility:str?"
        [regions(1) isolated symbol default_dialect] "@func" All(func::check_func);
    FuncReturn "func.return" Terminator Observable "operands* ->" "any" "" [] "{attrs}{values operands}" First(func::check_return);
    // stablehlo
    Abs "stablehlo.abs" Elementwise Pure "operand -> result" "sfc -> sf" "" [infinite(Infinite::WithOperands)] " {operand}{attrs} : {same}" First(hlo_elementwise::component_type);
    Add "stablehlo.add" Elementwise Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "" [commutative linear(Linear::ALL)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::add);
    AfterAll "stablehlo.after_all" Other Pure "inputs* -> result" "token -> token" "" [computed(Computed::Renamed)] " {inputs*}{attrs} : {type result}" First(no_check);
    AllGather "stablehlo.all_gather" Collective Undeclared "operands* -> result*" "fbic -> fbic"
        "all_gather_dim:i64>=0 channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        [] "@generic" First(hlo_collective::all_gather);
    AllReduce "stablehlo.all_reduce" Collective Undeclared "operands* -> result*" "fbic -> fbic"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups use_global_device_ids:unit?"
        [regions(1) ends_in(OpCode::Return)] "@generic" First(hlo_collective::all_reduce);
    AllToAll "stablehlo.all_to_all" Collective Undeclared "operands* -> result*" "fbic -> fbic"
        "channel_handle:rec(ChannelHandle)? concat_dimension:i64>=0 replica_groups:groups split_count:i64>=1 split_dimension:i64>=0"
        [] "@generic" First(hlo_collective::all_to_all);
    And "stablehlo.and" Elementwise Pure "lhs rhs -> result" "bi bi -> fbic"
        "" [commutative] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    AsyncDone "stablehlo.async_done" Other Undeclared "operand -> result" "future -> fbic" "" [] "@generic" First(hlo_control::async_done);
    AsyncStart "stablehlo.async_start" Other Undeclared "operands* -> result" "fbic -> future"
        "" [regions(1) ends_in(OpCode::Return)] "@generic" First(hlo_control::async_start);
    Atan2 "stablehlo.atan2" Elementwise Pure "lhs rhs -> result" "fc fc -> fc"
        "" [effort(Effort::Function)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    BatchNormGrad "stablehlo.batch_norm_grad" Other Pure "operand scale mean variance grad_output -> grad_operand grad_scale grad_offset" "f 1:f 1:f 1:f f -> f 1:f 1:f"
        "epsilon:f32 feature_index:i64>=0"
        [named_results] "@generic" First(hlo_linalg::batch_norm);
    BatchNormInference "stablehlo.batch_norm_inference" Other Pure "operand scale offset mean variance -> result" "f 1:f 1:f 1:f 1:f -> f"
        "epsilon:f32 feature_index:i64>=0" [] "@generic" First(hlo_linalg::batch_norm);
    BatchNormTraining "stablehlo.batch_norm_training" Other Pure "operand scale offset -> output batch_mean batch_var" "f 1:f 1:f -> f 1:f 1:f"
        "epsilon:f32 feature_index:i64>=0" [named_results] "@generic" First(hlo_linalg::batch_norm);
    BitcastConvert "stablehlo.bitcast_convert" Bitcast Pure "operand -> result" "fbic -> fbic"
        "" [infinite(Infinite::AtPoles) computed(Computed::Renamed)] " {operand}{attrs} : {sig}" First(hlo_elementwise::bitcast);
    Broadcast "stablehlo.broadcast" Other Pure "operand -> result" "fbic -> fbic"
        "broadcast_sizes:ints" [computed(Computed::Repeated) effort(Effort::None)] " {operand}, sizes = {broadcast_sizes}{attrs} : {sig}" First(hlo_shape::broadcast);
    BroadcastInDim "stablehlo.broadcast_in_dim" Other Pure "operand -> result" "fbic -> bounded:fbic"
        "broadcast_dimensions:ints" [linear(Linear::FIRST) computed(Computed::Repeated) effort(Effort::None)] " {operand}, dims = {broadcast_dimensions}{attrs} : {sig}" First(hlo_shape::broadcast_in_dim);
    Case "stablehlo.case" Other Pure "index -> result*" "i32 -> fbic|token"
        "" [any_regions data_flow ends_in(OpCode::Return) computed(Computed::Branch)] "@generic" First(hlo_control::branches);
    Cbrt "stablehlo.cbrt" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [infinite(Infinite::WithOperands) effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Ceil "stablehlo.ceil" Elementwise Pure "operand -> result" "f -> f" "" [infinite(Infinite::WithOperands)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Cholesky "stablehlo.cholesky" Other Pure "a -> result" "fc -> fc"
        "lower:bool=false" [] " {a}(?lower:, lower = {lower}){attrs} : {same}" First(hlo_linalg::cholesky);
    Clamp "stablehlo.clamp" Elementwise Pure "min operand max -> result" "fbic fbic fbic -> fbic"
        "" [] " {min}, {operand}, {max}{attrs} : {same}" First(hlo_elementwise::clamp);
    CollectiveBroadcast "stablehlo.collective_broadcast" Collective Undeclared "operand -> result" "fbic -> fbic"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups" [] "@generic" First(hlo_collective::collective_broadcast);
    CollectivePermute "stablehlo.collective_permute" Collective Undeclared "operand -> result" "fbic -> fbic"
        "channel_handle:rec(ChannelHandle)? source_target_pairs:dense" [] "@generic" First(hlo_collective::collective_permute);
    Compare "stablehlo.compare" Elementwise Pure "lhs rhs -> result" "fbic fbic -> b"
        "compare_type:enum(ComparisonType)? comparison_direction:enum(ComparisonDirection)"
        [] " {comparison_direction}, {lhs}, {rhs}(?compare_type:, {compare_type}){attrs} : {sig}" First(hlo_elementwise::compare);
    Complex "stablehlo.complex" Elementwise Pure "lhs rhs -> result" "f32/f64 f32/f64 -> c"
        "" [] " {lhs}, {rhs}{attrs} : {complex}" First(hlo_elementwise::complex);
    Composite "stablehlo.composite" Other Undeclared "inputs* -> result*" "fbic|token|tuple -> fbic|token|tuple"
        "composite_attributes:dict={} decomposition:sym name:str version:i32=0"
        [any_regions] " {name} {inputs*}{regions}{attrs} : {sig}" First(hlo_control::composite);
    Concatenate "stablehlo.concatenate" Other Pure "inputs* -> result" "fbic -> fbic"
        "dimension:i64>=0" [linear(Linear::ALL) computed(Computed::ByElement)] " {inputs*}, dim = {dimension}{attrs} : {sig}" First(hlo_shape::concatenate);
    Constant "stablehlo.constant" Other Pure "-> output" "-> static:fbic" "value:elements" [computed(Computed::Constant) effort(Effort::None)] "@constant" First(hlo_shape::constant);
    Convert "stablehlo.convert" Elementwise Pure "operand -> result" "fbic -> fbic"
        "" [linear(Linear::FIRST)] " {operand}{attrs} : {same}" First(hlo_elementwise::convert);
    Convolution "stablehlo.convolution" Other Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "batch_group_count:i64>=1 dimension_numbers:conv feature_group_count:i64>=1 lhs_dilation:ints? padding:dense? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        [linear(Linear::Product) computed(Computed::Product)] "({lhs}, {rhs}) dim_numbers = {dimension_numbers}, window = {@window}{attrs} : {sig}" First(hlo_conv::convolution);
    Cosine "stablehlo.cosine" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    CountLeadingZeros "stablehlo.count_leading_zeros" Elementwise Pure "operand -> result" "i -> i"
        "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    CreateToken "stablehlo.create_token" Other Pure "-> output" "-> token" "" [computed(Computed::Renamed)] "{attrs} : {type output}" First(no_check);
    CrossReplicaSum "stablehlo.cross-replica-sum" Collective Pure "operand -> result" "fbic -> fbic"
        "replica_groups:dense" [] "@generic" First(hlo_elementwise::same_type);
    CustomCall "stablehlo.custom_call" Other ByAttribute "inputs* -> result*" "*:fbic|memref|token|tuple|future -> *:fbic|memref|token|tuple|future"
        "api_version:i32=1 backend_config:any? call_target_name:name called_computations:syms=[] has_side_effect:bool=false operand_layouts:layouts? output_operand_aliases:aliases=[] result_layouts:layouts?"
        [] " {call_target_name}({inputs*}){attrs} : {sig}" All(hlo_control::custom_call);
    Divide "stablehlo.divide" Elementwise Pure "lhs rhs -> result" "ifc ifc -> ifc"
        "" [linear(Linear::Quotient) infinite(Infinite::AtPoles) effort(Effort::Division)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Dot "stablehlo.dot" Other Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "precision_config:precision?" [linear(Linear::Product) computed(Computed::Product)] " {lhs}, {rhs}(?precision_config:, precision = {precision_config}){attrs} : {sig}" First(hlo_dot::dot);
    DotGeneral "stablehlo.dot_general" Other Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "algorithm:rec(DotAlgorithm)? dot_dimension_numbers:rec(Dot) precision_config:precision?"
        [linear(Linear::Product) computed(Computed::Product)] " {lhs}, {rhs}, {@dot_dims}(?precision_config:, precision = {precision_config})(?algorithm:, algorithm = {algorithm}){attrs} : {sig}" First(hlo_dot::dot_general);
    DynamicBroadcastInDim "stablehlo.dynamic_broadcast_in_dim" Other Pure "operand output_dimensions -> result" "fbic static1:xi -> fbic"
        "broadcast_dimensions:ints known_expanding_dimensions:ints? known_nonexpanding_dimensions:ints?"
        [computed(Computed::ByElement)] " {operand}, {output_dimensions}, dims = {broadcast_dimensions}{attrs} : {sig}" First(hlo_dynamic::broadcast_in_dim);
    DynamicConv "stablehlo.dynamic_conv" Other Pure "lhs rhs padding -> result" "fbic fbic static2:i -> fbic"
        "batch_group_count:i64>=1 dimension_numbers:conv feature_group_count:i64>=1 lhs_dilation:ints? precision_config:precision? rhs_dilation:ints? window_reversal:bools? window_strides:ints?"
        [] "@generic" First(hlo_conv::dynamic_conv);
    DynamicGather "stablehlo.dynamic_gather" Other Pure "operand start_indices slice_sizes -> result" "fbic i static1:i -> fbic"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool?" [computed(Computed::Selected)] "@generic" First(hlo_gather::dynamic_gather);
    DynamicIota "stablehlo.dynamic_iota" Other Pure "output_shape -> result" "static1:xi -> fbic"
        "iota_dimension:i64>=0" [] " {output_shape}, dim = {iota_dimension}{attrs} : {sig}" First(hlo_shape::iota);
    DynamicPad "stablehlo.dynamic_pad" Other Pure "operand padding_value edge_padding_low edge_padding_high interior_padding -> result" "fbic 0:fbic static1:xi static1:xi static1:xi -> fbic"
        ""
        [] " {operand}, {padding_value}, {edge_padding_low}, {edge_padding_high}, {interior_padding}{attrs} : {sig}" First(hlo_dynamic::pad);
    DynamicReshape "stablehlo.dynamic_reshape" Other Pure "operand output_shape -> result" "fbic static1:xi -> fbic"
        "" [] " {operand}, {output_shape}{attrs} : {sig}" First(hlo_dynamic::reshape);
    DynamicSlice "stablehlo.dynamic_slice" Other Pure "operand start_indices* -> result" "fbic 0:i -> fbic"
        "slice_sizes:ints" [linear(Linear::FIRST) computed(Computed::Selected)] " {operand}, {start_indices*}, sizes = {slice_sizes}{attrs} : {sig}" First(hlo_dynamic::slice);
    DynamicUpdateSlice "stablehlo.dynamic_update_slice" Other Pure "operand update start_indices* -> result" "fbic fbic 0:i -> fbic"
        "" [linear(Linear::Sum(0, 2)) computed(Computed::Updated)] " {*}{attrs} : {sig}" First(hlo_dynamic::update_slice);
    Einsum "stablehlo.einsum" Other Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "einsum_config:str" [computed(Computed::Product)] " {lhs}, {rhs}, config = {einsum_config}{attrs} : {sig}" First(no_check);
    Exponential "stablehlo.exponential" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    ExponentialMinusOne "stablehlo.exponential_minus_one" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Fft "stablehlo.fft" Other Pure "operand -> result" "fc -> fc"
        "fft_length:ints fft_type:enum(FftType)" [] " {operand}, type = {fft_type}, length = {fft_length}{attrs} : {sig}" First(hlo_linalg::fft);
    Floor "stablehlo.floor" Elementwise Pure "operand -> result" "f -> f" "" [infinite(Infinite::WithOperands)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Gather "stablehlo.gather" Other Pure "operand start_indices -> result" "fbic i -> fbic"
        "dimension_numbers:rec(Gather) indices_are_sorted:bool? slice_sizes:ints" [linear(Linear::FIRST) computed(Computed::Selected)] "@generic" First(hlo_gather::gather);
    GetDimensionSize "stablehlo.get_dimension_size" Other Pure "operand -> result" "fbic -> i32"
        "dimension:i64>=0" [] " {operand}, dim = {dimension}{attrs} : {sig}" First(hlo_shape::get_dimension_size);
    GetTupleElement "stablehlo.get_tuple_element" Other Pure "operand -> result" "tuple -> fbic|token|tuple|memref"
        "index:i32>=0" [computed(Computed::Renamed)] " {operand}[{index}]{attrs} : {sig}" First(hlo_shape::get_tuple_element);
    If "stablehlo.if" Other Pure "pred -> result*" "b -> fbic|token"
        "" [regions(2) data_flow_sometimes ends_in(OpCode::Return) computed(Computed::Branch)] "@generic" First(hlo_control::branches);
    Imag "stablehlo.imag" Elementwise Pure "operand -> result" "fc -> f" "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::component_type);
    Infeed "stablehlo.infeed" Transfer Observable "token -> result*" "token -> static:fbic|token"
        "infeed_config:str! layout:array?" [] "@generic" First(hlo_transfer::infeed);
    Iota "stablehlo.iota" Other Pure "-> output" "-> static:ifc"
        "iota_dimension:i64>=0" [computed(Computed::FromNothing) effort(Effort::None)] " dim = {iota_dimension}{attrs} : {type output}" First(hlo_shape::iota);
    IsFinite "stablehlo.is_finite" Elementwise Pure "x -> y" "f -> b" "" [] " {x}{attrs} : {same}" First(hlo_elementwise::boolean_result);
    Log "stablehlo.log" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    LogPlusOne "stablehlo.log_plus_one" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Logistic "stablehlo.logistic" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Map "stablehlo.map" Other Pure "inputs* -> result" "fbic -> fbic"
        "dimensions:ints" [regions(1) ends_in(OpCode::Return) computed(Computed::ByElement)] "@generic" First(hlo_reduce::map);
    Maximum "stablehlo.maximum" Elementwise Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "" [commutative] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Minimum "stablehlo.minimum" Elementwise Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "" [commutative] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Multiply "stablehlo.multiply" Elementwise Pure "lhs rhs -> result" "fbic fbic -> fbic"
        "" [commutative linear(Linear::Product)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Negate "stablehlo.negate" Elementwise Pure "operand -> result" "ifc -> ifc" "" [linear(Linear::FIRST)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Not "stablehlo.not" Elementwise Pure "operand -> result" "bi -> bi" "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    OptimizationBarrier "stablehlo.optimization_barrier" Other Pure "operand* -> result*" "fbic|token -> fbic|token"
        "" [data_flow computed(Computed::Renamed)] "@barrier" First(hlo_control::barrier);
    Or "stablehlo.or" Elementwise Pure "lhs rhs -> result" "bi bi -> fbic"
        "" [commutative] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Outfeed "stablehlo.outfeed" Transfer Observable "inputs* token -> result" "fbic token -> token" "outfeed_config:str!" [] "@generic" First(no_check);
    Pad "stablehlo.pad" Other Pure "operand padding_value -> result" "fbic 0:fbic -> fbic"
        "edge_padding_high:ints edge_padding_low:ints interior_padding:ints"
        [linear(Linear::ALL) computed(Computed::ByElement)] " {operand}, {padding_value}, low = {edge_padding_low}, high = {edge_padding_high}, interior = {interior_padding}{attrs} : {sig}" First(hlo_shape::pad);
    PartitionId "stablehlo.partition_id" DeviceId Pure "-> result" "-> ui32" "" [computed(Computed::FromNothing)] "{attrs} : {type result}" First(hlo_shape::device_id);
    Popcnt "stablehlo.popcnt" Elementwise Pure "operand -> result" "i -> i" "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Power "stablehlo.power" Elementwise Pure "lhs rhs -> result" "ifc ifc -> ifc"
        "" [infinite(Infinite::AtPoles) effort(Effort::TwoFunctions)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Real "stablehlo.real" Elementwise Pure "operand -> result" "fc -> f" "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::component_type);
    RealDynamicSlice "stablehlo.real_dynamic_slice" Other Pure "operand start_indices limit_indices strides -> result" "fbic 1:xi 1:xi 1:xi -> fbic"
        "" [computed(Computed::Selected)] " {operand}, {start_indices}, {limit_indices}, {strides}{attrs} : {sig}" First(hlo_dynamic::real_dynamic_slice);
    Recv "stablehlo.recv" Transfer Observable "token -> result*" "token -> static:fbic|token"
        "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?" [] "@generic" First(hlo_transfer::recv);
    Reduce "stablehlo.reduce" Other Pure "inputs* init_values* -> result*" "fbic fbic -> fbic"
        "dimensions:ints" [regions(1) ends_in(OpCode::Return) linear(Linear::Addition) computed(Computed::Reduced)] "@reduce" First(hlo_reduce::reduce);
    ReducePrecision "stablehlo.reduce_precision" Elementwise Pure "operand -> output" "f -> f"
        "exponent_bits:i32>=1 mantissa_bits:i32>=0" [infinite(Infinite::WithOperands)] " {operand}, format = {@format}{attrs} : {same}" First(hlo_elementwise::same_type);
    ReduceScatter "stablehlo.reduce_scatter" Collective Undeclared "operand -> result" "fbic -> fbic"
        "channel_handle:rec(ChannelHandle)? replica_groups:groups scatter_dimension:i64>=0 use_global_device_ids:unit?"
        [regions(1) ends_in_any] "@generic" First(hlo_collective::reduce_scatter);
    ReduceWindow "stablehlo.reduce_window" Other Pure "inputs* init_values* -> result*" "fbic fbic -> fbic"
        "base_dilations:ints? padding:dense? window_dilations:ints? window_dimensions:ints window_strides:ints?"
        [regions(1) ends_in(OpCode::Return)] "@generic" First(hlo_reduce::reduce_window);
    Remainder "stablehlo.remainder" Elementwise Pure "lhs rhs -> result" "ifc ifc -> ifc"
        "" [effort(Effort::Division)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    ReplicaId "stablehlo.replica_id" DeviceId Pure "-> result" "-> ui32" "" [computed(Computed::FromNothing)] "{attrs} : {type result}" First(hlo_shape::device_id);
    Reshape "stablehlo.reshape" Other Pure "operand -> result" "fbic -> bounded:fbic" "" [linear(Linear::FIRST) computed(Computed::Renamed) effort(Effort::None)] " {operand}{attrs} : {sig}" First(hlo_shape::reshape);
    Return "stablehlo.return" Terminator Observable "results* ->" "fbic|token|memref ->" "" [] " {results*}{attrs}{types results}" First(no_check);
    Reverse "stablehlo.reverse" Other Pure "operand -> result" "fbic -> fbic"
        "dimensions:ints" [linear(Linear::FIRST) computed(Computed::ByElement)] " {operand}, dims = {dimensions}{attrs} : {same}" First(hlo_shape::reverse);
    Rng "stablehlo.rng" Other Undeclared "a b shape -> result" "0:bif 0:bif static1:xi -> bif"
        "rng_distribution:enum(RngDistribution)" [] " {a}, {b}, {shape}, distribution = {rng_distribution}{attrs} : {sig}" First(hlo_linalg::rng);
    RngBitGenerator "stablehlo.rng_bit_generator" Other Pure "initial_state -> output_state output" "if -> if static:if"
        "rng_algorithm:enum(RngAlgorithm)"
        [named_results] " {initial_state}, algorithm = {rng_algorithm}{attrs} : {sig}" First(hlo_linalg::rng_bit_generator);
    RoundNearestAfz "stablehlo.round_nearest_afz" Elementwise Pure "operand -> result" "f -> f"
        "" [infinite(Infinite::WithOperands)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    RoundNearestEven "stablehlo.round_nearest_even" Elementwise Pure "operand -> result" "f -> f"
        "" [infinite(Infinite::WithOperands)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Rsqrt "stablehlo.rsqrt" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [infinite(Infinite::AtPoles) effort(Effort::Division)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Scatter "stablehlo.scatter" Other Pure "inputs* scatter_indices updates* -> result*" "fbic nx fbic -> fbic"
        "indices_are_sorted:bool? scatter_dimension_numbers:rec(Scatter) unique_indices:bool?"
        [regions(1) ends_in_any computed(Computed::Updated)] "@generic" First(hlo_gather::scatter);
    Select "stablehlo.select" Elementwise Pure "pred on_true on_false -> result" "b fbic fbic -> fbic"
        "" [linear(Linear::Sum(1, 3))] " {pred}, {on_true}, {on_false}{attrs} : {select}" First(hlo_elementwise::select);
    SelectAndScatter "stablehlo.select_and_scatter" Other Pure "operand source init_value -> result" "fbic fbic fbic -> fbic"
        "padding:dense? window_dimensions:ints? window_strides:ints?" [regions(2) ends_in_any] "@generic" First(hlo_reduce::select_and_scatter);
    Send "stablehlo.send" Transfer Observable "inputs* token -> result" "fbic token -> token"
        "channel_handle:rec(ChannelHandle) is_host_transfer:bool? source_target_pairs:dense?" [] "@generic" First(hlo_transfer::send);
    SetDimensionSize "stablehlo.set_dimension_size" Other Pure "operand size -> result" "fbic i32 -> fbic"
        "dimension:i64>=0" [] " {operand}, {size}, dim = {dimension}{attrs} : {sig}" Further(hlo_shape::set_dimension_size);
    ShiftLeft "stablehlo.shift_left" Elementwise Pure "lhs rhs -> result" "i i -> i"
        "" [] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    ShiftRightArithmetic "stablehlo.shift_right_arithmetic" Elementwise Pure "lhs rhs -> result" "i i -> i"
        "" [] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    ShiftRightLogical "stablehlo.shift_right_logical" Elementwise Pure "lhs rhs -> result" "i i -> i"
        "" [] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Sign "stablehlo.sign" Elementwise Pure "operand -> result" "sfc -> sfc" "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Sine "stablehlo.sine" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Slice "stablehlo.slice" Other Pure "operand -> result" "fbic -> fbic"
        "limit_indices:ints start_indices:ints strides:ints" [linear(Linear::FIRST) computed(Computed::Selected)] " {operand} {@ranges}{attrs} : {sig}" First(hlo_shape::slice);
    Sort "stablehlo.sort" Other Pure "inputs* -> result*" "fbic -> fbic"
        "dimension:i64? is_stable:bool?" [regions(1) ends_in_any] "@generic" First(hlo_reduce::sort);
    Sqrt "stablehlo.sqrt" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [infinite(Infinite::WithOperands) effort(Effort::Division)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Subtract "stablehlo.subtract" Elementwise Pure "lhs rhs -> result" "ifc ifc -> ifc"
        "" [linear(Linear::ALL)] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    Tan "stablehlo.tan" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    Tanh "stablehlo.tanh" Elementwise Pure "operand -> result" "fc -> fc"
        "result_accuracy:rec(ResultAccuracy)=accuracy" [effort(Effort::Function)] " {operand}{attrs} : {same}" First(hlo_elementwise::same_type);
    TorchIndexSelect "stablehlo.torch_index_select" Other Pure "operand index -> result" "fbic fbic -> fbic"
        "batch_dims:i64 dim:i64" [computed(Computed::ByElement)] "@generic" First(no_check);
    Transpose "stablehlo.transpose" Other Pure "operand -> result" "fbic -> fbic"
        "permutation:ints" [linear(Linear::FIRST) computed(Computed::Transposed)] " {operand}, dims = {permutation}{attrs} : {sig}" First(hlo_shape::transpose);
    TriangularSolve "stablehlo.triangular_solve" Other Pure "a b -> result" "fc fc -> fc"
        "left_side:bool lower:bool transpose_a:enum(Transpose) unit_diagonal:bool" [] "@generic" First(hlo_linalg::triangular_solve);
    Tuple "stablehlo.tuple" Other Pure "val* -> result" "fbic|token|tuple|memref -> tuple" "" [] " {val*}{attrs} : {tuple}" First(hlo_shape::tuple);
    UnaryEinsum "stablehlo.unary_einsum" Other Pure "operand -> result" "fbic -> fbic"
        "einsum_config:str" [] " {operand}, config = {einsum_config}{attrs} : {sig}" First(no_check);
    UniformDequantize "stablehlo.uniform_dequantize" Elementwise Pure "operand -> result" "q -> f"
        "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::convert);
    UniformQuantize "stablehlo.uniform_quantize" Elementwise Pure "operand -> result" "fq -> q"
        "" [] " {operand}{attrs} : {same}" First(hlo_elementwise::convert);
    While "stablehlo.while" Other Pure "operand* -> result*" "fbic|token|memref -> fbic|token|memref"
        "" [regions(2) data_flow ends_in(OpCode::Return) computed(Computed::Loop)] "@while" First(hlo_control::while_loop);
    Xor "stablehlo.xor" Elementwise Pure "lhs rhs -> result" "bi bi -> fbic"
        "" [commutative] " {lhs}, {rhs}{attrs} : {same}" First(hlo_elementwise::same_type);
    // chlo
    ChloAsinAcosKernel "chlo._asin_acos_kernel" Elementwise Pure "operand -> result" "*:c -> *:c"
        "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_type);
    ChloAcos "chlo.acos" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloAcosh "chlo.acosh" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloAsin "chlo.asin" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloAsinh "chlo.asinh" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloAtan "chlo.atan" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloAtanh "chlo.atanh" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloBesselI1e "chlo.bessel_i1e" Elementwise Pure "operand -> result" "*:fc -> *:fc"
        "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloBroadcastAdd "chlo.broadcast_add" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Add)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastAnd "chlo.broadcast_and" Elementwise Pure "lhs rhs -> result" "*:bi *:bi -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::And)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_logical);
    ChloBroadcastAtan2 "chlo.broadcast_atan2" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Atan2)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastCompare "chlo.broadcast_compare" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:b"
        "broadcast_dimensions:ints? compare_type:enum(ChloComparisonType)? comparison_direction:enum(ChloComparisonDirection)"
        [broadcasts(OpCode::Compare)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_compare);
    ChloBroadcastComplex "chlo.broadcast_complex" Elementwise Pure "lhs rhs -> result" "*:f *:f -> *:c"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Complex)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_complex);
    ChloBroadcastDivide "chlo.broadcast_divide" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Divide) effort(Effort::Division)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastMaximum "chlo.broadcast_maximum" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Maximum)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastMinimum "chlo.broadcast_minimum" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Minimum)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastMultiply "chlo.broadcast_multiply" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Multiply)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastNextAfter "chlo.broadcast_next_after" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloNextAfter)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastOr "chlo.broadcast_or" Elementwise Pure "lhs rhs -> result" "*:bi *:bi -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Or)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_logical);
    ChloBroadcastPolygamma "chlo.broadcast_polygamma" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloPolygamma) effort(Effort::TwoFunctions)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastPower "chlo.broadcast_power" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Power) effort(Effort::TwoFunctions)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastRemainder "chlo.broadcast_remainder" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Remainder) effort(Effort::Division)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastSelect "chlo.broadcast_select" Elementwise Pure "pred on_true on_false -> result" "b *:fbic *:fbic -> *:fbic"
        "" [broadcasts(OpCode::Select)] " {pred}, {on_true}, {on_false}{attrs} : {sig}" First(chlo::broadcast_select);
    ChloBroadcastShiftLeft "chlo.broadcast_shift_left" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ShiftLeft)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastShiftRightArithmetic "chlo.broadcast_shift_right_arithmetic" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ShiftRightArithmetic)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastShiftRightLogical "chlo.broadcast_shift_right_logical" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ShiftRightLogical)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastSubtract "chlo.broadcast_subtract" Elementwise Pure "lhs rhs -> result" "*:fbic *:fbic -> *:fbic"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::Subtract)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloBroadcastXor "chlo.broadcast_xor" Elementwise Pure "lhs rhs -> result" "*:bi *:bi -> *:fbic"
        "broadcast_dimensions:ints?" [mlir_commutative broadcasts(OpCode::Xor)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_logical);
    ChloBroadcastZeta "chlo.broadcast_zeta" Elementwise Pure "lhs rhs -> result" "*:f *:f -> *:f"
        "broadcast_dimensions:ints?" [broadcasts(OpCode::ChloZeta) effort(Effort::TwoFunctions)] " {lhs}, {rhs}{attrs} : {sig}" First(chlo::broadcast_arithmetic);
    ChloConj "chlo.conj" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloConstant "chlo.constant" Other Pure "-> output" "-> static:fbic" "value:elements" [computed(Computed::Constant) effort(Effort::None)] "{attrs} {value}" First(hlo_shape::constant);
    ChloConstantLike "chlo.constant_like" Elementwise Pure "operand -> result" "*:fbic -> *:fbic"
        "value:any" [] "@generic" First(chlo::constant_like);
    ChloCosh "chlo.cosh" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloDigamma "chlo.digamma" Elementwise Pure "operand -> result" "*:f -> *:f"
        "" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloErf "chlo.erf" Elementwise Pure "operand -> result" "*:f -> *:f" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloErfInv "chlo.erf_inv" Elementwise Pure "operand -> result" "*:f -> *:f" "" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloErfc "chlo.erfc" Elementwise Pure "operand -> result" "*:f -> *:f" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloIsInf "chlo.is_inf" Elementwise Pure "operand -> result" "*:f -> *:b" "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::boolean_result);
    ChloIsNegInf "chlo.is_neg_inf" Elementwise Pure "operand -> result" "*:f -> *:b" "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::boolean_result);
    ChloIsPosInf "chlo.is_pos_inf" Elementwise Pure "operand -> result" "*:f -> *:b" "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::boolean_result);
    ChloLgamma "chlo.lgamma" Elementwise Pure "operand -> result" "*:f -> *:f" "" [infinite(Infinite::AtPoles) effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloMulhi "chlo.mulhi" Other Pure "lhs rhs -> result" "i i -> i"
        "" [mlir_commutative computed(Computed::ByElement)] " {lhs}, {rhs}{attrs} : {arrow}" First(hlo_elementwise::same_type);
    ChloNextAfter "chlo.next_after" Other Pure "x y -> result" "*:f *:f -> *:f" "" [computed(Computed::ByElement)] " {x}, {y}{attrs} : {arrow}" First(hlo_elementwise::same_type);
    ChloPolygamma "chlo.polygamma" Other Pure "n x -> result" "*:f *:f -> *:f" "" [infinite(Infinite::AtPoles) computed(Computed::ByElement) effort(Effort::Function)] " {n}, {x}{attrs} : {arrow}" First(hlo_elementwise::same_type);
    ChloRaggedDot "chlo.ragged_dot" Other Pure "lhs rhs group_sizes -> result" "*:fbic *:fbic i -> *:fbic"
        "precision_config:chlo_precision? ragged_dot_dimension_numbers:rec(RaggedDot)" [computed(Computed::Product)] "@generic" First(chlo::ragged_dot);
    ChloScan "chlo.scan" Other Pure "inputs* inits* -> outputs* carries*" "*:fbic *:fbic -> *:fbic *:fbic"
        "dimension:i64>=0 is_associative:bool? is_reverse:bool? operandSegmentSizes:segments resultSegmentSizes:segments scan_dim_size:i64>=0?"
        [regions(1) ends_in_any] "@scan" First(chlo::scan);
    ChloSinh "chlo.sinh" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloSquare "chlo.square" Elementwise Pure "operand -> result" "*:fc -> *:fc"
        "" [] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloTan "chlo.tan" Elementwise Pure "operand -> result" "*:fc -> *:fc" "" [effort(Effort::Function)] " {operand}{attrs} : {arrow}" First(hlo_elementwise::same_kind);
    ChloTopK "chlo.top_k" Other Pure "operand -> values indices" "*:fbic -> *:fbic *:fbic"
        "k:i64" [named_results] "({operand}, k = {k}){attrs} : {arrow}" First(chlo::top_k);
    ChloZeta "chlo.zeta" Other Pure "x q -> result" "*:f *:f -> *:f" "" [infinite(Infinite::AtPoles) computed(Computed::ByElement) effort(Effort::Function)] " {x}, {q}{attrs} : {arrow}" First(hlo_elementwise::same_type);
    // sdy
    SdyAllGather "sdy.all_gather" SdyCollective Undeclared "tensor -> result" "any"
        "gathering_axes:axis_lists out_sharding:sharding" [reshards(SdyCollective::AllGather)] " {gathering_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyAllReduce "sdy.all_reduce" SdyCollective Undeclared "tensor -> result" "any"
        "out_sharding:sharding reduction_axes:axes" [reshards(SdyCollective::AllReduce)] " {reduction_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyAllSlice "sdy.all_slice" SdyCollective Undeclared "tensor -> result" "any"
        "out_sharding:sharding slicing_axes:axis_lists" [reshards(SdyCollective::AllSlice)] " {slicing_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyAllToAll "sdy.all_to_all" SdyCollective Undeclared "tensor -> result" "any"
        "out_sharding:sharding params:moves" [reshards(SdyCollective::AllToAll)] " {params} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyCollectivePermute "sdy.collective_permute" SdyCollective Undeclared "tensor -> result" "any"
        "out_sharding:sharding" [reshards(SdyCollective::CollectivePermute)] " {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyConstant "sdy.constant" Other Pure "-> output" "any" "value:elements" [computed(Computed::Constant) effort(Effort::None)] "{attrs} {value}" First(no_check);
    SdyDataFlowEdge "sdy.data_flow_edge" Edge Undeclared "input -> result" "any"
        "sharding:sharding?" [] " {input}(?sharding: sharding={sharding}){attrs} : {same}" First(no_check);
    SdyFuncDataFlowEdge "sdy.func_data_flow_edge" Edge Undeclared "operand -> result" "any" "" [] " {operand}{attrs} : {same}" First(no_check);
    SdyManualComputation "sdy.manual_computation" Computation Pure "tensors* -> results*" "any"
        "in_shardings:shardings manual_axes:manual_axes out_shardings:shardings"
        [regions(1) isolated data_flow ends_in(OpCode::SdyReturn) computed(Computed::Branch)] "({tensors*}) in_shardings={in_shardings} out_shardings={out_shardings} manual_axes={manual_axes} {@body}{attrs} : {sig}" First(no_check);
    SdyMesh "sdy.mesh" Other Observable "->" "any" "mesh:mesh sym_name:name" [symbol] " {sym_name} = {mesh}{attrs}" First(no_check);
    SdyNamedComputation "sdy.named_computation" Computation Pure "operands* -> result*" "any"
        "in_shardings:shardings? name:str out_shardings:shardings?"
        [regions(1) data_flow ends_in(OpCode::SdyReturn) computed(Computed::Branch)] "<{name}>({operands*})(?in_shardings: in_shardings={in_shardings})(?out_shardings: out_shardings={out_shardings}) {@body}{attrs} : {sig}" First(no_check);
    SdyPropagationBarrier "sdy.propagation_barrier" Annotation Pure "input -> result" "any"
        "allowed_direction:direction" [] " {input} allowed_direction={allowed_direction}{attrs} : {same}" First(no_check);
    SdyReduceScatter "sdy.reduce_scatter" SdyCollective Undeclared "tensor -> result" "any"
        "out_sharding:sharding reduce_scatter_axes:axis_lists"
        [reshards(SdyCollective::ReduceScatter)] " {reduce_scatter_axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyReplicatedToUnreduced "sdy.replicated_to_unreduced" SdyCollective Undeclared "tensor -> result" "any"
        "axes:axes out_sharding:sharding" [reshards(SdyCollective::ReplicatedToUnreduced)] " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyReshard "sdy.reshard" Annotation Pure "input -> result" "any" "sharding:sharding" [] " {input} {sharding}{attrs} : {same}" First(no_check);
    SdyReturn "sdy.return" Terminator Observable "results* ->" "any" "" [] "{attrs}{values results}" First(no_check);
    SdyShardedToUnreduced "sdy.sharded_to_unreduced" SdyCollective Undeclared "tensor -> result" "any"
        "axes:axis_lists out_sharding:sharding" [reshards(SdyCollective::ShardedToUnreduced)] " {axes} {tensor} out_sharding={out_sharding}{attrs} : {same}" First(no_check);
    SdyShardingConstraint "sdy.sharding_constraint" Annotation Undeclared "input -> result" "any"
        "sharding:sharding" [] " {input} {sharding}{attrs} : {same}" First(no_check);
    SdyShardingGroup "sdy.sharding_group" Other Undeclared "input ->" "any"
        "group_id:i64" [] " {input} group_id={group_id}{attrs} : {same}" First(no_check);
} } }
