-- Each query lists violations: any row is a failure.

select n.id as note_on_a_document_of_another_loan from cairn.note n
join cairn.element e on (e.company_id, e.id) = (n.company_id, n.element_id)
where e.loan_id <> n.loan_id;
select n.id as reply_on_another_loan from cairn.note n
join cairn.note head on (head.company_id, head.id) = (n.company_id, n.reply_to_id)
where head.loan_id <> n.loan_id or head.reply_to_id is not null;
