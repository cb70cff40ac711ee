-- Each query lists violations: any row is a failure.

select id as delivered_to_no_address from cairn.message_delivery where address = '';
select d.id as report_of_an_email_that_was_not_sent from cairn.delivery_report r
join cairn.message_delivery d on (d.company_id, d.id) = (r.company_id, r.delivery_id)
where d.state = 'STOPPED';
