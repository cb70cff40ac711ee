#!/bin/sh
# sh deploy/compose/new-certificate.sh loans.example.com [FOLDER]
# A self-signed certificate for a trial, in deploy/certs. Browsers warn about it.
set -eu
domain=${1:?usage: new-certificate.sh DOMAIN [FOLDER]}
folder=${2:-$(dirname "$0")/../certs}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj "/CN=$domain" \
  -addext "subjectAltName=DNS:$domain,DNS:files.$domain,DNS:*.$domain" -keyout "$folder/site.key" -out "$folder/site.pem" 2> /dev/null
# Caddy reads the key as root; web and worker read the certificate as their own user.
chmod 600 "$folder/site.key"
chmod 644 "$folder/site.pem"
