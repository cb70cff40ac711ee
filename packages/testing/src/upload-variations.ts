/**
 * Everything an attacker can change in a presigned PUT, one at a time: headers, method, URL, type, length and expiry.
 */

export interface UploadVariation {
  readonly title: string;
  readonly headers?: Record<string, string>;
  readonly without?: readonly string[];
  readonly method?: string;
  change?(url: URL): void;
  /** The body; by default the bytes that the attacker wants to upload. */
  body?(evil: string): string;
}

const ALL_USERS = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"';

/** A 32-byte encryption key, and its MD5. */
const ENCRYPTION_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const ENCRYPTION_KEY_MD5 = 'cLyPS3KoaSFGi/joRB3OUQ==';

/** Names and values of headers that were not signed. */
export const UNSIGNED_HEADERS = [
  ['x-amz-acl', 'public-read'],
  ['x-amz-acl', 'public-read-write'],
  ['x-amz-acl', 'authenticated-read'],
  ['x-amz-acl', 'bucket-owner-full-control'],
  ['x-amz-grant-read', ALL_USERS],
  ['x-amz-grant-write', ALL_USERS],
  ['x-amz-grant-read-acp', ALL_USERS],
  ['x-amz-grant-write-acp', ALL_USERS],
  ['x-amz-grant-full-control', ALL_USERS],
  ['x-amz-tagging', 'scanned=yes'],
  ['x-amz-meta-scanned', 'yes'],
  ['x-amz-website-redirect-location', 'https://example.com/'],
  ['x-amz-storage-class', 'GLACIER'],
  ['x-amz-storage-class', 'STANDARD_IA'],
  ['x-amz-server-side-encryption', 'AES256'],
  ['x-amz-server-side-encryption', 'aws:kms'],
  ['x-amz-server-side-encryption-aws-kms-key-id', 'another'],
  ['x-amz-server-side-encryption-context', 'e30='],
  ['x-amz-server-side-encryption-bucket-key-enabled', 'true'],
  ['x-amz-server-side-encryption-customer-algorithm', 'AES256'],
  ['x-amz-server-side-encryption-customer-key', ENCRYPTION_KEY],
  ['x-amz-server-side-encryption-customer-key-md5', ENCRYPTION_KEY_MD5],
  ['x-amz-copy-source-server-side-encryption-customer-algorithm', 'AES256'],
  ['x-amz-copy-source-server-side-encryption-customer-key', ENCRYPTION_KEY],
  ['x-amz-copy-source-server-side-encryption-customer-key-md5', ENCRYPTION_KEY_MD5],
  ['x-amz-object-lock-mode', 'COMPLIANCE'],
  ['x-amz-object-lock-retain-until-date', '2099-01-01T00:00:00Z'],
  ['x-amz-object-lock-legal-hold', 'ON'],
  ['x-amz-checksum-sha256', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['x-amz-checksum-sha1', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['x-amz-checksum-crc32', 'AAAAAA=='],
  ['x-amz-checksum-crc32c', 'AAAAAA=='],
  ['x-amz-checksum-crc64nvme', 'AAAAAAAAAAA='],
  ['x-amz-trailer', 'x-amz-checksum-crc32'],
  ['x-amz-sdk-checksum-algorithm', 'SHA256'],
  ['x-amz-content-sha256', 'UNSIGNED-PAYLOAD'],
  ['x-amz-content-sha256', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'],
  ['x-amz-decoded-content-length', '1'],
  ['x-amz-date', '20200101T000000Z'],
  ['x-amz-security-token', 'another'],
  ['x-amz-expected-bucket-owner', 'another'],
  ['x-amz-request-payer', 'requester'],
  ['x-amz-bypass-governance-retention', 'true'],
  ['x-amz-write-offset-bytes', '0'],
  ['x-amz-copy-source-range', 'bytes=0-1'],
  ['x-amz-copy-source-if-match', '"x"'],
  ['x-amz-copy-source-if-none-match', '"x"'],
  ['x-amz-copy-source-if-modified-since', 'Wed, 01 Jan 2020 00:00:00 GMT'],
  ['x-amz-copy-source-if-unmodified-since', 'Thu, 01 Jan 2099 00:00:00 GMT'],
  ['x-amz-metadata-directive', 'REPLACE'],
  ['x-amz-tagging-directive', 'REPLACE'],
  ['x-amz-mfa', '1 1'],
  ['x-http-method-override', 'GET'],
  ['content-encoding', 'aws-chunked'],
  ['content-disposition', 'inline'],
  ['cache-control', 'public'],
  ['expires', 'Thu, 01 Jan 2099 00:00:00 GMT'],
] as const;

export const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH'] as const;

/** Changes of URL, type, length, condition and signature. */
export const changedUploads = (vaultBucket: string, run: string): UploadVariation[] => [
  { title: 'another key', change: (url) => (url.pathname += 'x') },
  {
    title: 'a key of the vault',
    change: (url) => (url.pathname = `/${vaultBucket}/${run}/y`),
  },
  { title: 'a key above', change: (url) => (url.pathname += '/../z') },
  { title: 'another type', headers: { 'content-type': 'text/html' } },
  { title: 'no type', without: ['content-type'] },
  { title: 'a larger body', body: (evil) => `${evil}more` },
  { title: 'a smaller body', body: (evil) => evil.slice(1) },
  { title: 'no body', body: () => '' },
  { title: 'overwriting allowed', without: ['if-none-match'] },
  { title: 'overwriting of one tag', headers: { 'if-none-match': '"x"' } },
  {
    title: 'a longer life',
    change: (url) => url.searchParams.set('X-Amz-Expires', '604800'),
  },
  {
    title: 'a later date',
    change: (url) => url.searchParams.set('X-Amz-Date', '20990101T000000Z'),
  },
  {
    title: 'fewer signed headers',
    change: (url) => url.searchParams.set('X-Amz-SignedHeaders', 'host'),
  },
  { title: 'no signature', change: (url) => url.searchParams.delete('X-Amz-Signature') },
  { title: 'an ACL in the query', change: (url) => url.searchParams.set('acl', '') },
  { title: 'tags in the query', change: (url) => url.searchParams.set('tagging', '') },
  {
    title: 'x-amz-acl in the query',
    change: (url) => url.searchParams.set('x-amz-acl', 'public-read'),
  },
  {
    title: 'a multipart upload',
    method: 'POST',
    change: (url) => url.searchParams.set('uploads', ''),
  },
  {
    title: 'a part',
    change: (url) => {
      url.searchParams.set('partNumber', '1');
      url.searchParams.set('uploadId', 'x');
    },
  },
];

/** Sources of a server-side copy: an object of incoming and one of the vault, in the spellings that a store accepts. */
export const copySources = (
  {
    incomingBucket,
    vaultBucket,
  }: { readonly incomingBucket: string; readonly vaultBucket: string },
  keys: { readonly incoming: readonly string[]; readonly vault: string },
): string[] => [
  ...keys.incoming.map((key) => `/${incomingBucket}/${key}`),
  `/${vaultBucket}/${keys.vault}`,
  encodeURIComponent(`${vaultBucket}/${keys.vault}`),
  `/${vaultBucket}/${keys.vault}?versionId=null`,
];

export async function sendVaried(
  signed: { readonly url: string; readonly headers: Record<string, string> },
  variation: Omit<UploadVariation, 'title'>,
  evil: string,
): Promise<{ status: number; text: string }> {
  const url = new URL(signed.url);
  variation.change?.(url);
  const headers = { ...signed.headers, ...variation.headers };
  for (const name of variation.without ?? []) delete headers[name];
  const method = variation.method ?? 'PUT';
  const withBody = method !== 'GET' && method !== 'HEAD';
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(withBody && { body: variation.body?.(evil) ?? evil }),
  });
  return { status: answer.status, text: await answer.text() };
}
