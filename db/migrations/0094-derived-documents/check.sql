-- Each query lists violations: any row is a failure.

select d.id as derived_document_without_sources
from cairn.document d
where d.origin ->> 'kind' = 'PAGES' and coalesce(jsonb_array_length(d.origin -> 'pages'), 0) = 0;
