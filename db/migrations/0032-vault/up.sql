-- Uploads are scanned into a vault that no client writes. why.md says why.
set local search_path to cairn;

-- Generated files are in the bucket that was used before, and are made again when somebody asks for them.
delete from document_pdf where object_key is not null;
update package_file set state = 'EXPIRED', object_key = null, size = null, upload_id = null
where state = 'READY';
update package_file set upload_id = null where upload_id is not null;

set local role cairn_owner;

-- `object_key` is where the client put the bytes; `vault_key` is where the scan put the bytes that it scanned.
-- Only those are served. Documents that were CLEAN before this migration have none until
-- `npm run objects:move` has copied and verified them.
alter table document
  add column vault_key text unique,
  add column chunk_sha256 bytea check (length(chunk_sha256) % 32 = 0),
  add column scan_reason text check (scan_reason in
    ('VIRUS', 'TYPE_NOT_ALLOWED', 'TYPE_MISMATCH', 'ENCRYPTED', 'TOO_COMPLEX', 'DAMAGED'));
alter table document_version
  add column vault_key text,
  add column chunk_sha256 bytea,
  add column scan_reason text;
alter table document_pdf add column chunk_sha256 bytea check (length(chunk_sha256) % 32 = 0);
alter table package_file
  add column sha256 bytea check (length(sha256) = 32),
  add column chunk_sha256 bytea check (length(chunk_sha256) % 32 = 0);
