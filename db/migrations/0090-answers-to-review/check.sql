-- Each query lists violations: any row is a failure.

select 'element_to_review' as missing_index where to_regclass('cairn.element_to_review') is null;
