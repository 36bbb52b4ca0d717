#!/usr/bin/env bash
# Builds llama.cpp's own llama-server around the very libraries that the box runs: those of llama-cpp-python, in the version
# of constraints.txt. For the faster machine of docs/operations.md ("A faster box") and for the tests. Prints where the
# program is: in FOLDER, by default a cache. Exits 1, with the reason, where it cannot be built.
#
# llama-cpp-python's source holds the server, but its package does not build it. Only the server and what it shares with
# llama.cpp's other tools are compiled here. It needs a compiler (g++), python3-venv, and OpenSSL's headers (libssl-dev), without
# which it would speak no TLS; CMake and Ninja are fetched from the Python Package Index where there are none.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^llama_cpp_python==//p' constraints.txt)
folder=${1:-${ROOMSCRIBE_TEST_CACHE:-$HOME/.cache/roomscribe-tests}/llama-server-$version}
program=$folder/llama-server
python=${PYTHON:-python3}
export PIP_DISABLE_PIP_VERSION_CHECK=1

fail() {
  echo "llama-server cannot be built: $*" >&2
  exit 1
}

# Where this version is installed for a Python, if it is.
libraries_of() {
  "$1" - "$version" 2>/dev/null <<'PYTHON'
import sys
from importlib.metadata import distribution
found = distribution("llama_cpp_python")
sys.exit(found.version != sys.argv[1] or print(found.locate_file("llama_cpp/lib")))
PYTHON
}

build() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  "$python" -m venv "$work/venv" >&2 || fail "$python has no venv; install python3-venv"
  local pip=$work/venv/bin/pip missing=()
  libraries=$(libraries_of .venv/bin/python) || {
    echo "Compiling llama.cpp: about 10 minutes on two cores" >&2
    CMAKE_ARGS="-DCMAKE_PROJECT_INCLUDE='$PWD/packaging/llama.cmake'" \
      "$pip" install --quiet --no-deps "llama-cpp-python==$version" >&2 || fail "llama-cpp-python $version cannot be installed"
    libraries=$(libraries_of "$work/venv/bin/python")
  }
  "$pip" download --quiet --no-deps --no-binary llama-cpp-python --dest "$work" "llama-cpp-python==$version" >&2 ||
    fail "the source of llama-cpp-python $version cannot be fetched"
  command -v cmake >/dev/null || missing+=(cmake)
  command -v ninja >/dev/null || missing+=(ninja)
  [ ${#missing[@]} = 0 ] || "$pip" install --quiet "${missing[@]}" >&2 || fail "${missing[*]} cannot be fetched"
  tar --extract --gzip --file "$work"/llama_cpp_python-*.tar.gz --directory "$work"
  source=$(echo "$work"/llama_cpp_python-*/vendor/llama.cpp)
  # In the place of llama.cpp's own, which builds its libraries anew.
  cat > "$source/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.18)
project(llama-server C CXX)
set(LLAMA_OPENSSL ON)
set(LLAMA_BUILD_COMMON ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
# It finds the libraries beside itself.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN")
include(cmake/build-info.cmake)
include(cmake/common.cmake)
include(cmake/license.cmake)
set(LLAMA_BUILD_NUMBER ${BUILD_NUMBER})
set(LLAMA_BUILD_COMMIT ${BUILD_COMMIT})
find_package(Threads REQUIRED)
foreach(name ggml-base ggml-cpu ggml llama)
  add_library(${name} SHARED IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${LIBRARIES}/lib${name}.so)
endforeach()
target_include_directories(ggml INTERFACE ggml/include)
target_link_libraries(ggml INTERFACE ggml-base ggml-cpu)
target_include_directories(llama INTERFACE include)
target_link_libraries(llama INTERFACE ggml)
set(LLAMA_VERSION_BASE 0)
set(LLAMA_VERSION_MAJOR 0)
set(MTMD_VIDEO OFF CACHE BOOL "no images, and no films")
add_subdirectory(vendor)
add_subdirectory(common)
add_subdirectory(tools/mtmd)
add_subdirectory(tools/ui)
add_subdirectory(tools/server)
CMAKE
  # No page of its own, and none that is downloaded. What computes is in the libraries: the rest need not be fast.
  {
    PATH=$PATH:$work/venv/bin
    cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 -DBUILD_SHARED_LIBS=OFF \
      -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLIBRARIES="$libraries" &&
      cmake --build "$work/build" --target llama-server
  } >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; fail "see above"; }
  cp --dereference "$libraries"/lib*.so.[0-9] "$folder"
  install -m 755 "$work/build/bin/llama-server" "$program.new"
  mv "$program.new" "$program"
}

if [ ! -x "$program" ]; then
  command -v g++ >/dev/null || fail "there is no compiler; install g++"
  [ -e /usr/include/openssl/ssl.h ] || fail "OpenSSL's headers are missing, without which it speaks no TLS; install libssl-dev"
  mkdir -p "$folder"
  # Of two runs at once the second finds what the first has built.
  exec 9>"$folder/.lock"
  flock 9
  [ -x "$program" ] || build
fi
echo "$program"
