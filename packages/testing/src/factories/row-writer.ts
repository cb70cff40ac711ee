import type pg from 'pg';

/** Writes rows with the owner's connection, which bypasses row security; all factories share one counter for names. */
export class RowWriter {
  readonly client: pg.Client | pg.Pool;
  count = 0;

  constructor(client: pg.Client | pg.Pool) {
    this.client = client;
  }

  async insert(table: string, row: Record<string, unknown>): Promise<void> {
    const columns = Object.keys(row);
    await this.client.query(
      `insert into cairn.${table} (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
  }
}
