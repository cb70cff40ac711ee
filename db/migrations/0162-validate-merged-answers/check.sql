-- Each query lists violations: any row is a failure.

select conname as not_validated from pg_constraint
where conrelid = 'cairn.document'::regclass and conname = 'document_origin_check' and not convalidated;
