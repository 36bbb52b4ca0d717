#!/usr/bin/env bash
# Makes .venv hold what the product needs without a language model (run) or with one (gemma), or what its tests need (test);
# does nothing when that is so already.
#
# Debian packages come first: python3 on Debian has no venv of its own, and llama-cpp-python is compiled (g++).
# As root they are installed; other users get the exact command to run, and nothing is changed.
set -euo pipefail
cd "$(dirname "$0")/.."

purpose=${1:?run, gemma or test}
python=${PYTHON:-python3}
venv=.venv

packages=(make ca-certificates)
[ "$purpose" = run ] || packages+=(g++)
command -v "$python" >/dev/null || packages+=(python3)
"$python" -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3-venv)
packages+=(libportaudio2)
# The tests look at the page in a browser, and talk into a virtual microphone.
[ "$purpose" != test ] || packages+=(chromium-headless-shell pulseaudio pulseaudio-utils libasound2-plugins)
# Root can boot a real systemd, too, check the package, and build llama-server with TLS.
[ "$purpose" != test ] || [ "$(id -u)" != 0 ] || packages+=(systemd-container dbus iproute2 debootstrap lintian minisign libssl-dev)
# Rooms of one building are tried with what carries their meetings.
[ "$purpose" != test ] || packages+=(syncthing)

missing=()
for package in "${packages[@]}"; do
  case $package in
    # Any compiler or browser will do, however it came.
    g++) command -v g++ >/dev/null || missing+=(g++) ;;
    ca-certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] || missing+=(ca-certificates) ;;
    make) command -v make >/dev/null || missing+=(make) ;;
    chromium-headless-shell) command -v chromium-headless-shell chromium >/dev/null || missing+=("$package") ;;
    pulseaudio) command -v pulseaudio >/dev/null || missing+=(pulseaudio) ;;
    pulseaudio-utils) command -v paplay >/dev/null || missing+=(pulseaudio-utils) ;;
    libasound2-plugins) compgen -G '/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so' >/dev/null || missing+=(libasound2-plugins) ;;
    systemd-container) command -v systemd-nspawn >/dev/null || missing+=(systemd-container) ;;
    debootstrap) command -v debootstrap >/dev/null || missing+=(debootstrap) ;;
    lintian) command -v lintian >/dev/null || missing+=(lintian) ;;
    minisign) command -v minisign >/dev/null || missing+=(minisign) ;;
    dbus) command -v dbus-daemon >/dev/null || missing+=(dbus) ;;
    syncthing) command -v syncthing >/dev/null || missing+=(syncthing) ;;
    iproute2) command -v ip >/dev/null || missing+=(iproute2) ;;
    libssl-dev) [ -e /usr/include/openssl/ssl.h ] || missing+=(libssl-dev) ;;
    libportaudio2) ldconfig -p 2>/dev/null | grep libportaudio.so.2 >/dev/null || missing+=(libportaudio2) ;;
    *) missing+=("$package") ;;
  esac
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian packages: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "These Debian packages are missing; install them and run again:" >&2
    echo "  sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi

# What the tests of the pages measure accessibility by; without it they are skipped, and say so.
[ "$purpose" != test ] || scripts/fetch_axe.sh >/dev/null || true

# The stamp holds what was installed: a change of the dependencies, or an interrupted install, installs again.
wanted=$(cat pyproject.toml constraints.txt | sha256sum | cut -d' ' -f1)
stamp=$venv/installed-$purpose
if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi
[ -x $venv/bin/python ] || "$python" -m venv "$venv"
install=($venv/bin/pip install --quiet --constraint constraints.txt)
case $purpose in
  run)
    echo "Installing Roomscribe into $venv (about a minute)"
    # Everything but llama.cpp, which takes minutes to compile and is of no use without a language model.
    needed=$($venv/bin/python -c '
import tomllib
needed = tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]
print(*(each for each in needed if not each.startswith("llama-cpp-python")))')
    # Python compiles what it imports when it does so, which is a part of all that.
    # shellcheck disable=SC2086  # one word for each
    "${install[@]}" --no-compile $needed
    "${install[@]}" --no-deps --editable .
    ;;
  *)
    echo "Installing Roomscribe into $venv (the first time compiles llama.cpp: about 6 minutes on two cores)"
    extra=""
    [ "$purpose" = gemma ] || extra="[test]"
    # Root's tests build the package, which needs llama.cpp for every kind of processor: that serves here, too, and is
    # compiled once instead of twice.
    if [ "$purpose" = test ] && [ "$(id -u)" = 0 ]; then
      tools=$(mktemp -d)
      trap 'rm -rf "$tools"' EXIT
      if "$python" -m venv "$tools" && "$tools/bin/pip" install --quiet --require-hashes -r packaging/tools.txt &&
        wheel=$(PATH=$tools/bin:$PATH packaging/llama.sh "$(gcc -dumpmachine)"); then
        $venv/bin/pip install --quiet --no-deps "$wheel"
      else
        echo "llama.cpp could not be compiled for a package, see above: only for this processor, then" >&2
      fi
    fi
    # Nothing of llama.cpp's own programs (packaging/llama.cmake).
    CMAKE_ARGS="-DCMAKE_PROJECT_INCLUDE='$PWD/packaging/llama.cmake'" "${install[@]}" --editable ".$extra"
    ;;
esac
echo "$wanted" > "$stamp"
[ "$purpose" = run ] || echo "$wanted" > "$venv/installed-run"
[ "$purpose" != test ] || echo "$wanted" > "$venv/installed-gemma"
