/** Copies the objects of a company from the buckets of one cell to those of another, under the same keys. */
import { createHash, randomUUID } from 'node:crypto';
import type { MoveTarget } from '../../platform/config.ts';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { Bucket, isMissingObject, WorkerStorage } from '../../platform/object-storage.ts';
import { objectKeys } from '../company-tables.ts';
import type { CompanyConfig } from '../erase-company.ts';
import { asOwner } from '../owner-session.ts';

const FILES_AT_ONCE = 4;

interface Way {
  readonly from: Bucket;
  readonly to: Bucket;
  /** A credential that may only write to the incoming bucket. */
  readonly writes: Bucket;
  /** Keys that this command has compared already. The object of a key never changes. */
  readonly same: Set<string>;
}

export class FileCopy {
  private readonly source: CompanyConfig;
  private readonly ways: { readonly vault: Way; readonly incoming: Way };

  constructor(source: CompanyConfig, target: MoveTarget) {
    this.source = source;
    const from = new WorkerStorage(source.store);
    const to = new WorkerStorage(target.store);
    const upload = new Bucket(target.store, target.store.incomingBucket, target.upload);
    this.ways = {
      vault: { from: from.vault, to: to.vault, writes: to.vault, same: new Set() },
      incoming: { from: from.incoming, to: to.incoming, writes: upload, same: new Set() },
    };
  }

  /**
   * If both cells used one bucket, erasing a file in one cell would erase it in both. Endpoints cannot tell, because
   * one bucket may have several addresses, so this writes a probe.
   */
  async refuseSameBuckets(): Promise<void> {
    for (const { from, to, writes } of Object.values(this.ways)) {
      const key = `company-moves/${randomUUID()}`;
      const bytes = Buffer.from('probe');
      await sendInParts(writes, { key, size: bytes.length, bytes: async () => bytes });
      const isSame = (await sizeIn(from, key)) !== undefined;
      await to.remove(key);
      if (isSame) throw new Error('both cells use the same bucket');
    }
  }

  /**
   * Copies and compares each object, including those that an earlier attempt copied. When called again, it copies only
   * new objects, so most of the copying happens before the company stops taking writes. Returns the number of objects
   * in the target.
   */
  async copyAll(companyId: string): Promise<number> {
    const keys = await asOwner(this.source.url, (client) => objectKeys(client, companyId));
    const vault = await copyKeys(this.ways.vault, keys.vault, false);
    // The incoming bucket contains files whose scan is pending. Scanned files, and files that were never uploaded, are
    // missing from it.
    return vault + (await copyKeys(this.ways.incoming, keys.incoming, true));
  }

  close(): void {
    for (const { from, to } of Object.values(this.ways)) {
      from.close();
      to.close();
    }
    this.ways.incoming.writes.close();
  }
}

async function copyKeys(way: Way, keys: readonly string[], mayBeMissing: boolean): Promise<number> {
  let present = 0;
  for (let at = 0; at < keys.length; at += FILES_AT_ONCE) {
    const some = keys.slice(at, at + FILES_AT_ONCE).map(async (key) => {
      if (!way.same.has(key) && !(await copyKey(way, key, mayBeMissing))) return;
      way.same.add(key);
      present += 1;
    });
    await Promise.all(some);
  }
  return present;
}

/** Returns false if the file may be missing and is. */
async function copyKey(way: Way, key: string, mayBeMissing: boolean): Promise<boolean> {
  const { from, to, writes } = way;
  const size = await sizeIn(from, key);
  if (size === undefined) {
    if (mayBeMissing) return false;
    throw new Error(`the store does not have ${key}: cairn verify-files`);
  }
  const digest = await digestIn(from, key);
  const isThere = (await sizeIn(to, key)) === size && (await digestIn(to, key)).equals(digest);
  if (isThere) return true;
  await sendInParts(writes, { key, size, bytes: (at, end) => from.readBytes(key, at, end) });
  if ((await digestIn(to, key)).equals(digest)) return true;
  await to.remove(key);
  throw new Error(`${key} arrived with other bytes`);
}

async function sizeIn(bucket: Bucket, key: string): Promise<number | undefined> {
  try {
    return await bucket.sizeOf(key);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

async function digestIn(bucket: Bucket, key: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of await bucket.read(key)) hash.update(chunk as Buffer);
  return hash.digest();
}
