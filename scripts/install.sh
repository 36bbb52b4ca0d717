#!/usr/bin/env bash
# Makes this machine the appliance: program, user, configuration and services, out of this checkout. Run it again to
# upgrade: data and configuration stay as they are, and services that were running run again, on the new version.
#
# The long part (fetching, compiling llama.cpp) fills a folder with wheels while the old version still works; what
# follows takes seconds. An interrupted run is repaired by the next one. `install.sh services` leaves out the program,
# for images that bring it themselves.
set -euo pipefail
cd "$(dirname "$0")/.."
# `su` without a dash leaves them out.
PATH=$PATH:/usr/sbin:/sbin

part=${1:-all}
prefix=/opt/roomscribe
units=/usr/local/lib/systemd/system
python=${PYTHON:-python3}

fail() {
  echo "roomscribe: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "installing changes the system; run it as root: sudo make install"
command -v systemctl >/dev/null || fail "there is no systemd here; \`roomscribe run\` works without it"

[ ! -L $prefix/current ] || fail "a Debian package is installed here; remove that first, the data stay: sudo apt remove roomscribe"

was_running=$(systemctl is-active roomscribe.service 2>/dev/null || true)

install_program() {
  missing=()
  command -v "$python" >/dev/null || missing+=(python3)
  "$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
  command -v g++ >/dev/null || missing+=(g++)
  # `roomscribe check` tries each service's sandbox through it.
  command -v dbus-daemon >/dev/null || missing+=(dbus)
  ldconfig -p | grep libportaudio.so.2 >/dev/null || missing+=(libportaudio2)
  if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || fail "install these first: ${missing[*]}"
    echo "Installing Debian packages: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' ||
    fail "Python 3.11, 3.12 or 3.13 is needed; name one as in: make install PYTHON=python3.12"

  # The stamp is what was installed: nothing changed, nothing to build.
  stamp=$prefix/installed
  wanted=$("$python" --version; cat pyproject.toml constraints.txt config.toml; find daemon guardrails pipelines web systemd samples \
    -type f -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
  wanted=$(sha256sum <<<"$wanted" | cut -d' ' -f1)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    wheels=$(mktemp -d)
    trap 'rm -rf "$wheels"' EXIT
    chmod 755 "$wheels"
    echo "Building (the first time compiles llama.cpp: about 6 minutes on two cores)"
    # Under sudo the caller builds: pip's cache of what `make demo` has compiled is theirs.
    builder=()
    if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
      chown "$SUDO_USER" "$wheels"
      builder=(runuser -u "$SUDO_USER" -- env "HOME=$(getent passwd "$SUDO_USER" | cut -d: -f6)")
    fi
    export PIP_DISABLE_PIP_VERSION_CHECK=1 CMAKE_ARGS="-DCMAKE_PROJECT_INCLUDE='$PWD/packaging/llama.cmake'"
    ${builder[@]+"${builder[@]}"} "$python" -m venv "$wheels/venv"
    ${builder[@]+"${builder[@]}"} "$wheels/venv/bin/pip" wheel --quiet --constraint constraints.txt \
      --wheel-dir "$wheels" . || fail "fetching or building failed, see above; nothing was changed: run it again"

    # Modules are imported when they are needed: a service that runs on would mix both versions.
    [ "$was_running" != active ] || systemctl stop roomscribe.service
    rm -f "$stamp"
    "$python" -m venv "$prefix"
    "$prefix/bin/pip" install --quiet --no-index --find-links "$wheels" "$wheels"/roomscribe-*.whl
    # The same version number may hold other code.
    "$prefix/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$wheels"/roomscribe-*.whl
    echo "$wanted" > "$stamp"
  fi
}

[ "$part" = services ] || install_program

ln -sfn "$prefix/bin/roomscribe" /usr/local/bin/roomscribe
install -D -t /usr/local/lib/roomscribe -m 755 systemd/umbrella systemd/activate
install -m 644 config.toml /usr/local/lib/roomscribe/config.toml
install -d "$units"
install -m 644 systemd/*.service systemd/*.socket "$units"
install -D -m 644 systemd/roomscribe.sysusers /usr/local/lib/sysusers.d/roomscribe.conf
install -D -m 644 systemd/roomscribe.tmpfiles /usr/local/lib/tmpfiles.d/roomscribe.conf
install -D -m 644 systemd/roomscribe.rules /usr/local/lib/udev/rules.d/60-roomscribe.rules
install -D -m 644 -t /usr/local/share/doc/roomscribe CHANGELOG.md
install -D -m 644 -t /usr/local/share/doc/roomscribe/docs docs/*.md
install -D -m 644 -t /usr/local/share/doc/roomscribe/docs/adr docs/adr/*.md
# A page that only this machine can open is not announced to the others.
if ! grep -q '^ListenStream=127' systemd/roomscribe-hub.socket; then
  install -D -m 644 systemd/avahi/roomscribe.service /etc/avahi/services/roomscribe.service
fi

/usr/local/lib/roomscribe/activate put "$was_running"
/usr/local/lib/roomscribe/activate tell
