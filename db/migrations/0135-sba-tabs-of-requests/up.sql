-- Requests that templates asked for before get their SBA tab. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Before the update: a table with changed rows whose triggers are still to run cannot be altered.
alter table element
  validate constraint element_sba_tab_number,
  validate constraint element_sba_tab_of_file;

-- One request can be what several requests of templates ask for: the first of them that names a tab counts.
update element e set sba_tab = asked.sba_tab
from (
  select distinct on (a.company_id, a.loan_id, a.element_id)
    a.company_id, a.loan_id, a.element_id, t.sba_tab::smallint as sba_tab
  from asked_for a
  join template_element t
    on (t.company_id, t.template_id, t.version, t.id)
      = (a.company_id, a.template_id, a.template_version, a.template_element_id)
  where a.element_id is not null and t.sba_tab ~ '^([1-9]|10)$'
  order by a.company_id, a.loan_id, a.element_id, a.created_at, a.id
) asked
where (asked.company_id, asked.loan_id, asked.element_id) = (e.company_id, e.loan_id, e.id)
  and e.sba_tab is null and e.storage_type = 'FILE' and e.target_id is null;
