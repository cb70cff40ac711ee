import type { TestServer } from './server.ts';

/** All rows of the database as text, to check what they do not contain and that nothing changed. */
export async function everythingStored({ owner }: TestServer): Promise<string> {
  const { rows: tables } = await owner.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'cairn'::regnamespace and relkind = 'r'
     order by relname`,
  );
  const all: string[] = [];
  for (const { relname } of tables) {
    const { rows } = await owner.query<{ line: string }>(
      `select t::text as line from cairn.${relname} t`,
    );
    all.push(...rows.map(({ line }) => line));
  }
  return all.join('\n');
}
