-- Each query lists violations: any row is a failure.

select i.id as item_of_nothing from cairn.support_item i
where not exists (select from cairn.support_entry e where e.support_id = i.id)
  and not exists (select from cairn.support_category c where c.support_id = i.id);
select v.support_id as view_of_the_future from cairn.support_view v where v.viewed_on > current_date + 1;
