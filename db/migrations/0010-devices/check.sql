-- Each query lists violations: any row is a failure.

-- Tables of one person are under forced row security.
select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('avatar', 'credit_consent')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- A session's device is the same person's.
select s.id as session_on_somebody_elses_device
from cairn.session s join cairn.device d on d.id = s.device_id
where d.account_id <> s.account_id;

-- Consent stays as it was given.
select grantee as may_change_consent from information_schema.role_table_grants
where table_schema = 'cairn' and table_name = 'credit_consent' and grantee = 'cairn_app'
  and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE');

-- No address was sent more codes than an hour allows.
select encode(address_hash, 'hex') as sent_too_often from cairn.confirmation_code
where sent_at > now() - interval '1 hour' group by address_hash having sum(sends) > 5;
