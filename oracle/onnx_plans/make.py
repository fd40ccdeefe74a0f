"""Writes the models of families into a folder: both exporters, seeded weights."""

import torch
import transformers

import export
from families import SIZES


def configuration(family):
    """A small configuration of the family: the common sizes that it has, then its own."""
    config_class = getattr(transformers, family.cls).config_class
    plain = config_class()
    known = {name: size for name, size in SIZES.items() if hasattr(plain, name) and name not in family.without}
    return config_class(**(known | family.overrides))


def inputs_of(family, config):
    batch, tokens = export.BATCH, export.TOKENS
    count = getattr(config, "vocab_size", 96)
    ids = lambda tokens: torch.randint(3, count, (batch, tokens))
    ones = torch.ones(batch, tokens, dtype=torch.int64)
    if family.inputs == "text":
        return {"input_ids": ids(tokens), "attention_mask": ones}
    if family.inputs == "pairs":
        return {"input_ids": ids(tokens), "attention_mask": ones, "decoder_input_ids": ids(6)}
    if family.inputs == "image":
        size = getattr(config, "image_size", 32)
        size = size if isinstance(size, int) else size[0]
        return {"pixel_values": torch.randn(batch, 3, size, size)}
    if family.inputs == "sound":
        return {"input_features": torch.randn(batch, config.num_mel_bins, 2 * config.max_source_positions), "decoder_input_ids": ids(6)}
    if family.inputs == "frames":
        return {"input_features": torch.randn(batch, 32, config.input_feat_per_channel), "decoder_input_ids": ids(6)}
    if family.inputs == "spectrogram":
        return {"input_values": torch.randn(batch, config.max_length, config.num_mel_bins)}
    if family.inputs == "waves":
        return {"input_values": torch.randn(batch, 1600)}
    raise ValueError(family.inputs)


def build(family):
    torch.manual_seed(len(family.name) + sum(map(ord, family.name)))
    config = configuration(family)
    config._attn_implementation = "eager"
    # The one form of experts that can be exported.
    config._experts_implementation = "batched_mm"
    model = getattr(transformers, family.cls)(config).eval()
    return model, inputs_of(family, config)


def write_family(folder, family, exporter):
    model, inputs = build(family)
    roles = {"columns": family.columns, "rows": family.rows, "never": family.never, "norms": family.norms, "attentions": family.attentions} if family.tensor else {}
    tables = []
    if family.tensor and family.cls.endswith(("CausalLM", "LMHeadModel")):
        tables = [model.get_input_embeddings(), model.get_output_embeddings()]
    takes_cache = hasattr(model.config, "use_cache")
    return export.write(folder, f"{family.name}-{exporter}", model, inputs, exporter=exporter, fixed={"use_cache": False} if takes_cache and family.inputs in ("text", "pairs") and hasattr(model, "generate") else {},
                        about={"parallel": family.parallel, "tensor": family.tensor}, tables=tables, **roles)
