#!/usr/bin/env bash
# Writes the hashes by which a package is built, after a change of constraints.txt or of the tools: requirements.txt for
# what goes into the package, tools.txt for what builds it. Needs uv (from the package index).
set -euo pipefail
cd "$(dirname "$0")/.."

lock() {
  uv pip compile --quiet --generate-hashes --no-annotate --no-header --python-version 3.11 --python-platform linux \
    --constraint constraints.txt "$@"
}

# huggingface_hub asks for hf-xet, which only speeds up transfers by its own client; weights come over plain HTTP.
lock pyproject.toml --no-emit-package hf-xet --output-file packaging/requirements.txt
# What builds llama.cpp and the program's own wheel, and what writes the bill of materials.
printf '%s\n' pip hatchling 'scikit-build-core[pyproject]' cmake ninja cyclonedx-bom |
  lock - --allow-unsafe --output-file packaging/tools.txt
