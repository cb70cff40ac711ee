-- Each query lists violations: any row is a failure.

select f.id as manifest_of_a_pdf from cairn.package_file f
where f.kind = 'PDF' and f.manifest is not null;
