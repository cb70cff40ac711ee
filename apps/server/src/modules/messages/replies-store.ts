/** Replies by email, read and written by functions of the database owner. */
import { sql } from 'kysely';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export interface ReplyAddress {
  company_id: string;
  loan_id: string;
  thread_id: string;
  account_id: string;
  email_address: string;
}

/** Undefined if the address does not exist, or its person can no longer see the loan. */
export async function findAddress(db: Db, id: string): Promise<ReplyAddress | undefined> {
  const [row] = await db
    .reads(anonymous)
    .run(
      query
        .selectFrom(
          sql<ReplyAddress>`app.find_reply_address(${id}::uuid)`.as<'address'>(sql`address`),
        )
        .selectAll('address'),
    );
  return row;
}

export async function wasReceived(
  db: Db,
  companyId: string,
  id: string,
  key: Buffer,
): Promise<boolean> {
  const [row] = await db
    .reads({ kind: 'company', companyId })
    .run(
      query
        .selectFrom('received_reply')
        .select('address_id')
        .where('company_id', '=', companyId)
        .where('address_id', '=', id)
        .where('message_key', '=', key),
    );
  return row !== undefined;
}

interface NewReply {
  /** The id of the reply address. */
  id: string;
  key: Buffer;
  messageId: string;
  body: string;
  documentIds: string[];
}

/** False if it was received before, or the person has left the loan. */
export async function insertReply(tx: Tx, reply: NewReply): Promise<boolean> {
  const { id, key, messageId, body, documentIds } = reply;
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<boolean>`app.receive_reply(${id}::uuid, ${key}, ${messageId}::uuid, ${body},
        ${documentIds}::uuid[])`.as('received'),
    ),
  );
  return row!.received;
}
