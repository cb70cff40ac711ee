-- Each query lists violations: any row is a failure.

select l.company_id, l.entity_id as license_of_no_individual
from cairn.drivers_license l
join cairn.entity e on (e.company_id, e.id) = (l.company_id, l.entity_id)
where e.kind <> 'INDIVIDUAL';

select d.company_id, d.id as license_picture_that_answers_a_request
from cairn.document d
join cairn.drivers_license l on l.company_id = d.company_id
  and d.id in (l.front_document_id, l.back_document_id)
join cairn.element e on e.company_id = d.company_id and e.answer_document_id = d.id;
