-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('phase_stay', 'document_turn')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- A loan in the portfolio has a close time, a lead or a loan in origination has none.
select company_id, id as closed_or_not
from cairn.loan
where (phase_category = 'PORTFOLIO' and closed_at is null)
  or (phase_category in ('LEAD', 'ORIGINATION') and closed_at is not null);

-- No turn ends before it started.
select company_id, id as turned_before_it_was_waited_for
from cairn.document_turn where since > at + interval '1 minute';
