#!/usr/bin/env bash
# Takes the appliance off this machine. Notes, recordings, models and configuration stay unless PURGE=1.
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo "roomscribe: uninstalling changes the system; run it as root: sudo make uninstall" >&2; exit 1; }

[ ! -L /opt/roomscribe/current ] || { echo "roomscribe: a Debian package is installed here: sudo apt remove roomscribe" >&2; exit 1; }

units=/usr/local/lib/systemd/system
if [ -e "$units/roomscribe.service" ]; then
  [ ! -d /run/systemd/system ] || systemctl stop roomscribe.service
  systemctl --quiet disable roomscribe.service
  [ ! -e "$units/roomscribe-rooms.service" ] || systemctl --quiet disable roomscribe-rooms.service
  [ ! -e "$units/roomscribe-tls.socket" ] || systemctl --quiet disable roomscribe-tls.socket
fi
rm -f "$units"/roomscribe.service "$units"/roomscribe-{hub,recorder,relay,rooms,standby,worker}.service "$units"/roomscribe-{hub,relay,tls}.socket
rm -f /usr/local/lib/{sysusers,tmpfiles}.d/roomscribe.conf /etc/avahi/services/roomscribe.service
rm -f /usr/local/lib/udev/rules.d/60-roomscribe.rules
rm -rf /usr/local/lib/roomscribe /usr/local/share/doc/roomscribe /opt/roomscribe /run/roomscribe /run/roomscribe-mounts /run/roomscribe-relay
rm -f /usr/local/bin/roomscribe /etc/systemd/system/roomscribe-hub.service.d/50-folders.conf \
  /etc/systemd/system/roomscribe-relay.service.d/50-server.conf
[ ! -d /run/systemd/system ] || systemctl daemon-reload

if [ "${PURGE:-0}" = 1 ]; then
  rm -rf /var/lib/roomscribe /etc/roomscribe /etc/systemd/system/roomscribe*.d
  # The groups go with their users.
  ! getent passwd roomscribe-rooms >/dev/null || userdel roomscribe-rooms
  ! getent group roomscribe-rooms >/dev/null || groupdel roomscribe-rooms
  ! getent passwd roomscribe >/dev/null || userdel roomscribe
  ! getent group roomscribe >/dev/null || groupdel roomscribe
  echo "Roomscribe and all of its data are gone."
else
  echo "Roomscribe is gone. Its data stay in /var/lib/roomscribe, its configuration in /etc/roomscribe;"
  echo "\`make uninstall PURGE=1\` removes them as well."
fi
