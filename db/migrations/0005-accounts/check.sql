-- Each query lists violations: any row is a failure.

-- No code has more tries or a longer life than allowed.
select id as tried_too_often from cairn.confirmation_code where tries > 5;
select id as good_for_too_long from cairn.confirmation_code
where expires_at > created_at + interval '10 minutes';

-- A locked account has five failures, and is locked for 15 minutes at most.
select address_hash as locked_without_cause from cairn.login_attempt
where locked_until is not null and failed < 5;
select address_hash as locked_for_too_long from cairn.login_attempt
where locked_until > touched_at + interval '16 minutes';

-- Only the application reads codes.
select grantee as reads_codes from information_schema.role_table_grants
where table_schema = 'cairn' and table_name = 'confirmation_code'
  and grantee not in ('cairn_owner', 'cairn_app');
