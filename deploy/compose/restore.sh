#!/bin/sh
# sh deploy/compose/restore.sh FOLDER/DATE
# Brings the copy that back-up.sh made onto an empty machine with the same deploy/.env, and starts the product on it.
set -eu
source=$(cd "${1:?usage: restore.sh FOLDER/DATE}" && pwd)
deploy=$(cd "$(dirname "$0")/.." && pwd)
compose() { ${ENGINE:-docker} compose -f "$deploy/compose.yaml" "$@"; }
inside() { service=$1; shift; compose run --rm -T --no-deps --user 0 --entrypoint sh -v "$source:/backup:ro" "$service" -c "$@"; }
# A volume with data is left alone: it may be the only copy.
refuse_data() {
  inside "$1" "[ ! -e $2 ] || { echo 'the volume of $1 has data, which may be the only copy: nothing was changed' >&2; exit 1; }"
}

(cd "$source" && sha256sum --quiet -c SHA256SUMS)
# Before anything is stopped or written.
refuse_data postgres /var/lib/postgresql/18/docker/PG_VERSION
refuse_data store /var/lib/cairn-store/complete
compose down
inside postgres "tar -C /var/lib/postgresql --numeric-owner -xpSf /backup/postgres.tar"
inside store "tar -C /var/lib/cairn-store --numeric-owner -xpSf /backup/store.tar"
compose up -d
