-- Each query lists violations: any row is a failure.

select polrelid::regclass, polname from pg_policy
where polrelid in ('cairn.person'::regclass, 'cairn.employee_details'::regclass)
  and pg_get_expr(polqual, polrelid) like '%works_with%';

select privilege_type, column_name from information_schema.column_privileges
where grantee = 'cairn_app' and table_schema = 'cairn' and table_name = 'account'
  and privilege_type in ('INSERT', 'UPDATE') and column_name in ('is_platform_admin', 'is_system');

select 'document_uploader' as missing_index where to_regclass('cairn.document_uploader') is null;
