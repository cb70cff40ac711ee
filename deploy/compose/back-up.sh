#!/bin/sh
# sh deploy/compose/back-up.sh FOLDER
# Copies the database (Temporal's included) and the files of one machine into a new folder within FOLDER. The product is
# stopped meanwhile, so that both are of one moment. Keep the copy on another machine, and deploy/.env apart from it.
set -eu
umask 077
folder=${1:?usage: back-up.sh FOLDER}
deploy=$(cd "$(dirname "$0")/.." && pwd)
compose() { ${ENGINE:-docker} compose -f "$deploy/compose.yaml" "$@"; }
copy() { compose run --rm -T --no-deps --user 0 --entrypoint tar -v "$target:/backup" "$1" -C "$2" --numeric-owner -cSf "/backup/$1.tar" .; }

mkdir -p "$folder"
target=$(cd "$folder" && pwd)/$(date -u +%Y%m%dT%H%M%SZ)
mkdir "$target"
# A signal alone would not run what is left to do at the end.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'compose up -d' EXIT
compose stop
copy postgres /var/lib/postgresql
copy store /var/lib/cairn-store
(cd "$target" && sha256sum postgres.tar store.tar > SHA256SUMS)
echo "backed up to $target"
