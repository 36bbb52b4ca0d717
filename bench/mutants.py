"""How many small changes of the product its tests notice: `python -m bench.mutants --seed 1 --count 300`.

A mutant is one operator, number, condition, result or call of the four packages changed, drawn by a hash of
the seed and of its place (file, function, kind, number within the function): the same places are drawn in
another state of the code. For each one, a copy of the checkout is changed, the test files nearest to the
module run, and the copy is put back. Nearest are those that import the module; then, of all that reach it
through imports, those named like it, those that mention its name most often, and those with the shortest way.
Taken for imported are also a module whose name stands in a string (a process of its own), one that
pyproject.toml gives to a command, and the conftest of a test's folder. Strings, which hold tables of words,
are not changed.

Printed: a line a mutant (caught or survived, and the test that caught it), then the shares by package.
`--root` measures another checkout. What the nearest tests miss, others may still catch: the share is a
lower bound, to be compared with itself.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Queue

PACKAGES = ("daemon", "guardrails", "pipelines", "web")
NEAREST = 6
"""Test files that run for a mutant."""
RUN_S = 300
"""A run that takes longer hangs: the mutant made an endless loop, which is noticed."""

_COMPARED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    file: str
    place: str
    """Function, kind and number within the function."""
    span: tuple[int, int]
    """Bytes of the file that are replaced."""
    by: str
    line: int


def mutants(root: Path) -> Iterator[Mutant]:
    """Every one that can be made."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from _of_file(path, str(path.relative_to(root)))


def draw(root: Path, seed: int, count: int) -> list[Mutant]:
    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.file} {mutant.place}".encode()).digest()

    return sorted(mutants(root), key=lot)[:count]


def _of_file(path: Path, name: str) -> Iterator[Mutant]:
    source = path.read_bytes()
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    numbers: Counter[str] = Counter()
    for function, node in _functions(ast.parse(source), ()):
        for kind, target, changed in _changes(node):
            numbers[f"{function} {kind}"] += 1
            place = f"{function} {kind} {numbers[f'{function} {kind}']}"
            assert target.end_lineno is not None
            assert target.end_col_offset is not None
            span = (
                begins[target.lineno - 1] + target.col_offset,
                begins[target.end_lineno - 1] + target.end_col_offset,
            )
            yield Mutant(name, place, span, f"({changed})" if kind != "call" else changed, target.lineno)


def _functions(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[str, ast.AST]]:
    """Each node of a function's body with the function's name; no annotations, defaults and decorators."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, (*path, child.name))
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name = (*path, child.name)
            for statement in child.body:
                for inner in ast.walk(statement):
                    if not isinstance(inner, ast.AnnAssign):
                        yield ".".join(name), inner
        elif isinstance(child, ast.If | ast.Try):
            yield from _functions(child, path)


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Kind, what is replaced, and by which source."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
        yield "compare", node, _with(node, ops=[_COMPARED[type(node.ops[0])]()])
    elif isinstance(node, ast.BoolOp):
        yield "boolean", node, _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, ast.unparse(node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED and not _is_text(node):
        yield "arithmetic", node, _with(node, op=_COMPUTED[type(node.op)]())
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "flag", node, repr(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "number", node, repr(node.value + 1)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "result", node.value, "None"
    elif isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Constant):
        yield "condition", node.test, "False"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call", node, "pass"


def _with(node: ast.expr, **fields: object) -> str:
    values = {name: getattr(node, name) for name in node._fields} | fields
    return ast.unparse(type(node)(**values))


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(s, ast.JoinedStr) or isinstance(getattr(s, "value", None), str) for s in sides)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class Tests:
    """Which test files are near to a module, by the imports of product and tests."""

    def __init__(self, root: Path) -> None:
        self._root = root
        files = [path for top in (*PACKAGES, "tests", "bench") for path in sorted((root / top).rglob("*.py"))]
        names = {_module(path.relative_to(root)): str(path.relative_to(root)) for path in files}
        groups, scripts = _commands(root)
        self._importers: dict[str, set[str]] = {}
        for path in files:
            name = str(path.relative_to(root))
            mentioned = _mentioned(path)
            # In the product, "roomscribe" is the name of many other things.
            known = groups | scripts if name.startswith("tests/") else groups
            for command in mentioned & known.keys():
                mentioned |= known[command]
            imported = {names[module] for module in mentioned if module in names}
            imported |= {f"{folder}/conftest.py" for folder in path.relative_to(root).parents}
            for each in imported - {name}:
                self._importers.setdefault(each, set()).add(name)

    def near(self, file: str, most: int = NEAREST) -> list[str]:
        def nearness(test: str) -> tuple[bool, int, int, int, str]:
            mentions = len(re.findall(Path(file).stem.rstrip("s"), (self._root / test).read_text()))
            return steps[test] > 1, -_likeness(test, file), -mentions, steps[test], test

        steps, ring = {file: 0}, {file}
        while ring:
            ring = {up for each in ring for up in self._importers.get(each, ())} - steps.keys()
            steps |= dict.fromkeys(ring, max(steps.values()) + 1)
        return sorted(filter(_is_test, steps), key=nearness)[:most]


def _is_test(file: str) -> bool:
    # A browser and a booted machine cost more than what they catch here.
    return Path(file).name.startswith("test_") and not file.startswith(("tests/e2e", "tests/systemd"))


@cache
def _words(file: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", file)) - {"tests", "test", "py"}


def _likeness(test: str, file: str) -> int:
    """Words of the path that both have; the module's own name counts twice."""
    return len(_words(test) & _words(file)) + len(_words(test) & _words(Path(file).name))


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _mentioned(path: Path) -> set[str]:
    """What a file imports, and its strings: one that is a module's name is for a process of its own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _commands(root: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The modules that a group of entry points and a script load."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    groups: dict[str, dict[str, str]] = project["entry-points"]
    return (
        {group: {each.partition(":")[0] for each in named.values()} for group, named in groups.items()},
        {name: {each.partition(":")[0]} for name, each in project["scripts"].items()},
    )


class Copy:
    """A copy of the checkout in which one mutant after the other is tried."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", ".demo")
        shutil.copytree(root, folder, ignore=ignored, symlinks=True, dirs_exist_ok=True)
        options = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
        markers = [each.partition(":")[0] for each in options["markers"]]
        self.set_apart = [name for name in ("system", "soak") if name in markers]
        shared = root.parent / "shared"
        if shared.exists() and not (folder.parent / "shared").exists():
            (folder.parent / "shared").symlink_to(shared.resolve())

    def try_out(self, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
        """What became of it, and the test that caught it."""
        path = self.root / mutant.file
        source = path.read_bytes()
        begin, end = mutant.span
        path.write_bytes(source[:begin] + mutant.by.encode() + source[end:])
        try:
            return self.run(tests)
        finally:
            path.write_bytes(source)

    def run(self, tests: list[str], *more: str) -> tuple[str, str]:
        """What becomes of it: "survived" where all tests pass, else "caught" and the first that fails."""
        marked = " and ".join(f"not {name}" for name in self.set_apart)
        options = ["-x", "-q", "--timeout=120", "-p", "no:cacheprovider", "-m", marked, *more]
        command = [sys.executable, "-m", "pytest", *options, *tests]
        environment = os.environ | {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                command, cwd=self.root, env=environment, stdout=output, stderr=output, start_new_session=True
            )
            try:
                code = process.wait(RUN_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.wait()
                return "caught", "the run hung"
            output.seek(0)
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output.read(), re.M)
        return ("survived", "") if code == 0 else ("caught", failed.group(1) if failed else f"exit {code}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    root = options.root.resolve()
    drawn, tests = draw(root, options.seed, options.count), Tests(root)
    print(f"seed {options.seed}, {len(drawn)} mutants of {sum(1 for _ in mutants(root))}", flush=True)
    seen, caught = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(options.jobs) as pool:
        copies: Queue[Copy] = Queue()
        for number in range(options.jobs):
            copies.put(Copy(root, Path(folder) / str(number) / "checkout"))
        if (unchanged := copies.queue[0].run(["tests"], "--collect-only")) != ("survived", ""):
            parser.error(f"the tests cannot be collected in the unchanged checkout ({unchanged[1]})")

        def try_out(mutant: Mutant) -> tuple[Mutant, str, str]:
            near = tests.near(mutant.file)
            if not near:
                return mutant, "survived", "no test is near"
            copy = copies.get()
            try:
                return mutant, *copy.try_out(mutant, near)
            finally:
                copies.put(copy)

        for mutant, fate, how in pool.map(try_out, drawn):
            package = mutant.file.split("/")[0]
            seen[package] += 1
            caught[package] += fate == "caught"
            print(f"{fate:8} {mutant.file}:{mutant.line} {mutant.place} {how}", flush=True)
    for package in PACKAGES:
        print(f"{package:10} {caught[package]:4} of {seen[package]:4}")
    print(f"{'all':10} {caught.total():4} of {seen.total():4} ({caught.total() / max(1, seen.total()):.1%})")


if __name__ == "__main__":
    main()
