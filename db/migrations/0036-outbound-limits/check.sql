-- Each query lists violations: any row is a failure.

select id from cairn.outbound_message where outcome <> 'ALLOWED' and limited_by is null;
