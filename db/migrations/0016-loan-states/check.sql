-- Each query lists violations: any row is a failure.

-- The previous status is stored only on hold, the previous phase only in the archive.
select company_id, id from cairn.loan where held_status is not null and status <> 'ON_HOLD';
select company_id, id from cairn.loan where archived_from is not null and phase_category <> 'ARCHIVE';
