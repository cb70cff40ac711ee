-- Each query lists violations: any row is a failure.

select id from cairn.company where four_eyes_approval and four_eyes_until is not null;
