/** For the letters: the work reads as the company itself. */
import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

/** Each has a switch of its own, for letters and for text messages. */
export async function whoHears(
  reads: Queries,
  by: 'letter' | 'text',
  messageId: string,
): Promise<string[]> {
  const told =
    by === 'text'
      ? sql<{ id: string }>`app.text_of_message(${messageId}::uuid)`
      : sql<{ id: string }>`app.hear_of_message(${messageId}::uuid)`;
  const rows = await reads.run(query.selectFrom(told.as<'told'>(sql`told(id)`)).select('told.id'));
  return rows.map(({ id }) => id);
}

interface NewsRow {
  loan_id: string;
  loan_name: string;
  company_name: string;
  thread_id: string;
  author_name: string;
}

export async function findNews(reads: Queries, messageId: string): Promise<NewsRow | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom(sql<NewsRow>`app.message_news(${messageId}::uuid)`.as<'news'>(sql`news`))
      .selectAll('news'),
  );
  return row;
}

export async function findAddress(reads: Queries, companyId: string, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('person')
      .select('email_address')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId),
  );
  return row?.email_address;
}
