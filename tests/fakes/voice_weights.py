"""A network for voices with random weights, in the true shape of WeSpeaker's ResNet34 (6.6 million values).

Wang et al., "WeSpeaker: a research and production oriented speaker embedding learning toolkit", 2023. Batch
normalisation is folded into the convolutions, as in the published files. Speed does not depend on the values.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CHANNELS = 32
BLOCKS = (3, 4, 6, 3)
DIMENSION = 256
METADATA = {
    "framework": "wespeaker",
    "language": "English",
    "sample_rate": "16000",
    "output_dim": str(DIMENSION),
    "normalize_samples": "0",
    "feature_normalize_type": "global-mean",
}


class _Graph:
    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def weight(self, *shape: int) -> str:
        fan = float(np.prod(shape[1:])) if len(shape) > 1 else 100.0
        values = (self._random.standard_normal(shape) * np.sqrt(2 / fan)).astype(np.float32)
        self.weights.append(numpy_helper.from_array(values, f"w{len(self.weights)}"))
        return str(self.weights[-1].name)

    def constant(self, *values: int) -> str:
        self.weights.append(numpy_helper.from_array(np.array(values, np.int64), f"w{len(self.weights)}"))
        return str(self.weights[-1].name)

    def node(self, kind: str, *inputs: str, **more: Any) -> str:
        output = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **more))
        return output

    def convolution(self, x: str, before: int, after: int, size: int, stride: int) -> str:
        weights = self.weight(after, before, size, size), self.weight(after)
        return self.node("Conv", x, *weights, strides=[stride] * 2, pads=[size // 2] * 4)


def write_resnet34(path: Path, seed: int = 0, blocks: tuple[int, ...] = BLOCKS, **metadata: str) -> Path:
    """The network as a file. Fewer `blocks` make a smaller one; `metadata` differs from the true one."""
    graph = _Graph(seed)
    x = graph.node("Unsqueeze", graph.node("Transpose", "feats", perm=[0, 2, 1]), graph.constant(1))
    x = graph.node("Relu", graph.convolution(x, 1, CHANNELS, 3, 1))
    before = CHANNELS
    for stage, many in enumerate(blocks):
        after = CHANNELS * 2**stage
        for block in range(many):
            stride = 2 if stage and not block else 1
            y = graph.node("Relu", graph.convolution(x, before, after, 3, stride))
            y = graph.convolution(y, after, after, 3, 1)
            side = graph.convolution(x, before, after, 1, stride) if stride > 1 or before != after else x
            x = graph.node("Relu", graph.node("Add", y, side))
            before = after
    axes = graph.constant(3)
    mean = graph.node("ReduceMean", x, axes, keepdims=1)
    apart = graph.node("Sub", x, mean)
    deviation = graph.node(
        "Sqrt", graph.node("ReduceMean", graph.node("Mul", apart, apart), axes, keepdims=1)
    )
    flat = graph.node("Flatten", graph.node("Concat", mean, deviation, axis=1))
    rows = 80 // 2 ** (len(blocks) - 1)
    out = graph.node(
        "Gemm", flat, graph.weight(DIMENSION, 2 * before * rows), graph.weight(DIMENSION), transB=1
    )
    graph.nodes[-1].output[0] = "embs"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "resnet",
            [helper.make_tensor_value_info("feats", TensorProto.FLOAT, ["B", "T", 80])],
            [helper.make_tensor_value_info("embs", TensorProto.FLOAT, ["B", DIMENSION])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=9,
    )
    del out
    helper.set_model_props(model, METADATA | metadata)
    onnx.save(model, str(path))
    return path
