-- Each query lists violations: any row is a failure.

select account_id as half_of_an_agreement from cairn.user_settings
where (terms_version is null) <> (terms_agreed_at is null);

-- An account reads and writes its own row only.
select 'user_settings' as table_without_forced_row_security
from pg_class c
where c.oid = 'cairn.user_settings'::regclass and not (c.relrowsecurity and c.relforcerowsecurity);
