-- Each query lists violations: any row is a failure.

-- That every entry follows from the one before it is checked in 0044, by each entry's version.

-- The head of each chain is its last entry.
select c.company_id, c.chain_id as chain_with_wrong_head
from cairn.audit_chain c
left join cairn.audit_entry e on (e.company_id, e.chain_id, e.position) = (c.company_id, c.chain_id, c.length)
where e.hash is distinct from c.head;

-- Every event has its entry, and every entry its event, until the event is swept (0039). Two kinds have none: what a
-- conversation tells each of its members (0023) and a changed bell (0050) are only hints for one person's pages.
select coalesce(v.id, e.id) as without_counterpart
from cairn.event v
full join cairn.audit_entry e on (e.company_id, e.id) = (v.company_id, v.id)
where (v.id is null or e.id is null)
  and not (v.id is null and e.at < now() - interval '8 days')
  and not coalesce(
    (v.kind like 'message.%' or v.kind = 'notification.changed') and v.account_id is not null and v.workflow is null,
    false);
