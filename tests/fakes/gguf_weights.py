"""A Gemma 4 in miniature: a GGUF file with random weights that real llama.cpp loads and runs in milliseconds.

The architecture is Gemma 4's (sliding and full attention, shared keys and values, per-layer embeddings), so
the whole code path of the real weights runs; only what it writes is noise. One thing is not random, so that
an answer ends as a real model's does and not at every cap: all tokens share one large component, and the
output layer uses it to favour characters that open and close JSON values.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy as np

# Turn markup as in Gemma 4, with a thinking switch that is on unless the caller turns it off.
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}"
    "<|turn>{{ 'model' if message.role == 'assistant' else message.role }}\n"
    "{% if loop.first and enable_thinking | default(true) %}<|think|>\n{% endif %}"
    "{{ message.content | trim }}<turn|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|turn>model\n"
    "{% if enable_thinking | default(true) %}<|channel>thought\n{% endif %}{% endif %}"
)
CONTROL = ("<|turn>", "<turn|>", "<|think|>", "<|channel>", "<channel|>")
LAYERS, WIDTH, HEADS, HEAD, HEAD_SLIDING, FFN, PER_LAYER, WINDOW = 4, 32, 2, 16, 8, 64, 8, 64
SHARED_LAYERS = 2
# Lists of a few items, strings of some letters, null here and there.
FAVOUR = {'"': 0.6, "{": 0.6, "}": 0.6, "]": 0.35, ",": 0.1, "n": 0.3}
FULL_EVERY = 2  # sliding, full, sliding, full


def write_gguf(
    path: Path,
    *,
    template: str | None = TEMPLATE,
    favour: Mapping[str, float] = FAVOUR,
    context: int = 32_768,
    seed: int = 7,
) -> Path:
    """Write the file and return its path. Without `favour`, answers run on until something stops them."""
    tokens, scores, types = _vocabulary()
    writer = gguf.GGUFWriter(str(path), "gemma4")
    writer.add_name("tiny gemma4")
    writer.add_context_length(context)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FFN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(1)
    writer.add_key_length(HEAD)
    writer.add_value_length(HEAD)
    writer.add_uint32("gemma4.attention.key_length_swa", HEAD_SLIDING)
    writer.add_uint32("gemma4.attention.value_length_swa", HEAD_SLIDING)
    writer.add_uint32("gemma4.attention.shared_kv_layers", SHARED_LAYERS)
    writer.add_uint32("gemma4.embedding_length_per_layer_input", PER_LAYER)
    writer.add_sliding_window(WINDOW)
    writer.add_array("gemma4.attention.sliding_window_pattern", [not _is_full(i) for i in range(LAYERS)])
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_dimension_count(HEAD)
    writer.add_uint32("gemma4.rope.dimension_count_swa", HEAD_SLIDING)
    writer.add_rope_freq_base(1_000_000.0)
    writer.add_float32("gemma4.rope.freq_base_swa", 10_000.0)
    writer.add_final_logit_softcapping(30.0)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(types)
    writer.add_bos_token_id(tokens.index("<bos>"))
    writer.add_eos_token_id(tokens.index("<eos>"))
    writer.add_eot_token_id(tokens.index("<turn|>"))
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    if template is not None:
        writer.add_chat_template(template)
    for name, values in _tensors(tokens, favour, np.random.default_rng(seed)).items():
        writer.add_tensor(name, values.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _is_full(layer: int) -> bool:
    return layer % FULL_EVERY == FULL_EVERY - 1


def _vocabulary() -> tuple[list[str], list[float], list[int]]:
    """Control tokens, every byte, and every printable ASCII character: about one token for each letter."""
    kinds = gguf.TokenType
    entries = [("<pad>", kinds.CONTROL), ("<eos>", kinds.CONTROL), ("<bos>", kinds.CONTROL)]
    entries += [("<unk>", kinds.UNKNOWN), *((text, kinds.CONTROL) for text in CONTROL)]
    entries += [(f"<0x{byte:02X}>", kinds.BYTE) for byte in range(256)]
    entries += [("\u2581", kinds.NORMAL), *((chr(code), kinds.NORMAL) for code in range(33, 127))]
    return [t for t, _ in entries], [-float(i) for i in range(len(entries))], [int(k) for _, k in entries]


def _tensors(
    tokens: list[str], favour: Mapping[str, float], random: np.random.Generator
) -> dict[str, np.ndarray]:
    count = len(tokens)

    def noise(*shape: int, scale: float = 0.3) -> np.ndarray:
        return random.normal(0.0, scale, shape)

    embedding = noise(count, WIDTH, scale=0.5)
    embedding[:, 0] = 2.0
    output = noise(count, WIDTH, scale=0.12)
    output[:, 0] = [favour.get(token, 0.0 if len(token) == 1 else -0.5) for token in tokens]
    tensors = {
        "token_embd.weight": embedding,
        "output.weight": output,
        "output_norm.weight": np.ones(WIDTH),
        "per_layer_token_embd.weight": noise(count, PER_LAYER * LAYERS),
        "per_layer_model_proj.weight": noise(PER_LAYER * LAYERS, WIDTH),
        "per_layer_proj_norm.weight": np.ones(PER_LAYER),
        "rope_freqs.weight": np.ones(HEAD // 2),
    }
    for layer in range(LAYERS):
        head = HEAD if _is_full(layer) else HEAD_SLIDING
        block = {
            "attn_norm": np.ones(WIDTH),
            "attn_q": noise(head * HEADS, WIDTH),
            "attn_k": noise(head, WIDTH),
            "attn_v": noise(head, WIDTH),
            "attn_output": noise(WIDTH, head * HEADS),
            "attn_q_norm": np.ones(head),
            "attn_k_norm": np.ones(head),
            "post_attention_norm": np.full(WIDTH, 0.2),
            "ffn_norm": np.ones(WIDTH),
            "ffn_gate": noise(FFN, WIDTH),
            "ffn_up": noise(FFN, WIDTH),
            "ffn_down": noise(WIDTH, FFN),
            "post_ffw_norm": np.full(WIDTH, 0.2),
            "inp_gate": noise(PER_LAYER, WIDTH),
            "proj": noise(WIDTH, PER_LAYER),
            "post_norm": np.full(WIDTH, 0.2),
        }
        tensors |= {f"blk.{layer}.{name}.weight": values for name, values in block.items()}
    return tensors
