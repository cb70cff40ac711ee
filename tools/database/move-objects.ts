/**
 * npm run objects:move: to be run once after migration 0032. Copies the files of documents from the previous bucket
 * (S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY) to the vault and verifies them. Can be interrupted and repeated.
 */
import { moveToVault } from '@cairn/server/modules/documents/move-to-vault';
import { readConfig, readMigrationUrl } from '@cairn/server/platform/config';
import { Db } from '@cairn/server/platform/db/db';
import { Bucket } from '@cairn/server/platform/object-storage';
import pg from 'pg';
import pino from 'pino';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the bucket that was used before`);
  return value;
}

const { store, database, clamd } = readConfig();
const legacy = new Bucket(store, required('S3_BUCKET'), {
  accessKeyId: required('S3_ACCESS_KEY_ID'),
  secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
});
const vault = new Bucket(store, store.vaultBucket, store.worker);
const db = new Db({ url: database.app, poolSize: 2 });
const owner = new pg.Client(readMigrationUrl());
await owner.connect();
const result = await moveToVault({ db, owner, legacy, vault, clamd, log: pino() });
console.log(JSON.stringify(result));
await owner.end();
await db.close();
legacy.close();
vault.close();
if (result.damaged > 0) process.exitCode = 1;
