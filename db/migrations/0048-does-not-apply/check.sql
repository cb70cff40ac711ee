-- Each query lists violations: any row is a failure.

select e.company_id, e.id as request_handed_to_an_invitation_that_ended
from cairn.element e
join cairn.invitation i on (i.company_id, i.id) = (e.company_id, e.assigned_invitation_id)
where i.accepted_at is not null or i.declined_at is not null or i.removed_at is not null;
