#!/usr/bin/env bash
# Makes .venv hold what the product (run) or its tests (test) need; does nothing when that is so already.
#
# Debian packages come first: llama-cpp-python is compiled (g++), and python3 on Debian has no venv of its own.
# As root they are installed; other users get the exact command to run, and nothing is changed.
set -euo pipefail
cd "$(dirname "$0")/.."

purpose=${1:?run or test}
python=${PYTHON:-python3}
venv=.venv

packages=(g++ make ca-certificates)
command -v "$python" >/dev/null || packages+=(python3)
"$python" -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3-venv)
packages+=(libportaudio2)
# The tests look at the page in a browser, and talk into a virtual microphone.
[ "$purpose" = run ] || packages+=(chromium-headless-shell pulseaudio pulseaudio-utils libasound2-plugins)
# Root can boot a real systemd, too, check the package, and build llama-server with TLS.
[ "$purpose" = run ] || [ "$(id -u)" != 0 ] || packages+=(systemd-container dbus iproute2 debootstrap lintian minisign libssl-dev)
# Rooms of one building are tried with what carries their meetings.
[ "$purpose" = run ] || packages+=(syncthing)

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
[ "$purpose" = run ] || scripts/fetch_axe.sh >/dev/null || true

# The stamp holds what was installed: a change of the dependencies, or an interrupted install, installs again.
wanted=$(cat pyproject.toml constraints.txt | sha256sum | cut -d' ' -f1)
stamp=$venv/installed-$purpose
if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi
[ -x $venv/bin/python ] || "$python" -m venv "$venv"
echo "Installing Roomscribe into $venv (the first time compiles llama.cpp: about 10 minutes on two cores)"
extra=""
[ "$purpose" = run ] || extra="[test]"
$venv/bin/pip install --quiet --constraint constraints.txt --editable ".$extra"
echo "$wanted" > "$stamp"
[ "$purpose" = run ] || echo "$wanted" > "$venv/installed-run"
