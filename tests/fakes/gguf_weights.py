"""A Gemma 4 in miniature: a GGUF file with random weights that real llama.cpp loads and runs in milliseconds.

The architecture is Gemma 4's (sliding and full attention, shared keys and values, per-layer embeddings), so
the whole code path of the real weights runs; only what it writes is noise. One thing is not random, so that
an answer ends as a real model's does and not at every cap: all tokens share one large component, and the
output layer uses it to favour characters that open and close JSON values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
# Lists of a few items, strings of some letters, null here and there.
FAVOUR = {'"': 0.6, "{": 0.6, "}": 0.6, "]": 0.35, ",": 0.1, "n": 0.3}


@dataclass(frozen=True)
class Shape:
    """The sizes of a Gemma 4; by default as small as llama.cpp takes them."""

    width: int = 32
    heads: int = 2
    head: int = 16
    """Values of a head in layers that attend to everything; in the others it sees the window only."""
    head_sliding: int = 8
    ffn: tuple[int, ...] = (64, 64, 64, 64)
    """One for each layer."""
    per_layer: int = 8
    window: int = 64
    shared: int = 2
    """Layers that take the keys and values of an earlier one."""
    full_every: int = 2
    """Sliding, full, sliding, full."""

    @property
    def layers(self) -> int:
        return len(self.ffn)

    def is_full(self, layer: int) -> bool:
        return layer % self.full_every == self.full_every - 1


@dataclass(frozen=True)
class Tensor:
    """Noise of this scale around nothing, or the same value everywhere."""

    shape: tuple[int, ...]
    scale: float = 0.3
    constant: float | None = None


TINY = Shape()


def write_gguf(
    path: Path,
    *,
    template: str | None = TEMPLATE,
    favour: Mapping[str, float] = FAVOUR,
    context: int = 32_768,
    seed: int = 7,
    shape: Shape = TINY,
) -> Path:
    """Write the file and return its path. Without `favour`, answers run on until something stops them."""
    tokens, scores, types = vocabulary()
    writer = gguf.GGUFWriter(str(path), "gemma4")
    describe(writer, shape, context)
    spell(writer, tokens, scores, types, template)
    random = np.random.default_rng(seed)
    for name, tensor in tensors_of(shape, len(tokens)):
        if tensor.constant is not None:
            values = np.full(tensor.shape, tensor.constant)
        else:
            values = random.normal(0.0, tensor.scale, tensor.shape)
        if name == "token_embd.weight":
            values[:, 0] = 2.0
        if name == "output.weight":
            values[:, 0] = [favour.get(token, 0.0 if len(token) == 1 else -0.5) for token in tokens]
        writer.add_tensor(name, values.astype(np.float32))
    save(writer)
    return path


def describe(writer: gguf.GGUFWriter, shape: Shape, context: int) -> None:
    """Write the sizes; `context` is how many tokens the model claims to be trained on."""
    writer.add_name("tiny gemma4" if shape is TINY else "gemma4 of random values")
    writer.add_context_length(context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.ffn)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(1)
    writer.add_key_length(shape.head)
    writer.add_value_length(shape.head)
    writer.add_uint32("gemma4.attention.key_length_swa", shape.head_sliding)
    writer.add_uint32("gemma4.attention.value_length_swa", shape.head_sliding)
    writer.add_uint32("gemma4.attention.shared_kv_layers", shape.shared)
    writer.add_uint32("gemma4.embedding_length_per_layer_input", shape.per_layer)
    writer.add_sliding_window(shape.window)
    writer.add_array(
        "gemma4.attention.sliding_window_pattern", [not shape.is_full(i) for i in range(shape.layers)]
    )
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_dimension_count(shape.head)
    writer.add_uint32("gemma4.rope.dimension_count_swa", shape.head_sliding)
    writer.add_rope_freq_base(1_000_000.0)
    writer.add_float32("gemma4.rope.freq_base_swa", 10_000.0)
    writer.add_final_logit_softcapping(30.0)


def spell(
    writer: gguf.GGUFWriter, tokens: list[str], scores: list[float], types: list[int], template: str | None
) -> None:
    """Write the vocabulary and the chat template."""
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


def save(writer: gguf.GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def vocabulary() -> tuple[list[str], list[float], list[int]]:
    """Control tokens, every byte, and every printable ASCII character: about one token for each letter."""
    kinds = gguf.TokenType
    entries = [("<pad>", kinds.CONTROL), ("<eos>", kinds.CONTROL), ("<bos>", kinds.CONTROL)]
    entries += [("<unk>", kinds.UNKNOWN), *((text, kinds.CONTROL) for text in CONTROL)]
    entries += [(f"<0x{byte:02X}>", kinds.BYTE) for byte in range(256)]
    entries += [("\u2581", kinds.NORMAL), *((chr(code), kinds.NORMAL) for code in range(33, 127))]
    return [t for t, _ in entries], [-float(i) for i in range(len(entries))], [int(k) for _, k in entries]


def tensors_of(shape: Shape, tokens: int) -> Iterator[tuple[str, Tensor]]:
    """Every tensor of such a model by its name, in the order in which noise is drawn."""
    width, layers = shape.width, shape.layers

    def ones(count: int, value: float = 1.0) -> Tensor:
        return Tensor((count,), constant=value)

    yield "token_embd.weight", Tensor((tokens, width), 0.5)
    yield "output.weight", Tensor((tokens, width), 0.12)
    yield "output_norm.weight", ones(width)
    yield "per_layer_token_embd.weight", Tensor((tokens, shape.per_layer * layers))
    yield "per_layer_model_proj.weight", Tensor((shape.per_layer * layers, width))
    yield "per_layer_proj_norm.weight", ones(shape.per_layer)
    yield "rope_freqs.weight", ones(shape.head // 2)
    for layer in range(layers):
        head = shape.head if shape.is_full(layer) else shape.head_sliding
        ffn = shape.ffn[layer]
        block = {
            "attn_norm": ones(width),
            "attn_q": Tensor((head * shape.heads, width)),
            "attn_k": Tensor((head, width)),
            "attn_v": Tensor((head, width)),
            "attn_output": Tensor((width, head * shape.heads)),
            "attn_q_norm": ones(head),
            "attn_k_norm": ones(head),
            "post_attention_norm": ones(width, 0.2),
            "ffn_norm": ones(width),
            "ffn_gate": Tensor((ffn, width)),
            "ffn_up": Tensor((ffn, width)),
            "ffn_down": Tensor((width, ffn)),
            "post_ffw_norm": ones(width, 0.2),
            "inp_gate": Tensor((shape.per_layer, width)),
            "proj": Tensor((width, shape.per_layer)),
            "post_norm": ones(width, 0.2),
        }
        for name, tensor in block.items():
            yield f"blk.{layer}.{name}.weight", tensor
