#!/bin/sh
# sh deploy/compose/new-settings.sh loans.example.com > deploy/.env
# Settings of a new installation, with random secrets. Keep the file: without SECRET_KEY stored tax ids cannot be read.
set -eu
umask 077
domain=${1:?usage: new-settings.sh DOMAIN}
random() { openssl rand -hex 24; }
cat <<SETTINGS
DOMAIN=$domain
# Empty for certificates from ACME. With files in deploy/certs: CADDY_TLS="tls /certs/site.pem /certs/site.key", and if
# their authority is your own, EXTRA_CA=/certs/site.pem (or the file of the authority there).
CADDY_TLS=
EXTRA_CA=
SECRET_KEY=$(openssl rand -hex 32)
POSTGRES_PASSWORD=$(random)
MIGRATOR_PASSWORD=$(random)
APP_PASSWORD=$(random)
RELAY_PASSWORD=$(random)
TEMPORAL_PASSWORD=$(random)
S3_OWNER_SECRET=$(random)
S3_UPLOAD_SECRET=$(random)
S3_WEB_SECRET=$(random)
S3_WORKER_SECRET=$(random)
# Size of the object store in GB. The file grows as it fills.
STORE_GB=100
# Fill in:
SMTP_URL=
MAIL_FROM=
TWILIO_ACCOUNT_SID=
TWILIO_AUTH_TOKEN=
TWILIO_FROM=
# As you like: the address of your support, and terms of service that users are asked to agree to (both or neither).
SUPPORT_EMAIL=
TERMS_URL=
TERMS_VERSION=
# Where errors are reported, without personal data: https://<key>@<host>/<project>.
SENTRY_DSN=
# Completes addresses while they are typed: a key for Google's Places API.
GOOGLE_PLACES_KEY=
# An office server that speaks WOPI, in which lenders edit documents.
OFFICE_EDITOR_URL=
SETTINGS
