"""Networks for voices with random weights, in the true shapes of WeSpeaker's ResNet34 (6.6 million values),
NeMo's TitaNet-S (10 million, of which a third names the people of its training) and 3D-Speaker's CAM++
(7 million).

Wang et al., "WeSpeaker: a research and production oriented speaker embedding learning toolkit", 2023;
Koluguri, Park and Ginsburg, "TitaNet", 2022; Wang et al., "CAM++: a fast and efficient network for speaker
verification using context-aware masking", 2023. Batch normalisation is folded into the convolutions where it
stands behind one, as in the published files. Speed does not depend on the values.
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

    def scalar(self, value: int) -> str:
        self.weights.append(numpy_helper.from_array(np.array(value, np.int64), f"w{len(self.weights)}"))
        return str(self.weights[-1].name)

    def node(self, kind: str, *inputs: str, **more: Any) -> str:
        output = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **more))
        return output

    def over_time(
        self,
        x: str,
        before: int,
        after: int,
        size: int = 1,
        groups: int = 1,
        stride: int = 1,
        dilation: int = 1,
    ) -> str:
        weights = self.weight(after, before // groups, size), self.weight(after)
        more = {"strides": [stride], "dilations": [dilation], "group": groups}
        return self.node("Conv", x, *weights, pads=[size // 2 * dilation] * 2, **more)

    def convolution(
        self, x: str, before: int, after: int, size: int, stride: int, along: int | None = None
    ) -> str:
        """`along`: the stride over the last axis, where it is another one."""
        weights = self.weight(after, before, size, size), self.weight(after)
        return self.node("Conv", x, *weights, strides=[stride, along or stride], pads=[size // 2] * 4)


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
    flat = graph.node("Flatten", _pooled(graph, x, axes))
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


FILTERS, CHANNELS_AT_END, SQUEEZE, ATTENTION, PEOPLE = 256, 3072, 8, 128, 16_681
NEMO_DIMENSION = 192
NEMO_METADATA = {
    "framework": "nemo",
    "language": "English",
    "sample_rate": "16000",
    "output_dim": str(NEMO_DIMENSION),
    "feature_normalize_type": "per_feature",
    "window_size_ms": "25",
    "window_stride_ms": "10",
    "window_type": "hann",
    "feat_dim": "80",
}


def write_titanet_small(
    path: Path, seed: int = 0, kernels: tuple[int, ...] = (7, 11, 15), **metadata: str
) -> Path:
    """As `write_resnet34`. Fewer `kernels` make a smaller one."""
    graph = _Graph(seed)
    x = _separable(graph, "audio_signal", 80, FILTERS, 3)
    x = graph.node("Relu", _squeezed(graph, x, FILTERS))
    for size in kernels:
        y = x
        for last in (False, False, True):
            y = _separable(graph, y, FILTERS, FILTERS, size)
            y = _squeezed(graph, y, FILTERS) if last else graph.node("Relu", y)
        x = graph.node("Relu", graph.node("Add", y, graph.over_time(x, FILTERS, FILTERS)))
    x = _separable(graph, x, FILTERS, CHANNELS_AT_END, 1)
    x = graph.node("Relu", _squeezed(graph, x, CHANNELS_AT_END))
    pooled = _attentive(graph, x, CHANNELS_AT_END)
    embedding = graph.over_time(pooled, 2 * CHANNELS_AT_END, NEMO_DIMENSION)
    graph.node("Squeeze", embedding, graph.constant(2))
    graph.nodes[-1].output[0] = "embs"
    graph.node("Gemm", "embs", graph.weight(PEOPLE, NEMO_DIMENSION), transB=1)
    graph.nodes[-1].output[0] = "logits"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "titanet",
            [
                helper.make_tensor_value_info("audio_signal", TensorProto.FLOAT, ["B", 80, "T"]),
                helper.make_tensor_value_info("length", TensorProto.INT64, ["B"]),
            ],
            [
                helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["B", PEOPLE]),
                helper.make_tensor_value_info("embs", TensorProto.FLOAT, ["B", NEMO_DIMENSION]),
            ],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=9,
    )
    helper.set_model_props(model, NEMO_METADATA | metadata)
    onnx.save(model, str(path))
    return path


def _separable(graph: _Graph, x: str, before: int, after: int, size: int) -> str:
    return graph.over_time(graph.over_time(x, before, before, size, groups=before), before, after)


def _squeezed(graph: _Graph, x: str, channels: int) -> str:
    """Squeeze and excitation: each channel by what all of the stretch says of it."""
    mean = graph.node("ReduceMean", x, graph.constant(2), keepdims=1)
    narrow = graph.node("Relu", graph.over_time(mean, channels, channels // SQUEEZE))
    gates = graph.node("Sigmoid", graph.over_time(narrow, channels // SQUEEZE, channels))
    return graph.node("Mul", x, gates)


def _attentive(graph: _Graph, x: str, channels: int) -> str:
    """Mean and deviation over time, by weights that are 0 behind `length`; shape (B, 2 * channels, 1)."""
    time = graph.constant(2)
    long = graph.node("Gather", graph.node("Shape", x), graph.scalar(2))
    at = graph.node("Range", graph.scalar(0), long, graph.scalar(1))
    heard = graph.node("Cast", graph.node("Less", at, "length"), to=TensorProto.FLOAT)
    count = graph.node("ReduceSum", heard, graph.constant(0), keepdims=1)
    even = graph.node("Div", heard, count)
    mean, deviation = _moments(graph, x, even, time)
    shape = graph.node("Shape", x)
    context = [graph.node("Expand", each, shape) for each in (mean, deviation)]
    every = graph.node("Concat", x, *context, axis=1)
    narrow = graph.node("Tanh", graph.node("Relu", graph.over_time(every, 3 * channels, ATTENTION)))
    powers = graph.node("Exp", graph.node("Tanh", graph.over_time(narrow, ATTENTION, channels)))
    shares = graph.node("Mul", powers, heard)
    shares = graph.node("Div", shares, graph.node("ReduceSum", shares, time, keepdims=1))
    return graph.node("Concat", *_moments(graph, x, shares, time), axis=1)


def _moments(graph: _Graph, x: str, shares: str, time: str) -> tuple[str, str]:
    mean = graph.node("ReduceSum", graph.node("Mul", x, shares), time, keepdims=1)
    apart = graph.node("Sub", x, mean)
    squares = graph.node("Mul", graph.node("Mul", apart, apart), shares)
    return mean, graph.node("Sqrt", graph.node("ReduceSum", squares, time, keepdims=1))


CAM_DIMENSION = 512
CAM_METADATA = METADATA | {
    "framework": "3d-speaker",
    "output_dim": str(CAM_DIMENSION),
    "normalize_samples": "1",
}
_DENSE = ((12, 1), (24, 2), (16, 2))
"""Layers and dilation of each block."""
_GROWTH, _NARROW, _SEGMENT = 32, 128, 100


def write_campplus(
    path: Path, seed: int = 0, blocks: tuple[tuple[int, int], ...] = _DENSE, **metadata: str
) -> Path:
    """As `write_resnet34`. Fewer `blocks` make a smaller one."""
    graph = _Graph(seed)
    x = graph.node("Unsqueeze", graph.node("Transpose", "x", perm=[0, 2, 1]), graph.constant(1))
    x = graph.node("Relu", graph.convolution(x, 1, CHANNELS, 3, 1))
    for stride in (2, 1, 2, 1):  # over the mel bands alone
        y = graph.node("Relu", graph.convolution(x, CHANNELS, CHANNELS, 3, stride, 1))
        y = graph.convolution(y, CHANNELS, CHANNELS, 3, 1)
        side = graph.convolution(x, CHANNELS, CHANNELS, 1, stride, 1) if stride > 1 else x
        x = graph.node("Relu", graph.node("Add", y, side))
    x = graph.node("Relu", graph.convolution(x, CHANNELS, CHANNELS, 3, 2, 1))
    channels = CHANNELS * 80 // 8
    x = graph.node("Reshape", x, graph.constant(0, channels, -1))
    x = graph.node("Relu", graph.over_time(x, channels, _NARROW, 5, stride=2))
    channels = _NARROW
    for layers, dilation in blocks:
        for _ in range(layers):
            x = graph.node("Concat", x, _masked(graph, x, channels, dilation), axis=1)
            channels += _GROWTH
        x = graph.over_time(_normal(graph, x, channels), channels, channels // 2)
        channels //= 2
    x = _normal(graph, x, channels)
    time = graph.constant(2)
    pooled = _pooled(graph, x, time)
    graph.node("Squeeze", graph.over_time(pooled, 2 * channels, CAM_DIMENSION), time)
    graph.nodes[-1].output[0] = "embedding"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "campplus",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", "T", 80])],
            [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["N", CAM_DIMENSION])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=9,
    )
    helper.set_model_props(model, CAM_METADATA | metadata)
    onnx.save(model, str(path))
    return path


def _pooled(graph: _Graph, x: str, axis: str) -> str:
    """Mean and standard deviation over the frames."""
    mean = graph.node("ReduceMean", x, axis, keepdims=1)
    apart = graph.node("Sub", x, mean)
    variance = graph.node("ReduceMean", graph.node("Mul", apart, apart), axis, keepdims=1)
    return graph.node("Concat", mean, graph.node("Sqrt", variance), axis=1)


def _normal(graph: _Graph, x: str, channels: int) -> str:
    """Batch normalisation in front of a convolution, which cannot take it in, and what is above zero."""
    scale, shift = graph.weight(1, channels, 1), graph.weight(1, channels, 1)
    return graph.node("Relu", graph.node("Add", graph.node("Mul", x, scale), shift))


def _masked(graph: _Graph, x: str, channels: int, dilation: int) -> str:
    """A dense layer whose channels are weighted by their context: the stretch, and 100 frames of it."""
    narrow = graph.over_time(_normal(graph, x, channels), channels, _NARROW)
    narrow = graph.node("Relu", narrow)
    local = graph.over_time(narrow, _NARROW, _GROWTH, 3, dilation=dilation)
    whole = graph.node("ReduceMean", narrow, graph.constant(2), keepdims=1)
    size = {"kernel_shape": [_SEGMENT], "strides": [_SEGMENT], "ceil_mode": 1}
    parts = graph.node("Unsqueeze", graph.node("AveragePool", narrow, **size), graph.constant(3))
    parts = graph.node("Expand", parts, graph.constant(1, 1, 1, _SEGMENT))
    long = graph.node("Shape", narrow, start=2)
    parts = graph.node("Reshape", parts, graph.constant(0, 0, -1))
    parts = graph.node("Slice", parts, graph.constant(0), long, graph.constant(2))
    context = graph.node("Add", parts, whole)
    context = graph.node("Relu", graph.over_time(context, _NARROW, _NARROW // 2))
    return graph.node("Mul", local, graph.node("Sigmoid", graph.over_time(context, _NARROW // 2, _GROWTH)))
