select 'app.left_without_owner counts system accounts' as wrong
from pg_proc where oid = 'app.left_without_owner(uuid)'::regprocedure and prosrc not like '%not a.is_system%';
