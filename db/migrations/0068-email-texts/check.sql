-- Each query lists violations: any row is a failure.

select company_id as subject_with_a_line_break from cairn.email_text where subject ~ '[[:cntrl:]]';
