-- Each query lists violations: any row is a failure.

-- Where a loan was before is kept while it is needed, and no longer.
select company_id, id from cairn.loan where held_status is not null and status <> 'ON_HOLD';
select company_id, id from cairn.loan where archived_from is not null and phase_category <> 'ARCHIVE';
