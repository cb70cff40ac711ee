-- Each query lists violations: any row is a failure.

select company_id as sentence_that_is_no_text from cairn.portal_settings p, jsonb_each(p.loan_texts) t
where jsonb_typeof(t.value) <> 'string';
