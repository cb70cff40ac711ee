#!/bin/sh
# freshclam beside clamd. If either ends, so does the container, and the engine starts it again.
set -eu
freshclam --daemon --config-file=/etc/cairn/freshclam.conf &
while [ -z "$(ls /var/lib/clamav/*.c[vl]d 2>/dev/null)" ]; do
  echo 'waiting for the first signatures'
  sleep 5
done
exec clamd --config-file=/etc/cairn/clamd.conf
