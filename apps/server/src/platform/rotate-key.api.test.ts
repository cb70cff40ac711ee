/** ASVS 11.1.1, 11.2.2: SECRET_KEY is rotated without losing sealed data. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeDatabase, ownerPool, type TestDatabase } from '@cairn/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readToken, tokenOf } from '../modules/invitations/link.ts';
import { CompanyKeys, type Sealed } from './company-keys.ts';
import { keyFor, keysFor, seal, sign, unsealWithAny } from './crypto.ts';
import { Db, type Scope } from './db/db.ts';
import { rotateKey } from './rotate-key.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Db;
const companies = Array.from({ length: 5 }, () => randomUUID());
const [older, newer] = [newKey(), newKey()];
const both = `${newer},${older}`;

function newKey(): string {
  return randomBytes(32).toString('base64');
}
const scope = (companyId: string): Scope => ({ kind: 'company', companyId });
const sealFor = (secretKey: string, companyId: string, text: string): Promise<Sealed> =>
  db.write(scope(companyId), async (tx) =>
    (await new CompanyKeys(secretKey).sealing(tx, companyId))('place', text),
  );
const openFor = async (secretKey: string, companyId: string, sealed: Sealed): Promise<string> =>
  (
    await new CompanyKeys(secretKey).opening(db.reads(scope(companyId)), companyId, [
      sealed.generation,
    ])
  )('place', sealed);

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = ownerPool(database);
  db = new Db({ url: database.urls.app, poolSize: 2 });
  for (const id of companies) {
    await owner.query(`insert into cairn.company (id, name) values ($1, $2)`, [id, id]);
  }
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

test('rotate, read the old, seal with the new, rewrap, drop the old key', async () => {
  const before: Sealed[] = [];
  for (const id of companies.slice(0, 4)) before.push(await sealFor(older, id, `secret of ${id}`));
  // The new key alone opens nothing: rotating without the list would lose data.
  await expect(openFor(newer, companies[0]!, before[0]!)).rejects.toThrow('no key');

  // With the list, old data opens, and a company without a key gets one sealed by the newest.
  expect(await openFor(both, companies[0]!, before[0]!)).toBe(`secret of ${companies[0]!}`);
  const later = await sealFor(both, companies[4]!, 'later');
  expect(await openFor(newer, companies[4]!, later)).toBe('later');

  expect(await rotateKey({ url: database.urls.owner, secretKey: both, batch: 3 })).toEqual({
    rewrapped: 4,
    unreadable: 0,
  });
  for (const [index, id] of companies.slice(0, 4).entries()) {
    expect(await openFor(newer, id, before[index]!)).toBe(`secret of ${id}`);
    await expect(openFor(older, id, before[index]!)).rejects.toThrow('no key');
  }
  // A second run has nothing to do.
  expect(await rotateKey({ url: database.urls.owner, secretKey: both })).toEqual({
    rewrapped: 0,
    unreadable: 0,
  });
});

test('a key that no listed key opens is reported and left as it is', async () => {
  const stranger = newKey();
  const id = randomUUID();
  await owner.query(`insert into cairn.company (id, name) values ($1, $2)`, [id, id]);
  const sealed = await sealFor(stranger, id, 'kept');
  const url = database.urls.owner;
  expect(await rotateKey({ url, secretKey: both })).toEqual({ rewrapped: 0, unreadable: 1 });
  expect(await openFor(stranger, id, sealed)).toBe('kept');

  const command = () =>
    promisify(execFile)(
      process.execPath,
      [resolve(import.meta.dirname, '../cli.ts'), 'rotate-key'],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          MIGRATION_DATABASE_URL: url,
          SECRET_KEY: `${both},${stranger}`,
        },
      },
    );
  expect((await command()).stdout).toContain('1 company keys sealed with the newest SECRET_KEY');
  expect(await openFor(newer, id, sealed)).toBe('kept');
}, 60_000);

test('invitation links and codes of before a rotation stay good while the old key is listed', () => {
  const invitation = { id: randomUUID(), email_address: 'a@example.com', stamp: randomUUID() };
  const link = tokenOf(older, invitation);
  expect(readToken(both, invitation, link)).toBe('newest');
  expect(readToken(newer, invitation, link)).toBeUndefined();
  const sealed = seal(keyFor(older, 'use'), 'place', 'code');
  expect(unsealWithAny(keysFor(both, 'use'), 'place', sealed)).toBe('code');
  expect(() => unsealWithAny(keysFor(both, 'use'), 'other place', sealed)).toThrow('no key');
});

test('the newest key signs and seals', () => {
  expect(sign(both, 'text')).toBe(sign(newer, 'text'));
  expect(keyFor(both, 'use')).toEqual(keyFor(newer, 'use'));
});
