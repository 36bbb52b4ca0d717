#!/usr/bin/env bash
# Builds the bundle by which a box without internet is installed or upgraded: one signed file in dist/ with the package of
# this checkout, the packages of Debian's that it needs and, if WEIGHTS names a folder as `roomscribe models import` takes
# it, the weights.
#
#   bundle.sh KEY [FOLDER]     KEY: minisign's secret key, with the public one beside it (KEY with .pub for .key)
#
# The public key goes into the package, and from there to /etc/roomscribe/bundle.pub. PACKAGE=FILE.deb takes a package that
# is there instead of building one, DEBIAN=FOLDER Debian's packages that are there instead of asking apt.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
umask 022
export LC_ALL=C.UTF-8

fail() {
  echo "roomscribe: $*" >&2
  exit 1
}

[ -n "${1:-}" ] || fail "a bundle is signed: make bundle KEY=FILE.key (minisign -G -p FILE.pub -s FILE.key makes one)"
command -v minisign >/dev/null || fail "install this first: sudo apt-get install minisign"
key=$(realpath "$1")
PUBLIC_KEY=${key%.key}.pub
export PUBLIC_KEY
[ -r "$key" ] && [ -r "$PUBLIC_KEY" ] || fail "$key or $PUBLIC_KEY can't be read; minisign -G -p FILE.pub -s FILE.key makes both"
mkdir -p "${2:-$here/dist}"
folder=$(cd "${2:-$here/dist}" && pwd)

work=$(mktemp -d "${TMPDIR:-/var/tmp}/roomscribe.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/packages"
if [ -n "${PACKAGE:-}" ]; then
  cp "$PACKAGE" "$work/packages/"
else
  "$here/packaging/deb.sh" "$work/packages"
fi
package=$(cd "$work/packages" && echo roomscribe_*.deb)
field() { dpkg-deb --field "$work/packages/$package" "$1"; }

# apt, as on a machine of the package's architecture where nothing is installed.
from_nothing() {
  apt-get --yes --quiet --quiet --no-install-recommends -o Debug::NoLocking=1 -o APT::Sandbox::User= \
    -o "Dir::State::status=$work/status" -o "Dir::Cache::archives=$archives" "${there[@]}" "$@" ||
    fail "apt can't fetch what the package needs; is there a network, and was there an apt-get update?"
}

# What the package needs, less what every Debian that boots has.
fetch_debian() {
  local names each archives=$work/archives there=()
  mkdir -p "$archives/partial" "$work/lists/partial"
  touch "$work/status"
  if [ "$(field Architecture)" != "$(dpkg --print-architecture)" ]; then
    there=(-o "APT::Architecture=$(field Architecture)" -o "APT::Architectures=$(field Architecture)" -o "Dir::State::lists=$work/lists")
    from_nothing update
  fi
  mapfile -t names < <(field Depends | tr ',' '\n' | sed -e 's/^ *//' -e 's/[ (|].*//' | sort -u)
  from_nothing install --download-only "${names[@]}" >/dev/null
  from_nothing install --simulate init apt debconf '?essential' | sed -n 's/^Inst \([^ ]*\) .*/\1/p' > "$work/everywhere"
  for each in "$archives"/*.deb; do
    # apt writes the colon of an epoch as %3a.
    dpkg-deb --field "$each" Package | grep -qxFf - "$work/everywhere" || cp "$each" "$work/packages/$(basename "${each//%3a/:}")"
  done
}

if [ -n "${DEBIAN:-}" ]; then
  find "$DEBIAN" -name '*.deb' -exec cp {} "$work/packages" \;
else
  fetch_debian
fi
parts=(packages)
if [ -n "${WEIGHTS:-}" ]; then
  ln -s "$(realpath "$WEIGHTS")" "$work/models"
  parts+=(models)
fi
bundle=$folder/${package%.deb}.bundle
cd "$work"
find -L "${parts[@]}" -type f -print0 | sort -z | xargs -0 sha256sum > SHA256SUMS
minisign -S -s "$key" -c "signature of a Roomscribe bundle" -t "roomscribe $(field Version) $(field Architecture)" -m SHA256SUMS >/dev/null
tar --create --dereference --sort=name --owner=0 --group=0 --numeric-owner --format=pax --pax-option=delete=atime,delete=ctime \
  --mtime="@${SOURCE_DATE_EPOCH:-$(stat -c %Y "packages/$package")}" --file="$bundle" SHA256SUMS SHA256SUMS.minisig "${parts[@]}"
echo "$bundle: $(du -m "$bundle" | cut -f1) MB, $(find -L "${parts[@]}" -type f | wc -l) files"
