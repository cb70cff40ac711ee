#!/bin/bash
# Runs once, in an empty cluster: the database and roles of Cairn, and those of Temporal.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U postgres -f /cairn/bootstrap.sql \
  -v migrator_password="$MIGRATOR_PASSWORD" -v app_password="$APP_PASSWORD" -v relay_password="$RELAY_PASSWORD"
psql -v ON_ERROR_STOP=1 -U postgres -v password="$TEMPORAL_PASSWORD" <<'SQL'
create role temporal login password :'password';
create database temporal owner temporal;
create database temporal_visibility owner temporal;
SQL
