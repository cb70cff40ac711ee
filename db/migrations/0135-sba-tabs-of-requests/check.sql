-- Each query lists violations: any row is a failure.

-- A link is in the tab of the request that it shows.
select e.id as link_with_an_sba_tab_of_its_own from cairn.element e
where e.sba_tab is not null and e.target_id is not null;
