"""Models of Transformers, its Flax half: small configurations, weights as arguments."""

import jax
import jax.numpy as jnp
import transformers as hf

from registry import by_shape, cross_entropy, f32, i32, positive, program, scaled, sgd

BATCH, SEQ, VOCAB, WIDTH = 8, 8, 32, 16

# The configuration that all text models share.
TEXT = dict(
    vocab_size=VOCAB,
    hidden_size=WIDTH,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=32,
    max_position_embeddings=16,
)
GPT2 = dict(vocab_size=VOCAB, n_embd=WIDTH, n_layer=2, n_head=4, n_positions=16)


def made(kind, config, **options):
    """A model whose parameters are not computed, and their shapes."""
    model = kind(config, _do_init=False, **options)
    return model, jax.eval_shape(lambda: model.init_weights(jax.random.key(0), model.input_shape))


def causal(mesh, kind, config):
    """A training step of a model that predicts the next token."""
    model, params = made(kind, config)

    def step(params, ids):
        ids = ids % VOCAB
        loss = lambda p: cross_entropy(model(ids[:, :-1], params=p).logits, ids[:, 1:])
        return sgd(loss, scaled(params))

    return step, (by_shape(mesh, params), i32(mesh, BATCH, SEQ + 1))


@program("transformers", "transformers.FlaxGPT2LMHeadModel", mesh="2x2x2")
def transformers_gpt2_train(mesh):
    return causal(mesh, hf.FlaxGPT2LMHeadModel, hf.GPT2Config(**GPT2))


@program("transformers", "transformers.FlaxLlamaForCausalLM")
def transformers_llama_train(mesh):
    config = hf.LlamaConfig(**TEXT, num_key_value_heads=2)
    return causal(mesh, hf.FlaxLlamaForCausalLM, config)


@program("transformers", "transformers.FlaxGPTJForCausalLM")
def transformers_gptj_train(mesh):
    return causal(mesh, hf.FlaxGPTJForCausalLM, hf.GPTJConfig(**GPT2, rotary_dim=4))


@program("transformers", "transformers.FlaxGPT2LMHeadModel.generate")
def transformers_gpt2_generate(mesh):
    config = hf.GPT2Config(**GPT2, eos_token_id=VOCAB - 1, bos_token_id=0, pad_token_id=0)
    model, params = made(hf.FlaxGPT2LMHeadModel, config)

    def generate(params, ids):
        ids, params = ids % VOCAB, scaled(params)
        mask = jnp.ones_like(ids)
        return model.generate(ids, attention_mask=mask, params=params, max_length=12).sequences

    return generate, (by_shape(mesh, params), i32(mesh, BATCH, 4))


@program("transformers", "transformers.FlaxBertForMaskedLM", mesh="2x2x2")
def transformers_bert_train(mesh):
    model, params = made(hf.FlaxBertForMaskedLM, hf.BertConfig(**TEXT))

    def step(params, ids, mask):
        ids = ids % VOCAB
        out = lambda p: model(ids, attention_mask=mask % 2, params=p).logits
        return sgd(lambda p: cross_entropy(out(p), ids), scaled(params))

    return step, (by_shape(mesh, params), i32(mesh, BATCH, SEQ), i32(mesh, BATCH, SEQ))


@program("transformers", "transformers.FlaxBartForConditionalGeneration")
def transformers_bart_forward(mesh):
    config = hf.BartConfig(
        vocab_size=VOCAB,
        d_model=WIDTH,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=16,
    )
    model, params = made(hf.FlaxBartForConditionalGeneration, config)

    def forward(params, ids, out):
        ids, out = ids % VOCAB, out % VOCAB
        return model(ids, decoder_input_ids=out, params=scaled(params)).logits

    return forward, (by_shape(mesh, params), i32(mesh, BATCH, SEQ), i32(mesh, BATCH, 6))


@program("transformers", "transformers.FlaxViTForImageClassification")
def transformers_vit_train(mesh):
    sizes = {name: TEXT[name] for name in TEXT if name not in ("vocab_size", "max_position_embeddings")}
    config = hf.ViTConfig(**sizes, image_size=8, patch_size=4)
    model, params = made(hf.FlaxViTForImageClassification, config)

    def step(params, images, labels):
        loss = lambda p: cross_entropy(model(images, params=p).logits, labels % 2)
        return sgd(loss, scaled(params))

    return step, (by_shape(mesh, params), f32(mesh, BATCH, 3, 8, 8), i32(mesh, BATCH))


@program("transformers", "transformers.FlaxResNetModel", mesh="8")
def transformers_resnet_forward(mesh):
    config = hf.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1])
    model, params = made(hf.FlaxResNetModel, config)

    def forward(params, images):
        params = {"params": scaled(params["params"]), "batch_stats": positive(params["batch_stats"])}
        return model(images, params=params).pooler_output

    return forward, (by_shape(mesh, params), f32(mesh, BATCH, 3, 16, 16))
