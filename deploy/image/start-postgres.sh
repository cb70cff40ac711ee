#!/bin/sh
# Creates the cluster at the first start, as the registry's image does: POSTGRES_PASSWORD, POSTGRES_INITDB_ARGS and the
# scripts in /docker-entrypoint-initdb.d. A first start that was interrupted begins again.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  new=$PGDATA.new
  rm -rf "$new" && mkdir -p "$new" && chmod 700 "$new"
  (umask 077 && printf '%s' "${POSTGRES_PASSWORD:?}" > /tmp/password)
  # shellcheck disable=SC2086
  initdb -D "$new" -U postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 ${POSTGRES_INITDB_ARGS:-}
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$new/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$new/postgresql.conf"
  pg_ctl -D "$new" -o "-c listen_addresses=" -w start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    [ ! -e "$script" ] || bash "$script"
  done
  pg_ctl -D "$new" -m fast -w stop
  mv "$new" "$PGDATA"
fi
exec "$@"
