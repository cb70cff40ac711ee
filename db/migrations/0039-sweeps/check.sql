-- Each query lists violations: any row is a failure.
select name as missing_or_invalid_index
from unnest(array['event_at', 'sent_mail_sent', 'idempotency_created', 'session_ends', 'call_count_ends']) as name
where not exists (
  select from pg_index where indexrelid = to_regclass('cairn.' || name) and indisvalid);
select 'app.sweep may be executed by public' as violation
where has_function_privilege('public', 'app.sweep(text, int)', 'execute');
