-- no-transaction
-- What borrowers are told of a loan, newest last: the other entries of its chain, most of them, are not read on the way.
-- The kinds are those of the policy `told` (0019).
create index concurrently audit_entry_told on cairn.audit_entry (company_id, chain_id, position)
  where kind in ('loan.statusChanged', 'loan.phaseChanged', 'document.uploaded', 'element.answered',
    'element.approved', 'element.rejected');
