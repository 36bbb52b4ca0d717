"""Which sentences a meeting turns around: LexRank (Erkan and Radev 2004), without a matrix library.

Sentences are the nodes of a graph, their cosine similarity over weighted words its edges, and the rank of a
sentence is its share in a random walk: what many sentences speak about ranks high.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log, sqrt
from typing import Final

Vector = dict[str, float]

_DAMPING: Final = 0.85
_ROUNDS: Final = 20
"""The ranks of 400 sentences change by less than a thousandth after fewer."""
_LEAST_SIMILARITY: Final = 0.08


def vectors(texts: Sequence[Sequence[str]]) -> list[Vector]:
    """Unit vectors over words, weighted by how often a text has them and how few texts do."""
    frequency = Counter(term for terms in texts for term in set(terms))
    found = []
    for terms in texts:
        weights = {
            term: (1 + log(count)) * log(1 + len(texts) / frequency[term])
            for term, count in Counter(terms).items()
        }
        length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        found.append({term: weight / length for term, weight in weights.items()})
    return found


def similarity(one: Vector, other: Vector) -> float:
    """Cosine, 0..1."""
    if len(other) < len(one):
        one, other = other, one
    return sum(weight * other[term] for term, weight in one.items() if term in other)


def _edges(nodes: Sequence[Vector]) -> list[dict[int, float]]:
    """Similar pairs, found by the words they share."""
    holders: dict[str, list[int]] = defaultdict(list)
    edges: list[dict[int, float]] = [{} for _ in nodes]
    for place, node in enumerate(nodes):
        shared: dict[int, float] = defaultdict(float)
        for term, weight in node.items():
            for other in holders[term]:
                shared[other] += weight * nodes[other][term]
            holders[term].append(place)
        for other, value in shared.items():
            if value >= _LEAST_SIMILARITY:
                edges[place][other] = edges[other][place] = value
    return edges


def ranks(nodes: Sequence[Vector]) -> list[float]:
    """Ranks with a mean of 1."""
    edges = _edges(nodes)
    totals = [sum(neighbours.values()) for neighbours in edges]
    rank = [1.0] * len(nodes)
    for _ in range(_ROUNDS):
        rank = [
            1 - _DAMPING
            + _DAMPING * sum(rank[other] * value / totals[other] for other, value in neighbours.items())
            for neighbours in edges
        ]  # fmt: skip
    return rank
