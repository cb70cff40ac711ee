/** Errors of the store for an object that does not exist, by the rights of the credential. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { Bucket, isMissingObject, type Credentials } from './object-storage.ts';

const { store: config } = readConfig();
const stranger = { accessKeyId: 'stranger', secretAccessKey: 'x'.repeat(40) };

/** The error of reading a key that has no object. */
async function refusal(credentials: Credentials, bucket = config.vaultBucket): Promise<unknown> {
  const reader = new Bucket(config, bucket, credentials);
  try {
    return await reader.readBytes(`suite/${randomUUID()}`, 0, 1).catch((error: unknown) => error);
  } finally {
    reader.close();
  }
}

test('a missing object is reported as missing to a credential that may list the bucket, and to one that may not', async () => {
  const toWorker = await refusal(config.worker);
  expect(toWorker).toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
  const toWeb = await refusal(config.web);
  expect(toWeb).toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  expect([toWorker, toWeb].map(isMissingObject)).toEqual([true, true]);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['an access key that the store does not know', () => refusal(stranger), 'InvalidAccessKeyId'],
  [
    'a wrong secret',
    () => refusal({ ...config.web, secretAccessKey: stranger.secretAccessKey }),
    'SignatureDoesNotMatch',
  ],
  ['a bucket that does not exist', () => refusal(config.web, 'cairn-nowhere'), 'NoSuchBucket'],
])('it is not missing because of %s', async (_, refused, name) => {
  const error = await refused();
  expect(error).toMatchObject({ name });
  expect(isMissingObject(error)).toBe(false);
});
