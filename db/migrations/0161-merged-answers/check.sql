-- Each query lists violations: any row is a failure.

select id as merged_of_fewer_than_two from cairn.document
where origin ->> 'kind' = 'MERGED' and jsonb_array_length(origin -> 'sources') < 2;
