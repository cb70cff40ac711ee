import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test.each<[string, string, string[]]>([
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['no semicolon at the end', 'select 1', ['select 1']],
  ['strings', `select ';', 'it''s;'; select 2`, [`select ';', 'it''s;'`, 'select 2']],
  ['escape strings', `select e'\\';'; select 2`, [`select e'\\';'`, 'select 2']],
  ['quoted names', 'select ";" as "a"";"; select 2', ['select ";" as "a"";"', 'select 2']],
  ['dollar quotes', 'do $$ begin; end $$; select 2', ['do $$ begin; end $$', 'select 2']],
  [
    'tagged dollar quotes',
    'do $a$ select $$;$$; $a$; select 2',
    ['do $a$ select $$;$$; $a$', 'select 2'],
  ],
  ['parameters are no dollar quotes', 'select $1; select $2', ['select $1', 'select $2']],
  ['a dollar inside a name', 'select a$b$ ; select c$b$', ['select a$b$', 'select c$b$']],
  ['line comments', '-- one; two\nselect 1; -- three;\n', ['select 1']],
  ['nested comments', '/* a; /* b; */ c; */ select 1; select 2', ['select 1', 'select 2']],
  ['only comments', '-- nothing;\n/* ; */ ;', []],
])('%s', (_name, sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});
