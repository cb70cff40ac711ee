-- Each query lists violations: any row is a failure.

select conname as check_that_is_not_validated from pg_constraint
where conrelid = 'cairn.document'::regclass and not convalidated;
