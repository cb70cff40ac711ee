-- What a package and a shoebox are read by, however much others have. why.md says what was measured.
set local role cairn_owner;
set local search_path to cairn;

create index element_share_loan on element_share (company_id, loan_id);
create index shoebox_item_filed_on on shoebox_item (company_id, loan_id, filed_at desc)
  where filed_at is not null;

-- The cheap comparison comes first, as in every other policy: for the lender's own people, and for the
-- operator, no function is called for each row. It says the same as app.sees_shoebox_item.
alter policy seen on shoebox_item
  using ((shoebox_type = 'LOAN' and (company_id = (select app.company_id())
      or (select app.is_platform())))
    or app.sees_shoebox_item(shoebox_item));
