/**
 * Turns a reply by email into a message of the person to whom the reply address was issued, as long as they can see
 * the loan. The address is secret; the From line must match as well, so that a forwarded email does not let someone
 * else write in their name.
 */
import { createHash, createHmac } from 'node:crypto';
import type { WebConfig } from '../../platform/config.ts';
import { ApiError } from '../../platform/api-error.ts';
import { keyFor } from '../../platform/crypto.ts';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { idOfReplyAddress } from '../../platform/email/bounce-address.ts';
import { newId } from '../../platform/ids.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { finishUpload, insertDocument, newObjectKey, countUpload } from '../documents/index.ts';
import { checkRoom, receiveMemberFiles } from '../shoebox/index.ts';
import { findAddress, insertReply, wasReceived, type ReplyAddress } from './replies-store.ts';
import { parseReply, type ParsedReply } from './parse-reply.ts';

/** A permanent refusal, which the mail server reports to the sender; the reason is only logged. */
export class ReplyRefused extends Error {}

export interface ReplyDeps {
  readonly config: WebConfig;
  readonly db: Db;
  readonly storage: WebStorage;
}

interface Received {
  recipient: string;
  email: Buffer;
}

/** A person does not write more than this; a mail loop does. */
const MAX_REPLIES_PER_HOUR = 30;
const HOUR_SECONDS = 3600;

export async function receiveReply(deps: ReplyDeps, { recipient, email }: Received): Promise<void> {
  const id = idOfReplyAddress(recipient, deps.config.secretKey);
  const address = id && (await findAddress(deps.db, id));
  if (!id || !address) throw new ReplyRefused('no reply address of ours, or of a person who left');
  await takeTurn(deps, id);
  const reply = await parseReply(email);
  if (!reply) throw new ReplyRefused('not to be read as an email');
  // Dropped silently, because a bounce could be answered again.
  if (reply.isAutomatic) return;
  if (reply.from !== address.email_address.toLowerCase()) {
    throw new ReplyRefused('not from the person to whom the address was given');
  }
  const body = reply.body || (reply.files.length > 0 ? 'Files are attached.' : '');
  if (body === '') throw new ReplyRefused('no words of its own');
  const key = createHash('sha256')
    .update(reply.messageId ?? email)
    .digest();
  if (await wasReceived(deps.db, address.company_id, id, key)) return;
  try {
    await storeAndSave(deps, address, reply, { id, key, body });
  } catch (error) {
    if (error instanceof ReceivedMeanwhile) return;
    // A repeated delivery would be refused again.
    if (error instanceof ApiError && error.status === 409) throw new ReplyRefused(error.code);
    throw error;
  }
}

async function storeAndSave(
  deps: ReplyDeps,
  address: ReplyAddress,
  reply: ParsedReply,
  saved: Omit<Reply, 'files'>,
): Promise<void> {
  const { company_id: companyId, loan_id: loanId, account_id: ownerId } = address;
  const scope = { kind: 'company', companyId } as const;
  // Checked before files are uploaded, so that a refused email does not count against the person's uploads.
  await checkRoom(deps.db.reads(scope), { companyId, loanId, ownerId }, reply.files.length);
  const files = await storeFiles(deps, address, reply);
  await deps.db.write(scope, (tx) => saveReply(tx, address, { ...saved, files }));
}

/** The same email was received concurrently, or the person has just left: the transaction is rolled back. */
class ReceivedMeanwhile extends Error {}

async function takeTurn({ db, config }: ReplyDeps, id: string): Promise<void> {
  const key = createHmac('sha256', keyFor(config.secretKey, 'replies by email'))
    .update(id)
    .digest();
  const { calls, left: secondsLeft } = await db.write(anonymous, (tx) =>
    countUp(tx, key, HOUR_SECONDS),
  );
  if (calls > MAX_REPLIES_PER_HOUR * config.limitFactor) {
    throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(secondsLeft) } });
  }
}

interface StoredFile {
  name: string;
  key: string;
  size: number;
}

/** Handled like any upload: counted, stored in incoming, and not served before its scan. */
async function storeFiles(
  { db, config, storage }: ReplyDeps,
  { company_id, loan_id, account_id }: ReplyAddress,
  { files }: ParsedReply,
): Promise<StoredFile[]> {
  const storedFiles: StoredFile[] = [];
  for (const { name, bytes } of files) {
    const upload = {
      accountId: account_id,
      companyId: company_id,
      loanId: loan_id,
      size: bytes.length,
    };
    await countUpload({ db, limitFactor: config.limitFactor }, upload);
    const key = newObjectKey(config.secretKey, upload);
    await storage.putIncoming(key, bytes);
    storedFiles.push({ name, key, size: bytes.length });
  }
  return storedFiles;
}

interface Reply {
  id: string;
  key: Buffer;
  body: string;
  files: readonly StoredFile[];
}

async function saveReply(tx: Tx, address: ReplyAddress, reply: Reply): Promise<void> {
  const { company_id: companyId, loan_id: loanId, account_id: accountId } = address;
  const documents: { id: string; name: string }[] = [];
  for (const file of reply.files) {
    documents.push({ id: await saveFile(tx, address, file), name: file.name });
  }
  await receiveMemberFiles(tx, { companyId, loanId, accountId, documents });
  const messageId = newId();
  const documentIds = documents.map(({ id }) => id);
  if (!(await insertReply(tx, { ...reply, messageId, documentIds }))) throw new ReceivedMeanwhile();
  recordEvent(tx, {
    kind: 'message.sent',
    companyId,
    loanId,
    actorId: accountId,
    accountId,
    changes: ['message'],
    detail: {
      threadId: address.thread_id,
      messageId,
      byEmail: true,
      ...(documentIds.length > 0 && { documentIds }),
    },
  });
}

async function saveFile(
  tx: Tx,
  { company_id: companyId, loan_id: loanId, account_id: accountId }: ReplyAddress,
  { name, key, size }: StoredFile,
): Promise<string> {
  const id = newId();
  await insertDocument(tx, {
    companyId,
    id,
    loanId,
    name,
    provider: 'S3',
    objectKey: key,
    size,
    createdBy: accountId,
  });
  await finishUpload(tx, key, { accountId, companyId, size });
  recordEvent(tx, {
    kind: 'document.uploaded',
    companyId,
    loanId,
    actorId: accountId,
    staffOnly: true,
    changes: ['document'],
    detail: { documentId: id, size, byEmail: true },
    starts: { workflow: 'scanDocument', input: { companyId, documentId: id } },
  });
  return id;
}
