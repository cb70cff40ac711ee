import { readdir } from 'node:fs/promises';
import type { Db } from './db.ts';
import { migrationsFolder } from './migrate.ts';

/** Whether the database has every migration of this version. It may have more, from a newer version. */
export async function hasSchema(db: Db): Promise<boolean> {
  try {
    const [own, applied] = await Promise.all([readdir(migrationsFolder), db.migrations()]);
    return own.every((name) => applied.has(name));
  } catch {
    return false;
  }
}
