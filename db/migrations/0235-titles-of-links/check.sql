-- Each query lists violations: any row is a failure.

select l.id as link_with_other_titles
from cairn.element l
join cairn.element t on t.company_id = l.company_id and t.id = l.target_id
where l.target_id is not null and (l.title, l.borrower_title) is distinct from (t.title, t.borrower_title);
select name as missing_trigger
from unnest(array['titled_as_target', 'titles_for_links']) as wanted (name)
where not exists (select from pg_trigger t where t.tgrelid = 'cairn.element'::regclass and t.tgname = name);
