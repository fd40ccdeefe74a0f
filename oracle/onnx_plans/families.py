"""Families of transformers, built from small configurations, and which of their weights an expert shards.

A family states the class, sizes that differ from `SIZES`, and what its architecture does at a sum. Which products are
sharded by columns and which by rows follows from the names that the library gives to projections.
"""

import dataclasses

# Every configuration takes those that it has. Four heads, so that four ranks have one each.
SIZES = {
    "vocab_size": 96, "hidden_size": 64, "d_model": 64, "n_embd": 64, "n_embed": 64, "embed_dim": 64, "dim": 64, "emb_dim": 64,
    "intermediate_size": 128, "ffn_dim": 128, "d_ff": 128, "n_inner": 128, "hidden_dim": 128, "ffn_hidden_size": 128,
    "encoder_ffn_dim": 128, "decoder_ffn_dim": 128, "d_inner": 128,
    "num_hidden_layers": 2, "num_layers": 2, "n_layer": 2, "n_layers": 2, "encoder_layers": 2, "decoder_layers": 2, "num_decoder_layers": 2,
    "num_attention_heads": 4, "n_head": 4, "n_heads": 4, "num_heads": 4, "encoder_attention_heads": 4, "decoder_attention_heads": 4,
    "num_key_value_heads": 4, "head_dim": 16, "d_kv": 16, "d_head": 16,
    "max_position_embeddings": 64, "n_positions": 64, "n_ctx": 64, "max_source_positions": 64, "max_target_positions": 64,
    "image_size": 32, "patch_size": 8, "num_mel_bins": 16, "embedding_size": 64, "word_embed_proj_dim": 64,
    "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, "use_cache": False,
    "type_vocab_size": 2, "rotary_dim": 8, "attention_dropout": 0.0,
}

COLUMNS = (
    r"(^|[._])(q|k|v|query|key|value|q_lin|k_lin|v_lin|qkv|q_proj|k_proj|v_proj|qkv_proj|c_attn|q_attn|query_key_value|Wqkv|in_proj|att_proj)$",
    r"(^|\.)(gate_proj|up_proj|gate_up_proj|fc1|fc_in|c_fc|wi|wi_0|wi_1|w1|w3|lin1|linear1|up|Wi|dense_h_to_4h|ff_proj|(pos_)?(query|key)_proj|value_proj)$",
    r"intermediate[._]dense$",
)
ROWS = (
    r"(^|\.)(o|wo|o_proj|out_proj|c_proj|down_proj|fc2|fc_out|out_lin|lin2|linear2|w2|Wo|dense_4h_to_h|down|to_out)$",
    r"(attention|attn|self_attention)\.dense$",
    r"(?<!pooler)\.output[._]dense$",
)
# What is a head, not a projection of a layer.
NEVER = r"lm_head|embed_out|classifier|score|pooler|cls\.|qa_outputs|proj_out|project_"


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    cls: str
    inputs: str = "text"
    sizes: tuple = ()
    # Products with sharded rows whose results are added before anything else takes them: one sum for the group.
    parallel: int = 1
    columns: tuple = COLUMNS
    rows: tuple = ROWS
    never: str = NEVER
    # Modules that multiply by weights of their own submodules, with sharded rows last: their products are not seen there.
    attentions: str = ""
    # Norms that take statistics over all heads, hence over shards.
    norms: str = ""
    # Without those that cannot export the family, or whose file onnxruntime refuses.
    exporters: tuple = ("new", "old")
    tensor: bool = True
    # Those of `SIZES` that the configuration does not take, though it has them.
    without: tuple = ()

    @property
    def overrides(self):
        return dict(self.sizes)


def family(name, cls, inputs="text", *, sizes=None, **rest):
    return Family(name, cls, inputs, tuple((sizes or {}).items()), **rest)


# The weights of all experts are one parameter, whose rows are those of a product stored as columns first. The sum follows the choice.
EXPERTS = {"exporters": ("new",), "attentions": r"\.mlp$"}

DECODERS = [
    family("llama", "LlamaForCausalLM"),
    family("llama_gqa", "LlamaForCausalLM", sizes={"num_attention_heads": 8, "head_dim": 8}),
    family("qwen2", "Qwen2ForCausalLM"),
    family("qwen3", "Qwen3ForCausalLM"),
    family("mistral", "MistralForCausalLM"),
    family("gemma", "GemmaForCausalLM"),
    family("gemma2", "Gemma2ForCausalLM"),
    family("gemma3", "Gemma3ForCausalLM"),
    family("phi", "PhiForCausalLM", parallel=2, rows=(r"self_attn\.dense$", r"mlp\.fc2$")),
    family("phi3", "Phi3ForCausalLM"),
    family("gpt2", "GPT2LMHeadModel"),
    family("gpt_neo", "GPTNeoForCausalLM", sizes={"attention_types": [[["global", "local"], 1]], "window_size": 4}),
    family("gpt_neox", "GPTNeoXForCausalLM", parallel=2),
    family("gpt_neox_serial", "GPTNeoXForCausalLM", sizes={"use_parallel_residual": False}),
    family("gptj", "GPTJForCausalLM", parallel=2),
    family("codegen", "CodeGenForCausalLM", parallel=2),
    family("opt", "OPTForCausalLM"),
    family("falcon", "FalconForCausalLM", parallel=2, without=("head_dim",), sizes={"multi_query": False, "new_decoder_architecture": True, "num_kv_heads": 4}),
    family("bloom", "BloomForCausalLM"),
    family("stablelm", "StableLmForCausalLM"),
    family("olmo", "OlmoForCausalLM"),
    family("olmo2", "Olmo2ForCausalLM", norms=r"[qk]_norm$"),
    family("starcoder2", "Starcoder2ForCausalLM"),
    family("mpt", "MptForCausalLM", sizes={"max_seq_len": 64}),
    family("persimmon", "PersimmonForCausalLM"),
    family("nemotron", "NemotronForCausalLM"),
    family("granite", "GraniteForCausalLM"),
    family("cohere", "CohereForCausalLM", parallel=2, exporters=("new",)),
    family("glm", "GlmForCausalLM", exporters=("new",)),
    family("glm4", "Glm4ForCausalLM", exporters=("new",)),
    family("smollm3", "SmolLM3ForCausalLM"),
    family("helium", "HeliumForCausalLM", exporters=("new",)),
    family("arcee", "ArceeForCausalLM"),
    family("olmo3", "Olmo3ForCausalLM", norms=r"[qk]_norm$"),
    family("exaone4", "Exaone4ForCausalLM"),
    family("seed_oss", "SeedOssForCausalLM"),
    family("xglm", "XGLMForCausalLM", sizes={"attention_heads": 4}),
    family("biogpt", "BioGptForCausalLM"),
    family("openai_gpt", "OpenAIGPTLMHeadModel"),
    family("ctrl", "CTRLLMHeadModel", sizes={"dff": 128}, columns=(r"\.W[qkv]$", r"ffn\.0$"), rows=(r"multi_head_attention\.dense$", r"ffn\.2$")),
    family("mamba", "MambaForCausalLM", sizes={"state_size": 8, "expand": 2, "time_step_rank": 8},
           columns=(r"in_proj$",), rows=(r"x_proj$", r"mixer\.out_proj$")),
]

ENCODERS = [
    family("bert", "BertModel"),
    family("bert_mlm", "BertForMaskedLM"),
    family("roberta", "RobertaModel", sizes={"max_position_embeddings": 66}),
    family("distilbert", "DistilBertModel"),
    family("electra", "ElectraModel"),
    family("albert", "AlbertModel", rows=(r"attention\.dense$", r"ffn_output$"), columns=(r"attention\.(query|key|value)$", r"\.ffn$")),
    family("camembert", "CamembertModel", sizes={"max_position_embeddings": 66}),
    family("xlm_roberta", "XLMRobertaModel", sizes={"max_position_embeddings": 66}),
    family("ernie", "ErnieModel"),
    family("modernbert", "ModernBertModel", sizes={"global_attn_every_n_layers": 2, "local_attention": 8, "reference_compile": False}),
    family("mpnet", "MPNetModel", rows=(r"attn\.o$", r"(?<!pooler)\.output\.dense$"), sizes={"max_position_embeddings": 66}),
    family("deberta_v2", "DebertaV2Model", sizes={"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "position_buckets": 4, "max_relative_positions": 8}),
    family("roformer", "RoFormerModel"),
    family("megatron_bert", "MegatronBertModel"),
    family("rembert", "RemBertModel", sizes={"input_embedding_size": 64, "output_embedding_size": 64}),
    family("squeezebert", "SqueezeBertModel", tensor=False),
    family("fnet", "FNetModel", tensor=False, exporters=("new",)),
    family("flaubert", "FlaubertModel"),
    family("xlm", "XLMModel", sizes={"n_langs": 1}),
    family("eurobert", "EuroBertModel"),
]

SEQUENCES = [
    family("t5", "T5ForConditionalGeneration", "pairs"),
    family("mt5", "MT5ForConditionalGeneration", "pairs"),
    family("bart", "BartForConditionalGeneration", "pairs"),
    family("mbart", "MBartForConditionalGeneration", "pairs"),
    family("pegasus", "PegasusForConditionalGeneration", "pairs"),
    family("marian", "MarianMTModel", "pairs"),
    family("blenderbot", "BlenderbotForConditionalGeneration", "pairs"),
    family("m2m100", "M2M100ForConditionalGeneration", "pairs"),
    family("whisper", "WhisperForConditionalGeneration", "sound", sizes={"max_source_positions": 8}, exporters=("new",)),
    family("speech_to_text", "Speech2TextForConditionalGeneration", "frames", sizes={"input_feat_per_channel": 16, "conv_channels": 32, "num_conv_layers": 1, "conv_kernel_sizes": (5,)}, exporters=("new",)),
]

VISION = [
    family("vit", "ViTModel", "image"),
    family("deit", "DeiTModel", "image"),
    family("beit", "BeitModel", "image"),
    family("dinov2", "Dinov2Model", "image"),
    family("dinov3", "DINOv3ViTModel", "image", exporters=("new",)),
    family("siglip", "SiglipVisionModel", "image", never=NEVER + r"|\bhead(\.|$)"),
    family("clip_vision", "CLIPVisionModel", "image"),
    family("clip_text", "CLIPTextModel", "text"),
    family("ijepa", "IJepaModel", "image"),
    family("vit_msn", "ViTMSNModel", "image"),
    family("yolos", "YolosModel", "image", sizes={"image_size": [32, 32], "num_detection_tokens": 4}),
    family("ast", "ASTModel", "spectrogram", sizes={"max_length": 32, "patch_size": 8, "time_stride": 8, "frequency_stride": 8}),
    family("swin", "SwinModel", "image", tensor=False, without=("num_attention_heads", "num_hidden_layers", "num_layers"), sizes={"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4, "image_size": 32}),
    family("convnext", "ConvNextModel", "image", tensor=False, sizes={"hidden_sizes": [16, 32], "depths": [1, 1], "num_stages": 2}),
    family("segformer", "SegformerModel", "image", tensor=False, sizes={"hidden_sizes": [16, 32], "depths": [1, 1], "num_encoder_blocks": 2, "sr_ratios": [2, 1], "patch_sizes": [7, 3], "strides": [4, 2], "num_attention_heads": [2, 4], "mlp_ratios": [2, 2]}),
    family("regnet", "RegNetModel", "image", tensor=False, sizes={"embedding_size": 16, "hidden_sizes": [16, 32], "depths": [1, 1], "groups_width": 16}),
    family("mobilevit", "MobileViTModel", "image", tensor=False, sizes={"hidden_sizes": [16, 24, 32], "neck_hidden_sizes": [8, 8, 16, 16, 24, 24, 32]}, exporters=("new",)),
    family("poolformer", "PoolFormerModel", "image", tensor=False, sizes={"hidden_sizes": [16, 32], "depths": [1, 1], "num_encoder_blocks": 2, "patch_sizes": [7, 3], "strides": [4, 2], "padding": [2, 1]}),
]

MORE = [
    family("apertus", "ApertusForCausalLM", exporters=("new",)),
    family("bitnet", "BitNetForCausalLM", norms=r"_sub_norm$"),
    family("cohere2", "Cohere2ForCausalLM", parallel=2, exporters=("new",)),
    family("ernie4_5", "Ernie4_5ForCausalLM", exporters=("new",)),
    family("hunyuan", "HunYuanDenseV1ForCausalLM"),
    family("ministral", "MinistralForCausalLM"),
    family("nanochat", "NanoChatForCausalLM"),
    family("vaultgemma", "VaultGemmaForCausalLM"),
    family("jais2", "Jais2ForCausalLM"),
    family("cwm", "CwmForCausalLM"),
    family("diffllama", "DiffLlamaForCausalLM", exporters=("new",)),
    # The products of each token with the weights of its experts, which are divided as a feed-forward layer is.
    family("mixtral", "MixtralForCausalLM", **EXPERTS, sizes={"num_local_experts": 4, "num_experts_per_tok": 2}),
    family("qwen3_moe", "Qwen3MoeForCausalLM", **EXPERTS, sizes={"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 64, "decoder_sparse_step": 1}),
    family("olmoe", "OlmoeForCausalLM", **EXPERTS, norms=r"[qk]_norm$", sizes={"num_experts": 4, "num_experts_per_tok": 2}),
    family("gpt_bigcode", "GPTBigCodeForCausalLM", sizes={"multi_query": False}),
    family("convbert", "ConvBertModel"),
    family("layoutlm", "LayoutLMModel"),
    family("esm", "EsmModel", sizes={"max_position_embeddings": 66}),
    family("luke", "LukeModel", sizes={"entity_vocab_size": 8, "entity_emb_size": 16, "max_position_embeddings": 66}),
    family("roberta_prelayernorm", "RobertaPreLayerNormModel", sizes={"max_position_embeddings": 66}),
    family("rocbert", "RoCBertModel"),
    family("splinter", "SplinterModel"),
    family("xlm_roberta_xl", "XLMRobertaXLModel", sizes={"max_position_embeddings": 66}),
    family("data2vec_text", "Data2VecTextModel", sizes={"max_position_embeddings": 66}),
    family("canine", "CanineModel", tensor=False, exporters=("new",)),
    family("blenderbot_small", "BlenderbotSmallForConditionalGeneration", "pairs"),
    family("mvp", "MvpForConditionalGeneration", "pairs"),
    family("plbart", "PLBartForConditionalGeneration", "pairs"),
    family("longt5", "LongT5ForConditionalGeneration", "pairs", sizes={"local_radius": 3, "encoder_attention_type": "local"}),
    family("umt5", "UMT5ForConditionalGeneration", "pairs"),
    family("wav2vec2", "Wav2Vec2Model", "waves"),
    family("hubert", "HubertModel", "waves"),
    family("wavlm", "WavLMModel", "waves", attentions=r"\.attention$"),
    family("unispeech", "UniSpeechModel", "waves"),
    family("data2vec_audio", "Data2VecAudioModel", "waves"),
    family("swinv2", "Swinv2Model", "image", tensor=False, without=("num_attention_heads", "num_hidden_layers", "num_layers"), sizes={"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4, "image_size": 32}),
    family("focalnet", "FocalNetModel", "image", tensor=False, sizes={"embed_dim": 16, "hidden_sizes": [16, 32], "depths": [1, 1], "focal_levels": [2, 2], "focal_windows": [3, 3], "patch_size": 4}),
    family("pvt", "PvtModel", "image", tensor=False, without=("num_attention_heads",), sizes={"hidden_sizes": [16, 32], "depths": [1, 1], "num_encoder_blocks": 2, "sequence_reduction_ratios": [2, 1], "patch_sizes": [4, 2], "strides": [4, 2], "num_attention_heads": [2, 4], "mlp_ratios": [2, 2]}),
    family("mobilenet_v2", "MobileNetV2Model", "image", tensor=False, sizes={"depth_multiplier": 0.35}),
    family("convnext_v2", "ConvNextV2Model", "image", tensor=False, sizes={"hidden_sizes": [16, 32], "depths": [1, 1], "num_stages": 2}),
    family("dinov2_registers", "Dinov2WithRegistersModel", "image", exporters=("new",)),
    family("data2vec_vision", "Data2VecVisionModel", "image"),
    family("dpt", "DPTModel", "image", sizes={"backbone_out_indices": [0, 1], "neck_hidden_sizes": [16, 16], "reassemble_factors": [1, 1]}),
    family("hiera", "HieraModel", "image", tensor=False, exporters=("new",), sizes={"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "image_size": [32, 32], "patch_size": [7, 7], "query_stride": [2, 2], "masked_unit_size": [4, 4], "num_query_pool": 1}),
]

FAMILIES = {each.name: each for each in DECODERS + ENCODERS + SEQUENCES + VISION + MORE}
