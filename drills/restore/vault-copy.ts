/** Copies the vault's files to a folder, like an operator's copy job, and back. Keys are written once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@cairn/server/platform/config';
import { WorkerStorage } from '@cairn/server/platform/object-storage';
import type { Cluster } from './cluster.ts';
import { sent, sha256 } from './world.ts';

interface StoredDocument {
  readonly id: string;
  readonly key: string;
}

export class VaultCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cairn-vault-copy-'));
  readonly #storage = new WorkerStorage(readConfig().store);
  #keys: string[] = [];

  readonly #cluster: Cluster;
  readonly #database: string;

  constructor(cluster: Cluster, database: string) {
    this.#cluster = cluster;
    this.#database = database;
  }

  #documents(): Promise<StoredDocument[]> {
    return this.#cluster.query<StoredDocument>(
      'select id, vault_key as key from cairn.document where vault_key is not null order by key',
      this.#database,
    );
  }

  #path = (key: string): string => join(this.#folder, encodeURIComponent(key));

  async #read(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#storage.vault.read(key)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async make(): Promise<number> {
    this.#keys = (await this.#documents()).map(({ key }) => key);
    for (const key of this.#keys) writeFileSync(this.#path(key), await this.#read(key));
    return this.#keys.length;
  }

  async loseHalf(): Promise<void> {
    const removedKeys = this.#keys.filter((_key, index) => index % 2 === 0);
    for (const key of removedKeys) await this.#storage.vault.remove(key);
  }

  /** Returns how many were missing. */
  async copyBack(): Promise<number> {
    let count = 0;
    for (const key of this.#keys) {
      if ((await this.#storage.vault.sizeOf(key)) !== undefined) continue;
      const bytes = readFileSync(this.#path(key));
      const digest = Buffer.from(sha256(bytes), 'hex');
      await this.#storage.vault.putFile(key, this.#path(key), {
        size: bytes.length,
        sha256: digest,
      });
      count += 1;
    }
    return count;
  }

  /** Each document in the database must have the bytes that were sent. */
  async compare(): Promise<string[]> {
    const problems: string[] = [];
    for (const { id, key } of await this.#documents()) {
      const bytes = await this.#read(key).catch(() => undefined);
      if (bytes === undefined) problems.push(`file ${key} is missing`);
      else if (sha256(bytes) !== sent.get(id)) problems.push(`file ${key} differs`);
    }
    return problems;
  }

  async remove(): Promise<void> {
    for (const key of this.#keys) await this.#storage.vault.remove(key);
    this.#storage.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
