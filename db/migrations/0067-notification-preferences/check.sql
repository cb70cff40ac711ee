-- Each query lists violations: any row is a failure.

select id as gathered_though_it_cannot_wait from cairn.notification
where in_digest and topic not in ('MESSAGES', 'REQUESTS', 'REVIEWS', 'UPLOADS');
select account_id as half_of_quiet_hours from cairn.user_settings where (quiet_from is null) <> (quiet_until is null);
