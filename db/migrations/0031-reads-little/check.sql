-- Each query lists violations: any row is a failure.

select 'element_share_loan' as missing_index
where to_regclass('cairn.element_share_loan') is null;
select 'shoebox_item_filed_on' as missing_index
where to_regclass('cairn.shoebox_item_filed_on') is null;
