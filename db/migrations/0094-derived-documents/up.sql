-- Documents that the worker makes, with what they were made from. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Null: uploaded. Else {"kind": "PAGES", "pages": [{"documentId", "version", "page", "turn"}]},
-- {"kind": "JPEG", "documentId", "version"} or {"kind": "BLANK"}.
alter table document
  add column origin jsonb check (origin ->> 'kind' in ('PAGES', 'JPEG', 'BLANK'));

-- One JPEG of a picture for each person.
create index document_jpeg on document (company_id, (origin ->> 'documentId'), created_by)
  where origin ->> 'kind' = 'JPEG';
