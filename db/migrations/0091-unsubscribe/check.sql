-- Each query lists violations: any row is a failure.

select 'stop_emails is open to everyone' as wrong
where has_function_privilege('public', 'app.stop_emails(uuid, text)', 'execute');
