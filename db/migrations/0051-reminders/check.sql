-- Each query lists violations: any row is a failure.

select i.reminder_id as item_of_another_person from cairn.reminder_item i
join cairn.reminder r on r.company_id = i.company_id and r.id = i.reminder_id
where r.account_id <> i.account_id or r.day <> i.day;
select n.id as reminded_of_no_request from cairn.notification n where n.kind = 'REMINDED' and n.element_id is null;
