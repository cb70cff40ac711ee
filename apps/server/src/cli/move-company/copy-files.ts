/** The objects of a company, from the buckets of one cell into those of another, under the same keys. */
import { createHash } from 'node:crypto';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { Bucket, isMissingObject, WorkerStorage } from '../../platform/object-storage.ts';
import type { MoveTarget } from '../../platform/config.ts';
import { objectKeys } from '../company-tables.ts';
import type { CompanyConfig } from '../erase-company.ts';
import { asOwner } from '../owner-session.ts';

const FILES_AT_ONCE = 4;

interface Way {
  readonly from: Bucket;
  readonly to: Bucket;
  /** The incoming bucket is written with a credential that may do nothing else. */
  readonly writes: Bucket;
}

/**
 * An object that is there with the same size is not sent again: an object never changes under its key. So most of it can be
 * copied before the company stops taking writes. Returns how many objects the target has.
 */
export async function copyFiles(
  source: CompanyConfig,
  target: MoveTarget,
  companyId: string,
): Promise<number> {
  const keys = await asOwner(source.url, (client) => objectKeys(client, companyId));
  const from = new WorkerStorage(source.store);
  const to = new WorkerStorage(target.store);
  const upload = new Bucket(target.store, target.store.incomingBucket, target.upload);
  try {
    const vault = { from: from.vault, to: to.vault, writes: to.vault };
    const incoming = { from: from.incoming, to: to.incoming, writes: upload };
    // Files that were not scanned yet are in the incoming bucket; one that was, or was never sent, is not.
    return (
      (await copyAll(vault, keys.vault, false)) + (await copyAll(incoming, keys.incoming, true))
    );
  } finally {
    from.close();
    to.close();
    upload.close();
  }
}

async function copyAll(way: Way, keys: readonly string[], mayBeMissing: boolean): Promise<number> {
  let copied = 0;
  for (let at = 0; at < keys.length; at += FILES_AT_ONCE) {
    const some = keys.slice(at, at + FILES_AT_ONCE).map(async (key) => {
      const size = await sizeIn(way.from, key);
      if (size === undefined) {
        if (mayBeMissing) return;
        throw new Error(`the store does not have ${key}: cairn verify-files`);
      }
      if ((await sizeIn(way.to, key)) !== size) await copyOne(way, key, size);
      copied += 1;
    });
    await Promise.all(some);
  }
  return copied;
}

async function sizeIn(bucket: Bucket, key: string): Promise<number | undefined> {
  try {
    return await bucket.sizeOf(key);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** Read back from the target: what arrived is what was sent. */
async function copyOne({ from, to, writes }: Way, key: string, size: number): Promise<void> {
  await sendInParts(writes, { key, size, bytes: (at, end) => from.readBytes(key, at, end) });
  const [sent, arrived] = await Promise.all([digestIn(from, key), digestIn(to, key)]);
  if (!sent.equals(arrived)) throw new Error(`${key} arrived with other bytes`);
}

async function digestIn(bucket: Bucket, key: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of await bucket.read(key)) hash.update(chunk as Buffer);
  return hash.digest();
}
