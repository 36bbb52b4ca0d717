#!/usr/bin/env bash
# Brings axe-core, by which the tests hold every page to the rules of accessibility, into a cache outside the
# repository. It is no part of the product. Prints where it is; exits 1, with the reason, where it cannot be had.
set -euo pipefail

version=4.14.1
sha256=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c
file=${XDG_CACHE_HOME:-$HOME/.cache}/roomscribe/axe-core-$version.min.js

is_right() { [ -e "$1" ] && echo "$sha256  $1" | sha256sum --check --status; }

if ! is_right "$file"; then
  command -v npm >/dev/null || { echo "axe-core cannot be fetched: there is no npm" >&2; exit 1; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # Without --ignore-scripts npm would run what a package brings along.
  (cd "$work" && npm pack --silent --ignore-scripts --fetch-retries=1 --fetch-timeout=20000 "axe-core@$version" >/dev/null 2>npm.log && tar xzf ./*.tgz) ||
    { echo "axe-core cannot be fetched from the npm registry: $(tail -n 1 "$work/npm.log")" >&2; exit 1; }
  is_right "$work/package/axe.min.js" || { echo "axe-core $version is not what it was: its checksum differs" >&2; exit 1; }
  mkdir -p "$(dirname "$file")"
  mv "$work/package/axe.min.js" "$file"
fi
echo "$file"
