#!/bin/sh
# freshclam beside clamd: it is started again when it ends. If clamd ends, so does the container, and the engine starts it again.
set -eu
while :; do
  freshclam --daemon --config-file=/etc/cairn/freshclam.conf || echo 'freshclam ended: started again in ten minutes'
  sleep 600
done &
# Official ones, or those of a site without a way out: files that were put into the volume.
while [ -z "$(ls /var/lib/clamav/*.c[vl]d /var/lib/clamav/*.[hn]db 2>/dev/null)" ]; do
  echo 'waiting for the first signatures'
  sleep 5
done
exec clamd --config-file=/etc/cairn/clamd.conf
