/** `cairn setup` sets up a store that `cairn check` accepts, and is idempotent. */
import { randomUUID } from 'node:crypto';
import {
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { ownBuckets } from '@cairn/testing/own-buckets';
import { afterAll, expect, test } from 'vitest';
import { environment } from '../../../../tools/services/profile.ts';
import { readConfig, readSetupConfig } from '../platform/config.ts';
import { runCheck } from './checks/check.ts';
import { storeChecks } from './checks/store.ts';
import { setUpStore } from './set-up-store.ts';

const name = `setup-${randomUUID()}`;
const dev = environment('test');
const env = {
  ...dev,
  ...ownBuckets(name, { retentionDays: 30 }),
  PUBLIC_URL: 'http://loans.example',
};
const client = new S3Client({
  endpoint: dev['S3_ENDPOINT']!,
  region: dev['S3_REGION']!,
  forcePathStyle: true,
  credentials: {
    accessKeyId: dev['S3_ACCESS_KEY_ID']!,
    secretAccessKey: dev['S3_SECRET_ACCESS_KEY']!,
  },
});

afterAll(async () => {
  for (const kind of ['incoming', 'vault', 'audit']) {
    const Bucket = `${name}-${kind}`;
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'cairn-check/probe' }));
    await client.send(new DeleteBucketCommand({ Bucket })).catch(() => {});
  }
  client.destroy();
});

test('setup makes buckets, policies, CORS, lifecycle rules and the object lock', async () => {
  const config = readConfig(env);
  const checks = storeChecks({ ...config.store, audit: config.audit, publicUrl: config.publicUrl });
  const run = () => Promise.all(checks.map(runCheck));
  expect((await run()).every(({ ok }) => !ok)).toBe(true);
  for (let time = 0; time < 2; time += 1) await setUpStore(readSetupConfig(env));
  expect((await run()).filter(({ ok }) => !ok)).toEqual([]);
  const { Rules } = await client.send(
    new GetBucketLifecycleConfigurationCommand({ Bucket: `${name}-incoming` }),
  );
  expect(Rules).toEqual([
    expect.objectContaining({
      Expiration: expect.objectContaining({ Days: 2 }),
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
    }),
  ]);
});

test('the first check after setup does not take a missing object for a readable one', async () => {
  const config = readConfig(env);
  await setUpStore(readSetupConfig(env));
  const probe = { Bucket: `${name}-incoming`, Key: 'cairn-check/probe' };
  await client.send(new DeleteObjectCommand(probe));
  const checks = storeChecks({ ...config.store, audit: config.audit, publicUrl: config.publicUrl });
  const web = checks.find((check) => check.name === 'store: web')!;
  expect(await runCheck(web)).toMatchObject({ ok: true });
});
