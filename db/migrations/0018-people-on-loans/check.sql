-- Each query lists violations: any row is a failure.

-- A removed invitation has no contact relation.
select c.company_id, c.id from cairn.contact_relation c
join cairn.invitation i on i.company_id = c.company_id
  and i.id in (c.contact_invitation_id, c.related_invitation_id)
where i.removed_at is not null;
-- A user is never their own contact.
select company_id, id from cairn.contact_relation
where contact_role_id = related_role_id or contact_invitation_id = related_invitation_id;
-- A contact relation belongs to a contact's role.
select c.company_id, c.id from cairn.contact_relation c
join cairn.loan_role r on r.company_id = c.company_id and r.id = c.contact_role_id
where app.level_of(r.role) <> 'CONTACT';
-- An invitation that was never sent has no answer.
select company_id, id from cairn.invitation
where sends = 0 and num_nonnulls(accepted_at, declined_at) > 0;
