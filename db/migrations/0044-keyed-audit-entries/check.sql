-- Each query lists violations: any row is a failure.

-- Every entry follows from the one before it.
select e.company_id, e.chain_id, e.position as broken_at
from (
  select a.company_id, a.chain_id, a.position, a.hash,
    app.audit_hash_of(lag(a.hash, 1, '\x'::bytea) over chain, a) as wanted,
    row_number() over chain as counted
  from cairn.audit_entry a
  window chain as (partition by a.company_id, a.chain_id order by a.position)
) e
where e.position <> e.counted or e.hash <> e.wanted;

-- No chain is anchored beyond its last entry.
select s.company_id, s.chain_id as sealed_beyond_its_end
from cairn.audit_sealed s
left join cairn.audit_chain c using (company_id, chain_id)
where c.length is null or c.length < s.length;
