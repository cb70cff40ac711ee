-- Each query lists violations: any row is a failure.

-- One window at most, and it ends after it starts.
select count(*) as windows from cairn.maintenance_window having count(*) > 1;
select start_at as ends_before_it_starts from cairn.maintenance_window where end_at <= start_at;

-- A label is on a role of its own company and of the loan it names.
select l.company_id, l.loan_role_id as labelled_role_elsewhere
from cairn.loan_role_label l
left join cairn.loan_role r on (r.company_id, r.id) = (l.company_id, l.loan_role_id)
where r.loan_id is distinct from l.loan_id;

-- All three tables are under forced row security.
select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('maintenance_window', 'label', 'loan_role_label')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Only the application verifies chains.
select grantee as verifies_chains from information_schema.role_routine_grants
where routine_schema = 'app' and routine_name = 'verify_chain'
  and grantee not in ('cairn_owner', 'cairn_app');
