-- Nothing is stored: the function is held to its cost by activity.api.test.ts.
select 1 where false;
