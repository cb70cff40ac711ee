-- Each query lists violations: any row is a failure.

select n.id as unreadable_for_no_reason from cairn.notification n
where n.kind = 'FILE_UNREADABLE'
  and (n.document_id is null or n.detail ->> 'contentState' not in ('DAMAGED', 'EMPTY', 'PASSWORD'));
