-- Each query lists violations: any row is a failure.

select id as lock_of_a_version_to_come from cairn.document where office_lock_version > version;
