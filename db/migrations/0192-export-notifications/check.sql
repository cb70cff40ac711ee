-- Each query lists violations: any row is a failure.

select n.id as exported_without_files from cairn.notification n
where n.kind = 'EXPORTED' and (n.topic <> 'EXPORTS' or n.email or n.sms
  or jsonb_array_length(n.detail -> 'ready') + jsonb_array_length(n.detail -> 'failed') = 0);
