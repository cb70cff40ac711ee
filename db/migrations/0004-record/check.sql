-- Each query lists violations: any row is a failure.

-- Every entry follows from the one before it.
select e.company_id, e.chain_id, e.position as broken_at
from (
  select *, lag(hash, 1, '\x'::bytea) over chain as previous,
    row_number() over chain as counted
  from cairn.audit_entry
  window chain as (partition by company_id, chain_id order by position)
) e
where e.position <> e.counted
  or e.hash <> app.audit_hash(e.previous, e.position, e.id, e.at, e.actor_id, e.kind, e.loan_id, e.detail);

-- The head of each chain is its last entry.
select c.company_id, c.chain_id as chain_with_wrong_head
from cairn.audit_chain c
left join cairn.audit_entry e on (e.company_id, e.chain_id, e.position) = (c.company_id, c.chain_id, c.length)
where e.hash is distinct from c.head;

-- Every event has its entry, and every entry its event. What a conversation tells each of its members
-- (0023) is only a hint for their pages: on record is what was said, once.
select coalesce(v.id, e.id) as without_counterpart
from cairn.event v
full join cairn.audit_entry e on (e.company_id, e.id) = (v.company_id, v.id)
where (v.id is null or e.id is null)
  and not coalesce(v.kind like 'message.%' and v.account_id is not null and v.workflow is null, false);
