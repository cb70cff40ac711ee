-- Nothing is left of this migration that could be violated: 0050 replaces its function.
select 1 where false;
