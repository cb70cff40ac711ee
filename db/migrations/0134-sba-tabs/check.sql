-- Each query lists violations: any row is a failure.

select e.id as folder_in_an_sba_tab from cairn.element e
where e.sba_tab is not null and e.storage_type <> 'FILE';
