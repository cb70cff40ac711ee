#!/bin/sh
# Creates Temporal's tables, or brings them to the version of these tools. May be repeated.
set -eu
for database in temporal temporal_visibility; do
  schema=postgresql/v12/${database#temporal_}
  temporal-sql-tool --db "$database" update-schema --schema-name "$schema" && continue
  temporal-sql-tool --db "$database" setup-schema -v 0.0
  temporal-sql-tool --db "$database" update-schema --schema-name "$schema"
done
