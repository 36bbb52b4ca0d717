#!/usr/bin/env bash
# Compiles llama-cpp-python for a package and prints where its wheel is.
#
#   llama.sh x86_64-linux-gnu|aarch64-linux-gnu       with a `python` on the path that has what tools.txt names
#
# One wheel serves every processor of its architecture: ggml's code for each kind below is a library of its own, of which
# pipelines/llm/loading.py has the best one loaded where it runs (docs/adr/0292). Compiling takes about 10 minutes on two
# cores, so the wheel is kept in the folder LLAMA_WHEELS, under a name made of all that it was built from.
set -euo pipefail
cd "$(dirname "$0")"
gnu=$1

# Those in which 4-bit weights are computed by other instructions, of machines that people have: without AVX, with AVX, AVX2
# (most), its dot products (N100), AVX-512, its dot products; a Raspberry Pi 4, dot products (Pi 5), SVE2 with i8mm. ggml knows
# thirteen more.
kinds='sse42|sandybridge|haswell|alderlake|skylakex|icelake|armv8.0_1|armv8.2_2|armv8.6_2'

requirement=$(grep -A1 '^llama-cpp-python==' requirements.txt)
key=$({ cat llama.sh llama.cmake tools.txt; echo "$gnu $requirement"; "$gnu-g++" --version; } | sha256sum | cut -c1-12)
kept=${LLAMA_WHEELS:-${XDG_CACHE_HOME:-$HOME/.cache}/roomscribe/llama}/$key

if ! [ -d "$kept" ]; then
  echo "Compiling llama.cpp for ${gnu%%-*}: about 10 minutes on two cores" >&2
  work=$(mktemp -d "${TMPDIR:-/var/tmp}/roomscribe.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  # As pip and scikit-build-core have it from a Python that was itself cross-compiled.
  export _PYTHON_HOST_PLATFORM=linux-${gnu%%-*}
  python -m pip download --quiet --no-deps --no-build-isolation --no-binary llama-cpp-python --require-hashes \
    --dest "$work" -r <(echo "$requirement") >&2
  tar --extract --gzip --file "$work"/llama_cpp_python-*.tar.gz --directory "$work"
  source=$(echo "$work"/llama_cpp_python-*/)
  # Only these kinds.
  sed -i -E "/^ *ggml_add_cpu_backend_variant\(/{/\(($kinds)[ )]/!d}" "$source/vendor/llama.cpp/ggml/src/CMakeLists.txt"
  CMAKE_ARGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=${gnu%%-*} -DCMAKE_C_COMPILER=$gnu-gcc"
  CMAKE_ARGS+=" -DCMAKE_CXX_COMPILER=$gnu-g++ -DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON"
  # Each kind lies beside the other libraries, and finds them there.
  CMAKE_ARGS+=" -DCMAKE_PROJECT_INCLUDE='$PWD/llama.cmake'"
  CMAKE_ARGS+=' -DCMAKE_INSTALL_BINDIR:STRING=llama_cpp/lib -DCMAKE_INSTALL_RPATH=$ORIGIN'
  # Messages of failures name source files: by the same names, wherever this was built.
  export CMAKE_ARGS CFLAGS="-ffile-prefix-map=$source=" CXXFLAGS="-ffile-prefix-map=$source="
  # Not from pip's cache nor into it: there one wheel stands for all ways to compile it.
  python -m pip wheel --quiet --no-deps --no-build-isolation --no-cache-dir --wheel-dir "$work/wheel" "$source" >&2
  mkdir -p "${kept%/*}"
  # Complete or not there; another build may have been faster.
  cp -r "$work/wheel" "$kept.$$"
  mv -T "$kept.$$" "$kept" 2>/dev/null || rm -r "$kept.$$"
fi
echo "$kept"/llama_cpp_python-*.whl
