-- Each query lists violations: any row is a failure.

select r.id as individual_run_without_consent from cairn.credit_run r
where r.service <> 'CLEAR_BUSINESS' and r.consent_at is null;
select r.id as run_of_another_kind_of_entity from cairn.credit_run r
join cairn.entity e on (e.company_id, e.id) = (r.company_id, r.entity_id)
where (r.service = 'CLEAR_BUSINESS') = (e.kind = 'INDIVIDUAL');
