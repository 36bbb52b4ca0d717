#!/usr/bin/env bash
# Builds the Debian package of this checkout into dist/ (or `deb.sh FOLDER`), for the Debian of the machine that it runs on
# (docs/adr/0290) and for its architecture, or that which ARCH names (amd64, arm64): llama.cpp is then cross-compiled.
#
# What goes in comes from the package index by the hashes in requirements.txt. llama.cpp is compiled, unless llama.sh has
# kept the wheel from an earlier time. The same commit gives the same bytes as long as that wheel is the same.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C.UTF-8 PIP_DISABLE_PIP_VERSION_CHECK=1
# The package runs on Debian's own Python; no other may build it.
python=/usr/bin/python3
folder=${1:-dist}

fail() {
  echo "roomscribe: $*" >&2
  exit 1
}

architecture=${ARCH:-$(dpkg --print-architecture)}
case $architecture in
  amd64) gnu=x86_64-linux-gnu ;;
  arm64) gnu=aarch64-linux-gnu ;;
  *) fail "packages are built for amd64 and arm64, not for $architecture" ;;
esac
compiler=crossbuild-essential-$architecture
[ "$architecture" != "$(dpkg --print-architecture)" ] || compiler=g++

missing=()
[ -x "$python" ] || missing+=(python3)
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
command -v "$gnu-g++" >/dev/null || missing+=("$compiler")
command -v dpkg-shlibdeps >/dev/null || missing+=(dpkg-dev)
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" = 0 ] || fail "install these first: sudo apt-get install ${missing[*]}"
  echo "Installing Debian packages: ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

version=$("$python" -m daemon.base.version)
epoch=$(git -c "safe.directory=*" log -1 --format=%ct 2>/dev/null) || epoch=$(stat -c %Y pyproject.toml)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$epoch}
python_version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# Not /tmp, which may be memory: this takes 2 GB.
work=$(mktemp -d "${TMPDIR:-/var/tmp}/roomscribe.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
home=/opt/roomscribe/$version
packages=$root$home/lib/python$python_version/site-packages

is_foreign() {
  [ "$compiler" != g++ ]
}

# pip, for the Python of the target, whatever this machine is.
pip_there() {
  _PYTHON_HOST_PLATFORM=linux-${gnu%%-*} python -m pip "$@"
}

fetch() {
  local llama
  echo "Building for $architecture"
  "$python" -m venv "$work/tools"
  PATH=$work/tools/bin:$PATH
  python -m pip install --quiet --require-hashes -r packaging/tools.txt
  llama=$(packaging/llama.sh "$gnu")
  sed '/^llama-cpp-python==/,+1d' packaging/requirements.txt > "$work/requirements.txt"
  pip_there wheel --quiet --no-deps --only-binary :all: --require-hashes --wheel-dir "$work/wheels" -r "$work/requirements.txt"
  python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work/wheels" .
  cp "$llama" "$work/wheels"
  # The program runs once here, to write its manual: with libraries that can be loaded on this machine.
  ! is_foreign || python -m pip install --quiet --no-deps --require-hashes --target "$work/here" -r "$work/requirements.txt"
}

# An environment as venv makes it, but with links and names that hold where it will be, and without pip.
lay_out_program() {
  grep -o '^[^ ]*==[^ ]*' packaging/requirements.txt > "$work/names"
  pip_there install --quiet --no-deps --no-compile --no-index --find-links "$work/wheels" --target "$packages" \
    -r "$work/names" roomscribe
  install -d "$root$home/bin"
  ln -s "/usr/bin/python$python_version" "$root$home/bin/python"
  printf 'home = /usr/bin\ninclude-system-site-packages = false\n' > "$root$home/pyvenv.cfg"
  printf '#!%s/bin/python\nfrom daemon.cli.main import main\n\nmain()\n' "$home" > "$root$home/bin/roomscribe"
  chmod 755 "$root$home/bin/roomscribe"
}

# Out of the wheels goes what nothing here reads when it runs: what one compiles against, the tests of libraries, tools that
# convert models, libraries a second time, and symbols for debuggers.
slim_down() {
  cd "$packages"
  # llama.cpp's own installation, beside the libraries that its binding loads from llama_cpp/lib.
  rm -rf bin include lib
  # Commands of libraries were in bin; their checksums hold the name of the folder that built them.
  sed -i '/^[./]*bin\//d' -- *.dist-info/RECORD
  rm -rf onnxruntime/{backend,datasets,quantization,tools,transformers} onnxruntime/capi/libonnxruntime.so.*
  # The names of days and months in the languages of the page, of some thousand.
  find babel/locale-data -type f -not -regex '.*/\(root\|en\|de\|fr\)\.dat' -delete
  find . -depth -type d \( -name tests -o -name include \) -exec rm -rf {} +
  find . -type f \( -name .gitignore -o -name '*.pyi' -o -name '*.pxd' -o -name '*.pyx' -o -name '*.a' -o -name '*.h' \) -delete
  # A wheel can't hold links, so each library is there under each of its names.
  local kept= last=
  while read -r sum file; do
    if [ "$sum" = "$last" ]; then ln -sfr "$kept" "$file"; else last=$sum kept=$file; fi
  done < <(find . -type f -name '*.so*' -exec sha256sum {} + | sort)
  # Not those in *.libs, which auditwheel has rewritten in a way that strip makes unloadable.
  find . -type f -name '*.so*' -not -path '*.libs/*' -exec "$gnu-strip" --strip-unneeded {} +
  find . -type f -exec chmod 644 {} +
  is_foreign || find . -type f -name '*.so*' -exec "$root$home/bin/python" -c 'import ctypes, sys; [*map(ctypes.CDLL, sys.argv[1:])]' {} + ||
    fail "stripping has broken the library above"
  cd - >/dev/null
  # Services may not write here, and would compile everything anew at each start.
  "$root$home/bin/python" -m compileall -q -s "$root" --invalidation-mode unchecked-hash "$packages"
}

name_paths() {
  sed -i -e 's#/usr/local/#/usr/#g' -e 's#/opt/roomscribe/bin/#/opt/roomscribe/current/bin/#g' -- "$@"
}

# A file of ours that belongs to a version, with the paths that hold for `make install` turned into those of a package, and
# the link through which the system finds the one of the version that runs.
place() {
  local file=$root$home/system/${2##*/}
  install -D -m "$1" "$2" "$file"
  name_paths "$file"
  [ -z "${3:-}" ] || point "$3" "system/${2##*/}"
}

point() {
  install -d "$root${1%/*}"
  ln -s "/opt/roomscribe/current/$2" "$root$1"
}

place_services() {
  local unit
  for unit in systemd/*.service systemd/*.socket; do
    place 644 "$unit" "/usr/lib/systemd/system/${unit##*/}"
  done
  place 755 systemd/umbrella
  place 755 systemd/activate
  place 644 config.toml
  place 644 systemd/roomscribe.sysusers /usr/lib/sysusers.d/roomscribe.conf
  place 644 systemd/roomscribe.tmpfiles /usr/lib/tmpfiles.d/roomscribe.conf
  place 644 systemd/roomscribe.rules /usr/lib/udev/rules.d/60-roomscribe.rules
  point /usr/lib/roomscribe system
  point /usr/bin/roomscribe bin/roomscribe
  install -D -m 644 systemd/avahi/roomscribe.service "$root/etc/avahi/services/roomscribe.service"
  # What switches versions belongs to none of them.
  install -m 644 packaging/roomscribe-upgrade.service "$root/usr/lib/systemd/system"
  install -d "$root/usr/lib/systemd/system/multi-user.target.wants"
  ln -s ../roomscribe-upgrade.service "$root/usr/lib/systemd/system/multi-user.target.wants"
  [ -z "${PUBLIC_KEY:-}" ] || install -m 644 "$PUBLIC_KEY" "$root$home/system/bundle.pub"
}

write_documents() {
  local doc_path=/usr/share/doc/roomscribe own=$root$home/system
  local doc=$root$doc_path
  install -D -m 644 -t "$doc" packaging/debian/copyright
  place 644 CHANGELOG.md "$doc_path/CHANGELOG.md"
  # As in the checkout, so that the links between them lead somewhere.
  install -D -m 644 -t "$own/docs" docs/*.md
  install -D -m 644 -t "$own/docs/adr" docs/adr/*.md
  name_paths "$own"/docs/*.md
  point "$doc_path/docs" system/docs
  install -D -m 644 packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/roomscribe"
  printf 'roomscribe (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' "$version" \
    "$(sed -n 's/^Maintainer: //p' packaging/debian/control)" "$(date -uRd "@$SOURCE_DATE_EPOCH")" |
    gzip -9n > "$doc/changelog.gz"
  sed "s/^dynamic = \[\"version\"\]$/version = \"$version\"/" pyproject.toml > "$work/pyproject.toml"
  python -m cyclonedx_py environment --output-reproducible --pyproject "$work/pyproject.toml" --mc-type application \
    --output-file "$own/roomscribe.cdx.json" "$root$home/bin/python"
  export PYTHONPATH=$work/here
  "$root$home/bin/python" packaging/man.py command | gzip -9n > "$own/roomscribe.1.gz"
  "$root$home/bin/python" packaging/man.py configuration | gzip -9n > "$own/roomscribe.5.gz"
  unset PYTHONPATH
  point "$doc_path/roomscribe.cdx.json" system/roomscribe.cdx.json
  point /usr/share/man/man1/roomscribe.1.gz system/roomscribe.1.gz
  point /usr/share/man/man5/roomscribe.5.gz system/roomscribe.5.gz
}

write_control() {
  local control=$root/DEBIAN script
  install -d "$control" "$work/debian"
  printf 'Source: roomscribe\n\nPackage: roomscribe\nArchitecture: any\n' > "$work/debian/control"
  install -d "$work/beside"
  # The compiler for another architecture brings that one's C and C++ libraries. zlib comes with Python.
  ! is_foreign || "$gnu-gcc" -shared -Wl,-soname,libz.so.1 -o "$work/beside/libz.so.1" -x c /dev/null
  libraries=$(cd "$work" && find "$packages" -type f -name '*.so*' -print0 |
    DEB_HOST_ARCH=$architecture xargs -0 dpkg-shlibdeps -O --ignore-missing-info "-l$work/beside" "-l/usr/$gnu/lib" 2>"$work/log" |
    sed -e 's/^shlibs:Depends=//' -e "s/:$architecture\|-$architecture-cross//g") ||
    fail "what the libraries need was not found: $(grep error "$work/log" | head -n 1)"
  next=${python_version%.*}.$((${python_version#*.} + 1))
  # Of files, not of the disk's blocks, which differ from build to build.
  size=$(find "$root" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
  for script in control preinst postinst prerm postrm; do
    sed -e "s#@VERSION@#$version#g" -e "s#@ARCHITECTURE@#$architecture#" -e "s#@SIZE@#$size#" \
      -e "s#@PYTHON@#python3 (>= $python_version), python3 (<< $next)#" -e "s#@LIBRARIES@#$libraries#" \
      "packaging/debian/$script" > "$control/$script"
    [ "$script" = control ] || chmod 755 "$control/$script"
  done
  install -m 755 packaging/debian/config "$control/config"
  install -m 644 packaging/debian/{templates,conffiles,triggers} "$control"
  (cd "$root" && find . -type f -not -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
}

fetch
lay_out_program
slim_down
place_services
write_documents
write_control
find "$root" -type d -exec chmod 755 {} +
mkdir -p "$folder"
package=$folder/roomscribe_${version}_$architecture.deb
# zstd, which Debian reads since 12, on all cores: a fraction of the time of xz. At least two threads, since one alone
# cuts the data otherwise, and the same commit is to give the same bytes.
cores=$(nproc)
dpkg-deb --root-owner-group -Zzstd -z12 --threads-max=$((cores > 1 ? cores : 2)) --build "$root" "$package" >/dev/null
echo "$package: $(du -m "$package" | cut -f1) MB, $(du -sm --exclude=DEBIAN "$root" | cut -f1) MB installed"
