-- Each query lists violations: any row is a failure.

select id as served_without_digest from cairn.document
where vault_key is not null and sha256 is null;
select id as vault_key_that_a_client_could_sign from cairn.document
where vault_key = object_key and object_key not like 'given/%' and object_key not like 'demo/%'
  and object_key not like 'test/%';
select id as package_without_digest from cairn.package_file
where state = 'READY' and sha256 is null;
