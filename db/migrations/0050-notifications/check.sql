-- Each query lists violations: any row is a failure.

select id as notified_without_a_channel from cairn.notification where not (bell or email or sms);
select id as sent_though_not_wanted from cairn.notification
where (emailed_as is not null and not email) or (texted_as is not null and not sms);
select 'app.claim_messages' as still_there where to_regproc('app.claim_messages') is not null;
